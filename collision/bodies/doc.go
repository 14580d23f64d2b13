// Package bodies is part of the engine: it creates and changes bodies and colliders, and updates
// the quantities that depend on them. Package world calls it where the game creates, changes or
// destroys something. The handles, the checks of definitions and the events belong to package
// world.
//
// # Terms
//
//   - Proxy: the fat box of a collider in the broadphase. A disabled body has none.
//   - Extent: the largest distance of a body's points from its centre of mass (MaxExtent), and the
//     radius of the largest circle in its smallest collider (MinExtent). Sleeping and continuous
//     collision compare motion with them.
//   - To recenter: to move the centre of mass. The pose, the velocity, colliders, contacts and
//     joints are relative to the centre of mass and are updated.
//   - Key order: the order of a stable world, by the keys of bodies. See Reorder.
//
// # Promises
//
// A change of one body takes time proportional to its colliders, contacts and joints. A method
// returns an error before it has changed anything. The code of custom shapes, which may panic, runs
// before the first change.
package bodies
