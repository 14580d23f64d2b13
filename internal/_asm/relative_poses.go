package main

import (
	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// writeRelativePoses writes the kernel of package collision/kernel that computes the relative poses
// of the bodies of contacts, and tests the bounding circles of the shapes. It takes four contacts
// at a time. A lane is a contact.
func writeRelativePoses(l *layout) {
	e := &relativePoseEmitter{layout: l, arguments: begin("relativePosesVector", "relativePoseArgs", l.collision)}
	asm.Attributes(attr.NOSPLIT)
	e.poses, e.bodyRows, e.pairs = e.integer("poses"), e.integer("bodyRows"), e.integer("pairs")
	e.shapes, e.rows, e.relative, e.near = e.integer("shapes"), e.integer("rows"), e.integer("relative"), e.integer("near")
	count := e.integer("count")
	loop(count, func() {
		if canPrefetch {
			e.prefetch()
		}
		e.emit()
		asm.ADDQ(operand.U8(4*4), e.rows)
		asm.ADDQ(operand.U32(4*32), e.relative)
		asm.ADDQ(operand.U8(4*8), e.near)
	})
}

type relativePoseEmitter struct {
	*layout
	arguments
	poses, bodyRows, pairs, shapes reg.Register // tables
	rows, relative, near           reg.Register // of the four contacts
}

func (e *relativePoseEmitter) emit() {
	var pairs [4]operand.Mem
	for lane := range pairs {
		pairs[lane] = rowOf(e.pairs, indexAt(operand.Mem{Base: e.rows, Disp: 4 * lane}), size(structOf(e.layout.state, "ContactPair")), 0)
	}
	a, b := poses(e.pose(pairs, "BodyA")), poses(e.pose(pairs, "BodyB"))
	x, y := applyInverse(a[2], a[3], sub64(b[0], a[0]), sub64(b[1], a[1]))
	c, s := applyInverse(a[2], a[3], b[2], b[3])
	for lane, row := range transpose64([4]vec{x, y, c, s}) {
		store(row, operand.Mem{Base: e.relative, Disp: 32 * lane})
	}
	other := poses(e.circle(pairs, "ColliderB"))
	centerX, centerY := apply(c, s, other[0], other[1])
	centerX, centerY = add64(centerX, x), add64(centerY, y)
	own := poses(e.circle(pairs, "ColliderA"))
	centerX, centerY = sub64(centerX, own[0]), sub64(centerY, own[1])
	reach := add64(add64(own[2], other[2]), e.at("speculative"))
	distance := add64(mul64(centerX, centerX), mul64(centerY, centerY))
	store(compare64(atMost, distance, mul64(reach, reach)), operand.Mem{Base: e.near})
	for lane := range 4 {
		e.storeKinds(lane)
	}
}

// storeKinds writes the kinds of the shapes of a contact into the upper half of its result.
func (e *relativePoseEmitter) storeKinds(lane int) {
	const kindFactorLog2 = 4
	pair := structOf(e.layout.state, "ContactPair")
	i, kinds := asm.GP64(), asm.GP64()
	asm.MOVL(operand.Mem{Base: e.rows, Disp: 4 * lane}, i.As32())
	asm.IMUL3Q(operand.U32(uint64(size(pair))), i, i)
	at := operand.Mem{Base: e.pairs, Index: i, Scale: 1}
	asm.MOVL(at.Offset(offset(pair, "ColliderA")), kinds.As32())
	asm.MOVL(at.Offset(offset(pair, "ColliderB")), i.As32())
	for _, k := range []reg.GPVirtual{kinds, i} {
		asm.IMUL3Q(operand.U32(geometrySize), k, k)
		asm.MOVL(operand.Mem{Base: e.shapes, Index: k, Scale: 1}, k.As32())
		asm.ANDL(operand.U8(1<<kindFactorLog2-1), k.As32())
	}
	asm.SHLL(operand.Imm(kindFactorLog2), kinds.As32())
	asm.ORL(i.As32(), kinds.As32())
	asm.MOVL(kinds.As32(), operand.Mem{Base: e.near, Disp: 8*lane + 4})
}

// geometrySize is the size of a shape.Geometry, which begins with its kind.
const geometrySize = 72

// prefetch prefetches what finishing the manifolds of the four contacts will read and write.
func (e *relativePoseEmitter) prefetch() {
	const cacheSize = 64 // of a ManifoldCache
	for _, t := range []struct {
		table string
		bytes int
	}{{"solverContacts", size(structOf(e.layout.state, "SolverContact"))}, {"caches", cacheSize}} {
		base := e.integer(t.table)
		for lane := range 4 {
			row := rowOf(base, indexAt(operand.Mem{Base: e.rows, Disp: 4 * lane}), t.bytes, 0)
			for disp := 0; disp < t.bytes; disp += cacheLine {
				asm.PREFETCHT0(row.Offset(disp))
			}
		}
	}
}

// cacheLine is the size of a line of the cache.
const cacheLine = 64

// pose returns the places of the poses of one body of each contact.
func (e *relativePoseEmitter) pose(pairs [4]operand.Mem, body string) func(lane int) operand.Mem {
	return func(lane int) operand.Mem {
		return bodyRowOf(e.poses, e.bodyRows, indexAt(pairs[lane].Offset(offset(structOf(e.layout.state, "ContactPair"), body))))
	}
}

// circle returns the places of the bounding circles of one shape of each contact: centre, radius,
// and what follows.
func (e *relativePoseEmitter) circle(pairs [4]operand.Mem, collider string) func(lane int) operand.Mem {
	const center = 16
	return func(lane int) operand.Mem {
		i := indexAt(pairs[lane].Offset(offset(structOf(e.layout.state, "ContactPair"), collider)))
		return rowOf(e.shapes, i, geometrySize, center)
	}
}
