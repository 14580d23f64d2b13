package main

import (
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// wasmLanes are the instructions that do the same to all lanes of two operands: z = x op y, in AVX2
// written y, x, z. Minimum and maximum return the second operand unless the first is the lesser or
// greater; pmin and pmax return the first, so they get the operands the other way around.
var wasmLanes = map[string]struct {
	code uint64
	swap bool
}{
	"VADDPS": {0xe4, false}, "VSUBPS": {0xe5, false}, "VMULPS": {0xe6, false}, "VDIVPS": {0xe7, false},
	"VMINPS": {0xea, true}, "VMAXPS": {0xeb, true},
	"VADDPD": {0xf0, false}, "VSUBPD": {0xf1, false}, "VMULPD": {0xf2, false}, "VDIVPD": {0xf3, false},
	"VMINPD": {0xf6, true}, "VMAXPD": {0xf7, true},
	"VANDPS": {0x4e, false}, "VANDPD": {0x4e, false}, "VORPS": {0x50, false}, "VORPD": {0x50, false},
	"VXORPS": {0x51, false}, "VXORPD": {0x51, false}, "VANDNPS": {0x4f, true}, // y and not x
	"VPCMPEQD": {0x37, false}, "VPCMPGTD": {0x3b, false}, "VPCMPEQQ": {0xd6, false}, "VPADDD": {0xae, false},
}

// wasmShuffles are the instructions that take lanes from two operands in each half.
var wasmShuffles = map[string][]byte{
	"VUNPCKLPS": bytes16(4, 0, 4, 1, 5), "VUNPCKHPS": bytes16(4, 2, 6, 3, 7),
	"VUNPCKLPD": bytes16(8, 0, 2), "VUNPCKHPD": bytes16(8, 1, 3),
}

// wasmRelations are the comparisons of float32; the comparisons of float64 follow at a distance of
// 6.
var wasmRelations = map[uint64]uint64{equalTo: 0x41, notEqualTo: 0x42, lessThan: 0x43, greaterThan: 0x44, atMost: 0x45, atLeast: 0x46}

func (b *wasmBody) instruction(i *ir.Instruction) {
	o := i.Operands
	if x, ok := wasmLanes[i.Opcode]; ok {
		b.lanes(i.Opcode, x.code, x.swap, o)
		return
	}
	if pattern, ok := wasmShuffles[i.Opcode]; ok {
		b.halves(o[2], func(half int) {
			b.half(o[1], half)
			b.half(o[0], half)
			b.simd(13, pattern...)
		})
		return
	}
	if b.integerInstruction(i) || b.moveInstruction(i) {
		return
	}
	switch i.Opcode {
	case "VSQRTPS", "VSQRTPD":
		code := uint64(0xe3)
		if i.Opcode == "VSQRTPD" {
			code = 0xef
		}
		b.halves(o[1], func(half int) {
			b.half(o[0], half)
			b.simd(code)
		})
	case "VROUNDPD":
		b.halves(o[2], func(half int) {
			b.half(o[1], half)
			b.simd(0x75)
		})
	case "VCMPPS":
		b.compare(o, 0)
	case "VCMPPD":
		b.compare(o, 6)
	case "VBLENDVPS":
		b.blend(o, 0xac, 31)
	case "VBLENDVPD":
		b.blend(o, 0xcc, 63)
	case "VPSLLD":
		b.shift(0xab, o)
	case "VPSRAD":
		b.shift(0xac, o)
		b.setMask(o[2], o[0].(operand.U8) == 31)
	case "VMOVMSKPS":
		b.laneMask(0xa4, 4, o)
	case "VMOVMSKPD":
		b.laneMask(0xc4, 2, o)
	case "VCVTPS2PD":
		b.widen(o)
	case "VCVTPD2PSY":
		b.narrow(0x5e, o)
	case "VCVTTPD2DQY":
		b.narrow(0xfc, o)
	case "VPACKUSDW":
		b.half(o[1], 0)
		b.half(o[0], 0)
		b.simd(0x86)
		b.setHalf(o[2], 0)
		b.setMask(o[2], false)
	case "VSHUFPS":
		b.shuffle(o)
	case "VPERM2F128":
		b.exchangeHalves(o)
	case "VZEROUPPER", "PREFETCHT0", "RET":
	default:
		b.fail("no translation of %s", i.Opcode)
	}
}

// halves sets both halves of a register, or only the lower one of 16 bytes, to the values that push
// pushes. Each depends on the same half of other registers only.
func (b *wasmBody) halves(to operand.Op, push func(half int)) {
	push(0)
	b.setHalf(to, 0)
	if to.(reg.Register).Size() == 32 {
		push(1)
		b.setHalf(to, 1)
	}
	b.setMask(to, false)
}

// acrossHalves is halves for values that may depend on either half of registers, the register
// itself included.
func (b *wasmBody) acrossHalves(to operand.Op, push func(half int)) {
	push(0)
	push(1)
	b.setHalf(to, 1)
	b.setHalf(to, 0)
	b.setMask(to, false)
}

func (b *wasmBody) lanes(opcode string, code uint64, swap bool, o []operand.Op) {
	x, y, z := o[1], o[0], o[2]
	mask := false
	switch opcode {
	case "VPCMPEQD", "VPCMPGTD", "VPCMPEQQ":
		mask = true
	case "VANDPS", "VANDPD", "VORPS", "VORPD", "VXORPS", "VXORPD", "VANDNPS":
		mask = b.isMask(x) && b.isMask(y)
		if x == y && x == z { // all zeros
			b.halves(z, func(int) { b.simd(12, make([]byte, 16)...) })
			b.setMask(z, true)
			return
		}
	}
	if swap {
		x, y = y, x
	}
	b.halves(z, func(half int) {
		b.half(x, half)
		b.half(y, half)
		b.simd(code)
	})
	b.setMask(z, mask)
}

// compare compares. The relation that is true for NaN is the opposite of one that is false.
func (b *wasmBody) compare(o []operand.Op, distance uint64) {
	relation, not := uint64(o[0].(operand.U8)), false
	if relation == notAtLeast {
		relation, not = atLeast, true
	}
	code, ok := wasmRelations[relation]
	if !ok {
		b.fail("no relation %#x", relation)
	}
	b.halves(o[3], func(half int) {
		b.half(o[2], half)
		b.half(o[1], half)
		b.simd(code + distance)
		if not {
			b.simd(0x4d)
		}
	})
	b.setMask(o[3], true)
}

// blend takes the sign of the lanes of a mask, which is spread over the lane unless the mask is all
// ones or zeros.
func (b *wasmBody) blend(o []operand.Op, spread uint64, bits int64) {
	mask, yes, no, z := o[0], o[1], o[2], o[3]
	full := b.isMask(mask)
	result := b.isMask(yes) && b.isMask(no)
	b.halves(z, func(half int) {
		b.half(yes, half)
		b.half(no, half)
		b.half(mask, half)
		if !full {
			b.number(bits)
			b.simd(spread)
		}
		b.simd(0x52)
	})
	b.setMask(z, result)
}

func (b *wasmBody) shift(code uint64, o []operand.Op) {
	b.halves(o[2], func(half int) {
		b.half(o[1], half)
		b.number(int64(o[0].(operand.U8)))
		b.simd(code)
	})
}

// laneMask collects the signs of the lanes.
func (b *wasmBody) laneMask(code uint64, lanes int64, o []operand.Op) {
	b.half(o[0], 0)
	b.simd(code)
	b.half(o[0], 1)
	b.simd(code)
	b.number(lanes)
	b.emit(0x74, 0x72) // shift left, or
	b.set(b.integer(o[1].(reg.Register)))
}

// widen converts four float32 to float64.
func (b *wasmBody) widen(o []operand.Op) {
	b.halves(o[1], func(half int) {
		m, inMemory := o[0].(operand.Mem)
		if _, inFrame := b.inFrame(m); inFrame || !inMemory {
			b.half(o[0], 0)
			if half == 1 {
				b.half(o[0], 0)
				b.simd(13, bytes16(8, 1, 1)...)
			}
		} else {
			b.address(m)
			b.simd(0x5d, at(m, 8*half)...)
		}
		b.simd(0x5f)
	})
}

// narrow converts four numbers of 8 bytes to 4 bytes each.
func (b *wasmBody) narrow(code uint64, o []operand.Op) {
	b.half(o[0], 0)
	b.simd(code)
	b.half(o[0], 1)
	b.simd(code)
	b.simd(13, bytes16(8, 0, 2)...)
	b.setHalf(o[1], 0)
	b.setMask(o[1], false)
}

// shuffle takes two lanes of one operand and two of the other.
func (b *wasmBody) shuffle(o []operand.Op) {
	pattern := int(o[0].(operand.U8))
	b.halves(o[3], func(half int) {
		b.half(o[2], half)
		b.half(o[1], half)
		b.simd(13, bytes16(4, pattern&3, pattern>>2&3, 4+pattern>>4&3, 4+pattern>>6&3)...)
	})
}

// exchangeHalves takes any two of the four halves of two operands.
func (b *wasmBody) exchangeHalves(o []operand.Op) {
	pattern := int(o[0].(operand.U8))
	b.acrossHalves(o[3], func(half int) {
		from := pattern >> (4 * half) & 3
		b.half([]operand.Op{o[2], o[1]}[from/2], from%2)
	})
}
