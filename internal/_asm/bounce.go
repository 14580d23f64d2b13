package main

// writeSolver writes the kernels of package solver: those of contacts and that of bounces.
func writeSolver(l *layout) {
	writeContacts(l)
	kernel{
		pkg: l.solver, name: "bounceOnePoint", args: "bundleArgs", header: "header", constants: "wideCoefficients",
		bundleSize: size(structOf(l.solver, "bundle2")), call: atOnce, emit: (*emitter).bounceOnePoint,
	}.write(l)
}

// bounceOnePoint is bounceLane of bounce.go in package solver for contacts whose second point takes no part. It leaves the
// velocity errors in currentSeparation of the second point.
func (e *emitter) bounceOnePoint() {
	e.usedSlots = 0
	va := e.velocitiesOf("a")
	a, wa := e.save(va), va.w
	vb := e.velocitiesOf("b")
	b, wb := e.save(vb), vb.w
	vx, vy := sub(vb.vx, a.vx), sub(vb.vy, a.vy)
	nx, ny := load(e.column("nx")), load(e.column("ny"))
	un := add(mul(nx, vx), mul(ny, vy))
	tangentVelocity := e.spill(sub(mul(ny, vx), mul(nx, vy)))
	ka, kb := load(e.point(0, "ka")), load(e.point(0, "kb"))
	errors := sub(load(e.point(0, "separation")), add(un, sub(mul(kb, wb), mul(ka, wa))))
	signs := load(e.constant("signs"))

	old := load(e.point(0, "impulse"))
	impulse := greater(add(old, mul(errors, e.point(0, "mass"))), zero())
	store(impulse, e.point(0, "impulse"))
	left, right := mul(impulse, e.point(0, "totalImpulse")), mul(impulse, e.point(1, "totalImpulse"))
	j := sub(impulse, old)
	unchanged := compare(equalTo, j, zero())
	store(andNot(unchanged, greater(errors, xor(errors, signs))), e.point(1, "currentSeparation"))
	wa = blend(unchanged, a.w, sub(wa, mul(mul(ka, j), e.column("ia"))))
	wb = blend(unchanged, b.w, add(wb, mul(mul(kb, j), e.column("ib"))))
	normal := andNot(unchanged, j)

	ta, tb := load(e.column("ta")), load(e.column("tb"))
	vt := add(sub(mul(tb, wb), mul(ta, wa)), tangentVelocity)
	vt = add(vt, e.point(0, "currentSeparation"))
	oldTangent := load(e.column("tangentImpulse"))
	tangent := sub(oldTangent, mul(vt, andNot(signs, e.column("tangentMass"))))
	tangent = greater(lesser(tangent, left), xor(right, signs))
	store(tangent, e.column("tangentImpulse"))
	tangent = sub(tangent, oldTangent)
	wa = sub(wa, mul(mul(ta, tangent), e.column("ia")))
	wb = add(wb, mul(mul(tb, tangent), e.column("ib")))
	e.apply(a, b, normal, tangent, e.spill(wa), e.spill(wb))
}
