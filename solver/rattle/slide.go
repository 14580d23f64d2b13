package rattle

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/solver/constraint"
)

// Slides.
//
// A slide has two lines. The first one is the distance of the anchor of B from the axis, along the
// normal n of the axis. The normal turns with A. The second one is the angle of B relative to A,
// times a length that gives both lines the unit metre and like mobilities. With the arm a from the
// centre of A to the anchor of B, the arm b of that anchor on B, and the spins w,
//
//	distance   n.a - n.(anchor of A)    the second term is constant, for both vectors turn with A
//	speed      n.(vB + wB x b - vA - wA x a)
//
// So the line is the line of a pin at these arms, along n. The arm a changes as the bodies slide.

// onBody returns the lines of a joint on its body A, or on its body B, at its arms there.
func (l *pointJoint) onBody(r *arms, isA bool) [2]velocity {
	x, y := r.bx, r.by
	if isA {
		x, y = r.ax, r.ay
	}
	if !l.slides {
		return [2]velocity{{1, 0, -y}, {0, 1, x}}
	}
	return [2]velocity{{r.nx, r.ny, float64(x*r.ny) - float64(y*r.nx)}, {0, 0, l.length}}
}

// addLines is addBody for the lines of any joints.
func (k *block2) addLines(invMass *velocity, sign float64, measured, acting [2]velocity) {
	for i := range acting {
		acting[i].x *= float64(sign * invMass.x)
		acting[i].y *= float64(sign * invMass.y)
		acting[i].w *= float64(sign * invMass.w)
	}
	k.xx += measured[0].dot(&acting[0])
	k.xy += measured[0].dot(&acting[1])
	k.yx += measured[1].dot(&acting[0])
	k.yy += measured[1].dot(&acting[1])
}

func (t *velocity) dot(u *velocity) float64 {
	return float64(t.x*u.x) + float64(t.y*u.y) + float64(t.w*u.w)
}

// slide moves the arms and the normal of a slide by the motion of the bodies in a time h.
func (l *pointJoint) slide(a, b *body, h float64) {
	n, e := &l.now, &l.end
	sin, cos := geom.SinCos(float64(h * a.v.w))
	e.nx, e.ny = float64(cos*n.nx)-float64(sin*n.ny), float64(sin*n.nx)+float64(cos*n.ny)
	e.ax = n.ax + (float64(h*(b.v.x-a.v.x)) + (e.bx - n.bx))
	e.ay = n.ay + (float64(h*(b.v.y-a.v.y)) + (e.by - n.by))
}

// distance returns the distance of the anchor of B from the line through A's centre along the axis.
func (r *arms) distance() float64 { return float64(r.nx*r.ax) + float64(r.ny*r.ay) }

// prepareSlide prepares a slide from the table and the poses.
func (l *pointJoint) prepareSlide(g *Set, s *state.Joints, bodies *state.Bodies, p *step.Params) {
	link := &s.Link[l.joint]
	rec := s.GenericAt(link.Data)
	rec.UpdateAngles(bodies, link)
	pa, pb := &bodies.Pose[bodies.Rows[link.BodyA]], &bodies.Pose[bodies.Rows[link.BodyB]]
	axis, anchorA, anchorB := pa.R.Apply(rec.Axis), pa.R.Apply(rec.AnchorA), pb.R.Apply(rec.AnchorB)
	arm := pb.P.Sub(pa.P).Add(anchorB)
	l.placed = arms{ax: arm.X, ay: arm.Y, bx: anchorB.X, by: anchorB.Y, nx: -axis.Y, ny: axis.X}
	l.held = [2]float64{float64(l.placed.nx*anchorA.X) + float64(l.placed.ny*anchorA.Y), rec.Reference - rec.Angle}
	l.held[0] += excess(l.placed.distance()-l.held[0], float64(constraint.MaxGap(p)))
	l.held[1] -= excess(l.held[1], float64(constraint.MaxAngle(p)))
	a, b := &g.bodies[l.a].invMass, &g.bodies[l.b].invMass
	l.length, l.massMobility = 1, 0.5*((a.x+b.x)+(a.y+b.y))
	if turning := a.w + b.w; l.massMobility > 0 && turning > 0 {
		l.length = math.Sqrt(l.massMobility / turning)
	}
	l.force = [2]float64{float64(rec.BlockImpulses[0] * p.InvH), float64(rec.BlockImpulses[1]*p.InvH) / l.length}
}

// excess returns the part of x above most, or below -most.
func excess(x, most float64) float64 { return max(x-most, 0) + min(x+most, 0) }

// measureSlide is measure for a slide.
func (l *pointJoint) measureSlide(a, b *state.BodyState) {
	f, r := &l.placed, &l.begin
	sin, cos := float64(a.DS), float64(a.DC)
	r.nx, r.ny = float64(cos*f.nx)-float64(sin*f.ny), float64(sin*f.nx)+float64(cos*f.ny)
	sin, cos = float64(b.DS), float64(b.DC)
	r.bx, r.by = float64(cos*f.bx)-float64(sin*f.by), float64(sin*f.bx)+float64(cos*f.by)
	r.ax = f.ax + ((float64(b.DX) - float64(a.DX)) + (r.bx - f.bx))
	r.ay = f.ay + ((float64(b.DY) - float64(a.DY)) + (r.by - f.by))
	l.ex0 = r.distance() - l.held[0]
	l.ey0 = float64(l.length * (float64(constraint.AngleChange(a, b)) - l.held[1]))
}

// storeSlide writes the impulses of a slide to the table.
func (l *pointJoint) storeSlide(s *state.Joints, p *step.Params) {
	rec := s.GenericAt(s.Link[l.joint].Data)
	rec.InvH = p.InvH
	along := float64(l.now.nx*l.given.x) + float64(l.now.ny*l.given.y)
	rec.BlockImpulses = [3]float32{constraint.FlushTiny(float32(along)), constraint.FlushTiny(float32(l.given.w))}
}

// give adds an impulse along the present lines to the impulse of the sub-step.
func (l *pointJoint) give(j [2]float64) {
	if l.slides {
		l.given.addScaled(j[0], &velocity{l.now.nx, l.now.ny, 0})
		l.given.w += float64(l.length * j[1])
		return
	}
	l.given.x += j[0]
	l.given.y += j[1]
}
