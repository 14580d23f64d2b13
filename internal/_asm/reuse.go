package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeReuse writes the kernel of package collision/kernel that reuses the manifolds of four
// contacts with points. A lane is a contact.
func writeReuse(l *layout) {
	e := &reuseEmitter{layout: l, args: begin("reuseVector", "reuseArgs", l.collision).args, frame: asm.AllocLocal(32 * spillColumns)}
	asm.Attributes(attr.NOSPLIT)
	e.emit()
	asm.Label("end")
	asm.VZEROUPPER()
	asm.RET()
}

type reuseEmitter struct {
	*layout
	args      reg.Register
	frame     operand.Mem
	usedSlots int
}

const (
	// A ManifoldCache begins with a pose, followed by the normal and the points in float32.
	cacheNormal      = 32
	cachePoints      = cacheNormal + 8
	cacheSecondPoint = cacheNormal + 16
)

func (e *reuseEmitter) emit() {
	a, b := poses(e.recordAt("poses", "a", 0)), poses(e.recordAt("poses", "b", 0))
	cA, sA := e.spill(a[2]), e.spill(a[3])
	dx, dy := sub64(b[0], a[0]), sub64(b[1], a[1])
	offsetX, offsetY := e.spill(sub64(a[0], b[0])), e.spill(sub64(a[1], b[1]))
	px, py := applyInverse(cA, sA, dx, dy)
	c, s := applyInverse(cA, sA, b[2], b[3])
	relativeX, relativeY := e.spill(px), e.spill(py)
	m := poses(e.recordAt("caches", "cache", 0))
	cachedX, cachedY := e.spill(m[0]), e.spill(m[1])
	movedX, movedY := sub64(px, cachedX), sub64(py, cachedY)
	turnC := add64(mul64(m[2], c), mul64(m[3], s))
	turnS := sub64(mul64(m[2], s), mul64(m[3], c))
	spilledTurnC, spilledTurnS := e.spill(turnC), e.spill(turnS)
	far := add64(add64(e.abs(movedX), e.abs(movedY)), mul64(mul64(e.abs(turnS), e.at("extent", 0)), e.at("angleOverSine", 0)))
	near := compare64(atMost, far, e.at("slop", 0))
	hardlyTurned := compare64(greaterThan, turnC, e.at("minTurnCos", 0))
	accepted, laneMask := asm.YMM(), asm.GP64()
	asm.VANDPD(near, hardlyTurned, accepted)
	asm.VMOVMSKPD(accepted, laneMask.As32())
	asm.MOVQ(laneMask, e.at("reused", 0))
	asm.TESTQ(laneMask, laneMask)
	asm.JZ(operand.LabelRef("end"))

	first := toFloat64(e.recordAt("caches", "cache", cacheNormal))
	cachedNormalX, cachedNormalY := e.spill(first[0]), e.spill(first[1])
	midX, midY := e.spill(first[2]), e.spill(first[3])
	turnedX, turnedY := apply(spilledTurnC, spilledTurnS, first[0], first[1])
	ofB := load(e.at("normalOfB", 0))
	nX, nY := blend64(ofB, turnedX, first[0]), blend64(ofB, turnedY, first[1])
	normalX, normalY := apply(cA, sA, nX, nY)
	localNormalX, localNormalY := e.spill(nX), e.spill(nY)
	second := toFloat64(e.recordAt("caches", "cache", cacheSecondPoint))
	half := mul64(second[0], e.at("half", 0))
	half1 := e.spill(mul64(second[3], e.at("half", 0)))
	mid1X, mid1Y := e.spill(second[1]), e.spill(second[2])
	e.storeNormals(toFloat32(normalX), toFloat32(normalY))

	for k := range 2 {
		x, y := midX, midY
		if k == 1 {
			half, x, y = load(half1), mid1X, mid1Y
		}
		hx, hy := mul64(half, cachedNormalX), mul64(half, cachedNormalY)
		onAX, onAY := sub64(load(x), hx), sub64(load(y), hy)
		onBX, onBY := sub64(add64(hx, x), cachedX), sub64(add64(hy, y), cachedY)
		onBX, onBY = apply(spilledTurnC, spilledTurnS, onBX, onBY)
		onBX, onBY = add64(onBX, relativeX), add64(onBY, relativeY)
		separation := add64(mul64(sub64(onBX, onAX), localNormalX), mul64(sub64(onBY, onAY), localNormalY))
		ax, ay := apply(cA, sA, mul64(add64(onAX, onBX), e.at("half", 0)), mul64(add64(onAY, onBY), e.at("half", 0)))
		bx, by := add64(ax, offsetX), add64(ay, offsetY)
		e.storePoint(k, [4]vec128{toFloat32(ax), toFloat32(ay), toFloat32(bx), toFloat32(by)}, toFloat32(separation))
	}
}

// storeNormals stores the normals of all lanes. Those of lanes that are not reused do no
// harm: such contacts are evaluated in full, which overwrites them, and a branch for each
// would cost more.
func (e *reuseEmitter) storeNormals(x, y vec128) {
	storePairs(x, y, e.solverContact(offset(structOf(e.layout.state, "SolverContact"), "NormalX")))
}

// storePoint stores the anchors and the separation of point k. The second point of a
// contact with one point is not read.
func (e *reuseEmitter) storePoint(k int, anchors [4]vec128, distance vec128) {
	s := structOf(e.layout.state, "SolverPoint")
	base := offset(structOf(e.layout.state, "SolverContact"), "Points") + k*size(s)
	to, separation := e.solverContact(base+offset(s, "AX")), e.solverContact(base+offset(s, "Separation"))
	for lane, row := range transpose128(anchors) {
		asm.VMOVUPS(row, to(lane))
		asm.VEXTRACTPS(operand.Imm(uint64(lane)), distance, separation(lane))
	}
}

func (e *reuseEmitter) solverContact(disp int) func(lane int) operand.Mem {
	return e.recordAt("contacts", "contact", disp)
}

func (e *reuseEmitter) at(name string, lane int) operand.Mem {
	return operand.Mem{Base: e.args, Disp: offset(structOf(e.collision, "reuseArgs"), name) + 8*lane}
}

// spillColumns is the number of columns of the frame.
const spillColumns = 19

// spill stores a column in the frame.
func (e *reuseEmitter) spill(x vec) operand.Mem {
	if e.usedSlots == spillColumns {
		panic("asm: more columns kept than the frame holds")
	}
	m := e.frame.Offset(32 * e.usedSlots)
	e.usedSlots++
	store(x, m)
	return m
}

// recordAt returns the address in a table at the offset of a lane.
func (e *reuseEmitter) recordAt(table, offsets string, disp int) func(lane int) operand.Mem {
	base := asm.GP64()
	asm.MOVQ(e.at(table, 0), base)
	return func(lane int) operand.Mem {
		i := asm.GP64()
		asm.MOVQ(e.at(offsets, lane), i)
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

// toFloat64 reads four float32 of each lane as columns.
func toFloat64(place func(lane int) operand.Mem) [4]vec {
	var rows [4]vec
	for i := range rows {
		rows[i] = asm.YMM()
		asm.VCVTPS2PD(place(i), rows[i])
	}
	return transpose64(rows)
}

// apply is Rot.Apply; applyInverse is Rot.ApplyInverse and Rot.InverseMul.
func apply(c, s op, x, y vec) (vec, vec) {
	return sub64(mul64(x, c), mul64(y, s)), add64(mul64(x, s), mul64(y, c))
}

func applyInverse(c, s op, x, y vec) (vec, vec) {
	return add64(mul64(x, c), mul64(y, s)), sub64(mul64(y, c), mul64(x, s))
}

func (e *reuseEmitter) abs(x vec) vec {
	z := asm.YMM()
	asm.VANDPD(e.at("absMask", 0), x, z)
	return z
}
