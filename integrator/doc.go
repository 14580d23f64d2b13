// Package integrator is part of the engine: it turns forces into velocities and velocities
// into poses.
//
// # Terms
//
//   - A sub-step is one n-th of a tick. A Stepper integrates velocities and positions once in each.
//     Finalize runs once per tick, after the last.
//   - The outer acceleration of a body comes from gravity, the user's force and damping. The inner
//     acceleration comes from contacts and joints.
//   - The pre-solve velocity of a body is its velocity in the current sub-step before any contact
//     or joint acted on it. The velocity at the end of the sub-step minus the pre-solve velocity is
//     therefore the sum of all inner impulses on that body, divided by its mass.
//
// # The scheme
//
// Semi-implicit Euler, with damping treated implicitly so that it is stable for
// any value. With sub-step h, outer acceleration a and damping d:
//
//	v' = (v + h a) / (1 + h d)
//	x' = x + h v'
//
// From rest without damping, after k sub-steps: v = k h a and
// x = h h a k (k+1) / 2, which is a t t / 2 plus half a sub-step's worth of v.
//
// A rotation advances by a rational rotation that has unit length by
// construction; see rotate.
//
// # Warm starting by bodies
//
// Anchors and normals of contacts are fixed during a tick, so applying every contact's kept impulse
// again at the start of the next sub-step would change the velocity of a body by the same sum of
// inner impulses. The integrator knows this sum from the pre-solve velocity and adds it in one pass
// over the bodies. A warm start by constraints would be a pass over all bundles of constraints, a
// third of the solver's memory traffic.
//
// # Promises
//
// A stage reads and writes the rows of its range and nothing else. Any division of rows into ranges
// gives the same bits. Bodies that are not awake are never visited. A velocity along a locked axis
// is zero after the forces are applied. A velocity too small to matter is zero after Finalize.
package integrator
