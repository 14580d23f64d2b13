// Package continuous is part of the engine: it keeps fast bodies from passing through
// others. Package world runs its two stages after the solver has moved the bodies.
//
// # Terms
//
//   - Fast body: one that moved by more than half of its MinExtent in a tick, so it may have jumped
//     over another. A body is also fast when a kinematic body moved past it by as much.
//   - Slow body: one that moved less, but may have ended the tick inside something static that its
//     contacts did not know or could not stop it at. It is swept like a fast one.
//   - Sweep: the motion of a body from its pose at the start of the tick to the pose that the
//     solver gave it.
//   - Segment: a sweep that lasts from one fraction of the tick to another. A body that was stopped
//     goes on along another segment; the segments make its path.
//   - Hit: the earliest time at which a sweep meets a collider that can stop it.
//   - Obstacle: the collider that was hit.
//   - Bullet: a fast body that is stopped by dynamic bodies too, and not by static and kinematic
//     ones only.
//
// # The two stages
//
// FastBodies sweeps each fast body alone against static and kinematic bodies. Each
// sweep writes the pose of its own body, so the result does not depend on how the
// bodies are shared out among workers.
//
// Bullets runs on the caller's goroutine once the boxes of all other bodies are up to
// date. The hits of all bullets are resolved in the order of their times, ties in the
// order of rows. Its cost grows as n log n with the number of bullets.
//
// # Files
//
// stage.go holds the first stage and bullets.go the second, with the hits to come in
// bullet_queue.go and the paths of the tick in sweep_tree.go. kinematic.go adds the bodies that
// kinematic bodies pass, slow.go those that hit hard. query.go sweeps one body, group.go several at
// once, neighbor_cache.go those of cached neighborhoods, impact.go decides where one pair of
// colliders is stopped, pair.go measures the pair, path.go describes motion in a tick, response.go
// says how a body goes on after a hit, and traversed.go keeps the paths really traversed, for the
// sensors, and the times of the hits, for the events.
package continuous
