// Package bodies is part of the engine: it makes bodies and colliders, and changes what follows
// from them. Package world calls it where the game creates, changes or destroys something; the
// handles, the checks of definitions and the events are package world's.
//
// # Terms
//
//   - Proxy: the fat box of a collider in the broadphase. A disabled body has none.
//   - Extent: how far a body reaches from its centre of mass, and the radius of the largest circle
//     in its smallest collider. Sleeping and continuous collision measure motion by them.
//   - To recenter: to move the centre of mass. The pose, the velocity, colliders, contacts and
//     joints are measured from it and follow.
//   - Key order: the order of a stable world, by the keys of bodies. See Reorder.
//
// # Promises
//
// A change of one body costs its colliders, contacts and joints. A method returns an error before
// it has changed anything. The code of custom shapes, which may panic, runs before the first
// change.
package bodies
