// Package draw shows a world. The function World passes all shapes of a world to a Drawer.
// Image is a Drawer of this package: a software renderer to PNG and GIF that needs no
// window.
//
// # Terms
//
//   - A Drawer receives polygons, circles, lines, points and text in world coordinates
//     (metres, y up). A game implements it with its own graphics.
//   - A Style is the fill and the outline of a shape. Outlines are measured in pixels and
//     lie inside the shape, so shapes that touch in the world touch in the picture.
//   - A Camera maps world coordinates to pixels. Pixel (0, 0) is the upper left corner and
//     y points down, as in package image.
//   - An Image is the software renderer: a Drawer with a Camera over an image.RGBA. Edges
//     are anti-aliased by exact area coverage.
//   - A Movie collects Images into an animated GIF. Each frame stores only the difference to the
//     frame before.
//
// # Promise
//
// Drawing only reads. The same world drawn twice gives the same pixels. Values that are not
// finite are left out of the picture, and no position of a body causes a panic.
package draw
