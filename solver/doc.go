// Package solver is part of the engine: it computes the velocities at which bodies satisfy their
// contacts and joints.
//
// # Terms
//
//   - A sub-step is one n-th of a tick. In each sub-step bodies accelerate, constraints are solved
//     once with position correction, bodies move, and constraints are relaxed: solved once without
//     position correction, so that the speed of the correction does not stay in the bodies.
//   - A colour is a set of contacts and joints no two of which share a dynamic body, so they can be
//     solved in any order or at the same time with the same bits. A constraint without a free
//     colour goes to the overflow, which is solved in order.
//   - A bundle holds eight contacts of one colour as columns of eight numbers. A lane is one
//     contact in it. Bundles are rebuilt every tick and hold only the numbers that every pass
//     needs. A padding lane has no contact: its masses are zero and its bodies are the ground, so
//     it changes nothing.
//   - The arm of a point about a body, for a direction d, is r x d: the factor of the angular
//     velocity in the velocity along d. Bundles hold arms instead of anchors.
//   - A batch holds the bundles and joint constraints that are solved together. It belongs to a
//     group of small islands that one worker solves alone, or to all other islands, which all
//     workers solve colour by colour. Package schedule makes the groups.
//
// # The scheme
//
// Sub-stepped sequential impulses with soft contacts and a relax pass (Macklin
// et al., Small Steps in Physics Simulation, 2019; Catto, Soft Constraints, GDC
// 2011), with these differences:
//
//   - Warm starting inside a tick goes by bodies, not by constraints. Anchors and normals are fixed
//     during a tick, so the kept impulses change each body by as much as in the previous sub-step.
//     Only the first sub-step warm starts from the bundles.
//   - A contact with two points has one friction constraint. In the plane both points have the same
//     tangent and, except for the overlap, the same arm.
//   - Articulations, joints that form trees, are solved exactly, before the colours: see
//     package articulation.
//   - The arms of contacts on arcs follow the motion in every sub-step: see arcs.go.
//   - Restitution comes first, not last, and joints transmit it: see restitution.go.
//   - Pressing contacts are over-relaxed: see overRelaxation in kernel.go.
//   - Contacts under heavy loads are solved directly, before the colours: see loads.go and
//     package direct. The loads of a stack are predicted when its contacts begin: see stacks.go.
//   - A body that hits a surface with two points is stopped at both together: see impacts.go.
//
// # Promises
//
// A solve reads and writes only table rows of awake bodies and linked contacts. Its result depends
// on the order of Link and Unlink calls and on nothing else: not on the number of workers, on
// groups, on addresses or on time. A warm solve allocates nothing.
// Every product is rounded before it is added, so all targets agree to the bit.
package solver
