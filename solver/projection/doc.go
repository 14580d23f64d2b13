// Package projection is part of the engine: it moves jointed bodies so that their joints fit again
// after sweeps have stopped some of them.
//
// A sweep stops a body where it meets an obstacle, in the middle of a tick, and knows no joints.
// The bodies that joints connect with it have moved for the whole tick. At 12 m/s a joint parts by
// up to 20 cm, and then pulls the bodies together. Projection closes such gaps before the tick
// ends. It moves bodies and leaves their velocities: the contact of the next tick stops the body,
// and the joints stop the others.
//
// # The moves
//
// Each joint in turn moves its two bodies by the least motion that closes its gap, weighted by
// their masses. A stopped body counts as 64 times as heavy, for an obstacle holds it. The bodies
// that have moved are swept again, which may stop more of them.
//
// # Promises
//
// The result for a body does not depend on bodies that no joints connect with it. Warm calls
// allocate nothing.
package projection
