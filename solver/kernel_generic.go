package solver

import (
	"math"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
)

// The portable kernels are plain scalar code over one lane, written to be read. They
// are always compiled and are the oracle of every vector kernel.
//
// Every kernel works in the contact's own axes. For a body b and a direction d, an impulse j along
// d changes b's velocity along d by j mb and its spin by j ib times the arm. So the relative
// velocity along the normal, un, is passed as one number through the points of a contact, and the
// bodies' velocities are computed once at the end.

// lane is a contact of a bundle, with its bodies.
type lane struct {
	a, b *state.BodyState
	h    *header
	l    int
}

// warmStart applies the kept impulses of a lane.
func warmStart(states []state.BodyState, h *header, points []point, l int) {
	var normal, na, nb float32
	for k := range points {
		p := &points[k]
		j := p.impulse[l]
		normal += j
		na += float32(p.ka[l] * j)
		nb += float32(p.kb[l] * j)
	}
	tangent := h.tangentImpulse[l]
	na += float32(h.ta[l] * tangent)
	nb += float32(h.tb[l] * tangent)
	a, b := &states[h.a[l].Row()], &states[h.b[l].Row()]
	wa := a.W - float32(h.ia[l]*na)
	wb := b.W + float32(h.ib[l]*nb)
	lane{a, b, h, l}.apply(normal, tangent, wa, wb)
}

// solve corrects the normal velocities of a lane, with position correction. The bodies have not
// moved since the lane was relaxed, so the separations are still valid. Points with a gap may close
// it within the sub-step. Points in overlap are pushed out softly.
func solve(states []state.BodyState, h *header, points []point, l int, c *coefficients) {
	a, b := &states[h.a[l].Row()], &states[h.b[l].Row()]
	nx, ny := h.nx[l], h.ny[l]
	ma, ia, mb, ib := h.ma[l], h.ia[l], h.mb[l], h.ib[l]
	un := float32(nx*(b.VX-a.VX)) + float32(ny*(b.VY-a.VY))
	wa, wb := a.W, b.W
	mobility := ma + mb
	soft := &c.dynamic
	if ma == 0 || mb == 0 {
		soft = &c.static
	}
	ownShare, sharedImpulse := float32(1), float32(0)
	if len(points) == 2 {
		ownShare, sharedImpulse = 1-sharedSoftness, float32(0.5*sharedSoftness)*(points[0].impulse[l]+points[1].impulse[l])
	}
	var sum float32
	for k := range points {
		p := &points[k]
		ka, kb := p.ka[l], p.kb[l]
		s, old := p.currentSeparation[l], p.impulse[l]
		bias, mass, impulseScale := float32(s*c.invH), float32(1), float32(0)
		if !(s > 0) {
			bias = simd.Max(float32(soft.Bias*s), -c.pushSpeed)
			mass, impulseScale = soft.Mass, soft.ImpulseScale
			if old > 0 {
				mass = soft.overRelaxedMass
			}
		}
		vn := un + (float32(wb*kb) - float32(wa*ka))
		j := float32(float32(mass*p.mass[l])*(vn+bias)) + float32(impulseScale*(float32(ownShare*old)+sharedImpulse))
		j = simd.Max(old-j, 0)
		p.impulse[l] = j
		j -= old
		un += float32(mobility * j)
		wa -= float32(ia * float32(ka*j))
		wb += float32(ib * float32(kb*j))
		sum += j
	}
	lane{a, b, h, l}.apply(sum, 0, wa, wb)
}

// slide holds the values beside the common columns on which the friction of a lane depends.
type slide struct {
	speed float32 // of the surfaces along the tangent, m/s
	cone  *cone   // nil for contacts with one coefficient of friction
}

// noSurface is the slide of contacts without a surface. Their vector kernels add no speed. Minus
// zero is the only number whose addition changes no bit of any number: plus zero would turn minus
// zero into plus zero.
var noSurface = slide{speed: float32(math.Copysign(0, -1))}

// updateSeparation computes the separations of a lane after its bodies have moved.
func updateSeparation(states []state.BodyState, h *header, points []point, l int) {
	a, b := &states[h.a[l].Row()], &states[h.b[l].Row()]
	displacement := lane{a, b, h, l}.normalDisplacement()
	for k := range points {
		p := &points[k]
		p.currentSeparation[l] = p.separation[l] + (displacement + (float32(b.DS*p.kb[l]) - float32(a.DS*p.ka[l])))
	}
}

// relax corrects the velocities of a lane without position correction and then
// applies friction, bounded by the normal impulses. It adds to the totals.
func relax(states []state.BodyState, h *header, points []point, l int, c *coefficients, s slide) {
	a, b := &states[h.a[l].Row()], &states[h.b[l].Row()]
	nx, ny := h.nx[l], h.ny[l]
	ma, ia, mb, ib := h.ma[l], h.ia[l], h.mb[l], h.ib[l]
	vx, vy := b.VX-a.VX, b.VY-a.VY
	un := float32(nx*vx) + float32(ny*vy)
	wa, wb := a.W, b.W
	mobility := ma + mb
	var sum, limit float32
	for k := range points {
		p := &points[k]
		ka, kb := p.ka[l], p.kb[l]
		bias := float32(simd.Max(p.currentSeparation[l], 0) * c.invH)
		vn := un + (float32(wb*kb) - float32(wa*ka))
		old := p.impulse[l]
		j := simd.Max(old-float32(p.mass[l]*(vn+bias)), 0)
		p.impulse[l] = j
		p.totalImpulse[l] += j
		limit += j
		j -= old
		un += float32(mobility * j)
		wa -= float32(ia * float32(ka*j))
		wb += float32(ib * float32(kb*j))
		sum += j
	}
	ta, tb := h.ta[l], h.tb[l]
	vt := float32(ny*vx) - float32(nx*vy) + (float32(wb*tb) - float32(wa*ta)) + s.speed
	old := h.tangentImpulse[l]
	j := old - float32(clearSign(h.tangentMass[l])*vt)
	if s.cone != nil {
		j = s.cone.bound(h, l, j, limit, c)
	} else {
		limit = float32(clearSign(h.friction[l]) * limit)
		j = simd.Clamp(j, limit)
	}
	h.tangentImpulse[l] = j
	j -= old
	wa -= float32(ia * float32(ta*j))
	wb += float32(ib * float32(tb*j))
	lane{a, b, h, l}.apply(sum, j, wa, wb)
}

// solveRolling resists the relative spin of a lane, bounded by the normal impulses.
func solveRolling(states []state.BodyState, h *header, points []point, s *surface, l int) {
	a, b := &states[h.a[l].Row()], &states[h.b[l].Row()]
	var limit float32
	for k := range points {
		limit += points[k].impulse[l]
	}
	limit = float32(s.rollingResistance[l] * limit)
	old := s.rollingImpulse[l]
	j := old - float32(s.rollingMass[l]*(b.W-a.W))
	j = simd.Clamp(j, limit)
	s.rollingImpulse[l] = j
	lane{a, b, h, l}.applyAngularImpulse(j - old)
}

// warmStartRolling applies the kept rolling impulse of a lane.
func warmStartRolling(states []state.BodyState, h *header, s *surface, l int) {
	lane{&states[h.a[l].Row()], &states[h.b[l].Row()], h, l}.applyAngularImpulse(s.rollingImpulse[l])
}

// applyAngularImpulse applies opposite angular impulses to two bodies.
func (x lane) applyAngularImpulse(j float32) {
	x.a.SetVelocity(x.a.VX, x.a.VY, x.a.W-float32(x.h.ia[x.l]*j))
	x.b.SetVelocity(x.b.VX, x.b.VY, x.b.W+float32(x.h.ib[x.l]*j))
}

// normalDisplacement returns the change of separation along the normal since the start of the tick,
// without the term that depends on the point. A point at r from the centre, turned by the angle x,
// moves along the normal by
//
//	n . (R r - r) = (cos x - 1) (r . n) + sin x (r x n)
//
// and r . n is minus the arm of the tangent. The difference 1 - cos x is exact for small x.
//
// The formula holds for corners and straight sides. On an arc the point of contact moves along the
// arc, and the gap changes as if the arc's centre were the point: its r . n is smaller by the
// radius and its r x n is the same. For a ball r . n is then zero: with the term a rolling ball
// would seem to rise, and would sink by the same amount. For an arc with another centre that is not
// followed (arcs.go), r . n counts as zero if zero is nearer to its value less the radius, and in
// full otherwise, so that no further columns are needed.
func (x lane) normalDisplacement() float32 {
	a, b, h, l := x.a, x.b, x.h, x.l
	linear := float32(h.nx[l]*(b.DX-a.DX)) + float32(h.ny[l]*(b.DY-a.DY))
	ta, tb := h.ta[l], h.tb[l]
	if math.Signbit(float64(h.friction[l])) {
		ta = 0
	}
	if math.Signbit(float64(h.tangentMass[l])) {
		tb = 0
	}
	return linear + (float32((1-b.DC)*tb) - float32((1-a.DC)*ta))
}

// clearSign returns a number without its sign, which is a flag.
func clearSign(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// apply applies the impulses along normal and tangent to two bodies and sets their angular
// velocities.
func (x lane) apply(normal, tangent, wa, wb float32) {
	a, b, h, l := x.a, x.b, x.h, x.l
	nx, ny := h.nx[l], h.ny[l]
	jx := float32(nx*normal) + float32(ny*tangent)
	jy := float32(ny*normal) - float32(nx*tangent)
	a.SetVelocity(a.VX-float32(h.ma[l]*jx), a.VY-float32(h.ma[l]*jy), wa)
	b.SetVelocity(b.VX+float32(h.mb[l]*jx), b.VY+float32(h.mb[l]*jy), wb)
}
