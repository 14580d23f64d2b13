package main

import (
	"strconv"

	"github.com/mmcloughlin/avo/operand"
)

// The functions of prepare.go in package solver, for bundles without padding.

// prepare writes a bundle.
func (e *emitter) prepare() {
	e.usedSlots = 0
	e.openContacts(prefetched{"pairs", "ContactPair"})
	flags := e.loadBodies()
	c := e.solverContactOf("NormalX")
	nx, ny := c[0], c[1]
	store(nx, e.column("nx"))
	store(ny, e.column("ny"))
	store(e.setSign(c[2], flags, "ContactCurvedA"), e.column("friction"))
	count := e.spill(c[3])

	va := e.velocitiesOf("a")
	aw, aflags := e.spill(va.w), e.spill(va.flags)
	avx, avy := e.spill(va.vx), e.spill(va.vy)
	vb := e.velocitiesOf("b")
	bw, bflags := e.spill(vb.w), e.spill(vb.flags)
	un := e.spill(add(mul(sub(vb.vx, avx), e.column("nx")), mul(sub(vb.vy, avy), e.column("ny"))))

	ma, _ := e.masses("a", aflags)
	mb, _ := e.masses("b", bflags)
	mobility := e.spill(add(ma, mb))

	bouncy := e.spill(greaterInt(zero(), bitToSign(load(flags), bitOf(e.layout.state, "ContactBouncy"))))
	ta, tb, tangent := zero(), zero(), zero()
	for k := range e.points {
		used := greaterInt(load(count), e.constant("int"+strconv.Itoa(k)))
		q := e.contactPointOf(k, "AX")
		ta = blend(used, sub(ta, add(mul(q[0], e.column("nx")), mul(q[1], e.column("ny")))), ta)
		tb = blend(used, sub(tb, add(mul(q[2], e.column("nx")), mul(q[3], e.column("ny")))), tb)
		ka := and(used, sub(mul(q[0], e.column("ny")), mul(q[1], e.column("nx"))))
		kb := and(used, sub(mul(q[2], e.column("ny")), mul(q[3], e.column("nx"))))
		store(ka, e.point(k, "ka"))
		store(kb, e.point(k, "kb"))
		store(and(used, e.inverse(e.mobility(mobility, ka, kb))), e.point(k, "mass"))
		approachVelocity := e.spill(add(sub(mul(kb, bw), mul(ka, aw)), un))
		e.usedSlots--
		e.recordApproachVelocity(k, bouncy, approachVelocity)

		q = e.contactPointOf(k, "Separation")
		separation := and(used, q[0])
		store(separation, e.point(k, "separation"))
		store(separation, e.point(k, "currentSeparation"))
		store(and(used, q[1]), e.point(k, "impulse"))
		tangent = blend(used, add(tangent, q[2]), tangent)
		store(and(load(bouncy), q[3]), e.point(k, "totalImpulse"))
	}
	both := equalInt(load(count), e.constant("int2"))
	ta = blend(both, mul(ta, e.constant("half")), ta)
	tb = blend(both, mul(tb, e.constant("half")), tb)
	store(ta, e.column("ta"))
	store(tb, e.column("tb"))
	store(tangent, e.column("tangentImpulse"))
	store(e.setSign(e.inverse(e.mobility(mobility, ta, tb)), flags, "ContactCurvedB"), e.column("tangentMass"))
	e.advanceContacts()
}

// loadBodies writes the offsets of the bodies and returns the flags of the contacts.
func (e *emitter) loadBodies() operand.Mem {
	pairs, bodyRows := e.integer("pairs"), e.integer("bodyRows")
	pair := structOf(e.layout.state, "ContactPair")
	flags := e.spillSlot()
	for lane := range 8 {
		at := e.elem(pairs, pair, e.contact(lane), 0)
		for _, side := range []struct{ from, to string }{{"BodyA", "a"}, {"BodyB", "b"}} {
			i := indexAt(at.Offset(offset(pair, side.from)))
			asm.MOVL(operand.Mem{Base: bodyRows, Index: i, Scale: 4}, i.As32())
			asm.SHLQ(operand.Imm(5), i)
			asm.MOVL(i.As32(), e.column(side.to).Offset(4*lane))
		}
		f := asm.GP32()
		asm.MOVL(at.Offset(offset(pair, "Flags")), f)
		asm.MOVL(f, flags.Offset(4*lane))
	}
	return flags
}

// masses returns the inverse mass and inertia of bodies, and stores both in the bundle.
func (e *emitter) masses(list string, flags operand.Mem) (m, i vec) {
	dynamics := e.integer("dynamics")
	dynamic := structOf(e.layout.state, "BodyDynamics")
	c := gather(func(lane int) operand.Mem {
		return e.bodyRow(dynamics, dynamic, e.column(list).Offset(4*lane), offset(dynamic, "InvMass"))
	})
	m, i = c[0], blend(bitToSign(load(flags), e.bodyBit("FlagLockRotation")), zero(), c[1])
	store(m, e.column("m"+list))
	store(i, e.column("i"+list))
	return m, i
}

// setSign returns x with a flag of the contacts as its sign.
func (e *emitter) setSign(x vec, flags operand.Mem, name string) vec {
	return or(x, and(bitToSign(load(flags), bitOf(e.layout.state, name)), e.constant("signs")))
}

// mobility adds the angular part of the inverse effective mass to the linear part.
func (e *emitter) mobility(linear op, ka, kb vec) vec {
	return add(add(mul(mul(ka, e.column("ia")), ka), mul(mul(kb, e.column("ib")), kb)), linear)
}

// inverse returns 1/x, or 0 where x is not positive, as for two bodies of infinite mass.
func (e *emitter) inverse(x vec) vec {
	return and(compare(greaterThan, x, zero()), div(load(e.constant("one")), x))
}

// recordApproachVelocity stores the normal velocity of a point, except for contacts that
// may bounce.
func (e *emitter) recordApproachVelocity(k int, bouncy, approachVelocity operand.Mem) {
	laneMask := asm.GP32()
	asm.VMOVMSKPS(load(bouncy), laneMask)
	for lane := range 8 {
		next := e.label("next")
		asm.BTL(operand.Imm(uint64(lane)), laneMask)
		asm.JCS(operand.LabelRef(next))
		x := asm.GP32()
		asm.MOVL(approachVelocity.Offset(4*lane), x)
		asm.MOVL(x, e.solverContact(lane, e.contactPointOffset(k, "NormalVelocity")))
		asm.Label(next)
	}
}

// store writes the impulses of a bundle back to its contacts.
func (e *emitter) store() {
	e.usedSlots = 0
	e.openContacts()
	share := load(e.constant("one"))
	if e.points == 2 {
		first := load(e.point(0, "impulse"))
		sum := add(first, e.point(1, "impulse"))
		share = blend(compare(greaterThan, sum, zero()), div(first, sum), load(e.constant("half")))
	}
	for k := range e.points {
		if k > 0 {
			share = sub(load(e.constant("one")), share)
		}
		impulse, total := load(e.point(k, "impulse")), load(e.point(k, "totalImpulse"))
		rows := transpose([4]vec{impulse, mul(share, e.column("tangentImpulse")), total, total})
		for i, pair := range rows {
			e.storePoint(k, i, pair)
			upper := asm.YMM()
			asm.VEXTRACTF128(operand.Imm(1), pair, upper.AsX())
			e.storePoint(k, i+4, upper)
		}
	}
	e.advanceContacts()
}

func (e *emitter) solverContactOf(field string) [4]vec {
	disp := offset(structOf(e.layout.state, "SolverContact"), field)
	return gather(func(lane int) operand.Mem { return e.solverContact(lane, disp) })
}

func (e *emitter) contactPointOf(k int, field string) [4]vec {
	return gather(func(lane int) operand.Mem { return e.solverContact(lane, e.contactPointOffset(k, field)) })
}

// storePoint writes the three adjacent impulses of a lane.
func (e *emitter) storePoint(k, lane int, x vec) {
	to := e.solverContact(lane, e.contactPointOffset(k, "NormalImpulse"))
	asm.VMOVLPS(x.AsX(), to)
	asm.VEXTRACTPS(operand.Imm(2), x.AsX(), to.Offset(8))
}

// openContacts loads the arguments that the kernels of this file use, and prefetches the
// contacts of the next bundle, if there is one: they are scattered over the table. So it does with
// their records in other tables.
func (e *emitter) openContacts(others ...prefetched) {
	e.contactRows, e.solverContacts = e.integer("contactRows"), e.integer("solverContacts")
	e.prefetchNext(func() {
		for _, t := range others {
			table := e.integer(t.table)
			for lane := range 8 {
				asm.PREFETCHT0(e.elem(table, structOf(e.layout.state, t.of), e.contact(lane).Offset(32), 0))
			}
		}
		for lane := range 8 {
			next := e.contact(lane).Offset(32)
			asm.PREFETCHT0(e.elem(e.solverContacts, structOf(e.layout.state, "SolverContact"), next, 0))
			asm.PREFETCHT0(e.elem(e.solverContacts, structOf(e.layout.state, "SolverContact"), next, 64))
		}
	})
}

// prefetched names a table and what it holds.
type prefetched struct{ table, of string }

// canPrefetch says that the target has instructions for it.
var canPrefetch = true

// prefetchNext writes the prefetches for the next bundle, if there is one.
func (e *emitter) prefetchNext(prefetch func()) {
	if !canPrefetch {
		return
	}
	last := e.label("last")
	asm.CMPQ(e.count, operand.Imm(1))
	asm.JEQ(operand.LabelRef(last))
	prefetch()
	asm.Label(last)
}

// advanceContacts goes on to the contacts of the next bundle.
func (e *emitter) advanceContacts() {
	asm.ADDQ(operand.Imm(32), e.at("contactRows"))
}

// contact returns the address of the contact row of a lane, and solverContact one in its
// SolverContact.
func (e *emitter) contact(lane int) operand.Mem {
	return operand.Mem{Base: e.contactRows, Disp: 4 * lane}
}

func (e *emitter) solverContact(lane int, disp int) operand.Mem {
	return e.elem(e.solverContacts, structOf(e.layout.state, "SolverContact"), e.contact(lane), disp)
}

// contactPointOffset returns the offset of a field of point k in a SolverContact.
func (e *emitter) contactPointOffset(k int, field string) int {
	s := structOf(e.layout.state, "SolverPoint")
	return offset(structOf(e.layout.state, "SolverContact"), "Points") + k*size(s) + offset(s, field)
}
