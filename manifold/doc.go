// Package manifold finds where two shapes touch: at most two points, a normal,
// and for every point how far apart the surfaces are and a name that stays the
// same from step to step. It also keeps the table of contacts that the contact
// pipeline writes and the solver reads.
//
// # Terms
//
//   - Frame: everything is computed and answered in the frame of shape A; a pose
//     is the place of shape B in that frame. Nothing is lost far from the origin
//     of the world.
//   - Core and skin: a shape is a core and all points within its Radius of it.
//     Features belong to cores; separations are those of the surfaces.
//   - Normal: unit, from A towards B. Moving B along it by the depth of the
//     deepest point leaves the shapes touching.
//   - Separation: the gap along the normal, negative where the surfaces overlap.
//   - Anchor: the contact point, half way between the two surfaces.
//   - Speculative distance: points exist up to this separation, so that a solver
//     can stop a body before it touches.
//   - Reference and incident edge: of two edges that face each other, the one
//     that gives the normal, and the other, which is clipped to what lies over it.
//   - Feature: the name of the pair of features, a vertex and an edge or two
//     vertices, that makes a point. Impulses are kept from step to step by name.
//
// # How a manifold is made
//
// The normal comes first: from a closed form for circles, boxes and capsules, from
// the separating axes of polygons, from GJK and EPA for everything else. If the
// cores are apart it is the direction between their closest points, so a round
// corner has the normal of a round corner, and if they overlap it is the shortest
// way out. Then the edges that face each other along it are clipped. Every pair
// with edges ends in the same function, collideFace, which holds all the rules
// for two points, one point, ties and names.
//
//   - For chooses the pair function for two kinds, once per contact. It is written
//     for kinds in ascending order; CollideConvex shows how to swap and flip.
//   - Kinds that share a core share a function: a segment with a skin is a
//     capsule, a capsule is a box without height, or a polygon of two vertices.
//   - Chain segments push on one side only, along their own normal or, at a
//     convex vertex, along a direction between their neighbours' normals. So
//     nothing trips over an inner vertex of flat or hollow ground.
//   - A half-plane is answered by the other shape's farthest feature. Chains do not
//     touch chains, nor half-planes half-planes: they are the ground.
//
// # Ties
//
// Fast pairs and the general path agree, normals and depths within 1e-6 and in the
// number of points, except where several answers are right, or nearly so:
//
//   - Concentric or collinear cores, and equal depths along two faces: the normal
//     is one of several, and which one depends on the search.
//   - An edge whose slope against the other shape's is that at which a rule changes
//     (1/512, up to which edges are parallel, and 1/16, up to which tilted edges
//     have two points), or a normal halfway between two edges of one shape: either
//     answer may come out, with a normal that differs by that slope or a second
//     point that is there in one of them only.
//   - Cores that touch to rounding: the direction between two corners is then
//     noise, and either side of zero has its own rule.
//   - Custom shapes that know only Support: flat sides more than 20 degrees from
//     the normal are not looked for, so the second point at the far end of such a
//     side is missed; it counts only where the overlap is deep or the side short.
//
// Swapping two shapes mirrors the manifold to rounding, with two exceptions. Of
// parallel edges the first shape's is the reference, so normals may differ by 1/512.
// Between round cores at distance d the direction is good to 2e-6 (1 + 1/d), in
// metres; see narrowphase. A world never asks both ways: it orders each pair once.
//
// # What is promised
//
// Edges within a slope of 1/512 of each other count as parallel: what rests flat
// has two points whatever the rounding, the reference edge is A's, and names do
// not depend on which edge it is. Names do not change while the same vertices and
// edges touch; the one point of a circle or an ellipse has the same name always,
// and a corner of a custom shape is named after its place.
//
// Nothing allocates. For finite shapes and poses no answer holds a NaN, also of
// shapes with one centre. Tolerances are relative to the shapes or to the
// speculative distance, so that a game may think in pixels. The same input gives
// the same bits on every platform.
package manifold
