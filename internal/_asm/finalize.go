package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeFinalize writes integrator.Finalize for eight bodies that lie side by side. It stops
// before eight bodies that are not all dynamic, or of which one is not healthy or
// turns faster than may be.
func writeFinalize(l *layout) {
	k := kernel{pkg: l.integrator, args: "finalizeArgs", constants: "finalizeConstants", stops: true}
	k.rowSize = 8 * size(structOf(l.body, "State"))
	k.name, k.each = "finalize", (*row).finalize
	k.write(l)
}

// poseSize is the size of a geom.Transform: X, Y, cosine, sine.
const poseSize = 32

// quad returns where four poses of eight side by side lie.
func quad(table reg.Register, half int) func(lane int) operand.Mem {
	return func(lane int) operand.Mem {
		return operand.Mem{Base: table, Disp: (4*half + lane) * poseSize}
	}
}

func (r *row) finalize() {
	r.slots = 0
	states, turns := run(r.at, r.state, "VX"), run(r.at, r.state, "DX")
	s := gather(states)
	stopUnless(flag(s[3], r.bodyBit("FlagDynamic")), allLanes)
	w := s[2]
	stopUnless(or(compare(greaterThan, w, r.constant("spin")), compare(lessThan, w, r.constant("minusSpin"))), noLanes)
	sum := add(add(sub(s[0], s[0]), sub(s[1], s[1])), sub(w, w))
	var velocity [4]operand.Mem
	for i := range 3 {
		velocity[i] = r.keep(r.flushed(s[i]))
	}
	velocity[3] = r.keep(s[3])
	d := gather(turns)
	var moved [4]operand.Mem
	for i, x := range d {
		sum = add(sum, sub(x, x))
		moved[i] = r.keep(x)
	}
	stopUnless(compare(equalTo, sum, zero()), allLanes)

	// Nothing may be stored before all eight are known to be healthy.
	var before [3]operand.Mem
	for i := range before {
		before[i] = r.keep(zero())
	}
	upper := r.poseQuad(1, moved, before)
	var kept [4]operand.Mem
	for i, x := range upper {
		kept[i] = r.keep(x)
	}
	lower := r.poseQuad(0, moved, before)
	poses, lasts := r.argument("poses"), r.argument("lasts")
	for lane := range 8 {
		from := quad(poses, lane/4)(lane % 4)
		store(load(from), quad(lasts, lane/4)(lane%4))
	}
	for lane := range 4 {
		store(lower[lane], quad(poses, 0)(lane))
		store(load(kept[lane]), quad(poses, 1)(lane))
	}
	r.slots -= len(kept)

	r.rest(moved, before)
	r.unforce()
	put([4]vec{load(velocity[0]), load(velocity[1]), load(velocity[2]), load(velocity[3])}, states)
	none := zero()
	put([4]vec{none, none, load(r.constant("one")), none}, turns)
	for _, name := range []string{"poses", "lasts"} {
		asm.ADDQ(operand.U32(8*poseSize), r.argumentAt(name))
	}
	asm.ADDQ(operand.U32(uint64(8*size(structOf(r.layout.body, "Motion")))), r.argumentAt("motions"))
	asm.ADDQ(operand.U32(uint64(8*size(structOf(r.layout.body, "Drive")))), r.argumentAt("drives"))
}

// flushed is zero for velocities that are too small.
func (r *row) flushed(v vec) vec {
	small := when(compare(greaterThan, v, r.constant("minusTiny")), compare(lessThan, v, r.constant("tiny")))
	return unless(small, v)
}

// poseQuad returns four new poses, and writes what the sleep timer asks about the poses
// before to the columns in before. It ends the function unless the new poses are healthy.
func (r *row) poseQuad(half int, moved [4]operand.Mem, before [3]operand.Mem) [4]vec {
	old := poses(quad(r.argument("poses"), half))
	last := poses(quad(r.argument("lasts"), half))
	for i, x := range []vec{
		sub64(old[0], last[0]), sub64(old[1], last[1]),
		sub64(mul64(last[2], old[3]), mul64(last[3], old[2])),
	} {
		asm.VMOVUPS(narrow(x), before[i].Offset(16*half))
	}
	var d [4]vec
	for i := range d {
		d[i] = asm.YMM()
		asm.VCVTPS2PD(moved[i].Offset(16*half), d[i])
	}
	x, y := add64(old[0], d[0]), add64(old[1], d[1])
	c, s := apply(d[2], d[3], old[2], old[3])
	length := asm.YMM()
	asm.VSQRTPD(add64(mul64(c, c), mul64(s, s)), length)
	long := compare64(greaterThan, length, r.constant("half"))
	c, s = div64(c, length), div64(s, length)
	sum := add64(add64(add64(sub64(x, x), sub64(y, y)), sub64(c, c)), sub64(s, s))
	healthy := asm.YMM()
	asm.VANDPD(compare64(equalTo, sum, zero()), long, healthy)
	which := asm.GP32()
	asm.VMOVMSKPD(healthy, which)
	asm.CMPL(which, operand.Imm(0xf))
	asm.JNE(operand.LabelRef("end"))
	return transpose64([4]vec{x, y, c, s})
}

// rest is reach and rest.
func (r *row) rest(moved [4]operand.Mem, before [3]operand.Mem) {
	motions := r.argument("motions")
	motion := structOf(r.layout.body, "Motion")
	timers := run(motions, motion, "SleepTime")
	m := gather(timers)
	time, speed, extent, border := r.keep(m[0]), r.keep(m[1]), m[2], r.keep(m[3])
	dx, dy, dc, ds := load(moved[0]), load(moved[1]), load(moved[2]), load(moved[3])
	d2 := add(mul(dx, dx), mul(dy, dy))
	back := compare(lessThan, dc, zero())
	turning := or(compare(notEqualTo, ds, zero()), back)
	c := sub(dc, r.constant("one"))
	chord := mul(root(add(mul(c, c), mul(ds, ds))), extent)
	reach := add(root(d2), when(turning, chord))
	limit := mul(load(border), r.constant("halfSingle"))
	r.markFast(motions, compare(greaterThan, reach, limit))

	most := r.keep(mul(load(speed), r.constant("twoTicks")))
	minusMost := r.keep(xor(load(most), r.constant("sign")))
	most2 := r.keep(mul(load(most), most))
	x, y, by := load(before[0]), load(before[1]), load(before[2])
	turned := mul(ds, extent)
	awake := or(back, or(compare(greaterThan, turned, most), compare(lessThan, turned, minusMost)))
	awake = or(awake, or(compare(greaterThan, d2, most2), compare(notAtLeast, load(most), zero())))
	both := add(turned, mul(by, extent))
	awake = or(awake, or(compare(greaterThan, both, most), compare(lessThan, both, minusMost)))
	bothX, bothY := add(dx, x), add(dy, y)
	awake = or(awake, compare(greaterThan, add(mul(bothX, bothX), mul(bothY, bothY)), most2))
	least := mul(load(most), r.constant("stirring"))
	along := add(mul(dx, x), mul(dy, y))
	faster := compare(greaterThan, along, mul(add(mul(x, x), mul(y, y)), r.constant("gain")))
	faster = when(faster, compare(greaterThan, d2, mul(least, least)))
	spins := compare(greaterThan, mul(ds, by), mul(mul(by, by), r.constant("gain")))
	spins = when(spins, or(compare(greaterThan, turned, least), compare(lessThan, turned, xor(least, r.constant("sign")))))
	old := load(time)
	later := greater(add(old, r.constant("dt")), r.constant("twoTicks"))
	held := greater(old, lesser(later, r.constant("far")))
	later = choose(or(faster, spins), held, later)
	put([4]vec{unless(awake, later), load(speed), extent, load(border)}, timers)
}

// markFast gives the trait to the lanes of a mask and takes it from the others.
func (r *row) markFast(motions reg.Register, fast vec) {
	traits := run(motions, structOf(r.layout.body, "Motion"), "Traits")
	which, done := asm.GP32(), r.label("slow")
	traitFast := r.bodyBit("TraitFast")
	asm.VMOVMSKPS(fast, which)
	for lane := range 8 {
		asm.ANDL(operand.I8(^(1 << traitFast)), traits(lane))
	}
	asm.TESTL(which, which)
	asm.JZ(operand.LabelRef(done))
	for lane := range 8 {
		bit := asm.GP32()
		asm.MOVL(which, bit)
		if lane < traitFast {
			asm.SHLL(operand.Imm(uint64(traitFast-lane)), bit)
		} else {
			asm.SHRL(operand.Imm(uint64(lane-traitFast)), bit)
		}
		asm.ANDL(operand.Imm(1<<traitFast), bit)
		asm.ORL(bit, traits(lane))
	}
	asm.Label(done)
}

// unforce is clearForces.
func (r *row) unforce() {
	drive := structOf(r.layout.body, "Drive")
	drives := r.argument("drives")
	forces, torques := run(drives, drive, "ForceX"), run(drives, drive, "Torque")
	none := zero()
	for lane := range 8 {
		asm.VMOVQ(none.AsX(), forces(lane))
		asm.MOVL(operand.U32(0), torques(lane))
	}
}
