package main

import (
	"go/types"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeIntegrator writes the kernels of package integrator. A bundle is eight bodies in
// successive rows. A kernel stops before eight bodies that are not all dynamic and without
// locks, or of which one is too fast for the common formulas.
func writeIntegrator(l *layout) {
	k := kernel{pkg: l.integrator, args: "stepperArgs", constants: "stepperConstants", stopsEarly: true}
	k.bundleSize = 8 * size(structOf(l.state, "BodyState"))
	write := func(name string, emit func(*emitter)) {
		k.name, k.emit = name, emit
		k.write(l)
	}
	write("integrateVelocities", func(e *emitter) { e.integrateVelocities(false) })
	write("warmStartBodies", func(e *emitter) { e.integrateVelocities(true) })
	write("integratePositions", (*emitter).integratePositions)
	writeFinalize(l)
}

const (
	allLanes = 0xff
	noLanes  = 0
)

// integrateVelocities is integrateVelocities or, for a warm start, warmStartBodies.
func (e *emitter) integrateVelocities(warmStart bool) {
	e.usedSlots = 0
	dynamics, preSolve := e.integer("dynamics"), e.integer("preSolve")
	dynamic, preSolveVelocity := structOf(e.layout.state, "BodyDynamics"), structOf(e.pkg, "preSolveVelocity")
	states := contiguous(e.bundle, e.state, "VX")
	s := gather(states)
	stopUnless(equalInt(s[3], e.constant("dynamicFlags")), allLanes)
	vx, vy, w, flags := e.spill(s[0]), e.spill(s[1]), e.spill(s[2]), e.spill(s[3])
	c := gather(contiguous(preSolve, preSolveVelocity, "VX"))
	var ix, iy, iw op
	if warmStart {
		ix, iy, iw = e.spill(sub(load(vx), c[0])), e.spill(sub(load(vy), c[1])), e.spill(sub(load(w), c[2]))
	}
	padding := e.spill(c[3])

	d := gather(contiguous(dynamics, dynamic, "InvMass"))
	one, h := load(e.constant("one")), load(e.constant("h"))
	linear := e.spill(div(one, add(one, mul(h, d[2]))))
	angular := e.spill(div(one, add(one, mul(h, d[3]))))
	invMass, invInertia := d[0], d[1]
	f := gather(contiguous(dynamics, dynamic, "ForceX"))
	ax := add(mul(f[3], e.constant("gravityX")), mul(f[0], invMass))
	ay := add(mul(f[3], e.constant("gravityY")), mul(f[1], invMass))
	aw := mul(f[2], invInertia)
	nx := mul(add(load(vx), mul(h, ax)), linear)
	ny := mul(add(load(vy), mul(h, ay)), linear)
	nw := mul(add(load(w), mul(h, aw)), angular)
	scatter([4]vec{nx, ny, nw, load(padding)}, contiguous(preSolve, preSolveVelocity, "VX"))
	if warmStart {
		nx, ny, nw = add(nx, ix), add(ny, iy), add(nw, iw)
	}
	scatter([4]vec{nx, ny, nw, load(flags)}, states)
	asm.ADDQ(operand.U32(uint64(8*size(dynamic))), e.at("dynamics"))
	asm.ADDQ(operand.U32(uint64(8*size(preSolveVelocity))), e.at("preSolve"))
}

// integratePositions is integratePositions for bodies that are below the speed limits and
// rotate by small angles.
func (e *emitter) integratePositions() {
	s := gather(contiguous(e.bundle, e.state, "VX"))
	vx, vy, w := s[0], s[1], s[2]
	stopUnless(equalInt(s[3], e.constant("dynamicFlags")), allLanes)
	fast := compare(greaterThan, add(mul(vx, vx), mul(vy, vy)), e.constant("speed2"))
	fast = or(fast, compare(greaterThan, w, e.constant("maxSpin")))
	fast = or(fast, compare(lessThan, w, e.constant("minusMaxSpin")))
	h := load(e.constant("h"))
	x := mul(h, w)
	fast = or(fast, compare(greaterThan, x, e.constant("quarter")))
	fast = or(fast, compare(lessThan, x, e.constant("minusQuarter")))
	stopUnless(fast, noLanes)

	deltas := contiguous(e.bundle, e.state, "DX")
	turning := compare(notEqualTo, w, zero())
	d := gather(deltas)
	dx, dy := add(d[0], mul(h, vx)), add(d[1], mul(h, vy))
	t := mul(x, add(mul(mul(x, x), e.constant("twentyFourth")), e.constant("half")))
	t2 := mul(t, t)
	one := load(e.constant("one"))
	f := div(one, add(one, t2))
	cos, sin := mul(sub(one, t2), f), mul(add(t, t), f)
	dc := sub(mul(d[2], cos), mul(d[3], sin))
	ds := add(mul(d[2], sin), mul(d[3], cos))
	scatter([4]vec{dx, dy, blend(turning, dc, d[2]), blend(turning, ds, d[3])}, deltas)
}

// stopUnless ends the function before this bundle unless all lanes of a mask are set
// (allLanes), or none is (noLanes).
func stopUnless(mask vec, lanes uint64) {
	laneMask := asm.GP32()
	asm.VMOVMSKPS(mask, laneMask)
	asm.CMPL(laneMask, operand.Imm(lanes))
	asm.JNE(operand.LabelRef("end"))
}

// contiguous returns the address of a field in each of eight successive records.
func contiguous(table reg.Register, s *types.Struct, field string) func(lane int) operand.Mem {
	return func(lane int) operand.Mem {
		return operand.Mem{Base: table, Disp: lane*size(s) + offset(s, field)}
	}
}

// scatter is the opposite of gather.
func scatter(c [4]vec, place func(lane int) operand.Mem) {
	for i, pair := range transpose(c) {
		asm.VMOVUPS(pair.AsX(), place(i))
		asm.VEXTRACTF128(operand.Imm(1), pair, place(i+4))
	}
}
