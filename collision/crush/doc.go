// Package crush is part of the engine: it finds the force that presses a body together. Package
// world runs the stage at the end of a tick and makes events of its findings.
//
// # Terms
//
//   - Pressure: the force of one contact or joint on a body over the last tick.
//   - Opposed force along a direction: the smaller of the sums of pressures that push one way and
//     the other. Of the two sides at least one is contacts alone.
//   - Crush force: the largest opposed force over all directions.
//   - Crushable collider: one whose material says from which crush force on it reports its body.
//
// The stage is serial and changes no table. A warm call allocates nothing.
package crush
