package joint

import (
	"math"

	"github.com/carom2d/carom/internal/state"
)

// measure finds where the bodies have come to in this tick.
func (w *genericConstraint) measure(a, b *state.BodyState) {
	w.ux, w.uy = rotated(a, w.ax, w.ay)
	w.vx, w.vy = rotated(b, w.bx, w.by)
	w.gx = w.ex + ((b.DX - a.DX) + ((w.vx - w.bx) - (w.ux - w.ax)))
	w.gy = w.ey + ((b.DY - a.DY) + ((w.vy - w.by) - (w.uy - w.ay)))
	if w.kind == KindDistance {
		w.measureDistance()
		w.setMasses()
		return
	}
	w.angleChange = unwrapNear(angleChange(a, b), w.angleChange)
	switch w.kind {
	case KindPrismatic:
		w.measureSlide(a)
		w.block.jacobians[1], w.block.err[1] = relativeAngle, w.startError+w.angleChange
	case KindWheel, KindGroove:
		w.measureSlide(a)
		w.scalars[1].jacobian, w.scalars[1].now = relativeAngle, w.angleChange
	case KindAngle:
		w.measureAngles(a, b)
	case KindPulley:
		w.measurePulley(a, b)
	default:
		w.measurePoint()
		w.planarMotor.speed[0], w.planarMotor.speed[1] = rotated(a, w.planarMotor.sx, w.planarMotor.sy)
	}
	w.setMasses()
}

// singleLine says whether a single line is all that a row has: that of the block, as for a
// rod, or that of the first axis, as for a rope or a spring. Most rows are such.
type singleLine uint8

const (
	singleNone singleLine = iota
	singleBlock
	singleScalar
)

func (w *genericConstraint) findSingle() singleLine {
	switch {
	case w.planarMotor.on:
		return singleNone
	case !w.block.on && w.scalarCount == 1:
		return singleScalar
	case w.block.on && w.block.n == 1 && w.scalarCount == 0:
		return singleBlock
	default:
		return singleNone
	}
}

// weigh finds the effective masses of what acts.
func (w *genericConstraint) setMasses() {
	if w.singleLine == singleBlock {
		l := &w.block.jacobians[0]
		w.block.d0 = 0
		if mobility := l.coupling(l, &w.masses); mobility > 0 {
			w.block.d0 = float32(1 / mobility)
		}
		return
	}
	if w.planarMotor.on {
		w.planarMotor.factors = factor(&w.block.jacobians, 2, &w.masses)
	}
	if w.block.on && w.block.spring {
		w.block.isotropicSpring(&w.masses)
	} else if w.block.on {
		w.block.factors = factor(&w.block.jacobians, w.block.n, &w.masses)
	}
	for i := range w.scalarCount {
		if x := &w.scalars[i]; x.features != 0 {
			x.mass = inverse(float32(x.jacobian.coupling(&x.jacobian, &w.masses)))
		}
	}
}

// apart returns the line of B's anchor against A's along a direction that turns
// with neither body.
func (w *genericConstraint) anchorJacobian(dx, dy float32) jacobian {
	return jacobian{
		-dx, -dy, float32(w.uy*dx) - float32(w.ux*dy),
		dx, dy, float32(w.vx*dy) - float32(w.vy*dx),
	}
}

// along is apart for a direction that turns with A: it sees A's turning at the
// anchor of B.
func (w *genericConstraint) slideJacobian(dx, dy float32) jacobian {
	x, y := w.ux+w.gx, w.uy+w.gy
	return jacobian{-dx, -dy, float32(y*dx) - float32(x*dy), dx, dy, float32(w.vx*dy) - float32(w.vy*dx)}
}

// measureSlide is for joints that slide along an axis of A.
func (w *genericConstraint) measureSlide(a *state.BodyState) {
	w.dx, w.dy = rotated(a, w.px, w.py)
	w.scalars[0].jacobian = w.slideJacobian(w.dx, w.dy)
	w.scalars[0].now = float32(w.dx*w.gx) + float32(w.dy*w.gy)
	w.block.jacobians[0] = w.slideJacobian(-w.dy, w.dx)
	w.block.err[0] = float32(w.dx*w.gy) - float32(w.dy*w.gx)
}

// measurePoint is for joints whose anchors should meet, or that only turn.
func (w *genericConstraint) measurePoint() {
	k := &w.block
	k.jacobians = [3]jacobian{w.anchorJacobian(1, 0), w.anchorJacobian(0, 1), relativeAngle}
	k.err = [3]float32{w.gx, w.gy, w.startError + w.angleChange}
	w.scalars[0].jacobian, w.scalars[0].now = relativeAngle, w.angleChange
}

// measureDistance: the coordinate is the length, its line lies along the gap.
// Points that coincide have no direction; they keep the last one.
func (w *genericConstraint) measureDistance() {
	length := float32(math.Sqrt(float64(float64(w.gx)*float64(w.gx)) + float64(float64(w.gy)*float64(w.gy))))
	if length > 1e-9 {
		w.dx, w.dy = w.gx/length, w.gy/length
	}
	x := &w.scalars[0]
	x.jacobian, x.now = w.anchorJacobian(w.dx, w.dy), length
	w.block.jacobians[0], w.block.err[0] = x.jacobian, w.startError+x.moved()
}

// measureAngles: each body's own turning counts.
func (w *genericConstraint) measureAngles(a, b *state.BodyState) {
	w.angleChangeA, w.angleChangeB = unwrapNear(bodyAngleChange(a), w.angleChangeA), unwrapNear(bodyAngleChange(b), w.angleChangeB)
	w.scalars[0].jacobian = jacobian{aw: -w.ratio, bw: 1}
	w.scalars[0].now = w.angleChangeB - float32(w.ratio*w.angleChangeA)
}

// measurePulley: the coordinate is the length of rope in use. A body at its wheel
// hangs down from it.
func (w *genericConstraint) measurePulley(a, b *state.BodyState) {
	w.gx, w.gy = w.ex+(a.DX+(w.ux-w.ax)), w.ey+(a.DY+(w.uy-w.ay))
	hx, hy := w.fx+(b.DX+(w.vx-w.bx)), w.fy+(b.DY+(w.vy-w.by))
	la, ax, ay := lengthOf(w.gx, w.gy)
	lb, bx, by := lengthOf(hx, hy)
	bx, by = float32(w.ratio*bx), float32(w.ratio*by)
	x := &w.scalars[0]
	x.jacobian = jacobian{
		ax, ay, float32(w.ux*ay) - float32(w.uy*ax),
		bx, by, float32(w.vx*by) - float32(w.vy*bx),
	}
	x.now = la + float32(w.ratio*lb)
	w.block.jacobians[0], w.block.err[0] = x.jacobian, w.startError+x.moved()
}

// lengthOf returns the length and the direction of a rope.
func lengthOf(x, y float32) (length, dx, dy float32) {
	length = float32(math.Sqrt(float64(float64(x)*float64(x)) + float64(float64(y)*float64(y))))
	if length > 1e-9 {
		return length, x / length, y / length
	}
	return length, 0, -1
}
