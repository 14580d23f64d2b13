package joint

import "github.com/carom2d/carom/body"

// Exact elimination on a tree.
//
// Impulses x along the lines J of a tree of joints change the velocities v of its
// bodies by D J^T x, where D are their inverse masses. Wanted are the impulses for
// which the lines see given speeds y:
//
//	(J D J^T + C) x = y - J v
//
// with a compliance C, block by block of the joints. Impulses that obey the first
// joints only leave each body with a mobility W, the speed that a further impulse on
// it would cause, which is D at the start. A limb between the bodies i and o, whose
// joints below have all been counted, then has
//
//	S = Ji Wi Ji^T + Jo Wo Jo^T + C
//
// and takes from the body it hangs on, with P = Wo Jo^T,
//
//	Wo <- Wo - P S^-1 P^T,
//
// while zo, the velocity that the impulses so far leave there, goes along:
//
//	u = S^-1 (y - Ji zi - Jo zo),   zo <- zo + P u.
//
// On the way back to the leaves, f being the impulses of the limbs that came later,
//
//	x = u - S^-1 P^T fo.
//
// This is the factorisation L S L^T without any fill. It needs no masses but
// their inverses, so bodies that may not turn or move along an axis, immovable ones
// and C near to nothing need no case of their own. A limb takes as much work wherever
// it hangs, also among many on one body.

// triple is a velocity, an impulse or half a line in the plane.
type triple struct{ x, y, w float64 }

func (t *triple) dot(u *triple) float64 {
	return float64(t.x*u.x) + float64(t.y*u.y) + float64(t.w*u.w)
}

// add puts f times another triple on top.
func (t *triple) add(f float64, u *triple) {
	t.x += float64(f * u.x)
	t.y += float64(f * u.y)
	t.w += float64(f * u.w)
}

// mobility is a symmetric matrix over triples.
type mobility struct{ xx, xy, yy, xw, yw, ww float64 }

func (m *mobility) times(t *triple) triple {
	return triple{
		float64(m.xx*t.x) + float64(m.xy*t.y) + float64(m.xw*t.w),
		float64(m.xy*t.x) + float64(m.yy*t.y) + float64(m.yw*t.w),
		float64(m.xw*t.x) + float64(m.yw*t.y) + float64(m.ww*t.w),
	}
}

// less takes d t t^T off.
func (m *mobility) less(d float64, t *triple) {
	x, y, w := float64(d*t.x), float64(d*t.y), float64(d*t.w)
	m.xx -= float64(x * t.x)
	m.xy -= float64(x * t.y)
	m.yy -= float64(y * t.y)
	m.xw -= float64(x * t.w)
	m.yw -= float64(y * t.w)
	m.ww -= float64(w * t.w)
}

func (t triple) scaled(by *triple) triple {
	return triple{float64(t.x * by.x), float64(t.y * by.y), float64(t.w * by.w)}
}

// node is a body of a tree during a pass.
type node struct {
	w    mobility
	v    triple // velocity when the pass begins
	z, f triple
	mass triple  // inverse
	bare triple  // the same without what was given against swings: see tree_tension.go
	most float64 // spin that it may move with, rad/s

	row     int32
	tension float32 // see tree_tension.go
	slot    body.Slot
}

// begin readies a node for an elimination.
func (n *node) begin() {
	n.w = mobility{xx: n.mass.x, yy: n.mass.y, ww: n.mass.w}
	n.z, n.f = n.v, triple{}
}

// push changes the velocity by j times an impulse.
func (n *node) push(j float64, on *triple) {
	n.v.x += float64(n.mass.x * float64(j*on.x))
	n.v.y += float64(n.mass.y * float64(j*on.y))
	n.v.w += float64(n.mass.w * float64(j*on.w))
}

// elbow is the lines of a limb, up to three, and what a pass makes of them.
type elbow struct {
	n      int32
	alone  [3]bool    // lines but the first that do not give way with the others
	gives  [3]float64 // how they do instead, as a part of their own mobility
	ji, jo [3]triple
	p      [3]triple
	s      pivots
	y      [3]float64 // wanted; becomes the impulses
}

// pivots are the factors L D L^T of S; of D the inverse.
type pivots struct{ l10, l20, l21, d0, d1, d2 float64 }

// block3 is the lower triangle of S.
type block3 struct{ a00, a10, a11, a20, a21, a22 float64 }

// reduce counts a limb, from the leaves to the root. Its compliance is a part of its
// own J D J^T, and weighs on the impulses held as well. Lines that are alone have their
// own compliance, in which what is held has been counted.
func (e *elbow) reduce(in, out *node, comply float64, held *[3]float64) {
	var s, own block3
	var p, di, do [3]triple
	n := int(e.n)
	for r := range n {
		p[r] = in.w.times(&e.ji[r])
		e.p[r] = out.w.times(&e.jo[r])
		di[r], do[r] = e.ji[r].scaled(&in.mass), e.jo[r].scaled(&out.mass)
		e.y[r] -= e.ji[r].dot(&in.z)
		e.y[r] -= e.jo[r].dot(&out.z)
	}
	s.add(&e.ji, &p, n)
	s.add(&e.jo, &e.p, n)
	own.add(&e.ji, &di, n)
	own.add(&e.jo, &do, n)
	soft, alone := own, e.alone[1] || e.alone[2]
	if alone {
		soft.without(&e.alone)
	}
	s.soften(comply, &soft)
	e.y[0] -= float64(comply * (float64(soft.a00*held[0]) + float64(soft.a10*held[1]) + float64(soft.a20*held[2])))
	e.y[1] -= float64(comply * (float64(soft.a10*held[0]) + float64(soft.a11*held[1]) + float64(soft.a21*held[2])))
	e.y[2] -= float64(comply * (float64(soft.a20*held[0]) + float64(soft.a21*held[1]) + float64(soft.a22*held[2])))
	if alone {
		s.loosen(&e.alone, &e.gives, &own)
	}
	e.s = s.factor(&own, n)
	e.y = e.s.solve(e.y, n)
	for r := range n {
		out.z.add(e.y[r], &e.p[r])
	}
	t := e.p
	out.w.less(e.s.d0, &t[0])
	if n > 1 {
		t[1].add(-e.s.l10, &t[0])
		out.w.less(e.s.d1, &t[1])
	}
	if n > 2 {
		t[2].add(-e.s.l20, &t[0])
		t[2].add(-e.s.l21, &t[1])
		out.w.less(e.s.d2, &t[2])
	}
}

// resolve fixes the impulses of a limb, from the root to the leaves.
func (e *elbow) resolve(in, out *node) {
	n := int(e.n)
	var back [3]float64
	for r := range n {
		back[r] = e.p[r].dot(&out.f)
	}
	back = e.s.solve(back, n)
	for r := range n {
		e.y[r] -= back[r]
		out.f.add(e.y[r], &e.jo[r])
		in.f.add(e.y[r], &e.ji[r])
	}
}

// add puts j p^T on top, which is symmetric.
func (k *block3) add(j, p *[3]triple, n int) {
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

// soften puts c times another block on top.
func (k *block3) soften(c float64, own *block3) {
	k.a00 += float64(c * own.a00)
	k.a10 += float64(c * own.a10)
	k.a11 += float64(c * own.a11)
	k.a20 += float64(c * own.a20)
	k.a21 += float64(c * own.a21)
	k.a22 += float64(c * own.a22)
}

// without clears the lines that are alone.
func (k *block3) without(alone *[3]bool) {
	if alone[1] {
		k.a10, k.a11, k.a21 = 0, 0, 0
	}
	if alone[2] {
		k.a20, k.a21, k.a22 = 0, 0, 0
	}
}

// loosen puts the compliance of the lines that are alone on top.
func (k *block3) loosen(alone *[3]bool, gives *[3]float64, own *block3) {
	if alone[1] {
		k.a11 += float64(gives[1] * own.a11)
	}
	if alone[2] {
		k.a22 += float64(gives[2] * own.a22)
	}
}

// dependent is the part of a line's own mobility that says no more.
const dependent = 1e-9

// factor decomposes a block. A line that moves nothing, or that depends on those before
// it, has no pivot and gets no impulse. Lines are made of float32, and tell no more.
func (k *block3) factor(own *block3, n int) (f pivots) {
	pivot := func(x, full float64) float64 {
		if x > float64(dependent*full) {
			return 1 / x
		}
		return 0
	}
	f.d0 = pivot(k.a00, own.a00)
	if n > 1 {
		f.l10 = float64(k.a10 * f.d0)
		f.d1 = pivot(k.a11-float64(f.l10*k.a10), own.a11)
	}
	if n > 2 {
		f.l20 = float64(k.a20 * f.d0)
		rest := k.a21 - float64(f.l20*k.a10)
		f.l21 = float64(rest * f.d1)
		f.d2 = pivot(k.a22-float64(f.l20*k.a20)-float64(f.l21*rest), own.a22)
	}
	return f
}

// solve returns S^-1 y.
func (f *pivots) solve(y [3]float64, n int) [3]float64 {
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
