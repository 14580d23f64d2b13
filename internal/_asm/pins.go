package main

import "github.com/mmcloughlin/avo/operand"

// writePins writes the kernels of package joint: revolute joints that turn freely, and
// those that have an axis beside their pin.
func writePins(l *layout) {
	k := kernel{pkg: l.joint, args: "pinArgs", head: "revoluteRow", constants: "pinConstants"}
	k.rowSize = size(structOf(l.joint, "revoluteRow"))
	write := func(name string, each func(*row)) {
		k.name, k.each = name, each
		k.write(l)
	}
	write("warmPins", (*row).warmRevolute)
	k.grips = true
	write("solvePins", (*row).solveRevolute)
	write("relaxPins", (*row).relaxRevolute)
	k.beside, k.besideOf = "axes", "axisRow"
	k.grips = false
	write("warmAxes", (*row).warmRevolute)
	k.stops, k.grips = true, true
	write("solveAxes", (*row).solveRevolute)
	write("relaxAxes", (*row).relaxRevolute)
	writePinTables(l)
}

// hasAxis says whether the joints have springs, motors or limits.
func (r *row) hasAxis() bool { return r.beside != "" }

// grip returns a column of the grip of the row.
func (r *row) grip(field string) operand.Mem {
	return operand.Mem{Base: r.gripped, Disp: offset(structOf(r.pkg, "grip"), field)}
}

// warmRevolute applies the impulses kept from the last tick.
func (r *row) warmRevolute() {
	r.slots = 0
	turn := zero()
	if r.hasAxis() {
		turn = sub(add(add(load(r.next("spring")), r.next("motor")), r.next("lower")), r.next("upper"))
	}
	jx, jy := load(r.column("jx")), load(r.column("jy"))
	va := r.velocitiesOf("a")
	a := r.save(va)
	wa := sub(va.w, mul(add(turn, sub(mul(jy, r.column("ax")), mul(jx, r.column("ay")))), r.column("ia")))
	keptA := r.keep(wa)
	vb := r.velocitiesOf("b")
	b := r.save(vb)
	wb := add(vb.w, mul(add(turn, sub(mul(jy, r.column("bx")), mul(jx, r.column("by")))), r.column("ib")))
	r.push(a, b, jx, jy, keptA, r.keep(wb))
}

// solveRevolute corrects velocities, and positions softly.
func (r *row) solveRevolute() {
	r.slots = 0
	ma := r.movesOf("a")
	dx, dy := r.keep(ma.dx), r.keep(ma.dy)
	adc, ads := r.keep(ma.dc), r.keep(ma.ds)
	mb := r.movesOf("b")
	dx, dy = r.again(sub(mb.dx, dx), dx), r.again(sub(mb.dy, dy), dy)
	var turned operand.Mem
	if r.hasAxis() {
		turned = r.again(r.turnOf(adc, ads, mb.dc, mb.ds), adc)
	}
	error := func(d operand.Mem, b, b0, a, a0, gap string) vec {
		arms := sub(sub(load(r.column(b)), r.column(b0)), sub(load(r.column(a)), r.column(a0)))
		return mul(add(add(load(d), arms), r.column(gap)), r.grip("softBias"))
	}
	sx := r.again(error(dx, "vx", "bx", "ux", "ax", "ex"), dx)
	sy := r.again(error(dy, "vy", "by", "uy", "ay", "ey"), dy)

	a, b, wa, wb := r.spins()
	store(sub(load(wa), mul(load(r.column("la")), r.column("ia"))), wa)
	store(add(load(wb), mul(load(r.column("lb")), r.column("ib"))), wb)
	if r.hasAxis() {
		r.spring(wa, wb, turned)
		r.motor(wa, wb)
		r.limits(wa, wb, turned, r.grip("softBias"), r.grip("softMass"), r.grip("softLeak"))
	}
	drift := load(r.grip("drift"))
	sa, sb := load(wa), load(wb)
	da := mul(drift, lesser(mul(sa, sa), r.constant("swift")))
	db := mul(drift, lesser(mul(sb, sb), r.constant("swift")))
	x := add(load(sx), sub(mul(da, r.column("ux")), mul(db, r.column("vx"))))
	y := add(load(sy), sub(mul(da, r.column("uy")), mul(db, r.column("vy"))))
	r.hold(a, b, wa, wb, x, y, r.grip("softMass"), r.grip("softLeak"))
}

// relaxRevolute corrects velocities alone, after the bodies have moved.
func (r *row) relaxRevolute() {
	r.slots = 0
	ma := r.movesOf("a")
	adc, ads := r.keep(ma.dc), r.keep(ma.ds)
	mb := r.movesOf("b")
	bdc, bds := r.keep(mb.dc), r.keep(mb.ds)
	var turned operand.Mem
	if r.hasAxis() {
		turned = r.keep(r.turnOf(adc, ads, load(bdc), load(bds)))
	}
	r.turnArm("ax", "ay", "ux", "uy", "la", adc, ads)
	r.turnArm("bx", "by", "vx", "vy", "lb", bdc, bds)
	a, b, wa, wb := r.spins()
	none, one := r.constant("zero"), r.constant("one")
	if r.hasAxis() {
		r.motor(wa, wb)
		r.limits(wa, wb, turned, none, one, none)
	}
	r.hold(a, b, wa, wb, zero(), zero(), one, none)
}

// turnArm turns an anchor and notes what the next warm start lacks by that.
func (r *row) turnArm(x0, y0, x, y, lack string, dc, ds operand.Mem) {
	sx, sy := load(r.column(x0)), load(r.column(y0))
	tx := sub(mul(sx, dc), mul(sy, ds))
	ty := add(mul(sx, ds), mul(sy, dc))
	store(sub(mul(sub(tx, r.column(x)), r.column("jy")), mul(sub(ty, r.column(y)), r.column("jx"))), r.column(lack))
	store(tx, r.column(x))
	store(ty, r.column(y))
}

// spins reads the velocities of the bodies; the spins are kept twice, to be changed.
func (r *row) spins() (a, b saved, wa, wb operand.Mem) {
	va := r.velocitiesOf("a")
	a, wa = r.save(va), r.keep(va.w)
	vb := r.velocitiesOf("b")
	b, wb = r.save(vb), r.keep(vb.w)
	return a, b, wa, wb
}

// again stores a column where another one is no longer needed.
func (r *row) again(x vec, m operand.Mem) operand.Mem {
	store(x, m)
	return m
}

// hold makes the two pins move apart with the speed -(sx, sy), softly.
func (r *row) hold(a, b saved, wa, wb operand.Mem, sx, sy vec, mass, leak operand.Mem) {
	ax, ay, bx, by := load(r.column("ux")), load(r.column("uy")), load(r.column("vx")), load(r.column("vy"))
	sx = add(sx, sub(sub(load(b.vx), mul(by, wb)), sub(load(a.vx), mul(ay, wa))))
	sy = add(sy, sub(add(load(b.vy), mul(bx, wb)), add(load(a.vy), mul(ax, wa))))

	m := add(load(r.column("ma")), r.column("mb"))
	iay, iby := mul(ay, r.column("ia")), mul(by, r.column("ib"))
	kxx := add(m, add(mul(iay, ay), mul(iby, by)))
	iax, ibx := mul(ax, r.column("ia")), mul(bx, r.column("ib"))
	kyy := add(m, add(mul(iax, ax), mul(ibx, bx)))
	kxy := add(mul(iax, ay), mul(ibx, by))
	inv := r.inverse(sub(mul(kxx, kyy), mul(kxy, kxy)))
	ix := mul(inv, add(mul(kyy, sx), mul(kxy, sy)))
	iy := mul(inv, add(mul(kxx, sy), mul(kxy, sx)))

	oldx, oldy := load(r.column("jx")), load(r.column("jy"))
	jx := sub(sub(oldx, mul(ix, mass)), mul(oldx, leak))
	jy := sub(sub(oldy, mul(iy, mass)), mul(oldy, leak))
	l2 := add(mul(jx, jx), mul(jy, jy))
	limit := load(r.grip("limit"))
	over := compare(greaterThan, l2, mul(limit, limit))
	f := div(limit, root(l2))
	jx, jy = choose(over, mul(f, jx), jx), choose(over, mul(f, jy), jy)
	store(jx, r.column("jx"))
	store(jy, r.column("jy"))
	jx, jy = sub(jx, oldx), sub(jy, oldy)
	ax, ay, bx, by = load(r.column("ux")), load(r.column("uy")), load(r.column("vx")), load(r.column("vy"))
	store(sub(load(wa), mul(sub(mul(ax, jy), mul(ay, jx)), r.column("ia"))), wa)
	store(add(load(wb), mul(sub(mul(bx, jy), mul(by, jx)), r.column("ib"))), wb)
	r.push(a, b, jx, jy, wa, wb)
}

// push gives the bodies opposite impulses and the spins that were computed for them.
func (r *row) push(a, b saved, jx, jy vec, wa, wb operand.Mem) {
	mb := load(r.column("mb"))
	bvx, bvy := r.keep(add(load(b.vx), mul(mb, jx))), r.keep(add(load(b.vy), mul(mb, jy)))
	ma := load(r.column("ma"))
	r.give("a", sub(load(a.vx), mul(ma, jx)), sub(load(a.vy), mul(ma, jy)), load(wa), a)
	r.give("b", load(bvx), load(bvy), load(wb), b)
}

// spring runs the springs, if there are any.
func (r *row) spring(wa, wb, turned operand.Mem) {
	done := r.label("sprung")
	sprung := load(r.next("sprung"))
	which := asm.GP32()
	asm.VMOVMSKPS(sprung, which)
	asm.TESTL(which, which)
	asm.JZ(operand.LabelRef(done))
	bias := mul(add(load(turned), r.next("offset")), r.next("springBias"))
	old := load(r.next("spring"))
	a, b := load(wa), load(wb)
	j := mul(mul(load(r.next("mass")), r.next("springMass")), add(sub(b, a), bias))
	j = add(j, mul(old, r.next("springLeak")))
	store(choose(sprung, sub(old, j), old), r.next("spring"))
	store(choose(sprung, add(a, mul(j, r.column("ia"))), a), wa)
	store(choose(sprung, sub(b, mul(j, r.column("ib"))), b), wb)
	asm.Label(done)
}

// motor runs the motors, if there are any.
func (r *row) motor(wa, wb operand.Mem) {
	done := r.label("driven")
	most := load(r.next("motorMax"))
	off := compare(equalTo, most, zero())
	which := asm.GP32()
	asm.VMOVMSKPS(off, which)
	asm.CMPL(which, operand.Imm(0xff))
	asm.JEQ(operand.LabelRef(done))
	old := load(r.next("motor"))
	a, b := load(wa), load(wb)
	j := sub(old, mul(sub(sub(b, a), r.next("speed")), r.next("mass")))
	j = greater(lesser(j, most), xor(most, r.constant("signs")))
	store(choose(off, old, j), r.next("motor"))
	j = sub(j, old)
	store(choose(off, a, sub(a, mul(j, r.column("ia")))), wa)
	store(choose(off, b, add(b, mul(j, r.column("ib")))), wb)
	asm.Label(done)
}

// limits runs the limits, if there are any.
func (r *row) limits(wa, wb, turned, softBias, softMass, softLeak operand.Mem) {
	done := r.label("limited")
	limited := load(r.next("limited"))
	which := asm.GP32()
	asm.VMOVMSKPS(limited, which)
	asm.TESTL(which, which)
	asm.JZ(operand.LabelRef(done))
	a, b := load(wa), load(wb)
	old := load(r.next("lower"))
	j := r.holdLimit(add(load(r.next("above")), turned), sub(b, a), old, softBias, softMass, softLeak)
	store(choose(limited, j, old), r.next("lower"))
	j = sub(j, old)
	a, b = choose(limited, sub(a, mul(j, r.column("ia"))), a), choose(limited, add(b, mul(j, r.column("ib"))), b)

	old = load(r.next("upper"))
	j = r.holdLimit(sub(load(r.next("below")), turned), sub(a, b), old, softBias, softMass, softLeak)
	store(choose(limited, j, old), r.next("upper"))
	j = sub(j, old)
	store(choose(limited, add(a, mul(j, r.column("ia"))), a), wa)
	store(choose(limited, sub(b, mul(j, r.column("ib"))), b), wb)
	asm.Label(done)
}

// holdLimit returns the new impulses of one limit.
func (r *row) holdLimit(room, speed, old vec, softBias, softMass, softLeak operand.Mem) vec {
	apart := compare(greaterThan, room, zero())
	bias := choose(apart, mul(room, r.grip("invH")), mul(room, softBias))
	mass := choose(apart, r.constant("one"), load(softMass))
	j := mul(mul(mass, r.next("mass")), add(speed, bias))
	j = add(j, mul(unless(apart, softLeak), old))
	return greater(lesser(sub(old, j), r.grip("torque")), zero())
}

// turnOf returns the angles by which the b turned against the a. A row with an
// angle that needs the long way is left to the portable kernel: the function ends
// before it.
func (r *row) turnOf(adc, ads operand.Mem, bdc, bds vec) vec {
	sin := sub(mul(bds, adc), mul(bdc, ads))
	cos := add(mul(bdc, adc), mul(bds, ads))
	near := compare(greaterThan, cos, r.constant("near"))
	which := asm.GP32()
	asm.VMOVMSKPS(near, which)
	asm.CMPL(which, operand.Imm(0xff))
	asm.JNE(operand.LabelRef("end"))
	t := div(sin, add(cos, r.constant("one")))
	z := mul(t, t)
	p := mul(z, r.constant("thirteenth"))
	for _, c := range []string{"eleventh", "ninth", "seventh", "fifth", "third"} {
		p = mul(z, sub(load(r.constant(c)), p))
	}
	return mul(add(t, t), sub(load(r.constant("one")), p))
}
