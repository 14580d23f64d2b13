// Package draw makes a world visible: it walks a world and tells a Drawer what
// stands where, and it brings one Drawer of its own, a software renderer to PNG
// and GIF that needs no window.
//
// # Terms
//
//   - A Drawer receives polygons, circles, lines, points and words in world
//     coordinates (metres, y up). A game implements it over its own graphics.
//   - A Style is what a shape is filled and outlined with. Outlines are
//     measured in pixels and lie inside the shape, so that two shapes which
//     touch in the world touch in the picture.
//   - A Camera maps world coordinates to pixels. Pixel (0, 0) is the upper left
//     corner and y runs down, as in package image.
//   - An Image is the software renderer: a Drawer with a Camera over an
//     image.RGBA. Edges are anti-aliased by exact area coverage.
//   - A Movie collects Images into an animated GIF. Each frame stores only what
//     has changed since the one before.
//
// # Promise
//
// Drawing only reads. The same world drawn twice gives the same pixels. Values
// that are not finite are left out of the picture; nothing here panics because
// of where a body is.
package draw
