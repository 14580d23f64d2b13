package main

import (
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// neonInstruction is an instruction that does the same to all lanes, or in each half: its name and
// its bits without registers.
type neonInstruction struct {
	name string
	bits uint32
}

// neonLanes are the instructions of two operands, z = x op y, in AVX2 written y, x, z. Minimum and
// maximum are not among them: the second operand comes out unless the first is the lesser or
// greater.
var neonLanes = map[string]neonInstruction{
	"VADDPS": {"FADD.4S", 0x4e20d400}, "VSUBPS": {"FSUB.4S", 0x4ea0d400}, "VMULPS": {"FMUL.4S", 0x6e20dc00}, "VDIVPS": {"FDIV.4S", 0x6e20fc00},
	"VADDPD": {"FADD.2D", 0x4e60d400}, "VSUBPD": {"FSUB.2D", 0x4ee0d400}, "VMULPD": {"FMUL.2D", 0x6e60dc00}, "VDIVPD": {"FDIV.2D", 0x6e60fc00},
	"VANDPS": {"AND", 0x4e201c00}, "VANDPD": {"AND", 0x4e201c00}, "VORPS": {"ORR", 0x4ea01c00}, "VORPD": {"ORR", 0x4ea01c00},
	"VXORPS": {"EOR", 0x6e201c00}, "VXORPD": {"EOR", 0x6e201c00}, "VANDNPS": {"BIC", 0x4e601c00},
	"VPCMPEQD": {"CMEQ.4S", 0x6ea08c00}, "VPCMPGTD": {"CMGT.4S", 0x4ea03400}, "VPCMPEQQ": {"CMEQ.2D", 0x6ee08c00},
	"VPADDD":    {"ADD.4S", 0x4ea08400},
	"VUNPCKLPS": {"ZIP1.4S", 0x4e803800}, "VUNPCKHPS": {"ZIP2.4S", 0x4e807800}, "VUNPCKLPD": {"ZIP1.2D", 0x4ec03800}, "VUNPCKHPD": {"ZIP2.2D", 0x4ec07800},
}

// neonGreater are the comparisons that choose for minimum and maximum.
var neonGreater = map[string]neonInstruction{
	"VMINPS": {"FCMGT.4S", 0x6ea0e400}, "VMAXPS": {"FCMGT.4S", 0x6ea0e400}, "VMINPD": {"FCMGT.2D", 0x6ee0e400}, "VMAXPD": {"FCMGT.2D", 0x6ee0e400},
}

// neonSingle are the instructions of one operand, the last but one of AVX2's.
var neonSingle = map[string]neonInstruction{
	"VSQRTPS": {"FSQRT.4S", 0x6ea1f800}, "VSQRTPD": {"FSQRT.2D", 0x6ee1f800}, "VROUNDPD": {"FRINTM.2D", 0x4e619800},
}

func (b *neonBody) instruction(i *ir.Instruction) {
	o := i.Operands
	if x, ok := neonLanes[i.Opcode]; ok {
		b.lanes(i.Opcode, x, o)
		return
	}
	if x, ok := neonGreater[i.Opcode]; ok {
		b.choose(x, i.Opcode[:4] == "VMIN", o)
		return
	}
	if x, ok := neonSingle[i.Opcode]; ok {
		b.halves(o[len(o)-1], func(to int, upper bool) { b.word2(x.name, x.bits, to, b.half(o[len(o)-2], upper, 0)) })
		return
	}
	if b.integerInstruction(i) || b.moveInstruction(i) {
		return
	}
	switch i.Opcode {
	case "VCMPPS":
		b.compare(o, neonInstruction{"FCMEQ.4S", 0x4e20e400}, neonInstruction{"FCMGE.4S", 0x6e20e400}, neonInstruction{"FCMGT.4S", 0x6ea0e400})
	case "VCMPPD":
		b.compare(o, neonInstruction{"FCMEQ.2D", 0x4e60e400}, neonInstruction{"FCMGE.2D", 0x6e60e400}, neonInstruction{"FCMGT.2D", 0x6ee0e400})
	case "VBLENDVPS":
		b.blend(o, neonInstruction{"SSHR.4S $31", shiftRight(64 - 31)})
	case "VBLENDVPD":
		b.blend(o, neonInstruction{"SSHR.2D $63", shiftRight(128 - 63)})
	case "VPSLLD":
		n := uint32(o[0].(operand.U8))
		b.halves(o[2], func(to int, upper bool) { b.word2("SHL.4S", 0x4f005400|(32+n)<<16, to, b.half(o[1], upper, 0)) })
	case "VPSRAD":
		n := uint32(o[0].(operand.U8))
		b.halves(o[2], func(to int, upper bool) { b.word2("SSHR.4S", shiftRight(64-n), to, b.half(o[1], upper, 0)) })
		b.setMask(o[2], n == 31)
	case "VMOVMSKPS":
		b.laneMask32(o)
	case "VMOVMSKPD":
		b.laneMask64(o)
	case "VCVTPS2PD":
		b.widen(o)
	case "VCVTPD2PSY":
		b.narrow(o)
	case "VCVTTPD2DQY":
		b.truncate(o)
	case "VPACKUSDW":
		b.pack(o)
	case "VSHUFPS":
		b.shuffle(o)
	case "VPERM2F128":
		b.exchangeHalves(o)
	case "RET":
		b.line("RET")
	case "VZEROUPPER":
	default:
		b.fail("no translation of %s", i.Opcode)
	}
}

// shiftRight is an arithmetic shift to the right, whose distance is coded as its difference to
// twice the size of a lane.
func shiftRight(code uint32) uint32 { return 0x4f000400 | code<<16 }

func (b *neonBody) lanes(opcode string, x neonInstruction, o []operand.Op) {
	first, second, z := o[1], o[0], o[2]
	mask := false
	switch opcode {
	case "VPCMPEQD", "VPCMPGTD", "VPCMPEQQ":
		mask = true
	case "VANDPS", "VANDPD", "VORPS", "VORPD", "VXORPS", "VXORPD", "VANDNPS":
		mask = b.isMask(first) && b.isMask(second)
	}
	if first == second && first == z && x.name == "EOR" { // all zeros
		b.halves(z, func(to int, _ bool) { b.line("VEOR V%d.B16, V%d.B16, V%d.B16", to, to, to) })
		b.setMask(z, true)
		return
	}
	if opcode == "VANDNPS" { // the second without the bits of the first
		first, second = second, first
	}
	b.halves(z, func(to int, upper bool) {
		b.word(x.name, x.bits, to, b.half(first, upper, 0), b.half(second, upper, 1))
	})
	b.setMask(z, mask)
}

// choose is minimum or maximum.
func (b *neonBody) choose(greater neonInstruction, lesser bool, o []operand.Op) {
	b.halves(o[2], func(to int, upper bool) {
		x, y := b.half(o[1], upper, 0), b.half(o[0], upper, 1)
		if lesser {
			b.word(greater.name, greater.bits, firstTemporary+2, y, x)
		} else {
			b.word(greater.name, greater.bits, firstTemporary+2, x, y)
		}
		b.word("BSL", 0x6e601c00, firstTemporary+2, x, y)
		b.copy(to, firstTemporary+2)
	})
}

// compare compares. The relations that are true for NaN are the opposites of others.
func (b *neonBody) compare(o []operand.Op, equal, atLeastInstruction, greater neonInstruction) {
	var x neonInstruction
	swap, not := false, false
	switch relation := uint64(o[0].(operand.U8)); relation {
	case equalTo:
		x = equal
	case notEqualTo:
		x, not = equal, true
	case lessThan:
		x, swap = greater, true
	case greaterThan:
		x = greater
	case atMost:
		x, swap = atLeastInstruction, true
	case atLeast:
		x = atLeastInstruction
	case notAtLeast:
		x, not = atLeastInstruction, true
	default:
		b.fail("no relation %#x", relation)
	}
	b.halves(o[3], func(to int, upper bool) {
		left, right := b.half(o[2], upper, 0), b.half(o[1], upper, 1)
		if swap {
			left, right = right, left
		}
		b.word(x.name, x.bits, to, left, right)
		if not {
			b.word2("MVN", 0x6e205800, to, to)
		}
	})
	b.setMask(o[3], true)
}

// blend takes the sign of the lanes of a mask, which is spread over the lane unless the mask is all
// ones or zeros.
func (b *neonBody) blend(o []operand.Op, spread neonInstruction) {
	mask, yes, no, z := o[0], o[1], o[2], o[3]
	full, result := b.isMask(mask), b.isMask(yes) && b.isMask(no)
	b.halves(z, func(to int, upper bool) {
		chosen := firstTemporary + 2
		if m := b.half(mask, upper, 2); full {
			b.copy(chosen, m)
		} else {
			b.word2(spread.name, spread.bits, chosen, m)
		}
		b.word("BSL", 0x6e601c00, chosen, b.half(yes, upper, 0), b.half(no, upper, 1))
		b.copy(to, chosen)
	})
	b.setMask(z, result)
}

// laneMask32 collects the signs of eight lanes: narrowed to a byte each, then gathered by a product
// whose terms put bit 0 of byte i at bit 56 + i.
func (b *neonBody) laneMask32(o []operand.Op) {
	t := firstTemporary
	for i, upper := range []bool{false, true} {
		b.word2("SSHR.4S $31", shiftRight(64-31), t+1+i, b.half(o[0], upper, 0))
	}
	b.word2("XTN.4H", 0x0e612800, t, t+1)
	b.word2("XTN2.8H", 0x4e612800, t, t+2)
	b.word2("XTN.8B", 0x0e212800, t, t)
	b.gatherBits(o[1], 0x0101010101010101, 0x0102040810204080, 56)
}

// laneMask64 is the same for four lanes, which have two bytes each.
func (b *neonBody) laneMask64(o []operand.Op) {
	t := firstTemporary
	for i, upper := range []bool{false, true} {
		b.word2("SSHR.2D $63", shiftRight(128-63), t+1+i, b.half(o[0], upper, 0))
	}
	b.word2("XTN.2S", 0x0ea12800, t, t+1)
	b.word2("XTN2.4S", 0x4ea12800, t, t+2)
	b.word2("XTN.4H", 0x0e612800, t, t)
	b.gatherBits(o[1], 0x0001000100010001, 0x0001000200040008, 48)
}

func (b *neonBody) gatherBits(to operand.Op, lowest, factor uint64, shift int) {
	r := b.integer(to.(reg.Register))
	b.line("FMOVD F%d, R%d", firstTemporary, r)
	b.line("AND $%#x, R%d, R%d", lowest, r, r)
	b.line("MOVD $%#x, R%d", factor, temporary)
	b.line("MUL R%d, R%d, R%d", temporary, r, r)
	b.line("LSR $%d, R%d, R%d", shift, r, r)
}

// widen converts four float32 to float64.
func (b *neonBody) widen(o []operand.Op) {
	from := b.half(o[0], false, 0)
	b.copy(firstTemporary, from)
	b.halves(o[1], func(to int, upper bool) {
		if upper {
			b.word2("FCVTL2.2D", 0x4e617800, to, firstTemporary)
		} else {
			b.word2("FCVTL.2D", 0x0e617800, to, firstTemporary)
		}
	})
}

// narrow rounds four float64 to float32.
func (b *neonBody) narrow(o []operand.Op) {
	t := firstTemporary + 2
	b.word2("FCVTN.2S", 0x0e616800, t, b.half(o[0], false, 0))
	b.word2("FCVTN2.4S", 0x4e616800, t, b.half(o[0], true, 0))
	b.set(o[1], false, func(to int) { b.copy(to, t) })
	b.setMask(o[1], false)
}

// truncate turns four float64 into integers of four bytes.
func (b *neonBody) truncate(o []operand.Op) {
	t := firstTemporary
	b.word2("FCVTZS.2D", 0x4ee1b800, t+1, b.half(o[0], false, 0))
	b.word2("XTN.2S", 0x0ea12800, t+2, t+1)
	b.word2("FCVTZS.2D", 0x4ee1b800, t+1, b.half(o[0], true, 0))
	b.word2("XTN2.4S", 0x4ea12800, t+2, t+1)
	b.set(o[1], false, func(to int) { b.copy(to, t+2) })
	b.setMask(o[1], false)
}

// pack narrows the integers of two operands, which are below 1<<16.
func (b *neonBody) pack(o []operand.Op) {
	t := firstTemporary + 2
	b.word2("XTN.4H", 0x0e612800, t, b.half(o[1], false, 0))
	b.word2("XTN2.8H", 0x4e612800, t, b.half(o[0], false, 0))
	b.set(o[2], false, func(to int) { b.copy(to, t) })
	b.setMask(o[2], false)
}

// shuffle takes the even or the odd lanes of two operands, or exchanges the neighbours or the halves
// of 8 bytes of one.
func (b *neonBody) shuffle(o []operand.Op) {
	switch own := o[1] == o[2]; {
	case own && o[0].(operand.U8) == 0xb1:
		b.halves(o[3], func(to int, upper bool) { b.word2("REV64.4S", 0x4ea00800, to, b.half(o[1], upper, 0)) })
		return
	case own && o[0].(operand.U8) == 0x4e:
		b.halves(o[3], func(to int, upper bool) {
			x := b.half(o[1], upper, 0)
			b.word("EXT.16B $8", 0x6e004000, to, x, x)
		})
		return
	}
	x := neonInstruction{"UZP1.4S", 0x4e801800}
	switch pattern := o[0].(operand.U8); pattern {
	case 0x88:
	case 0xdd:
		x = neonInstruction{"UZP2.4S", 0x4e805800}
	default:
		b.fail("no shuffle %#x", pattern)
	}
	b.halves(o[3], func(to int, upper bool) { b.word(x.name, x.bits, to, b.half(o[2], upper, 0), b.half(o[1], upper, 1)) })
}

// exchangeHalves takes any two of the four halves of two operands.
func (b *neonBody) exchangeHalves(o []operand.Op) {
	pattern := int(o[0].(operand.U8))
	b.halves(o[3], func(to int, upper bool) {
		from := pattern & 3
		if upper {
			from = pattern >> 4 & 3
		}
		b.copy(to, b.half([]operand.Op{o[2], o[1]}[from/2], from%2 == 1, 0))
	})
}
