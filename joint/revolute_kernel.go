package joint

import (
	"math"

	"github.com/carom2d/carom/body"
)

// The portable kernels of revolute joints: plain scalar code over one lane of a
// row. They are always compiled and are the oracle of any vector kernel.

// pass is what is done to a row.
type pass int

const (
	warm pass = iota
	solve
	relax
)

// run does a pass over rows. Vector kernels take runs of rows that have the same
// parts, but not rows of a single joint.
func (r *revolutes) run(what pass, lo, hi int, states []body.State) {
	for lo < hi {
		if !vector || r.alone(lo) {
			r.runRow(what, lo, states)
			lo++
			continue
		}
		end := lo + 1
		for end < hi && r.alike(lo, end) && !r.alone(end) {
			end++
		}
		if lo = r.passVector(what, lo, end, states); lo < end {
			r.runRow(what, lo, states)
			lo++
		}
	}
}

// alike reports whether two rows have the same parts.
func (r *revolutes) alike(i, k int) bool {
	return (r.axis[i] < 0) == (r.axis[k] < 0) && (r.grip[i] == common) == (r.grip[k] == common)
}

// alone reports whether a row holds one joint.
func (r *revolutes) alone(i int) bool { return r.joints[i*Lanes+1] < 0 }

// runRow does a pass over the lanes of a row that are in use.
func (r *revolutes) runRow(what pass, i int, states []body.State) {
	w, x, g, lanes := r.at(i)
	for l := range lanes {
		runLane(what, w, x, g, l, states)
	}
}

func runLane(what pass, w *revoluteRow, x *axisRow, g *grip, l int, states []body.State) {
	switch what {
	case warm:
		warmRevolute(w, x, l, states)
	case solve:
		solveRevolute(w, x, g, l, states)
	default:
		relaxRevolute(w, x, g, l, states)
	}
}

// warmRevolute applies the impulses kept from the last tick.
func warmRevolute(w *revoluteRow, x *axisRow, l int, states []body.State) {
	a, b := &states[w.a[l]], &states[w.b[l]]
	var turn float32
	if x != nil {
		turn = x.spring[l] + x.motor[l] + x.lower[l] - x.upper[l]
	}
	jx, jy := w.jx[l], w.jy[l]
	wa := a.W - float32(w.ia[l]*(turn+(float32(w.ax[l]*jy)-float32(w.ay[l]*jx))))
	wb := b.W + float32(w.ib[l]*(turn+(float32(w.bx[l]*jy)-float32(w.by[l]*jx))))
	a.Write(a.VX-float32(w.ma[l]*jx), a.VY-float32(w.ma[l]*jy), wa)
	b.Write(b.VX+float32(w.mb[l]*jx), b.VY+float32(w.mb[l]*jy), wb)
}

// solveRevolute corrects velocities, and positions softly. The bodies have not
// moved since the row was relaxed, so the anchors are still those of then.
//
// Within the sub-step an anchor u that turns with the spin w leaves its tangent by
// w w u h h / 2, so pins with the same velocity do not stay together. The row asks
// for the velocity that makes up for it in advance. Left to the soft correction the
// gap follows the square of the spin with a lag, and a pendulum loses height by the
// square of that lag.
func solveRevolute(w *revoluteRow, x *axisRow, g *grip, l int, states []body.State) {
	a, b := &states[w.a[l]], &states[w.b[l]]
	wa := a.W - float32(w.ia[l]*w.la[l])
	wb := b.W + float32(w.ib[l]*w.lb[l])
	if x != nil {
		wa, wb = solveAxis(w, x, g, l, a, b, wa, wb)
	}
	ex := w.ex[l] + ((b.DX - a.DX) + ((w.vx[l] - w.bx[l]) - (w.ux[l] - w.ax[l])))
	ey := w.ey[l] + ((b.DY - a.DY) + ((w.vy[l] - w.by[l]) - (w.uy[l] - w.ay[l])))
	bias := g.softBias[l]
	da, db := float32(g.drift[l]*lesser(float32(wa*wa), swift)), float32(g.drift[l]*lesser(float32(wb*wb), swift))
	sx := float32(bias*ex) + (float32(da*w.ux[l]) - float32(db*w.vx[l]))
	sy := float32(bias*ey) + (float32(da*w.uy[l]) - float32(db*w.vy[l]))
	hold(w, g, l, a, b, wa, wb, sx, sy, g.softMass[l], g.softLeak[l])
}

// relaxRevolute corrects velocities alone, after the bodies have moved. The next
// sub-step repeats what the impulses did to the spins, but the impulse held so far
// acted at the anchors of before and must be repeated at those of now; the
// difference waits until then. Without it a pendulum would be driven by its own
// turning, and applied at once it would be braked.
func relaxRevolute(w *revoluteRow, x *axisRow, g *grip, l int, states []body.State) {
	a, b := &states[w.a[l]], &states[w.b[l]]
	ux, uy := turned(a, w.ax[l], w.ay[l])
	vx, vy := turned(b, w.bx[l], w.by[l])
	jx, jy := w.jx[l], w.jy[l]
	w.la[l] = float32((ux-w.ux[l])*jy) - float32((uy-w.uy[l])*jx)
	w.lb[l] = float32((vx-w.vx[l])*jy) - float32((vy-w.vy[l])*jx)
	w.ux[l], w.uy[l], w.vx[l], w.vy[l] = ux, uy, vx, vy
	wa, wb := a.W, b.W
	if x != nil {
		wa, wb = relaxAxis(w, x, g, l, a, b, wa, wb)
	}
	hold(w, g, l, a, b, wa, wb, 0, 0, 1, 0)
}

// swift is the square of the spin up to which that is asked for, rad^2/s^2: half a
// radian in a sub-step at the default rates. What it asks for goes with the square of the
// spin and makes the spin of a light body on a long lever, which would run away.
const swift = 128 * 128

// turned returns an anchor after what its body turned since the tick began.
func turned(s *body.State, x, y float32) (float32, float32) {
	return float32(s.DC*x) - float32(s.DS*y), float32(s.DS*x) + float32(s.DC*y)
}

// hold makes the two pins move apart with the speed -(sx, sy), softly. With the
// bodies' spins given it writes their velocities. The 2 by 2 matrix that turns an
// impulse into relative velocity is, for the anchors u of a and v of b,
//
//	| m + ia uy uy + ib vy vy    -ia ux uy - ib vx vy |
//	|         ...              m + ia ux ux + ib vx vx |    with m = ma + mb.
func hold(w *revoluteRow, g *grip, l int, a, b *body.State, wa, wb, sx, sy, mass, leak float32) {
	ax, ay, bx, by := w.ux[l], w.uy[l], w.vx[l], w.vy[l]
	ma, ia, mb, ib := w.ma[l], w.ia[l], w.mb[l], w.ib[l]
	sx += (b.VX - float32(wb*by)) - (a.VX - float32(wa*ay))
	sy += (b.VY + float32(wb*bx)) - (a.VY + float32(wa*ax))

	m := ma + mb
	kxx := m + (float32(float32(ia*ay)*ay) + float32(float32(ib*by)*by))
	kyy := m + (float32(float32(ia*ax)*ax) + float32(float32(ib*bx)*bx))
	kxy := float32(float32(ia*ax)*ay) + float32(float32(ib*bx)*by) // less than nothing
	inv := inverse(float32(kxx*kyy) - float32(kxy*kxy))
	ix := float32(inv * (float32(kyy*sx) + float32(kxy*sy)))
	iy := float32(inv * (float32(kxx*sy) + float32(kxy*sx)))

	oldx, oldy, limit := w.jx[l], w.jy[l], g.limit[l]
	jx := oldx - float32(mass*ix) - float32(leak*oldx)
	jy := oldy - float32(mass*iy) - float32(leak*oldy)
	if l2 := float32(jx*jx) + float32(jy*jy); l2 > float32(limit*limit) {
		f := limit / float32(math.Sqrt(float64(l2)))
		jx, jy = float32(f*jx), float32(f*jy)
	}
	w.jx[l], w.jy[l] = jx, jy
	jx -= oldx
	jy -= oldy
	wa -= float32(ia * (float32(ax*jy) - float32(ay*jx)))
	wb += float32(ib * (float32(bx*jy) - float32(by*jx)))
	a.Write(a.VX-float32(ma*jx), a.VY-float32(ma*jy), wa)
	b.Write(b.VX+float32(mb*jx), b.VY+float32(mb*jy), wb)
}

// solveAxis runs spring, motor and limits and returns the new spins.
func solveAxis(w *revoluteRow, x *axisRow, g *grip, l int, a, b *body.State, wa, wb float32) (float32, float32) {
	turned := float32(0)
	if x.sprung[l]|x.limited[l] != 0 {
		turned = turnOf(a, b)
	}
	if x.sprung[l] != 0 {
		bias := float32(x.springBias[l] * (x.offset[l] + turned))
		old := x.spring[l]
		j := float32(float32(x.mass[l]*x.springMass[l])*((wb-wa)+bias)) + float32(x.springLeak[l]*old)
		x.spring[l] = old - j
		wa += float32(w.ia[l] * j)
		wb -= float32(w.ib[l] * j)
	}
	wa, wb = runMotor(w, x, l, wa, wb)
	if x.limited[l] != 0 {
		wa, wb = runLimits(w, x, g, l, wa, wb, turned, g.softBias[l], g.softMass[l], g.softLeak[l])
	}
	return wa, wb
}

// relaxAxis is solveAxis without correction of the limits' errors. The spring stays as
// it is: it is a force, and once per sub-step is what its equation asks for.
func relaxAxis(w *revoluteRow, x *axisRow, g *grip, l int, a, b *body.State, wa, wb float32) (float32, float32) {
	wa, wb = runMotor(w, x, l, wa, wb)
	if x.limited[l] != 0 {
		wa, wb = runLimits(w, x, g, l, wa, wb, turnOf(a, b), 0, 1, 0)
	}
	return wa, wb
}

// runMotor runs the motor.
func runMotor(w *revoluteRow, x *axisRow, l int, wa, wb float32) (float32, float32) {
	most := x.motorMax[l]
	if most == 0 {
		return wa, wb
	}
	old := x.motor[l]
	j := clamp(old-float32(x.mass[l]*((wb-wa)-x.speed[l])), most)
	x.motor[l] = j
	j -= old
	return wa - float32(w.ia[l]*j), wb + float32(w.ib[l]*j)
}

// runLimits runs the two limits. An angle short of a limit may reach it within the
// sub-step; one beyond it is brought back softly.
func runLimits(w *revoluteRow, x *axisRow, g *grip, l int, wa, wb, turned, softBias, softMass, softLeak float32) (float32, float32) {
	old := x.lower[l]
	j := holdLimit(x, g, l, x.above[l]+turned, wb-wa, old, softBias, softMass, softLeak)
	x.lower[l] = j
	j -= old
	wa -= float32(w.ia[l] * j)
	wb += float32(w.ib[l] * j)

	old = x.upper[l]
	j = holdLimit(x, g, l, x.below[l]-turned, wa-wb, old, softBias, softMass, softLeak)
	x.upper[l] = j
	j -= old
	return wa + float32(w.ia[l]*j), wb - float32(w.ib[l]*j)
}

// holdLimit returns the new impulse of one limit: room is the angle left before it,
// speed the rate at which the room grows.
func holdLimit(x *axisRow, g *grip, l int, room, speed, old, softBias, softMass, softLeak float32) float32 {
	bias, mass, leak := float32(room*g.invH[l]), float32(1), float32(0)
	if !(room > 0) {
		bias, mass, leak = float32(softBias*room), softMass, softLeak
	}
	j := float32(float32(x.mass[l]*mass)*(speed+bias)) + float32(leak*old)
	return greater(lesser(old-j, g.torque[l]), 0)
}

// nearTurn is the cosine up to which the series of turnOf is good.
const nearTurn = 0.7

// turnOf returns the angle by which b turned against a since the tick began.
// With t the tangent of half of it, it is 2 atan t; the series stops at t^13 with an
// error below 3e-7 for angles up to pi/4. More than that takes the long way.
func turnOf(a, b *body.State) float32 {
	sin := float32(a.DC*b.DS) - float32(a.DS*b.DC)
	cos := float32(a.DC*b.DC) + float32(a.DS*b.DS)
	if !(cos > nearTurn) {
		return turnFar(sin, cos)
	}
	t := sin / (1 + cos)
	if t < 1e-12 && t > -1e-12 { // z would not be normal, which is slow, and p is nothing
		return float32(2 * t)
	}
	z := float32(t * t)
	p := float32(z * (1.0 / 13))
	p = float32(z * (1.0/11 - p))
	p = float32(z * (1.0/9 - p))
	p = float32(z * (1.0/7 - p))
	p = float32(z * (1.0/5 - p))
	p = float32(z * (1.0/3 - p))
	return float32(2 * t * (1 - p))
}
