package continuous

import (
	"math"

	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/simd"
)

// Groups of fast bodies. Neighbours in the table are often neighbours in the world, so one query
// for several bodies finds all colliders that they may touch. Mostly the query finds none, or so
// few that each body compares its box with all of them.

// maxNear is the largest number of colliders near a group for which its bodies share one query.
const maxNear = 24

// nearItem is a static or kinematic collider near a group or a cell.
type nearItem struct {
	box orderedBox
	id  uint32
}

// sweepGroup sweeps bodies whose paths are not recorded.
func (q *ccdQuery) sweepGroup(group []fastBody) {
	q.findNear(q.groupBox(group))
	switch {
	case q.nearCount == 0:
	case q.nearCount > maxNear:
		for _, b := range group {
			q.sweepBody(b, nil)
		}
	default:
		for _, b := range group {
			q.sweepNear(b, q.near[:q.nearCount])
		}
	}
}

// findNear finds the colliders near a group, and their boxes unless there are too many.
func (q *ccdQuery) findNear(box geom.Box32) {
	q.nearCount = 0
	q.p.Broadphase.QueryClasses(broadphase.Immovable, box, ^uint64(0), q.addNear)
	if q.nearCount > maxNear {
		return
	}
	boxes := q.p.Broadphase.Boxes()
	for i := range q.near[:q.nearCount] {
		near := &q.near[i]
		near.box = orderBox(&boxes[near.id])
	}
}

// sweepNear sweeps a body that may touch only the given colliders.
func (q *ccdQuery) sweepNear(b fastBody, near []nearItem) {
	q.row, q.bullet, q.unmet = b.row, false, b.unmet
	if q.takeCandidates(near) {
		q.sweepAmong(nil)
	}
}

// orderedBox is a Box32 whose sides are mapped to integers by simd.Rank. The outcome of an overlap
// test can hardly be predicted, and the test of integers needs no branch.
type orderedBox struct{ minX, minY, maxX, maxY int32 }

func orderBox(b *geom.Box32) orderedBox {
	return orderedBox{simd.Rank(b.MinX), simd.Rank(b.MinY), simd.Rank(b.MaxX), simd.Rank(b.MaxY)}
}

// gap is negative if and only if the boxes have no point in common.
func (b *orderedBox) gap(o *orderedBox) int64 {
	return (int64(b.maxX) - int64(o.minX)) | (int64(o.maxX) - int64(b.minX)) |
		(int64(b.maxY) - int64(o.minY)) | (int64(o.maxY) - int64(b.minY))
}

// takeCandidates collects the candidates of a body among the given colliders, in the order of
// collectCandidates. It reports whether there are any.
func (q *ccdQuery) takeCandidates(near []nearItem) bool {
	bodies := q.p.Bodies
	motion := q.s.motionCircleBox(q.row, bodies.LastPose[q.row].P, bodies.Pose[q.row].P)
	box := orderBox(&motion)
	found, n := &q.found, 0
	for i := range near[:min(len(near), maxNear)] {
		found[uint(n)%uint(len(found))] = near[i].id // stays if the boxes overlap
		n += int(1 + near[i].box.gap(&box)>>63)
	}
	q.candidates = append(q.candidates[:0], found[:n]...)
	return n > 0
}

// groupBox returns a box around the boxes of the motions of several bodies: around the poses at the
// start, grown by the longest reach. It compares the coordinates as integers, without branches, and
// without calls in WebAssembly.
func (q *ccdQuery) groupBox(group []fastBody) geom.Box32 {
	bodies := q.p.Bodies
	minX, minY, maxX, maxY := int64(math.MaxInt64), int64(math.MaxInt64), int64(math.MinInt64), int64(math.MinInt64)
	bits := uint64(0)
	for i := range group {
		row := group[i].row
		from := &bodies.LastPose[row].P
		x, y := simd.Rank64(from.X), simd.Rank64(from.Y)
		minX, minY, maxX, maxY = min(minX, x), min(minY, y), max(maxX, x), max(maxY, y)
		bits = max(bits, math.Float64bits(motionReach(from, &bodies.Pose[row].P, bodies.Motion[row].MaxExtent)))
	}
	reach := math.Float64frombits(bits)
	box := geom.Box{Min: geom.Vec2{X: simd.Unrank64(minX), Y: simd.Unrank64(minY)}, Max: geom.Vec2{X: simd.Unrank64(maxX), Y: simd.Unrank64(maxY)}}
	far := max(-box.Min.X, box.Max.X) + max(-box.Min.Y, box.Max.Y) + reach
	if !(far <= math.MaxFloat32) { // beyond the range of float32
		inf := float32(math.Inf(1))
		return geom.Box32{MinX: -inf, MinY: -inf, MaxX: inf, MaxY: inf}
	}
	// The boxes of the motions are rounded to float32, with an error of 2^-24 of a coordinate.
	return q.s.expandedBox(box.Grow(reach+float64((1.0/(1<<22))*far)), 0)
}
