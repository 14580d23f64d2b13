package collision

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// flight is a fast bullet on its way. Until an impact is settled, the way is what
// would happen without it.
type flight struct {
	row    state.BodyRow
	slides int
	way    leg // the current one; what was before it is settled
	box    geom.Box
	best   stop
	pull   geom.Vec2 // see unpull
}

// Bullets sweeps fast bullets against everything, other bullets included. Impacts
// are settled in the order of their times, ties in row order; an impact of two
// bullets turns both aside, and whoever would meet one of them later looks again.
// It needs the boxes of the other bodies to be up to date, and leaves those of the
// bullets to be refitted if it reports that one was moved.
func (p *Pipeline) Bullets() (moved bool) {
	flights := p.sweeps.flights
	if len(flights) == 0 {
		return false
	}
	s := p.sweeps.sweepers[0]
	for i := range flights {
		f := &flights[i]
		f.way, f.pull = p.whole(f.row), p.Pull
		f.box = p.sweptBody(f.row, &f.way)
	}
	for i := range flights {
		s.look(&flights[i])
	}
	for {
		i := p.nextImpact()
		if i < 0 {
			return moved
		}
		p.settle(i)
		moved = true
	}
}

// nextImpact returns the flight with the earliest impact, or -1.
func (p *Pipeline) nextImpact() int {
	first, time := -1, 1.0
	for i := range p.sweeps.flights {
		if t := p.sweeps.flights[i].best.time; t < time || t == time && first < 0 {
			first, time = i, t
		}
	}
	return first
}

// settle turns a flight aside at its impact, and what it met if that is a bullet
// too, and lets everyone concerned look again.
func (p *Pipeline) settle(i int) {
	s, flights := p.sweeps.sweepers[0], p.sweeps.flights
	f := &flights[i]
	st := f.best
	j := p.flightOf(st.collider)
	if j < 0 {
		p.turn(f, &st, p.after(&f.way, &st, f.slides))
	} else {
		g := &flights[j]
		back := stop{time: st.time, normal: st.normal.Neg()}
		wayF, wayG := p.afterBoth(f, g, &st)
		p.turn(f, &st, wayF)
		p.turn(g, &back, wayG)
	}
	for k := range flights {
		h := &flights[k]
		met := -1
		if h.best.time <= 1 {
			met = p.flightOf(h.best.collider)
		}
		switch {
		case k == i || k == j || met >= 0 && (met == i || met == j):
			s.look(h)
		default:
			s.lookAt(h, f)
			if j >= 0 {
				s.lookAt(h, &flights[j])
			}
		}
	}
}

// turn gives a flight its way after an impact.
func (p *Pipeline) turn(f *flight, st *stop, way leg) {
	f.way = way
	f.slides++
	f.box = p.sweptBody(f.row, &f.way)
	p.Bodies.Pose[f.row] = f.way.sweep.End
	f.pull = p.unpull(f.row, st, f.pull)
}

// flightOf returns the flight that a collider belongs to, or -1.
func (p *Pipeline) flightOf(collider uint32) int {
	row := p.Bodies.Rows[p.Shapes.Link[collider].Owner]
	if p.Bodies.Motion[row].StepFlags&state.StepFlagBullet == 0 {
		return -1
	}
	for i := range p.sweeps.flights {
		if p.sweeps.flights[i].row == row {
			return i
		}
	}
	return -1
}

// board makes a flight the one that the sweeper follows, and reports false when
// it stays where it is: others look out for it.
func (s *sweeper) board(f *flight) bool {
	s.row, s.self, s.bullet = f.row, s.p.Bodies.Slots[f.row], true
	s.way, s.best, s.lay = f.way, f.best, lay{}
	return f.slides <= maxSlides+1
}

// look finds the first impact of a flight.
func (s *sweeper) look(f *flight) {
	f.best.time = never
	if s.board(f) {
		s.scan(f.way.sweep.Start.P, f.way.sweep.End.P)
		s.findStop()
		f.best = s.best
	}
}

// lookAt finds out whether a flight meets another that has changed its way before
// anything else.
func (s *sweeper) lookAt(f, other *flight) {
	if !f.box.Overlaps(other.box) || !s.board(f) {
		return
	}
	for c := s.p.Bodies.Motion[f.row].FirstCollider; c != state.None; c = s.p.Shapes.Link[c].Next {
		if s.prepare(shape.Slot(c)) {
			s.meetBody(other.row, &other.way)
		}
	}
	f.best = s.best
}

// meetFast looks for impacts of a bullet's collider with fast bodies, on the ways
// that they were found to take, and with other bullets.
func (s *sweeper) meetFast(box geom.Box) {
	sweeps := &s.p.sweeps
	for i := range sweeps.fast {
		t := &sweeps.trails[i]
		if !t.box.Overlaps(box) {
			continue
		}
		for l := range t.n {
			s.meetBody(t.row, &t.legs[l])
		}
	}
	for i := range sweeps.flights {
		if f := &sweeps.flights[i]; f.row != s.row && f.box.Overlaps(box) {
			s.meetBody(f.row, &f.way)
		}
	}
}

// meetBody looks for impacts with all colliders of a body on a leg of its way.
func (s *sweeper) meetBody(row state.BodyRow, way *leg) {
	for c := s.p.Bodies.Motion[row].FirstCollider; c != state.None; c = s.p.Shapes.Link[c].Next {
		if s.p.blocks(s.self, s.moving, shape.Slot(c), true) {
			s.meet(shape.Slot(c), way)
		}
	}
}
