// Package narrowphase answers questions about two convex shapes: whether they overlap,
// how far apart they are, how deep they overlap, and when one hits the other while it
// moves. It is pure functions over compiled shapes.
//
// # Terms
//
//   - Frame: everything is computed in the frame of shape A; a pose is the place of
//     shape B in that frame. So no digits are lost far from the origin of the world.
//   - Core and skin: a shape is a core and all points within its Radius of it. The core
//     of a circle is a point, a capsule's core is a segment. Algorithms run on cores, and
//     the skins are added exactly afterwards.
//   - Minkowski difference A - B: all a - b. The shapes overlap when it contains the origin. The
//     distance of the origin from the difference is the distance of the shapes. If the difference
//     contains the origin, the distance of the origin from its border is the depth of the shapes.
//   - Support point: the farthest point of a shape along a direction. The support point of the
//     difference is A's support point along d minus B's support point along -d.
//   - Simplex: one to three support points of the difference.
//   - Normal: unit, from A to B. Moving B by normal x depth leaves the shapes touching.
//   - Witness points: the points of A and B that are nearest to each other. For overlapping shapes
//     they are the points that separate last.
//   - Fraction: a part of a motion, from 0 to 1.
//
// # The first direction
//
// A search by GJK that starts without a cache takes its first support point along the direction
// between the centres of the two bounding circles (BetweenCenters). EPA starts with two support
// points, along that direction and against it. The broadphase has already tested the bounding
// circles themselves.
//
// # Promises
//
// Nothing allocates, every loop is bounded, and every result with fields holds the number of
// iterations. Tolerances are relative, a few roundings of the coordinates. So a shape of a
// millimetre is treated as carefully as a shape of a kilometre. Shapes that touch count as
// overlapping. For finite shapes and poses no result holds a NaN.
//
// Polygonal cores end in exact features: a vertex and an edge, or two vertices. Round cores
// (ellipse, half ellipse, sector, custom) converge to the rounding of their support function. Their
// depth converges to 1e-7 of the coordinates in the worst case: near a common centre the depth is
// almost the same in all directions, and the search does not try all of them. There a custom shape
// may hide a narrow minimum between two of about sixty directions. The search tries all flat sides
// of built-in shapes.
//
// Swapping the shapes, or moving both, changes only the last digits: the swapped pose is rounded
// once more, so the mirror image cannot be exact. Let r be the rounding of the coordinates.
// Distances differ by a few r, normals between corners by r/d at core distance d, normals of round
// cores by sqrt(2 r/d), and the depth of round cores as above. The exception is where several
// results are right: parallel edges have many pairs of nearest points, and concentric shapes have
// many normals. Then one of the results is returned, the same one for the same input.
//
// # Casts
//
// ShapeCast moves any shape by conservative advancement. A circle, capsule or segment and a shape
// with a polygonal core are cast in closed form (CapsuleCast): the motion is a ray against the
// Minkowski sum of the two cores, rounded by both skins. Both methods give the same result, to 1e-9
// of the coordinates and the length of the motion.
//
// # Half-planes
//
// A half-plane is not bounded, so its Minkowski differences are of no use. Its distances and
// overlaps follow directly from the other shape's support point.
package narrowphase
