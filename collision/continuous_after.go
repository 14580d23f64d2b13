package collision

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// What a body does after it was stopped, for the rest of the tick. Its own motion
// goes on along the surface, with what it has met as far as that moves. A body
// stopped for the first time, by something at rest, turns on too; after the next it
// only slides, then it only goes along, and in the end it stays.
//
// It goes on no farther than it stays within reach of the contacts of the next
// tick, and as long as these would push where it was hit: otherwise it would slip
// past a corner or a ball, and never feel the blow or feel it from elsewhere.

// after returns the rest of a body's way when it was stopped.
func (p *Pipeline) after(way *leg, st *stop, slides int) leg {
	at := way.at(st.time)
	carried, normal, rest := at, st.normal, leg{from: st.time, to: 1}
	if from, to := st.target.at(st.time), st.target.sweep.End; from != to {
		carried = to.Mul(from.InverseMul(at))
		normal = to.R.Apply(from.R.ApplyInverse(normal))
		rest.beside = beside{uint32(st.moving) + 1, st.collider + 1}
	}
	on := narrowphase.Sweep{Start: carried, End: along(carried, way, normal, 0, slides)}
	if rest.beside != (beside{}) {
		on.End.R = carried.R // without a turn of its own a slide across the normal meets nothing
	}
	end := on.End
	if slides <= maxSlides && on.End != on.Start && !st.lost && !p.within(st, normal, st.target.sweep.End, on.End) {
		still := narrowphase.Still(st.target.sweep.End)
		end = on.At(p.reachable(st, normal, &still, &on))
	}
	if slides > maxSlides {
		end = at
	}
	rest.sweep = narrowphase.Sweep{Start: at, End: end}
	return rest
}

// afterBoth is after for two bullets that met. Neither carries the other along;
// both lose what leads into the other, and who catches up with a slower one keeps
// its pace. So they are still together when the contacts of the next tick are
// found.
func (p *Pipeline) afterBoth(a, b *flight, st *stop) (wayA, wayB leg) {
	atA, atB := a.way.at(st.time), b.way.at(st.time)
	leftA, leftB := a.way.sweep.End.P.Sub(atA.P).Dot(st.normal), b.way.sweep.End.P.Sub(atB.P).Dot(st.normal)
	onA := narrowphase.Sweep{Start: atA, End: along(atA, &a.way, st.normal, min(0, leftB), a.slides)}
	onB := narrowphase.Sweep{Start: atB, End: along(atB, &b.way, st.normal.Neg(), min(0, -leftA), b.slides)}
	if !p.within(st, st.normal, onB.End, onA.End) {
		f := p.reachable(st, st.normal, &onB, &onA)
		onA.End, onB.End = onA.At(f), onB.At(f)
	}
	return leg{from: st.time, to: 1, sweep: onA}, leg{from: st.time, to: 1, sweep: onB}
}

// along returns where a body ends that goes on from the given pose without what
// leads against the normal faster than pace, in metres for the rest of the tick.
func along(from geom.Transform, way *leg, normal geom.Vec2, pace float64, slides int) geom.Transform {
	if slides >= maxSlides {
		return from
	}
	left := way.sweep.End.P.Sub(from.P)
	if into := left.Dot(normal); into < pace {
		left = left.MulAdd(pace-into, normal)
	}
	end := geom.Transform{P: from.P.Add(left), R: from.R}
	if slides == 0 {
		end.R = way.sweep.End.R
	}
	return end
}

// sameWay is the cosine of the angle between two normals that are taken for one: a
// degree.
const sameWay = 0.99985

// within reports whether a pair that met and ends in the given poses is within
// reach of the contacts, with a slop to spare, and has kept its normal.
func (p *Pipeline) within(st *stop, normal geom.Vec2, target, moving geom.Transform) bool {
	pose := target.InverseMul(moving)
	d := narrowphase.SignedDistance(p.Shapes.Convex(shape.Slot(st.collider)), p.Shapes.Convex(st.moving), &pose, nil)
	return d.Distance <= p.Tolerance.Speculative-p.Tolerance.Slop && target.R.Apply(d.Normal).Dot(normal) >= sameWay
}

// reachable returns how much of two sweeps, which start where the pair met, leaves
// it within reach, to the 64th.
func (p *Pipeline) reachable(st *stop, normal geom.Vec2, target, moving *narrowphase.Sweep) float64 {
	low, step := 0.0, 0.5
	for range 6 {
		if p.within(st, normal, target.At(low+step), moving.At(low+step)) {
			low += step
		}
		step *= 0.5
	}
	return low
}

// unpull takes back what gravity gave a body after it was stopped, along the normal
// of what stopped it: it has not fallen since, so it would bounce higher than it
// came from. It returns the part of the pull that still acts.
func (p *Pipeline) unpull(row state.BodyRow, st *stop, pull geom.Vec2) geom.Vec2 {
	along := pull.Dot(st.normal)
	if along >= 0 {
		return pull
	}
	v := &p.Bodies.State[row]
	n := st.normal
	gained := float64(along * float64((1-st.time)*float64(p.Bodies.Dynamics[row].GravityScale)))
	speed := float64(n.X*float64(v.VX)) + float64(n.Y*float64(v.VY))
	if back := max(gained, min(speed, 0)); back < 0 {
		v.VX -= float32(back * n.X)
		v.VY -= float32(back * n.Y)
	}
	return pull.MulSub(along, n)
}
