// Package kernel is part of the engine: the arguments and the calls of the vector kernels of
// package collision, and a portable twin of each kernel.
//
// # The kernels
//
//   - CullBatch finds the contacts whose boxes are disjoint, and partitions the others by their
//     work (Lists.appendPortable).
//   - SeparationBatch finds the contacts without points that still have none
//     (Tables.StillSeparated).
//   - ReuseBatch moves the points of manifolds with their bodies (Tables.Reuse).
//   - RelativePoses computes the relative poses of the bodies of contacts, and tests their bounding
//     circles (RelativePoses.computePortable).
//   - RectangleBatch computes the manifolds of boxes, capsules and segments (manifold.Collide).
//   - FaceBatch searches the best face of two polygons (manifold.SearchFaces).
//   - PredictionBatch predicts the points of arcs in the middle of the tick (Tables.Predict).
//   - BoxBatch computes tight boxes, and new fat boxes of colliders that have left theirs
//     (Pipeline.refitCollider of package collision).
//
// A lane is a contact, and a call takes four contacts. A batch collects contacts of one block. The
// contacts that do not fill a call are left to the portable twin. In BoxBatch a lane is a side of a
// box.
//
// # Promise
//
// A kernel has the same results as its twin, bit for bit, on every target; see package simd for the
// targets with kernels. A lane that is not in use writes nothing.
package kernel
