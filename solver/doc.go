// Package solver is part of the engine: it finds the velocities at which bodies obey their
// contacts and joints.
//
// # Terms
//
//   - A sub-step is one n-th of a tick. In each, bodies accelerate, constraints
//     are solved once with position correction, bodies move, and constraints
//     are relaxed: solved once without it, so that the speed of the correction
//     does not stay in the bodies.
//   - A colour is a set of contacts and joints no two of which share a dynamic
//     body, so they can be solved in any order or at once with the same bits.
//     A constraint that finds no free colour goes to the overflow, which is solved in order.
//   - A bundle holds eight contacts of one colour as columns of eight numbers. A
//     lane is one contact in it. Bundles are rebuilt every tick and keep only the numbers
//     that every pass needs. A padding lane has no contact: its masses are zero and
//     its bodies are the ground, so it changes nothing.
//   - The arm of a point about a body, for a direction d, is r x d: the share of the
//     angular velocity in the velocity along d. Bundles hold arms instead of anchors.
//   - A batch holds the bundles and joint constraints that are solved together: of a group
//     of small islands that one worker solves alone, or of all other islands, which
//     all workers solve colour by colour. Package schedule makes the groups.
//
// # The scheme
//
// Sub-stepped sequential impulses with soft contacts and a relax pass (Macklin
// et al., Small Steps in Physics Simulation, 2019; Catto, Soft Constraints, GDC
// 2011), with these differences:
//
//   - Warm starting inside a tick goes by bodies, not by constraints: anchors
//     and normals are fixed during a tick, so the kept impulses change each body by
//     as much as one sub-step before. Only the first sub-step warm starts
//     from the bundles.
//   - A contact with two points has one friction constraint. In the plane both
//     points have the same tangent and, but for the overlap, the same arm.
//   - Articulations, joints that form trees, are solved exactly, before the colours: see
//     package articulation.
//   - The arms of contacts on arcs follow the motion in every sub-step: see arcs.go.
//   - Restitution comes first, not last: see restitution.go.
//   - Contacts that press already are over-relaxed: see overRelaxation in kernel.go.
//   - Contacts under heavy loads are solved directly, before the colours: see loads.go and
//     package direct. Those of a stack are foreseen when its contacts begin: see stacks.go.
//   - A body that hits square at two points is stopped at both together: see impacts.go.
//
// # Promises
//
// A solve reads and writes table rows of awake bodies and linked contacts only. Its
// result depends on the order of Link and Unlink calls and on nothing else: not
// on the number of workers, on groups, on addresses or on time. Warm, it allocates
// nothing.
// Every product is rounded before it is added, so all targets agree to the bit.
package solver
