// Package islands is part of the engine: it links the bodies that touch or are jointed, and lets
// linked bodies sleep and wake together. Package world runs the stage in a tick, and calls it when
// the game creates, changes or destroys objects between ticks.
//
// # Terms
//
//   - Link: a contact that touches, or a joint that acts. Each link merges the islands of its
//     bodies and has a colour in the solver while its bodies are awake.
//   - Island: dynamic bodies that links connect, directly or through other dynamic bodies. The
//     table is state.Islands.
//   - Successor: the collider to which a contact passes when colliders of the ground are replaced.
//   - Fresh body: a body that was created asleep since the last tick. It sleeps on while a level is
//     built around it.
//   - Refilter: make the broadphase report the pairs of a body again, after a joint that kept its
//     bodies from colliding has ended.
//
// # Who hears of it
//
// The stage makes no events. It calls a function of package world for each body that fell asleep or
// woke, and for each contact that ends with a report, while the contact still exists. For contacts
// that end in a transition it calls another function for several at once.
//
// # Promises
//
// The stage is serial, except for a transition. In a transition colours, islands and reports change
// in parallel, each by ascending slot. Reading, reporting, destroying and the lists of the colours
// run in blocks whose results are joined in a fixed order. Bodies wake in an order that follows
// from slots and lists alone. A warm tick allocates nothing.
package islands
