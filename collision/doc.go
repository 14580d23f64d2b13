// Package collision is part of the engine: it finds the colliders of a world that touch, and their
// manifolds. Boxes become pairs, pairs become contacts, and contacts get manifolds. Package world
// runs it, and package continuous sweeps fast bodies against its colliders.
//
// # Terms
//
//   - Fat box: the tight box of a collider, grown so that its body can move a little
//     without a change of the broadphase.
//   - Pair: two colliders whose fat boxes overlap.
//   - Contact: a pair that the filters accept. It lives until the boxes are disjoint.
//   - Touching: a contact is touching if its manifold has at least one point.
//   - Edge: the place of a contact in the list of one of its two bodies. Its key is the
//     contact's slot times two, plus one for body B.
//
// # The stages
//
//   - FindPairs asks the broadphase for new pairs, filters them and makes contacts.
//   - Evaluate brings the manifolds of awake contacts up to date. First the fat boxes cull the
//     contact. Then its last manifold is reused if the bodies have hardly moved relative to each
//     other. Otherwise the bounding circles cull it (recomputeCulled), and the contacts that pass
//     go to the narrowphase, in package manifold. Contacts with the ground are filtered for
//     internal edges. Last, kinematic bodies give way to static ones.
//   - Refit gives the broadphase new fat boxes.
//   - Reorder occasionally sorts the table of contacts in the order of its bodies.
//
// # Promise
//
// The workers filter new pairs together, and the caller alone makes their contacts, in the order of
// the pairs. Evaluate writes each contact's own row and marks its slot, so the result does not
// depend on the distribution of contacts among workers. The caller walks the contacts that changed
// in ascending order of slots, and changes the islands and colours, which it owns.
package collision
