package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeLocate writes the kernel of package broadphase that puts boxes into the cells of a grid. A
// lane is a side of a box.
func writeLocate(l *layout) {
	e := &locateEmitter{layout: l, arguments: begin("locateVector", "locateArgs", l.broadphase)}
	asm.Attributes(attr.NOSPLIT)
	e.entry, e.boxes, e.old, e.count = e.integer("entries"), e.integer("boxes"), e.integer("old"), e.integer("count")
	loop(e.count, func() {
		e.emit()
		asm.Label("next")
		asm.ADDQ(operand.U8(uint64(size(structOf(l.broadphase, "entry")))), e.entry)
	})
}

type locateEmitter struct {
	*layout
	arguments
	entry, boxes, old, count reg.Register
}

const allSides = 1<<4 - 1

func (e *locateEmitter) emit() {
	id, level := asm.GP64(), asm.GP64()
	asm.MOVL(e.of("id"), id.As32())
	asm.SHLQ(operand.Imm(4), id)
	asm.MOVL(e.of("level"), level.As32())
	asm.ANDL(operand.U8(2*8-1), level.As32())
	asm.SHLQ(operand.Imm(5), level)
	now := e.position(e.boxes, id, level)
	e.compare(and64(compare64(atLeast, now, zero()), compare64(lessThan, now, e.at("farthest"))))
	asm.JEQ(operand.LabelRef("inside"))
	asm.MOVQ(e.count, e.at("outside")) // not zero
	asm.JMP(operand.LabelRef("next"))
	asm.Label("inside")
	e.extend(level, now)
	numbers := truncated(now)
	sum := asm.XMM()
	asm.VUNPCKHPD(numbers, numbers, sum)
	asm.VPADDD(sum, numbers, sum)
	asm.VPSRAD(operand.Imm(9), sum, sum)
	asm.VMOVLPS(sum, e.of("cell"))

	before := e.position(e.old, id, level)
	old := truncated(before)
	asm.VPADDD(e.at("inset"), old, old)
	e.compare(compare64(lessThan, and64(sub64(before, now), e.at("absMask")), e.at("near")))
	asm.JEQ(operand.LabelRef("pack"))
	asm.VUNPCKLPD(numbers, numbers, old)
	asm.VPADDD(e.at("inverted"), old, old)
	asm.Label("pack")
	packed := asm.XMM()
	asm.VPACKUSDW(e.lanes(old), e.lanes(numbers), packed)
	asm.VMOVUPS(packed, e.of("packed"))
}

// position returns the sides of a box in quanta.
func (e *locateEmitter) position(column, id, level reg.Register) vec {
	sides := asm.YMM()
	asm.VCVTPS2PD(operand.Mem{Base: column, Index: id, Scale: 1}, sides)
	return add64(mul64(sides, e.row("scales", level)), e.at("far"))
}

// compare compares a mask with the mask of all lanes, for the next jump.
func (e *locateEmitter) compare(mask vec) {
	lanes := asm.GP64()
	asm.VMOVMSKPD(mask, lanes.As32())
	asm.CMPQ(lanes, operand.U8(allSides))
}

// extend extends the corners of a level.
func (e *locateEmitter) extend(level reg.Register, now vec) {
	high := max64(now, e.row("high", level))
	store(min64(now, e.row("low", level)), e.row("low", level))
	store(high, e.row("high", level))
}

// truncated rounds four numbers that are not negative down.
func truncated(x vec) vec128 {
	z := asm.XMM()
	asm.VCVTTPD2DQY(x, z)
	return z
}

// lanes returns the numbers of a box as a packed box has them, in 32 bits each.
func (e *locateEmitter) lanes(x vec128) vec128 {
	z := asm.XMM()
	asm.VXORPS(e.at("negated"), x, z)
	asm.VPADDD(e.at("complement"), z, z)
	asm.VANDPS(e.at("lane"), z, z)
	return z
}

// of returns a field of the entry.
func (e *locateEmitter) of(name string) operand.Mem {
	return operand.Mem{Base: e.entry, Disp: offset(structOf(e.broadphase, "entry"), name)}
}

func (e *locateEmitter) row(name string, level reg.Register) operand.Mem {
	m := e.at(name)
	m.Index, m.Scale = level, 1
	return m
}
