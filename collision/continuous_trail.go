package collision

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// leg is a part of a body's way through the tick: a sweep between two times, which
// are fractions of the tick.
type leg struct {
	from, to float64
	sweep    narrowphase.Sweep
	beside   beside // goes along with this
}

// beside names a collider of a body and one of another that carries it along, each
// as its slot plus one. A way along an arc is written down as its chord, so the
// two must not be looked at on it.
type beside struct{ moving, carrier uint32 }

// at returns the pose at a time within the leg.
func (l *leg) at(time float64) geom.Transform {
	if l.to <= l.from || time >= l.to || l.sweep.Start == l.sweep.End {
		return l.sweep.End
	}
	return l.sweep.At((time - l.from) / (l.to - l.from))
}

// part writes down the part of the leg's sweep between two times within it.
func (l *leg) part(dst *narrowphase.Sweep, from, to float64) {
	if from == l.from && to == l.to || l.sweep.Start == l.sweep.End {
		*dst = l.sweep
		return
	}
	*dst = narrowphase.Sweep{Start: l.at(from), End: l.at(to)}
}

// maxSlides is how often a body that was stopped may go on along what stopped it
// within one tick.
const maxSlides = 2

// trail is the way of a body through the tick: legs that follow each other.
type trail struct {
	row  state.BodyRow
	n    int
	legs [maxSlides + 3]leg
	box  geom.Box
}

func (t *trail) add(l leg) {
	t.legs[t.n] = l
	t.n++
}

// whole returns the way of a body that nothing stopped. Bodies that do not take
// part in the tick keep the pose of an earlier one in Last.
func (p *Pipeline) whole(row state.BodyRow) leg {
	if int(row) >= p.Bodies.Awake() {
		return leg{to: 1, sweep: narrowphase.Still(p.Bodies.Pose[row])}
	}
	return leg{to: 1, sweep: narrowphase.Sweep{Start: p.Bodies.LastPose[row], End: p.Bodies.Pose[row]}}
}

// sweptBody returns a box around what a body covers in a leg.
func (p *Pipeline) sweptBody(row state.BodyRow, l *leg) geom.Box {
	box := geom.EmptyBox()
	for c := p.Bodies.Motion[row].FirstCollider; c != state.None; c = p.Shapes.Link[c].Next {
		box = box.Union(p.swept(shape.Slot(c), &l.sweep))
	}
	return box
}
