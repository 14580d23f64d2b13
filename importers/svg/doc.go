// Package svg reads drawings (.svg, as Inkscape and other editors write them) and makes worlds of
// them: bodies of polygons, circles and ellipses, chains of lines.
//
//	d, err := svg.Read(os.DirFS("levels"), "hills.svg")
//	level, err := d.Build(w, svg.Options{PixelsPerUnit: 32})
//
// The upper left corner of the drawing's viewBox is at Options.Origin and y points up. All
// transforms apply. Curves become straight pieces that are nowhere farther away than
// Options.Tolerance.
//
// # Shapes
//
// A rect, polygon, circle or ellipse is solid, and so is what a path closes, with the loops inside
// of it as holes. Outlines are cut into convex polygons by package shape/polygon; a circle that no
// transform has stretched is a circle. A line, a polyline and a path that does not close are lines:
// chains that collide on both sides, or capsules with data-thickness. With data-chain a shape is a
// chain that collides on one side, as seen along the drawn direction of a line: left or right; or
// of a closed outline: outside or inside.
//
// # Attributes
//
// Each shape is a body, static unless data-body says kinematic or dynamic, whose origin is the
// middle of its bounds. A group with data-body is one body of all its shapes, unless it is a layer
// of Inkscape. The other attributes are the properties of package tiled with data- before, and
// hyphens, such as data-friction, data-density, data-linear-damping, data-one-way or data-sensor.
// Those of a group hold for all in it that have none of the same name. A shape with data-joint is a
// joint at the middle of its bounds instead, between the shapes whose ids are data-a and data-b; a
// distance joint is a line from one place to the other, a prismatic joint moves along the line.
// Fill and stroke have no meaning, and what is not displayed counts too.
//
// # What is not known
//
// Other data- attributes that are not in Options.Properties, elements without a meaning here such
// as text, image and use, shapes without an area and joints without their bodies are a Warning with
// layer and object. Damaged files, outlines that cross themselves and numbers that no body can have
// are an *Error with file, layer and object, and the world is as it was. A drawing is at most 64
// MB, 2^18 elements, 4096 points in an outline, and what package level bounds.
//
// # Why not a library
//
// Package oksvg rounds points to a 64th of a pixel, makes curves of circles, and drops ids, groups
// and attributes of the game's own: what is left can be painted, and cannot become bodies.
package svg
