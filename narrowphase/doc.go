// Package narrowphase answers questions about two convex shapes: do they meet,
// how far apart are they, how deep do they overlap, when does one hit the other
// while it moves. All of it is pure functions over compiled shapes.
//
// # Terms
//
//   - Frame: everything is computed in the frame of shape A; a pose is the place
//     of shape B in that frame. Far from the origin of the world nothing is lost.
//   - Core and skin: a shape is a core and all points within its Radius of it. The
//     core of a circle is a point, of a capsule a segment. Algorithms run on
//     cores, and the skins are added exactly afterwards.
//   - Minkowski difference A - B: all a - b. The shapes meet when it contains the
//     origin; its distance from the origin is the distance of the shapes, and the
//     way from the origin to its border is their depth.
//   - Support point: the farthest point of a shape along a direction. The support
//     point of the difference is that of A along d less that of B along -d.
//   - Simplex: one to three support points of the difference.
//   - Normal: unit, from A to B. Moving B by normal x depth leaves the shapes
//     touching.
//   - Witness points: the points of A and B that are nearest to each other, or, of
//     overlapping shapes, those that part last.
//   - Fraction: how much of a motion is done, from 0 to 1.
//
// # What is promised
//
// Nothing allocates, nothing loops without a bound, and every result with fields
// tells how many iterations it took. Tolerances are relative: a few roundings of the
// coordinates at hand, so that a shape of a millimetre is treated as carefully
// as one of a kilometre. Touching counts as meeting. For finite shapes and poses
// no answer holds a NaN.
//
// Polygonal cores end in exact features: a vertex and an edge, or two vertices.
// Round cores (ellipse, half ellipse, sector, custom) converge to the rounding of
// their support function, and the depth to 1e-7 of the coordinates in the worst
// case: overlapping borders of almost constant depth, near a common centre, are not
// searched everywhere. There a custom shape may hide a narrow minimum between two
// of about sixty directions; the flat sides of built-in shapes are all tried.
//
// Swapping the shapes, or moving both, changes only the last digits: the swapped
// pose is rounded once more, so the mirror cannot be exact. With r the rounding of
// the coordinates, distances differ by a few r, normals between corners by r/d at
// core distance d, normals of round cores by sqrt(2 r/d), and the depth of round
// cores as above. The exception is where there are several right answers: parallel
// edges have many pairs of nearest points, and concentric shapes many normals. Then
// some one of them is given, the same one for the same input.
//
// A half-plane is not bounded, and has no Minkowski difference worth the name;
// its questions are answered directly, by the other shape's support point.
package narrowphase
