package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeSeparation writes the kernel of package collision/kernel that tells which contacts without
// points still have none. It takes four contacts at a time. A lane is a contact.
func writeSeparation(l *layout) {
	e := &separationEmitter{contactEmitter: contactEmitter{layout: l, arguments: begin("separatedVector", "separationArgs", l.collision)}}
	asm.Attributes(attr.NOSPLIT)
	e.poses, e.bodyRows, e.pairs = e.integer("poses"), e.integer("bodyRows"), e.integer("pairs")
	e.caches, e.rows, e.separated = e.integer("caches"), e.integer("rows"), e.integer("separated")
	count := e.integer("count")
	loop(count, func() {
		if canPrefetch {
			e.prefetchNext(count)
		}
		e.emit()
		asm.ADDQ(operand.U8(4*4), e.rows)
		asm.ADDQ(operand.U8(8), e.separated)
	})
}

type separationEmitter struct {
	contactEmitter
	poses, bodyRows reg.Register // tables
	separated       reg.Register // of the four contacts
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
		asm.MOVL(rowOf(e.pairs, i, size(pair), offset(pair, body)), i.As32())
		return bodyRowOf(e.poses, e.bodyRows, i)
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
