package articulation

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/solver/constraint"
)

// Most joints of articulations are revolute. Their two lines measure the velocity of an anchor of
// the child minus the velocity of an anchor of the parent. With the anchors r and s the lines are
//
//	Jc = | 1  0  -ry |    Jp = | -1   0   sy |
//	     | 0  1   rx |         |  0  -1  -sx |
//
// and with these zeros and ones the steps of lineBlock take two fifths of the work.
//
// A joint gives way by the mobility of its bodies, which is larger across a lever than along it, so
// the gap is not parallel to the impulse. Opposite impulses at the two anchors are a couple, which
// drives bodies that turn together for ever. So the lines of bodies that turn act at one place
// between the anchors: see place.

// pointBlock is a revolute joint of an articulation. Impulses and lengths are relative to the
// child.
type pointBlock struct {
	_                  [0]func() // not comparable, so no program has code for a comparison
	rx0, ry0, sx0, sy0 float32   // anchors from the centres of mass of child and parent when the tick began, m
	gx, gy             float32   // gap at that time
	onChild, onParent  float64   // parts of the gap that the arms bridge
	rx, ry, sx, sy     float64   // the anchors of the lines: the present, or half way: see whirl.go
	nowRx, nowRy       float64   // the present ones
	nowSx, nowSy       float64
	ex, ey             float64 // the present gap
	jx, jy             float64 // impulse, N s
	warmX, warmY       float64 // the impulse from before Align

	warmCorrectionChild, warmCorrectionParent float64 // angular impulse that the velocities lack, N m s

	// The numbers of a pass: y, which becomes the change of impulse, -P by columns, and S^-1.
	yx, yy        float64
	px, py        spatial2
	kxx, kxy, kyy float64
	given         bool // the compliance of the joint is cxx, cxy, cyy
	cxx, cxy, cyy float64
}

// place decides where the lines act. The stiffness turns with a body whose lever alone makes the
// mobility, and a force that such a stiffness exerts acts at the anchor of the partner. Otherwise
// the shares of the bodies in the mobility divide the gap. The lines of bodies that do not turn act
// at the anchors, where the sag of a joint under a load has no lever. The turn is the angle of the
// faster body in this tick, in multiples of turnScale.
func (p *pointBlock) place(child, parent *artBody, turn float64) {
	ofChild := float64(child.freeInvMass.w * float64(float32(p.rx0*p.rx0)+float32(p.ry0*p.ry0)))
	ofParent := float64(parent.freeInvMass.w * float64(float32(p.sx0*p.sx0)+float32(p.sy0*p.sy0)))
	part := min(1, float64(turn*turn))
	if sum := ofChild + ofParent; sum > 0 && part == part {
		p.onChild, p.onParent = float64(part*ofChild)/sum, float64(part*ofParent)/sum
	}
}

// measure computes the present gap and the anchors of the lines.
func (p *pointBlock) measure(child, parent *state.BodyState) {
	rx, ry := constraint.Rotated(child, p.rx0, p.ry0)
	sx, sy := constraint.Rotated(parent, p.sx0, p.sy0)
	p.ex = float64(p.gx + ((child.DX - parent.DX) + ((rx - p.rx0) - (sx - p.sx0))))
	p.ey = float64(p.gy + ((child.DY - parent.DY) + ((ry - p.ry0) - (sy - p.sy0))))
	p.rx, p.ry, p.sx, p.sy = float64(rx), float64(ry), float64(sx), float64(sy)
	if ex, ey := p.ex, p.ey; (ex-ex)+(ey-ey) == 0 {
		p.rx, p.ry = p.rx-float64(p.onChild*ex), p.ry-float64(p.onChild*ey)
		p.sx, p.sy = p.sx+float64(p.onParent*ex), p.sy+float64(p.onParent*ey)
	}
	p.nowRx, p.nowRy, p.nowSx, p.nowSy = p.rx, p.ry, p.sx, p.sy
}

// remeasure measures again after the bodies have moved. It adds the change of the angular impulse
// due to the rotation of the anchors to the warm correction: see movingLane.relax of package
// constraint.
func (p *pointBlock) remeasure(child, parent *state.BodyState) {
	rx, ry, sx, sy := p.rx, p.ry, p.sx, p.sy
	p.measure(child, parent)
	p.warmCorrectionChild += float64((p.rx-rx)*p.jy) - float64((p.ry-ry)*p.jx)
	p.warmCorrectionParent -= float64((p.sx-sx)*p.jy) - float64((p.sy-sy)*p.jx)
}

// rate returns the velocity of the anchor of the child minus the velocity of the parent's.
func (p *pointBlock) rate(child, parent *spatial2) (x, y float64) {
	x = (child.x - float64(child.w*p.ry)) - (parent.x - float64(parent.w*p.sy))
	y = (child.y + float64(child.w*p.rx)) - (parent.y + float64(parent.w*p.sx))
	return x, y
}

// applyImpulse applies the held impulse.
func (p *pointBlock) applyImpulse(child, parent *artBody) {
	child.applyImpulse(1, &spatial2{p.jx, p.jy, float64(p.rx*p.jy) - float64(p.ry*p.jx)})
	parent.applyImpulse(-1, &spatial2{p.jx, p.jy, float64(p.sx*p.jy) - float64(p.sy*p.jx)})
}

// targetVelocity returns the velocity that closes the gap with the given bias and compensates the
// centripetal term within the sub-step: an anchor u that turns with the spin w leaves its tangent
// by w w u h h / 2. The argument half is half of h. Spin beyond the limit of a body does not count:
// when a slack chain is pulled taut, a light link may have any spin, and the load would have to
// follow the square of the spin.
func (p *pointBlock) targetVelocity(child, parent *artBody, bias, half float64) (x, y float64) {
	wc, wp := child.leadSpin, parent.leadSpin
	dc, dp := float64(half*float64(wc*wc)), float64(half*float64(wp*wp))
	x = (float64(dc*p.rx) - float64(dp*p.sx)) - float64(bias*p.ex)
	y = (float64(dc*p.ry) - float64(dp*p.sy)) - float64(bias*p.ey)
	return x, y
}

// clampedSpin returns the spin of a body, limited to its largest spin. The result is a number even
// if the spin is not.
func (n *artBody) clampedSpin() float64 {
	switch {
	case !(n.v.w > -n.maxSpin):
		return -n.maxSpin
	case n.v.w > n.maxSpin:
		return n.maxSpin
	}
	return n.v.w
}

// reduce is lineBlock.reduce with the target velocity in yx and yy. The impulse (hx, hy) acts
// on the compliance.
func (p *pointBlock) reduce(child, parent *artBody, compliance, hx, hy float64) {
	rx, ry, sx, sy := p.rx, p.ry, p.sx, p.sy
	w, mc, mp := &child.w, &child.freeInvMass, &parent.freeInvMass

	// J D J^T, which gets the compliance.
	irx, iry := float64(mc.w*rx), float64(mc.w*ry)
	isx, isy := float64(mp.w*sx), float64(mp.w*sy)
	oxx := (mc.x + mp.x) + (float64(iry*ry) + float64(isy*sy))
	oyy := (mc.y + mp.y) + (float64(irx*rx) + float64(isx*sx))
	oxy := -(float64(irx*ry) + float64(isx*sy))

	a, b := w.xw-float64(ry*w.ww), w.yw+float64(rx*w.ww)
	cx := (w.xx - float64(ry*w.xw)) - float64(ry*a)
	cxy := (w.xy - float64(ry*w.yw)) + float64(rx*a)
	cy := (w.yy + float64(rx*w.yw)) + float64(rx*b)

	w = &parent.w
	px := spatial2{w.xx - float64(sy*w.xw), w.xy - float64(sy*w.yw), w.xw - float64(sy*w.ww)}
	py := spatial2{w.xy + float64(sx*w.xw), w.yy + float64(sx*w.yw), w.yw + float64(sx*w.ww)}
	sxx, sxy, syy := float64(compliance*oxx), float64(compliance*oxy), float64(compliance*oyy)
	if p.given {
		sxx, sxy, syy = p.cxx, p.cxy, p.cyy
	}
	kxx := cx + (px.x - float64(sy*px.w)) + sxx
	kxy := cxy + (px.y + float64(sx*px.w)) + sxy
	kyy := cy + (py.y + float64(sx*py.w)) + syy

	det := float64(kxx*kyy) - float64(kxy*kxy)
	if kxx > float64(dependentPivot*oxx) && det > float64(float64(dependentPivot*oyy)*kxx) {
		inv := 1 / det
		kxx, kxy, kyy = float64(kyy*inv), -float64(kxy*inv), float64(kxx*inv)
	} else {
		k := symmetric3{a00: kxx, a10: kxy, a11: kyy}
		s := k.factor(&symmetric3{a00: oxx, a11: oyy}, 2)
		l := float64(s.l10 * s.d1)
		kxx, kxy, kyy = s.d0+float64(s.l10*l), -l, s.d1
	}

	yx := p.yx - (float64(sxx*hx) + float64(sxy*hy))
	yy := p.yy - (float64(sxy*hx) + float64(syy*hy))
	yx -= (child.z.x - float64(ry*child.z.w)) - (parent.z.x - float64(sy*parent.z.w))
	yy -= (child.z.y + float64(rx*child.z.w)) - (parent.z.y + float64(sx*parent.z.w))
	yx, yy = float64(kxx*yx)+float64(kxy*yy), float64(kxy*yx)+float64(kyy*yy)

	qx := spatial2{float64(kxx*px.x) + float64(kxy*py.x), float64(kxx*px.y) + float64(kxy*py.y), float64(kxx*px.w) + float64(kxy*py.w)}
	qy := spatial2{float64(kxy*px.x) + float64(kyy*py.x), float64(kxy*px.y) + float64(kyy*py.y), float64(kxy*px.w) + float64(kyy*py.w)}
	w.xx -= float64(px.x*qx.x) + float64(py.x*qy.x)
	w.xy -= float64(px.x*qx.y) + float64(py.x*qy.y)
	w.yy -= float64(px.y*qx.y) + float64(py.y*qy.y)
	w.xw -= float64(px.x*qx.w) + float64(py.x*qy.w)
	w.yw -= float64(px.y*qx.w) + float64(py.y*qy.w)
	w.ww -= float64(px.w*qx.w) + float64(py.w*qy.w)
	parent.z.x -= float64(px.x*yx) + float64(py.x*yy)
	parent.z.y -= float64(px.y*yx) + float64(py.y*yy)
	parent.z.w -= float64(px.w*yx) + float64(py.w*yy)

	p.px, p.py, p.yx, p.yy = px, py, yx, yy
	p.kxx, p.kxy, p.kyy = kxx, kxy, kyy
}

// resolve is lineBlock.resolve. It also adds the change to the held impulse.
func (p *pointBlock) resolve(child, parent *artBody) {
	f := &parent.f
	fx := float64(p.px.x*f.x) + float64(p.px.y*f.y) + float64(p.px.w*f.w)
	fy := float64(p.py.x*f.x) + float64(p.py.y*f.y) + float64(p.py.w*f.w)
	x := p.yx + (float64(p.kxx*fx) + float64(p.kxy*fy))
	y := p.yy + (float64(p.kxy*fx) + float64(p.kyy*fy))
	p.yx, p.yy = x, y
	p.jx += x
	p.jy += y
	parent.f.x -= x
	parent.f.y -= y
	parent.f.w -= float64(p.sx*y) - float64(p.sy*x)
	child.f.x += x
	child.f.y += y
	child.f.w += float64(p.rx*y) - float64(p.ry*x)
}
