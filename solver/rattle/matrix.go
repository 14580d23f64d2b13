package rattle

import "math"

// matrix is the matrix of the joints of a system in blocks of two lines, L M^-1 R^T, and the
// desired speeds, which become impulses. L are the lines at the arms of the end of a step, along
// which speeds are measured. R are the lines at the present arms, along which impulses act.
type matrix struct {
	k   [MaxJoints][MaxJoints]block2
	y   [MaxJoints][2]float64
	own [MaxJoints]float64 // trace of the mobility of a joint without other joints

	hasDependent bool // whether a line depends on others, or moves nothing, and gets no impulse
}

type block2 struct{ xx, xy, yx, yy float64 }

func (k *block2) mul(v [2]float64) [2]float64 {
	return [2]float64{float64(k.xx*v[0]) + float64(k.xy*v[1]), float64(k.yx*v[0]) + float64(k.yy*v[1])}
}

func (k *block2) mulBlock(o *block2) block2 {
	return block2{
		float64(k.xx*o.xx) + float64(k.xy*o.yx), float64(k.xx*o.xy) + float64(k.xy*o.yy),
		float64(k.yx*o.xx) + float64(k.yy*o.yx), float64(k.yx*o.xy) + float64(k.yy*o.yy),
	}
}

func (k *block2) sub(o *block2) {
	k.xx -= o.xx
	k.xy -= o.xy
	k.yx -= o.yx
	k.yy -= o.yy
}

// addBody adds the velocity at the arm (lx, ly) of a body for impulses at its arm (rx, ry).
func (k *block2) addBody(invMass *velocity, sign, lx, ly, rx, ry float64) {
	w := float64(sign * invMass.w)
	k.xx += float64(sign*invMass.x) + float64(float64(w*ly)*ry)
	k.xy -= float64(float64(w*ly) * rx)
	k.yx -= float64(float64(w*lx) * ry)
	k.yy += float64(sign*invMass.y) + float64(float64(w*lx)*rx)
}

// dependentPivot is the mobility of a line that depends on the lines before it, as a fraction of
// the mobility without other joints. Three parallel bars that carry a beam have such a line.
// Impulses along it would press the joints against each other without moving them: a gap from
// rounding would make millions of newtons.
const dependentPivot = 1e-6

// inverse returns the inverse. If the block moves nothing along a direction, or along both, the
// inverse gives no impulse along it, and full is false.
func (k *block2) inverse(own float64) (inv block2, full bool) {
	det := float64(k.xx*k.yy) - float64(k.xy*k.yx)
	norm2 := float64(k.xx*k.xx) + float64(k.xy*k.xy) + (float64(k.yx*k.yx) + float64(k.yy*k.yy))
	norm, least := math.Sqrt(norm2), float64(dependentPivot*own)
	if !(norm > least) {
		return block2{}, false
	}
	if !(math.Abs(det) > float64(least*norm)) {
		return block2{k.xx / norm2, k.yx / norm2, k.xy / norm2, k.yy / norm2}, false
	}
	f := 1 / det
	return block2{float64(k.yy * f), -float64(k.xy * f), -float64(k.yx * f), float64(k.xx * f)}, true
}

// assemble computes the matrix, with a compliance that is a fraction of the mobility of each joint
// with free bodies. With ownCompliance each joint has its own.
func (g *Set) assemble(m *matrix, t *system, compliance float64) {
	joints := g.joints[t.joints.Lo:t.joints.Hi]
	for i := range joints {
		l := &joints[i]
		a, b := &g.bodies[l.a].invMass, &g.bodies[l.b].invMass
		d := g.mobilityOf(l)
		m.own[i] = d.xx + d.yy
		c := compliance
		if c == ownCompliance {
			c = l.compliance
		}
		k := &m.k[i][i]
		*k = block2{float64(c * d.xx), float64(c * d.xy), float64(c * d.yx), float64(c * d.yy)}
		l.addCoupling(k, a, 1, true, l, true)
		l.addCoupling(k, b, 1, false, l, false)
		for j := range joints {
			if l.neighbors>>j&1 == 0 {
				continue
			}
			o := &joints[j]
			k := &m.k[i][j]
			*k = block2{}
			if l.a == o.a {
				l.addCoupling(k, a, 1, true, o, true)
			}
			if l.a == o.b {
				l.addCoupling(k, a, -1, true, o, false)
			}
			if l.b == o.a {
				l.addCoupling(k, b, -1, false, o, true)
			}
			if l.b == o.b {
				l.addCoupling(k, b, 1, false, o, false)
			}
		}
	}
}

// addCoupling adds the speeds along the lines of a joint on a body, at the arms of the end, for
// impulses along the lines of another joint on that body, at the present arms. It tells of both
// joints whether the body is their body A.
func (l *pointJoint) addCoupling(k *block2, invMass *velocity, sign float64, isA bool, o *pointJoint, isOtherA bool) {
	if l.slides || o.slides {
		k.addLines(invMass, sign, l.onBody(&l.end, isA), o.onBody(&o.now, isOtherA))
		return
	}
	lx, ly, rx, ry := l.end.bx, l.end.by, o.now.bx, o.now.by
	if isA {
		lx, ly = l.end.ax, l.end.ay
	}
	if isOtherA {
		rx, ry = o.now.ax, o.now.ay
	}
	k.addBody(invMass, sign, lx, ly, rx, ry)
}

// mobilityOf returns the mobility of a joint with free bodies, at the present arms. For a slide the
// masses alone count: its arm on A grows without bound as the bodies slide apart.
func (g *Set) mobilityOf(l *pointJoint) (d block2) {
	r := &l.now
	if l.slides {
		return block2{xx: l.massMobility, yy: l.massMobility}
	}
	d.addBody(&g.bodies[l.a].invMass, 1, r.ax, r.ay, r.ax, r.ay)
	d.addBody(&g.bodies[l.b].invMass, 1, r.bx, r.by, r.bx, r.by)
	return d
}

// solve turns the desired speeds into impulses, by elimination in the order of the joints.
func (m *matrix) solve(joints []pointJoint) {
	var inverses [MaxJoints]block2
	m.hasDependent = false
	for k := range joints {
		inv, full := m.k[k][k].inverse(m.own[k])
		m.hasDependent = m.hasDependent || !full
		inverses[k] = inv
		later := joints[k].neighbors &^ (1<<(k+1) - 1)
		for i := k + 1; i < len(joints); i++ {
			if later>>i&1 != 0 {
				f := m.k[i][k].mulBlock(&inv)
				m.subtractRow(i, k, &f, later)
			}
		}
	}
	for k := len(joints) - 1; k >= 0; k-- {
		y := m.y[k]
		for j := k + 1; j < len(joints); j++ {
			if joints[k].neighbors>>j&1 != 0 {
				v := m.k[k][j].mul(m.y[j])
				y[0] -= v[0]
				y[1] -= v[1]
			}
		}
		m.y[k] = inverses[k].mul(y)
	}
}

// subtractRow subtracts f times row k from row i, in the columns of the later joints.
func (m *matrix) subtractRow(i, k int, f *block2, later uint16) {
	v := f.mul(m.y[k])
	m.y[i][0] -= v[0]
	m.y[i][1] -= v[1]
	for j := k + 1; later>>j != 0; j++ {
		if later>>j&1 != 0 {
			p := f.mulBlock(&m.k[k][j])
			m.k[i][j].sub(&p)
		}
	}
}

// isFinite reports whether all impulses are finite.
func (m *matrix) isFinite(n int) bool {
	sum := 0.0
	for _, y := range m.y[:n] {
		sum += (y[0] - y[0]) + (y[1] - y[1])
	}
	return sum == 0
}
