package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// masks knows the registers and the slots of the frame whose lanes are all ones or all zeros: to
// choose by such a mask takes one instruction less.
type masks struct {
	known  map[any]bool
	frames map[reg.ID]bool // integers that hold the address of the frame
}

func newMasks() masks { return masks{map[any]bool{}, map[reg.ID]bool{}} }

// inFrame returns the offset of a place in the frame.
func (k *masks) inFrame(m operand.Mem) (int, bool) {
	if m.Base == reg.StackPointer || m.Base != nil && k.frames[m.Base.ID()] {
		if m.Index != nil {
			panic("asm: index into the frame")
		}
		return m.Disp, true
	}
	return 0, false
}

// isMask reports whether the lanes of an operand are all ones or all zeros.
func (k *masks) isMask(o operand.Op) bool { return k.known[k.key(o)] }

func (k *masks) setMask(o operand.Op, mask bool) {
	if key := k.key(o); key != nil {
		k.known[key] = mask
	}
}

// key returns what known has an operand by.
func (k *masks) key(o operand.Op) any {
	switch o := o.(type) {
	case reg.Register:
		return o.ID()
	case operand.Mem:
		if offset, ok := k.inFrame(o); ok {
			return offset
		}
	}
	return nil
}

// laneMask returns the signs of a column as bits.
func laneMask(x vec) reg.GPVirtual {
	bits := asm.GP32()
	asm.VMOVMSKPS(x, bits)
	return bits
}

// jumpIfNone, jumpIfAll and jumpUnlessAll jump by a mask, or by the signs of a column.
func jumpIfNone(x vec, label string) {
	bits := laneMask(x)
	asm.TESTL(bits, bits)
	asm.JZ(operand.LabelRef(label))
}

func jumpIfAll(x vec, label string) {
	asm.CMPL(laneMask(x), operand.Imm(allLanes))
	asm.JEQ(operand.LabelRef(label))
}

func jumpUnlessAll(x vec, label string) {
	asm.CMPL(laneMask(x), operand.Imm(allLanes))
	asm.JNE(operand.LabelRef(label))
}
