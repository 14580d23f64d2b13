package constraint

import (
	"math"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// The portable kernels of revolute joints are plain scalar code over one lane of a
// bundle. They are always compiled and are the oracle of every vector kernel.

// run runs a pass over bundles. Vector kernels process runs of bundles with the same parts, but not
// bundles of a single joint.
func (r *revolutes) run(pass step.Pass, lo, hi int, states []state.BodyState) {
	for lo < hi {
		if !vectorKernels() || r.isSingle(lo) {
			simd.Flush()
			r.runBundle(pass, lo, states)
			lo++
			continue
		}
		end := lo + 1
		for end < hi && r.sameLayout(lo, end) && !r.isSingle(end) {
			end++
		}
		if lo = r.passVector(pass, lo, end, states); lo < end {
			r.runBundle(pass, lo, states)
			lo++
		}
	}
}

// sameLayout reports whether two bundles have the same parts.
func (r *revolutes) sameLayout(i, k int) bool {
	return (r.angleIndex[i] < 0) == (r.angleIndex[k] < 0) && (r.strengthIndex[i] == sharedStrength) == (r.strengthIndex[k] == sharedStrength)
}

// isSingle reports whether a bundle holds one joint.
func (r *revolutes) isSingle(i int) bool { return r.joints[i*Lanes+1] < 0 }

// movingLane is a joint of a bundle during a pass, with its bodies.
type movingLane struct {
	revoluteLane
	a, b   *state.BodyState
	wa, wb float32 // the current spins of the bodies, rad/s
}

// runBundle runs a pass over the used lanes of a bundle.
func (r *revolutes) runBundle(pass step.Pass, i int, states []state.BodyState) {
	w, x, g, lanes := r.at(i)
	q := movingLane{revoluteLane: revoluteLane{w: w, x: x, g: g}}
	for q.l = range lanes {
		q.a, q.b = &states[w.a[q.l].Row()], &states[w.b[q.l].Row()]
		switch pass {
		case step.WarmStart:
			q.warmStart()
		case step.Solve:
			q.solve()
		default:
			q.relax()
		}
	}
}

// warmStart applies the impulses kept from the last tick.
func (q *movingLane) warmStart() {
	w, x, l, a, b := q.w, q.x, q.l, q.a, q.b
	var couple float32
	if x != nil {
		couple = x.springImpulse[l] + x.motorImpulse[l] + x.lower[l] - x.upper[l]
	}
	jx, jy := w.jx[l], w.jy[l]
	wa := a.W - float32(w.ia[l]*(couple+(float32(w.ax[l]*jy)-float32(w.ay[l]*jx))))
	wb := b.W + float32(w.ib[l]*(couple+(float32(w.bx[l]*jy)-float32(w.by[l]*jx))))
	a.SetVelocity(a.VX-float32(w.ma[l]*jx), a.VY-float32(w.ma[l]*jy), wa)
	b.SetVelocity(b.VX+float32(w.mb[l]*jx), b.VY+float32(w.mb[l]*jy), wb)
}

// solve corrects velocities, and positions softly. The bodies have not moved since the bundle was
// relaxed, so its anchors are still valid.
func (q *movingLane) solve() {
	w, g, l, a, b := q.w, q.g, q.l, q.a, q.b
	q.wa = a.W - float32(w.ia[l]*w.la[l])
	q.wb = b.W + float32(w.ib[l]*w.lb[l])
	if q.x != nil {
		q.solveAngle()
	}
	ex := w.ex[l] + ((b.DX - a.DX) + ((w.vx[l] - w.bx[l]) - (w.ux[l] - w.ax[l])))
	ey := w.ey[l] + ((b.DY - a.DY) + ((w.vy[l] - w.by[l]) - (w.uy[l] - w.ay[l])))
	bias := g.softBiasRate[l]
	q.solvePoint(float32(bias*ex), float32(bias*ey), g.softMassScale[l], g.softImpulseScale[l])
}

// relax corrects velocities alone, after the bodies have moved. The next sub-step repeats the
// change of spins by the impulses. But the held impulse acted at the old anchors and must be
// repeated at the present ones. The difference, the warm correction, is applied in the next solve.
// Without it a pendulum would be driven by its own rotation. If it were applied at once, the
// pendulum would be braked.
func (q *movingLane) relax() {
	w, l, a, b := q.w, q.l, q.a, q.b
	ux, uy := Rotated(a, w.ax[l], w.ay[l])
	vx, vy := Rotated(b, w.bx[l], w.by[l])
	jx, jy := w.jx[l], w.jy[l]
	w.la[l] = float32((ux-w.ux[l])*jy) - float32((uy-w.uy[l])*jx)
	w.lb[l] = float32((vx-w.vx[l])*jy) - float32((vy-w.vy[l])*jx)
	w.ux[l], w.uy[l], w.vx[l], w.vy[l] = ux, uy, vx, vy
	q.wa, q.wb = a.W, b.W
	if q.x != nil {
		q.relaxAngle()
	}
	q.solvePoint(0, 0, 1, 0)
	w.tx[l] += w.jx[l]
	w.ty[l] += w.jy[l]
}

// solvePoint makes the two points separate with the speed -(sx, sy), softly. It uses the current
// spins and writes the bodies' velocities. The 2 by 2 matrix that maps an impulse to relative
// velocity is, for the anchors u of a and v of b,
//
//	| m + ia uy uy + ib vy vy    -ia ux uy - ib vx vy |
//	|         ...              m + ia ux ux + ib vx vx |    with m = ma + mb.
func (q *movingLane) solvePoint(sx, sy, massScale, impulseScale float32) {
	w, l, a, b, wa, wb := q.w, q.l, q.a, q.b, q.wa, q.wb
	ax, ay, bx, by := w.ux[l], w.uy[l], w.vx[l], w.vy[l]
	ma, ia, mb, ib := w.ma[l], w.ia[l], w.mb[l], w.ib[l]
	sx += (b.VX - float32(wb*by)) - (a.VX - float32(wa*ay))
	sy += (b.VY + float32(wb*bx)) - (a.VY + float32(wa*ax))

	m := ma + mb
	kxx := m + (float32(float32(ia*ay)*ay) + float32(float32(ib*by)*by))
	kyy := m + (float32(float32(ia*ax)*ax) + float32(float32(ib*bx)*bx))
	kxy := float32(float32(ia*ax)*ay) + float32(float32(ib*bx)*by) // less than nothing
	inv := Inverse(float32(kxx*kyy) - float32(kxy*kxy))
	ix := float32(inv * (float32(kyy*sx) + float32(kxy*sy)))
	iy := float32(inv * (float32(kxx*sy) + float32(kxy*sx)))

	oldx, oldy, limit := w.jx[l], w.jy[l], q.g.maxImpulse[l]
	jx := oldx - float32(massScale*ix) - float32(impulseScale*oldx)
	jy := oldy - float32(massScale*iy) - float32(impulseScale*oldy)
	if l2 := float32(jx*jx) + float32(jy*jy); l2 > float32(limit*limit) {
		f := limit / float32(math.Sqrt(float64(l2)))
		jx, jy = float32(f*jx), float32(f*jy)
	}
	w.jx[l], w.jy[l] = jx, jy
	jx -= oldx
	jy -= oldy
	wa -= float32(ia * (float32(ax*jy) - float32(ay*jx)))
	wb += float32(ib * (float32(bx*jy) - float32(by*jx)))
	a.SetVelocity(a.VX-float32(ma*jx), a.VY-float32(ma*jy), wa)
	b.SetVelocity(b.VX+float32(mb*jx), b.VY+float32(mb*jy), wb)
}

// solveAngle solves spring, motor and limits.
func (q *movingLane) solveAngle() {
	w, x, g, l := q.w, q.x, q.g, q.l
	change := float32(0)
	if x.hasSpring[l]|x.hasLimits[l] != 0 {
		change = AngleChange(q.a, q.b)
	}
	if x.hasSpring[l] != 0 {
		bias := float32(x.springBiasRate[l] * (x.offset[l] + change))
		old := x.springImpulse[l]
		j := angleDecrease(old, x.mass[l], x.springMassScale[l], x.springImpulseScale[l], q.wb-q.wa, bias)
		x.springImpulse[l] = old - j
		q.wa += float32(w.ia[l] * j)
		q.wb -= float32(w.ib[l] * j)
	}
	q.solveMotor()
	if x.hasLimits[l] != 0 {
		q.solveLimits(change, step.Soft{Bias: g.softBiasRate[l], Mass: g.softMassScale[l], ImpulseScale: g.softImpulseScale[l]})
	}
}

// relaxAngle is solveAngle without correction of the limits' errors. The spring keeps its impulse:
// it is a force, and by its equation it acts once per sub-step.
func (q *movingLane) relaxAngle() {
	q.solveMotor()
	if q.x.hasLimits[q.l] != 0 {
		q.solveLimits(AngleChange(q.a, q.b), step.Soft{Mass: 1})
	}
	q.x.total[q.l] += q.last().W
}

// solveMotor runs the motor.
func (q *movingLane) solveMotor() {
	w, x, l := q.w, q.x, q.l
	maxImpulse := x.motorMax[l]
	if maxImpulse == 0 {
		return
	}
	old := x.motorImpulse[l]
	j := motorImpulse(old, x.mass[l], q.wb-q.wa, x.speed[l], maxImpulse)
	x.motorImpulse[l] = j
	j -= old
	q.wa -= float32(w.ia[l] * j)
	q.wb += float32(w.ib[l] * j)
}

// solveLimits solves the two limits. An angle that has not reached a limit may reach it within the
// sub-step. An angle beyond a limit is brought back softly. A limit yields to the load that rests
// on it, but not to the motor of its own joint, whose impulse is known.
func (q *movingLane) solveLimits(change float32, soft step.Soft) {
	w, x, l := q.w, q.x, q.l
	line := limitLine{mass: x.mass[l], invH: q.g.invH[l], maxImpulse: q.g.maxAngularImpulse[l]}
	old, motor := x.lower[l], x.motorImpulse[l]
	line.clearance, line.rate = x.aboveLower[l]+change, q.wb-q.wa
	j := angleLimitImpulse(soft, old, yieldingImpulse(old, -motor), line)
	x.lower[l] = j
	j -= old
	q.wa -= float32(w.ia[l] * j)
	q.wb += float32(w.ib[l] * j)

	old = x.upper[l]
	line.clearance, line.rate = x.belowUpper[l]-change, q.wa-q.wb
	j = angleLimitImpulse(soft, old, yieldingImpulse(old, motor), line)
	x.upper[l] = j
	j -= old
	q.wa += float32(w.ia[l] * j)
	q.wb -= float32(w.ib[l] * j)
}
