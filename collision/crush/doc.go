// Package crush is part of the engine: it finds the force that crushes a body. Package world runs
// the stage at the end of a tick and makes events of its findings.
//
// # Terms
//
//   - Pressure: the force of one contact or joint on a body over the last tick.
//   - Opposed force along a direction: the smaller of the sums of the pressures that push one way
//     and the other. At least one of the two sums is of contacts alone.
//   - Crush force: the largest opposed force over all directions.
//   - Crushable collider: one whose material has a threshold of the crush force for events.
//
// The stage is serial and changes no table. A warm call allocates nothing.
package crush
