// Package collision runs the contact pipeline: boxes become pairs, pairs become
// contacts, contacts get manifolds. What moves too far for that is swept.
//
// # Terms
//
//   - Pair: two colliders whose fat boxes overlap.
//   - Contact: a pair that the filters let through; it lives until the boxes part.
//   - Touching: the contact's manifold has at least one point.
//   - Edge: a contact's place in the list of each of its two bodies; its key is
//     the contact's slot times two, plus one for body B.
//   - Fast: a body that moved so far in a tick that it may have jumped over something.
//     It is swept, from where it was to where it is, and stopped on the way.
//   - Fat box: the tight box, grown so that a body can move a little before the
//     broadphase hears of it.
//
// # Promise
//
// New pairs are judged by all workers and their contacts made by the caller alone,
// in the order of the pairs. Evaluate writes each contact's own row and marks its slot,
// and Continuous each fast body's own pose, so how they are cut among workers cannot
// be told from the result. What begins, stops and parts is reported in ascending
// slot order and changed by the caller, who owns islands and colours.
package collision
