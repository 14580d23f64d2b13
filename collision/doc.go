// Package collision is part of the engine: it finds which colliders of a world touch, and
// how. Boxes become pairs, pairs become contacts, and contacts get manifolds. Package world
// runs it, and package continuous sweeps fast bodies against the colliders that it knows.
//
// # Terms
//
//   - Fat box: the tight box of a collider, grown so that its body can move a little
//     before the broadphase has to be told.
//   - Pair: two colliders whose fat boxes overlap.
//   - Contact: a pair that the filters accept. It lives until the boxes are disjoint.
//   - Touching: said of a contact whose manifold has at least one point.
//   - Edge: the place of a contact in the list of one of its two bodies. Its key is the
//     contact's slot times two, plus one for body B.
//
// # The stages
//
//   - FindPairs asks the broadphase for new pairs, filters them and makes contacts.
//   - Evaluate brings the manifolds of awake contacts up to date. The fat boxes cull a
//     contact first. Then its last manifold is reused if the bodies have hardly moved
//     against each other. Else the bounding circles cull it (recomputeCulled), and what
//     passes goes to the narrowphase, in package manifold. Contacts with the ground are
//     filtered for internal edges. Last, kinematic bodies give way to static ones.
//   - Refit gives the broadphase new fat boxes.
//   - Reorder puts the table of contacts in the order of its bodies now and then.
//
// # Promise
//
// The workers filter new pairs together, and the caller alone makes their contacts, in
// the order of the pairs. Evaluate writes each contact's own row and marks its slot, so
// the way in which contacts are shared out among workers cannot show in the result. The
// caller walks the contacts that changed in ascending order of slots, and changes the
// islands and colours, which it owns.
package collision
