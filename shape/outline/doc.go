// Package outline works on the border of a convex shape: the area below a water line with its
// centroid, and the parts of the border that face a wind or an explosion. It knows no bodies: the
// fluids, winds and explosions of package world use it.
//
// # Terms
//
//   - A Piece is a part of the border: a line, an arc of a circle or of an ellipse, or a
//     parabola. An outline is a list of pieces, counter-clockwise around the shape.
//   - A Side is the half of the plane on one side of a line: the solid half of a wall, or
//     the water below its level.
//   - A Facet is a straight part of an outline as the medium around it sees it: a line, or
//     the chord of a short arc.
//
// # Use
//
// Append writes the outline of a compiled shape in any pose, Clip cuts it along a line,
// and MomentsOf integrates the area inside:
//
//	pieces := outline.Append(nil, c, pose)
//	wet := outline.Clip(nil, pieces, outline.Side{Normal: geom.Vec2{Y: 1}}) // below y = 0
//	m := outline.MomentsOf(wet, pose.P)
//	fmt.Println(m.Area, m.Centroid())
//
// Below does the last two steps for a surface that is a line of many points. AppendFacets cuts an
// outline where it turns away from a direction, AppendFacetsFrom where it is no longer visible from
// a point.
//
// # Accuracy
//
// Circles, capsules, segments, polygons and ellipses without skin have exact outlines:
// area and centroid have closed forms, correct to rounding. Corners with a skin are arcs.
// Ellipses, half ellipses and sectors with a skin, and custom shapes, are lines, arcs of
// ellipses and parabolas through support points, with a relative error of the area below 1e-5;
// a custom shape takes some thirty to two hundred support calls.
//
// A facet is a chord. The sum of the facets that face a direction is nevertheless the exact
// width of the shape across it, because round pieces are cut where they turn away.
//
// # Promises
//
// The functions append to a list of the caller and allocate nothing if it has room. They
// are safe for concurrent use, if the Support of custom shapes is. Results have the same
// bits on every platform. Finite input gives finite results, also far away: work in a
// frame close to the shape to lose no digits.
package outline
