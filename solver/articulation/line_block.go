package articulation

import (
	"github.com/carom2d/carom/internal/state"
)

// Exact elimination on an articulation.
//
// Impulses x along the lines J of the joints change the velocities v of the bodies by D J^T x,
// where D are the inverse masses. The lines must have the speeds y, so the impulses solve
//
//	(J D J^T + C) x = y - J v
//
// with a compliance C that has one block per joint. While the joints eliminated so far hold, a body
// has a mobility W, the velocity per unit impulse on the body. At the start W is D. When all joints
// beyond the body c have been eliminated, the joint between c and its parent p has
//
//	S = Jc Wc Jc^T + Jp Wp Jp^T + C
//
// and reduces the mobility of its parent, with P = Wp Jp^T,
//
//	Wp <- Wp - P S^-1 P^T,
//
// while zp, the velocity of the parent after the impulses so far, becomes
//
//	u = S^-1 (y - Jc zc - Jp zp),   zp <- zp + P u.
//
// On the way back to the leaves, with f the impulses of the joints that came later,
//
//	x = u - S^-1 P^T fp.
//
// This is the factorisation L S L^T without fill-in (Featherstone's articulated bodies in the
// plane, with inverse masses). It needs only inverse masses, so bodies that may not turn or move
// along an axis, immovable bodies and C near zero need no special case. The work per joint is
// constant, even for many joints on one body.

// spatial2 is a velocity, an impulse, or the half of a line that belongs to one body: two
// linear components and an angular one.
type spatial2 struct{ x, y, w float64 }

func (t *spatial2) dot(u *spatial2) float64 {
	return float64(t.x*u.x) + float64(t.y*u.y) + float64(t.w*u.w)
}

// addScaled adds f times another vector.
func (t *spatial2) addScaled(f float64, u *spatial2) {
	t.x += float64(f * u.x)
	t.y += float64(f * u.y)
	t.w += float64(f * u.w)
}

// mobility is a symmetric matrix over spatial vectors.
type mobility struct{ xx, xy, yy, xw, yw, ww float64 }

func (m *mobility) mul(t *spatial2) spatial2 {
	return spatial2{
		float64(m.xx*t.x) + float64(m.xy*t.y) + float64(m.xw*t.w),
		float64(m.xy*t.x) + float64(m.yy*t.y) + float64(m.yw*t.w),
		float64(m.xw*t.x) + float64(m.yw*t.y) + float64(m.ww*t.w),
	}
}

// subOuter subtracts d t t^T.
func (m *mobility) subOuter(d float64, t *spatial2) {
	x, y, w := float64(d*t.x), float64(d*t.y), float64(d*t.w)
	m.xx -= float64(x * t.x)
	m.xy -= float64(x * t.y)
	m.yy -= float64(y * t.y)
	m.xw -= float64(x * t.w)
	m.yw -= float64(y * t.w)
	m.ww -= float64(w * t.w)
}

func (t spatial2) scaled(by *spatial2) spatial2 {
	return spatial2{float64(t.x * by.x), float64(t.y * by.y), float64(t.w * by.w)}
}

// artBody is a body of an articulation during a pass.
type artBody struct {
	_           [0]func() // not comparable, so no program has code for a comparison
	w           mobility
	v           spatial2 // velocity at the beginning of the pass
	z, f        spatial2
	invMass     spatial2 // inverse masses
	trueInvMass spatial2 // the same without stabilizing inertia: see stiffness.go
	freeInvMass spatial2 // as invMass, without locked axes: joints give way by it
	maxSpin     float64  // largest spin, rad/s
	spin        float64  // before the pass: see whip.go
	leadSpin    float64  // the spin that the leads follow, rad/s: see lead.go and bounded.go
	excessSpin  float64  // of outer torques in a sub-step: see stiffness.go

	row                 int32
	stabilizingInertia  float32 // see stiffness.go
	freedom, restraints int32   // see redundancy.go
	place               int32   // its row in the matrix of a frame
	slot                state.BodySlot
}

// begin initializes a body for an elimination.
func (n *artBody) begin() {
	n.w = mobility{xx: n.invMass.x, yy: n.invMass.y, ww: n.invMass.w}
	n.z, n.f = n.v, spatial2{}
}

// applyImpulse changes the velocity by j times an impulse.
func (n *artBody) applyImpulse(j float64, on *spatial2) {
	n.v.x += float64(n.invMass.x * float64(j*on.x))
	n.v.y += float64(n.invMass.y * float64(j*on.y))
	n.v.w += float64(n.invMass.w * float64(j*on.w))
}

// lineBlock holds the lines of a joint, up to three, and the results of a pass over them.
type lineBlock struct {
	_             [0]func() // not comparable, so no program has code for a comparison
	n             int32
	ownCompliance [3]bool     // lines that have their own compliance
	compliance    [3]float64  // of those lines, as a part of their own mobility
	given         *symmetric3 // compliance of the other lines, if it is not a part of their own mobility
	jc, jp        [3]spatial2
	p             [3]spatial2
	s             factors64
	y             [3]float64 // desired speeds; become the impulses
}

// factors64 are the factors L D L^T of S; D is stored as its inverse.
type factors64 struct{ l10, l20, l21, d0, d1, d2 float64 }

// symmetric3 is the lower triangle of S.
type symmetric3 struct{ a00, a10, a11, a20, a21, a22 float64 }

// reduce eliminates a joint, from the leaves to the root. The compliance is a part of the joint's
// own J D J^T, and also acts on the held impulses. Lines with their own compliance have already
// included the held impulses.
func (e *lineBlock) reduce(child, parent *artBody, compliance float64, impulses *[3]float64) {
	var s symmetric3
	var p [3]spatial2
	n := int(e.n)
	for r := range n {
		p[r] = child.w.mul(&e.jc[r])
		e.p[r] = parent.w.mul(&e.jp[r])
		e.y[r] -= e.jc[r].dot(&child.z)
		e.y[r] -= e.jp[r].dot(&parent.z)
	}
	s.addProduct(&e.jc, &p, n)
	s.addProduct(&e.jp, &e.p, n)
	mobility := e.soften(&s, &e.y, &softness{&child.freeInvMass, &parent.freeInvMass, compliance, impulses})
	e.s = s.factor(&mobility, n)
	e.y = e.s.solve(e.y, n)
	for r := range n {
		parent.z.addScaled(e.y[r], &e.p[r])
	}
	t := e.p
	parent.w.subOuter(e.s.d0, &t[0])
	if n > 1 {
		t[1].addScaled(-e.s.l10, &t[0])
		parent.w.subOuter(e.s.d1, &t[1])
	}
	if n > 2 {
		t[2].addScaled(-e.s.l20, &t[0])
		t[2].addScaled(-e.s.l21, &t[1])
		parent.w.subOuter(e.s.d2, &t[2])
	}
}

// softness holds the quantities beside the lines on which the compliance of a joint depends.
type softness struct {
	child, parent *spatial2 // inverse masses
	compliance    float64
	impulses      *[3]float64 // held impulses, which act on the compliance
}

// soften adds the compliance of a joint to S and subtracts the resulting speeds from the speeds of
// the lines. It returns the mobility of the joint between free bodies.
func (e *lineBlock) soften(s *symmetric3, y *[3]float64, c *softness) (mobility symmetric3) {
	mobility = e.mobility(c.child, c.parent)
	shared, anyOwn := mobility, e.ownCompliance != [3]bool{}
	if anyOwn {
		shared.clearLines(&e.ownCompliance)
	}
	compliance, impulses := c.compliance, c.impulses
	if given := e.given; given != nil && !(e.n == 3 && !e.ownCompliance[2] && given.a22 == 0) && !(e.n >= 2 && !e.ownCompliance[1] && given.a11 == 0) {
		shared, compliance = *given, 1
	}
	s.addScaled(compliance, &shared)
	y[0] -= float64(compliance * (float64(shared.a00*impulses[0]) + float64(shared.a10*impulses[1]) + float64(shared.a20*impulses[2])))
	y[1] -= float64(compliance * (float64(shared.a10*impulses[0]) + float64(shared.a11*impulses[1]) + float64(shared.a21*impulses[2])))
	y[2] -= float64(compliance * (float64(shared.a20*impulses[0]) + float64(shared.a21*impulses[1]) + float64(shared.a22*impulses[2])))
	if anyOwn {
		s.addDiagonal(&e.ownCompliance, &e.compliance, &mobility)
	}
	return mobility
}

// resolve computes the impulses of a joint, from the root to the leaves.
func (e *lineBlock) resolve(child, parent *artBody) {
	n := int(e.n)
	var back [3]float64
	for r := range n {
		back[r] = e.p[r].dot(&parent.f)
	}
	back = e.s.solve(back, n)
	for r := range n {
		e.y[r] -= back[r]
		parent.f.addScaled(e.y[r], &e.jp[r])
		child.f.addScaled(e.y[r], &e.jc[r])
	}
}

// mobility returns the mobility of the lines between two free bodies with the given inverse masses.
func (e *lineBlock) mobility(child, parent *spatial2) (m symmetric3) {
	var dc, dp [3]spatial2
	n := int(e.n)
	for r := range n {
		dc[r], dp[r] = e.jc[r].scaled(child), e.jp[r].scaled(parent)
	}
	m.addProduct(&e.jc, &dc, n)
	m.addProduct(&e.jp, &dp, n)
	return m
}

// setPoint sets the first two lines to the lines of a revolute joint.
func (e *lineBlock) setPoint(p *pointBlock) {
	e.jc[0], e.jc[1] = spatial2{1, 0, -p.ry}, spatial2{0, 1, p.rx}
	e.jp[0], e.jp[1] = spatial2{-1, 0, p.sy}, spatial2{0, -1, -p.sx}
}

// addProduct adds j p^T, which is symmetric.
func (k *symmetric3) addProduct(j, p *[3]spatial2, n int) {
	k.a00 += j[0].dot(&p[0])
	if n > 1 {
		k.a10 += j[1].dot(&p[0])
		k.a11 += j[1].dot(&p[1])
	}
	if n > 2 {
		k.a20 += j[2].dot(&p[0])
		k.a21 += j[2].dot(&p[1])
		k.a22 += j[2].dot(&p[2])
	}
}

// addScaled adds c times another block.
func (k *symmetric3) addScaled(c float64, mobility *symmetric3) {
	k.a00 += float64(c * mobility.a00)
	k.a10 += float64(c * mobility.a10)
	k.a11 += float64(c * mobility.a11)
	k.a20 += float64(c * mobility.a20)
	k.a21 += float64(c * mobility.a21)
	k.a22 += float64(c * mobility.a22)
}

// clearLines clears the lines that have their own compliance.
func (k *symmetric3) clearLines(ownCompliance *[3]bool) {
	if ownCompliance[0] {
		k.a00, k.a10, k.a20 = 0, 0, 0
	}
	if ownCompliance[1] {
		k.a10, k.a11, k.a21 = 0, 0, 0
	}
	if ownCompliance[2] {
		k.a20, k.a21, k.a22 = 0, 0, 0
	}
}

// addDiagonal adds the compliance of the lines that have their own.
func (k *symmetric3) addDiagonal(ownCompliance *[3]bool, compliance *[3]float64, mobility *symmetric3) {
	if ownCompliance[0] {
		k.a00 += float64(compliance[0] * mobility.a00)
	}
	if ownCompliance[1] {
		k.a11 += float64(compliance[1] * mobility.a11)
	}
	if ownCompliance[2] {
		k.a22 += float64(compliance[2] * mobility.a22)
	}
}

// dependentPivot is the fraction of a line's own mobility below which a pivot is a rounding error.
const dependentPivot = 1e-9

// factor decomposes a block. A line that moves nothing, or that depends on the lines before it, has
// no pivot and gets no impulse. Dependence is measured against the precision of lines that were
// computed in float32.
func (k *symmetric3) factor(mobility *symmetric3, n int) (f factors64) {
	pivot := func(x, full float64) float64 {
		if x > float64(dependentPivot*full) {
			return 1 / x
		}
		return 0
	}
	f.d0 = pivot(k.a00, mobility.a00)
	if n > 1 {
		f.l10 = float64(k.a10 * f.d0)
		f.d1 = pivot(k.a11-float64(f.l10*k.a10), mobility.a11)
	}
	if n > 2 {
		f.l20 = float64(k.a20 * f.d0)
		remainder := k.a21 - float64(f.l20*k.a10)
		f.l21 = float64(remainder * f.d1)
		f.d2 = pivot(k.a22-float64(f.l20*k.a20)-float64(f.l21*remainder), mobility.a22)
	}
	return f
}

// solve returns S^-1 y.
func (f *factors64) solve(y [3]float64, n int) [3]float64 {
	switch n {
	case 1:
		return [3]float64{float64(y[0] * f.d0)}
	case 2:
		b := float64((y[1] - float64(f.l10*y[0])) * f.d1)
		return [3]float64{float64(y[0]*f.d0) - float64(f.l10*b), b}
	}
	b := y[1] - float64(f.l10*y[0])
	c := float64((y[2] - float64(f.l20*y[0]) - float64(f.l21*b)) * f.d2)
	b = float64(b*f.d1) - float64(f.l21*c)
	return [3]float64{float64(y[0]*f.d0) - float64(f.l10*b) - float64(f.l20*c), b, c}
}
