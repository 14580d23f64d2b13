package main

import (
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/mmcloughlin/avo/x86"
)

// The operations for sixteen lanes, with AVX-512: two bundles at once, the first in the lower half of each register. A pass
// waits for the results of one operation after another, so two bundles take hardly longer than one. Thirty-two registers hold
// all columns that the kernels keep in the frame otherwise.

// wide is not nil while operations are written for sixteen lanes.
var wide *pairOfBundles

// canPair says that the target has AVX-512.
var canPair = true

// pairOfBundles knows where the columns of the second bundle are, and which registers are masks.
type pairOfBundles struct {
	seconds map[reg.ID]second
	masks   map[reg.ID]reg.OpmaskVirtual // by the register that stands for the mask, which holds nothing
	loaded  map[operand.Mem]vec          // columns that are in a register already, as far as no jump leads around it
}

// second is the way from a column of the first bundle to that of the second.
type second struct {
	disp int
	step reg.Register // or nil
}

// lanes returns the number of lanes of a column.
func lanes() int {
	if wide != nil {
		return 16
	}
	return 8
}

// writePairs writes the loop over pairs of bundles.
func (e *emitter) writePairs() {
	pairs := e.argument("pairs")
	asm.TESTQ(pairs, pairs)
	asm.JLE(operand.LabelRef("single"))
	wide = &pairOfBundles{seconds: map[reg.ID]second{e.bundle.ID(): {disp: e.bundleSize}}, masks: map[reg.ID]reg.OpmaskVirtual{}, loaded: map[operand.Mem]vec{}}
	if e.companion != "" {
		wide.seconds[e.companionAt.ID()] = second{disp: size(structOf(e.pkg, e.companionStruct))}
	}
	if e.strengths {
		wide.seconds[e.strength.ID()] = second{step: e.argument("strengthStep")}
	}
	label("pair")
	e.emit(e)
	e.advance()
	e.advance()
	asm.SUBQ(operand.Imm(2), e.count)
	asm.DECQ(pairs)
	asm.JNZ(operand.LabelRef("pair"))
	wide = nil
	asm.Label("single")
}

// isConstant reports whether a place has the same number for all lanes.
func (p *pairOfBundles) isConstant(m operand.Mem) bool {
	_, ok := p.seconds[m.Base.ID()]
	return !ok
}

// second returns the place of the second bundle's column.
func (p *pairOfBundles) second(m operand.Mem) operand.Mem {
	s := p.seconds[m.Base.ID()]
	if s.step != nil {
		m.Index, m.Scale = s.step, 1
	}
	return m.Offset(s.disp)
}

func (p *pairOfBundles) load(o op) vec {
	m, ok := o.(operand.Mem)
	if !ok {
		return o.(vec)
	}
	if z, ok := p.loaded[m]; ok {
		return z
	}
	z := asm.ZMM()
	if p.isConstant(m) {
		asm.VBROADCASTSS(m, z)
		return z
	}
	p.loaded[m] = z
	lower := asm.ZMM()
	asm.VBROADCASTF32X8(m, lower)
	asm.VINSERTF32X8(operand.Imm(1), p.second(m), lower, z)
	return z
}

func (p *pairOfBundles) store(x vec, to op) {
	m, ok := to.(operand.Mem)
	if !ok {
		asm.VMOVAPS(x, to)
		return
	}
	delete(p.loaded, m)
	asm.VMOVUPS(x.AsY(), m)
	asm.VEXTRACTF32X8(operand.Imm(1), x, p.second(m))
}

func (p *pairOfBundles) binary(operation, broadcast func(...operand.Op), x vec, y op) vec {
	z := asm.ZMM()
	if m, ok := y.(operand.Mem); ok && p.isConstant(m) {
		broadcast(m, x, z)
	} else {
		operation(p.load(y), x, z)
	}
	return z
}

// compare returns a mask. The relation is nil for operations that are a relation.
func (p *pairOfBundles) compare(operation, broadcast func(...operand.Op), relation op, x vec, y op) vec {
	z, k := asm.ZMM(), asm.K()
	var operands []operand.Op
	if relation != nil {
		operands = append(operands, relation)
	}
	if m, ok := y.(operand.Mem); ok && p.isConstant(m) {
		broadcast(append(operands, m, x, k)...)
	} else {
		operation(append(operands, p.load(y), x, k)...)
	}
	p.masks[z.ID()] = k
	return z
}

// mask returns a mask, or the signs of a column.
func (p *pairOfBundles) mask(x vec) reg.OpmaskVirtual {
	if k, ok := p.masks[x.ID()]; ok {
		return k
	}
	k := asm.K()
	asm.VPMOVD2M(x, k)
	return k
}

func (p *pairOfBundles) isMask(o op) bool {
	r, ok := o.(vec)
	return ok && p.masks[r.ID()] != nil
}

// combine returns a mask made of two.
func (p *pairOfBundles) combine(operation func(k, k1, k2 operand.Op), x, y vec) vec {
	z, k := asm.ZMM(), asm.K()
	operation(p.masks[y.ID()], p.masks[x.ID()], k)
	p.masks[z.ID()] = k
	return z
}

func (p *pairOfBundles) blend(mask vec, yes op, no vec) vec {
	z := asm.ZMM()
	var choice *ir.Instruction
	var err error
	if m, ok := yes.(operand.Mem); ok && p.isConstant(m) {
		choice, err = x86.VBLENDMPS_BCST(m, no, p.mask(mask), z)
	} else {
		choice, err = x86.VBLENDMPS(p.load(yes), no, p.mask(mask), z)
	}
	if err != nil {
		panic(err)
	}
	choice.Inputs = choice.Inputs[:3] // avo lists the result too, which then has its register from the beginning of the loop on
	asm.Instruction(choice)
	return z
}

func (p *pairOfBundles) and(mask vec, x op) vec {
	switch {
	case !p.isMask(mask):
		return p.binary(asm.VANDPS, asm.VANDPS_BCST, mask, x)
	case p.isMask(x):
		return p.combine(asm.KANDW, mask, x.(vec))
	}
	z := asm.ZMM()
	asm.VMOVAPS_Z(p.load(x), p.mask(mask), z)
	return z
}

func (p *pairOfBundles) andNot(mask vec, x op) vec {
	if !p.isMask(mask) {
		return p.binary(asm.VANDNPS, asm.VANDNPS_BCST, mask, x)
	}
	z, k := asm.ZMM(), asm.K()
	asm.KNOTW(p.mask(mask), k)
	asm.VMOVAPS_Z(p.load(x), k, z)
	return z
}

func (p *pairOfBundles) or(x vec, y op) vec {
	if p.isMask(x) && p.isMask(y) {
		return p.combine(asm.KORW, x, y.(vec))
	}
	return p.binary(asm.VORPS, asm.VORPS_BCST, x, y)
}

// gather is gather for sixteen lanes, four of which share a register until the transposition.
func (p *pairOfBundles) gather(place func(lane int) operand.Mem) [4]vec {
	var rows [4]vec
	for i := range rows {
		rows[i] = asm.ZMM()
		asm.VBROADCASTF32X4(place(i), rows[i])
		for quarter := 1; quarter < 4; quarter++ {
			asm.VINSERTF32X4(operand.Imm(uint64(quarter)), place(i+4*quarter), rows[i], rows[i])
		}
	}
	return transpose(rows)
}

// rows reads the eight numbers at each of sixteen addresses and returns them as columns. Two addresses share a register, then
// four numbers of four addresses.
func (p *pairOfBundles) rows(place func(lane int) operand.Mem) (first, second [4]vec) {
	var groups [2][4]vec
	for group := range groups {
		var rows [4]vec
		for i := range rows {
			half := asm.ZMM()
			rows[i] = asm.ZMM()
			asm.VBROADCASTF32X8(place(8*group+i), half)
			asm.VINSERTF32X8(operand.Imm(1), place(8*group+4+i), half, rows[i])
		}
		groups[group] = transpose(rows)
	}
	for i := range first {
		first[i], second[i] = asm.ZMM(), asm.ZMM()
		asm.VSHUFF32X4(operand.Imm(0x88), groups[1][i], groups[0][i], first[i])
		asm.VSHUFF32X4(operand.Imm(0xdd), groups[1][i], groups[0][i], second[i])
	}
	return first, second
}

// label is a place to jump to.
func label(name string) {
	asm.Label(name)
	if wide != nil {
		clear(wide.loaded)
	}
}

// laneMask returns the signs of a column as bits.
func laneMask(x vec) reg.GPVirtual {
	bits := asm.GP32()
	if wide != nil {
		asm.KMOVW(wide.mask(x), bits)
	} else {
		asm.VMOVMSKPS(x, bits)
	}
	return bits
}

// jumpIfNone, jumpIfAll and jumpUnlessAll jump by a mask, or by the signs of a column.
func jumpIfNone(x vec, label string) {
	if wide != nil {
		k := wide.mask(x)
		asm.KORTESTW(k, k)
	} else {
		bits := laneMask(x)
		asm.TESTL(bits, bits)
	}
	asm.JZ(operand.LabelRef(label))
}

func jumpIfAll(x vec, label string) {
	if wide != nil {
		k := wide.mask(x)
		asm.KORTESTW(k, k)
		asm.JCS(operand.LabelRef(label))
		return
	}
	asm.CMPL(laneMask(x), operand.Imm(allLanes))
	asm.JEQ(operand.LabelRef(label))
}

func jumpUnlessAll(x vec, label string) {
	if wide != nil {
		k := wide.mask(x)
		asm.KORTESTW(k, k)
		asm.JCC(operand.LabelRef(label))
		return
	}
	asm.CMPL(laneMask(x), operand.Imm(allLanes))
	asm.JNE(operand.LabelRef(label))
}
