// Package svg reads drawings (.svg, as Inkscape and other editors write them) and makes worlds of
// them: bodies of polygons, circles and ellipses, chains of lines.
//
//	d, err := svg.Read(os.DirFS("levels"), "hills.svg")
//	level, err := d.Build(w, svg.Options{PixelsPerUnit: 32})
//
// The upper left corner of the drawing's viewBox is at Options.Origin and y points up. All
// transform attributes apply. Curves become straight pieces that are nowhere farther away than
// Options.Tolerance. Lengths may have units: an inch is 96 user units, and a percentage is a part
// of the viewBox.
//
// # Shapes
//
// A rect, polygon, circle or ellipse is solid. The area inside a closed path is solid too, with the
// loops inside it as holes. Package shape/polygon cuts outlines into convex polygons. A circle that
// no transform has stretched becomes a circle. A line, a polyline and an open path are lines:
// chains that collide on both sides, or capsules with data-thickness. With data-chain a shape is a
// chain that collides on one side: left or right, as seen along the drawn direction of a line, or
// outside or inside of a closed outline.
//
// # Attributes
//
// Each shape is a body, static unless data-body says kinematic or dynamic, whose origin is the
// middle of its bounds. A group with data-body is one body of all its shapes, unless it is a layer
// of Inkscape. The other attributes are the properties of package tiled with data- before, and
// hyphens, such as data-friction, data-density, data-linear-damping, data-one-way or data-sensor.
// The attributes of a group hold for all shapes in it without an attribute of the same name. A
// shape with data-joint is instead a joint at the middle of its bounds, between the shapes whose
// ids are data-a and data-b. A distance joint is a line from one place to the other. A prismatic
// joint moves along the line. Fill and stroke have no meaning, and shapes that are not displayed
// count too.
//
// # Unknown elements
//
// A Warning with layer and object reports another data- attribute that is not in
// Options.Properties, an element that has no meaning here (such as text, image and use), a
// transform in a style, a transform-origin, a shape without an area, an outline that crosses
// itself, and a joint that cannot hold its bodies. An *Error with file, layer and object reports a
// damaged file or a number that no body can have. The world is then unchanged. A drawing has at
// most 64 MB, 2^18 elements and 4096 points in an outline, and stays within the bounds of package
// level. Its encoding is UTF-8, UTF-16, ISO-8859-1, Windows-1252 or US-ASCII.
//
// # Why not a library
//
// Package oksvg rounds points to a 64th of a pixel, turns circles into curves, and drops ids,
// groups and the game's own attributes. Its result can be painted, but cannot become bodies.
package svg
