package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// moveInstruction translates an instruction that moves vectors or parts of them. It reports whether
// it is one.
func (b *neonBody) moveInstruction(i *ir.Instruction) bool {
	o := i.Operands
	switch i.Opcode {
	case "VMOVUPS", "VMOVUPD":
		b.move(o)
	case "VBROADCASTF128":
		b.halves(o[1], func(to int, upper bool) { b.copy(to, b.half(o[0], false, 0)) })
	case "VINSERTF128":
		if o[0].(operand.U8) != 1 {
			b.fail("an insertion into the lower half")
		}
		x := b.half(o[1], false, 0)
		b.copy(firstTemporary, x)
		b.set(o[3], false, func(to int) { b.copy(to, b.half(o[2], false, 1)) })
		b.set(o[3], true, func(to int) { b.copy(to, firstTemporary) })
		b.setMask(o[3], false)
	case "VEXTRACTF128":
		from := b.half(o[1], o[0].(operand.U8) == 1, 0)
		if m, ok := o[2].(operand.Mem); ok {
			b.line("FMOVQ F%d, %s", from, b.place(m, 0, 16))
			break
		}
		b.set(o[2], false, func(to int) { b.copy(to, from) })
		b.setMask(o[2], false)
	case "VMOVLPS", "VMOVQ":
		from := b.half(o[0], false, 0)
		b.line("FMOVD F%d, %s", from, b.place(o[1].(operand.Mem), 0, 8))
	case "VMOVHPS":
		from := b.half(o[0], false, 0)
		b.line("VST1 V%d.D[1], %s", from, b.addressOf(o[1].(operand.Mem)))
	case "VEXTRACTPS":
		from := b.half(o[1], false, 0)
		b.line("VST1 V%d.S[%d], %s", from, o[0].(operand.U8), b.addressOf(o[2].(operand.Mem)))
	case "VPEXTRD":
		from := b.half(o[1], false, 0)
		b.line("VMOV V%d.S[%d], R%d", from, o[0].(operand.U8), b.integer(o[2].(reg.Register)))
	default:
		return false
	}
	return true
}

// move loads, stores or copies 16 or 32 bytes.
func (b *neonBody) move(o []operand.Op) {
	m, storing := o[1].(operand.Mem)
	if !storing {
		mask := b.isMask(o[0])
		b.halves(o[1], func(to int, upper bool) {
			from, ok := o[0].(operand.Mem)
			if !ok {
				b.copy(to, b.half(o[0], upper, 0))
				return
			}
			more := 0
			if upper {
				more = 16
			}
			b.line("FMOVQ %s, F%d", b.place(from, more, 16), to)
		})
		b.setMask(o[1], mask)
		return
	}
	b.line("FMOVQ F%d, %s", b.half(o[0], false, 0), b.place(m, 0, 16))
	if o[0].(reg.Register).Size() == 32 {
		b.line("FMOVQ F%d, %s", b.half(o[0], true, 0), b.place(m, 16, 16))
		b.setMask(m, b.isMask(o[0]))
	} else {
		b.setMask(m, false)
	}
}

// integerInstruction translates an instruction on integers, or a jump. It reports whether it is
// one.
func (b *neonBody) integerInstruction(i *ir.Instruction) bool {
	o := i.Operands
	if i.IsBranch {
		b.branch(i.Opcode, string(o[0].(operand.LabelRef)))
		return true
	}
	switch i.Opcode {
	case "LEAQ":
		b.frames[o[1].(reg.Register).ID()] = true
	case "MOVL":
		b.moveInteger(o[0], o[1], 4)
	case "MOVQ":
		b.moveInteger(o[0], o[1], 8)
	case "TESTL", "TESTQ":
		b.compared, b.bit = [2]operand.Op{o[0], operand.U8(0)}, nil
	case "CMPL", "CMPQ":
		b.compared, b.bit = [2]operand.Op{o[0], o[1]}, nil
	case "BTL":
		b.compared, b.bit = [2]operand.Op{o[1], nil}, o[0]
	case "DECQ":
		r := b.integer(o[0].(reg.Register))
		b.line("SUB $1, R%d, R%d", r, r)
		b.compared, b.bit = [2]operand.Op{o[0], operand.U8(0)}, nil
	case "ADDQ":
		b.change("ADD", o[0], o[1], 8)
	case "ANDL":
		b.change("AND", o[0], o[1], 4)
	case "ANDQ":
		if r, ok := o[1].(reg.Register); !ok || !b.frames[r.ID()] { // the frame is aligned
			b.fail("ANDQ")
		}
	case "ORL":
		b.change("ORR", o[0], o[1], 4)
	case "SHLL", "SHLQ":
		b.change("LSL", o[0], o[1], 8)
	case "SHRL":
		b.change("LSR", o[0], o[1], 4)
	case "IMUL3Q":
		b.line("MOVD $%d, R%d", o[0].(operand.U32), temporary)
		b.line("MUL R%d, R%d, R%d", temporary, b.integer(o[1].(reg.Register)), b.integer(o[2].(reg.Register)))
	case "PREFETCHT0":
		b.line("PRFM %s, PLDL1KEEP", b.addressOf(o[0].(operand.Mem)))
	default:
		return false
	}
	return true
}

// branch jumps on the last comparison, of 64 bits: the upper half of a register with 32 is zero.
func (b *neonBody) branch(opcode, label string) {
	if opcode == "JMP" {
		b.line("JMP %s", label)
		return
	}
	r := b.integer(b.compared[0].(reg.Register))
	switch opcode {
	case "JCC":
		b.line("TBZ $%d, R%d, %s", b.bit.(operand.U8), r, label)
		return
	case "JCS":
		b.line("TBNZ $%d, R%d, %s", b.bit.(operand.U8), r, label)
		return
	}
	if b.bit != nil {
		b.fail("%s after a test of a bit", opcode)
	}
	b.line("CMP %s, R%d", b.immediate(b.compared[1]), r)
	names := map[string]string{"JEQ": "BEQ", "JZ": "BEQ", "JNE": "BNE", "JNZ": "BNE", "JLE": "BLE"}
	name, ok := names[opcode]
	if !ok {
		b.fail("no translation of %s", opcode)
	}
	b.line("%s %s", name, label)
}

func (b *neonBody) immediate(o operand.Op) string {
	switch o := o.(type) {
	case operand.U8:
		return fmt.Sprintf("$%d", o)
	case operand.U32:
		return fmt.Sprintf("$%d", o)
	case operand.I8:
		return fmt.Sprintf("$%d", o)
	default:
		b.fail("constant %T", o)
		return ""
	}
}

// change is an instruction that changes its second operand.
func (b *neonBody) change(name string, x, y operand.Op, size int) {
	from := ""
	switch x := x.(type) {
	case reg.Register:
		from = fmt.Sprintf("R%d", b.integer(x))
	case operand.Mem:
		b.line("MOVD %s, R%d", b.place(x, 0, 8), temporary)
		from = fmt.Sprintf("R%d", temporary)
	default:
		from = b.immediate(x)
	}
	m, inMemory := y.(operand.Mem)
	if !inMemory {
		r := b.integer(y.(reg.Register))
		b.line("%s %s, R%d, R%d", name, from, r, r)
		return
	}
	load, store := "MOVD", "MOVD"
	if size == 4 {
		load, store = "MOVWU", "MOVW"
	}
	place := b.place(m, 0, size)
	b.line("%s %s, R%d", load, place, temporary)
	b.line("%s %s, R%d, R%d", name, from, temporary, temporary)
	b.line("%s R%d, %s", store, temporary, place)
}

func (b *neonBody) moveInteger(from, to operand.Op, size int) {
	load, store := "MOVD", "MOVD"
	if size == 4 {
		load, store = "MOVWU", "MOVW"
	}
	if m, ok := to.(operand.Mem); ok {
		r := "ZR"
		if x, ok := from.(reg.Register); ok {
			r = fmt.Sprintf("R%d", b.integer(x))
		} else if from != operand.Op(operand.U32(0)) {
			b.fail("a constant goes to memory")
		}
		b.line("%s %s, %s", store, r, b.place(m, 0, size))
		b.setMask(m, false)
		return
	}
	r := b.integer(to.(reg.Register))
	switch x := from.(type) {
	case operand.Mem:
		if x.Base == reg.FramePointer {
			b.line("MOVD args+0(FP), R%d", r)
			return
		}
		b.line("%s %s, R%d", load, b.place(x, 0, size), r)
	case reg.Register:
		b.line("%s R%d, R%d", load, b.integer(x), r)
	default:
		b.line("MOVD %s, R%d", b.immediate(from), r)
	}
}
