//go:build purego || !(amd64 || arm64 || js)

package kernel

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// relativePoseArgs are the arguments of a vector kernel: there is none on this target.
type relativePoseArgs struct{}

// computeVector computes no pose without a vector kernel.
func (k *RelativePoses) computeVector(*Tables) int {
	k.args = relativePoseArgs{}
	return 0
}

// CullBatch is empty without a vector kernel.
type CullBatch struct{}

// Run finds the contacts in rows [lo, hi), at most BlockSize, whose boxes are disjoint, and
// partitions the others.
func (*CullBatch) Run(pairs []state.ContactPair, boxes []geom.Box32, lo, hi int, to *Lists) {
	for l := range to {
		to[l].Clear()
	}
	to.appendPortable(pairs, boxes, lo, hi)
}

// ReuseBatch is empty without a vector kernel.
type ReuseBatch struct{}

// Run leaves all contacts in the list.
func (*ReuseBatch) Run(*Tables, *RowList, *RelativePoses) {}

// SeparationBatch is empty without a vector kernel.
type SeparationBatch struct{}

// Run removes the contacts that still have no points from a list.
func (*SeparationBatch) Run(t *Tables, rows *RowList) { rows.keepNear(t, 0, 0) }

// FaceBatch stays empty without a vector kernel.
type FaceBatch struct{}

// Add reports that there is no vector kernel on this target.
func (*FaceBatch) Add(int, manifold.FeatureHint, shape.Convex, shape.Convex, *geom.Transform, float64) bool {
	return false
}

// Full reports that there is room.
func (*FaceBatch) Full() bool { return false }

// Run has no pairs.
func (*FaceBatch) Run() int { return 0 }

// At is not called, because there are no pairs.
func (*FaceBatch) At(int) (pair int, face manifold.Face, ok bool) { return 0, manifold.Face{}, false }

// RectangleBatch stays empty without a vector kernel.
type RectangleBatch struct{}

// RectangleResult would be the result of a vector kernel.
type RectangleResult struct {
	_        [0]func() // not comparable, so no program has code for a comparison
	Manifold manifold.Manifold
	Left     int64
}

// Reset has nothing to do.
func (*RectangleBatch) Reset(*Tables, *RelativePoses) {}

// Serves reports that there is no vector kernel on this target.
func (*RectangleBatch) Serves(shape.Kind, shape.Kind) bool { return false }

// Add is not called, because no pair is served.
func (*RectangleBatch) Add(int) {}

// Full reports that there is room.
func (*RectangleBatch) Full() bool { return false }

// Run has no pairs.
func (*RectangleBatch) Run() (list []int32, results []RectangleResult) { return nil, nil }

// PredictionBatch stays empty without a vector kernel.
type PredictionBatch struct{}

// Add predicts the point of a contact at once.
func (*PredictionBatch) Add(t *Tables, row int, f *Surfaces) { t.Predict(row, f) }

// Run has no contacts.
func (*PredictionBatch) Run(*Tables) {}

// Forget has nothing to drop.
func (*ReuseBatch) Forget() {}

// Forget has nothing to drop.
func (*SeparationBatch) Forget() {}

// Forget has nothing to drop.
func (*FaceBatch) Forget() {}

// Forget has nothing to drop.
func (*RectangleBatch) Forget() {}

// Forget has nothing to drop.
func (*PredictionBatch) Forget() {}

// BoxBatch has no kernel on this target.
type BoxBatch struct{}

// Serves reports that there is no vector kernel on this target.
func (*BoxBatch) Serves(*shape.Geometry) bool { return false }

// Run is not called, because no shape is served.
func (*BoxBatch) Run(*BoxTables, *LooseList, int, int) ([]uint32, []geom.Box32) { return nil, nil }
