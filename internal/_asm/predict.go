package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writePredict writes the kernel of package collision/kernel that predicts the points of contacts
// between arcs, four contacts at a time. A lane is a contact. It is Tables.Predict.
func writePredict(l *layout) {
	e := &predictEmitter{layout: l, arguments: begin("predictVector", "predictionArgs", l.collision), frame: newFrame(predictionSlots)}
	e.states, e.bodyRows, e.pairs = e.integer("states"), e.integer("bodyRows"), e.integer("pairs")
	e.contacts, e.constants, e.groups = e.integer("contacts"), e.integer("constants"), e.integer("groups")
	count := e.integer("count")
	loop(count, func() {
		e.emit()
		asm.ADDQ(operand.U32(uint64(size(structOf(l.collision, "predictionGroup")))), e.groups)
	})
}

const predictionSlots = 40 // columns of the frame

type predictEmitter struct {
	*layout
	arguments
	states, bodyRows, pairs, contacts reg.Register // tables
	constants, groups                 reg.Register
	frame
}

// predictedSide is what is known of one side of each contact.
type predictedSide struct {
	v               point       // velocity of the centre of mass
	w               operand.Mem // angular velocity
	dynamic, turns  operand.Mem // masks: the body is dynamic, and can turn
	flat            operand.Mem // mask
	old             point       // the point, from the centre of mass
	center          point       // of the arc, likewise
	height          operand.Mem // of the centre of the arc over the point
	turn            point       // in half a tick
	radius          operand.Mem
	eccentric, arcs operand.Mem // masks: the centre is off the centre of mass; the body follows the arc
}

func (e *predictEmitter) emit() {
	nX, nY := e.firstColumns(e.contact(0, "NormalX"))
	n := e.keepPoint(widen(nX), widen(nY))
	q := toFloat64(e.point("AX"))
	a, b := predictedSide{old: e.keepPoint(q[0], q[1])}, predictedSide{old: e.keepPoint(q[2], q[3])}
	s, _ := e.firstColumns(e.point("Separation"))
	asm.VMULPS(e.constant("shortHalf"), s, s)
	half := e.keep(widen(s))
	e.side(&a, "A")
	e.side(&b, "B")
	e.findCenter(&a, n, half, sub64)
	e.findCenter(&b, n, half, add64)
	stayA := andNot(or(load(a.dynamic), b.arcs), load(a.flat))
	stayB := andNot(or(load(b.dynamic), a.arcs), load(b.flat))
	stay := e.keep(or(or(stayA, stayB), and64(load(a.flat), b.flat)))
	between := e.between(&a, &b)
	e.turnCenter(&a)
	e.turnCenter(&b)
	n1 := e.predictNormal(&a, &b, n, between)

	// Where A is flat the point stays on B's arc, else on A's.
	flatA := load(a.flat)
	heightA, heightB := load(a.height), load(b.height)
	xB, yB := sub64(load(b.center.x), mul64(heightB, n1.x)), sub64(load(b.center.y), mul64(heightB, n1.y))
	xA, yA := add64(load(a.center.x), mul64(heightA, n1.x)), add64(load(a.center.y), mul64(heightA, n1.y))
	xA, yA = blend64(flatA, add64(xB, between.x), xA), blend64(flatA, add64(yB, between.y), yA)
	xB, yB = blend64(flatA, xB, sub64(xA, between.x)), blend64(flatA, yB, sub64(yA, between.y))
	reach := load(e.group("reach"))
	dX, dY := sub64(xA, a.old.x), sub64(yA, a.old.y)
	far := compare64(greaterThan, add64(mul64(dX, dX), mul64(dY, dY)), mul64(reach, reach))
	stays := or(far, stay)
	store(andNot(stays, e.constant("allOnes")), e.group("moved"))
	toX, toY := blend64(stays, n.x, load(n1.x)), blend64(stays, n.y, load(n1.y))
	storePairs(toFloat32(toX), toFloat32(toY), e.contact(0, "NormalX"))
	xA, yA = blend64(stays, a.old.x, xA), blend64(stays, a.old.y, yA)
	xB, yB = blend64(stays, b.old.x, xB), blend64(stays, b.old.y, yB)
	to := e.point("AX")
	for lane, row := range transpose128([4]vec128{toFloat32(xA), toFloat32(yA), toFloat32(xB), toFloat32(yB)}) {
		asm.VMOVUPS(row, to(lane))
	}
}

// side reads the bodies of one side.
func (e *predictEmitter) side(s *predictedSide, name string) {
	c := transpose128(rows128(e.body("Body" + name)))
	s.v, s.w = e.keepPoint(widen(c[0]), widen(c[1])), e.keep(widen(c[2]))
	dynamic := e.constant("dynamic")
	s.dynamic = e.keep(hasFlags(c[3], dynamic, dynamic))
	s.turns = e.keep(hasFlags(c[3], e.constant("turnFlags"), dynamic))
	s.flat, s.radius = e.group("flat"+name), e.group("radius"+name)
}

// hasFlags tells where the flags that are selected are the given ones.
func hasFlags(flags vec128, selected, given operand.Mem) vec {
	x, low, high, z := asm.XMM(), asm.XMM(), asm.XMM(), asm.YMM()
	asm.VANDPS(selected, flags, x)
	asm.VPCMPEQD(given, x, x)
	asm.VUNPCKLPS(x, x, low)
	asm.VUNPCKHPS(x, x, high)
	asm.VINSERTF128(operand.Imm(1), high, low.AsY(), z)
	return z
}

// findCenter finds the centre of the arc of a side, and whether the body follows the arc.
func (e *predictEmitter) findCenter(s *predictedSide, n point, half operand.Mem, away func(vec, op) vec) {
	height := add64(load(half), s.radius)
	x, y := away(load(s.old.x), mul64(height, n.x)), away(load(s.old.y), mul64(height, n.y))
	s.height, s.center = e.keep(height), e.keepPoint(x, y)
	radius := load(s.radius)
	limit := mul64(radius, e.constant("minEccentricity"))
	eccentric := compare64(greaterThan, add64(mul64(x, x), mul64(y, y)), mul64(limit, limit))
	s.eccentric = e.keep(eccentric)
	s.arcs = e.keep(and64(and64(eccentric, s.turns), compare64(greaterThan, radius, zero())))
}

// between returns the way from A's centre of mass to B's, half a tick later.
func (e *predictEmitter) between(a, b *predictedSide) point {
	halfTick := load(e.at("halfTick"))
	dX, dY := mul64(sub64(load(b.v.x), a.v.x), halfTick), mul64(sub64(load(b.v.y), a.v.y), halfTick)
	limit := mul64(add64(load(a.radius), b.radius), e.constant("maxTurn"))
	length := sqrt64(add64(mul64(dX, dX), mul64(dY, dY)))
	tooLong := compare64(greaterThan, length, limit)
	share := div64(limit, length)
	dX, dY = blend64(tooLong, mul64(dX, share), dX), blend64(tooLong, mul64(dY, share), dY)
	return e.keepPoint(add64(sub64(load(a.old.x), b.old.x), dX), add64(sub64(load(a.old.y), b.old.y), dY))
}

// turnCenter turns the centre of an arc with its body, if the centre is off the centre of mass or
// the side is flat.
func (e *predictEmitter) turnCenter(s *predictedSide) {
	angle := mul64(load(e.at("halfTick")), s.w)
	angle = max64(load(e.constant("minTurn")), min64(load(e.constant("maxTurn")), angle))
	sin, cos := e.sinCos(e.keep(angle))
	s.turn = e.keepPoint(cos, sin)
	x, y := apply(s.turn.x, s.turn.y, load(s.center.x), load(s.center.y))
	turns := or(load(s.flat), s.eccentric)
	store(blend64(turns, x, load(s.center.x)), s.center.x)
	store(blend64(turns, y, load(s.center.y)), s.center.y)
}

// sinCos is geom.SinCos for angles up to an eighth.
func (e *predictEmitter) sinCos(angle operand.Mem) (sin, cos vec) {
	z := mul64(load(angle), angle)
	sin = add64(load(angle), mul64(mul64(z, angle), e.series("sinSeries", 8, z)))
	isTiny := compare64(lessThan, and64(load(angle), e.constant("absMask")), e.constant("tiny"))
	sin = blend64(isTiny, angle, sin)
	half, one := mul64(z, e.constant("half")), load(e.constant("one"))
	w := sub64(one, half)
	small := mul64(mul64(z, z), e.series("cosSeries", 7, z))
	return sin, add64(w, add64(sub64(sub64(one, w), half), small))
}

// series returns the value of a polynomial, whose coefficients begin with the highest power.
func (e *predictEmitter) series(name string, length int, z vec) vec {
	p := load(e.constant(name))
	for i := 1; i < length; i++ {
		p = add64(mul64(p, z), e.constant(name).Offset(32*i))
	}
	return p
}

// predictNormal returns the normal in the middle of the tick: it turns with a flat side, or with
// the line between the centres of two arcs.
func (e *predictEmitter) predictNormal(a, b *predictedSide, n, between point) point {
	x := sub64(add64(load(between.x), b.center.x), a.center.x)
	y := sub64(add64(load(between.y), b.center.y), a.center.y)
	length := sqrt64(add64(mul64(x, x), mul64(y, y)))
	inverse := div64(load(e.constant("one")), length)
	x, y = mul64(inverse, x), mul64(inverse, y)
	near := compare64(greaterThan, add64(mul64(x, n.x), mul64(y, n.y)), e.constant("minCos"))
	near = and64(near, compare64(atLeast, length, e.constant("minLength")))
	x, y = blend64(near, x, load(n.x)), blend64(near, y, load(n.y))
	for _, s := range []*predictedSide{b, a} {
		turnedX, turnedY := apply(s.turn.x, s.turn.y, load(n.x), load(n.y))
		flat := load(s.flat)
		x, y = blend64(flat, turnedX, x), blend64(flat, turnedY, y)
	}
	return e.keepPoint(x, y)
}

// firstColumns reads two float32 of each lane as columns.
func (e *predictEmitter) firstColumns(place func(lane int) operand.Mem) (x, y vec128) {
	rows := rows128(place)
	low, high := asm.XMM(), asm.XMM()
	asm.VUNPCKLPS(rows[1], rows[0], low)
	asm.VUNPCKLPS(rows[3], rows[2], high)
	x, y = asm.XMM(), asm.XMM()
	asm.VUNPCKLPD(high, low, x)
	asm.VUNPCKHPD(high, low, y)
	return x, y
}

// body returns the places of the bodies of one side.
func (e *predictEmitter) body(side string) func(lane int) operand.Mem {
	pair := structOf(e.layout.state, "ContactPair")
	return func(lane int) operand.Mem {
		i := e.row(lane)
		asm.MOVL(rowOf(e.pairs, i, size(pair), offset(pair, side)), i.As32())
		return bodyRowOf(e.states, e.bodyRows, i)
	}
}

// point returns the places of a field of the first points.
func (e *predictEmitter) point(field string) func(lane int) operand.Mem {
	return e.contact(offset(structOf(e.layout.state, "SolverPoint"), field), "Points")
}

// contact returns the places behind a field of the contacts.
func (e *predictEmitter) contact(disp int, field string) func(lane int) operand.Mem {
	s := structOf(e.layout.state, "SolverContact")
	return func(lane int) operand.Mem { return rowOf(e.contacts, e.row(lane), size(s), offset(s, field)+disp) }
}

// row loads the row of a contact.
func (e *predictEmitter) row(lane int) reg.GPVirtual {
	return indexAt(e.group("rows").Offset(4 * lane))
}

func (e *predictEmitter) group(field string) operand.Mem {
	return operand.Mem{Base: e.groups, Disp: offset(structOf(e.collision, "predictionGroup"), field)}
}

func (e *predictEmitter) constant(name string) operand.Mem {
	return operand.Mem{Base: e.constants, Disp: offset(structOf(e.collision, "predictionConstants"), name)}
}
