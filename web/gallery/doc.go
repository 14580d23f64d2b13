// Package gallery holds the scenes of the page: worlds to look at and to play with, by theme, each
// with a few numbers that a visitor may change. The scenes by which engines are compared are in
// world/gallery.
//
// # Terms
//
//   - A Scene is what the page lists: names, parameters, and the function that builds its world.
//   - A Param is a number with bounds and steps; the page shows a slider. Values are those that a
//     visitor chose.
//   - A Running is a scene with its world. Advance runs a tick, with the keys that are held down.
//   - The Source of a scene is its declaration in this package, which the page shows beside it.
//
// # Promises
//
// The same values and keys give the same world, bit for bit, in every run on one kind of machine.
// No values within the bounds make a scene fail. Each scene moves within five seconds without keys.
package gallery
