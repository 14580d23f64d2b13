package main

import (
	"fmt"
	"go/types"
	"math/bits"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// velocities and moves are the two halves of a body.State, for eight bodies.
type (
	velocities struct{ vx, vy, w, flags vec }
	moves      struct{ dx, dy, dc, ds vec }
)

func (r *row) velocitiesOf(list string) velocities {
	c := r.gather(list, offset(r.state, "VX"))
	return velocities{c[0], c[1], c[2], c[3]}
}

func (r *row) movesOf(list string) moves {
	c := r.gather(list, offset(r.state, "DX"))
	return moves{c[0], c[1], c[2], c[3]}
}

// body returns where the state of a lane's body lies. The list names rows.
func (r *row) body(list string, lane, disp int) operand.Mem {
	return r.elem(r.states, r.state, r.column(list).Offset(4*lane), disp)
}

// elem returns a place in element number index, which is in memory, of a table.
func (r *row) elem(table reg.Register, s *types.Struct, index operand.Mem, disp int) operand.Mem {
	i := asm.GP64()
	asm.MOVL(index, i.As32())
	if n := size(s); n&(n-1) == 0 {
		asm.SHLQ(operand.Imm(uint64(bits.TrailingZeros(uint(n)))), i)
	} else {
		asm.IMUL3Q(operand.U32(uint64(n)), i, i)
	}
	return operand.Mem{Base: table, Index: i, Scale: 1, Disp: disp}
}

func (r *row) gather(list string, disp int) [4]vec {
	return gather(func(lane int) operand.Mem { return r.body(list, lane, disp) })
}

// gather reads four numbers from each of eight places and returns them as columns.
// Lane i and lane i + 4 share a register until the transposition, which works in
// both halves at once.
func gather(place func(lane int) operand.Mem) [4]vec {
	var pairs [4]vec
	for i := range pairs {
		pairs[i] = asm.YMM()
		asm.VBROADCASTF128(place(i), pairs[i])
		asm.VINSERTF128(operand.Imm(1), place(i+4), pairs[i], pairs[i])
	}
	return transpose(pairs)
}

// give is State.Write for eight bodies. Nearly always all of them are dynamic and
// free; else the velocities that a lock holds are taken back, and only lanes with
// dynamic bodies are stored. What the bodies had before is in memory.
func (r *row) give(list string, vx, vy, w vec, old saved) {
	flags := load(old.flags)
	free, done := r.label("free"), r.label("done")
	which := asm.GP32()
	asm.VMOVMSKPS(same(flags, r.constant("dynamicFlags")), which)
	asm.CMPL(which, operand.Imm(0xff))
	asm.JEQ(operand.LabelRef(free))

	asm.VMOVMSKPS(flag(flags, r.bodyBit("FlagDynamic")), which)
	asm.TESTL(which, which)
	asm.JZ(operand.LabelRef(done))
	asm.VBLENDVPS(flag(flags, r.bodyBit("FlagLockX")), old.vx, vx, vx)
	asm.VBLENDVPS(flag(flags, r.bodyBit("FlagLockY")), old.vy, vy, vy)
	asm.VBLENDVPS(flag(flags, r.bodyBit("FlagLockRotation")), old.w, w, w)
	rows := transpose([4]vec{vx, vy, w, flags})
	for i, pair := range rows {
		for half := range 2 {
			lane := i + 4*half
			next := r.label("next")
			asm.BTL(operand.Imm(uint64(lane)), which)
			asm.JCC(operand.LabelRef(next))
			r.put(list, lane, pair)
			asm.Label(next)
		}
	}
	asm.JMP(operand.LabelRef(done))

	asm.Label(free)
	rows = transpose([4]vec{vx, vy, w, flags})
	for i, pair := range rows {
		r.put(list, i, pair)
		r.put(list, i+4, pair)
	}
	asm.Label(done)
}

// put stores the velocities of a lane: the lower half of the register for the
// first four lanes, the upper half for the others.
func (r *row) put(list string, lane int, pair vec) {
	to := r.body(list, lane, offset(r.state, "VX"))
	if lane < 4 {
		asm.VMOVUPS(pair.AsX(), to)
	} else {
		asm.VEXTRACTF128(operand.Imm(1), pair, to)
	}
}

func (r *row) label(name string) string {
	r.labels++
	return fmt.Sprintf("%s%d", name, r.labels)
}
