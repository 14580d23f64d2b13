package main

import (
	"go/types"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeMotion writes the kernels of package integrator. A row is eight bodies side by
// side in the table. A kernel stops before eight bodies that are not all dynamic and
// free, or of which one is too fast for the common formulas.
func writeMotion(l *layout) {
	k := kernel{pkg: l.integrator, args: "motionArgs", constants: "motionConstants", stops: true}
	k.rowSize = 8 * size(structOf(l.body, "State"))
	write := func(name string, each func(*row)) {
		k.name, k.each = name, each
		k.write(l)
	}
	write("velocities", func(r *row) { r.accelerate(false) })
	write("sustain", func(r *row) { r.accelerate(true) })
	write("positions", (*row).positions)
	writeFinalize(l)
}

// run returns where a field of one of eight records side by side lies.
func run(table reg.Register, s *types.Struct, field string) func(lane int) operand.Mem {
	return func(lane int) operand.Mem {
		return operand.Mem{Base: table, Disp: lane*size(s) + offset(s, field)}
	}
}

// put is the opposite of gather.
func put(c [4]vec, place func(lane int) operand.Mem) {
	for i, pair := range transpose(c) {
		asm.VMOVUPS(pair.AsX(), place(i))
		asm.VEXTRACTF128(operand.Imm(1), pair, place(i+4))
	}
}

// stopUnless ends the function before this row unless all lanes of a mask are set, or
// none is.
func stopUnless(mask vec, lanes uint64) {
	which := asm.GP32()
	asm.VMOVMSKPS(mask, which)
	asm.CMPL(which, operand.Imm(lanes))
	asm.JNE(operand.LabelRef("end"))
}

const (
	allLanes = 0xff
	noLanes  = 0
)

// accelerate is push and Velocities, or Sustain.
func (r *row) accelerate(sustain bool) {
	r.slots = 0
	drives, carries := r.argument("drives"), r.argument("carries")
	drive, carry := structOf(r.layout.body, "Drive"), structOf(r.pkg, "Carry")
	states := run(r.at, r.state, "VX")
	s := gather(states)
	stopUnless(same(s[3], r.constant("dynamicFlags")), allLanes)
	vx, vy, w, flags := r.keep(s[0]), r.keep(s[1]), r.keep(s[2]), r.keep(s[3])
	c := gather(run(carries, carry, "VX"))
	var ix, iy, iw operand.Mem
	if sustain {
		ix, iy, iw = r.keep(sub(load(vx), c[0])), r.keep(sub(load(vy), c[1])), r.keep(sub(load(w), c[2]))
	}
	rest := r.keep(c[3])

	d := gather(run(drives, drive, "InvMass"))
	one, h := load(r.constant("one")), load(r.constant("h"))
	linear := r.keep(div(one, add(one, mul(h, d[2]))))
	angular := r.keep(div(one, add(one, mul(h, d[3]))))
	invMass, invInertia := d[0], d[1]
	f := gather(run(drives, drive, "ForceX"))
	ax := add(mul(f[3], r.constant("gravityX")), mul(f[0], invMass))
	ay := add(mul(f[3], r.constant("gravityY")), mul(f[1], invMass))
	aw := mul(f[2], invInertia)
	nx := mul(add(load(vx), mul(h, ax)), linear)
	ny := mul(add(load(vy), mul(h, ay)), linear)
	nw := mul(add(load(w), mul(h, aw)), angular)
	put([4]vec{nx, ny, nw, load(rest)}, run(carries, carry, "VX"))
	if sustain {
		nx, ny, nw = add(nx, ix), add(ny, iy), add(nw, iw)
	}
	put([4]vec{nx, ny, nw, load(flags)}, states)
	asm.ADDQ(operand.U32(uint64(8*size(drive))), r.argumentAt("drives"))
	asm.ADDQ(operand.U32(uint64(8*size(carry))), r.argumentAt("carries"))
}

// positions is Positions for bodies that keep to the bounds, and turn by small angles.
func (r *row) positions() {
	s := gather(run(r.at, r.state, "VX"))
	vx, vy, w := s[0], s[1], s[2]
	stopUnless(same(s[3], r.constant("dynamicFlags")), allLanes)
	fast := compare(greaterThan, add(mul(vx, vx), mul(vy, vy)), r.constant("speed2"))
	fast = or(fast, compare(greaterThan, w, r.constant("spin")))
	fast = or(fast, compare(lessThan, w, r.constant("minusSpin")))
	h := load(r.constant("h"))
	x := mul(h, w)
	fast = or(fast, compare(greaterThan, x, r.constant("quarter")))
	fast = or(fast, compare(lessThan, x, r.constant("minusQuarter")))
	stopUnless(fast, noLanes)

	moves := run(r.at, r.state, "DX")
	turning := compare(notEqualTo, w, zero())
	d := gather(moves)
	dx, dy := add(d[0], mul(h, vx)), add(d[1], mul(h, vy))
	t := mul(x, add(mul(mul(x, x), r.constant("twentyFourth")), r.constant("half")))
	t2 := mul(t, t)
	one := load(r.constant("one"))
	f := div(one, add(one, t2))
	cos, sin := mul(sub(one, t2), f), mul(add(t, t), f)
	dc := sub(mul(d[2], cos), mul(d[3], sin))
	ds := add(mul(d[2], sin), mul(d[3], cos))
	put([4]vec{dx, dy, choose(turning, dc, d[2]), choose(turning, ds, d[3])}, moves)
}
