package main

import "github.com/mmcloughlin/avo/operand"

// writeSolver writes the kernels of package solver: for contacts and for bounces.
func writeSolver(l *layout) {
	writeContacts(l)
	for i, name := range []string{"bounceOnePoint", "bounceTwoPoints"} {
		kernel{
			pkg: l.solver, name: name, args: "bounceArgs", header: "header", constants: "bounceConstants",
			bundleSize: size(structOf(l.solver, "bundle2")), call: atOnce,
			emit: func(e *emitter) {
				e.points = i + 1
				e.bounce()
			},
		}.write(l)
	}
}

// bounce is bounceLane of bounce.go in package solver. Where it is for one point, the second takes
// no part in any lane. It leaves the velocity errors in currentSeparation of the second point.
func (e *emitter) bounce() {
	e.usedSlots = 0
	va := e.velocitiesOf("a")
	a, wa := e.save(va), va.w
	vb := e.velocitiesOf("b")
	b, wb := e.save(vb), vb.w
	vx, vy := sub(vb.vx, a.vx), sub(vb.vy, a.vy)
	nx, ny := load(e.column("nx")), load(e.column("ny"))
	un := add(mul(nx, vx), mul(ny, vy))
	tangentVelocity := e.spill(sub(mul(ny, vx), mul(nx, vy)))
	kept := e.usedSlots
	var errors, impulses [2]operand.Mem
	for k := range e.points {
		ka, kb := load(e.point(k, "ka")), load(e.point(k, "kb"))
		errors[k] = e.spill(sub(load(e.point(k, "separation")), add(un, sub(mul(kb, wb), mul(ka, wa)))))
	}
	alone := greater(add(load(e.point(0, "impulse")), mul(load(errors[0]), e.point(0, "mass"))), zero())
	if e.points == 1 {
		impulses[0] = e.spill(alone)
	} else {
		impulses = e.bounceBoth(errors, alone)
	}

	wa, wb = load(a.w), load(b.w)
	normal, both, largest := zero(), zero(), zero()
	for k := range e.points {
		impulse, ka, kb := load(impulses[k]), load(e.point(k, "ka")), load(e.point(k, "kb"))
		j := sub(impulse, e.point(k, "impulse"))
		store(impulse, e.point(k, "impulse"))
		unchanged := compare(equalTo, j, zero())
		size := greater(load(errors[k]), xor(load(errors[k]), e.constant("signs")))
		largest = greater(andNot(unchanged, size), greater(largest, zero())) // zero in place of NaN
		wa = blend(unchanged, wa, sub(wa, mul(mul(ka, j), e.column("ia"))))
		wb = blend(unchanged, wb, add(wb, mul(mul(kb, j), e.column("ib"))))
		normal = blend(unchanged, normal, add(normal, j))
		both = add(both, impulse)
	}
	store(largest, e.point(1, "currentSeparation"))
	e.usedSlots = kept

	signs := load(e.constant("signs"))
	left, right := mul(both, e.point(0, "totalImpulse")), mul(both, e.point(1, "totalImpulse"))
	ta, tb := load(e.column("ta")), load(e.column("tb"))
	vt := add(sub(mul(tb, wb), mul(ta, wa)), tangentVelocity)
	vt = add(vt, e.point(0, "currentSeparation"))
	old := load(e.column("tangentImpulse"))
	tangent := sub(old, mul(vt, andNot(signs, e.column("tangentMass"))))
	tangent = greater(lesser(tangent, left), xor(right, signs))
	store(tangent, e.column("tangentImpulse"))
	tangent = sub(tangent, old)
	wa = sub(wa, mul(mul(ta, tangent), e.column("ia")))
	wb = add(wb, mul(mul(tb, tangent), e.column("ib")))
	e.apply(a, b, normal, tangent, e.spill(wa), e.spill(wb))
}

// bounceBoth returns the impulses of two points: the impulses of bounceBoth of package solver where
// it solves them, the impulses of bounceInTurn where it does not, and the one that the first point
// has alone where the second takes no part.
func (e *emitter) bounceBoth(errors [2]operand.Mem, alone vec) [2]operand.Mem {
	first := e.spill(alone)
	x, y, solved := e.spillSlot(), e.spillSlot(), e.spillSlot()
	for half := range 2 {
		e.bounceHalf(16*half, errors, x, y, solved)
	}
	j := sub(alone, e.point(0, "impulse"))
	across := add(load(e.column("ma")), e.column("mb"))
	across = add(across, add(mul(mul(load(e.column("ia")), e.point(0, "ka")), e.point(1, "ka")),
		mul(mul(load(e.column("ib")), e.point(0, "kb")), e.point(1, "kb"))))
	second := mul(sub(load(errors[1]), mul(across, j)), e.point(1, "mass"))
	second = greater(add(load(e.point(1, "impulse")), second), zero())

	zeros := zero()
	away := compare(equalTo, load(e.point(1, "mass")), zeros)
	apart := or(away, compare(equalTo, load(e.point(0, "mass")), zeros))
	together := andNot(apart, compare(greaterThan, load(solved), zeros))
	store(andNot(away, blend(together, y, second)), y)
	store(blend(together, x, load(first)), x)
	return [2]operand.Mem{x, y}
}

// bounceHalf solves the two points of four lanes together. Solved is one where it can, and zero
// elsewhere.
func (e *emitter) bounceHalf(disp int, errors [2]operand.Mem, x, y, solved operand.Mem) {
	double := func(m operand.Mem) vec {
		z := asm.YMM()
		asm.VCVTPS2PD(m.Offset(disp), z)
		return z
	}
	linear := add64(double(e.column("ma")), double(e.column("mb")))
	ia, ib := double(e.column("ia")), double(e.column("ib"))
	pa, pb := double(e.point(0, "ka")), double(e.point(0, "kb"))
	ipa, ipb := mul64(ia, pa), mul64(ib, pb)
	k00 := add64(linear, add64(mul64(ipa, pa), mul64(ipb, pb)))
	qa, qb := double(e.point(1, "ka")), double(e.point(1, "kb"))
	k01 := add64(linear, add64(mul64(ipa, qa), mul64(ipb, qb)))
	k11 := add64(linear, add64(mul64(mul64(ia, qa), qa), mul64(mul64(ib, qb), qb)))
	diagonal := mul64(k00, k11)
	determinant := sub64(diagonal, mul64(k01, k01))
	far := compare64(greaterThan, determinant, mul64(diagonal, e.constant("minDeterminant")))
	asm.VMOVUPS(toFloat32(and64(far, e.constant("one"))), solved.Offset(disp))

	y0, y1 := double(e.point(0, "impulse")), double(e.point(1, "impulse"))
	e0 := add64(double(errors[0]), add64(mul64(k00, y0), mul64(k01, y1)))
	e1 := add64(double(errors[1]), add64(mul64(k01, y0), mul64(k11, y1)))
	zeros := zero()
	r1 := and64(compare64(greaterThan, e1, zeros), div64(e1, k11))
	k01e0, k00e1 := mul64(k01, e0), mul64(k00, e1)
	onFirst := and64(compare64(greaterThan, e0, zeros), compare64(atMost, k00e1, k01e0))
	r0 := and64(onFirst, div64(e0, k00))
	r1 = andNot(onFirst, r1)
	x0 := div64(sub64(mul64(k11, e0), mul64(k01, e1)), determinant)
	x1 := div64(sub64(k00e1, k01e0), determinant)
	press := and64(compare64(atMost, zeros, x0), compare64(atMost, zeros, x1))
	asm.VMOVUPS(toFloat32(blend64(press, x0, r0)), x.Offset(disp))
	asm.VMOVUPS(toFloat32(blend64(press, x1, r1)), y.Offset(disp))
}
