// Package gallery holds the scenes of the page: worlds to look at and to play with, by theme, each
// with a few numbers that a visitor may change. The scenes by which engines are compared are in
// world/gallery.
//
// # Terms
//
//   - A Scene is an entry of the page's list: names, parameters, and the function that builds its
//     world.
//   - A Param is a number with bounds and steps, which the page shows as a slider. Values are the
//     numbers that a visitor has chosen.
//   - A Running is a scene with its world. Advance runs a tick, with the keys that are held down.
//   - The Source of a scene is its declaration in this package, which the page shows beside it.
//
// # Promises
//
// The same values and keys give the same world, bit for bit, in every run on one kind of machine.
// No values within the bounds make a scene fail. Each scene moves within five seconds without keys.
package gallery
