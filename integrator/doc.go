// Package integrator turns forces into velocities and velocities into poses.
//
// # Terms
//
//   - A sub-step is one n-th of a tick. Velocities and Positions run once in
//     each; Finalize runs once per tick, after the last.
//   - The outer acceleration of a body is what gravity, the user's force and
//     damping do to it; the inner one is what contacts and joints do.
//   - Carry is the velocity of a body in the current sub-step before anything
//     inner acted on it. The velocity at the end of the sub-step minus Carry is
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
// construction; see turn.
//
// # Warm starting by bodies
//
// Anchors and normals of contacts are fixed during a tick, so applying every
// contact's kept impulse again at the start of the next sub-step would change the
// velocity of a body by just the sum that Carry can tell. Sustain adds this
// sum in one pass over the bodies, where the constraints would need one over all
// their rows: a third of the solver's memory traffic.
//
// # Promises
//
// A stage reads and writes the rows of its range and nothing else; rows may be
// cut into ranges in any way without changing a bit. Bodies that are not awake
// are never visited. A velocity along a locked axis is zero after Velocities, and one that
// has faded to nothing after Finalize.
package integrator
