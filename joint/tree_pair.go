package joint

// Most limbs are pins, with two lines. These are reduce and resolve for them, line by
// line in the same order and with the same bits, a third cheaper.

func (e *elbow) reducePair(nodes []node) {
	var s00, s10, s11, o00, o10, o11 float64
	y0, y1 := e.y[0], e.y[1]
	if e.in >= 0 {
		b, j0, j1 := &nodes[e.in], &e.ji[0], &e.ji[1]
		p0, p1 := b.times(j0), b.times(j1)
		y0 -= j0.dot(&b.z)
		y1 -= j1.dot(&b.z)
		s00, s10, s11 = j0.dot(&p0), j1.dot(&p0), j1.dot(&p1)
		o00, o10, o11 = j0.dot(j0), j1.dot(j0), j1.dot(j1)
	}
	if e.out < 0 {
		e.pairPivots(s00, s10, s11, o00, o10, o11)
		e.y = e.s.solve([3]float64{y0, y1}, 2)
		return
	}
	b, j0, j1 := &nodes[e.out], &e.jo[0], &e.jo[1]
	p0, p1 := b.times(j0), b.times(j1)
	e.p[0], e.p[1] = p0, p1
	y0 -= j0.dot(&b.z)
	y1 -= j1.dot(&b.z)
	e.pairPivots(
		s00+j0.dot(&p0), s10+j1.dot(&p0), s11+j1.dot(&p1),
		o00+j0.dot(j0), o10+j1.dot(j0), o11+j1.dot(j1),
	)
	u1 := float64((y1 - float64(e.s.l10*y0)) * e.s.d1)
	u0 := float64(y0*e.s.d0) - float64(e.s.l10*u1)
	e.y[0], e.y[1] = u0, u1
	b.z.add(u0, &p0)
	b.z.add(u1, &p1)
	b.less(e.s.d0, &p0)
	p1.add(-e.s.l10, &p0)
	b.less(e.s.d1, &p1)
}

func (e *elbow) pairPivots(s00, s10, s11, o00, o10, o11 float64) {
	c := e.comply
	s := block3{a00: s00 + float64(c*o00), a10: s10 + float64(c*o10), a11: s11 + float64(c*o11)}
	e.s = s.factor(&block3{a00: o00, a11: o11}, 2)
}

func (e *elbow) resolvePair(nodes []node) {
	y0, y1 := e.y[0], e.y[1]
	if e.out >= 0 {
		b := &nodes[e.out]
		q0, q1 := e.p[0].dot(&b.f), e.p[1].dot(&b.f)
		u1 := float64((q1 - float64(e.s.l10*q0)) * e.s.d1)
		y0 -= float64(q0*e.s.d0) - float64(e.s.l10*u1)
		y1 -= u1
		e.y[0], e.y[1] = y0, y1
		b.f.add(y0, &e.jo[0])
		b.f.add(y1, &e.jo[1])
	}
	if e.in >= 0 {
		b := &nodes[e.in]
		b.f.add(y0, &e.ji[0])
		b.f.add(y1, &e.ji[1])
	}
}
