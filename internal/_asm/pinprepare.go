package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writePinTables writes the kernels that go between the tables of joints and their rows,
// which have no padding.
func writePinTables(l *layout) {
	k := kernel{pkg: l.joint, args: "pinTableArgs", head: "revoluteRow", constants: "pinConstants"}
	k.rowSize = size(structOf(l.joint, "revoluteRow"))
	write := func(name string, each func(*row)) {
		k.name, k.each = name, each
		k.write(l)
	}
	write("preparePins", (*row).prepareRevolute)
	write("storePins", (*row).storeRevolute)
	k.beside, k.besideOf = "axes", "axisRow"
	write("storeAxes", (*row).storeRevolute)
	k.stops = true
	write("prepareAxes", (*row).prepareRevolute)
}

// joint returns the number of a lane's joint.
func (r *row) joint(lane int) operand.Mem {
	return operand.Mem{Base: r.argument("joints"), Disp: 4 * lane}
}

// nextJoints goes on to the joints of the next row.
func (r *row) nextJoints() { asm.ADDQ(operand.Imm(32), r.argumentAt("joints")) }

// wide returns a constant of float64, four times.
func (r *row) wide(field string) operand.Mem { return r.constant(field) }

// record returns a place in the records of four lanes in a table of records that the
// numbers in a column count.
func (r *row) record(table, of string, numbers operand.Mem, disp int) func(lane int) operand.Mem {
	base, s := r.argument(table), structOf(r.pkg, of)
	return func(lane int) operand.Mem { return r.elem(base, s, numbers.Offset(4*lane), disp) }
}

// quadOf returns the poses of the bodies of four lanes.
func (r *row) quadOf(list string, half int) [4]vec {
	base := r.argument("poses")
	return poses(func(lane int) operand.Mem {
		i := asm.GP64()
		asm.MOVL(r.column(list).Offset(4*(4*half+lane)), i.As32())
		asm.SHLQ(operand.Imm(5), i)
		return operand.Mem{Base: base, Index: i, Scale: 1}
	})
}

// narrowTo rounds four numbers to float32 and stores them in half of some columns.
func narrowTo(x vec, half int, columns ...operand.Mem) {
	z := narrow(x)
	for _, c := range columns {
		asm.VMOVUPS(z, c.Offset(16*half))
	}
}

// unpair stores the first and the second of four pairs of float32.
func unpair(pairs vec, first, second operand.Mem) {
	upper, x, y := asm.XMM(), asm.XMM(), asm.XMM()
	asm.VEXTRACTF128(operand.Imm(1), pairs, upper)
	asm.VSHUFPS(operand.Imm(0x88), upper, pairs.AsX(), x)
	asm.VSHUFPS(operand.Imm(0xdd), upper, pairs.AsX(), y)
	asm.VMOVUPS(x, first)
	asm.VMOVUPS(y, second)
}

// linkJoints writes the rows of the bodies and returns the numbers of the records.
func (r *row) linkJoints() (data operand.Mem) {
	data = operand.Mem{Base: r.scratch, Disp: 32 * r.slots}
	r.slots++
	links, bodyRows, joints := r.argument("links"), r.argument("bodyRows"), r.argument("joints")
	link := structOf(r.pkg, "Link")
	for lane := range 8 {
		at := r.elem(links, link, operand.Mem{Base: joints, Disp: 4 * lane}, 0)
		i := asm.GP64()
		for _, side := range []struct{ from, to string }{{"BodyA", "a"}, {"BodyB", "b"}} {
			asm.MOVL(at.Offset(offset(link, side.from)), i.As32())
			asm.MOVL(operand.Mem{Base: bodyRows, Index: i, Scale: 4}, i.As32())
			asm.MOVL(i.As32(), r.column(side.to).Offset(4*lane))
		}
		asm.MOVL(at.Offset(offset(link, "Data")), i.As32())
		asm.MOVL(i.As32(), data.Offset(4*lane))
	}
	return data
}

// prepareRevolute writes a row. Nothing is written to the records before it is known that
// the whole row can be done.
func (r *row) prepareRevolute() {
	r.slots = 0
	data := r.linkJoints()
	none := zero()
	store(none, r.column("la"))
	store(none, r.column("lb"))
	r.masses("a", r.keep(r.gather("a", offset(r.state, "VX"))[3]))
	r.masses("b", r.keep(r.gather("b", offset(r.state, "VX"))[3]))
	var angles [2]operand.Mem
	for half := range angles {
		angles[half] = r.keep(r.preparePins(data.Offset(16*half), half))
	}
	if r.hasAxis() {
		for half, angle := range angles {
			r.prepareAngles(data.Offset(16*half), half, angle)
		}
		r.prepareAxes(data)
	}
	for half, angle := range angles {
		at := r.record("pins", "pin", data.Offset(16*half), offset(structOf(r.pkg, "pin"), "angle"))
		for lane := range 4 {
			x := asm.GP64()
			asm.MOVQ(angle.Offset(8*lane), x)
			asm.MOVQ(x, at(lane))
		}
	}
	r.nextJoints()
}

// preparePins writes the pins of four joints and returns their angles.
func (r *row) preparePins(data operand.Mem, half int) (angle vec) {
	slots := r.slots
	pin := structOf(r.pkg, "pin")
	a := r.quadOf("a", half)
	var kept [4]operand.Mem
	for i, x := range a {
		kept[i] = r.keep(x)
	}
	onBoth := poses(r.record("pins", "pin", data, offset(pin, "ax")))
	ax, ay := apply(kept[2], kept[3], onBoth[0], onBoth[1])
	narrowTo(ax, half, r.column("ax"), r.column("ux"))
	narrowTo(ay, half, r.column("ay"), r.column("uy"))
	armX, armY := r.keep(ax), r.keep(ay)
	bx, by := r.keep(onBoth[2]), r.keep(onBoth[3])
	b := r.quadOf("b", half)
	onBX, onBY := apply(b[2], b[3], load(bx), load(by))
	narrowTo(onBX, half, r.column("bx"), r.column("vx"))
	narrowTo(onBY, half, r.column("by"), r.column("vy"))
	narrowTo(add64(sub64(b[0], kept[0]), sub64(onBX, armX)), half, r.column("ex"))
	narrowTo(add64(sub64(b[1], kept[1]), sub64(onBY, armY)), half, r.column("ey"))

	c, s := unapply(kept[2], kept[3], b[2], b[3])
	rest := poses(r.record("pins", "pin", data, offset(pin, "c")))
	unpair(rest[3], r.column("jx").Offset(16*half), r.column("jy").Offset(16*half))
	c, s = apply(c, s, rest[0], rest[1])
	last := rest[2]
	r.slots = slots
	if r.hasAxis() {
		was := r.keep(last)
		angle = r.arctangent(s, c)
		last = load(was)
		r.slots = slots
	} else {
		angle = r.roughly(c, s)
	}
	turns := add64(div64(sub64(last, angle), r.wide("turn")), r.wide("half"))
	return add64(angle, mul64(floor64(turns), r.wide("turn")))
}

func floor64(x vec) vec {
	z := asm.YMM()
	asm.VROUNDPD(operand.Imm(9), x, z)
	return z
}

func and64(x vec, y op) vec {
	z := asm.YMM()
	asm.VANDPD(y, x, z)
	return z
}

func xor64(x vec, y op) vec {
	z := asm.YMM()
	asm.VXORPD(y, x, z)
	return z
}

// atLeast is false for NaN.
const atLeast = 0x1d

// roughly returns the multiples of a right angle nearest to rotations.
func (r *row) roughly(c, s vec) vec {
	high := and64(s, r.wide("magnitude"))
	x := choose64(compare64(greaterThan, s, zero()), r.wide("quarter"), load(r.wide("minusQuarter")))
	x = choose64(compare64(atLeast, xor64(c, r.wide("sign")), high), r.wide("pi"), x)
	return unless(compare64(atLeast, c, high), x)
}

// arctangent is geom.Atan2 for vectors of about unit length. A row with another one is left
// to the portable kernel: the function ends before it.
func (r *row) arctangent(y, x vec) vec {
	ax, ay := and64(x, r.wide("magnitude")), and64(y, r.wide("magnitude"))
	lo, hi := asm.YMM(), asm.YMM()
	asm.VMINPD(ay, ax, lo)
	asm.VMAXPD(ay, ax, hi)
	steep := compare64(greaterThan, ay, ax)
	ok, which := and64(compare64(lessThan, add64(lo, hi), r.wide("four")), compare64(greaterThan, hi, r.wide("half"))), asm.GP32()
	asm.VMOVMSKPD(ok, which)
	asm.CMPL(which, operand.Imm(0xf))
	asm.JNE(operand.LabelRef("end"))
	left, up, wasSteep := r.keep(x), r.keep(y), r.keep(steep)

	t := div64(lo, hi)
	t1, h1 := and64(t, r.wide("upper")), and64(hi, r.wide("upper"))
	t2, h2 := sub64(t, t1), sub64(hi, h1)
	rest := sub64(lo, mul64(t1, h1))
	rest = sub64(rest, mul64(t1, h2))
	rest = sub64(rest, mul64(t2, h1))
	rest = sub64(rest, mul64(t2, h2))
	rest = unless(compare64(lessThan, t, r.wide("least")), div64(rest, hi))

	small := compare64(lessThan, t, r.wide("eighth"))
	k := floor64(add64(mul64(t, r.wide("sixteen")), r.wide("half")))
	c := mul64(k, r.wide("sixteenth"))
	u := div64(add64(sub64(t, c), rest), add64(mul64(t, c), r.wide("one64")))
	u = choose64(small, t, u)
	entry, lost := r.tabled(k)
	z := mul64(u, u)
	p := sub64(mul64(z, r.wide("seventeenth64")), r.wide("fifteenth64"))
	p = add64(mul64(p, z), r.wide("thirteenth64"))
	p = sub64(mul64(p, z), r.wide("eleventh64"))
	p = add64(mul64(p, z), r.wide("ninth64"))
	p = sub64(mul64(p, z), r.wide("seventh64"))
	p = add64(mul64(p, z), r.wide("fifth64"))
	p = sub64(mul64(p, z), r.wide("third64"))
	series := mul64(mul64(u, z), p)
	a := choose64(small, t, entry)
	tail := choose64(small, add64(rest, series), add64(u, add64(series, lost)))

	flip := and64(xor64(load(wasSteep), left), r.wide("sign"))
	a, tail = xor64(a, flip), xor64(tail, flip)
	base, baseTail := choose64(load(left), r.wide("pi"), zero()), choose64(load(left), r.wide("lostOfPi"), zero())
	base = choose64(load(wasSteep), r.wide("quarter"), base)
	baseTail = choose64(load(wasSteep), r.wide("lostOfQuarter"), baseTail)
	sum := add64(base, a)
	off := add64(sub64(base, sum), a)
	angle := add64(sum, add64(off, add64(baseTail, tail)))
	sign := and64(load(up), r.wide("sign"))
	out := asm.YMM()
	asm.VORPD(sign, and64(angle, r.wide("magnitude")), out)
	return out
}

// tabled looks up the arctangents of sixteenths.
func (r *row) tabled(k vec) (entry, lost vec) {
	numbers := asm.XMM()
	asm.VCVTTPD2DQY(k, numbers)
	var pairs [4]reg.VecVirtual
	for lane := range pairs {
		i := asm.GP64()
		asm.VPEXTRD(operand.Imm(uint64(lane)), numbers, i.As32())
		asm.SHLQ(operand.Imm(4), i)
		pairs[lane] = asm.XMM()
		asm.VMOVUPD(r.constant("arctan").Idx(i, 1), pairs[lane])
	}
	low, high := asm.YMM(), asm.YMM()
	asm.VINSERTF128(operand.Imm(1), pairs[2], pairs[0].AsY(), low)
	asm.VINSERTF128(operand.Imm(1), pairs[3], pairs[1].AsY(), high)
	entry, lost = asm.YMM(), asm.YMM()
	asm.VUNPCKLPD(high, low, entry)
	asm.VUNPCKHPD(high, low, lost)
	return entry, lost
}

// prepareAngles writes what four axes have of angles, and of motors.
func (r *row) prepareAngles(data operand.Mem, half int, angle operand.Mem) {
	x := poses(r.record("axles", "axle", data, offset(structOf(r.pkg, "axle"), "target")))
	unpair(x[3], r.next("speed").Offset(16*half), r.next("motorMax").Offset(16*half))
	now := load(angle)
	narrowTo(sub64(now, x[0]), half, r.next("offset"))
	narrowTo(sub64(now, x[1]), half, r.next("above"))
	narrowTo(sub64(x[2], now), half, r.next("below"))
}

// prepareAxes writes the rest of a row of axes.
func (r *row) prepareAxes(data operand.Mem) {
	axle := structOf(r.pkg, "axle")
	h := r.argumentAt("h")
	store(mul(load(r.next("motorMax")), h), r.next("motorMax"))
	store(r.inverse(add(load(r.column("ia")), r.column("ib"))), r.next("mass"))
	c := gather(r.record("axles", "axle", data, offset(axle, "low")))
	store(c[0], r.next("lower"))
	store(c[1], r.next("upper"))
	sprung, limited := asm.YMM(), asm.YMM()
	asm.VPSRAD(operand.Imm(31), c[2], sprung)
	asm.VPSLLD(operand.Imm(1), c[2], limited)
	asm.VPSRAD(operand.Imm(31), limited, limited)
	store(limited, r.next("limited"))
	store(sprung, r.next("sprung"))

	c = gather(r.record("axles", "axle", data, offset(axle, "hertz")))
	hertz, damping := c[0], c[1]
	store(c[2], r.next("spring"))
	store(c[3], r.next("motor"))
	// step.MakeSoft
	rigid := compare(equalTo, hertz, zero())
	w := mul(hertz, r.constant("tau"))
	a1 := add(mul(damping, r.constant("two")), mul(w, h))
	a2 := mul(mul(w, h), a1)
	a3 := div(load(r.constant("one")), add(a2, r.constant("one")))
	on := load(r.next("sprung"))
	store(when(on, unless(rigid, div(w, a1))), r.next("springBias"))
	store(when(on, choose(rigid, r.constant("one"), mul(a2, a3))), r.next("springMass"))
	store(when(on, unless(rigid, a3)), r.next("springLeak"))
}

// storeRevolute writes the impulses of a row back to its joints, and the loads.
func (r *row) storeRevolute() {
	r.slots = 0
	pin, axle, loads := structOf(r.pkg, "pin"), structOf(r.pkg, "axle"), structOf(r.pkg, "Load")
	invH := r.argumentAt("invH")
	torque, motor := zero(), zero()
	if r.hasAxis() {
		motor = load(r.next("motor"))
		torque = sub(add(add(load(r.next("spring")), motor), r.next("lower")), r.next("upper"))
	}
	jx, jy := load(r.column("jx")), load(r.column("jy"))
	r.strain(jx, jy, torque)
	if r.hasAxis() {
		torque, motor = mul(torque, invH), mul(motor, invH)
	}
	torques, motors := r.keep(torque), r.keep(motor)
	pins := r.lanes(transpose([4]vec{jx, jy, mul(jx, invH), mul(jy, invH)}))
	var impulses operand.Mem
	if r.hasAxis() {
		x := transpose([4]vec{load(r.next("spring")), load(r.next("motor")), load(r.next("lower")), load(r.next("upper"))})
		impulses = r.lanes(x)
	}
	joints, links := r.argument("joints"), r.argument("links")
	link := structOf(r.pkg, "Link")
	records, table := r.argument("pins"), r.argument("loads")
	axles := table
	if r.hasAxis() {
		axles = r.argument("axles")
	}
	for lane := range 8 {
		number := operand.Mem{Base: joints, Disp: 4 * lane}
		at, to := r.elem(links, link, number, offset(link, "Data")), asm.GP64()
		asm.MOVL(at, to.As32())
		asm.SHLQ(operand.Imm(6), to)
		x := asm.XMM()
		asm.VMOVUPS(pins.Offset(16*(lane%4*2+lane/4)), x)
		asm.VMOVLPS(x, operand.Mem{Base: records, Index: to, Scale: 1, Disp: offset(pin, "jx")})
		loaded := r.elem(table, loads, number, 0)
		asm.VMOVHPS(x, loaded.Offset(offset(loads, "ForceX")))
		y := asm.GP32()
		asm.MOVL(torques.Offset(4*lane), y)
		asm.MOVL(y, loaded.Offset(offset(loads, "Torque")))
		if !r.hasAxis() {
			continue
		}
		asm.VMOVUPS(impulses.Offset(16*(lane%4*2+lane/4)), x)
		asm.VMOVUPS(x, operand.Mem{Base: axles, Index: to, Scale: 1, Disp: offset(axle, "spring")})
		asm.MOVL(motors.Offset(4*lane), y)
		asm.MOVL(y, operand.Mem{Base: axles, Index: to, Scale: 1, Disp: offset(axle, "motorTorque")})
	}
	r.nextJoints()
}

// strain marks the lanes whose bodies would turn far in a sub-step.
func (r *row) strain(jx, jy, turn vec) {
	square := func(x, y op) vec {
		a, b := load(x), load(y)
		return add(mul(a, a), mul(b, b))
	}
	j2, t2 := add(mul(jx, jx), mul(jy, jy)), mul(turn, turn)
	angle := func(x, y, invInertia string) vec {
		i := load(r.column(invInertia))
		return mul(add(mul(square(r.column(x), r.column(y)), j2), t2), mul(i, i))
	}
	far := compare(greaterThan, add(angle("ux", "uy", "ia"), angle("vx", "vy", "ib")), r.argumentAt("least"))
	store(or(far, r.argumentAt("strained")), r.argumentAt("strained"))
}

// lanes keeps four transposed columns: those of lane i and of lane i + 4 side by side.
func (r *row) lanes(rows [4]vec) operand.Mem {
	first := r.keep(rows[0])
	for _, x := range rows[1:] {
		r.keep(x)
	}
	return first
}
