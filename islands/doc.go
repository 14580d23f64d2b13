// Package islands is part of the engine: it links the bodies that touch or are jointed, and lets
// linked bodies sleep and wake together. Package world runs the stage in a tick, and calls it where
// the game creates, changes or destroys something between ticks.
//
// # Terms
//
//   - Link: a contact that touches, or a joint that acts. Each link merges the islands of its
//     bodies and has a colour in the solver while its bodies are awake.
//   - Island: dynamic bodies that links connect, directly or through other dynamic bodies. The
//     table is state.Islands.
//   - Fresh body: one that was made asleep since the last tick. It sleeps on while a level is built
//     around it.
//   - Refilter: to let the broadphase report the pairs of a body again, after a joint that kept its
//     bodies from colliding has ended.
//
// # Who hears of it
//
// The stage makes no events. It calls a function of package world for each body that fell asleep or
// woke, and for each contact that ends with a report, while the contact still exists; for those
// that end in a transition it calls one for several.
//
// # Promises
//
// All of it is serial, but for a transition. Its colours, islands and reports change beside each
// other, each by ascending slot. What it reads, reports and destroys, and the lists of the colours,
// are blocks whose results are joined in a fixed order. Bodies are woken in an order that follows
// from slots and lists alone. A warm tick allocates nothing.
package islands
