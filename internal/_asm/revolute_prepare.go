package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeRevoluteTables writes the kernels that move data between the tables of joints and
// bundles without padding.
func writeRevoluteTables(l *layout) {
	k := kernel{pkg: l.constraint, args: "tableArgs", header: "revoluteBundle", constants: "kernelConstants"}
	k.bundleSize = size(structOf(l.constraint, "revoluteBundle"))
	write := func(name string, emit func(*emitter)) {
		k.name, k.emit = name, emit
		k.write(l)
	}
	write("preparePoints", (*emitter).prepareRevolute)
	write("storePoints", (*emitter).storeRevolute)
	k.companion, k.companionStruct = "angles", "angleBundle"
	write("storeAngles", (*emitter).storeRevolute)
	k.stopsEarly = true
	write("prepareAngles", (*emitter).prepareRevolute)
}

// joint returns the address of the number of a lane's joint.
func (e *emitter) joint(lane int) operand.Mem {
	return operand.Mem{Base: e.integer("joints"), Disp: 4 * lane}
}

// advanceJoints goes on to the joints of the next bundle.
func (e *emitter) advanceJoints() { asm.ADDQ(operand.Imm(32), e.at("joints")) }

// recordAt returns the addresses of the records of four lanes in a table. The numbers of
// the records are in a column.
func (e *emitter) recordAt(table, of string, numbers operand.Mem, disp int) func(lane int) operand.Mem {
	base, s := e.integer(table), structOf(e.layout.state, of)
	return func(lane int) operand.Mem { return e.elem(base, s, numbers.Offset(4*lane), disp) }
}

// bodyPoses returns the poses of the bodies of four lanes.
func (e *emitter) bodyPoses(list string, half int) [4]vec {
	base := e.integer("poses")
	return poses(func(lane int) operand.Mem {
		i := indexAt(e.column(list).Offset(4 * (4*half + lane)))
		return operand.Mem{Base: base, Index: i, Scale: 1}
	})
}

// storeNarrow rounds four numbers to float32 and stores them in one half of some columns.
func storeNarrow(x vec, half int, columns ...operand.Mem) {
	z := toFloat32(x)
	for _, c := range columns {
		asm.VMOVUPS(z, c.Offset(16*half))
	}
}

// deinterleave stores the first and the second of four pairs of float32.
func deinterleave(pairs vec, first, second operand.Mem) {
	upper, x, y := asm.XMM(), asm.XMM(), asm.XMM()
	asm.VEXTRACTF128(operand.Imm(1), pairs, upper)
	asm.VSHUFPS(operand.Imm(0x88), upper, pairs.AsX(), x)
	asm.VSHUFPS(operand.Imm(0xdd), upper, pairs.AsX(), y)
	asm.VMOVUPS(x, first)
	asm.VMOVUPS(y, second)
}

// loadJointBodies writes the offsets of the bodies and returns the numbers of the records.
func (e *emitter) loadJointBodies() (data operand.Mem) {
	data = operand.Mem{Base: e.spillBase, Disp: 32 * e.usedSlots}
	e.usedSlots++
	links, bodyRows, joints := e.integer("links"), e.integer("bodyRows"), e.integer("joints")
	link := structOf(e.layout.state, "JointLink")
	for lane := range 8 {
		at := e.elem(links, link, operand.Mem{Base: joints, Disp: 4 * lane}, 0)
		i := asm.GP64()
		for _, side := range []struct{ from, to string }{{"BodyA", "a"}, {"BodyB", "b"}} {
			asm.MOVL(at.Offset(offset(link, side.from)), i.As32())
			asm.MOVL(operand.Mem{Base: bodyRows, Index: i, Scale: 4}, i.As32())
			asm.SHLQ(operand.Imm(5), i)
			asm.MOVL(i.As32(), e.column(side.to).Offset(4*lane))
		}
		asm.MOVL(at.Offset(offset(link, "Data")), i.As32())
		asm.MOVL(i.As32(), data.Offset(4*lane))
	}
	return data
}

// prepareRevolute writes a bundle. Nothing is written to the records before it is certain
// that the kernel can prepare the whole bundle.
func (e *emitter) prepareRevolute() {
	e.usedSlots = 0
	data := e.loadJointBodies()
	e.prefetchNext(e.prefetchRecords)
	zeros := zero()
	store(zeros, e.column("la"))
	store(zeros, e.column("lb"))
	store(zeros, e.column("tx"))
	store(zeros, e.column("ty"))
	if e.hasAngle() {
		store(zeros, e.companionColumn("total"))
	}
	e.masses("a", e.spill(e.gather("a", offset(e.state, "VX"))[3]))
	e.masses("b", e.spill(e.gather("b", offset(e.state, "VX"))[3]))
	var angles [2]operand.Mem
	for half := range angles {
		angles[half] = e.spill(e.preparePoints(data.Offset(16*half), half))
	}
	if e.hasAngle() {
		for half, angle := range angles {
			e.prepareAngles(data.Offset(16*half), half, angle)
		}
		e.prepareAngleColumns(data)
	}
	for half, angle := range angles {
		at := e.recordAt("points", "RevolutePoint", data.Offset(16*half), offset(structOf(e.layout.state, "RevolutePoint"), "Angle"))
		for lane := range 4 {
			x := asm.GP64()
			asm.MOVQ(angle.Offset(8*lane), x)
			asm.MOVQ(x, at(lane))
		}
	}
	e.advanceJoints()
}

// prefetchRecords prefetches the records of the next bundle: they are scattered over their tables.
// The links have been read when the bundles were gathered.
func (e *emitter) prefetchRecords() {
	links, joints, points := e.integer("links"), e.integer("joints"), e.integer("points")
	angleRecords := points
	if e.hasAngle() {
		angleRecords = e.integer("angleRecords")
	}
	link := structOf(e.layout.state, "JointLink")
	for lane := range 8 {
		at, i := e.elem(links, link, operand.Mem{Base: joints, Disp: 32 + 4*lane}, offset(link, "Data")), asm.GP64()
		asm.MOVL(at, i.As32())
		asm.SHLQ(operand.Imm(6), i)
		asm.PREFETCHT0(operand.Mem{Base: points, Index: i, Scale: 1})
		if e.hasAngle() {
			asm.PREFETCHT0(operand.Mem{Base: angleRecords, Index: i, Scale: 1})
		}
	}
}

// preparePoints writes the anchors of four joints and returns their angles.
func (e *emitter) preparePoints(data operand.Mem, half int) (angle vec) {
	slots := e.usedSlots
	point := structOf(e.layout.state, "RevolutePoint")
	a := e.bodyPoses("a", half)
	var poseA [4]operand.Mem
	for i, x := range a {
		poseA[i] = e.spill(x)
	}
	anchors := poses(e.recordAt("points", "RevolutePoint", data, offset(point, "Ax")))
	ax, ay := apply(poseA[2], poseA[3], anchors[0], anchors[1])
	storeNarrow(ax, half, e.column("ax"), e.column("ux"))
	storeNarrow(ay, half, e.column("ay"), e.column("uy"))
	armX, armY := e.spill(ax), e.spill(ay)
	bx, by := e.spill(anchors[2]), e.spill(anchors[3])
	b := e.bodyPoses("b", half)
	onBX, onBY := apply(b[2], b[3], load(bx), load(by))
	storeNarrow(onBX, half, e.column("bx"), e.column("vx"))
	storeNarrow(onBY, half, e.column("by"), e.column("vy"))
	storeNarrow(add64(sub64(b[0], poseA[0]), sub64(onBX, armX)), half, e.column("ex"))
	storeNarrow(add64(sub64(b[1], poseA[1]), sub64(onBY, armY)), half, e.column("ey"))

	c, s := applyInverse(poseA[2], poseA[3], b[2], b[3])
	record := poses(e.recordAt("points", "RevolutePoint", data, offset(point, "C")))
	deinterleave(record[3], e.column("jx").Offset(16*half), e.column("jy").Offset(16*half))
	c, s = apply(c, s, record[0], record[1])
	last := record[2]
	e.usedSlots = slots
	if e.hasAngle() {
		spilledLast := e.spill(last)
		angle = e.arctangent(s, c)
		last = load(spilledLast)
		e.usedSlots = slots
	} else {
		angle = e.nearestQuarterTurn(c, s)
	}
	turns := add64(div64(sub64(last, angle), e.constant("turn")), e.constant("half"))
	return add64(angle, mul64(floor64(turns), e.constant("turn")))
}

func floor64(x vec) vec {
	z := asm.YMM()
	asm.VROUNDPD(operand.Imm(9), x, z)
	return z
}

// nearestQuarterTurn returns the multiples of a right angle nearest to rotations.
func (e *emitter) nearestQuarterTurn(c, s vec) vec {
	high := and64(s, e.constant("magnitude"))
	x := blend64(compare64(greaterThan, s, zero()), e.constant("quarter"), load(e.constant("minusQuarter")))
	x = blend64(compare64(atLeast, xor64(c, e.constant("sign")), high), e.constant("pi"), x)
	return andNot(compare64(atLeast, c, high), x)
}

// arctangent is geom.Atan2 for vectors of about unit length. The function ends before a
// bundle with any other vector, which the portable kernel handles.
func (e *emitter) arctangent(y, x vec) vec {
	ax, ay := and64(x, e.constant("magnitude")), and64(y, e.constant("magnitude"))
	lo, hi := min64(ax, ay), max64(ax, ay)
	steep := compare64(greaterThan, ay, ax)
	ok, laneMask := and64(compare64(lessThan, add64(lo, hi), e.constant("four")), compare64(greaterThan, hi, e.constant("half"))), asm.GP32()
	asm.VMOVMSKPD(ok, laneMask)
	asm.CMPL(laneMask, operand.Imm(0xf))
	asm.JNE(operand.LabelRef("end"))
	negativeX, signY, wasSteep := e.spill(x), e.spill(y), e.spill(steep)

	t := div64(lo, hi)
	t1, h1 := and64(t, e.constant("upper")), and64(hi, e.constant("upper"))
	t2, h2 := sub64(t, t1), sub64(hi, h1)
	remainder := sub64(lo, mul64(t1, h1))
	remainder = sub64(remainder, mul64(t1, h2))
	remainder = sub64(remainder, mul64(t2, h1))
	remainder = sub64(remainder, mul64(t2, h2))
	remainder = andNot(compare64(lessThan, t, e.constant("least")), div64(remainder, hi))

	small := compare64(lessThan, t, e.constant("eighth"))
	k := floor64(add64(mul64(t, e.constant("sixteen")), e.constant("half")))
	c := mul64(k, e.constant("sixteenth"))
	u := div64(add64(sub64(t, c), remainder), add64(mul64(t, c), e.constant("one64")))
	u = blend64(small, t, u)
	entry, lowPart := e.arctanTable(k)
	z := mul64(u, u)
	p := sub64(mul64(z, e.constant("seventeenth64")), e.constant("fifteenth64"))
	for _, c := range [...]struct{ plus, minus string }{{"thirteenth64", "eleventh64"}, {"ninth64", "seventh64"}, {"fifth64", "third64"}} {
		p = add64(mul64(p, z), e.constant(c.plus))
		p = sub64(mul64(p, z), e.constant(c.minus))
	}
	series := mul64(mul64(u, z), p)
	a := blend64(small, t, entry)
	tail := blend64(small, add64(remainder, series), add64(u, add64(series, lowPart)))

	flip := and64(xor64(load(wasSteep), negativeX), e.constant("sign"))
	a, tail = xor64(a, flip), xor64(tail, flip)
	base, baseTail := blend64(load(negativeX), e.constant("pi"), zero()), blend64(load(negativeX), e.constant("piRoundoff"), zero())
	base = blend64(load(wasSteep), e.constant("quarter"), base)
	baseTail = blend64(load(wasSteep), e.constant("quarterRoundoff"), baseTail)
	sum := add64(base, a)
	off := add64(sub64(base, sum), a)
	angle := add64(sum, add64(off, add64(baseTail, tail)))
	sign := and64(load(signY), e.constant("sign"))
	return binary(asm.VORPD, and64(angle, e.constant("magnitude")), sign)
}

// arctanTable looks up the arctangents of sixteenths.
func (e *emitter) arctanTable(k vec) (entry, lowPart vec) {
	numbers := asm.XMM()
	asm.VCVTTPD2DQY(k, numbers)
	var pairs [4]reg.VecVirtual
	for lane := range pairs {
		i := asm.GP64()
		asm.VPEXTRD(operand.Imm(uint64(lane)), numbers, i.As32())
		asm.SHLQ(operand.Imm(4), i)
		pairs[lane] = asm.XMM()
		asm.VMOVUPD(e.constant("arctan").Idx(i, 1), pairs[lane])
	}
	low, high := asm.YMM(), asm.YMM()
	asm.VINSERTF128(operand.Imm(1), pairs[2], pairs[0].AsY(), low)
	asm.VINSERTF128(operand.Imm(1), pairs[3], pairs[1].AsY(), high)
	entry, lowPart = asm.YMM(), asm.YMM()
	asm.VUNPCKLPD(high, low, entry)
	asm.VUNPCKHPD(high, low, lowPart)
	return entry, lowPart
}

// prepareAngles writes the columns of angles and motors of four joints.
func (e *emitter) prepareAngles(data operand.Mem, half int, angle operand.Mem) {
	x := poses(e.recordAt("angleRecords", "RevoluteAngle", data, offset(structOf(e.layout.state, "RevoluteAngle"), "Target")))
	deinterleave(x[3], e.companionColumn("speed").Offset(16*half), e.companionColumn("motorMax").Offset(16*half))
	current := load(angle)
	storeNarrow(sub64(current, x[0]), half, e.companionColumn("offset"))
	storeNarrow(sub64(current, x[1]), half, e.companionColumn("aboveLower"))
	storeNarrow(sub64(x[2], current), half, e.companionColumn("belowUpper"))
}

// prepareAngleColumns writes the other columns of an angleBundle.
func (e *emitter) prepareAngleColumns(data operand.Mem) {
	angleRecord := structOf(e.layout.state, "RevoluteAngle")
	h := e.at("h")
	store(mul(load(e.companionColumn("motorMax")), h), e.companionColumn("motorMax"))
	store(e.inverse(add(load(e.column("ia")), e.column("ib"))), e.companionColumn("mass"))
	c := gather(e.recordAt("angleRecords", "RevoluteAngle", data, offset(angleRecord, "LowerImpulse")))
	store(c[0], e.companionColumn("lower"))
	store(c[1], e.companionColumn("upper"))
	hasSpring, hasLimits := asm.YMM(), asm.YMM()
	asm.VPSRAD(operand.Imm(31), c[2], hasSpring)
	asm.VPSLLD(operand.Imm(1), c[2], hasLimits)
	asm.VPSRAD(operand.Imm(31), hasLimits, hasLimits)
	store(hasLimits, e.companionColumn("hasLimits"))
	store(hasSpring, e.companionColumn("hasSpring"))

	c = gather(e.recordAt("angleRecords", "RevoluteAngle", data, offset(angleRecord, "Hertz")))
	hertz, damping := c[0], c[1]
	store(c[2], e.companionColumn("springImpulse"))
	store(c[3], e.companionColumn("motorImpulse"))
	// step.MakeSoft
	rigid := compare(equalTo, hertz, zero())
	w := mul(hertz, e.constant("tau"))
	a1 := add(mul(damping, e.constant("two")), mul(w, h))
	a2 := mul(mul(w, h), a1)
	a3 := div(load(e.constant("one")), add(a2, e.constant("one")))
	on := load(e.companionColumn("hasSpring"))
	store(and(on, andNot(rigid, div(w, a1))), e.companionColumn("springBiasRate"))
	store(and(on, blend(rigid, e.constant("one"), mul(a2, a3))), e.companionColumn("springMassScale"))
	store(and(on, andNot(rigid, a3)), e.companionColumn("springImpulseScale"))
}

// storeRevolute writes the impulses of a bundle back to its joints, and the loads.
func (e *emitter) storeRevolute() {
	e.usedSlots = 0
	pointRecord, angleRecord, loads := structOf(e.layout.state, "RevolutePoint"), structOf(e.layout.state, "RevoluteAngle"), structOf(e.layout.state, "JointLoad")
	invH, invDT := e.at("invH"), e.at("invDT")
	torque, motor := zero(), zero()
	if e.hasAngle() {
		torque, motor = mul(load(e.companionColumn("total")), invDT), mul(load(e.companionColumn("motorImpulse")), invH)
	}
	jx, jy := load(e.column("jx")), load(e.column("jy"))
	torques, motors := e.spill(torque), e.spill(motor)
	transposed := e.spillTransposed(transpose([4]vec{jx, jy, mul(load(e.column("tx")), invDT), mul(load(e.column("ty")), invDT)}))
	var impulses operand.Mem
	if e.hasAngle() {
		x := transpose([4]vec{load(e.companionColumn("springImpulse")), load(e.companionColumn("motorImpulse")), load(e.companionColumn("lower")), load(e.companionColumn("upper"))})
		impulses = e.spillTransposed(x)
	}
	joints, links := e.integer("joints"), e.integer("links")
	link := structOf(e.layout.state, "JointLink")
	records, table := e.integer("points"), e.integer("loads")
	angleRecords := table
	if e.hasAngle() {
		angleRecords = e.integer("angleRecords")
	}
	for lane := range 8 {
		number := operand.Mem{Base: joints, Disp: 4 * lane}
		at, to := e.elem(links, link, number, offset(link, "Data")), asm.GP64()
		asm.MOVL(at, to.As32())
		asm.SHLQ(operand.Imm(6), to)
		x := asm.XMM()
		asm.VMOVUPS(transposed.Offset(16*(lane%4*2+lane/4)), x)
		asm.VMOVLPS(x, operand.Mem{Base: records, Index: to, Scale: 1, Disp: offset(pointRecord, "Jx")})
		loaded := e.elem(table, loads, number, 0)
		asm.VMOVHPS(x, loaded.Offset(offset(loads, "ForceX")))
		y := asm.GP32()
		asm.MOVL(torques.Offset(4*lane), y)
		asm.MOVL(y, loaded.Offset(offset(loads, "Torque")))
		if !e.hasAngle() {
			continue
		}
		asm.VMOVUPS(impulses.Offset(16*(lane%4*2+lane/4)), x)
		asm.VMOVUPS(x, operand.Mem{Base: angleRecords, Index: to, Scale: 1, Disp: offset(angleRecord, "SpringImpulse")})
		asm.MOVL(motors.Offset(4*lane), y)
		asm.MOVL(y, operand.Mem{Base: angleRecords, Index: to, Scale: 1, Disp: offset(angleRecord, "MotorTorque")})
	}
	e.advanceJoints()
}

// spillTransposed stores four transposed columns: the columns of lane i and of lane i + 4 side by
// side.
func (e *emitter) spillTransposed(rows [4]vec) operand.Mem {
	first := e.spill(rows[0])
	for _, x := range rows[1:] {
		e.spill(x)
	}
	return first
}
