package schedule

import (
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
)

// Bodies that sleep, wake, come and go change rows, and in time those of one island lie
// all over the table. Then groups are ranges of few rows, which the kernels are
// made for many of, and the workers' parts of the table have nothing to do with each
// other from stage to stage. The same happens within a large island, a heap, that is
// stirred: whom a body touches is no longer near it in the table.

const (
	minBodiesToReorder = minAwakeToGroup
	// A world is tidied when its islands are in more pieces than there are islands by
	// one for so many bodies: four times as early as groups would no longer be made.
	bodiesPerExtraRun = 64
	// And when, in the order of the table, it is farther than this part of the extent of
	// the large islands from one body of them to the next. By chance it is a third; along the
	// curve it was a fiftieth in heaps of thousands of bodies, and with a sixth in place of this
	// part the solver gained 1.05 from a second worker in spinner, not 1.15.
	scatterDivisor = 16
)

// Reorder brings the awake bodies of each island together if too many lie apart, or if those
// of large islands lie far from their neighbours in space. The islands keep the order of
// their first rows; the bodies of an island come in the order of its list, those of one
// too large for a group along a curve through the plane.
func (s *Islands) Reorder(bodies *state.Bodies) {
	if bodies.Awake() < minBodiesToReorder {
		return
	}
	box, scattered := s.scatteredInSpace(bodies)
	if !scattered && s.extraRuns(bodies)*bodiesPerExtraRun <= bodies.Awake() {
		return
	}
	s.visitStamp++
	s.members = s.members[:0]
	for _, b := range bodies.Slots[:bodies.Awake()] {
		i := s.Of(b)
		if i == state.None {
			s.members = append(s.members, b)
			continue
		}
		if s.visited[b] == s.visitStamp {
			continue
		}
		start := len(s.members)
		s.members = s.Bodies(s.members, i)
		for _, member := range s.members[start:] {
			s.visited[member] = s.visitStamp
		}
		if s.tooLargeForGroup(i) {
			s.mortonSort(s.members[start:], bodies, box)
		}
	}
	bodies.Arrange(s.members)
}

// tooLargeForGroup reports whether an island is never in a group.
func (s *Islands) tooLargeForGroup(i uint32) bool { return s.table[i].count > maxGroupBodies }

// strewn returns the box around the centres of the bodies in large islands, and whether
// those which follow each other in the table are too far apart.
func (s *Islands) scatteredInSpace(bodies *state.Bodies) (box geom.Box, scattered bool) {
	box = geom.EmptyBox()
	path, steps, last := 0.0, 0, uint32(state.None)
	var previous geom.Vec2
	for row, b := range bodies.Slots[:bodies.Awake()] {
		i := s.Of(b)
		if i == state.None || !s.tooLargeForGroup(i) {
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

// mortonSort sorts bodies by where they are in a box, along a Z-order curve, which leaves no
// quarter of the box, and no quarter of a quarter, before it has been everywhere in it.
func (s *Islands) mortonSort(list []state.BodySlot, bodies *state.Bodies, box geom.Box) {
	const gridSize = 1 << 16
	size := max(box.Max.X-box.Min.X, box.Max.Y-box.Min.Y)
	if size == 0 {
		return
	}
	s.mortonKeys = s.mortonKeys[:0]
	for _, b := range list {
		p := bodies.Pose[bodies.Row(b)].P.Sub(box.Min).Mul((gridSize - 1) / size)
		s.mortonKeys = grow.Append(s.mortonKeys, (mortonSpread(p.X)|mortonSpread(p.Y)<<1)<<32|uint64(b))
	}
	slices.Sort(s.mortonKeys)
	for i, key := range s.mortonKeys {
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

// extraRuns returns in how many more pieces the awake islands lie than they are.
func (s *Islands) extraRuns(bodies *state.Bodies) int {
	s.visitStamp++
	runs, last := 0, uint32(state.None)
	for _, b := range bodies.Slots[:bodies.Awake()] {
		i := s.Of(b)
		if i != last && i != state.None {
			runs++
			if head := s.table[i].head; s.visited[head] != s.visitStamp {
				s.visited[head] = s.visitStamp
				runs--
			}
		}
		last = i
	}
	return runs
}
