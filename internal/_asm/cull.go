package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeCull writes the kernel of package collision/kernel that partitions contacts. It takes four
// at a time.
func writeCull(l *layout) {
	e := &cullEmitter{layout: l, arguments: begin("cullVector", "cullArgs", l.collision)}
	asm.Attributes(attr.NOSPLIT)
	e.pairs, e.boxes, e.lists, e.row = e.integer("pairs"), e.integer("boxes"), e.integer("lists"), e.integer("row")
	loop(e.integer("count"), func() {
		lists := e.listsOf(e.overlaps(), e.flags())
		for lane := range 4 {
			list := asm.GP64()
			asm.VPEXTRD(operand.U8(lane), lists, list.As32())
			e.append(list)
		}
		asm.ADDQ(operand.U8(4*e.size()), e.pairs)
	})
}

type cullEmitter struct {
	*layout
	arguments
	pairs, boxes, lists reg.Register // tables
	row                 reg.Register
}

func (e *cullEmitter) size() int { return size(structOf(e.state, "ContactPair")) }

// pair returns the place of a field of a contact.
func (e *cullEmitter) pair(lane int, field string) operand.Mem {
	return operand.Mem{Base: e.pairs, Disp: e.size()*lane + offset(structOf(e.state, "ContactPair"), field)}
}

// box loads the box of a collider.
func (e *cullEmitter) box(lane int, collider string) vec128 {
	box, slot := asm.XMM(), indexAt(e.pair(lane, collider))
	asm.SHLQ(operand.U8(4), slot)
	asm.VMOVUPS(operand.Mem{Base: e.boxes, Index: slot, Scale: 1}, box)
	return box
}

// overlaps returns all ones for each contact whose boxes overlap.
func (e *cullEmitter) overlaps() vec128 {
	var ordered [4]vec128 // of each contact: whether its lower sides are at most the upper sides of the other box
	for lane := range ordered {
		a, b := e.box(lane, "ColliderA"), e.box(lane, "ColliderB")
		low, high := asm.XMM(), asm.XMM()
		asm.VUNPCKLPD(b, a, low)
		asm.VUNPCKHPD(a, b, high)
		ordered[lane] = asm.XMM()
		asm.VCMPPS(operand.Imm(atMost), high, low, ordered[lane])
	}
	var both [2]vec128
	for i := range both {
		x, y := asm.XMM(), asm.XMM()
		asm.VUNPCKLPS(ordered[2*i+1], ordered[2*i], x)
		asm.VUNPCKHPS(ordered[2*i+1], ordered[2*i], y)
		both[i] = binary128(asm.VANDPS, x, y)
	}
	x, y := asm.XMM(), asm.XMM()
	asm.VUNPCKLPD(both[1], both[0], x)
	asm.VUNPCKHPD(both[1], both[0], y)
	return binary128(asm.VANDPS, x, y)
}

// flags returns the flags of four contacts, which are the last of the four numbers behind the first
// collider.
func (e *cullEmitter) flags() vec128 {
	rows := rows128(func(lane int) operand.Mem { return e.pair(lane, "ColliderB") })
	var high [2]vec128
	for i := range high {
		high[i] = asm.XMM()
		asm.VUNPCKHPS(rows[2*i+1], rows[2*i], high[i])
	}
	flags := asm.XMM()
	asm.VUNPCKHPD(high[1], high[0], flags)
	return flags
}

// listsOf returns the numbers of lists.
func (e *cullEmitter) listsOf(overlap, flags vec128) vec128 {
	list := binary128(asm.VPADDD, e.are(flags, "touching", "touching"), e.at("last"))
	list = binary128(asm.VPADDD, e.are(flags, "reusable", "reusable"), list)
	list = binary128(asm.VPADDD, e.are(flags, "mask", "reusable"), list)
	disjoint := binary128(asm.VANDNPS, overlap, e.at("disjoint"))
	return binary128(asm.VORPS, binary128(asm.VANDPS, overlap, list), disjoint)
}

// are returns minus one where the flags in a mask have the values wanted.
func (e *cullEmitter) are(flags vec128, mask, wanted string) vec128 {
	return binary128(asm.VPCMPEQD, binary128(asm.VANDPS, flags, e.at(mask)), e.at(wanted))
}

// append appends the row to a list.
func (e *cullEmitter) append(list reg.Register) {
	ends := e.at("ends")
	ends.Index, ends.Scale = list, 8
	end := integerAt(ends)
	asm.MOVL(e.row.(reg.GPVirtual).As32(), operand.Mem{Base: e.lists, Index: end, Scale: 1})
	asm.ADDQ(operand.U8(4), end)
	asm.MOVQ(end, ends)
	asm.ADDQ(operand.U8(1), e.row)
}

func binary128(operation func(...operand.Op), x vec128, y op) vec128 {
	z := asm.XMM()
	operation(y, x, z)
	return z
}
