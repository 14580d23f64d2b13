package schedule

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/bitset"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/radix"
	"github.com/carom2d/carom/internal/state"
)

// The order of bodies in memory.
//
// Bodies that sleep, wake, come and go change rows, and in time the bodies of one island are
// scattered over the table. Then a group consists of many short runs of rows, while the kernels are
// made for long runs, and a contact's bodies are in different partitions. The same happens within a
// large moving island: the neighbours of a body in space are no longer near it in the table.

const (
	minBodiesToReorder = minAwakeToGroup
	// Bodies are reordered when there is more than one extra run of rows for this many bodies. At
	// four times as many runs groups would no longer be made.
	bodiesPerExtraRun = 64
	// Bodies are also reordered when the mean distance between consecutive bodies of large islands
	// in the table exceeds 1/scatterDivisor of the extent of those islands. In a random order it is
	// a third. Along the curve it was a fiftieth in heaps of thousands of bodies. With a limit of a
	// sixth a second worker gained 1.05 in the scene spinner, not 1.15.
	scatterDivisor = 16
)

// BodyReorderer sorts bodies in memory by their islands.
type BodyReorderer struct {
	order          []state.BodySlot
	mortonKeys     []uint64   // of a large island: place along the curve, then body slot
	bodyVisited    bitset.Set // by slot: the listed bodies
	islandsVisited bitset.Set // the islands that a pass has visited
}

// Reorder brings the rows of each awake island together, if the islands are in too many runs or the
// bodies of large islands are far from their neighbours in space. The islands keep the order of
// their first rows. The bodies of an island keep the order of its list. The bodies of an island too
// large for a group follow a curve through the plane.
func (r *BodyReorderer) Reorder(islands *state.Islands, bodies *state.Bodies) {
	if bodies.Awake() < minBodiesToReorder {
		return
	}
	box, scattered := scatteredInSpace(islands, bodies)
	if !scattered && r.extraRuns(islands, bodies)*bodiesPerExtraRun <= bodies.Awake() {
		return
	}
	r.bodyVisited.Grow(bodies.Cap())
	r.bodyVisited.ClearAll()
	r.order = r.order[:0]
	for _, b := range bodies.Slots[:bodies.Awake()] {
		i := islands.Of(b)
		if i == state.None {
			r.order = append(r.order, b)
			continue
		}
		if r.bodyVisited.Has(uint32(b)) {
			continue
		}
		start := len(r.order)
		r.order = islands.Bodies(r.order, i)
		for _, member := range r.order[start:] {
			r.bodyVisited.Set(uint32(member))
		}
		if tooLargeForGroup(islands, i) {
			r.mortonSort(r.order[start:], bodies, box)
		}
	}
	bodies.Arrange(r.order)
}

// tooLargeForGroup reports whether an island is never in a group.
func tooLargeForGroup(islands *state.Islands, i uint32) bool {
	return islands.Count(i) > maxGroupBodies
}

// scatteredInSpace returns the box around the centres of the bodies of large islands, and whether
// consecutive bodies in the table are too far apart.
func scatteredInSpace(islands *state.Islands, bodies *state.Bodies) (box geom.Box, scattered bool) {
	box = geom.EmptyBox()
	path, steps, last := 0.0, 0, uint32(state.None)
	var previous geom.Vec2
	for row, b := range bodies.Slots[:bodies.Awake()] {
		i := islands.Of(b)
		if i == state.None || !tooLargeForGroup(islands, i) {
			continue
		}
		p := bodies.Pose[row].P
		box = box.Include(p)
		if i == last {
			path += math.Abs(p.X-previous.X) + math.Abs(p.Y-previous.Y)
			steps++
		}
		previous, last = p, i
	}
	extent := (box.Max.X - box.Min.X) + (box.Max.Y - box.Min.Y)
	return box, path*scatterDivisor > extent*float64(steps)
}

// mortonSort sorts bodies along a Z-order curve through a box (Morton 1966). The curve passes
// through a whole quarter of the box before it enters the next, and so on within each quarter.
func (r *BodyReorderer) mortonSort(list []state.BodySlot, bodies *state.Bodies, box geom.Box) {
	const gridSize = 1 << 16
	size := max(box.Max.X-box.Min.X, box.Max.Y-box.Min.Y)
	if size == 0 {
		return
	}
	r.mortonKeys = r.mortonKeys[:0]
	for _, b := range list {
		p := bodies.Pose[bodies.Row(b)].P.Sub(box.Min).Mul((gridSize - 1) / size)
		r.mortonKeys = grow.Append(r.mortonKeys, (mortonSpread(p.X)|mortonSpread(p.Y)<<1)<<32|uint64(b))
	}
	radix.Sort(r.mortonKeys)
	for i, key := range r.mortonKeys {
		list[i] = state.BodySlot(uint32(key))
	}
}

// mortonSpread returns the 16 bits of a coordinate with a zero before each.
func mortonSpread(x float64) uint64 {
	v := uint64(x)
	v = (v | v<<8) & 0x00ff00ff
	v = (v | v<<4) & 0x0f0f0f0f
	v = (v | v<<2) & 0x33333333
	return (v | v<<1) & 0x55555555
}

// extraRuns returns the number of runs of rows minus the number of awake islands.
func (r *BodyReorderer) extraRuns(islands *state.Islands, bodies *state.Bodies) int {
	r.islandsVisited.Grow(islands.Cap())
	r.islandsVisited.ClearAll()
	runs, last := 0, uint32(state.None)
	for _, b := range bodies.Slots[:bodies.Awake()] {
		i := islands.Of(b)
		switch {
		case i == last || i == state.None:
		case r.islandsVisited.Has(i):
			runs++
		default:
			r.islandsVisited.Set(i)
		}
		last = i
	}
	return runs
}
