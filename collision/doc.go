// Package collision runs the contact pipeline: boxes become pairs, pairs become
// contacts, contacts get manifolds.
//
// # Terms
//
//   - Pair: two colliders whose fat boxes overlap.
//   - Contact: a pair that the filters let through; it lives until the boxes part.
//   - Touching: the contact's manifold has at least one point.
//   - Edge: a contact's place in the list of each of its two bodies; its key is
//     the contact's slot times two, plus one for body B.
//   - Fat box: the tight box, grown so that a body can move a little before the
//     broadphase hears of it.
//
// # Promise
//
// Create is serial and in the order of the pairs; Evaluate writes each contact's
// own row and bits in slot order, so how the rows are cut among workers cannot
// be told from the result. What begins, stops and parts is reported in ascending
// slot order and changed by the caller, who owns islands and colours.
package collision
