package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeSeparation writes the kernel of package collision/kernel that tells which contacts without
// points still have none. It takes four contacts at a time. A lane is a contact.
func writeSeparation(l *layout) {
	e := &separationEmitter{layout: l, arguments: begin("separatedVector", "separationArgs", l.collision)}
	asm.Attributes(attr.NOSPLIT)
	e.poses, e.bodyRows, e.pairs = e.integer("poses"), e.integer("bodyRows"), e.integer("pairs")
	e.caches, e.rows, e.separated = e.integer("caches"), e.integer("rows"), e.integer("separated")
	count := e.integer("count")
	asm.Label("loop")
	if canPrefetch {
		e.prefetchNext(count)
	}
	e.emit()
	asm.ADDQ(operand.U8(4*4), e.rows)
	asm.ADDQ(operand.U8(8), e.separated)
	asm.DECQ(count)
	asm.JNZ(operand.LabelRef("loop"))
	asm.VZEROUPPER()
	asm.RET()
}

type separationEmitter struct {
	*layout
	arguments
	poses, bodyRows, pairs, caches reg.Register // tables
	rows, separated                reg.Register // of the four contacts
}

func (e *separationEmitter) emit() {
	a, b := poses(e.pose("BodyA")), poses(e.pose("BodyB"))
	x, y := applyInverse(a[2], a[3], sub64(b[0], a[0]), sub64(b[1], a[1]))
	c, s := applyInverse(a[2], a[3], b[2], b[3])
	m := poses(e.cache(0))
	turnC := add64(mul64(m[2], c), mul64(m[3], s))
	turnS := sub64(mul64(m[2], s), mul64(m[3], c))
	moved := add64(e.abs(sub64(x, m[0])), e.abs(sub64(y, m[1])))
	bound := toFloat64(e.cache(cachePoints)) // see state.SeparationBound
	motion := add64(moved, mul64(e.abs(turnS), bound[1]))
	near, hardlyTurned := compare64(atMost, motion, bound[0]), compare64(greaterThan, turnC, e.at("minTurnCos"))
	lanes := asm.GP64()
	asm.VMOVMSKPD(and64(near, hardlyTurned), lanes.As32())
	asm.MOVQ(lanes, operand.Mem{Base: e.separated})
}

// pose returns the places of the poses of one body of each contact.
func (e *separationEmitter) pose(body string) func(lane int) operand.Mem {
	pair := structOf(e.layout.state, "ContactPair")
	return func(lane int) operand.Mem {
		i := e.row(lane)
		asm.IMUL3Q(operand.U32(uint64(size(pair))), i, i)
		asm.MOVL(operand.Mem{Base: e.pairs, Index: i, Scale: 1, Disp: offset(pair, body)}, i.As32())
		asm.MOVL(operand.Mem{Base: e.bodyRows, Index: i, Scale: 4}, i.As32())
		asm.SHLQ(operand.Imm(5), i)
		return operand.Mem{Base: e.poses, Index: i, Scale: 1}
	}
}

// cache returns the places in the cached manifolds.
func (e *separationEmitter) cache(disp int) func(lane int) operand.Mem {
	return func(lane int) operand.Mem {
		i := e.row(lane)
		asm.SHLQ(operand.Imm(6), i)
		return operand.Mem{Base: e.caches, Index: i, Scale: 1, Disp: disp}
	}
}

// prefetchNext prefetches the cached manifolds of the next four contacts, if there are more.
func (e *separationEmitter) prefetchNext(count reg.Register) {
	asm.CMPQ(count, operand.Imm(1))
	asm.JEQ(operand.LabelRef("last"))
	for lane := 4; lane < 8; lane++ {
		asm.PREFETCHT0(e.cache(0)(lane))
	}
	asm.Label("last")
}

// row loads the row of a contact.
func (e *separationEmitter) row(lane int) reg.GPVirtual {
	i := asm.GP64()
	asm.MOVL(operand.Mem{Base: e.rows, Disp: 4 * lane}, i.As32())
	return i
}

func (e *separationEmitter) abs(x vec) vec { return and64(x, e.at("absMask")) }
