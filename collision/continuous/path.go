package continuous

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
)

// Segment is a part of the path of a body: a sweep between two fractions of the tick.
type Segment struct {
	From, To float64
	Sweep    narrowphase.Sweep
}

// at returns the pose at a time within the segment.
func (s *Segment) at(time float64) geom.Transform {
	if s.To <= s.From || time >= s.To || s.Sweep.Start == s.Sweep.End {
		return s.Sweep.End
	}
	return s.Sweep.At((time - s.From) / (s.To - s.From))
}

// Part writes the sweep between two times within the segment.
func (s *Segment) Part(dst *narrowphase.Sweep, from, to float64) {
	if from == s.From && to == s.To || s.Sweep.Start == s.Sweep.End {
		*dst = s.Sweep
		return
	}
	*dst = narrowphase.Sweep{Start: s.at(from), End: s.at(to)}
}

// until returns the part of the segment up to a time within it.
func (s *Segment) until(time float64) Segment {
	return Segment{s.From, time, narrowphase.Sweep{Start: s.Sweep.Start, End: s.at(time)}}
}

// motionSegment is a part of a body's motion in the tick.
type motionSegment struct {
	_ [0]func() // not comparable, so no program has code for a comparison
	Segment
	carried carriedPair // this pair is not tested on this segment
	around  bool        // around an edge of an obstacle, see edge.go
}

// carriedPair names a collider of a body and a collider of another body that carries it along, each
// as its slot plus one. The motion of the carried body is an arc, but its segment is the chord, so
// a test of the two on that segment would find hits that do not occur.
type carriedPair struct{ moving, carrier uint32 }

// maxSlides is the number of times that a body may go on along an obstacle after a hit within one
// tick.
const maxSlides = 2

// motionPath is the motion of a body in the tick: segments that follow each other.
type motionPath struct {
	_        [0]func() // not comparable, so no program has code for a comparison
	row      state.BodyRow
	n        int
	segments [maxSlides + 3]motionSegment
	box      geom.Box
}

func (m *motionPath) add(s motionSegment) {
	m.segments[m.n] = s
	m.n++
}
