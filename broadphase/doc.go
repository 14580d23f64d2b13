// Package broadphase finds which boxes overlap. It knows neither bodies nor shapes, and
// works on its own.
//
// # Terms
//
//   - Proxy: one axis-aligned box in float32, with an ID of the caller's choice, a
//     class and a category. IDs should be small and dense: everything about a proxy is
//     held in columns indexed by ID.
//   - Class: Static, Kinematic, Moving or QueryOnly. It decides which pairs are reported. Static
//     and Kinematic proxies are Immovable: nothing that they meet changes their motion.
//   - Category: the bits of a proxy. A query finds a proxy only if the query's mask shares a bit
//     with the category.
//   - Pair: two proxies whose boxes overlap, at least one of them Moving and none
//     QueryOnly. Boxes that touch overlap.
//   - New pair: a pair that overlaps now and did not at the previous call of Pairs.
//   - Bounding circles: the second stage. CirclesOverlap culls pairs whose boxes overlap and
//     whose circles do not; Brute applies it to the circles around the boxes.
//   - To invalidate a proxy: to make all its pairs new again.
//   - Cast: a point with a radius (RayCast), or a box (BoxCast), moves along a line and
//     meets proxies. The distance is a fraction of the motion.
//
// # Contents
//
// Broadphase is the interface of the three implementations. Tree is the default. Sweep is sweep and
// prune over a B-tree. Brute compares every box with every other; it is the oracle of the tests and
// serves for a few dozen boxes. Grid does not implement Broadphase: it finds the pairs of a list of
// boxes at once and keeps nothing. Mirror is a copy that answers queries while the original
// changes.
//
// A caller enlarges boxes as it sees fit, so that small motions need no call, and rounds
// them outward (geom.Box.ToBox32). It calls Update or Move for boxes that have changed, and
// Pairs once per step.
//
// # Promises
//
// The Pairs of all implementations are the same, in the same order, whatever the history. The
// queries and casts of all implementations visit the same proxies. Each implementation has its own
// order of visits, which is fixed by the history of calls. Nothing depends on the machine or on the
// number of workers.
//
// Queries and casts may run on many goroutines between changes. Everything else is for one
// goroutine at a time. A Tree or Grid that is given a Pool divides Pairs among its workers.
//
// Once warm nothing allocates, with two exceptions: a Tree grows when it gets more proxies
// than it ever had, and a Sweep when a box moves to a part of its B-tree that is full.
//
// # How an old pair is recognised
//
// By geometry. Every proxy keeps its box from the last Pairs as its old box, and a pair is old
// exactly when the two old boxes overlap. The old box of a proxy that was inserted or invalidated
// since then overlaps nothing. So neither the broadphase nor the caller needs a table of pairs.
//
// # How Tree works
//
// Each class has a binary tree of boxes. A node is one cache line: the boxes of both its
// children, their categories and links. A leaf is no node, only a link. The boxes of nodes
// are integers in the order of the floats, so that a test needs no branch.
//
// A leaf is inserted by the surface-area heuristic, and the nodes above it are rotated when
// that makes their boxes smaller. A subtree that becomes too high for its number of leaves
// is rebuilt. A box that moves a little keeps its slot in the tree; one that moves away
// from its siblings is inserted again.
//
// An Update that moves a large part of a tree marks the tree dirty. The next reader refits
// it in one pass, and rebuilds it when the sum of its boxes' perimeters has grown too much.
// Proxies that are inserted into a dirty tree are pending until then.
//
// When few proxies have changed, Pairs looks up each of them in the trees. Otherwise it sorts all
// Moving proxies into a grid by counting. The grid has levels of different cell sizes. A box
// belongs to one cell, by its centre, on a level whose cells are no smaller than the box. It is
// compared with the boxes of its own cell and of the four that follow, with one addition of packed
// coordinates (packedBox) per candidate. Boxes of a finer level are looked up in the coarser ones.
// If less than two fifths of the boxes have changed, only the changed boxes search, each in all
// nine cells around its centre. Groups of neighbours search the trees of the Immovable classes
// together. Boxes that are much larger than all others search all cells that they cover. A box that
// covers too many cells, or is too far out to have a cell number, searches the trees.
//
// The search is cut into blocks of proxies. Each worker keeps the pairs that it finds, and
// sorting makes the result independent of the workers. Memory is linear in the number of
// boxes, however sparse and large the world is.
package broadphase
