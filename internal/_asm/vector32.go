package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vec is a column of eight numbers in a register; an Op is one of these or a
// column in memory.
type (
	vec = reg.VecVirtual
	op  = operand.Op
)

// The operations of float32 arithmetic, each rounded on its own. The first operand
// is always in a register.

func load(m op) vec {
	z := asm.YMM()
	asm.VMOVUPS(m, z)
	return z
}

func store(x vec, m op) { asm.VMOVUPS(x, m) }

// binary writes an operation on two columns.
func binary(operation func(...operand.Op), x vec, y op) vec {
	z := asm.YMM()
	operation(y, x, z)
	return z
}

func add(x vec, y op) vec { return binary(asm.VADDPS, x, y) }

func sub(x vec, y op) vec { return binary(asm.VSUBPS, x, y) }

func div(x vec, y op) vec { return binary(asm.VDIVPS, x, y) }

func mul(x vec, y op) vec { return binary(asm.VMULPS, x, y) }

func sqrt(x vec) vec {
	z := asm.YMM()
	asm.VSQRTPS(x, z)
	return z
}

// greater is x where x > y and y elsewhere, also for NaN and equal zeros, like the
// instruction with its operands in this order.
func greater(x vec, y op) vec { return binary(asm.VMAXPS, x, y) }

// lesser is x where x < y and y elsewhere.
func lesser(x vec, y op) vec { return binary(asm.VMINPS, x, y) }

// xor flips bits; with the signs it negates.
func xor(x vec, y op) vec { return binary(asm.VXORPS, x, y) }

func or(x vec, y op) vec { return binary(asm.VORPS, x, y) }

func zero() vec {
	z := asm.YMM()
	asm.VXORPS(z, z, z)
	return z
}

// Predicates of VCMPPS: false for NaN, no exception.
const (
	equalTo     = 0x00
	notEqualTo  = 0x04 // true for NaN
	lessThan    = 0x11
	greaterThan = 0x1e
	notAtLeast  = 0x19 // true for NaN
)

// compare returns all ones in the lanes where the relation holds between x and y.
func compare(relation uint8, x vec, y op) vec {
	z := asm.YMM()
	asm.VCMPPS(operand.Imm(uint64(relation)), y, x, z)
	return z
}

// blend is yes where the sign of the mask is set and no elsewhere.
func blend(mask vec, yes op, no vec) vec {
	z := asm.YMM()
	asm.VBLENDVPS(mask, yes, no, z)
	return z
}

// and is x where the mask is all ones and zero where it is clear.
func and(mask vec, x op) vec { return binary(asm.VANDPS, mask, x) }

// andNot is y where the mask is clear and zero where it is all ones.
func andNot(mask vec, y op) vec { return binary(asm.VANDNPS, mask, y) }

// greaterInt and equalInt compare integers.
func greaterInt(x vec, y op) vec { return binary(asm.VPCMPGTD, x, y) }

func equalInt(x vec, y op) vec { return binary(asm.VPCMPEQD, x, y) }

// bitToSign moves a bit of integers to the position of the sign, which blend reads.
func bitToSign(x vec, bit int) vec {
	z := asm.YMM()
	asm.VPSLLD(operand.Imm(uint64(31-bit)), x, z)
	return z
}

// transpose turns four columns into four rows, or back, in each 16 bytes of the
// registers: number j of column i becomes number i of column j.
func transpose(x [4]vec) [4]vec {
	var t, z [4]vec
	for i := range t {
		t[i], z[i] = asm.YMM(), asm.YMM()
	}
	asm.VUNPCKLPS(x[1], x[0], t[0])
	asm.VUNPCKHPS(x[1], x[0], t[1])
	asm.VUNPCKLPS(x[3], x[2], t[2])
	asm.VUNPCKHPS(x[3], x[2], t[3])
	asm.VUNPCKLPD(t[2], t[0], z[0])
	asm.VUNPCKHPD(t[2], t[0], z[1])
	asm.VUNPCKLPD(t[3], t[1], z[2])
	asm.VUNPCKHPD(t[3], t[1], z[3])
	return z
}
