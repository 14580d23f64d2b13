package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeReuse writes the kernel of package collision/kernel that reuses the manifolds of contacts
// with points. It takes four contacts at a time. A lane is a contact.
func writeReuse(l *layout) {
	e := &reuseEmitter{contactEmitter: contactEmitter{layout: l, arguments: begin("reuseVector", "reuseArgs", l.collision)}, frame: newFrame(reuseSlots)}
	asm.Attributes(attr.NOSPLIT)
	e.pairs, e.caches, e.contacts = e.integer("pairs"), e.integer("caches"), e.integer("contacts")
	e.rows, e.reused = e.integer("rows"), e.integer("reused")
	count := e.integer("count")
	loop(count, func() {
		if canPrefetch {
			e.prefetchNext(count)
		}
		e.emit()
		asm.Label("next")
		asm.ADDQ(operand.U8(4*4), e.rows)
		asm.ADDQ(operand.U8(8), e.reused)
	})
}

type reuseEmitter struct {
	contactEmitter
	frame
	contacts reg.Register // table
	reused   reg.Register // of the four contacts
}

const (
	// A ManifoldCache begins with a pose, followed by the normal and the points in float32.
	cacheNormal      = 32
	cachePoints      = cacheNormal + 8
	cacheSecondPoint = cacheNormal + 16
)

func (e *reuseEmitter) emit() {
	a, b := poses(e.pose("BodyA")), poses(e.pose("BodyB"))
	cA, sA := e.keep(a[2]), e.keep(a[3])
	dx, dy := sub64(b[0], a[0]), sub64(b[1], a[1])
	offsetX, offsetY := e.keep(sub64(a[0], b[0])), e.keep(sub64(a[1], b[1]))
	px, py := applyInverse(cA, sA, dx, dy)
	c, s := applyInverse(cA, sA, b[2], b[3])
	relativeX, relativeY := e.keep(px), e.keep(py)
	m := poses(e.cache(0))
	cachedX, cachedY := e.keep(m[0]), e.keep(m[1])
	movedX, movedY := sub64(px, cachedX), sub64(py, cachedY)
	turnC := add64(mul64(m[2], c), mul64(m[3], s))
	turnS := sub64(mul64(m[2], s), mul64(m[3], c))
	spilledTurnC, spilledTurnS := e.keep(turnC), e.keep(turnS)
	turned := e.keep(e.abs(turnS))
	far := e.keep(add64(e.abs(movedX), e.abs(movedY)))
	circle := poses(e.circle())
	extent := add64(add64(circle[2], e.abs(circle[0])), e.abs(circle[1]))
	motion := add64(mul64(mul64(extent, turned), e.at("angleOverSine")), far)
	near := compare64(atMost, motion, e.at("slop"))
	hardlyTurned := compare64(greaterThan, load(spilledTurnC), e.at("minTurnCos"))
	accepted, laneMask := asm.YMM(), asm.GP64()
	asm.VANDPD(near, hardlyTurned, accepted)
	asm.VMOVMSKPD(accepted, laneMask.As32())
	asm.MOVQ(laneMask, operand.Mem{Base: e.reused})
	asm.TESTQ(laneMask, laneMask)
	asm.JZ(operand.LabelRef("next"))

	first := toFloat64(e.cache(cacheNormal))
	cachedNormalX, cachedNormalY := e.keep(first[0]), e.keep(first[1])
	midX, midY := e.keep(first[2]), e.keep(first[3])
	turnedX, turnedY := apply(spilledTurnC, spilledTurnS, first[0], first[1])
	ofB := e.normalOfB()
	nX, nY := blend64(ofB, turnedX, first[0]), blend64(ofB, turnedY, first[1])
	normalX, normalY := apply(cA, sA, nX, nY)
	localNormalX, localNormalY := e.keep(nX), e.keep(nY)
	second := toFloat64(e.cache(cacheSecondPoint))
	half := mul64(second[0], e.at("half"))
	half1 := e.keep(mul64(second[3], e.at("half")))
	mid1X, mid1Y := e.keep(second[1]), e.keep(second[2])
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
		ax, ay := apply(cA, sA, mul64(add64(onAX, onBX), e.at("half")), mul64(add64(onAY, onBY), e.at("half")))
		bx, by := add64(ax, offsetX), add64(ay, offsetY)
		e.storePoint(k, [4]vec128{toFloat32(ax), toFloat32(ay), toFloat32(bx), toFloat32(by)}, toFloat32(separation))
	}
}

// storeNormals stores the normals of all lanes. Normals of lanes that are not reused do no
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

// solverContact returns the places in the records of the solver.
func (e *reuseEmitter) solverContact(disp int) func(lane int) operand.Mem {
	return func(lane int) operand.Mem {
		return rowOf(e.contacts, e.row(lane), size(structOf(e.layout.state, "SolverContact")), disp)
	}
}

// pair returns the place of a field of the pair of a contact.
func (e *reuseEmitter) pair(lane int, field string) operand.Mem {
	pair := structOf(e.layout.state, "ContactPair")
	return rowOf(e.pairs, e.row(lane), size(pair), offset(pair, field))
}

// pose returns the places of the poses of one body of each contact.
func (e *reuseEmitter) pose(body string) func(lane int) operand.Mem {
	table, bodyRows := e.integer("poses"), e.integer("bodyRows")
	return func(lane int) operand.Mem { return bodyRowOf(table, bodyRows, indexAt(e.pair(lane, body))) }
}

// circle returns the places of the bounding circles of the shapes of B: centre, radius, and what
// follows.
func (e *reuseEmitter) circle() func(lane int) operand.Mem {
	const center = 16
	shapes := e.integer("shapes")
	return func(lane int) operand.Mem {
		return rowOf(shapes, indexAt(e.pair(lane, "ColliderB")), geometrySize, center)
	}
}

// normalOfB returns all ones for the contacts with ContactNormalOfB.
func (e *reuseEmitter) normalOfB() vec {
	rows := rows128(func(lane int) operand.Mem { return e.pair(lane, "ColliderB") })
	return hasFlags(transpose128(rows)[3], e.at("normalOfB"), e.at("normalOfB"))
}

// prefetchNext prefetches what the next four contacts will read and write, if there are more.
func (e *reuseEmitter) prefetchNext(count reg.Register) {
	asm.CMPQ(count, operand.Imm(1))
	asm.JEQ(operand.LabelRef("last"))
	shape := e.circle()
	for lane := 4; lane < 8; lane++ {
		asm.PREFETCHT0(shape(lane))
		asm.PREFETCHT0(e.cache(0)(lane))
		for disp := 0; disp < size(structOf(e.layout.state, "SolverContact")); disp += cacheLine {
			asm.PREFETCHT0(e.solverContact(disp)(lane))
		}
	}
	asm.Label("last")
}

const reuseSlots = 21 // columns of the frame

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
