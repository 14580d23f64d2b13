// Package impacts is part of the engine: it reads off contacts when, how fast and how hard bodies
// met. Package world makes events and contacts of it.
//
// # Terms
//
//   - Approach speed: the speed at which a point of contact closes, along the normal.
//   - Meeting fraction: when the two met, as a fraction of the tick. It is less than zero for a
//     pair of which a sweep stopped one at the other in the tick before, whose contact begins now.
//   - Hit: an impact of a contact that asks for hits, faster than a threshold.
//   - Sum: the impulses of a contact over the ticks of one Step.
//
// The search for hits runs in blocks of contact rows on several workers; its result is in ascending
// slots, whatever their number. A warm call allocates nothing.
package impacts
