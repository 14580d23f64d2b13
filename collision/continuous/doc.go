// Package continuous is part of the engine: it keeps fast bodies from passing through other bodies.
// Package world runs its two stages after the solver has moved the bodies.
//
// # Terms
//
//   - Fast body: a body that moved by more than half of its MinExtent in a tick, so it may have
//     jumped over another. A body is also fast when a kinematic body moved past it by more than
//     that.
//   - Slow body: a body that moved less, but may have ended the tick inside a static body that its
//     contacts did not know or could not stop it at, or into which it turned. It is swept like a
//     fast body.
//   - Sweep: the motion of a body from its pose at the start of the tick to the pose that the
//     solver gave it.
//   - Segment: a sweep that lasts from one fraction of the tick to another. A body that was stopped
//     goes on along another segment; the segments make its path.
//   - Hit: the earliest time at which a sweep meets a collider that can stop it.
//   - Obstacle: the collider that was hit.
//   - Bullet: a fast body that is stopped by dynamic bodies as well as static and kinematic bodies.
//
// # The two stages
//
// FastBodies sweeps each fast body alone against static and kinematic bodies. Each sweep writes the
// pose of its own body, so the result does not depend on the distribution of bodies among workers.
//
// Bullets runs on the caller's goroutine once the boxes of all other bodies are up to date. It
// resolves the hits of all bullets in the order of their times, ties in the order of rows. Its cost
// grows as n log n with the number of bullets.
//
// After each stage the world moves the bodies that joints connect with stopped ones, and SweepAgain
// sweeps them.
//
// # Files
//
// stage.go holds the first stage and bullets.go the second, with its queue of hits in
// bullet_queue.go and the paths of the tick in sweep_tree.go. kinematic.go adds the bodies that
// kinematic bodies pass, and slow.go the bodies that hit hard. query.go sweeps one body, group.go
// several at once, and neighbor_cache.go the bodies with cached neighborhoods. impact.go decides
// where one pair of colliders is stopped, pair.go measures the pair, path.go describes motion in a
// tick, response.go computes the motion after a hit and edge.go the motion around an edge.
// again.go sweeps bodies that were moved afterwards. traversed.go keeps the paths really traversed,
// for the sensors, and the times of the hits, for the events.
package continuous
