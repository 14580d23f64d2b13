package main

import "github.com/mmcloughlin/avo/operand"

// vec128 is a column of four float32.
type vec128 = vec

// rows128 reads four float32 of each lane.
func rows128(place func(lane int) operand.Mem) (rows [4]vec128) {
	for i := range rows {
		rows[i] = asm.XMM()
		asm.VMOVUPS(place(i), rows[i])
	}
	return rows
}

// transpose128 turns four columns into four rows, or back.
func transpose128(x [4]vec128) (z [4]vec128) {
	var t [4]vec128
	for i := range t {
		t[i], z[i] = asm.XMM(), asm.XMM()
	}
	asm.VUNPCKLPS(x[1], x[0], t[0])
	asm.VUNPCKHPS(x[1], x[0], t[1])
	asm.VUNPCKLPS(x[3], x[2], t[2])
	asm.VUNPCKHPS(x[3], x[2], t[3])
	for i := range 2 {
		asm.VUNPCKLPD(t[2+i], t[i], z[2*i])
		asm.VUNPCKHPD(t[2+i], t[i], z[2*i+1])
	}
	return z
}

// storePairs stores a number of each of two columns at four places.
func storePairs(x, y vec128, to func(lane int) operand.Mem) {
	low, high := asm.XMM(), asm.XMM()
	asm.VUNPCKLPS(y, x, low)
	asm.VUNPCKHPS(y, x, high)
	for i, from := range []vec128{low, high} {
		asm.VMOVLPS(from, to(2*i))
		asm.VMOVHPS(from, to(2*i+1))
	}
}
