package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
)

const lanes = 8

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
	index := asm.GP64()
	asm.MOVL(r.head(list).Offset(4*lane), index.As32())
	asm.SHLQ(operand.Imm(5), index)
	return operand.Mem{Base: r.states, Index: index, Scale: 1, Disp: disp}
}

// gather reads half a state of each of eight bodies. Lane i and lane i + 4 share a
// register until the transposition, which works in both halves at once.
func (r *row) gather(list string, disp int) [4]vec {
	var pairs [4]vec
	for i := range pairs {
		pairs[i] = asm.YMM()
		asm.VBROADCASTF128(r.body(list, i, disp), pairs[i])
		asm.VINSERTF128(operand.Imm(1), r.body(list, i+4, disp), pairs[i], pairs[i])
	}
	return transpose(pairs)
}

// write is State.Write for eight bodies. Nearly always all of them are dynamic and
// free; else the velocities that a lock holds are taken back, and only lanes with
// dynamic bodies are stored. What the bodies had before is in memory.
func (r *row) write(list string, vx, vy, w vec, old saved) {
	flags := load(old.flags)
	free, done := r.label("free"), r.label("done")
	which := asm.GP32()
	same := asm.YMM()
	asm.VPCMPEQD(r.coefficient("dynamicFlags"), flags, same)
	asm.VMOVMSKPS(same, which)
	asm.CMPL(which, operand.Imm(0xff))
	asm.JEQ(operand.LabelRef(free))

	sign := asm.YMM()
	asm.VPSLLD(operand.Imm(31), flags, sign) // FlagDynamic
	asm.VMOVMSKPS(sign, which)
	asm.TESTL(which, which)
	asm.JZ(operand.LabelRef(done))
	asm.VPSLLD(operand.Imm(30), flags, sign) // FlagLockX
	asm.VBLENDVPS(sign, old.vx, vx, vx)
	asm.VPSLLD(operand.Imm(29), flags, sign) // FlagLockY
	asm.VBLENDVPS(sign, old.vy, vy, vy)
	asm.VPSLLD(operand.Imm(28), flags, sign) // FlagLockRotation
	asm.VBLENDVPS(sign, old.w, w, w)
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
