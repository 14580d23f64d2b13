package main

import (
	"strconv"

	"github.com/mmcloughlin/avo/operand"
)

// The functions of prepare.go for rows without padding.

// contact returns the number of a lane's contact in the contact table; solid a place
// in the record there.
func (r *row) contact(lane int) operand.Mem { return operand.Mem{Base: r.contacts, Disp: 4 * lane} }

func (r *row) solid(lane int, disp int) operand.Mem {
	return r.elem(r.solids, structOf(r.manifold, "Solid"), r.contact(lane), disp)
}

func (r *row) solidOf(field string) [4]vec {
	disp := offset(structOf(r.manifold, "Solid"), field)
	return gather(func(lane int) operand.Mem { return r.solid(lane, disp) })
}

// solidPoint returns where a field of point k lies in a Solid.
func (r *row) solidPoint(k int, field string) int {
	s := structOf(r.manifold, "SolidPoint")
	return offset(structOf(r.manifold, "Solid"), "Points") + k*size(s) + offset(s, field)
}

func (r *row) solidPointOf(k int, field string) [4]vec {
	return gather(func(lane int) operand.Mem { return r.solid(lane, r.solidPoint(k, field)) })
}

// open loads what the kernels of this file need besides the row, and asks for the
// contacts of the next row, if there is one: they lie scattered over the table.
func (r *row) open() {
	r.contacts, r.solids = r.argument("contacts"), r.argument("solids")
	last := r.label("last")
	asm.CMPQ(r.count, operand.Imm(1))
	asm.JEQ(operand.LabelRef(last))
	for lane := range 8 {
		next := r.contact(lane).Offset(32)
		asm.PREFETCHT0(r.elem(r.solids, structOf(r.manifold, "Solid"), next, 0))
		asm.PREFETCHT0(r.elem(r.solids, structOf(r.manifold, "Solid"), next, 64))
	}
	asm.Label(last)
}

// advance goes on to the contacts of the next row.
func (r *row) advance() {
	asm.ADDQ(operand.Imm(32), r.argumentAt("contacts"))
}

// link writes the rows of the bodies and returns the flags of the contacts.
func (r *row) link() operand.Mem {
	pairs, bodyRows := r.argument("pairs"), r.argument("bodyRows")
	pair := structOf(r.manifold, "Pair")
	flags := r.slot()
	for lane := range 8 {
		at := r.elem(pairs, pair, r.contact(lane), 0)
		for _, side := range []struct{ from, to string }{{"BodyA", "a"}, {"BodyB", "b"}} {
			i := asm.GP64()
			asm.MOVL(at.Offset(offset(pair, side.from)), i.As32())
			asm.MOVL(operand.Mem{Base: bodyRows, Index: i, Scale: 4}, i.As32())
			asm.MOVL(i.As32(), r.column(side.to).Offset(4*lane))
		}
		f := asm.GP32()
		asm.MOVL(at.Offset(offset(pair, "Flags")), f)
		asm.MOVL(f, flags.Offset(4*lane))
	}
	return flags
}

// marked returns a column with a flag of the contacts for its sign.
func (r *row) marked(x vec, flags operand.Mem, name string) vec {
	return or(x, when(flag(load(flags), bitOf(r.manifold, name)), r.constant("signs")))
}

// masses returns the inverse mass and inertia of bodies, and keeps both in the row.
func (r *row) masses(list string, flags operand.Mem) (m, i vec) {
	drives := r.argument("drives")
	drive := structOf(r.layout.body, "Drive")
	c := gather(func(lane int) operand.Mem {
		return r.elem(drives, drive, r.column(list).Offset(4*lane), offset(drive, "InvMass"))
	})
	m, i = c[0], choose(flag(load(flags), r.bodyBit("FlagLockRotation")), zero(), c[1])
	store(m, r.column("m"+list))
	store(i, r.column("i"+list))
	return m, i
}

// prepare writes a row.
func (r *row) prepare() {
	r.slots = 0
	r.open()
	flags := r.link()
	c := r.solidOf("NormalX")
	nx, ny := c[0], c[1]
	store(nx, r.column("nx"))
	store(ny, r.column("ny"))
	store(r.marked(c[2], flags, "RoundA"), r.column("friction"))
	count := r.keep(c[3])

	va := r.velocitiesOf("a")
	aw, aflags := r.keep(va.w), r.keep(va.flags)
	avx, avy := r.keep(va.vx), r.keep(va.vy)
	vb := r.velocitiesOf("b")
	bw, bflags := r.keep(vb.w), r.keep(vb.flags)
	un := r.keep(add(mul(sub(vb.vx, avx), r.column("nx")), mul(sub(vb.vy, avy), r.column("ny"))))

	ma, _ := r.masses("a", aflags)
	mb, _ := r.masses("b", bflags)
	mobility := r.keep(add(ma, mb))

	bounces := r.keep(moreThan(zero(), flag(load(flags), bitOf(r.manifold, "Bouncy"))))
	ta, tb, tangent := zero(), zero(), zero()
	for k := range r.points {
		used := moreThan(load(count), r.constant("int"+strconv.Itoa(k)))
		q := r.solidPointOf(k, "AX")
		ta = choose(used, sub(ta, add(mul(q[0], r.column("nx")), mul(q[1], r.column("ny")))), ta)
		tb = choose(used, sub(tb, add(mul(q[2], r.column("nx")), mul(q[3], r.column("ny")))), tb)
		ka := when(used, sub(mul(q[0], r.column("ny")), mul(q[1], r.column("nx"))))
		kb := when(used, sub(mul(q[2], r.column("ny")), mul(q[3], r.column("nx"))))
		store(ka, r.point(k, "ka"))
		store(kb, r.point(k, "kb"))
		store(when(used, r.inverse(r.mobility(mobility, ka, kb))), r.point(k, "mass"))
		close := r.keep(add(sub(mul(kb, bw), mul(ka, aw)), un))
		r.slots--
		r.approach(k, bounces, close)

		q = r.solidPointOf(k, "Separation")
		separation := when(used, q[0])
		store(separation, r.point(k, "separation"))
		store(separation, r.point(k, "now"))
		store(when(used, q[1]), r.point(k, "impulse"))
		tangent = choose(used, add(tangent, q[2]), tangent)
		store(when(load(bounces), q[3]), r.point(k, "total"))
	}
	both := same(load(count), r.constant("int2"))
	ta = choose(both, mul(ta, r.constant("half")), ta)
	tb = choose(both, mul(tb, r.constant("half")), tb)
	store(ta, r.column("ta"))
	store(tb, r.column("tb"))
	store(tangent, r.column("tangentImpulse"))
	store(r.marked(r.inverse(r.mobility(mobility, ta, tb)), flags, "RoundB"), r.column("tangentMass"))
	r.advance()
}

// mobility adds what the arms let the bodies turn to how they move.
func (r *row) mobility(straight operand.Mem, ka, kb vec) vec {
	return add(add(mul(mul(ka, r.column("ia")), ka), mul(mul(kb, r.column("ib")), kb)), straight)
}

// inverse returns 1/x, and 0 for what cannot move.
func (r *row) inverse(x vec) vec {
	return when(compare(greaterThan, x, zero()), div(load(r.constant("one")), x))
}

// approach notes how fast the points close, but for contacts that may bounce.
func (r *row) approach(k int, bounces, close operand.Mem) {
	which := asm.GP32()
	asm.VMOVMSKPS(load(bounces), which)
	for lane := range 8 {
		next := r.label("next")
		asm.BTL(operand.Imm(uint64(lane)), which)
		asm.JCS(operand.LabelRef(next))
		x := asm.GP32()
		asm.MOVL(close.Offset(4*lane), x)
		asm.MOVL(x, r.solid(lane, r.solidPoint(k, "NormalVelocity")))
		asm.Label(next)
	}
}

// store writes the impulses of a row back to its contacts.
func (r *row) store() {
	r.slots = 0
	r.open()
	share := load(r.constant("one"))
	if r.points == 2 {
		first := load(r.point(0, "impulse"))
		sum := add(first, r.point(1, "impulse"))
		share = choose(compare(greaterThan, sum, zero()), div(first, sum), load(r.constant("half")))
	}
	for k := range r.points {
		if k > 0 {
			share = sub(load(r.constant("one")), share)
		}
		impulse, total := load(r.point(k, "impulse")), load(r.point(k, "total"))
		rows := transpose([4]vec{impulse, mul(share, r.column("tangentImpulse")), total, total})
		for i, pair := range rows {
			r.storePoint(k, i, pair)
			upper := asm.YMM()
			asm.VEXTRACTF128(operand.Imm(1), pair, upper.AsX())
			r.storePoint(k, i+4, upper)
		}
	}
	r.advance()
}

// storePoint writes the three impulses of a lane: they lie side by side.
func (r *row) storePoint(k, lane int, x vec) {
	to := r.solid(lane, r.solidPoint(k, "NormalImpulse"))
	asm.VMOVLPS(x.AsX(), to)
	asm.VEXTRACTPS(operand.Imm(2), x.AsX(), to.Offset(8))
}
