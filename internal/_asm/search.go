package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func writeBroadphase(l *layout) {
	writeSearch(l)
	writeLocate(l)
}

// writeSearch writes the kernel that compares packed boxes. A step compares one pair of boxes, of
// 16 bytes, with eight others.
func writeSearch(l *layout) {
	e := &searchEmitter{layout: l, arguments: begin("searchVector", "searchArgs", l.broadphase)}
	asm.Attributes(attr.NOSPLIT)
	e.packed, e.probes, e.steps = e.integer("packed"), e.integer("probes"), e.integer("steps")
	kept, count := e.integer("steps"), e.integer("count")
	asm.Label("loop")
	from, probe := e.index(0), e.index(4)
	mask := e.compare(operand.Mem{Base: e.packed, Index: from, Scale: 1}, operand.Mem{Base: e.probes, Index: probe, Scale: 1})
	asm.TESTQ(mask, mask)
	asm.JZ(operand.LabelRef("next"))
	for _, disp := range []int{0, 4} {
		word := indexAt(operand.Mem{Base: e.steps, Disp: disp})
		asm.MOVL(word.As32(), operand.Mem{Base: kept, Disp: disp})
	}
	asm.ADDQ(operand.U8(8), kept)
	asm.Label("next")
	asm.ADDQ(operand.U8(8), e.steps)
	asm.DECQ(count)
	asm.JNZ(operand.LabelRef("loop"))
	asm.MOVQ(kept, e.at("keptEnd"))
	end()
}

type searchEmitter struct {
	*layout
	arguments
	packed, probes, steps reg.Register
}

// index loads an index of a step, as an offset in bytes.
func (e *searchEmitter) index(disp int) reg.GPVirtual {
	i := indexAt(operand.Mem{Base: e.steps, Disp: disp})
	asm.SHLQ(operand.Imm(4), i)
	return i
}

// compare returns a bit for each of eight pairs that overlaps the probe now and did not before, in
// an order of its own.
func (e *searchEmitter) compare(candidates, probe operand.Mem) reg.GPVirtual {
	opposite := asm.YMM() // each side in the lane of the opposite one
	asm.VBROADCASTF128(probe, opposite)
	asm.VSHUFPS(operand.Imm(0xb1), opposite, opposite, opposite)
	none := zero()
	var overlaps [4]vec // all ones where two boxes overlap: now and before, by turns
	for k := range overlaps {
		overlaps[k] = asm.YMM()
		asm.VPADDD(candidates.Offset(32*k), opposite, overlaps[k])
		overlaps[k] = and(overlaps[k], e.at("sign"))
		asm.VPCMPEQQ(none, overlaps[k], overlaps[k])
	}
	first, second := shuffle(0x88, overlaps[0], overlaps[1]), shuffle(0x88, overlaps[2], overlaps[3])
	now, before := shuffle(0x88, first, second), shuffle(0xdd, first, second)
	mask := asm.GP64()
	asm.VMOVMSKPS(andNot(before, now), mask.As32())
	return mask
}

func shuffle(pattern uint64, x, y vec) vec {
	z := asm.YMM()
	asm.VSHUFPS(operand.Imm(pattern), y, x, z)
	return z
}
