// Package shape holds convex shapes and everything known about one shape alone:
// its support points, box, mass, closest points, ray casts and outline. It also
// has the tools that make convex shapes from other things, and the store of
// colliders. What two shapes do to each other is the business of the packages
// above.
//
// A game needs the shapes, Material, Filter, MassOf, Outline and the tools for points
// (Hull, Decompose, Triangulate, Simplify, MinkowskiSum, OutlineTiles). Arena, Convex,
// Geometry, Store and what takes them are the engine's.
//
// # Terms
//
//   - A shape is a value that a game writes down: Circle, Capsule, Segment,
//     Polygon (made by Box, NewPolygon and their like), Ellipse, HalfEllipse,
//     Sector, HalfPlane, or anything else with a Support method. A Chain is a
//     list of shapes, its ChainSegments.
//   - The skin is a layer of constant thickness around a core: the Minkowski sum
//     of the core and a disc. It always adds to the size. A circle is a point with
//     a skin, a capsule a segment with one.
//   - The support point along a direction is the point farthest along it; the
//     feature along a direction is the edge, or the lone point, that holds it.
//   - A Geometry is a compiled shape: one row without pointers, in the frame of
//     its body. Its vertices and those of its fellows lie in an Arena. A Convex
//     is a Geometry together with its Arena, ready for questions.
//   - The outward normal of an edge is to the right when one walks along it.
//     Polygons are listed counter-clockwise, so right is outside; chains collide
//     on their right.
//
// # From shape to answers
//
// New compiles a shape in its own frame; Compile does it for a store, in the
// frame of a body, and once more when the body's centre of mass moves.
// Both check the shape and refuse it with an error that names the field, its
// value and the reason, for example "Points[3]: {3 1} makes the polygon concave".
// Polygon constructors that return no error carry it until then.
//
//	CoreSupport, CoreFeature, Support   what the narrowphase asks
//	BoxOf                               the box in any pose
//	Contains, ClosestPoint, RayCast     about points and rays
//	MassOf, AreaOf                      about matter
//	Outline, appendOutline              for drawing
//
// # Custom shapes
//
// Support is enough to have all of that. What is derived from it, and how well:
//
//   - Box: four questions, exact.
//   - Bounding circle: from 64 directions, at most one part in 800 too large and
//     never too small.
//   - Mass: the boundary is integrated adaptively, in a hundred to a thousand
//     questions; 1e-9 relative for smooth shapes and polygons, 2e-7 for ellipses a
//     hundred thousand times longer than wide.
//   - Contains, ClosestPoint and RayCast: to rounding, in up to sixty questions;
//     normals of round sides to 1e-7.
//   - Feature: by probing to either side, in five to thirty-five questions. Sides
//     with a radius of curvature above 32 bounding radii count as flat. A flat
//     side is found within 20 degrees of the direction. Corners are told from
//     round parts and keep their names, so that what rolls or stacks moves like a
//     built-in polygon.
//
// A custom shape may implement FarthestFeature, Masser, Rounder and Validator to
// be faster or exact. One whose answers cannot be those of a convex shape is
// refused when it is compiled. Its Support must not depend on anything that
// changes: the engine never asks it again what it has derived already.
//
// # Promises
//
// Accepted shapes measure between 1e-9 and 1e12 metres. Every result has the same
// bits on every platform, as far as a custom Support does. The functions that
// take a Convex do not allocate and are safe for concurrent use, as far as a
// custom Support is. Built-in shapes give the same answers through their Support
// alone, hidden behind a custom type, as through their own formulas: that is
// tested, and so are all formulas against a model of many short sides.
package shape
