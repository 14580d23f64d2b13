package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeCollision writes the kernels of package collision/kernel.
func writeCollision(l *layout) {
	writeReuse(l)
	writeSeparation(l)
	writeFaces(l)
	writeRectangles(l)
	writeRelativePoses(l)
	writePredict(l)
	writeBoxes(l)
	writeCull(l)
}

// writeFaces writes the kernel of package collision/kernel that searches the face of largest
// separation of four pairs of polygons. A lane is a pair.
//
// The vertices of the polygon that is not searched are in the frame as columns; of one with fewer
// than others the last is repeated, which changes no minimum. The faces of the other polygon come
// in turn, the last one again and again.
func writeFaces(l *layout) {
	e := &faceEmitter{layout: l, args: begin("facesVector", "faceArgs", l.collision).args}
	e.frame = asm.AllocLocal(32 * (2*maxCorners + faceSlots))
	for _, place := range []*operand.Mem{&e.threshold, &e.separation, &e.face, &e.deepest, &e.ties, &e.inSecond, &e.index, &e.centerX, &e.centerY} {
		*place = e.frame.Offset(32 * (2*maxCorners + e.usedSlots))
		e.usedSlots++
	}
	e.constants = e.pointer("constants")
	e.emit()
	asm.Label("end")
	end()
}

const (
	maxCorners = 8 // of a polygon
	minCorners = 3
	faceSlots  = 10 // columns of the frame beside the vertices' columns
)

type faceEmitter struct {
	*layout
	args, constants reg.Register
	frame           operand.Mem
	usedSlots       int
	labels          int

	// The search: a face must be higher than the threshold. The columns below it describe the
	// best face so far.
	threshold, separation, face, deepest operand.Mem
	ties                                 operand.Mem // where a face at the threshold will do too
	inSecond                             operand.Mem // where the best face is one of the second polygon
	index                                operand.Mem // of the face in turn
	centerX, centerY                     operand.Mem // of the other polygon
}

func (e *faceEmitter) emit() {
	e.loadVertices("second")
	var hint [4]reg.Register
	for lane := range hint {
		hint[lane] = integerAt(e.at("hint", lane))
	}
	nX, nY, vX, vY := e.faceAt(hint)
	separation, deepest := e.separate("first", nX, nY, vX, vY)
	store(separation, e.separation)
	store(deepest, e.deepest)
	store(load(e.constant("minusOne")), e.face)
	store(zero(), e.inSecond)
	e.narrowSearch("finish")
	e.search("first", "loopFirst")

	e.loadVertices("first")
	e.narrowSearch("finish")
	store(load(e.at("ties", 0)), e.ties)
	e.search("second", "loopSecond")
	asm.Label("finish")
	store(load(e.separation), e.at("separation", 0))
	store(load(e.face), e.at("face", 0))
	store(load(e.deepest), e.at("deepest", 0))
	store(load(e.inSecond), e.at("inSecond", 0))
}

// narrowSearch sets the threshold to the separation so far, where it is within the limit, and else
// beyond all faces. It jumps if there is nothing to search.
func (e *faceEmitter) narrowSearch(done string) {
	separation := load(e.separation)
	near := compare64(atMost, separation, e.at("limit", 0))
	store(blend64(near, separation, load(e.constant("infinity"))), e.threshold)
	lanes := asm.GP64()
	asm.VMOVMSKPD(near, lanes.As32())
	asm.TESTQ(lanes, lanes)
	asm.JZ(operand.LabelRef(done))
}

// search goes through the faces of one polygon.
func (e *faceEmitter) search(side, loop string) {
	rows, count := e.rows(side), e.sideInteger(side, "count")
	store(zero(), e.index)
	centerX, centerY := apply(e.of(side, "c"), e.of(side, "s"), load(e.of(other(side), "centerX")), load(e.of(other(side), "centerY")))
	store(add64(centerX, e.of(side, "x")), e.centerX)
	store(add64(centerY, e.of(side, "y")), e.centerY)
	asm.Label(loop)
	nX, nY, vX, vY := e.faceAt(e.cornerOffsets(side, rows, 0))
	x, y := sub64(load(e.centerX), vX), sub64(load(e.centerY), vY)
	isHigher, lanes, next := e.above(side, add64(mul64(nX, x), mul64(nY, y))), asm.GP64(), e.label("next")
	asm.VMOVMSKPD(isHigher, lanes.As32())
	asm.TESTQ(lanes, lanes)
	asm.JZ(operand.LabelRef(next))

	candidate := e.frame.Offset(32 * (2*maxCorners + e.usedSlots))
	store(isHigher, candidate)
	separation, deepest := e.separate(side, nX, nY, vX, vY)
	taken := and64(e.above(side, separation), candidate)
	e.take(taken, separation, e.threshold)
	e.take(taken, separation, e.separation)
	e.take(taken, deepest, e.deepest)
	e.take(taken, load(e.index), e.face)
	if side == "second" {
		store(or(load(e.inSecond), taken), e.inSecond)
		ties := asm.YMM()
		asm.VANDNPS(load(e.ties), taken, ties)
		store(ties, e.ties)
	}
	asm.Label(next)
	store(add64(load(e.index), e.constant("one")), e.index)
	for _, row := range rows {
		asm.ADDQ(operand.U8(8), row)
	}
	asm.DECQ(count)
	asm.JNZ(operand.LabelRef(loop))
}

// above compares heights with the threshold.
func (e *faceEmitter) above(side string, height vec) vec {
	if side == "first" {
		return compare64(greaterThan, height, e.threshold)
	}
	return blend64(load(e.ties), compare64(atLeast, height, e.threshold), compare64(greaterThan, height, e.threshold))
}

// take stores x where it is taken.
func (e *faceEmitter) take(taken, x vec, place operand.Mem) {
	store(blend64(taken, x, load(place)), place)
}

// separate returns the height of the lowest vertex in the frame over a face of the other polygon,
// and which it is.
func (e *faceEmitter) separate(side string, nX, nY, vX, vY vec) (separation, deepest vec) {
	x, y := applyInverse(e.of(side, "c"), e.of(side, "s"), nX, nY)
	lowest := e.project(0, x, y)
	deepest = zero()
	count, done := e.sideInteger(other(side), "count"), e.label("done")
	for j := 1; j < maxCorners; j++ {
		if j >= minCorners {
			asm.CMPQ(count, operand.U8(j))
			asm.JEQ(operand.LabelRef(done))
		}
		p := e.project(j, x, y)
		lower := compare64(lessThan, p, lowest)
		asm.VBLENDVPD(lower, e.constant("indices").Offset(32*j), deepest, deepest)
		asm.VMINPD(lowest, p, lowest)
	}
	asm.Label(done)
	offsetX, offsetY := sub64(load(e.of(side, "x")), vX), sub64(load(e.of(side, "y")), vY)
	return add64(lowest, add64(mul64(nX, offsetX), mul64(nY, offsetY))), deepest
}

// project returns the projection of a vertex in the frame.
func (e *faceEmitter) project(j int, x, y vec) vec {
	return add64(mul64(x, e.frame.Offset(64*j)), mul64(y, e.frame.Offset(64*j+32)))
}

// loadVertices loads the vertices of one polygon to the frame.
func (e *faceEmitter) loadVertices(side string) {
	base, rows, count, done := e.pointer("vertices"), e.rows(side), e.sideInteger(side, "count"), e.label("loaded")
	for j := range maxCorners {
		if j >= minCorners {
			asm.CMPQ(count, operand.U8(j))
			asm.JEQ(operand.LabelRef(done))
		}
		x, y := points(base, e.cornerOffsets(side, rows, j))
		store(x, e.frame.Offset(64*j))
		store(y, e.frame.Offset(64*j+32))
	}
	asm.Label(done)
}

// faceAt returns a face of each lane: its normal and its first vertex.
func (e *faceEmitter) faceAt(offsets [4]reg.Register) (nX, nY, vX, vY vec) {
	nX, nY = points(e.pointer("normals"), offsets)
	vX, vY = points(e.pointer("vertices"), offsets)
	return nX, nY, vX, vY
}

// points reads a point of each lane as columns.
func points(base reg.Register, offsets [4]reg.Register) (x, y vec) {
	place := func(lane int) operand.Mem { return operand.Mem{Base: base, Index: offsets[lane], Scale: 1} }
	var pairs [2]vec
	for i := range pairs {
		pairs[i] = asm.YMM()
		asm.VBROADCASTF128(place(i), pairs[i])
		asm.VINSERTF128(operand.Imm(1), place(i+2), pairs[i], pairs[i])
	}
	x, y = asm.YMM(), asm.YMM()
	asm.VUNPCKLPD(pairs[1], pairs[0], x)
	asm.VUNPCKHPD(pairs[1], pairs[0], y)
	return x, y
}

// rows returns the places where a polygon of each lane has the offsets of its corners.
func (e *faceEmitter) rows(side string) [4]reg.Register {
	var rows [4]reg.Register
	for lane := range rows {
		rows[lane] = integerAt(e.of(side, "rows").Offset(8 * lane))
		asm.ADDQ(e.constants, rows[lane])
	}
	return rows
}

// cornerOffsets returns the offset of corner j of a polygon of each lane.
func (e *faceEmitter) cornerOffsets(side string, rows [4]reg.Register, j int) [4]reg.Register {
	var offsets [4]reg.Register
	for lane, row := range rows {
		offsets[lane] = integerAt(operand.Mem{Base: row, Disp: offset(structOf(e.collision, "faceConstants"), "offsets") + 8*j})
		asm.ADDQ(e.of(side, "vertices").Offset(8*lane), offsets[lane])
	}
	return offsets
}

func (e *faceEmitter) at(name string, lane int) operand.Mem {
	return operand.Mem{Base: e.args, Disp: offset(structOf(e.collision, "faceArgs"), name) + 8*lane}
}

// of returns a column of one polygon.
func (e *faceEmitter) of(side, name string) operand.Mem {
	return e.at(side, 0).Offset(offset(structOf(e.collision, "faceSide"), name))
}

func (e *faceEmitter) constant(name string) operand.Mem {
	return operand.Mem{Base: e.constants, Disp: offset(structOf(e.collision, "faceConstants"), name)}
}

func (e *faceEmitter) pointer(name string) reg.Register { return integerAt(e.at(name, 0)) }

func (e *faceEmitter) sideInteger(side, name string) reg.Register { return integerAt(e.of(side, name)) }

func (e *faceEmitter) label(name string) string {
	e.labels++
	return fmt.Sprint(name, e.labels)
}

func other(side string) string {
	if side == "first" {
		return "second"
	}
	return "first"
}
