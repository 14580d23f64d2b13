package solver

import (
	"math"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
)

// The scalar kernels are the portable ones for a run of bundles without surfaces, arcs and cones,
// to the bit. All numbers of a lane are in locals, with no loop over its points and no call but for
// the rare body with locks. Go's compiler for WebAssembly sends each branch that is taken through a
// table at the head of its function, and each call stores where it resumes: there these kernels
// take 0.35 to 0.45 of the time of the portable ones. They are for all targets without vector
// kernels.
//
// The contacts of a bundle end where both bodies of a lane are the same: that is padding.

// pointSoftness is what solve multiplies by at a point.
type pointSoftness struct{ bias, mass, impulseScale, _ float32 }

// softTable holds the softness by the case of a point: reading a row of it takes no branch.
type softTable [8]pointSoftness

const (
	caseGap     = iota // a gap between the points
	caseOverlap        // an overlap of points without an impulse
	caseLoaded         // an overlap of points that press already
	_
	caseStatic // added if one of the bodies is not dynamic
)

func makeSoftTable(c *coefficients) (t softTable) {
	for i, s := range [2]*contactSoftness{&c.dynamic, &c.static} {
		cases := t[i*caseStatic:]
		cases[caseGap] = pointSoftness{bias: c.invH, mass: 1}
		cases[caseOverlap] = pointSoftness{bias: s.Bias, mass: s.Mass, impulseScale: s.ImpulseScale}
		cases[caseLoaded] = pointSoftness{bias: s.Bias, mass: s.overRelaxedMass, impulseScale: s.ImpulseScale}
	}
	return t
}

// at returns the softness of a point; static is zero or caseStatic.
func (t *softTable) at(static int, separation, impulse float32) *pointSoftness {
	i := caseOverlap
	if impulse > 0 {
		i = caseLoaded
	}
	if separation > 0 {
		i = caseGap
	}
	return &t[(static+i)&7]
}

// staticCase returns caseStatic for a contact with a body that is not dynamic, else zero.
func staticCase(ma, mb float32) int {
	i := 0
	if ma == 0 {
		i = caseStatic
	}
	if mb == 0 {
		i = caseStatic
	}
	return i
}

// solveOnePoint is solve for bundles of contacts with one point.
func solveOnePoint(states []state.BodyState, bundles []bundle1, c *coefficients) {
	table, minBias := makeSoftTable(c), -c.pushSpeed
	for i := range bundles {
		h := &bundles[i]
		p := &h.points[0]
		for l := range bundleSize {
			if h.a[l] == h.b[l] {
				break
			}
			a, b := &states[h.a[l].Row()], &states[h.b[l].Row()]
			nx, ny := h.nx[l], h.ny[l]
			ma, mb := h.ma[l], h.mb[l]
			wa, wb := a.W, b.W
			un := float32(nx*(b.VX-a.VX)) + float32(ny*(b.VY-a.VY))

			s, old, ka, kb := p.currentSeparation[l], p.impulse[l], p.ka[l], p.kb[l]
			f := table.at(staticCase(ma, mb), s, old)
			bias := simd.Max(float32(f.bias*s), minBias)
			vn := un + (float32(wb*kb) - float32(wa*ka))
			j := float32(float32(f.mass*p.mass[l])*(vn+bias)) + float32(f.impulseScale*old)
			j = simd.Max(old-j, 0)
			p.impulse[l] = j
			j -= old
			wa -= float32(h.ia[l] * float32(ka*j))
			wb += float32(h.ib[l] * float32(kb*j))

			jx, jy := float32(nx*j)+float32(ny*0), float32(ny*j)-float32(nx*0)
			vax, vay := a.VX-float32(ma*jx), a.VY-float32(ma*jy)
			vbx, vby := b.VX+float32(mb*jx), b.VY+float32(mb*jy)
			if a.Flags == state.FlagDynamic && b.Flags == state.FlagDynamic {
				a.VX, a.VY, a.W = vax, vay, wa
				b.VX, b.VY, b.W = vbx, vby, wb
				continue
			}
			a.SetVelocity(vax, vay, wa)
			b.SetVelocity(vbx, vby, wb)
		}
	}
}

// solveTwoPoints is solve for bundles of contacts with two points.
func solveTwoPoints(states []state.BodyState, bundles []bundle2, c *coefficients) {
	const ownShare, commonShare = float32(1 - sharedSoftness), float32(0.5 * sharedSoftness)
	table, minBias := makeSoftTable(c), -c.pushSpeed
	for i := range bundles {
		h := &bundles[i]
		p, q := &h.points[0], &h.points[1]
		for l := range bundleSize {
			if h.a[l] == h.b[l] {
				break
			}
			a, b := &states[h.a[l].Row()], &states[h.b[l].Row()]
			nx, ny := h.nx[l], h.ny[l]
			ma, mb, ia, ib := h.ma[l], h.mb[l], h.ia[l], h.ib[l]
			wa, wb := a.W, b.W
			un := float32(nx*(b.VX-a.VX)) + float32(ny*(b.VY-a.VY))
			static := staticCase(ma, mb)
			oldP, oldQ := p.impulse[l], q.impulse[l]
			sharedImpulse := float32(commonShare * (oldP + oldQ))

			s, ka, kb := p.currentSeparation[l], p.ka[l], p.kb[l]
			f := table.at(static, s, oldP)
			bias := simd.Max(float32(f.bias*s), minBias)
			vn := un + (float32(wb*kb) - float32(wa*ka))
			j := float32(float32(f.mass*p.mass[l])*(vn+bias)) + float32(f.impulseScale*(float32(ownShare*oldP)+sharedImpulse))
			j = simd.Max(oldP-j, 0)
			p.impulse[l] = j
			sum := j - oldP
			un += float32((ma + mb) * sum)
			wa -= float32(ia * float32(ka*sum))
			wb += float32(ib * float32(kb*sum))

			s, ka, kb = q.currentSeparation[l], q.ka[l], q.kb[l]
			f = table.at(static, s, oldQ)
			bias = simd.Max(float32(f.bias*s), minBias)
			vn = un + (float32(wb*kb) - float32(wa*ka))
			j = float32(float32(f.mass*q.mass[l])*(vn+bias)) + float32(f.impulseScale*(float32(ownShare*oldQ)+sharedImpulse))
			j = simd.Max(oldQ-j, 0)
			q.impulse[l] = j
			j -= oldQ
			wa -= float32(ia * float32(ka*j))
			wb += float32(ib * float32(kb*j))
			sum += j

			jx, jy := float32(nx*sum)+float32(ny*0), float32(ny*sum)-float32(nx*0)
			vax, vay := a.VX-float32(ma*jx), a.VY-float32(ma*jy)
			vbx, vby := b.VX+float32(mb*jx), b.VY+float32(mb*jy)
			if a.Flags == state.FlagDynamic && b.Flags == state.FlagDynamic {
				a.VX, a.VY, a.W = vax, vay, wa
				b.VX, b.VY, b.W = vbx, vby, wb
				continue
			}
			a.SetVelocity(vax, vay, wa)
			b.SetVelocity(vbx, vby, wb)
		}
	}
}

// isFlagged reports whether the sign of a number is set, which is a flag.
func isFlagged(x float32) bool { return int32(math.Float32bits(x)) < 0 }

// relaxOnePoint is updateSeparation and relax for bundles of contacts with one point.
func relaxOnePoint(states []state.BodyState, bundles []bundle1, c *coefficients) {
	invH := c.invH
	for i := range bundles {
		h := &bundles[i]
		p := &h.points[0]
		for l := range bundleSize {
			if h.a[l] == h.b[l] {
				break
			}
			a, b := &states[h.a[l].Row()], &states[h.b[l].Row()]
			nx, ny := h.nx[l], h.ny[l]
			ka, kb, ta, tb := p.ka[l], p.kb[l], h.ta[l], h.tb[l]

			turnA, turnB := ta, tb
			if isFlagged(h.friction[l]) {
				turnA = 0
			}
			if isFlagged(h.tangentMass[l]) {
				turnB = 0
			}
			displacement := float32(nx*(b.DX-a.DX)) + float32(ny*(b.DY-a.DY))
			displacement += float32((1-b.DC)*turnB) - float32((1-a.DC)*turnA)
			s := p.separation[l] + (displacement + (float32(b.DS*kb) - float32(a.DS*ka)))
			p.currentSeparation[l] = s

			ma, mb, ia, ib := h.ma[l], h.mb[l], h.ia[l], h.ib[l]
			vx, vy, wa, wb := b.VX-a.VX, b.VY-a.VY, a.W, b.W
			un := float32(nx*vx) + float32(ny*vy)
			vn := un + (float32(wb*kb) - float32(wa*ka))
			old := p.impulse[l]
			limit := simd.Max(old-float32(p.mass[l]*(vn+float32(simd.Max(s, 0)*invH))), 0)
			p.impulse[l] = limit
			p.totalImpulse[l] += limit
			sum := limit - old
			wa -= float32(ia * float32(ka*sum))
			wb += float32(ib * float32(kb*sum))

			vt := float32(ny*vx) - float32(nx*vy) + (float32(wb*tb) - float32(wa*ta))
			old = h.tangentImpulse[l]
			limit = float32(clearSign(h.friction[l]) * limit)
			j := simd.Max(simd.Min(old-float32(clearSign(h.tangentMass[l])*vt), limit), -limit)
			h.tangentImpulse[l] = j
			j -= old
			wa -= float32(ia * float32(ta*j))
			wb += float32(ib * float32(tb*j))

			jx, jy := float32(nx*sum)+float32(ny*j), float32(ny*sum)-float32(nx*j)
			vax, vay := a.VX-float32(ma*jx), a.VY-float32(ma*jy)
			vbx, vby := b.VX+float32(mb*jx), b.VY+float32(mb*jy)
			if a.Flags == state.FlagDynamic && b.Flags == state.FlagDynamic {
				a.VX, a.VY, a.W = vax, vay, wa
				b.VX, b.VY, b.W = vbx, vby, wb
				continue
			}
			a.SetVelocity(vax, vay, wa)
			b.SetVelocity(vbx, vby, wb)
		}
	}
}

// relaxTwoPoints is updateSeparation and relax for bundles of contacts with two points.
func relaxTwoPoints(states []state.BodyState, bundles []bundle2, c *coefficients) {
	invH := c.invH
	for i := range bundles {
		h := &bundles[i]
		p, q := &h.points[0], &h.points[1]
		for l := range bundleSize {
			if h.a[l] == h.b[l] {
				break
			}
			a, b := &states[h.a[l].Row()], &states[h.b[l].Row()]
			nx, ny := h.nx[l], h.ny[l]
			ta, tb := h.ta[l], h.tb[l]

			turnA, turnB := ta, tb
			if isFlagged(h.friction[l]) {
				turnA = 0
			}
			if isFlagged(h.tangentMass[l]) {
				turnB = 0
			}
			displacement := float32(nx*(b.DX-a.DX)) + float32(ny*(b.DY-a.DY))
			displacement += float32((1-b.DC)*turnB) - float32((1-a.DC)*turnA)

			ma, mb, ia, ib := h.ma[l], h.mb[l], h.ia[l], h.ib[l]
			vx, vy, wa, wb := b.VX-a.VX, b.VY-a.VY, a.W, b.W
			un := float32(nx*vx) + float32(ny*vy)

			ka, kb := p.ka[l], p.kb[l]
			s := p.separation[l] + (displacement + (float32(b.DS*kb) - float32(a.DS*ka)))
			p.currentSeparation[l] = s
			vn := un + (float32(wb*kb) - float32(wa*ka))
			old := p.impulse[l]
			j := simd.Max(old-float32(p.mass[l]*(vn+float32(simd.Max(s, 0)*invH))), 0)
			p.impulse[l] = j
			p.totalImpulse[l] += j
			limit := j
			sum := j - old
			un += float32((ma + mb) * sum)
			wa -= float32(ia * float32(ka*sum))
			wb += float32(ib * float32(kb*sum))

			ka, kb = q.ka[l], q.kb[l]
			s = q.separation[l] + (displacement + (float32(b.DS*kb) - float32(a.DS*ka)))
			q.currentSeparation[l] = s
			vn = un + (float32(wb*kb) - float32(wa*ka))
			old = q.impulse[l]
			j = simd.Max(old-float32(q.mass[l]*(vn+float32(simd.Max(s, 0)*invH))), 0)
			q.impulse[l] = j
			q.totalImpulse[l] += j
			limit += j
			j -= old
			wa -= float32(ia * float32(ka*j))
			wb += float32(ib * float32(kb*j))
			sum += j

			vt := float32(ny*vx) - float32(nx*vy) + (float32(wb*tb) - float32(wa*ta))
			old = h.tangentImpulse[l]
			limit = float32(clearSign(h.friction[l]) * limit)
			j = simd.Max(simd.Min(old-float32(clearSign(h.tangentMass[l])*vt), limit), -limit)
			h.tangentImpulse[l] = j
			j -= old
			wa -= float32(ia * float32(ta*j))
			wb += float32(ib * float32(tb*j))

			jx, jy := float32(nx*sum)+float32(ny*j), float32(ny*sum)-float32(nx*j)
			vax, vay := a.VX-float32(ma*jx), a.VY-float32(ma*jy)
			vbx, vby := b.VX+float32(mb*jx), b.VY+float32(mb*jy)
			if a.Flags == state.FlagDynamic && b.Flags == state.FlagDynamic {
				a.VX, a.VY, a.W = vax, vay, wa
				b.VX, b.VY, b.W = vbx, vby, wb
				continue
			}
			a.SetVelocity(vax, vay, wa)
			b.SetVelocity(vbx, vby, wb)
		}
	}
}

// warmStartAll is warmStart for all lanes of a bundle.
func warmStartAll(states []state.BodyState, h *header, points []point) {
	for l := range bundleSize {
		if h.a[l] == h.b[l] {
			break
		}
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
		nx, ny := h.nx[l], h.ny[l]
		jx := float32(nx*normal) + float32(ny*tangent)
		jy := float32(ny*normal) - float32(nx*tangent)
		a.SetVelocity(a.VX-float32(h.ma[l]*jx), a.VY-float32(h.ma[l]*jy), a.W-float32(h.ia[l]*na))
		b.SetVelocity(b.VX+float32(h.mb[l]*jx), b.VY+float32(h.mb[l]*jy), b.W+float32(h.ib[l]*nb))
	}
}
