package collision

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// motionSegment is a part of a body's way through the tick: a sweep between two times, which
// are fractions of the tick.
type motionSegment struct {
	from, to float64
	sweep    narrowphase.Sweep
	carried  carriedPair // goes along with this
}

// beside names a collider of a body and one of another that carries it along, each
// as its slot plus one. A way along an arc is written down as its chord, so the
// two must not be looked at on it.
type carriedPair struct{ moving, carrier uint32 }

// at returns the pose at a time within the leg.
func (s *motionSegment) at(time float64) geom.Transform {
	if s.to <= s.from || time >= s.to || s.sweep.Start == s.sweep.End {
		return s.sweep.End
	}
	return s.sweep.At((time - s.from) / (s.to - s.from))
}

// part writes down the part of the leg's sweep between two times within it.
func (s *motionSegment) subSweep(dst *narrowphase.Sweep, from, to float64) {
	if from == s.from && to == s.to || s.sweep.Start == s.sweep.End {
		*dst = s.sweep
		return
	}
	*dst = narrowphase.Sweep{Start: s.at(from), End: s.at(to)}
}

// maxSlides is how often a body that was stopped may go on along what stopped it
// within one tick.
const maxSlides = 2

// motionPath is the way of a body through the tick: legs that follow each other.
type motionPath struct {
	row      state.BodyRow
	n        int
	segments [maxSlides + 3]motionSegment
	box      geom.Box
}

func (m *motionPath) add(s motionSegment) {
	m.segments[m.n] = s
	m.n++
}

// fullMotion returns the way of a body that nothing stopped. Bodies that do not take
// part in the tick keep the pose of an earlier one in Last.
func (p *Pipeline) fullMotion(row state.BodyRow) motionSegment {
	if int(row) >= p.Bodies.Awake() {
		return motionSegment{to: 1, sweep: narrowphase.StaticSweep(p.Bodies.Pose[row])}
	}
	return motionSegment{to: 1, sweep: narrowphase.Sweep{Start: p.Bodies.LastPose[row], End: p.Bodies.Pose[row]}}
}

// sweptBodyBox returns a box around what a body covers in a leg.
func (p *Pipeline) sweptBodyBox(row state.BodyRow, s *motionSegment) geom.Box {
	box := geom.EmptyBox()
	for c := p.Bodies.Motion[row].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
		box = box.Union(p.sweptBox(shape.Slot(c), &s.sweep))
	}
	return box
}
