package continuous

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
)

// motionSegment is a part of a body's motion in the tick: a sweep between two times, given as
// fractions of the tick.
type motionSegment struct {
	_        [0]func() // not comparable, so no program has code for a comparison
	from, to float64
	sweep    narrowphase.Sweep
	carried  carriedPair // this pair is not tested on this segment
	around   bool        // around an edge of an obstacle, see edge.go
}

// carriedPair names a collider of a body and a collider of another body that carries it along, each
// as its slot plus one. The motion of the carried body is an arc, but its segment is the chord, so
// a test of the two on that segment would find hits that do not occur.
type carriedPair struct{ moving, carrier uint32 }

// at returns the pose at a time within the segment.
func (s *motionSegment) at(time float64) geom.Transform {
	if s.to <= s.from || time >= s.to || s.sweep.Start == s.sweep.End {
		return s.sweep.End
	}
	return s.sweep.At((time - s.from) / (s.to - s.from))
}

// subSweep writes the part of the segment's sweep between two times within it.
func (s *motionSegment) subSweep(dst *narrowphase.Sweep, from, to float64) {
	if from == s.from && to == s.to || s.sweep.Start == s.sweep.End {
		*dst = s.sweep
		return
	}
	*dst = narrowphase.Sweep{Start: s.at(from), End: s.at(to)}
}

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
