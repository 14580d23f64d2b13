package joint

import (
	"math"

	"github.com/carom2d/carom/body"
)

// measure finds where the bodies have come to in this tick.
func (w *bondRow) measure(a, b *body.State) {
	w.ux, w.uy = turned(a, w.ax, w.ay)
	w.vx, w.vy = turned(b, w.bx, w.by)
	w.gx = w.ex + ((b.DX - a.DX) + ((w.vx - w.bx) - (w.ux - w.ax)))
	w.gy = w.ey + ((b.DY - a.DY) + ((w.vy - w.by) - (w.uy - w.ay)))
	if w.kind == KindDistance {
		w.measureDistance()
		w.weigh()
		return
	}
	w.turn = near(turnOf(a, b), w.turn)
	switch w.kind {
	case KindPrismatic:
		w.measureSlide(a)
		w.block.lines[1], w.block.err[1] = spin, w.off+w.turn
	case KindWheel, KindGroove:
		w.measureSlide(a)
		w.axes[1].line, w.axes[1].now = spin, w.turn
	case KindAngle:
		w.measureAngles(a, b)
	case KindPulley:
		w.measurePulley(a, b)
	default:
		w.measurePin()
		w.drive.speed[0], w.drive.speed[1] = turned(a, w.drive.sx, w.drive.sy)
	}
	w.weigh()
}

// lone says whether a single line is all that a row has: that of the block, as for a
// rod, or that of the first axis, as for a rope or a spring. Most rows are such.
type lone uint8

const (
	loneNone lone = iota
	loneBlock
	loneAxis
)

func (w *bondRow) single() lone {
	switch {
	case w.drive.on:
		return loneNone
	case !w.block.on && w.acting == 1:
		return loneAxis
	case w.block.on && w.block.n == 1 && w.acting == 0:
		return loneBlock
	default:
		return loneNone
	}
}

// weigh finds the effective masses of what acts.
func (w *bondRow) weigh() {
	if w.lone == loneBlock {
		l := &w.block.lines[0]
		w.block.d0 = 0
		if mobility := l.coupling(l, &w.masses); mobility > 0 {
			w.block.d0 = float32(1 / mobility)
		}
		return
	}
	if w.drive.on {
		w.drive.factors = factor(&w.block.lines, 2, &w.masses)
	}
	if w.block.on && w.block.spring {
		w.block.loosen(&w.masses)
	} else if w.block.on {
		w.block.factors = factor(&w.block.lines, w.block.n, &w.masses)
	}
	for i := range w.acting {
		if x := &w.axes[i]; x.parts != 0 {
			x.mass = inverse(float32(x.line.coupling(&x.line, &w.masses)))
		}
	}
}

// apart returns the line of B's anchor against A's along a direction that turns
// with neither body.
func (w *bondRow) apart(dx, dy float32) line {
	return line{
		-dx, -dy, float32(w.uy*dx) - float32(w.ux*dy),
		dx, dy, float32(w.vx*dy) - float32(w.vy*dx),
	}
}

// along is apart for a direction that turns with A: it sees A's turning at the
// anchor of B.
func (w *bondRow) along(dx, dy float32) line {
	x, y := w.ux+w.gx, w.uy+w.gy
	return line{-dx, -dy, float32(y*dx) - float32(x*dy), dx, dy, float32(w.vx*dy) - float32(w.vy*dx)}
}

// measureSlide is for joints that slide along an axis of A.
func (w *bondRow) measureSlide(a *body.State) {
	w.dx, w.dy = turned(a, w.px, w.py)
	w.axes[0].line = w.along(w.dx, w.dy)
	w.axes[0].now = float32(w.dx*w.gx) + float32(w.dy*w.gy)
	w.block.lines[0] = w.along(-w.dy, w.dx)
	w.block.err[0] = float32(w.dx*w.gy) - float32(w.dy*w.gx)
}

// measurePin is for joints whose anchors should meet, or that only turn.
func (w *bondRow) measurePin() {
	k := &w.block
	k.lines = [3]line{w.apart(1, 0), w.apart(0, 1), spin}
	k.err = [3]float32{w.gx, w.gy, w.off + w.turn}
	w.axes[0].line, w.axes[0].now = spin, w.turn
}

// turnBy returns the angle that a body turned since the tick began.
func turnBy(s *body.State) float32 {
	still := body.State{DC: 1}
	return turnOf(&still, s)
}

// near returns the angle that is x but for whole turns and nearest to last: a
// fast wheel may turn more than half a turn per tick, but hardly per sub-step.
func near(x, last float32) float32 {
	if d := x - last; d > -math.Pi && d < math.Pi {
		return x
	}
	return float32(unwind(float64(x), float64(last)))
}
