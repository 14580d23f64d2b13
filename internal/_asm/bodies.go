package main

import (
	"fmt"
	"go/types"
	"math/bits"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// bodyVelocities and bodyDeltas are the two halves of a state.BodyState, for eight bodies.
type (
	bodyVelocities struct{ vx, vy, w, flags vec }
	bodyDeltas     struct{ dx, dy, dc, ds vec }
)

func (e *emitter) velocitiesOf(list string) bodyVelocities {
	c := e.gather(list, offset(e.state, "VX"))
	return bodyVelocities{c[0], c[1], c[2], c[3]}
}

func (e *emitter) deltasOf(list string) bodyDeltas {
	c := e.gather(list, offset(e.state, "DX"))
	return bodyDeltas{c[0], c[1], c[2], c[3]}
}

// body returns the address of the state of a lane's body. The list is a column of offsets.
func (e *emitter) body(list string, lane, disp int) operand.Mem {
	return e.bodyRow(e.states, e.state, e.column(list).Offset(4*lane), disp)
}

// bodyRow returns an address in the row of a body in a table. The offset of the row is in memory.
func (e *emitter) bodyRow(table reg.Register, s *types.Struct, offset operand.Mem, disp int) operand.Mem {
	if size(s) != bodyRowSize {
		panic("asm: a table of bodies without rows of 32 bytes")
	}
	i := indexAt(offset)
	return operand.Mem{Base: table, Index: i, Scale: 1, Disp: disp}
}

// bodyRowSize is the size of the rows that a state.BodyOffset is for.
const bodyRowSize = 32

// elem returns an address in an element of a table. The index of the element is in memory.
func (e *emitter) elem(table reg.Register, s *types.Struct, index operand.Mem, disp int) operand.Mem {
	i := indexAt(index)
	if n := size(s); n&(n-1) == 0 {
		asm.SHLQ(operand.Imm(uint64(bits.TrailingZeros(uint(n)))), i)
	} else {
		asm.IMUL3Q(operand.U32(uint64(n)), i, i)
	}
	return operand.Mem{Base: table, Index: i, Scale: 1, Disp: disp}
}

func (e *emitter) gather(list string, disp int) [4]vec {
	return gather(func(lane int) operand.Mem { return e.body(list, lane, disp) })
}

// gather reads four numbers at each of eight addresses and returns them as columns. Lane i
// and lane i + 4 share a register until the transposition, which works in both halves at
// once.
func gather(place func(lane int) operand.Mem) [4]vec {
	var pairs [4]vec
	for i := range pairs {
		pairs[i] = asm.YMM()
		asm.VBROADCASTF128(place(i), pairs[i])
		asm.VINSERTF128(operand.Imm(1), place(i+4), pairs[i], pairs[i])
	}
	return transpose(pairs)
}

// scatterVelocities is BodyState.SetVelocity for eight bodies. Nearly always all of them
// are dynamic and without locks. Otherwise the velocities of locked motions are taken from
// saved, and only lanes with dynamic bodies are stored.
func (e *emitter) scatterVelocities(list string, vx, vy, w vec, saved savedVelocities) {
	flags := load(saved.flags)
	free, done := e.label("free"), e.label("done")
	jumpIfAll(equalInt(flags, e.constant("dynamicFlags")), free)

	laneMask := laneMask(bitToSign(flags, e.bodyBit("FlagDynamic")))
	asm.TESTL(laneMask, laneMask)
	asm.JZ(operand.LabelRef(done))
	lockedX := blend(bitToSign(flags, e.bodyBit("FlagLockX")), saved.vx, vx)
	lockedY := blend(bitToSign(flags, e.bodyBit("FlagLockY")), saved.vy, vy)
	lockedW := blend(bitToSign(flags, e.bodyBit("FlagLockRotation")), saved.w, w)
	rows := transpose([4]vec{lockedX, lockedY, lockedW, flags})
	for i, row := range rows {
		for lane := i; lane < 8; lane += 4 {
			next := e.label("next")
			asm.BTL(operand.Imm(uint64(lane)), laneMask)
			asm.JCC(operand.LabelRef(next))
			e.storeVelocity(list, lane, row)
			asm.Label(next)
		}
	}
	asm.JMP(operand.LabelRef(done))

	asm.Label(free)
	rows = transpose([4]vec{vx, vy, w, flags})
	for i, row := range rows {
		for lane := i; lane < 8; lane += 4 {
			e.storeVelocity(list, lane, row)
		}
	}
	asm.Label(done)
}

// storeVelocity stores the velocities of a lane, of which every fourth is in the same register, 16
// bytes each.
func (e *emitter) storeVelocity(list string, lane int, row vec) {
	to := e.body(list, lane, offset(e.state, "VX"))
	if lane < 4 {
		asm.VMOVUPS(row.AsX(), to)
	} else {
		asm.VEXTRACTF128(operand.Imm(1), row, to)
	}
}

func (e *emitter) label(name string) string {
	e.labels++
	return fmt.Sprintf("%s%d", name, e.labels)
}
