// Package shape holds convex shapes and the functions of a single shape: support
// points, bounding box, mass, closest points, ray casts and outline. Packages
// narrowphase and manifold compare two shapes. Package shape/polygon works on outlines
// that are not convex and cuts them into convex parts.
//
// A game uses the shapes, Material, Filter, MassOf and Outline. A program that uses
// narrowphase or manifold without a world also uses New, Compile and Convex.
//
// # Terms
//
//   - A shape is a value: Circle, Capsule, Segment, Polygon (from Box, NewPolygon and
//     other constructors), Ellipse, HalfEllipse, Sector, HalfPlane, ChainSegment, or any
//     type with a Support method. A Chain is a list of ChainSegments. A Compound is a list of
//     convex parts, and concave.
//   - The skin is a layer of constant thickness around a core: the Minkowski sum
//     of the core and a disc. It always adds to the size. A circle is a point with
//     a skin, a capsule a segment with a skin.
//   - The support point along a direction is the point farthest along it. The
//     feature along a direction is the edge that contains the support point, or the
//     point alone.
//   - A Geometry is a compiled shape: one row without pointers, in the frame of
//     its body. Its vertices lie in an Arena, beside the vertices of other shapes. A
//     Convex is a Geometry and its Arena.
//   - The outward normal of an edge points to the right of the direction from its first
//     end to its second. Polygons are listed counter-clockwise, so right is outside.
//     Chains collide on their right.
//
// # Validation
//
// A shape is checked when it is compiled, and so when it is attached to a body. The
// error names the field, its value and the reason, for example
// "Points[3]: {3 1} makes the polygon concave". A constructor that returns a Polygon
// without an error keeps the error for that check; Polygon.Validate returns it earlier.
//
// # Compiled shapes
//
// New compiles one shape in its own frame. The functions of this package, of narrowphase and
// of manifold take the result:
//
//	a, err := shape.New(shape.Box(1, 1))
//	b, err := shape.New(shape.Circle{Radius: 0.5})
//	pose := geom.Transform{P: geom.Vec2{X: 3}, R: geom.RotFromAngle(0)} // of b in the frame of a
//	d := narrowphase.Distance(a, b, &pose, nil)
//
//	var m manifold.Manifold
//	manifold.CollideConvex(&m, a, b, &pose, 0.02)
//
// Compile does the same for many shapes in one arena, each about an origin of the
// caller's choice: the engine compiles colliders about the centre of mass of their body.
//
//	CoreSupport, CoreFeature, Support   support points and features of a Convex
//	BoxOf                               the bounding box in any pose
//	Contains, ClosestPoint, RayCast     questions about points and rays
//	InnerCircle                         a circle inside the shape
//	MassOf, AreaOf                      mass, centre and inertia
//	Outline                             the points to draw
//
// # Custom shapes
//
// A type with a Support method is enough for all of these. The engine derives the
// rest from it, with this accuracy and cost:
//
//   - Box: four support calls, exact.
//   - Bounding circle: from 64 directions, at most one part in 800 too large and
//     never too small.
//   - Mass: the boundary is integrated adaptively with a hundred to a thousand
//     support calls; 1e-9 relative for smooth shapes and polygons, 2e-7 for ellipses a
//     hundred thousand times longer than wide.
//   - Contains, ClosestPoint and RayCast: to rounding, with up to sixty support calls;
//     normals of round sides to 1e-7.
//   - Feature: by probing on both sides of the direction, with five to thirty-five support
//     calls. Sides with a radius of curvature above 32 bounding radii count as flat. A
//     flat side is found within 20 degrees of the direction. Corners are distinguished
//     from round parts and keep their numbers from call to call, so bodies that roll or
//     stack move like those with built-in polygons.
//
// A custom shape may implement FarthestFeature, Masser, Rounder and Validator to be faster or
// exact. Compiling it fails if no convex shape could have its support points. The support points
// must not change afterwards: the engine keeps the values that it has derived from them.
//
// # Promises
//
// Accepted shapes measure between 1e-9 and 1e12 metres. Every result has the same
// bits on every platform, if the Support of custom shapes has. The functions that
// take a Convex do not allocate and are safe for concurrent use, if the Support of
// custom shapes is. Tests compare built-in shapes with the same shapes hidden behind a
// custom type, and all formulas with a model of many short sides.
package shape
