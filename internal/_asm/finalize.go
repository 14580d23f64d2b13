package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeFinalize writes integrator.Finalize for eight bodies in successive rows. It stops
// before eight bodies that are not all dynamic, or of which one is not finite, or moves or
// rotates faster than allowed.
func writeFinalize(l *layout) {
	kernel{
		pkg: l.integrator, name: "finalize", args: "finalizeArgs", constants: "finalizeConstants", stopsEarly: true,
		bundleSize: 8 * size(structOf(l.state, "BodyState")), emit: (*emitter).finalize,
	}.write(l)
}

// poseSize is the size of a geom.Transform: X, Y, cosine, sine.
const poseSize = 32

func (e *emitter) finalize() {
	e.usedSlots = 0
	states, deltas := contiguous(e.bundle, e.state, "VX"), contiguous(e.bundle, e.state, "DX")
	s := gather(states)
	stopUnless(bitToSign(s[3], e.bodyBit("FlagDynamic")), allLanes)
	w := s[2]
	fast := compare(greaterThan, add(mul(s[0], s[0]), mul(s[1], s[1])), e.constant("speed2"))
	fast = or(fast, compare(greaterThan, w, e.constant("maxSpin")))
	stopUnless(or(fast, compare(lessThan, w, e.constant("minusMaxSpin"))), noLanes)
	sum := add(add(sub(s[0], s[0]), sub(s[1], s[1])), sub(w, w))
	var velocity [4]operand.Mem
	for i := range 3 {
		velocity[i] = e.spill(e.flushTiny(s[i]))
	}
	velocity[3] = e.spill(s[3])
	d := gather(deltas)
	var spilledDeltas [4]operand.Mem
	for i, x := range d {
		sum = add(sum, sub(x, x))
		spilledDeltas[i] = e.spill(x)
	}
	stopUnless(compare(equalTo, sum, zero()), allLanes)

	// Nothing may be stored before all eight are known to be finite.
	var beforeLast [3]operand.Mem
	for i := range beforeLast {
		beforeLast[i] = e.spill(zero())
	}
	upper := e.newPoses(1, spilledDeltas, beforeLast)
	var spilled [4]operand.Mem
	for i, x := range upper {
		spilled[i] = e.spill(x)
	}
	lower := e.newPoses(0, spilledDeltas, beforeLast)
	poses, lastPoses := e.integer("poses"), e.integer("lastPoses")
	for lane := range 8 {
		from := fourPoses(poses, lane/4)(lane % 4)
		store(load(from), fourPoses(lastPoses, lane/4)(lane%4))
	}
	for lane := range 4 {
		store(lower[lane], fourPoses(poses, 0)(lane))
		store(load(spilled[lane]), fourPoses(poses, 1)(lane))
	}
	e.usedSlots -= len(spilled)

	e.updateSleepTimer(spilledDeltas, beforeLast)
	e.clearForces()
	scatter([4]vec{load(velocity[0]), load(velocity[1]), load(velocity[2]), load(velocity[3])}, states)
	zeros := zero()
	scatter([4]vec{zeros, zeros, load(e.constant("one")), zeros}, deltas)
	for _, name := range []string{"poses", "lastPoses"} {
		asm.ADDQ(operand.U32(8*poseSize), e.at(name))
	}
	asm.ADDQ(operand.U32(uint64(8*size(structOf(e.layout.state, "BodyMotion")))), e.at("motions"))
	asm.ADDQ(operand.U32(uint64(8*size(structOf(e.layout.state, "BodyDynamics")))), e.at("dynamics"))
}

// flushTiny sets velocities that are too small to zero.
func (e *emitter) flushTiny(v vec) vec {
	small := and(compare(greaterThan, v, e.constant("minusTiny")), compare(lessThan, v, e.constant("tiny")))
	return andNot(small, v)
}

// newPoses returns four new poses, and writes the motion of the last tick, which the sleep
// timer reads, to the columns in beforeLast. It ends the function unless the new poses are
// finite.
func (e *emitter) newPoses(half int, deltas [4]operand.Mem, beforeLast [3]operand.Mem) [4]vec {
	old := poses(fourPoses(e.integer("poses"), half))
	last := poses(fourPoses(e.integer("lastPoses"), half))
	for i, x := range []vec{
		sub64(old[0], last[0]), sub64(old[1], last[1]),
		sub64(mul64(last[2], old[3]), mul64(last[3], old[2])),
	} {
		asm.VMOVUPS(toFloat32(x), beforeLast[i].Offset(16*half))
	}
	var d [4]vec
	for i := range d {
		d[i] = asm.YMM()
		asm.VCVTPS2PD(deltas[i].Offset(16*half), d[i])
	}
	x, y := add64(old[0], d[0]), add64(old[1], d[1])
	c, s := apply(d[2], d[3], old[2], old[3])
	length := sqrt64(add64(mul64(c, c), mul64(s, s)))
	notShort := compare64(greaterThan, length, e.constant("half64"))
	c, s = div64(c, length), div64(s, length)
	sum := add64(add64(add64(sub64(x, x), sub64(y, y)), sub64(c, c)), sub64(s, s))
	finite := and64(notShort, compare64(equalTo, sum, zero()))
	laneMask := asm.GP32()
	asm.VMOVMSKPD(finite, laneMask)
	asm.CMPL(laneMask, operand.Imm(0xf))
	asm.JNE(operand.LabelRef("end"))
	return transpose64([4]vec{x, y, c, s})
}

// updateSleepTimer is displacementBound and updateSleepTimer.
func (e *emitter) updateSleepTimer(deltas [4]operand.Mem, beforeLast [3]operand.Mem) {
	motions := e.integer("motions")
	motion := structOf(e.layout.state, "BodyMotion")
	timers := contiguous(motions, motion, "SleepTime")
	m := gather(timers)
	time, speed, extent, minExtent := e.spill(m[0]), e.spill(m[1]), m[2], e.spill(m[3])
	dx, dy, dc, ds := load(deltas[0]), load(deltas[1]), load(deltas[2]), load(deltas[3])
	d2 := add(mul(dx, dx), mul(dy, dy))
	turnedPastQuarter := compare(lessThan, dc, zero())
	turning := or(compare(notEqualTo, ds, zero()), turnedPastQuarter)
	c := sub(dc, e.constant("one"))
	chord := mul(sqrt(add(mul(c, c), mul(ds, ds))), extent)
	bound := add(sqrt(d2), and(turning, chord))
	limit := mul(load(minExtent), e.constant("half32"))
	e.setFastFlag(motions, compare(greaterThan, bound, limit))

	maxMotion := e.spill(mul(load(speed), e.constant("twoTicks")))
	minusMaxMotion := e.spill(xor(load(maxMotion), e.constant("sign")))
	maxMotion2 := e.spill(mul(load(maxMotion), maxMotion))
	x, y, turnedBefore := load(beforeLast[0]), load(beforeLast[1]), load(beforeLast[2])
	turned := mul(ds, extent)
	awake := or(turnedPastQuarter, or(compare(greaterThan, turned, maxMotion), compare(lessThan, turned, minusMaxMotion)))
	awake = or(awake, or(compare(greaterThan, d2, maxMotion2), compare(notAtLeast, load(maxMotion), zero())))
	turnedBoth := add(turned, mul(turnedBefore, extent))
	awake = or(awake, or(compare(greaterThan, turnedBoth, maxMotion), compare(lessThan, turnedBoth, minusMaxMotion)))
	bothX, bothY := add(dx, x), add(dy, y)
	awake = or(awake, compare(greaterThan, add(mul(bothX, bothX), mul(bothY, bothY)), maxMotion2))
	minMotion := mul(load(maxMotion), e.constant("minSpeedUpFraction"))
	speedUp := add(mul(dx, x), mul(dy, y))
	faster := compare(greaterThan, speedUp, mul(add(mul(x, x), mul(y, y)), e.constant("speedUpRatio")))
	faster = and(faster, compare(greaterThan, d2, mul(minMotion, minMotion)))
	spinsUp := compare(greaterThan, mul(ds, turnedBefore), mul(mul(turnedBefore, turnedBefore), e.constant("speedUpRatio")))
	spinsUp = and(spinsUp, or(compare(greaterThan, turned, minMotion), compare(lessThan, turned, xor(minMotion, e.constant("sign")))))
	old := load(time)
	newTime := greater(add(old, e.constant("dt")), e.constant("twoTicks"))
	limitedTime := greater(old, lesser(newTime, e.constant("speedUpLimit")))
	newTime = blend(or(faster, spinsUp), limitedTime, newTime)
	scatter([4]vec{andNot(awake, newTime), load(speed), extent, load(minExtent)}, timers)
}

// setFastFlag sets the flag of the lanes of a mask and clears it in the others.
func (e *emitter) setFastFlag(motions reg.Register, fastLanes vec) {
	stepFlags := contiguous(motions, structOf(e.layout.state, "BodyMotion"), "StepFlags")
	laneMask, done := asm.GP32(), e.label("slow")
	stepFlagFast := e.bodyBit("StepFlagFast")
	asm.VMOVMSKPS(fastLanes, laneMask)
	for lane := range 8 {
		asm.ANDL(operand.I8(^(1 << stepFlagFast)), stepFlags(lane))
	}
	asm.TESTL(laneMask, laneMask)
	asm.JZ(operand.LabelRef(done))
	for lane := range 8 {
		bit := asm.GP32()
		asm.MOVL(laneMask, bit)
		if lane < stepFlagFast {
			asm.SHLL(operand.Imm(uint64(stepFlagFast-lane)), bit)
		} else {
			asm.SHRL(operand.Imm(uint64(lane-stepFlagFast)), bit)
		}
		asm.ANDL(operand.Imm(1<<stepFlagFast), bit)
		asm.ORL(bit, stepFlags(lane))
	}
	asm.Label(done)
}

// clearForces drops the forces, which act for one tick.
func (e *emitter) clearForces() {
	dynamic := structOf(e.layout.state, "BodyDynamics")
	dynamics := e.integer("dynamics")
	forces, torques := contiguous(dynamics, dynamic, "ForceX"), contiguous(dynamics, dynamic, "Torque")
	zeros := zero()
	for lane := range 8 {
		asm.VMOVQ(zeros.AsX(), forces(lane))
		asm.MOVL(operand.U32(0), torques(lane))
	}
}

// fourPoses returns the addresses of four of eight successive poses.
func fourPoses(table reg.Register, half int) func(lane int) operand.Mem {
	return func(lane int) operand.Mem {
		return operand.Mem{Base: table, Disp: (4*half + lane) * poseSize}
	}
}
