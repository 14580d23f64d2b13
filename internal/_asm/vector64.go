package main

import "github.com/mmcloughlin/avo/operand"

// The operations of float64 arithmetic, four numbers in a register, each rounded on
// its own. The first operand is always in a register.

func add64(x vec, y op) vec { return binary(asm.VADDPD, x, y) }

func sub64(x vec, y op) vec { return binary(asm.VSUBPD, x, y) }

func mul64(x vec, y op) vec { return binary(asm.VMULPD, x, y) }

// min64 is x where x < y and y elsewhere.
func min64(x vec, y op) vec { return binary(asm.VMINPD, x, y) }

// max64 is x where x > y and y elsewhere.
func max64(x vec, y op) vec { return binary(asm.VMAXPD, x, y) }

func sqrt64(x vec) vec {
	z := asm.YMM()
	asm.VSQRTPD(x, z)
	return z
}

func div64(x vec, y op) vec { return binary(asm.VDIVPD, x, y) }

func and64(x vec, y op) vec { return binary(asm.VANDPD, x, y) }

func xor64(x vec, y op) vec { return binary(asm.VXORPD, x, y) }

func compare64(relation uint8, x vec, y op) vec {
	z := asm.YMM()
	asm.VCMPPD(operand.Imm(uint64(relation)), y, x, z)
	return z
}

// Further predicates of comparisons, false for NaN.
const (
	atMost  = 0x12
	atLeast = 0x1d
)

func blend64(mask vec, yes op, no vec) vec {
	z := asm.YMM()
	asm.VBLENDVPD(mask, yes, no, z)
	return z
}

// transpose64 turns four columns into four rows, or back.
func transpose64(x [4]vec) [4]vec {
	var t, z [4]vec
	for i := range t {
		t[i], z[i] = asm.YMM(), asm.YMM()
	}
	asm.VUNPCKLPD(x[1], x[0], t[0])
	asm.VUNPCKHPD(x[1], x[0], t[1])
	asm.VUNPCKLPD(x[3], x[2], t[2])
	asm.VUNPCKHPD(x[3], x[2], t[3])
	for i := range 2 {
		asm.VPERM2F128(operand.Imm(0x20), t[2+i], t[i], z[i])
		asm.VPERM2F128(operand.Imm(0x31), t[2+i], t[i], z[2+i])
	}
	return z
}

// toFloat32 rounds four numbers to float32.
func toFloat32(x vec) vec128 {
	z := asm.XMM()
	asm.VCVTPD2PSY(x, z)
	return z
}

// widen turns four float32 into float64.
func widen(x vec128) vec {
	z := asm.YMM()
	asm.VCVTPS2PD(x, z)
	return z
}
