// Package kernel is part of the engine: the arguments and the calls of the vector kernels of
// package collision, with a portable twin of each.
//
// # The kernels
//
//   - SeparationBatch tells which contacts without points still have none (Tables.StillSeparated).
//   - ReuseBatch moves the points of manifolds with their bodies (Tables.Reuse).
//   - RelativePoses computes the relative poses of the bodies of contacts, and tests their bounding
//     circles (RelativePoses.computePortable).
//   - RectangleBatch is the pair functions of boxes, capsules and segments (manifold.Collide).
//   - FaceBatch is the search for the best face of two polygons (manifold.SearchFaces).
//   - PredictionBatch predicts the points of arcs in the middle of the tick (Tables.Predict).
//
// A lane is a contact, and a call takes four. A batch collects contacts of one block and leaves to
// the portable twin what fills no call.
//
// # Promise
//
// A kernel has the bits of its twin, on every target; see package simd for where there are kernels.
// A lane that is not in use writes nothing.
package kernel
