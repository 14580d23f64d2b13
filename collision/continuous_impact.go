package collision

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// How a stop is found. Let d be the signed distance at the start.
//
// Apart, farther than the contacts of this tick reach: the body is stopped at a
// slop's distance from what it would enter by more than a graze. A graze is a few
// millimetres, and no more than a quarter of the thinness; without it a body that
// slides over a floor of tiles would be stopped by the side of every tile, because
// it rests a little deeper than their tops. A body that was deeper in something
// already may graze by that and a slop more, up to a quarter of its thinness.
//
// In contact: the solver has seen the pair, but perhaps not all of it. A stick that
// stands on one end falls on the other. To stop such a pair where it is near would
// hold it fast for ever, turn and all. If it would get deeper than a quarter of
// its thinness, or a little deeper than it is, it is stopped when it is least deep
// before that, as late as possible: when the one end has come out and the other has
// not yet gone in, so that the contacts of the next tick find both. If it only gets
// deeper it is stopped at that depth, so that it always gets on.
//
// A body that a crowd has pressed deeper than that into a wall must still get along
// it, from one piece of the wall to the next, and come out: it may be as deep in every
// piece as it was in the deepest that faces the same way, and a slop more. When nearly
// all of the way to the heart is in, only that is stopped, and before it crosses the
// surface.
const (
	grazeThin = 0.25
	sinkThin  = 0.25
	moreThin  = 0.0625
	lostThin  = 0.9
	fineThin  = 0.03125
)

// impact returns where a pair is to be stopped whose sweep lasts from one time to
// another. At the start of the tick the contacts that the solver saw were found.
// Nearly all pairs are settled by how moving stands to the faces of fixed when the
// sweep starts and when it ends.
func (s *sweeper) impact(w *pairSweep, from, to float64) (hit narrowphase.Impact, ok bool) {
	slop, thin := s.p.Tolerance.Slop, s.thin
	if thin == 0 {
		return s.impactThin(w)
	}
	graze := min(2*slop, float64(grazeThin*thin))
	near, sink := 1.5*slop, graze
	start := from == 0
	if start {
		near, sink = s.p.Tolerance.Speculative, float64(sinkThin*thin)
	}
	f := w.faces()
	if f.least >= -graze || f.over >= 0 && f.start <= near && f.least >= -sink || w.misses(2*slop) {
		return hit, false
	}
	apart := f.bound > near || w.apart(near)
	if (start || apart) && s.lies(w, &f, -f.least-slop) {
		return hit, false
	}
	if w.fixed.Kind == shape.KindChainSegment && w.comesOut(s.p.Tolerance.Speculative) {
		return hit, false
	}
	distance := math.Inf(1)
	if !apart {
		distance = w.distance()
	}
	if distance < -float64(lostThin*thin) {
		return w.heart(distance, float64(fineThin*thin))
	}
	if distance > near {
		// The search ends within its precision of a slop, so it may end a little before the
		// face is a slop away. What it would find before the best so far must be looked
		// for, or the order in which the others are met would tell.
		if from+float64(w.soonest(&f, 1.5*slop)*(to-from)) > s.best.time {
			return hit, false
		}
		return s.impactApart(w, &f, max(graze, s.allowed(w, &f)))
	}
	if start {
		sink = max(sink, s.allowed(w, &f))
	}
	hit = w.impact(min(-sink, distance-float64(moreThin*thin)), min(0.25*slop, float64(fineThin*thin)))
	if hit.State == narrowphase.Separated || hit.State == narrowphase.Overlapped {
		return hit, false
	}
	w.shallowest(&hit, distance, float64(moreThin*thin))
	return hit, true
}

// impactApart is impact for a pair that is apart when the sweep starts.
func (s *sweeper) impactApart(w *pairSweep, f *facing, graze float64) (hit narrowphase.Impact, ok bool) {
	slop := s.p.Tolerance.Slop
	fine := min(0.25*slop, float64(fineThin*s.thin))
	// What ends that far behind the face, and inside of its ends, is that deep.
	deep := f.end <= -graze-fine && f.into >= graze
	if !deep && w.impact(-graze, fine).State == narrowphase.Separated {
		return hit, false
	}
	hit = w.impact(slop, 0.25*slop)
	return hit, hit.State != narrowphase.Separated
}

// impactThin is impact for what has no inside.
func (s *sweeper) impactThin(w *pairSweep) (hit narrowphase.Impact, ok bool) {
	slop := s.p.Tolerance.Slop
	if w.faces().least >= 1.25*slop || w.misses(2*slop) || w.fixed.Kind == shape.KindChainSegment && w.comesOut(s.p.Tolerance.Speculative) {
		return hit, false
	}
	hit = w.impact(slop, 0.25*slop)
	return hit, hit.State != narrowphase.Separated && hit.State != narrowphase.Overlapped
}

// heart returns where the heart of moving is to be stopped before the surface of
// fixed, if it starts outside of that.
func (w *pairSweep) heart(distance, before float64) (hit narrowphase.Impact, ok bool) {
	c, _ := shape.InnerCircle(w.moving)
	from := w.fixedWay.Start.ApplyInverse(w.movingWay.Start.Apply(c))
	way := w.fixedWay.End.ApplyInverse(w.movingWay.End.Apply(c)).Sub(from)
	if w.fixed.Geometry == &w.segment {
		w.segment.Kind = shape.KindChainSegment // what is behind it may come out
	}
	ray, ok := shape.RayCast(w.fixed, geom.Ray{Origin: from, Translation: way})
	closing := -way.Dot(ray.Normal)
	if !ok || ray.Inside || closing <= 0 {
		return hit, false
	}
	hit = narrowphase.Impact{State: narrowphase.Arrived, Time: max(0, ray.Fraction-before/closing), Distance: distance}
	hit.Normal = w.fixedWay.At(hit.Time).R.Apply(ray.Normal)
	return hit, true
}

// lay is how deep a body was in others when the tick began, as far as is known: its
// contacts are asked only as long as that is needed.
type lay struct {
	deep  float64
	edge  uint32 // of the first contact that was not asked
	begun bool
}

// lies reports whether the body was that deep when the tick began: up to a quarter of
// its thinness in anything, beyond that in what faces as fixed does.
func (s *sweeper) lies(w *pairSweep, f *facing, deep float64) bool {
	switch most := deep + s.p.Tolerance.Slop; {
	case most <= float64(sinkThin*s.thin):
		s.ask(deep)
		return s.lay.deep >= deep
	case most <= float64(lostThin*s.thin):
		return s.pressed(w, f) >= deep
	}
	return false
}

// allowed returns how deep the body may be in fixed on its way because it was that
// deep when the tick began.
func (s *sweeper) allowed(w *pairSweep, f *facing) float64 {
	slop, most := s.p.Tolerance.Slop, float64(sinkThin*s.thin)
	s.ask(most)
	if s.lay.deep+slop < most {
		return s.lay.deep + slop
	}
	return max(most, min(s.pressed(w, f)+slop, float64(lostThin*s.thin)))
}

// ask goes on along the contacts until the body is known to be that deep in one.
func (s *sweeper) ask(deep float64) {
	p, l := s.p, &s.lay
	if !l.begun {
		l.begun, l.edge = true, p.Bodies.Meta[s.self].FirstContact
	}
	for ; l.deep < deep && l.edge != manifold.None; l.edge = p.next(l.edge) {
		solid := &p.Contacts.Solid[p.Contacts.Rows[l.edge>>1]]
		for i := range solid.Count {
			l.deep = max(l.deep, -float64(solid.Points[i].Separation))
		}
	}
}

// likewise is the cosine of the largest angle between the normals of what counts as
// facing the same way: a quarter of a right angle.
const likewise = 0.924

// pressed returns how deep the body was in what is not dynamic and faces as the face
// of fixed does.
func (s *sweeper) pressed(w *pairSweep, f *facing) float64 {
	p, deepest := s.p, 0.0
	n := w.fixedWay.Start.R.Apply(f.normal)
	for key := p.Bodies.Meta[s.self].FirstContact; key != manifold.None; key = p.next(key) {
		row := p.Contacts.Rows[key>>1]
		if p.Contacts.Pair[row].Flags&manifold.StaticPair == 0 {
			continue
		}
		solid := &p.Contacts.Solid[row]
		out := geom.Vec2{X: float64(solid.NormalX), Y: float64(solid.NormalY)}
		if key&1 == 0 {
			out = out.Neg() // the normal leads away from the body, which is A
		}
		if out.Dot(n) < likewise {
			continue
		}
		for i := range solid.Count {
			deepest = max(deepest, -float64(solid.Points[i].Separation))
		}
	}
	return deepest
}
