package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeBoxes writes the kernel of package collision/kernel that computes the boxes of colliders. It
// takes one collider after the other. A lane is a side of a box: the lower sides, and the upper
// sides with the opposite sign. So outward is downward in all lanes.
func writeBoxes(l *layout) {
	e := &boxEmitter{layout: l, arguments: begin("boxesVector", "boxArgs", l.collision)}
	asm.Attributes(attr.NOSPLIT)
	e.poses, e.shapes, e.boxes, e.constants = e.integer("poses"), e.integer("shapes"), e.integer("boxes"), e.integer("constants")
	e.list, e.moved, e.newBoxes = e.integer("list"), e.integer("slots"), e.integer("newBoxes")
	count := e.integer("count")
	asm.Label("loop")
	if canPrefetch {
		e.prefetch()
	}
	e.emit()
	asm.Label("next")
	asm.ADDQ(operand.U8(8), e.list)
	asm.DECQ(count)
	asm.JNZ(operand.LabelRef("loop"))
	asm.MOVQ(e.moved, e.at("slotsEnd"))
	end()
}

type boxEmitter struct {
	*layout
	arguments
	constants             reg.Register
	poses, shapes, boxes  reg.Register // tables
	list, moved, newBoxes reg.Register // the collider, and the next results
	cos, sin              vec          // rotate a point to the lanes
	position              vec          // of the body, in the lanes
}

// Offsets in a shape.Geometry, which begins with the kind and the number of vertices, and the sizes
// of rows as shifts.
const (
	geometryFirst  = 4
	geometryRadius = 8
	geometryCenter = 16
	geometryA      = 40
	geometryB      = 56

	boxRow, linkRow, vertexRow = 4, 4, 4
	vertexSize                 = 1 << vertexRow
	bodyRow, fitRow            = 5, 5
	fitRotation                = 16 // followed by the reach and the version

	kindBox, kindPolygon = 3, 4
)

func (e *boxEmitter) emit() {
	row := e.shifted(4, bodyRow)
	rot, place := asm.YMM(), asm.YMM()
	asm.VBROADCASTF128(operand.Mem{Base: e.poses, Index: row, Scale: 1, Disp: 16}, rot)
	asm.VBROADCASTF128(operand.Mem{Base: e.poses, Index: row, Scale: 1}, place)
	e.cos = xor64(firstTwice(rot), e.constant("upper"))
	e.sin = xor64(secondTwice(rot), e.constant("turn"))
	e.position = xor64(place, e.constant("upper"))
	tight := e.tightBox()

	slot := e.shifted(0, boxRow)
	fat := asm.YMM()
	asm.VCVTPS2PD(operand.Mem{Base: e.boxes, Index: slot, Scale: 1}, fat)
	asm.VXORPD(e.constant("upper"), fat, fat)
	e.ifAll(compare64(atMost, fat, tight), "inside")
	e.fatten(row, tight, fat)
	asm.Label("inside")
	e.noteFit(rot, tight, fat)
}

// shifted loads an index of the collider or of its body as an offset in bytes.
func (e *boxEmitter) shifted(disp int, shift uint64) reg.GPVirtual {
	i := indexAt(operand.Mem{Base: e.list, Disp: disp})
	asm.SHLQ(operand.Imm(shift), i)
	return i
}

// firstTwice and secondTwice return a number of each pair in both places, and exchanged the two
// numbers in the other order.
func firstTwice(x vec) vec  { return binary(asm.VUNPCKLPD, x, x) }
func secondTwice(x vec) vec { return binary(asm.VUNPCKHPD, x, x) }
func exchanged(x vec) vec   { return shuffle(0x4e, x, x) }

// third returns the third number of four, four times.
func third(x vec128) vec {
	z := asm.XMM()
	asm.VUNPCKHPS(x, x, z)
	asm.VUNPCKLPD(z, z, z)
	return widen(z)
}

// tightBox is shape.BoxOf, grown by the margin of contacts.
func (e *boxEmitter) tightBox() vec {
	shape := indexAt(operand.Mem{Base: e.list})
	asm.IMUL3Q(operand.U32(geometrySize), shape, shape)
	asm.ADDQ(e.shapes, shape)
	kind, count, point := asm.GP64(), asm.GP64(), asm.GP64()
	asm.MOVL(operand.Mem{Base: shape}, kind.As32())
	asm.MOVL(kind.As32(), count.As32())
	asm.ANDL(operand.U8(15), kind.As32())
	skin := asm.YMM()
	asm.VBROADCASTF128(operand.Mem{Base: shape, Disp: geometryRadius}, skin)
	half := firstTwice(skin)

	asm.CMPL(kind.As32(), operand.Imm(kindPolygon))
	asm.JEQ(operand.LabelRef("polygon"))
	asm.MOVQ(shape, point)
	asm.CMPL(kind.As32(), operand.Imm(kindBox))
	asm.JEQ(operand.LabelRef("box"))
	asm.ADDQ(operand.U8(geometryA), point)
	asm.MOVQ(operand.U32(1), count)
	asm.TESTL(kind.As32(), kind.As32())
	asm.JZ(operand.LabelRef("points"))
	asm.MOVQ(operand.U32(2), count)
	asm.JMP(operand.LabelRef("points"))

	asm.Label("box")
	asm.ADDQ(operand.U8(geometryCenter), point)
	asm.MOVQ(operand.U32(1), count)
	axis := and64(e.rotated(shape, geometryB), e.constant("absMask"))
	extents := asm.YMM()
	asm.VBROADCASTF128(operand.Mem{Base: shape, Disp: geometryA}, extents)
	own, other := mul64(axis, firstTwice(extents)), mul64(exchanged(axis), secondTwice(extents))
	asm.VADDPD(half, add64(own, other), half)
	asm.JMP(operand.LabelRef("points"))

	asm.Label("polygon")
	asm.MOVL(operand.Mem{Base: shape, Disp: geometryFirst}, point.As32())
	asm.SHLQ(operand.Imm(vertexRow), point)
	asm.ADDQ(e.at("vertices"), point)
	asm.SHRL(operand.Imm(16), count.As32())

	asm.Label("points")
	sides := e.rotated(point, 0)
	for j := 1; j < maxCorners; j++ {
		asm.CMPL(count.As32(), operand.Imm(uint64(j)))
		asm.JEQ(operand.LabelRef("outermost"))
		asm.VMINPD(sides, e.rotated(point, vertexSize*j), sides)
	}
	asm.Label("outermost")
	return sub64(sub64(add64(sides, e.position), half), e.at("margin"))
}

// rotated returns a point in the axes of the world.
func (e *boxEmitter) rotated(base reg.Register, disp int) vec {
	v := asm.YMM()
	asm.VBROADCASTF128(operand.Mem{Base: base, Disp: disp}, v)
	return add64(mul64(v, e.cos), mul64(exchanged(v), e.sin))
}

// fatten is Pipeline.fatten of package collision. It stores the result and leaves it in fat.
func (e *boxEmitter) fatten(row reg.GPVirtual, tight, fat vec) {
	links := e.integer("links")
	link, velocity := asm.XMM(), asm.XMM()
	asm.VMOVUPS(operand.Mem{Base: links, Index: e.shifted(0, linkRow), Scale: 1}, link)
	margin := third(link) // the other numbers are integers
	states := e.integer("states")
	asm.VMOVUPS(operand.Mem{Base: states, Index: row, Scale: 1, Disp: offset(structOf(e.layout.state, "BodyState"), "VX")}, velocity)
	asm.VUNPCKLPD(velocity, velocity, velocity)
	ahead := xor64(mul64(widen(velocity), e.at("lookahead")), e.constant("upper"))
	ahead = min64(max64(ahead, mul64(margin, e.constant("minusTwo"))), zero())
	sides := add64(sub64(tight, margin), ahead)
	sides = add64(xor64(sides, e.constant("upper")), zero()) // no zero has a sign
	rounded := toFloat32(sides)
	inward := compare64(greaterThan, xor64(widen(rounded), e.constant("upper")), xor64(sides, e.constant("upper")))
	high, step, down := asm.XMM(), asm.XMM(), asm.XMM()
	asm.VEXTRACTF128(operand.Imm(1), inward, high)
	asm.VSHUFPS(operand.Imm(0x88), high, inward.AsX(), high)
	// Read as an integer, a float below zero goes down by one more, and one above zero by one less.
	asm.VXORPS(e.constant("upper32"), rounded, down)
	asm.VPSRAD(operand.Imm(31), down, step)
	asm.VPADDD(step, step, step)
	asm.VXORPS(e.constant("allOnes"), step, step)
	asm.VANDPS(high, step, step)
	asm.VPADDD(step, rounded, rounded)
	asm.VMOVUPS(rounded, operand.Mem{Base: e.newBoxes})
	slot := indexAt(operand.Mem{Base: e.list})
	asm.MOVL(slot.As32(), operand.Mem{Base: e.moved})
	asm.ADDQ(operand.U8(16), e.newBoxes)
	asm.ADDQ(operand.U8(4), e.moved)
	asm.VCVTPS2PD(rounded, fat)
	asm.VXORPD(e.constant("upper"), fat, fat)
}

// noteFit is noteFit of package collision.
func (e *boxEmitter) noteFit(rot, tight, fat vec) {
	fits := e.integer("fits")
	asm.ADDQ(e.shifted(0, fitRow), fits)
	old := asm.XMM()
	asm.VMOVUPS(operand.Mem{Base: fits, Disp: fitRotation}, old)
	bound := add64(add64(third(old), and64(e.position, e.constant("absMask"))), and64(fat, e.constant("absMask")))
	bound = mul64(bound, e.constant("roundoff"))
	lanes := asm.GP64()
	asm.VMOVMSKPD(compare64(lessThan, bound, e.constant("one")), lanes.As32())
	asm.CMPQ(lanes, operand.U8(allSides))
	asm.JNE(operand.LabelRef("next"))
	limits, rotation := toFloat32(add64(sub64(e.position, sub64(tight, fat)), bound)), toFloat32(rot)
	asm.VXORPS(e.constant("upper32"), limits, limits)
	asm.VMOVUPS(limits, operand.Mem{Base: fits})
	asm.VUNPCKHPD(old, rotation, rotation)
	asm.VORPS(e.at("version"), rotation, rotation)
	asm.VMOVUPS(rotation, operand.Mem{Base: fits, Disp: fitRotation})
}

// ifAll jumps if all lanes of a mask are set.
func (e *boxEmitter) ifAll(mask vec, label string) {
	lanes := asm.GP64()
	asm.VMOVMSKPD(mask, lanes.As32())
	asm.CMPQ(lanes, operand.U8(allSides))
	asm.JEQ(operand.LabelRef(label))
}

// prefetch prefetches the rows of a collider further down the list, which is longer by as many.
func (e *boxEmitter) prefetch() {
	const ahead = 4 * 8
	slot := e.shifted(ahead, boxRow)
	asm.PREFETCHT0(operand.Mem{Base: e.boxes, Index: slot, Scale: 1})
	links, vertices := e.integer("links"), e.integer("vertices")
	asm.PREFETCHT0(operand.Mem{Base: links, Index: slot, Scale: 1})
	shape := indexAt(operand.Mem{Base: e.list, Disp: ahead})
	first := indexAt(rowOf(e.shapes, shape, geometrySize, geometryFirst))
	asm.SHLQ(operand.Imm(vertexRow), first)
	for line := range 2 {
		asm.PREFETCHT0(operand.Mem{Base: vertices, Index: first, Scale: 1, Disp: cacheLine * line})
	}
}

func (e *boxEmitter) constant(name string) operand.Mem {
	return operand.Mem{Base: e.constants, Disp: offset(structOf(e.collision, "boxConstants"), name)}
}
