package continuous

import (
	"math"
	"slices"
	"sort"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// The paths that bodies really traversed in the tick, for the later stages.

// Stop is a hit of a sweep.
type Stop struct {
	ColliderA, ColliderB state.ColliderSlot // A < B
	Fraction             float64            // of the tick
}

// traversed is the record of the sweeps of one tick: the segments that bodies with hits traversed
// up to each hit, and the hits. The last segment of a body leads from its last hit to its pose.
type traversed struct {
	segments []traversedSegment
	stops    []Stop
}

type traversedSegment struct {
	_       [0]func() // not comparable, so no program has code for a comparison
	row     state.BodyRow
	dropped bool // its body was moved afterwards
	segment Segment
}

func (t *traversed) reset() { t.segments, t.stops = t.segments[:0], t.stops[:0] }

// Skip replaces FastBodies in a tick without sweeps: no body was stopped.
func (s *Stage) Skip() { s.traversed.reset() }

// add records that a body has traversed a segment up to a hit.
func (t *traversed) add(row state.BodyRow, motion *motionSegment, hit *ccdHit) {
	t.segments = append(t.segments, traversedSegment{row: row, segment: motion.until(hit.time)})
}

// addStop records a hit.
func (t *traversed) addStop(hit *ccdHit) {
	a, b := hit.moving, state.ColliderSlot(hit.collider)
	t.stops = append(t.stops, Stop{min(a, b), max(a, b), hit.time})
}

// gatherTraversed adds the records of the workers, in an order that does not depend on the workers.
func (s *Stage) gatherTraversed() {
	for _, q := range s.queries {
		s.traversed.segments = append(s.traversed.segments, q.traversed.segments...)
		s.traversed.stops = append(s.traversed.stops, q.traversed.stops...)
		q.traversed.reset()
	}
	if len(s.traversed.segments) > 1 || len(s.traversed.stops) > 1 {
		s.sortTraversed()
	}
}

// sortTraversed sorts the segments by bodies and times, and the hits by colliders. Of two hits of a
// pair in a tick it keeps the first.
func (s *Stage) sortTraversed() {
	sort.Sort((*segmentsInOrder)(&s.traversed.segments))
	sort.Sort((*stopsInOrder)(&s.traversed.stops))
	s.traversed.stops = slices.CompactFunc(s.traversed.stops, func(a, b Stop) bool { return compareStops(&a, &b) == 0 })
}

// segmentsInOrder sorts by rows, then by times.
type segmentsInOrder []traversedSegment

func (x *segmentsInOrder) Len() int      { return len(*x) }
func (x *segmentsInOrder) Swap(i, j int) { (*x)[i], (*x)[j] = (*x)[j], (*x)[i] }
func (x *segmentsInOrder) Less(i, j int) bool {
	a, b := &(*x)[i], &(*x)[j]
	switch {
	case a.row != b.row:
		return a.row < b.row
	case a.segment.From != b.segment.From:
		return a.segment.From < b.segment.From
	default:
		return a.segment.To < b.segment.To
	}
}

// stopsInOrder sorts by colliders, then by times.
type stopsInOrder []Stop

func (x *stopsInOrder) Len() int      { return len(*x) }
func (x *stopsInOrder) Swap(i, j int) { (*x)[i], (*x)[j] = (*x)[j], (*x)[i] }
func (x *stopsInOrder) Less(i, j int) bool {
	a, b := &(*x)[i], &(*x)[j]
	if c := compareStops(a, b); c != 0 {
		return c < 0
	}
	return a.Fraction < b.Fraction
}

func compareStops(a, b *Stop) int {
	switch {
	case a.ColliderA != b.ColliderA:
		return int(a.ColliderA) - int(b.ColliderA)
	default:
		return int(a.ColliderB) - int(b.ColliderB)
	}
}

// Stops returns the hits of the tick in ascending order of their colliders, with only the first hit
// of each pair. The list is valid until the next tick.
func (s *Stage) Stops() []Stop { return s.traversed.stops }

// AppendTraversed appends the segments of a body's path in the tick, from its pose at the start to
// the present pose. Sweeps rotate by less than half a turn, so the path of a body that spins faster
// is cut into several segments: its angular velocity gives the turns that the two poses do not
// show.
func (s *Stage) AppendTraversed(dst []Segment, row state.BodyRow) []Segment {
	full := s.fullMotion(row)
	if full.Sweep.Start == full.Sweep.End && len(s.traversed.segments) == 0 {
		return append(dst, full.Segment)
	}
	i, stopped := s.firstSegment(row)
	if !stopped {
		return s.appendSpin(dst, row, &full.Sweep)
	}
	from, start := 0.0, full.Sweep.Start
	for _, t := range s.traversed.segments[i:] {
		if t.row != row {
			break
		}
		if t.segment.To > t.segment.From {
			dst = append(dst, t.segment)
		}
		from, start = t.segment.To, t.segment.Sweep.End
	}
	if from < 1 {
		dst = append(dst, Segment{from, 1, narrowphase.Sweep{Start: start, End: full.Sweep.End}})
	}
	return dst
}

// appendSpin appends a whole motion without a hit.
func (s *Stage) appendSpin(dst []Segment, row state.BodyRow, sweep *narrowphase.Sweep) []Segment {
	if int(row) >= s.p.Bodies.Awake() || !s.spins(row) {
		return append(dst, Segment{0, 1, *sweep})
	}
	turn := float64(float64(s.p.Bodies.State[row].W) * s.p.Timestep)
	angle := sweep.Start.R.InverseMul(sweep.End.R).Angle()
	angle += float64(2 * math.Pi * math.Round((turn-angle)/(2*math.Pi)))
	parts := max(1, int(math.Ceil(math.Abs(angle)/(0.5*math.Pi))))
	pose := func(i int) geom.Transform {
		switch i {
		case 0:
			return sweep.Start
		case parts:
			return sweep.End
		}
		fraction := float64(i) / float64(parts)
		return geom.Transform{P: sweep.Start.P.Lerp(sweep.End.P, fraction), R: geom.RotFromAngle(angle * fraction).Mul(sweep.Start.R)}
	}
	for i := range parts {
		dst = append(dst, Segment{float64(i) / float64(parts), float64(i+1) / float64(parts), narrowphase.Sweep{Start: pose(i), End: pose(i + 1)}})
	}
	return dst
}

// MovesStraight reports whether a body was not stopped in the tick and, unless it is round, did not
// rotate.
func (s *Stage) MovesStraight(row state.BodyRow, round bool) bool {
	if int(row) >= s.p.Bodies.Awake() {
		return true
	}
	if s.stopped(row) {
		return false
	}
	return round || s.p.Bodies.LastPose[row].R == s.p.Bodies.Pose[row].R && !s.spins(row)
}

// TraversedBound bounds the distance that any point of a body covered in the tick, except for a
// half-plane, which has no farthest point. A body that was stopped may have gone forth and back.
func (s *Stage) TraversedBound(row state.BodyRow) float64 {
	if s.stopped(row) {
		return math.Inf(1)
	}
	last, pose := &s.p.Bodies.LastPose[row], &s.p.Bodies.Pose[row]
	chord := 2.0
	if !s.spins(row) {
		chord = chordLength(last.R.InverseMul(pose.R))
	}
	return last.P.Distance(pose.P) + float64(chord*float64(s.p.Bodies.Motion[row].MaxExtent))
}

// spins reports whether a body may have rotated by more than half a turn in the tick, so that its
// poses do not show the rotation.
func (s *Stage) spins(row state.BodyRow) bool {
	return math.Abs(float64(float64(s.p.Bodies.State[row].W)*s.p.Timestep)) >= 0.9*math.Pi
}

// Leaves reports whether the path of a collider may leave a box that contains the collider, with
// the margin of the broadphase, at its final pose.
func (s *Stage) Leaves(c state.ColliderSlot, row state.BodyRow, box geom.Box) bool {
	if s.stopped(row) || s.spins(row) {
		return true
	}
	convex, last := s.p.Shapes.Convex(c), &s.p.Bodies.LastPose[row]
	rot := last.R.InverseMul(s.p.Bodies.Pose[row].R)
	half := 0.5 * chordLength(rot) // the sine of half the angle, so the sagitta is less than its square
	extra := float64((convex.Center.Length()+convex.BoundingRadius)*float64(half*half)) + s.p.Tolerance.Slop
	return extra > s.p.Tolerance.SpeculativeMargin() || !box.Contains(shape.BoxOf(convex, *last).Grow(extra))
}

// stopped reports whether a sweep stopped a body in the tick.
func (s *Stage) stopped(row state.BodyRow) bool {
	_, found := s.firstSegment(row)
	return found
}

// firstSegment returns the index of the first segment of a body, and whether there is one.
func (s *Stage) firstSegment(row state.BodyRow) (i int, found bool) {
	segments := s.traversed.segments
	i = sort.Search(len(segments), func(i int) bool { return segments[i].row >= row })
	return i, i < len(segments) && segments[i].row == row
}

// SweptBox returns a box around a collider during a segment.
func (s *Stage) SweptBox(c state.ColliderSlot, segment *Segment) geom.Box {
	if segment.Sweep.Start == segment.Sweep.End {
		return shape.BoxOf(s.p.Shapes.Convex(c), segment.Sweep.End)
	}
	return s.sweptBox(c, &segment.Sweep)
}
