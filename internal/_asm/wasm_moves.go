package main

import (
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// moveInstruction translates an instruction that moves vectors or parts of them. It reports whether
// it is one.
func (b *wasmBody) moveInstruction(i *ir.Instruction) bool {
	o := i.Operands
	switch i.Opcode {
	case "VMOVUPS", "VMOVUPD":
		b.move(o)
	case "VBROADCASTF128":
		b.halves(o[1], func(int) { b.half(o[0], 0) })
	case "VINSERTF128":
		place := int(o[0].(operand.U8))
		b.acrossHalves(o[3], func(half int) {
			if half == place {
				b.half(o[1], 0)
			} else {
				b.half(o[2], half)
			}
		})
	case "VEXTRACTF128":
		from := int(o[0].(operand.U8))
		if m, ok := o[2].(operand.Mem); ok {
			b.storeHalf(o[1], from, m)
			break
		}
		b.half(o[1], from)
		b.setHalf(o[2], 0)
		b.setMask(o[2], false)
	case "VMOVLPS", "VMOVQ":
		b.storeLane(0x5b, o[0], 0, o[1].(operand.Mem))
	case "VMOVHPS":
		b.storeLane(0x5b, o[0], 1, o[1].(operand.Mem))
	case "VEXTRACTPS":
		b.storeLane(0x5a, o[1], byte(o[0].(operand.U8)), o[2].(operand.Mem))
	case "VPEXTRD":
		b.half(o[1], 0)
		b.simd(0x1b, byte(o[0].(operand.U8)))
		b.set(b.integer(o[2].(reg.Register)))
	default:
		return false
	}
	return true
}

// move loads, stores or copies 16 or 32 bytes.
func (b *wasmBody) move(o []operand.Op) {
	m, storing := o[1].(operand.Mem)
	if !storing {
		mask := b.isMask(o[0])
		b.halves(o[1], func(half int) { b.half(o[0], half) })
		b.setMask(o[1], mask)
		return
	}
	b.storeHalf(o[0], 0, m)
	if o[0].(reg.Register).Size() == 32 {
		b.storeHalf(o[0], 1, m.Offset(16))
		b.setMask(m, b.isMask(o[0]))
	} else {
		b.setMask(m, false)
	}
}

// storeLane stores one lane of the lower half.
func (b *wasmBody) storeLane(code uint64, from operand.Op, lane byte, m operand.Mem) {
	if _, ok := b.inFrame(m); ok {
		b.fail("a lane goes to the frame")
	}
	b.address(m)
	b.half(from, 0)
	b.simd(code, append(at(m, 0), lane)...)
}

// integerInstruction translates an instruction on integers, or a jump. It reports whether it is
// one.
func (b *wasmBody) integerInstruction(i *ir.Instruction) bool {
	o := i.Operands
	if i.IsBranch {
		b.branch(i.Opcode, string(o[0].(operand.LabelRef)))
		return true
	}
	switch i.Opcode {
	case "LEAQ":
		b.frames[o[1].(reg.Register).ID()] = true
	case "MOVL":
		b.moveInteger(o[0], o[1], false)
	case "MOVQ":
		b.moveInteger(o[0], o[1], true)
	case "TESTL", "TESTQ":
		b.compared = comparison{left: b.pusher(o[0])}
	case "CMPL", "CMPQ":
		b.compared = comparison{left: b.pusher(o[0]), right: b.pusher(o[1])}
	case "BTL":
		b.compared = comparison{bit: true, left: func() {
			b.push(o[1])
			b.number(1 << o[0].(operand.U8))
			b.emit(0x71)
		}}
	case "DECQ":
		b.push(o[0])
		b.number(1)
		b.emit(0x6b)
		b.pop(o[0])
		b.compared = comparison{left: b.pusher(o[0])}
	case "ADDQ":
		b.change(0x6a, o[0], o[1])
	case "ANDL", "ANDQ":
		if r, ok := o[1].(reg.Register); ok && b.frames[r.ID()] {
			break // slots have no address
		}
		b.change(0x71, o[0], o[1])
	case "ORL":
		b.change(0x72, o[0], o[1])
	case "SHLL", "SHLQ":
		b.change(0x74, o[0], o[1])
	case "SHRL":
		b.change(0x76, o[0], o[1])
	case "IMUL3Q":
		b.push(o[1])
		b.push(o[0])
		b.emit(0x6c)
		b.pop(o[2])
	default:
		return false
	}
	return true
}

// branch jumps on the last comparison.
func (b *wasmBody) branch(opcode, label string) {
	if opcode == "JMP" {
		b.jump(false, label)
		return
	}
	c := b.compared
	c.left()
	switch opcode {
	case "JEQ", "JZ":
		if c.right == nil {
			b.emit(0x45)
		} else {
			c.right()
			b.emit(0x46)
		}
	case "JNE", "JNZ":
		if c.right != nil {
			c.right()
			b.emit(0x47)
		}
	case "JLE":
		if c.right != nil {
			b.fail("a comparison with a number")
		}
		b.number(0)
		b.emit(0x4c)
	case "JCC":
		b.emit(0x45)
		fallthrough
	case "JCS":
		if !c.bit {
			b.fail("%s after no test of a bit", opcode)
		}
	default:
		b.fail("no translation of %s", opcode)
	}
	b.jump(true, label)
}

func (b *wasmBody) pusher(o operand.Op) func() { return func() { b.push(o) } }

// push pushes 32 bits of an operand.
func (b *wasmBody) push(o operand.Op) {
	switch o := o.(type) {
	case reg.Register:
		b.get(b.integer(o))
	case operand.U8:
		b.number(int64(o))
	case operand.U32:
		b.number(int64(int32(o)))
	case operand.I8:
		b.number(int64(o))
	case operand.I32:
		b.number(int64(o))
	case operand.Mem:
		if offset, ok := b.inFrame(o); ok {
			b.get(b.slot(offset &^ 15))
			b.simd(0x1b, byte(offset&15/4))
			return
		}
		if o.Base == reg.FramePointer { // the argument
			b.get(0)
			return
		}
		b.address(o)
		b.emit(append([]byte{0x28}, at(o, 0)...)...)
	default:
		b.fail("integer operand %T", o)
	}
}

// pop sets an integer register.
func (b *wasmBody) pop(o operand.Op) { b.set(b.integer(o.(reg.Register))) }

// change is an instruction that changes its second operand.
func (b *wasmBody) change(code byte, x, y operand.Op) {
	m, inMemory := y.(operand.Mem)
	if inMemory {
		b.address(m)
	}
	b.push(y)
	b.push(x)
	b.emit(code)
	if inMemory {
		b.emit(append([]byte{0x36}, at(m, 0)...)...)
	} else {
		b.pop(y)
	}
}

// moveInteger moves 4 or 8 bytes. Addresses and counts have four bytes here, and their upper half
// is zero in memory.
func (b *wasmBody) moveInteger(from, to operand.Op, quad bool) {
	m, storing := to.(operand.Mem)
	if !storing {
		r := to.(reg.Register)
		if quad && b.wide[r.ID()] {
			b.pushQuad(from)
		} else {
			b.push(from)
		}
		b.pop(to)
		return
	}
	if offset, ok := b.inFrame(m); ok {
		if quad {
			b.fail("8 bytes go to the frame")
		}
		b.get(b.slot(offset &^ 15))
		b.push(from)
		b.simd(0x1c, byte(offset&15/4))
		b.set(b.slot(offset &^ 15))
		b.setMask(m.Offset(-(offset & 31)), false)
		return
	}
	b.address(m)
	r, isRegister := from.(reg.Register)
	switch {
	case !quad:
		b.push(from)
		b.emit(append([]byte{0x36}, at(m, 0)...)...)
	case isRegister && b.wide[r.ID()]:
		b.get(b.integer(r))
		b.emit(append([]byte{0x37}, at(m, 0)...)...)
	default:
		b.push(from)
		b.emit(0xad)
		b.emit(append([]byte{0x37}, at(m, 0)...)...)
	}
}

// pushQuad pushes 64 bits.
func (b *wasmBody) pushQuad(o operand.Op) {
	m := o.(operand.Mem)
	if offset, ok := b.inFrame(m); ok {
		b.get(b.slot(offset &^ 15))
		b.simd(0x1d, byte(offset&15/8))
		return
	}
	b.address(m)
	b.emit(append([]byte{0x29}, at(m, 0)...)...)
}
