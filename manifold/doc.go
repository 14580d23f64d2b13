// Package manifold finds where two shapes touch: at most two points, a normal, and for
// every point the distance of the surfaces and an ID that stays the same from step to
// step. It is pure functions over compiled shapes.
//
// # Terms
//
//   - Frame: all inputs and results are in the frame of shape A; a pose is the place of
//     shape B in that frame. So no digits are lost far from the origin of the world.
//   - Core and skin: a shape is a core and all points within its Radius of it. Features
//     belong to cores; separations are measured between the surfaces.
//   - Normal: unit, from A towards B. Moving B along it by the depth of the deepest point
//     leaves the shapes touching.
//   - Separation: the distance along the normal, negative where the surfaces overlap.
//   - Anchor: the contact point, half way between the two surfaces.
//   - Speculative distance: points exist up to this separation, so that a solver can
//     stop a body before it touches.
//   - Reference and incident edge: two edges that face each other. The reference edge
//     gives the normal. The incident edge is clipped to the part over the other.
//   - Feature: the ID of the pair of features that makes a point, a vertex and an edge or
//     two vertices. A solver keeps the impulse of a point while its feature stays.
//
// # How a manifold is made
//
// The normal comes first. Circles, boxes and capsules have closed forms, polygons use the
// separating axis test, and all other shapes use GJK and EPA. If the cores are apart, the normal is
// the direction between their closest points, so a round corner has the normal of a round corner.
// If the cores overlap, it is the direction of the shortest translation that separates them. Then
// the edges that face each other along the normal are clipped. Every pair with edges ends in
// collideFace, which holds all the rules for two points, one point, ties and feature IDs.
//
//   - Collide calls the pair function of two kinds. It wants the kinds in ascending order;
//     CollideConvex swaps and flips.
//   - Kinds with the same core share a function. A segment with a skin is a capsule. A
//     capsule is a box without height, or a polygon of two vertices.
//   - Chain segments push on one side only, along their own normal or, at a convex
//     vertex, along a direction between their neighbours' normals. So nothing trips over
//     a vertex of level or concave ground.
//   - A half-plane needs only the other shape's support feature. Chains do not touch
//     chains, nor half-planes half-planes: both are ground.
//
// # Ties
//
// The fast pair functions and the general one agree, in normals and depths to 1e-6 and
// in the number of points, except where several results are right, or nearly so:
//
//   - Concentric or collinear cores, and equal depths along two faces. Several normals are right,
//     and the search decides which one is returned.
//   - Slopes and normals at which a rule changes. These are the slope of 1/512 between two edges,
//     up to which they count as parallel, the slope of 1/16, up to which tilted edges have two
//     points, and a normal halfway between two edges of one shape. Either result is possible there.
//     The normals differ by the slope, or one result has a second point.
//   - Cores that touch to rounding. The direction between two corners is then noise, and distances
//     above zero have another rule than distances below zero.
//   - Custom shapes that have only Support. Flat sides more than 20 degrees from the
//     normal are not searched for, so the second point at the far end of such a side is
//     missed. It matters only where the overlap is deep or the side short.
//
// Swapping two shapes mirrors the manifold to rounding, with two exceptions. The first shape's edge
// is the reference of parallel edges, so normals may differ by 1/512. Between round cores at
// distance d, in metres, the direction is good to 2e-6 (1 + 1/d); see narrowphase. A world orders
// each pair once, so it never computes both.
//
// # Promises
//
// Edges within a slope of 1/512 of each other count as parallel. A shape that rests flat has two
// points whatever the rounding. The reference edge is A's, and features do not depend on which edge
// is the reference. Features stay while the same vertices and edges touch. The one point of a
// circle or an ellipse always has the same feature, and the feature of a corner of a custom shape
// comes from its place.
//
// Nothing allocates. For finite shapes and poses no result holds a NaN, even if the shapes have the
// same centre. Tolerances are relative to the shapes or to the speculative distance, so that a game
// may use pixels as its unit. The same input gives the same bits on every platform.
package manifold
