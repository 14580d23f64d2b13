// Package broadphase finds which boxes overlap. It knows nothing of bodies and
// shapes: a proxy is an axis-aligned box in float32 with an ID of the caller's
// choice, a class and a category.
//
// # Terms
//
//   - Proxy: one box. Its ID is small and dense, for everything about it stands
//     in columns indexed by ID.
//   - Class: Resting, Moving or Query; it says which pairs are wanted.
//   - Category: bits that a query's mask must share with a proxy to find it.
//   - Pair: two proxies whose boxes overlap, at least one of them Moving and
//     neither Query. Boxes that touch overlap.
//   - New pair: one that overlaps now and did not at the previous call of Pairs.
//   - Bounding circles: what overlapping boxes are culled by in a second stage, by the
//     function CirclesOverlap. Brute applies it to the circles around the boxes.
//   - To renew a proxy: to make all its pairs new again.
//   - Ray, cast: everything that a point with a radius, or a box, meets while it
//     moves along a line; how far it gets is a fraction of the way.
//
// # What it promises
//
// There are three implementations of Broadphase: Tree, the default; Sweep,
// sweep and prune over a B-tree; and Brute, which compares everything with
// everything and is the oracle of the other two. Their Pairs are the same, in
// the same order, whatever the history. Their queries, rays and casts visit the
// same proxies, in an order of their own that is fixed by the history of calls.
// Nothing depends on the machine: no map is walked, no sum of products is left
// to be fused.
//
// Queries, rays and casts may run on many goroutines at once, between changes.
// Everything else is for one goroutine at a time. A Tree lets the workers of a
// pool, if it is given one, share Update and Pairs. Once warm nothing allocates,
// except that a Tree grows when it gets more proxies than it ever had, and a
// Sweep when a box goes where there is no room in its B-tree.
//
// # How a known pair is recognised
//
// By geometry. Every proxy keeps the box that it had at the last Pairs; two
// proxies are known to each other when those old boxes overlap. A proxy that
// was inserted or renewed since has an old box that overlaps nothing. So there
// is no set of pairs to look up, in the broadphase or behind it.
//
// # How Tree works
//
// Each class has a binary tree of boxes. A node is one cache line: the boxes of
// both its children, their categories and links; leaves are no nodes at all.
// Boxes are held as integers in the same order as the floats, so that a test
// needs no branch. A leaf is inserted where the surface-area heuristic wants
// it, and the nodes above are rotated when that makes them smaller; a node that
// becomes too high for its number of leaves is rebuilt. A box that moves a
// little stays where it hangs, one that leaves its neighbours is hung anew.
// Update, when it moves a good part of a tree, leaves it stale: the next one who
// needs it refits all of it in one pass, and rebuilds it when the sum of its
// boxes' sizes has grown too much. What is inserted into a stale tree waits for
// that too.
//
// Pairs looks up every changed proxy in the trees when few have changed. When
// many have, it sorts all Moving proxies into a grid by counting. Every box
// goes, by its centre, into one cell of a tier of cells no smaller than itself,
// and is compared with its own cell and the four that follow, by one
// subtraction of packed positions (see tag) per candidate; boxes of a finer
// tier are looked up in the coarser ones. If only the lesser part has changed,
// those alone look all around themselves. Groups of neighbours look into the
// tree of the Resting class together. Boxes much larger than all others look into
// all the cells that they cover; where that is too much, or farther out than the
// grid can number, boxes look into the trees themselves. The search is cut into
// blocks of proxies, each worker keeps what it finds, and sorting all of it makes
// it the same whoever found what. Memory is linear in the number of boxes, however
// sparse and large the world is.
//
// # What it reads and writes
//
// The caller fattens boxes as it sees fit before it hands them in, rounds them
// outward (geom.Box.Narrow), calls Update or Move for those that have left
// their fat box, and calls Pairs once per step.
package broadphase
