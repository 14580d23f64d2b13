package main

import "github.com/mmcloughlin/avo/operand"

// writeRevolutes writes the kernels of package constraint, of revolute joints: for those that
// rotate freely, and for those with springs, motors or limits of the angle.
func writeRevolutes(l *layout) {
	k := kernel{pkg: l.constraint, args: "passArgs", header: "revoluteBundle", constants: "kernelConstants"}
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

func (e *emitter) strengthColumn(field string) operand.Mem {
	return operand.Mem{Base: e.strength, Disp: offset(structOf(e.pkg, "strengthBundle"), field)}
}

// warmStartRevolute applies the impulses stored by the last tick.
func (e *emitter) warmStartRevolute() {
	e.usedSlots = 0
	couple := zero()
	if e.hasAngle() {
		couple = e.couple()
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
	ma := e.deltasOf("a")
	dx, dy := e.spill(ma.dx), e.spill(ma.dy)
	adc, ads := e.spill(ma.dc), e.spill(ma.ds)
	mb := e.deltasOf("b")
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

	p := e.readVelocities()
	store(sub(load(p.wa), mul(load(e.column("la")), e.column("ia"))), p.wa)
	store(add(load(p.wb), mul(load(e.column("lb")), e.column("ib"))), p.wb)
	rigid := softColumns{e.strengthColumn("softBiasRate"), e.strengthColumn("softMassScale"), e.strengthColumn("softImpulseScale")}
	if e.hasAngle() {
		e.solveSpring(p.wa, p.wb, change)
		e.solveMotor(p.wa, p.wb)
		e.solveLimits(p.wa, p.wb, change, rigid)
	}
	e.solvePoint(p, load(sx), load(sy), rigid)
}

// relaxRevolute corrects velocities alone, after the bodies have moved.
func (e *emitter) relaxRevolute() {
	e.usedSlots = 0
	ma := e.deltasOf("a")
	adc, ads := e.spill(ma.dc), e.spill(ma.ds)
	mb := e.deltasOf("b")
	bdc, bds := e.spill(mb.dc), e.spill(mb.ds)
	var change op
	if e.hasAngle() {
		change = e.spill(e.angleChange(adc, ads, load(bdc), load(bds)))
	}
	e.rotateAnchor(anchorColumns{"ax", "ay", "ux", "uy", "la"}, adc, ads)
	e.rotateAnchor(anchorColumns{"bx", "by", "vx", "vy", "lb"}, bdc, bds)
	p := e.readVelocities()
	zeros, one := e.constant("zero"), e.constant("one")
	velocityOnly := softColumns{zeros, one, zeros}
	if e.hasAngle() {
		e.solveMotor(p.wa, p.wb)
		e.solveLimits(p.wa, p.wb, change, velocityOnly)
	}
	e.solvePoint(p, zero(), zero(), velocityOnly)
	if e.hasAngle() {
		total := e.companionColumn("total")
		store(add(load(total), e.couple()), total)
	}
	for _, c := range [...]struct{ total, impulse string }{{"tx", "jx"}, {"ty", "jy"}} {
		store(add(load(e.column(c.total)), e.column(c.impulse)), e.column(c.total))
	}
}

// couple returns the angular impulses of springs, motors and limits.
func (e *emitter) couple() vec {
	return sub(add(add(load(e.companionColumn("springImpulse")), e.companionColumn("motorImpulse")), e.companionColumn("lower")), e.companionColumn("upper"))
}

// softColumns are the coefficients of a soft constraint.
type softColumns struct{ bias, mass, impulseScale operand.Mem }

// anchorColumns are the columns of an anchor: as the tick begins, now, and the angular impulse that
// the next warm start has to add because the anchor has turned.
type anchorColumns struct{ x0, y0, x, y, warmCorrection string }

func (e *emitter) rotateAnchor(c anchorColumns, dc, ds op) {
	sx, sy := load(e.column(c.x0)), load(e.column(c.y0))
	tx := sub(mul(sx, dc), mul(sy, ds))
	ty := add(mul(sx, ds), mul(sy, dc))
	store(sub(mul(sub(tx, e.column(c.x)), e.column("jy")), mul(sub(ty, e.column(c.y)), e.column("jx"))), e.column(c.warmCorrection))
	store(tx, e.column(c.x))
	store(ty, e.column(c.y))
}

// pairVelocities are the velocities of the bodies, the angular ones twice: as saved, and in columns
// that the pass changes.
type pairVelocities struct {
	a, b   savedVelocities
	wa, wb op
}

func (e *emitter) readVelocities() (p pairVelocities) {
	va := e.velocitiesOf("a")
	p.a, p.wa = e.save(va), e.spill(va.w)
	vb := e.velocitiesOf("b")
	p.b, p.wb = e.save(vb), e.spill(vb.w)
	return p
}

// respill stores a column in the slot of another one that is no longer needed.
func (e *emitter) respill(x vec, m operand.Mem) operand.Mem {
	store(x, m)
	return m
}

// solvePoint drives the relative velocity of the two anchors to -(sx, sy), softly.
func (e *emitter) solvePoint(p pairVelocities, sx, sy vec, soft softColumns) {
	a, b, wa, wb := p.a, p.b, p.wa, p.wb
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
	jx := sub(sub(oldx, mul(ix, soft.mass)), mul(oldx, soft.impulseScale))
	jy := sub(sub(oldy, mul(iy, soft.mass)), mul(oldy, soft.impulseScale))
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
	asm.Label(done)
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
	asm.Label(done)
}

// solveLimits solves the limits, if there are any.
func (e *emitter) solveLimits(wa, wb, change op, soft softColumns) {
	done := e.label("limited")
	hasLimits := load(e.companionColumn("hasLimits"))
	jumpIfNone(hasLimits, done)
	a, b := load(wa), load(wb)
	old := load(e.companionColumn("lower"))
	motor := xor(load(e.companionColumn("motorImpulse")), e.constant("signs"))
	j := e.limitImpulse(add(load(e.companionColumn("aboveLower")), change), sub(b, a), old, motor, soft)
	store(blend(hasLimits, j, old), e.companionColumn("lower"))
	j = sub(j, old)
	a, b = blend(hasLimits, sub(a, mul(j, e.column("ia"))), a), blend(hasLimits, add(b, mul(j, e.column("ib"))), b)

	old = load(e.companionColumn("upper"))
	j = e.limitImpulse(sub(load(e.companionColumn("belowUpper")), change), sub(a, b), old, load(e.companionColumn("motorImpulse")), soft)
	store(blend(hasLimits, j, old), e.companionColumn("upper"))
	j = sub(j, old)
	store(blend(hasLimits, add(a, mul(j, e.column("ia"))), a), wa)
	store(blend(hasLimits, sub(b, mul(j, e.column("ib"))), b), wb)
	asm.Label(done)
}

// limitImpulse returns the new impulses of one limit, against which a motor presses.
func (e *emitter) limitImpulse(clearance, speed, old, motor vec, soft softColumns) vec {
	separated := compare(greaterThan, clearance, zero())
	bias := blend(separated, mul(clearance, e.strengthColumn("invH")), mul(clearance, soft.bias))
	mass := blend(separated, e.constant("one"), load(soft.mass))
	j := mul(mul(mass, e.companionColumn("mass")), add(speed, bias))
	yielding := sub(old, lesser(greater(motor, zero()), old))
	j = add(j, mul(andNot(separated, soft.impulseScale), yielding))
	return greater(lesser(sub(old, j), e.strengthColumn("maxAngularImpulse")), zero())
}

// angleChange returns the angles by which the bodies b have rotated relative to the bodies
// a. The function ends before a bundle with an angle outside of the series, which the
// portable kernel handles.
func (e *emitter) angleChange(adc, ads op, bdc, bds vec) vec {
	sin := sub(mul(bds, adc), mul(bdc, ads))
	cos := add(mul(bdc, adc), mul(bds, ads))
	near := compare(greaterThan, cos, e.constant("minSeriesCos"))
	jumpUnlessAll(near, "end")
	t := div(sin, add(cos, e.constant("one")))
	z := mul(t, t)
	p := mul(z, e.constant("thirteenth"))
	for _, c := range []string{"eleventh", "ninth", "seventh", "fifth", "third"} {
		p = mul(z, sub(load(e.constant(c)), p))
	}
	return mul(add(t, t), sub(load(e.constant("one")), p))
}
