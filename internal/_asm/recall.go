package main

import (
	"go/token"
	"go/types"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

type vec128 = reg.VecVirtual

// writeRecall writes the kernel of package collision: Pipeline.recall for four contacts
// with points. A lane is a contact.
func writeRecall(l *layout) {
	asm.Function("recallAVX2")
	asm.Attributes(attr.NOSPLIT)
	parameter := types.NewPointer(l.collision.Scope().Lookup("recallArgs").Type())
	asm.Signature(gotypes.NewSignature(l.collision, types.NewSignatureType(nil, nil, nil,
		types.NewTuple(types.NewParam(token.NoPos, l.collision, "args", parameter)), nil, false)))
	r := &recalls{layout: l, args: asm.Load(asm.Param("args"), asm.GP64()), frame: asm.AllocLocal(32 * keptColumns)}
	r.write()
	asm.Label("end")
	asm.VZEROUPPER()
	asm.RET()
}

type recalls struct {
	*layout
	args  reg.Register
	frame operand.Mem
	kept  int
}

// A Memory begins with a pose; behind it lie the normal and the points, in float32.
const (
	memoryNormal = 32
	memorySecond = memoryNormal + 16
)

func (r *recalls) at(name string, lane int) operand.Mem {
	return operand.Mem{Base: r.args, Disp: offset(structOf(r.collision, "recallArgs"), name) + 8*lane}
}

// keptColumns is how many columns the frame holds.
const keptColumns = 19

// keep stores a column in the frame.
func (r *recalls) keep(x vec) operand.Mem {
	if r.kept == keptColumns {
		panic("asm: more columns kept than the frame holds")
	}
	m := r.frame.Offset(32 * r.kept)
	r.kept++
	store(x, m)
	return m
}

// record returns what lies at a lane's offset in a table.
func (r *recalls) record(table, offsets string, disp int) func(lane int) operand.Mem {
	base := asm.GP64()
	asm.MOVQ(r.at(table, 0), base)
	return func(lane int) operand.Mem {
		i := asm.GP64()
		asm.MOVQ(r.at(offsets, lane), i)
		return operand.Mem{Base: base, Index: i, Scale: 1, Disp: disp}
	}
}

// poses reads four poses as columns: X, Y, cosine, sine.
func poses(place func(lane int) operand.Mem) [4]vec {
	var rows [4]vec
	for i := range rows {
		rows[i] = load(place(i))
	}
	return transpose64(rows)
}

// widen reads four float32 of each lane as columns.
func widen(place func(lane int) operand.Mem) [4]vec {
	var rows [4]vec
	for i := range rows {
		rows[i] = asm.YMM()
		asm.VCVTPS2PD(place(i), rows[i])
	}
	return transpose64(rows)
}

// apply is Rot.Apply, unapply Rot.Unapply and Rot.Unmul.
func apply(c, s op, x, y vec) (vec, vec) {
	return sub64(mul64(x, c), mul64(y, s)), add64(mul64(x, s), mul64(y, c))
}

func unapply(c, s op, x, y vec) (vec, vec) {
	return add64(mul64(x, c), mul64(y, s)), sub64(mul64(y, c), mul64(x, s))
}

func (r *recalls) abs(x vec) vec {
	z := asm.YMM()
	asm.VANDPD(r.at("magnitude", 0), x, z)
	return z
}

func (r *recalls) write() {
	a, b := poses(r.record("poses", "a", 0)), poses(r.record("poses", "b", 0))
	cA, sA := r.keep(a[2]), r.keep(a[3])
	dx, dy := sub64(b[0], a[0]), sub64(b[1], a[1])
	offsetX, offsetY := r.keep(sub64(a[0], b[0])), r.keep(sub64(a[1], b[1]))
	px, py := unapply(cA, sA, dx, dy)
	c, s := unapply(cA, sA, b[2], b[3])
	relX, relY := r.keep(px), r.keep(py)
	m := poses(r.record("memories", "memory", 0))
	memX, memY := r.keep(m[0]), r.keep(m[1])
	movedX, movedY := sub64(px, memX), sub64(py, memY)
	turnC := add64(mul64(m[2], c), mul64(m[3], s))
	turnS := sub64(mul64(m[2], s), mul64(m[3], c))
	tC, tS := r.keep(turnC), r.keep(turnS)
	far := add64(add64(r.abs(movedX), r.abs(movedY)), mul64(mul64(r.abs(turnS), r.at("size", 0)), r.at("chord", 0)))
	near := compare64(atMost, far, r.at("slop", 0))
	hardly := compare64(greaterThan, turnC, r.at("bend", 0))
	both, which := asm.YMM(), asm.GP64()
	asm.VANDPD(near, hardly, both)
	asm.VMOVMSKPD(both, which.As32())
	asm.MOVQ(which, r.at("passed", 0))
	asm.TESTQ(which, which)
	asm.JZ(operand.LabelRef("end"))

	first := widen(r.record("memories", "memory", memoryNormal))
	wasX, wasY := r.keep(first[0]), r.keep(first[1])
	midX, midY := r.keep(first[2]), r.keep(first[3])
	turnedX, turnedY := apply(tC, tS, first[0], first[1])
	ofB := load(r.at("ofB", 0))
	localX, localY := choose64(ofB, turnedX, first[0]), choose64(ofB, turnedY, first[1])
	normalX, normalY := apply(cA, sA, localX, localY)
	localAtX, localAtY := r.keep(localX), r.keep(localY)
	second := widen(r.record("memories", "memory", memorySecond))
	half := mul64(second[0], r.at("half", 0))
	half1 := r.keep(mul64(second[3], r.at("half", 0)))
	mid1X, mid1Y := r.keep(second[1]), r.keep(second[2])
	r.normals(narrow(normalX), narrow(normalY))

	for k := range 2 {
		x, y := midX, midY
		if k == 1 {
			half, x, y = load(half1), mid1X, mid1Y
		}
		hx, hy := mul64(half, wasX), mul64(half, wasY)
		onAX, onAY := sub64(load(x), hx), sub64(load(y), hy)
		onBX, onBY := sub64(add64(hx, x), memX), sub64(add64(hy, y), memY)
		onBX, onBY = apply(tC, tS, onBX, onBY)
		onBX, onBY = add64(onBX, relX), add64(onBY, relY)
		gap := add64(mul64(sub64(onBX, onAX), localAtX), mul64(sub64(onBY, onAY), localAtY))
		ax, ay := apply(cA, sA, mul64(add64(onAX, onBX), r.at("half", 0)), mul64(add64(onAY, onBY), r.at("half", 0)))
		bx, by := add64(ax, offsetX), add64(ay, offsetY)
		r.point(k, [4]vec128{narrow(ax), narrow(ay), narrow(bx), narrow(by)}, narrow(gap))
	}
}

func (r *recalls) solid(disp int) func(lane int) operand.Mem {
	return r.record("solids", "solid", disp)
}

// normals stores the normals, also of the lanes that did not pass: those are computed in
// full, which keeps nothing of what is written here, and a branch for each would cost
// more.
func (r *recalls) normals(x, y vec128) {
	to := r.solid(offset(structOf(r.manifold, "Solid"), "NormalX"))
	low, high := asm.XMM(), asm.XMM()
	asm.VUNPCKLPS(y, x, low)
	asm.VUNPCKHPS(y, x, high)
	for lane := range 4 {
		from := []vec128{low, high}[lane/2]
		if lane%2 == 0 {
			asm.VMOVLPS(from, to(lane))
		} else {
			asm.VMOVHPS(from, to(lane))
		}
	}
}

// point stores the anchors and the separation of point k. What a contact with one point
// has for a second counts for nothing.
func (r *recalls) point(k int, anchors [4]vec128, gap vec128) {
	s := structOf(r.manifold, "SolidPoint")
	base := offset(structOf(r.manifold, "Solid"), "Points") + k*size(s)
	to, separation := r.solid(base+offset(s, "AX")), r.solid(base+offset(s, "Separation"))
	var t [4]vec128
	for i := range t {
		t[i] = asm.XMM()
	}
	asm.VUNPCKLPS(anchors[1], anchors[0], t[0])
	asm.VUNPCKHPS(anchors[1], anchors[0], t[1])
	asm.VUNPCKLPS(anchors[3], anchors[2], t[2])
	asm.VUNPCKHPS(anchors[3], anchors[2], t[3])
	for lane := range 4 {
		row := asm.XMM()
		if lane%2 == 0 {
			asm.VUNPCKLPD(t[2+lane/2], t[lane/2], row)
		} else {
			asm.VUNPCKHPD(t[2+lane/2], t[lane/2], row)
		}
		asm.VMOVUPS(row, to(lane))
		asm.VEXTRACTPS(operand.Imm(uint64(lane)), gap, separation(lane))
	}
}
