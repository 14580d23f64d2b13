// Package solver makes velocities obey contacts and joints.
//
// # Terms
//
//   - A sub-step is one n-th of a tick. In each, bodies accelerate, constraints
//     are solved once with position correction, bodies move, and constraints
//     are relaxed: solved once without it, so that the speed of the correction
//     does not stay in the bodies.
//   - A colour is a set of contacts and joints no two of which share a dynamic
//     body, so they can be solved in any order or at once with the same bits.
//     What finds no colour goes to the overflow, which is solved in order.
//   - A row holds Lanes contacts of one colour as columns of eight numbers; a
//     lane is one contact in it. Rows are rebuilt every tick and keep only what
//     every pass needs. A padding lane names no contact: its masses are zero and
//     its bodies are the ground's, so it changes nothing.
//   - The arm of a point about a body, for a direction d, is r x d: how much
//     angular velocity the direction sees. Rows hold arms instead of anchors.
//   - An island is a set of bodies that sleep and wake together. A group is a set of
//     small islands that one worker solves alone; see group.go. The rest goes by
//     colours, with a barrier behind each.
//
// # The scheme
//
// Sub-stepped sequential impulses with soft contacts and a relax pass (Macklin
// et al., Small Steps in Physics Simulation, 2019; Catto, Soft Constraints, GDC
// 2011). What is done differently here:
//
//   - Warm starting inside a tick goes by bodies, not by constraints: anchors
//     and normals are fixed during a tick, so the kept impulses change each body by
//     what they changed it by one sub-step before. Only the first sub-step walks
//     over the rows for it.
//   - A contact with two points has one friction constraint. In the plane both
//     points have the same tangent and, but for the overlap, the same arm.
//   - Joints that form trees are solved exactly, before the colours: see joint.
//   - Restitution comes first, not last: see impact.go.
//   - Contacts that press already are over-relaxed: see relaxation in kernel.go.
//   - Bodies that carry many times their weight are given inertia: see ballast.go.
//
// # Promises
//
// A solve reads and writes rows of awake bodies and linked contacts only. Its
// result depends on the order of Link and Unlink calls and on nothing else: not
// on the number of workers, on groups, on addresses or on time. Warm, it allocates
// nothing.
// Every product is rounded before it is added, so all targets agree to the bit.
package solver
