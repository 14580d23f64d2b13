package constraint

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// setGap sets the gap between the anchors at the beginning of the tick. Pulleys have ropes in its
// place.
func (w *Generic) setGap(gap geom.Vec2, rec *state.GenericJoint, bodies *state.Bodies, link *state.JointLink) {
	if w.geometry == state.GeometryRopes {
		var rope geom.Vec2
		gap, rope = rec.Ropes(bodies, link)
		w.fx, w.fy = float32(rope.X), float32(rope.Y)
	}
	w.ex, w.ey = float32(gap.X), float32(gap.Y)
}

// pulleyEnd is an end of the rope of a pulley.
type pulleyEnd uint8

const (
	noEnd pulleyEnd = iota
	endA
	endB
)

// keepEnd drops the part of a line that acts on the body at the other end.
func (l *Jacobian) keepEnd(end pulleyEnd) {
	if end == endA {
		l.Bx, l.By, l.Bw = 0, 0, 0
	} else {
		l.Ax, l.Ay, l.Aw = 0, 0, 0
	}
}

// findEndAtWheel finds the end of the rope that may reach its wheel within the tick. This end is
// stopped where it is by a force of any direction, which is at most the tension, and the other end
// bears the tension alone. A short rope turns over from sub-step to sub-step, so a heavy body would
// throw a light one to and fro past the wheel.
func (w *Generic) findEndAtWheel(a, b *state.BodyState, p *step.Params) {
	if w.mb > 0 && mayReach(a, w.ax, w.ay, w.ex, w.ey, p) {
		w.atWheel = endA
	} else if w.ma > 0 && mayReach(b, w.bx, w.by, w.fx, w.fy, p) {
		w.atWheel = endB
	}
}

// IsAtWheel reports whether an end of the rope of a pulley is at its wheel: see findEndAtWheel.
func (w *Generic) IsAtWheel() bool { return w.atWheel != noEnd }

// SetTension sets the impulse along the rope of a pulley whose lines are solved elsewhere.
func (w *Generic) SetTension(j float64) {
	w.Scalars[0].UpperImpulse, w.Block.Impulses[0] = float32(j), 0
}

// mayReach reports whether the anchor (ax, ay) of a body may reach a wheel within the tick. The
// rope to it is (x, y).
func mayReach(b *state.BodyState, ax, ay, x, y float32, p *step.Params) bool {
	length, _, _ := lengthOf(x, y)
	speed, _, _ := lengthOf(b.VX-float32(b.W*ay), b.VY+float32(b.W*ax))
	return length < p.LinearSlop+float32(speed*p.DT)
}

// solvePlanarMotor solves the motor in the plane, or stops the end of a rope that is at its wheel.
func (w *Generic) solvePlanarMotor(v *pairVelocity) {
	m := &w.PlanarMotor
	if w.atWheel != noEnd {
		m.MaxImpulse = simd.Max(w.Scalars[0].UpperImpulse-w.Block.Impulses[0], 0)
		if w.atWheel == endB {
			m.MaxImpulse = float32(m.MaxImpulse * w.ratio)
		}
	}
	m.solve(v, &w.masses)
}

// Measure computes lines, errors and coordinates at the current poses of the tick.
func (w *Generic) Measure(a, b *state.BodyState) {
	w.Ux, w.Uy = Rotated(a, w.ax, w.ay)
	w.Vx, w.Vy = Rotated(b, w.bx, w.by)
	w.gx = w.ex + ((b.DX - a.DX) + ((w.Vx - w.bx) - (w.Ux - w.ax)))
	w.gy = w.ey + ((b.DY - a.DY) + ((w.Vy - w.by) - (w.Uy - w.ay)))
	if w.geometry == state.GeometryLength {
		w.measureDistance()
		w.setMasses()
		return
	}
	w.angleChange = unwrapNear(AngleChange(a, b), w.angleChange)
	switch w.geometry {
	case state.GeometrySlide:
		w.measureSlide(a)
	case state.GeometryOwnAngles:
		w.measureAngles(a, b)
	case state.GeometryRopes:
		w.measurePulley(a, b)
	default:
		w.measurePoint()
		w.PlanarMotor.Speed[0], w.PlanarMotor.Speed[1] = Rotated(a, w.PlanarMotor.sx, w.PlanarMotor.sy)
	}
	w.setMasses()
}

// singleLine tells whether a joint has a single line: the line of the block, as for a rod, or the
// line of the first scalar, as for a rope or a spring. Most joints have a single line.
type singleLine uint8

const (
	singleNone singleLine = iota
	singleBlock
	singleScalar
)

func (w *Generic) FindSingle() singleLine {
	switch {
	case w.PlanarMotor.on:
		return singleNone
	case !w.Block.On && w.ScalarCount == 1:
		return singleScalar
	case w.Block.On && w.Block.N == 1 && w.ScalarCount == 0:
		return singleBlock
	default:
		return singleNone
	}
}

// setMasses computes the effective masses of all lines.
func (w *Generic) setMasses() {
	if w.SingleLine == singleBlock {
		l := &w.Block.Jacobians[0]
		w.Block.d0 = 0
		if mobility := l.coupling(l, &w.masses); mobility > 0 {
			w.Block.d0 = float32(1 / mobility)
		}
		return
	}
	if w.PlanarMotor.on {
		w.PlanarMotor.factors = factor(&[3]Jacobian{w.PlanarMotor.Lines[0], w.PlanarMotor.Lines[1]}, 2, &w.masses)
	}
	if w.Block.On && w.Block.spring {
		w.Block.isotropicSpring(&w.masses, w.meanMobility())
	} else if w.Block.On {
		w.Block.factors = factor(&w.Block.Jacobians, w.Block.N, &w.masses)
	}
	for i := range w.ScalarCount {
		if x := &w.Scalars[i]; x.Features != 0 {
			x.mass = Inverse(float32(x.Jacobian.coupling(&x.Jacobian, &w.masses)))
		}
	}
}

// anchorJacobian returns the line of B's anchor relative to A's along a direction that turns with
// neither body.
func (w *Generic) anchorJacobian(dx, dy float32) Jacobian {
	return Jacobian{
		-dx, -dy, float32(w.Uy*dx) - float32(w.Ux*dy),
		dx, dy, float32(w.Vx*dy) - float32(w.Vy*dx),
	}
}

// slideJacobian is anchorJacobian for a direction that turns with A: A's angular velocity acts at
// the anchor of B.
func (w *Generic) slideJacobian(dx, dy float32) Jacobian {
	x, y := w.Ux+w.gx, w.Uy+w.gy
	return Jacobian{-dx, -dy, float32(y*dx) - float32(x*dy), dx, dy, float32(w.Vx*dy) - float32(w.Vy*dx)}
}

// commonJacobian is anchorJacobian for anchors that may be apart: the line acts on both bodies at
// one place between the anchors, nearer to the anchor of the lighter body by the ratio of the
// masses. Opposite impulses at two places would turn the bodies as a whole: a free ring of welds
// that do not fit would spin up from rest.
func (w *Generic) commonJacobian(dx, dy float32) Jacobian {
	part := float32(0.5)
	if sum := w.ma + w.mb; sum > 0 {
		part = w.mb / sum
	}
	gx, gy := float32(part*w.gx), float32(part*w.gy)
	ux, uy, vx, vy := w.Ux+gx, w.Uy+gy, w.Vx-(w.gx-gx), w.Vy-(w.gy-gy)
	return Jacobian{-dx, -dy, float32(uy*dx) - float32(ux*dy), dx, dy, float32(vx*dy) - float32(vy*dx)}
}

// PushAtOnePlace lets the motor in the plane push both bodies at the anchor of the lighter one, so
// that it does not turn them as a whole.
func (w *Generic) PushAtOnePlace() {
	w.PlanarMotor.atOnePlace = true
	w.PlanarMotor.Lines = [2]Jacobian{w.lighterJacobian(1, 0), w.lighterJacobian(0, 1)}
}

// lighterJacobian is commonJacobian at the anchor of the lighter body, or of B.
func (w *Generic) lighterJacobian(dx, dy float32) Jacobian {
	if w.ma <= w.mb {
		return w.slideJacobian(dx, dy)
	}
	x, y := w.Vx-w.gx, w.Vy-w.gy
	return Jacobian{-dx, -dy, float32(w.Uy*dx) - float32(w.Ux*dy), dx, dy, float32(x*dy) - float32(y*dx)}
}

// apartSlops is the gap, in slops, from which the lines of a rigid weld act at one place.
const apartSlops = 0.02

// isApart reports whether the anchors are apart when the tick begins.
func (w *Generic) isApart(p *step.Params) bool {
	least := float32(apartSlops * p.LinearSlop)
	return float32(w.ex*w.ex)+float32(w.ey*w.ey) > float32(least*least)
}

// Gap returns the gap from the anchor of A to the anchor of B, m, and the direction of a slide or a
// rod.
func (w *Generic) Gap() (gx, gy, dx, dy float64) {
	return float64(w.gx), float64(w.gy), float64(w.dx), float64(w.dy)
}

// meanMobility returns the speed of the anchors per impulse between them, the mean of all
// directions, or along the only direction in which the bodies may move.
func (w *Generic) meanMobility() float64 {
	along, across := w.anchorJacobian(1, 0), w.anchorJacobian(0, 1)
	x, y := along.coupling(&along, &w.masses), across.coupling(&across, &w.masses)
	if x == 0 || y == 0 {
		return x + y
	}
	return 0.5 * (x + y)
}

// measureSlide measures joints that slide along an axis of A. The block holds the angle, or the
// angle is the second coordinate.
func (w *Generic) measureSlide(a *state.BodyState) {
	w.dx, w.dy = Rotated(a, w.px, w.py)
	w.Scalars[0].Jacobian = w.slideJacobian(w.dx, w.dy)
	w.Scalars[0].now = float32(w.dx*w.gx) + float32(w.dy*w.gy)
	w.Block.Jacobians[0] = w.slideJacobian(-w.dy, w.dx)
	w.Block.Err[0] = simd.Clamp(float32(w.dx*w.gy)-float32(w.dy*w.gx), w.maxGap)
	if w.Block.N == 2 {
		w.Block.Jacobians[1], w.Block.Err[1] = RelativeAngle, simd.Clamp(w.startError+w.angleChange, w.maxAngle)
	} else {
		w.Scalars[1].Jacobian, w.Scalars[1].now = RelativeAngle, w.angleChange
	}
}

// measurePoint measures joints whose anchors must meet, or that only turn.
func (w *Generic) measurePoint() {
	k := &w.Block
	k.Jacobians = [3]Jacobian{w.anchorJacobian(1, 0), w.anchorJacobian(0, 1), RelativeAngle}
	if w.PlanarMotor.atOnePlace {
		w.PushAtOnePlace()
	} else if w.PlanarMotor.on {
		w.PlanarMotor.Lines = [2]Jacobian{k.Jacobians[0], k.Jacobians[1]}
	}
	if k.spring || w.apart {
		k.Jacobians[0], k.Jacobians[1] = w.commonJacobian(1, 0), w.commonJacobian(0, 1)
	}
	k.Err = [3]float32{w.gx, w.gy, simd.Clamp(w.startError+w.angleChange, w.maxAngle)}
	if !k.spring {
		k.Err[0], k.Err[1] = clampVector(w.gx, w.gy, w.maxGap, 2)
	}
	w.Scalars[0].Jacobian, w.Scalars[0].now = RelativeAngle, w.angleChange
}

// measureDistance measures the length between the anchors and the line along it. Coincident points
// have no direction; they keep the last one.
func (w *Generic) measureDistance() {
	length := float32(math.Sqrt(float64(float64(w.gx)*float64(w.gx)) + float64(float64(w.gy)*float64(w.gy))))
	if length > 1e-9 {
		w.dx, w.dy = w.gx/length, w.gy/length
	}
	x := &w.Scalars[0]
	x.Jacobian, x.now = w.anchorJacobian(w.dx, w.dy), length
	w.Block.Jacobians[0], w.Block.Err[0] = x.Jacobian, simd.Clamp(w.startError+x.Moved(), w.maxGap)
}

// measureAngles measures the angles of joints with a ratio, which use each body's own angle.
func (w *Generic) measureAngles(a, b *state.BodyState) {
	w.angleChangeA, w.angleChangeB = unwrapNear(bodyAngleChange(a), w.angleChangeA), unwrapNear(bodyAngleChange(b), w.angleChangeB)
	w.Scalars[0].Jacobian = Jacobian{Aw: -w.ratio, Bw: 1}
	w.Scalars[0].now = w.angleChangeB - float32(w.ratio*w.angleChangeA)
}

// measurePulley measures the length of rope in use. If a body is at its wheel, its rope points
// down.
func (w *Generic) measurePulley(a, b *state.BodyState) {
	w.gx, w.gy = w.ex+(a.DX+(w.Ux-w.ax)), w.ey+(a.DY+(w.Uy-w.ay))
	hx, hy := w.fx+(b.DX+(w.Vx-w.bx)), w.fy+(b.DY+(w.Vy-w.by))
	la, ax, ay := lengthOf(w.gx, w.gy)
	lb, bx, by := lengthOf(hx, hy)
	bx, by = float32(w.ratio*bx), float32(w.ratio*by)
	x := &w.Scalars[0]
	x.Jacobian = Jacobian{
		ax, ay, float32(w.Ux*ay) - float32(w.Uy*ax),
		bx, by, float32(w.Vx*by) - float32(w.Vy*bx),
	}
	if w.atWheel != noEnd {
		x.Jacobian.keepEnd(endA + endB - w.atWheel)
		w.PlanarMotor.Lines = [2]Jacobian{w.anchorJacobian(1, 0), w.anchorJacobian(0, 1)}
		w.PlanarMotor.Lines[0].keepEnd(w.atWheel)
		w.PlanarMotor.Lines[1].keepEnd(w.atWheel)
	}
	x.now = la + float32(w.ratio*lb)
	w.Block.Jacobians[0], w.Block.Err[0] = x.Jacobian, simd.Clamp(w.startError+x.Moved(), w.maxGap)
}

// lengthOf returns the length and the direction of a rope.
func lengthOf(x, y float32) (length, dx, dy float32) {
	length = float32(math.Sqrt(float64(float64(x)*float64(x)) + float64(float64(y)*float64(y))))
	if length > 1e-9 {
		return length, x / length, y / length
	}
	return length, 0, -1
}
