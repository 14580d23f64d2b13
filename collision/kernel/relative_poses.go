package kernel

import (
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// RelativePoses are the relative poses of the bodies of contacts.
type RelativePoses struct {
	_     [0]func()                 // not comparable, so no program has code for a comparison
	Rows  [BlockSize]int32          // of the contacts
	Poses [BlockSize]geom.Transform // of B in A's frame
	Near  [BlockSize]Nearness
	Count int
	args  relativePoseArgs
}

// Nearness selects the computation of a contact.
type Nearness struct {
	Overlap int32  // all ones where the bounding circles overlap, else zero
	Kinds   uint32 // of the shapes: the kind of A times KindFactor, and the kind of B
}

// KindFactor is a power of two greater than any kind of shape.
const KindFactor = 1 << 4

var _ [KindFactor - shape.KindCount]struct{}

// Append appends the contact in a row, for Compute.
func (k *RelativePoses) Append(row int32) {
	k.Rows[k.Count&(BlockSize-1)] = row
	k.Count++
}

// AppendAll appends the contacts in some rows.
func (k *RelativePoses) AppendAll(rows []int32) { k.Count += copy(k.Rows[k.Count:], rows) }

// Compute computes the relative poses of all contacts and tests their bounding circles.
func (k *RelativePoses) Compute(t *Tables) { k.computePortable(t, k.computeVector(t)) }

// computePortable is Compute for the contacts from some index on.
func (k *RelativePoses) computePortable(t *Tables, first int) {
	for i := first; i < k.Count; i++ {
		pair, rel := &t.Contacts.Pair[k.Rows[i]], &k.Poses[i]
		a, b := t.Poses(pair)
		setRelative(rel, a, b)
		shapeA, shapeB := &t.Shapes.Geometry[pair.ColliderA], &t.Shapes.Geometry[pair.ColliderB]
		k.Near[i] = Nearness{Kinds: uint32(shapeA.Kind)*KindFactor | uint32(shapeB.Kind)}
		between, reach := BetweenCircles(shapeA, shapeB, rel, t.Speculative)
		if broadphase.CirclesOverlap(between, reach) {
			k.Near[i].Overlap = -1
		}
	}
}

// setRelative sets dst to the pose b in the frame of a: a.InverseMul(b) without copies of poses.
// Most contacts in motion need it.
func setRelative(dst, a, b *geom.Transform) {
	dst.P = a.R.ApplyInverse(b.P.Sub(a.P))
	dst.R = a.R.InverseMul(b.R)
}

// BetweenCircles returns the vector between the centres of two bounding circles, and the largest
// distance at which the shapes can have a contact with points.
func BetweenCircles(a, b *shape.Geometry, rel *geom.Transform, speculative float64) (between geom.Vec2, reach float64) {
	return rel.Apply(b.Center).Sub(a.Center), a.BoundingRadius + b.BoundingRadius + speculative
}

// Forget drops the addresses of tables: the poses may be kept for other worlds.
func (k *RelativePoses) Forget() { k.args = relativePoseArgs{} }
