package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeRectangles writes the kernel of package collision/kernel that computes the manifolds of four
// pairs of boxes, capsules and segments at a time. A lane is a pair. It is collideRectangles of
// package manifold with the functions that collideRectangles calls. It leaves contacts between two
// corners, and contacts of one point in the middle of a face.
func writeRectangles(l *layout) {
	e := &rectangleEmitter{layout: l, arguments: begin("rectanglesVector", "rectangleArgs", l.collision), frame: newFrame(rectangleSlots)}
	e.poses, e.shapes, e.constants = e.integer("poses"), e.integer("shapes"), e.integer("constants")
	e.rows, e.pairs, e.list, e.results = e.integer("rows"), e.integer("pairs"), e.integer("list"), e.integer("results")
	count := e.integer("count")
	loop(count, func() {
		e.emit()
		asm.ADDQ(operand.U8(4*4), e.list)
		asm.ADDQ(operand.U32(4*rectangleResultSize), e.results)
	})
}

const (
	rectangleSlots      = 57  // columns of the frame
	rectangleResultSize = 112 // a manifold and what is left
)

type rectangleEmitter struct {
	*layout
	arguments
	constants                  reg.Register
	poses, shapes, rows, pairs reg.Register // tables
	list, results              reg.Register // of the four pairs
	frame
	apart         operand.Mem // where there are no points
	first, second operand.Mem // where the lower, and the upper, end of the overlap is a point
	left          operand.Mem // what the kernel cannot do
	bound         operand.Mem // of the separation
}

// rectangle is the core of a shape of each lane.
type rectangle struct {
	half, center, rot point // rot: cosine and sine
	radius            operand.Mem
}

// face is the frame of the reference face, with the incident edge in it.
type face struct {
	ofB                      operand.Mem // where it is one of B
	at, rot                  point       // pose in A's frame; the rotated X axis is the normal
	halfWidth                operand.Mem // the face ends there, and begins at the opposite
	index, incident          operand.Mem // of the reference and of the incident edge
	referenceSkin, otherSkin operand.Mem
}

// edgeColumns are the ends of the incident edge.
type edgeColumns struct{ lowX, lowY, highX, highY operand.Mem }

func (e *rectangleEmitter) emit() {
	pose := poses(e.pose())
	shift, turn := e.keepPoint(pose[0], pose[1]), e.keepPoint(pose[2], pose[3])
	b := e.core("ColliderB", "coreB")
	x, y := apply(turn.x, turn.y, load(b.center.x), load(b.center.y))
	x, y = add64(x, shift.x), add64(y, shift.y)
	placeB := e.keepPoint(x, y)
	a := e.core("ColliderA", "coreA")
	x, y = sub64(load(placeB.x), a.center.x), sub64(load(placeB.y), a.center.y)
	dX, dY := applyInverse(a.rot.x, a.rot.y, x, y)
	x, y = apply(turn.x, turn.y, load(b.rot.x), load(b.rot.y))
	qC, qS := applyInverse(a.rot.x, a.rot.y, x, y)
	e.collide(a, b, dX, dY, qC, qS)
	asm.Label("apart")
	e.storeCounts()
}

// core reads the shapes of a side.
func (e *rectangleEmitter) core(side, label string) rectangle {
	const ends = 40 // in shape.Geometry; it begins with the kind, the skin and the centre
	places := e.shape(side)
	columns := poses(func(lane int) operand.Mem { return places[lane] })
	r := rectangle{radius: e.keep(columns[1]), center: e.keepPoint(columns[2], columns[3])}
	kind := or(and64(columns[0], e.constant("kindMask")), e.constant("one")) // a number near one
	isBox := compare64(equalTo, kind, e.constant("box"))
	columns = poses(func(lane int) operand.Mem { return places[lane].Offset(ends) })
	r.half, r.rot = e.keepPoint(columns[0], columns[1]), e.keepPoint(columns[2], columns[3])
	lanes := asm.GP64()
	asm.VMOVMSKPD(isBox, lanes.As32())
	asm.CMPQ(lanes, operand.U8(1<<4-1))
	asm.JEQ(operand.LabelRef(label))

	// Where it is none, the columns are the ends of a core without height.
	x, y := sub64(columns[2], columns[0]), sub64(columns[3], columns[1])
	length, one := asm.YMM(), load(e.constant("one"))
	asm.VSQRTPD(add64(mul64(x, x), mul64(y, y)), length)
	inverse := div64(one, length)
	store(blend64(isBox, columns[2], mul64(x, inverse)), r.rot.x)
	store(blend64(isBox, columns[3], mul64(y, inverse)), r.rot.y)
	// A core without length has no direction: all ones are no number, and such lanes are left.
	halfLength := or(compare64(lessThan, length, e.constant("minLength")), mul64(length, e.constant("half")))
	store(blend64(isBox, columns[0], halfLength), r.half.x)
	store(and64(isBox, columns[1]), r.half.y)
	asm.Label(label)
	return r
}

// collide finds the axis of largest separation, from the place d and the rotation q of b in the
// axes of a.
func (e *rectangleEmitter) collide(a, b rectangle, dX, dY, qC, qS vec) {
	d, q := e.keepPoint(dX, dY), e.keepPoint(qC, qS)
	c, s := e.abs(qC), e.abs(qS)
	ax, ay := e.gaps(a.half, b.half, dX, dY, c, s)
	eX, eY := applyInverse(q.x, q.y, dX, dY)
	ofB := e.keepPoint(eX, eY)
	bx, by := e.gaps(b.half, a.half, eX, eY, c, s)
	slope := load(e.constant("parallelSlope"))
	parallel := e.keep(or(compare64(atLeast, slope, c), compare64(atLeast, slope, s)))
	gap := e.keepPoint(ax, ay)

	limit := add64(add64(load(a.radius), b.radius), e.at("speculative"))
	apartA := or(compare64(greaterThan, ax, limit), compare64(greaterThan, ay, limit))
	apartB := or(compare64(greaterThan, bx, limit), compare64(greaterThan, by, limit))
	apart := or(apartA, apartB)
	upA, upB := compare64(greaterThan, ay, ax), compare64(greaterThan, by, bx)
	sum := add64(add64(ax, ay), add64(bx, by))
	bestA, bestB := blend64(upA, ay, ax), blend64(upB, by, bx)
	useA := compare64(atLeast, bestA, bestB)
	e.bound = e.keep(and64(sub64(blend64(apartA, bestA, bestB), limit), apart))
	e.left = e.keep(compare64(notEqualTo, sum, sum))
	e.apart = e.keep(apart)
	e.first, e.second = e.keep(zero()), e.keep(zero())
	lanes := asm.GP64()
	asm.VMOVMSKPD(apart, lanes.As32())
	asm.CMPQ(lanes, operand.U8(1<<4-1))
	asm.JEQ(operand.LabelRef("apart"))

	// The normal of a face of A, along an axis of A.
	sign := e.signOf(blend64(upA, d.y, load(d.x)))
	n := e.keepPoint(andNot(upA, sign), and64(upA, sign))
	// The normal of a face of B, and the face of A against it where the two are parallel.
	sign = xor(e.signOf(blend64(upB, ofB.y, load(ofB.x))), e.constant("sign"))
	nX, nY := andNot(upB, sign), and64(upB, sign)
	x, y := apply(q.x, q.y, nX, nY)
	upright := compare64(lessThan, e.abs(x), e.abs(y))
	overX := compare64(lessThan, load(gap.x), zero())
	overY := and64(compare64(lessThan, load(gap.y), zero()), compare64(greaterThan, load(a.half.y), zero()))
	isParallel := and64(blend64(upright, overX, overY), parallel)
	nX = blend64(isParallel, andNot(upright, xor(e.signOf(x), e.constant("sign"))), nX)
	nY = blend64(isParallel, and64(upright, xor(e.signOf(y), e.constant("sign"))), nY)
	nX, nY = blend64(useA, n.x, nX), blend64(useA, n.y, nY)
	store(nX, n.x)
	store(nY, n.y)
	e.reference(rectanglePair{a, b, d, ofB, q}, n, or(useA, isParallel))
}

// gaps returns the separations along the axes of a rectangle, of another at some place and turned
// by some angle.
func (e *rectangleEmitter) gaps(half, other point, placeX, placeY, c, s vec) (x, y vec) {
	extentX := add64(mul64(c, other.x), mul64(s, other.y))
	extentY := add64(mul64(s, other.x), mul64(c, other.y))
	return sub64(e.abs(placeX), add64(extentX, half.x)), sub64(e.abs(placeY), add64(extentY, half.y))
}

// rectanglePair is two rectangles with the place of b in the axes of a, the place of a in the axes
// of b against its direction, and the rotation of b.
type rectanglePair struct {
	a, b      rectangle
	d, ofB, q point
}

// reference computes the frame of the reference face with normal n, and the incident edge.
func (e *rectangleEmitter) reference(p rectanglePair, n point, fromA vec) {
	a, b, d, ofB, q := p.a, p.b, p.d, p.ofB, p.q
	choose := func(ofA, ofB operand.Mem) vec { return blend64(fromA, ofA, load(ofB)) }
	var f face
	isOfB := andNot(fromA, e.constant("allOnes"))
	f.ofB = e.keep(isOfB)
	flip := e.keep(and64(isOfB, e.constant("sign")))
	f.referenceSkin, f.otherSkin = e.keep(choose(a.radius, b.radius)), e.keep(choose(b.radius, a.radius))
	halfX, halfY := choose(a.half.x, b.half.x), choose(a.half.y, b.half.y)
	alongX := compare64(notEqualTo, load(n.x), zero())
	depth, halfWidth := e.keep(blend64(alongX, halfX, halfY)), blend64(alongX, halfY, halfX)
	f.halfWidth = e.keep(halfWidth)
	ofX, ofY := sub64(load(e.constant("two")), n.x), add64(load(n.y), e.constant("one"))
	f.index = e.keep(blend64(alongX, ofX, ofY))
	other := e.keepPoint(choose(b.half.x, a.half.x), choose(b.half.y, a.half.y))

	// The frame of the face.
	x, y := apply(q.x, q.y, load(n.x), load(n.y))
	rotC, rotS := apply(a.rot.x, a.rot.y, blend64(fromA, n.x, x), blend64(fromA, n.y, y))
	f.rot = e.keepPoint(rotC, rotS)
	x, y = apply(a.rot.x, a.rot.y, load(d.x), load(d.y))
	x, y = blend64(fromA, a.center.x, add64(x, a.center.x)), blend64(fromA, a.center.y, add64(y, a.center.y))
	f.at = e.keepPoint(add64(x, mul64(rotC, depth)), add64(y, mul64(rotS, depth)))

	// The other rectangle in axes of which X is the normal.
	x, y = applyInverse(n.x, n.y, choose(d.x, ofB.x), choose(d.y, ofB.y))
	placeX, placeY := xor(x, flip), xor(y, flip)
	turnC, turnS := applyInverse(n.x, n.y, load(q.x), xor(load(q.y), flip))

	// The normal of the incident face is most against X.
	c, s := e.abs(turnC), e.abs(turnS)
	along := and64(compare64(atLeast, c, s), compare64(greaterThan, load(other.y), zero()))
	cosine := blend64(along, c, s)
	sign := xor(e.signOf(blend64(along, turnC, turnS)), and64(along, e.constant("sign")))
	f.incident = e.keep(blend64(along, sub64(load(e.constant("two")), sign), add64(sign, e.constant("one"))))
	slope := mul64(sign, blend64(along, turnS, turnC))
	toSide, toEnd := blend64(along, other.x, load(other.y)), blend64(along, other.y, load(other.x))
	x = sub64(sub64(placeX, depth), mul64(cosine, toSide))
	y = add64(placeY, mul64(slope, toSide))
	sideX, sideY := mul64(slope, toEnd), mul64(cosine, toEnd)
	e.clip(&f, sub64(x, sideX), sub64(y, sideY), add64(x, sideX), add64(y, sideY))
}

// clip is collideFace.
func (e *rectangleEmitter) clip(f *face, lowX, lowY, highX, highY vec) {
	edge := edgeColumns{e.keep(lowX), e.keep(lowY), e.keep(highX), e.keep(highY)}
	halfWidth := load(f.halfWidth)
	begin := xor(halfWidth, e.constant("sign"))
	first := e.keep(begin)
	isLowOut, isHighOut := compare64(lessThan, lowY, begin), compare64(greaterThan, highY, halfWidth)
	lowOut, highOut := e.keep(isLowOut), e.keep(isHighOut)
	overlap := sub64(blend64(isHighOut, halfWidth, highY), blend64(isLowOut, begin, lowY))
	rise, width := sub64(highX, lowX), sub64(highY, lowY)
	steep := mul64(width, e.constant("parallelSlope"))

	// The rest: corners, tilted edges, overlaps of one point.
	inFrontLow, inFrontHigh := compare64(greaterThan, lowX, zero()), compare64(greaterThan, highX, zero())
	tilted := and64(and64(inFrontLow, lowOut), compare64(greaterThan, rise, steep))
	down := compare64(lessThan, rise, xor(steep, e.constant("sign")))
	tilted = or(tilted, and64(and64(inFrontHigh, highOut), down))
	beside := or(compare64(atLeast, lowY, halfWidth), compare64(atMost, highY, begin))
	beside = and64(beside, compare64(atMost, overlap, zero()))
	left := or(and64(and64(beside, inFrontLow), inFrontHigh), andNot(beside, tilted))
	merged := and64(compare64(atMost, overlap, mul64(width, e.constant("mergeFraction"))),
		compare64(atMost, overlap, mul64(sub64(halfWidth, begin), e.constant("mergeFraction"))))
	left = andNot(load(e.apart), or(left, merged))
	store(or(left, e.left), e.left)

	slope := div64(rise, width)
	cut := add64(mul64(slope, sub64(halfWidth, lowY)), lowX)
	e.keepEnd(point{edge.highX, edge.highY}, blend64(load(highOut), cut, highX), blend64(load(highOut), halfWidth, highY))
	cut = add64(mul64(slope, sub64(load(first), lowY)), lowX)
	cutX, cutY := blend64(load(lowOut), cut, lowX), blend64(load(lowOut), first, lowY)
	lowFeature, highFeature := e.features(f, first, load(edge.lowY), highY)
	store(highFeature, lowOut) // a free place
	e.points(f, edge, cutX, cutY, lowFeature, lowOut)
}

// keepEnd stores an end of the edge after it was cut.
func (e *rectangleEmitter) keepEnd(p point, x, y vec) {
	store(x, p.x)
	store(y, p.y)
}

// features is endFeatureIDs, as float64 whose lower half has the bits of the feature. The ends
// belong to the edge before it is cut.
func (e *rectangleEmitter) features(f *face, first operand.Mem, lowY, highY vec) (low, high vec) {
	overhang := mul64(load(e.at("speculative")), e.constant("overhangFraction"))
	ofB := load(f.ofB)
	overhang = xor(overhang, andNot(ofB, e.constant("sign")))
	lowBeyond := compare64(lessThan, lowY, add64(overhang, first))
	highBeyond := compare64(greaterThan, highY, sub64(load(f.halfWidth), overhang))
	// The index of A's feature counts for more than the index of B's.
	scale := load(e.constant("indexScale"))
	ofReference, ofIncident := blend64(ofB, e.constant("one"), scale), blend64(ofB, scale, load(e.constant("one")))
	incident, index := load(f.incident), load(f.index)
	base := e.constant("integer")
	low = add64(mul64(blend64(lowBeyond, incident, e.following(incident)), ofIncident), mul64(index, ofReference))
	high = add64(mul64(incident, ofIncident), mul64(blend64(highBeyond, e.following(index), index), ofReference))
	low = add64(add64(low, e.faceVertex(lowBeyond, ofB)), base)
	high = add64(add64(high, e.faceVertex(highBeyond, ofB)), base)
	return low, high
}

// following returns the index after the index of a corner.
func (e *rectangleEmitter) following(index vec) vec {
	isLast := compare64(greaterThan, index, e.constant("two"))
	return andNot(isLast, add64(index, e.constant("one")))
}

// faceVertex returns what a feature of an edge of A and a corner of B has more than others.
func (e *rectangleEmitter) faceVertex(beyond, ofB vec) vec {
	return andNot(xor(beyond, ofB), e.constant("faceVertex"))
}

// points writes the points of both ends that are near enough.
func (e *rectangleEmitter) points(f *face, edge edgeColumns, lowX, lowY, lowFeature vec, highFeature operand.Mem) {
	skin := load(f.referenceSkin)
	skins, shift := add64(skin, f.otherSkin), mul64(sub64(skin, f.otherSkin), e.constant("half"))
	highX := load(edge.highX)
	low, high := sub64(lowX, skins), sub64(highX, skins)
	apart := load(e.apart)
	nearLow := andNot(apart, compare64(atMost, low, e.at("speculative")))
	nearHigh := andNot(apart, compare64(atMost, high, e.at("speculative")))
	store(nearLow, e.first)
	store(nearHigh, e.second)
	x, y := e.onFace(f, shift, highX, load(edge.highY))
	second := [4]vec{x, y, high, load(highFeature)}
	x, y = e.onFace(f, shift, lowX, lowY)
	first := [4]vec{blend64(nearLow, x, second[0]), blend64(nearLow, y, second[1]), blend64(nearLow, low, high), blend64(nearLow, lowFeature, second[3])}
	pointSize := 32
	for i, point := range [][4]vec{second, first} {
		for lane, row := range transpose64(point) {
			store(row, e.result(lane, 16+(1-i)*pointSize))
		}
	}
	flip := and64(load(f.ofB), e.constant("sign"))
	x, y = xor(load(f.rot.x), flip), xor(load(f.rot.y), flip)
	for i, normals := range []vec{e.unpack(x, y, false), e.unpack(x, y, true)} {
		asm.VMOVUPS(normals.AsX(), e.result(i, 0))
		asm.VEXTRACTF128(operand.Imm(1), normals, e.result(i+2, 0))
	}
}

// unpack returns the even lanes of two columns, or the odd ones, in turn.
func (e *rectangleEmitter) unpack(x, y vec, odd bool) vec {
	z := asm.YMM()
	if odd {
		asm.VUNPCKHPD(y, x, z)
	} else {
		asm.VUNPCKLPD(y, x, z)
	}
	return z
}

// onFace returns the place of a point at a height over the face, half way between the surfaces.
func (e *rectangleEmitter) onFace(f *face, shift, height, along vec) (x, y vec) {
	x, y = apply(f.rot.x, f.rot.y, add64(mul64(height, e.constant("half")), shift), along)
	return add64(x, f.at.x), add64(y, f.at.y)
}

// storeCounts writes what is behind the points: their number, no hint, the bound, and what is left.
func (e *rectangleEmitter) storeCounts() {
	first, second := load(e.first), load(e.second)
	count := or(and64(xor(first, second), e.constant("oneInteger")), and64(and64(first, second), e.constant("twoInteger")))
	for lane, row := range transpose64([4]vec{count, zero(), load(e.bound), load(e.left)}) {
		store(row, e.result(lane, 80))
	}
}

func (e *rectangleEmitter) signOf(x vec) vec {
	return or(and64(x, e.constant("sign")), e.constant("one"))
}

func (e *rectangleEmitter) abs(x vec) vec { return and64(x, e.constant("absMask")) }

// renewal loads what the list has of a pair, the index of its pose and its row.
func (e *rectangleEmitter) renewal(lane int) reg.GPVirtual {
	return indexAt(operand.Mem{Base: e.list, Disp: 4 * lane})
}

// pose returns the places of the poses.
func (e *rectangleEmitter) pose() func(lane int) operand.Mem {
	return func(lane int) operand.Mem {
		i := e.renewal(lane)
		asm.SHLQ(operand.Imm(5), i)
		return operand.Mem{Base: e.poses, Index: i, Scale: 1}
	}
}

// shape returns the places of the shapes of a side.
func (e *rectangleEmitter) shape(side string) (places [4]operand.Mem) {
	pair := structOf(e.layout.state, "ContactPair")
	for lane := range places {
		i := e.renewal(lane)
		asm.MOVL(operand.Mem{Base: e.rows, Index: i, Scale: 4}, i.As32())
		asm.MOVL(rowOf(e.pairs, i, size(pair), offset(pair, side)), i.As32())
		places[lane] = rowOf(e.shapes, i, geometrySize, 0)
	}
	return places
}

// result returns a place in the result of a lane.
func (e *rectangleEmitter) result(lane, disp int) operand.Mem {
	return operand.Mem{Base: e.results, Disp: lane*rectangleResultSize + disp}
}

func (e *rectangleEmitter) constant(name string) operand.Mem {
	return operand.Mem{Base: e.constants, Disp: offset(structOf(e.collision, "rectangleConstants"), name)}
}
