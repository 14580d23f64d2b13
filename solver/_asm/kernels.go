package main

import (
	"go/token"
	"go/types"
	"strconv"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// row is the row at which a kernel's loop stands.
type row struct {
	*layout
	args                               reg.Register // the kernel's argument struct
	at, surfaces, states, coefficients reg.Register
	contacts, solids                   reg.Register // of kernels that work on the contact table
	count                              reg.Register // of rows still to do
	points                             int
	state, argsType                    *types.Struct
	scratch                            reg.Register // of spill slots
	slots                              int          // in use
	labels                             int
}

// The frame holds columns that do not fit in the registers.
const spillSlots = 18

// kernel writes a function that does something to a range of rows.
func kernel(l *layout, name, args string, points int, surface bool, each func(*row)) {
	name += strconv.Itoa(points)
	if surface {
		name += "Surface"
	}
	asm.Function(name + "AVX2")
	asm.Attributes(attr.NOSPLIT)
	parameter := types.NewPointer(l.solver.Scope().Lookup(args).Type())
	asm.Signature(gotypes.NewSignature(l.solver, types.NewSignatureType(nil, nil, nil,
		types.NewTuple(types.NewParam(token.NoPos, l.solver, "args", parameter)), nil, false)))

	r := &row{layout: l, points: points, state: structOf(l.body, "State"), argsType: structOf(l.solver, args)}
	r.args = asm.Load(asm.Param("args"), asm.GP64())
	r.count = r.argument("count")
	r.at, r.states, r.coefficients = r.argument("rows"), r.argument("states"), r.argument("coefficients")
	if surface {
		r.surfaces = r.argument("surfaces")
	}
	// The slots are aligned by hand: Go aligns a frame to eight bytes.
	frame, scratch := asm.AllocLocal(32*spillSlots+24), asm.GP64()
	asm.LEAQ(frame.Offset(31), scratch)
	asm.ANDQ(operand.I32(-32), scratch)
	r.scratch = scratch

	asm.TESTQ(r.count, r.count)
	asm.JLE(operand.LabelRef("end"))
	asm.Label("loop")
	each(r)
	asm.ADDQ(operand.U32(uint64(size(structOf(l.solver, "row"+strconv.Itoa(points))))), r.at)
	if surface {
		asm.ADDQ(operand.U32(uint64(size(structOf(l.solver, "surface")))), r.surfaces)
	}
	asm.DECQ(r.count)
	asm.JNZ(operand.LabelRef("loop"))
	asm.Label("end")
	asm.VZEROUPPER()
	asm.RET()
}

// argument loads a field of the argument struct.
func (r *row) argument(name string) reg.Register {
	x := asm.GP64()
	asm.MOVQ(operand.Mem{Base: r.args, Disp: offset(r.argsType, name)}, x)
	return x
}

// head, point and surface return a column of the row.
func (r *row) head(field string) operand.Mem {
	return operand.Mem{Base: r.at, Disp: offset(structOf(r.solver, "head"), field)}
}

func (r *row) point(k int, field string) operand.Mem {
	s := structOf(r.solver, "point")
	return operand.Mem{Base: r.at, Disp: size(structOf(r.solver, "head")) + k*size(s) + offset(s, field)}
}

func (r *row) surface(field string) operand.Mem {
	return operand.Mem{Base: r.surfaces, Disp: offset(structOf(r.solver, "surface"), field)}
}

// coefficient returns a constant, eight times.
func (r *row) coefficient(field string) operand.Mem {
	return operand.Mem{Base: r.coefficients, Disp: offset(structOf(r.solver, "wideCoefficients"), field)}
}

// keep stores a column in the frame and returns where.
func (r *row) keep(x vec) operand.Mem {
	if r.slots == spillSlots {
		panic("asm: more columns kept than there are slots")
	}
	m := operand.Mem{Base: r.scratch, Disp: 32 * r.slots}
	r.slots++
	store(x, m)
	return m
}

// saved are the velocities of eight bodies as they were read, in the frame.
type saved struct{ vx, vy, w, flags operand.Mem }

func (r *row) save(v velocities) saved {
	return saved{r.keep(v.vx), r.keep(v.vy), r.keep(v.w), r.keep(v.flags)}
}

// warmStart applies the kept impulses.
func (r *row) warmStart() {
	r.slots = 0
	normal, na, nb := zero(), zero(), zero()
	for k := range r.points {
		j := load(r.point(k, "impulse"))
		normal = add(normal, j)
		na = add(na, mul(j, r.point(k, "ka")))
		nb = add(nb, mul(j, r.point(k, "kb")))
	}
	tangent := load(r.head("tangentImpulse"))
	na = add(na, mul(tangent, r.head("ta")))
	nb = add(nb, mul(tangent, r.head("tb")))
	va := r.velocitiesOf("a")
	a := r.save(va)
	wa := r.keep(sub(va.w, mul(na, r.head("ia"))))
	vb := r.velocitiesOf("b")
	b := r.save(vb)
	wb := r.keep(add(vb.w, mul(nb, r.head("ib"))))
	r.apply(a, b, normal, tangent, wa, wb)
}

// solve corrects the normal velocities, with position correction.
func (r *row) solve() {
	r.slots = 0
	gap, ads, bds := r.gapOf()
	va := r.velocitiesOf("a")
	a, wa := r.save(va), va.w
	vb := r.velocitiesOf("b")
	b, wb := r.save(vb), vb.w
	un := add(mul(sub(vb.vx, a.vx), r.head("nx")), mul(sub(vb.vy, a.vy), r.head("ny")))
	ma, mb := load(r.head("ma")), load(r.head("mb"))
	none := zero()
	static := or(compare(equalTo, ma, none), compare(equalTo, mb, none))
	soft := func(field string) operand.Mem {
		return r.keep(choose(static, r.coefficient("static"+field), load(r.coefficient("dynamic"+field))))
	}
	softBias, softMass, softPressed, softLeak := soft("Bias"), soft("Mass"), soft("Pressed"), soft("Leak")
	mobility := add(ma, mb)
	sum := zero()
	for k := range r.points {
		ka, kb := load(r.point(k, "ka")), load(r.point(k, "kb"))
		s := add(add(gap, sub(mul(kb, bds), mul(ka, ads))), r.point(k, "separation"))
		apart := compare(greaterThan, s, zero())
		bias := choose(apart, mul(s, r.coefficient("invH")), greater(mul(s, softBias), r.coefficient("minusPush")))
		old := load(r.point(k, "impulse"))
		pressing := compare(greaterThan, old, zero())
		mass := choose(apart, r.coefficient("one"), choose(pressing, softPressed, load(softMass)))
		leak := unless(apart, softLeak)
		vn := add(un, sub(mul(kb, wb), mul(ka, wa)))
		j := add(mul(mul(mass, r.point(k, "mass")), add(vn, bias)), mul(leak, old))
		j = greater(sub(old, j), zero())
		store(j, r.point(k, "impulse"))
		j = sub(j, old)
		un = add(un, mul(mobility, j))
		wa = sub(wa, mul(mul(ka, j), r.head("ia")))
		wb = add(wb, mul(mul(kb, j), r.head("ib")))
		sum = add(sum, j)
	}
	r.apply(a, b, sum, zero(), r.keep(wa), r.keep(wb))
}

// relax corrects the velocities without position correction, then applies friction.
func (r *row) relax() {
	r.slots = 0
	gap, ads, bds := r.gapOf()
	va := r.velocitiesOf("a")
	a, wa := r.save(va), va.w
	vb := r.velocitiesOf("b")
	b, wb := r.save(vb), vb.w
	vx, vy := sub(vb.vx, a.vx), sub(vb.vy, a.vy)
	nx, ny := load(r.head("nx")), load(r.head("ny"))
	un := add(mul(nx, vx), mul(ny, vy))
	slide := r.keep(sub(mul(ny, vx), mul(nx, vy)))
	mobility := add(load(r.head("ma")), r.head("mb"))
	sum, limit := zero(), zero()
	for k := range r.points {
		ka, kb := load(r.point(k, "ka")), load(r.point(k, "kb"))
		s := add(add(gap, sub(mul(kb, bds), mul(ka, ads))), r.point(k, "separation"))
		bias := mul(greater(s, zero()), r.coefficient("invH"))
		vn := add(un, sub(mul(kb, wb), mul(ka, wa)))
		old := load(r.point(k, "impulse"))
		j := greater(sub(old, mul(add(vn, bias), r.point(k, "mass"))), zero())
		store(j, r.point(k, "impulse"))
		store(add(j, r.point(k, "total")), r.point(k, "total"))
		limit = add(limit, j)
		j = sub(j, old)
		un = add(un, mul(mobility, j))
		wa = sub(wa, mul(mul(ka, j), r.head("ia")))
		wb = add(wb, mul(mul(kb, j), r.head("ib")))
		sum = add(sum, j)
	}
	ta, tb := load(r.head("ta")), load(r.head("tb"))
	limit = mul(limit, r.head("friction"))
	vt := add(sub(mul(tb, wb), mul(ta, wa)), slide)
	if r.surfaces != nil {
		vt = add(vt, r.surface("speed"))
	}
	old := load(r.head("tangentImpulse"))
	j := sub(old, mul(vt, r.head("tangentMass")))
	j = greater(lesser(j, limit), xor(limit, r.coefficient("signs")))
	store(j, r.head("tangentImpulse"))
	j = sub(j, old)
	wa = sub(wa, mul(mul(ta, j), r.head("ia")))
	wb = add(wb, mul(mul(tb, j), r.head("ib")))
	r.apply(a, b, sum, j, r.keep(wa), r.keep(wb))
}

// roll resists the relative spin.
func (r *row) roll() {
	r.slots = 0
	a, b := r.velocitiesOf("a"), r.velocitiesOf("b")
	limit := zero()
	for k := range r.points {
		limit = add(limit, r.point(k, "impulse"))
	}
	limit = mul(limit, r.surface("rolling"))
	old := load(r.surface("rollingImpulse"))
	j := sub(old, mul(sub(b.w, a.w), r.surface("rollingMass")))
	j = greater(lesser(j, limit), xor(limit, r.coefficient("signs")))
	store(j, r.surface("rollingImpulse"))
	r.turn(a, b, sub(j, old))
}

// warmRoll applies the kept rolling impulse.
func (r *row) warmRoll() {
	r.slots = 0
	a, b := r.velocitiesOf("a"), r.velocitiesOf("b")
	r.turn(a, b, load(r.surface("rollingImpulse")))
}

// turn gives the bodies opposite spin.
func (r *row) turn(a, b velocities, j vec) {
	wa := sub(a.w, mul(j, r.head("ia")))
	wb := add(b.w, mul(j, r.head("ib")))
	olda, oldb := r.save(a), r.save(b)
	kept := r.keep(wb)
	r.write("a", load(olda.vx), load(olda.vy), wa, olda)
	r.write("b", load(oldb.vx), load(oldb.vy), load(kept), oldb)
}

// gapOf returns how far the bodies have parted along the normal, and the sines of
// their rotations, which the points need too.
func (r *row) gapOf() (gap vec, ads, bds operand.Mem) {
	a := r.movesOf("a")
	ads = r.keep(a.ds)
	b := r.movesOf("b")
	bds = r.keep(b.ds)
	move := add(mul(sub(b.dx, a.dx), r.head("nx")), mul(sub(b.dy, a.dy), r.head("ny")))
	one := load(r.coefficient("one"))
	return add(move, sub(mul(sub(one, b.dc), r.head("tb")), mul(sub(one, a.dc), r.head("ta")))), ads, bds
}

// apply gives the bodies impulses along normal and tangent, and new spins.
func (r *row) apply(a, b saved, normal, tangent vec, wa, wb operand.Mem) {
	nx, ny := load(r.head("nx")), load(r.head("ny"))
	jx := add(mul(nx, normal), mul(ny, tangent))
	jy := sub(mul(ny, normal), mul(nx, tangent))
	ma, mb := load(r.head("ma")), load(r.head("mb"))
	bvx := r.keep(add(load(b.vx), mul(mb, jx)))
	bvy := r.keep(add(load(b.vy), mul(mb, jy)))
	r.write("a", sub(load(a.vx), mul(ma, jx)), sub(load(a.vy), mul(ma, jy)), load(wa), a)
	r.write("b", load(bvx), load(bvy), load(wb), b)
}
