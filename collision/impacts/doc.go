// Package impacts is part of the engine: it determines from contacts when, at which speed and with
// which impulse bodies met. Package world makes events and contacts of it.
//
// # Terms
//
//   - Approach speed: the speed at which a point of contact closes, along the normal.
//   - Meeting fraction: the time at which the two met, as a fraction of the tick. It is negative
//     for a pair that a sweep stopped in the tick before, whose contact begins now.
//   - Hit: an impact of a contact that asks for hits, faster than a threshold.
//   - Sum: the impulses of a contact over the ticks of one Step.
//
// The search for hits runs in blocks of contact rows on several workers. Its result is in ascending
// slots, whatever the number of workers. A warm call allocates nothing.
package impacts
