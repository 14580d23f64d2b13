// Package screen connects a world with a screen, for any renderer: a camera, the time of frames,
// and bodies that pointers drag. It needs no window, so all of it can be tested on any machine.
//
// # Terms
//
//   - A screen is measured in pixels, with (0, 0) in the upper left corner and y down.
//   - A pointer is a mouse with a button held down, or a finger on the glass.
//   - A Camera says which part of a world is seen. With the size of a screen it gives a
//     draw.Camera, which maps points between the world and the screen.
//   - A Clock turns the times at which frames are drawn into the seconds to step a world by.
package screen
