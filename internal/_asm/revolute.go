package main

import "github.com/mmcloughlin/avo/operand"

// writeRevolutes writes the kernels of package constraint, of revolute joints: for those that rotate freely, and
// for those with springs, motors or limits of the angle.
func writeRevolutes(l *layout) {
	k := kernel{pkg: l.constraint, args: "passArgs", header: "revoluteBundle", constants: "kernelConstants", pairs: true}
	k.bundleSize = size(structOf(l.constraint, "revoluteBundle"))
	write := func(name string, emit func(*emitter)) {
		k.name, k.emit = name, emit
		k.write(l)
	}
	write("warmStartPoints", (*emitter).warmStartRevolute)
	k.strengths = true
	write("solvePoints", (*emitter).solveRevolute)
	write("relaxPoints", (*emitter).relaxRevolute)
	k.companion, k.companionStruct = "angles", "angleBundle"
	k.strengths = false
	write("warmStartAngles", (*emitter).warmStartRevolute)
	k.stopsEarly, k.strengths = true, true
	write("solveAngles", (*emitter).solveRevolute)
	write("relaxAngles", (*emitter).relaxRevolute)
	writeRevoluteTables(l)
}

// hasAngle reports whether the joints have springs, motors or limits.
func (e *emitter) hasAngle() bool { return e.companion != "" }

// strengthColumn returns a column of the strengths of the bundle.
func (e *emitter) strengthColumn(field string) operand.Mem {
	return operand.Mem{Base: e.strength, Disp: offset(structOf(e.pkg, "strengthBundle"), field)}
}

// warmStartRevolute applies the impulses stored by the last tick.
func (e *emitter) warmStartRevolute() {
	e.usedSlots = 0
	couple := zero()
	if e.hasAngle() {
		couple = sub(add(add(load(e.companionColumn("springImpulse")), e.companionColumn("motorImpulse")), e.companionColumn("lower")), e.companionColumn("upper"))
	}
	jx, jy := load(e.column("jx")), load(e.column("jy"))
	va := e.velocitiesOf("a")
	a := e.save(va)
	wa := sub(va.w, mul(add(couple, sub(mul(jy, e.column("ax")), mul(jx, e.column("ay")))), e.column("ia")))
	spilledA := e.spill(wa)
	vb := e.velocitiesOf("b")
	b := e.save(vb)
	wb := add(vb.w, mul(add(couple, sub(mul(jy, e.column("bx")), mul(jx, e.column("by")))), e.column("ib")))
	e.applyImpulse(a, b, jx, jy, spilledA, e.spill(wb))
}

// solveRevolute corrects velocities, and positions softly.
func (e *emitter) solveRevolute() {
	e.usedSlots = 0
	ma, readA := e.bodiesOf("a")
	dx, dy := e.spill(ma.dx), e.spill(ma.dy)
	adc, ads := e.spill(ma.dc), e.spill(ma.ds)
	mb, readB := e.bodiesOf("b")
	dx, dy = e.respill(sub(mb.dx, dx), dx), e.respill(sub(mb.dy, dy), dy)
	var change op
	if e.hasAngle() {
		change = e.respill(e.angleChange(adc, ads, mb.dc, mb.ds), adc)
	}
	error := func(d op, b, b0, a, a0, startError string) vec {
		arms := sub(sub(load(e.column(b)), e.column(b0)), sub(load(e.column(a)), e.column(a0)))
		return mul(add(add(load(d), arms), e.column(startError)), e.strengthColumn("softBiasRate"))
	}
	sx := e.respill(error(dx, "vx", "bx", "ux", "ax", "ex"), dx)
	sy := e.respill(error(dy, "vy", "by", "uy", "ay", "ey"), dy)

	a, b, wa, wb := e.readSpins(readA, readB)
	store(sub(load(wa), mul(load(e.column("la")), e.column("ia"))), wa)
	store(add(load(wb), mul(load(e.column("lb")), e.column("ib"))), wb)
	if e.hasAngle() {
		e.solveSpring(wa, wb, change)
		e.solveMotor(wa, wb)
		e.solveLimits(wa, wb, change, e.strengthColumn("softBiasRate"), e.strengthColumn("softMassScale"), e.strengthColumn("softImpulseScale"))
	}
	e.solvePoint(a, b, wa, wb, load(sx), load(sy), e.strengthColumn("softMassScale"), e.strengthColumn("softImpulseScale"))
}

// relaxRevolute corrects velocities alone, after the bodies have moved.
func (e *emitter) relaxRevolute() {
	e.usedSlots = 0
	ma, readA := e.bodiesOf("a")
	adc, ads := e.spill(ma.dc), e.spill(ma.ds)
	mb, readB := e.bodiesOf("b")
	bdc, bds := e.spill(mb.dc), e.spill(mb.ds)
	var change op
	if e.hasAngle() {
		change = e.spill(e.angleChange(adc, ads, load(bdc), load(bds)))
	}
	e.rotateAnchor("ax", "ay", "ux", "uy", "la", adc, ads)
	e.rotateAnchor("bx", "by", "vx", "vy", "lb", bdc, bds)
	a, b, wa, wb := e.readSpins(readA, readB)
	zeros, one := e.constant("zero"), e.constant("one")
	if e.hasAngle() {
		e.solveMotor(wa, wb)
		e.solveLimits(wa, wb, change, zeros, one, zeros)
	}
	e.solvePoint(a, b, wa, wb, zero(), zero(), one, zeros)
}

// rotateAnchor rotates an anchor and stores the angular impulse that the next warm start
// has to add because of that.
func (e *emitter) rotateAnchor(x0, y0, x, y, warmCorrection string, dc, ds op) {
	sx, sy := load(e.column(x0)), load(e.column(y0))
	tx := sub(mul(sx, dc), mul(sy, ds))
	ty := add(mul(sx, ds), mul(sy, dc))
	store(sub(mul(sub(tx, e.column(x)), e.column("jy")), mul(sub(ty, e.column(y)), e.column("jx"))), e.column(warmCorrection))
	store(tx, e.column(x))
	store(ty, e.column(y))
}

// readSpins reads the velocities of the bodies. It returns the angular velocities twice: as
// saved, and in columns that the pass changes.
func (e *emitter) readSpins(readA, readB func() bodyVelocities) (a, b savedVelocities, wa, wb op) {
	va := readA()
	a, wa = e.save(va), e.variable(va.w)
	vb := readB()
	b, wb = e.save(vb), e.variable(vb.w)
	return a, b, wa, wb
}

// respill stores a column in the slot of another one that is no longer needed.
func (e *emitter) respill(x vec, m op) op {
	if wide != nil {
		return x
	}
	store(x, m)
	return m
}

// solvePoint drives the relative velocity of the two anchors to -(sx, sy), softly.
func (e *emitter) solvePoint(a, b savedVelocities, wa, wb op, sx, sy vec, mass, impulseScale operand.Mem) {
	ax, ay, bx, by := load(e.column("ux")), load(e.column("uy")), load(e.column("vx")), load(e.column("vy"))
	sx = add(sx, sub(sub(load(b.vx), mul(by, wb)), sub(load(a.vx), mul(ay, wa))))
	sy = add(sy, sub(add(load(b.vy), mul(bx, wb)), add(load(a.vy), mul(ax, wa))))

	m := add(load(e.column("ma")), e.column("mb"))
	iay, iby := mul(ay, e.column("ia")), mul(by, e.column("ib"))
	kxx := add(m, add(mul(iay, ay), mul(iby, by)))
	iax, ibx := mul(ax, e.column("ia")), mul(bx, e.column("ib"))
	kyy := add(m, add(mul(iax, ax), mul(ibx, bx)))
	kxy := add(mul(iax, ay), mul(ibx, by))
	inv := e.inverse(sub(mul(kxx, kyy), mul(kxy, kxy)))
	ix := mul(inv, add(mul(kyy, sx), mul(kxy, sy)))
	iy := mul(inv, add(mul(kxx, sy), mul(kxy, sx)))

	oldx, oldy := load(e.column("jx")), load(e.column("jy"))
	jx := sub(sub(oldx, mul(ix, mass)), mul(oldx, impulseScale))
	jy := sub(sub(oldy, mul(iy, mass)), mul(oldy, impulseScale))
	l2 := add(mul(jx, jx), mul(jy, jy))
	limit := load(e.strengthColumn("maxImpulse"))
	over := compare(greaterThan, l2, mul(limit, limit))
	f := div(limit, sqrt(l2))
	jx, jy = blend(over, mul(f, jx), jx), blend(over, mul(f, jy), jy)
	store(jx, e.column("jx"))
	store(jy, e.column("jy"))
	jx, jy = sub(jx, oldx), sub(jy, oldy)
	ax, ay, bx, by = load(e.column("ux")), load(e.column("uy")), load(e.column("vx")), load(e.column("vy"))
	store(sub(load(wa), mul(sub(mul(ax, jy), mul(ay, jx)), e.column("ia"))), wa)
	store(add(load(wb), mul(sub(mul(bx, jy), mul(by, jx)), e.column("ib"))), wb)
	e.applyImpulse(a, b, jx, jy, wa, wb)
}

// applyImpulse applies opposite impulses to the bodies and sets the new angular velocities.
func (e *emitter) applyImpulse(a, b savedVelocities, jx, jy vec, wa, wb op) {
	mb := load(e.column("mb"))
	bvx, bvy := e.spill(add(load(b.vx), mul(mb, jx))), e.spill(add(load(b.vy), mul(mb, jy)))
	ma := load(e.column("ma"))
	e.scatterVelocities("a", sub(load(a.vx), mul(ma, jx)), sub(load(a.vy), mul(ma, jy)), load(wa), a)
	e.scatterVelocities("b", load(bvx), load(bvy), load(wb), b)
}

// solveSpring solves the springs, if there are any.
func (e *emitter) solveSpring(wa, wb, change op) {
	done := e.label("sprung")
	hasSpring := load(e.companionColumn("hasSpring"))
	jumpIfNone(hasSpring, done)
	bias := mul(add(load(change), e.companionColumn("offset")), e.companionColumn("springBiasRate"))
	old := load(e.companionColumn("springImpulse"))
	a, b := load(wa), load(wb)
	j := mul(mul(load(e.companionColumn("mass")), e.companionColumn("springMassScale")), add(sub(b, a), bias))
	j = add(j, mul(old, e.companionColumn("springImpulseScale")))
	store(blend(hasSpring, sub(old, j), old), e.companionColumn("springImpulse"))
	store(blend(hasSpring, add(a, mul(j, e.column("ia"))), a), wa)
	store(blend(hasSpring, sub(b, mul(j, e.column("ib"))), b), wb)
	label(done)
}

// solveMotor solves the motors, if there are any.
func (e *emitter) solveMotor(wa, wb op) {
	done := e.label("driven")
	maxImpulse := load(e.companionColumn("motorMax"))
	disabled := compare(equalTo, maxImpulse, zero())
	jumpIfAll(disabled, done)
	old := load(e.companionColumn("motorImpulse"))
	a, b := load(wa), load(wb)
	j := sub(old, mul(sub(sub(b, a), e.companionColumn("speed")), e.companionColumn("mass")))
	j = greater(lesser(j, maxImpulse), xor(maxImpulse, e.constant("signs")))
	store(blend(disabled, old, j), e.companionColumn("motorImpulse"))
	j = sub(j, old)
	store(blend(disabled, a, sub(a, mul(j, e.column("ia")))), wa)
	store(blend(disabled, b, add(b, mul(j, e.column("ib")))), wb)
	label(done)
}

// solveLimits solves the limits, if there are any.
func (e *emitter) solveLimits(wa, wb, change op, softBias, softMass, softImpulseScale operand.Mem) {
	done := e.label("limited")
	hasLimits := load(e.companionColumn("hasLimits"))
	jumpIfNone(hasLimits, done)
	a, b := load(wa), load(wb)
	old := load(e.companionColumn("lower"))
	motor := xor(load(e.companionColumn("motorImpulse")), e.constant("signs"))
	j := e.limitImpulse(add(load(e.companionColumn("aboveLower")), change), sub(b, a), old, motor, softBias, softMass, softImpulseScale)
	store(blend(hasLimits, j, old), e.companionColumn("lower"))
	j = sub(j, old)
	a, b = blend(hasLimits, sub(a, mul(j, e.column("ia"))), a), blend(hasLimits, add(b, mul(j, e.column("ib"))), b)

	old = load(e.companionColumn("upper"))
	j = e.limitImpulse(sub(load(e.companionColumn("belowUpper")), change), sub(a, b), old, load(e.companionColumn("motorImpulse")), softBias, softMass, softImpulseScale)
	store(blend(hasLimits, j, old), e.companionColumn("upper"))
	j = sub(j, old)
	store(blend(hasLimits, add(a, mul(j, e.column("ia"))), a), wa)
	store(blend(hasLimits, sub(b, mul(j, e.column("ib"))), b), wb)
	label(done)
}

// limitImpulse returns the new impulses of one limit, against which a motor presses.
func (e *emitter) limitImpulse(clearance, speed, old, motor vec, softBias, softMass, softImpulseScale operand.Mem) vec {
	separated := compare(greaterThan, clearance, zero())
	bias := blend(separated, mul(clearance, e.strengthColumn("invH")), mul(clearance, softBias))
	mass := blend(separated, e.constant("one"), load(softMass))
	j := mul(mul(mass, e.companionColumn("mass")), add(speed, bias))
	yielding := sub(old, lesser(greater(motor, zero()), old))
	j = add(j, mul(andNot(separated, softImpulseScale), yielding))
	return greater(lesser(sub(old, j), e.strengthColumn("maxAngularImpulse")), zero())
}

// angleChange returns the angles by which the bodies b have rotated relative to the bodies
// a. The function ends before a bundle with an angle outside of the series, which the
// portable kernel handles.
func (e *emitter) angleChange(adc, ads op, bdc, bds vec) vec {
	sin := sub(mul(bds, adc), mul(bdc, ads))
	cos := add(mul(bdc, adc), mul(bds, ads))
	near := compare(greaterThan, cos, e.constant("minSeriesCos"))
	jumpUnlessAll(near, e.stop())
	t := div(sin, add(cos, e.constant("one")))
	z := mul(t, t)
	p := mul(z, e.constant("thirteenth"))
	for _, c := range []string{"eleventh", "ninth", "seventh", "fifth", "third"} {
		p = mul(z, sub(load(e.constant(c)), p))
	}
	return mul(add(t, t), sub(load(e.constant("one")), p))
}
