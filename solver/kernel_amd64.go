//go:build !purego

package solver

import (
	"unsafe"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/simd"
)

//go:generate sh -c "cd ../internal/_asm && GOFLAGS=-mod=mod go run . solver >../../solver/kernel_amd64.s"

// vector says whether rows go to the vector kernels. It is decided once, at start;
// only tests change it.
var vector = simd.AVX2

// wideCoefficients are the coefficients and constants of the vector kernels, each
// once per lane, so that an instruction can take them from memory.
type wideCoefficients struct {
	invH, minusPush                                       column
	dynamicBias, dynamicMass, dynamicPressed, dynamicLeak column
	staticBias, staticMass, staticPressed, staticLeak     column
	half, one                                             column
	own, pooled                                           column // of the leak of two points
	int0, int1, int2                                      [Lanes]int32
	signs                                                 [Lanes]uint32 // of float32
	dynamicFlags                                          [Lanes]uint32 // of a body that is dynamic and free
}

// rowArgs is what a vector kernel is called with: count rows from the given one,
// and as many surfaces if it is a kernel for rows that have them.
type rowArgs struct {
	rows, surfaces, states unsafe.Pointer
	coefficients           *wideCoefficients
	count                  int
}

// tableArgs is what the kernels are called with that go between tables and rows
// without padding.
type tableArgs struct {
	rows, states, drives, bodyRows, pairs, solids, contacts unsafe.Pointer
	coefficients                                            *wideCoefficients
	count                                                   int
}

// The vector kernels: eight lanes at a time, in AVX2, all rows of the arguments in
// turn. Each does what the portable kernels of the same name do, to the bit.

//go:noescape
func warm1AVX2(args *rowArgs)

//go:noescape
func warm2AVX2(args *rowArgs)

//go:noescape
func warm1SurfaceAVX2(args *rowArgs)

//go:noescape
func warm2SurfaceAVX2(args *rowArgs)

//go:noescape
func solve1AVX2(args *rowArgs)

//go:noescape
func solve2AVX2(args *rowArgs)

//go:noescape
func relax1AVX2(args *rowArgs)

//go:noescape
func relax2AVX2(args *rowArgs)

//go:noescape
func relax1SurfaceAVX2(args *rowArgs)

//go:noescape
func relax2SurfaceAVX2(args *rowArgs)

//go:noescape
func prepare1AVX2(args *tableArgs)

//go:noescape
func prepare2AVX2(args *tableArgs)

//go:noescape
func store1AVX2(args *tableArgs)

//go:noescape
func store2AVX2(args *tableArgs)

// set spreads the coefficients over the lanes.
func (w *wideCoefficients) set(c *coefficients) {
	for l := range Lanes {
		w.invH[l], w.minusPush[l] = c.invH, -c.push
		d, s := &c.dynamic, &c.static
		w.dynamicBias[l], w.dynamicMass[l], w.dynamicPressed[l], w.dynamicLeak[l] = d.bias, d.mass, d.pressed, d.leak
		w.staticBias[l], w.staticMass[l], w.staticPressed[l], w.staticLeak[l] = s.bias, s.mass, s.pressed, s.leak
		w.half[l], w.one[l] = 0.5, 1
		w.own[l], w.pooled[l] = 1-evenly, 0.5*evenly
		w.int0[l], w.int1[l], w.int2[l] = 0, 1, 2
		w.signs[l] = 1 << 31
		w.dynamicFlags[l] = uint32(body.FlagDynamic)
	}
}

// vectorPass does one pass over a chunk of rows.
func (b *batch) vectorPass(what work, c chunk) {
	r, s := &b.rows, b.of
	args := rowArgs{states: unsafe.Pointer(&s.in.Bodies.State[0]), coefficients: &s.wide, count: int(c.hi - c.lo)}
	switch c.contacts {
	case class1:
		args.rows = unsafe.Pointer(&r.one[c.lo])
	case class2:
		args.rows = unsafe.Pointer(&r.two[c.lo])
	case class1Surface:
		args.rows, args.surfaces = unsafe.Pointer(&r.oneSurf[c.lo]), unsafe.Pointer(&r.surfOne[c.lo])
	case class2Surface:
		args.rows, args.surfaces = unsafe.Pointer(&r.twoSurf[c.lo]), unsafe.Pointer(&r.surfTwo[c.lo])
	}
	runKernel(what, c.contacts, &args)
}

// tableArgs gathers the arguments for the rows of a chunk that is not empty.
func (b *batch) tableArgs(c chunk) tableArgs {
	r, s := &b.rows, b.of
	bodies := s.in.Bodies
	args := tableArgs{
		states: unsafe.Pointer(&bodies.State[0]), drives: unsafe.Pointer(&bodies.Drive[0]), bodyRows: unsafe.Pointer(&bodies.Rows[0]),
		pairs: unsafe.Pointer(&s.in.Contacts.Pair[0]), solids: unsafe.Pointer(&s.in.Contacts.Solid[0]),
		contacts: unsafe.Pointer(&r.contact[c.contacts][c.lo*Lanes]), coefficients: &s.wide, count: int(c.hi - c.lo),
	}
	switch c.contacts {
	case class1:
		args.rows = unsafe.Pointer(&r.one[c.lo])
	case class2:
		args.rows = unsafe.Pointer(&r.two[c.lo])
	case class1Surface:
		args.rows = unsafe.Pointer(&r.oneSurf[c.lo])
	case class2Surface:
		args.rows = unsafe.Pointer(&r.twoSurf[c.lo])
	}
	return args
}

// padded returns the last row of a chunk if that has padding, else -1.
func (b *batch) padded(c chunk) int {
	if c.lo < c.hi && b.rows.contact[c.contacts][c.hi*Lanes-1] < 0 {
		return int(c.hi) - 1
	}
	return -1
}

// fill makes contacts of the padding of a row, all the same as its last one.
func (b *batch) fill(k class, row int) (contacts [Lanes]int32, lanes int) {
	lanes = b.rows.lanes(k, row)
	copy(contacts[:], b.rows.contact[k][row*Lanes:])
	for l := lanes; l < Lanes; l++ {
		contacts[l] = contacts[lanes-1]
	}
	return contacts, lanes
}

// prepareVector writes the rows of a chunk. Padding is written as copies of a
// contact first.
func (b *batch) prepareVector(c chunk) {
	s, last := b.of, b.padded(c)
	if last >= 0 {
		contacts, lanes := b.fill(c.contacts, last)
		args := b.tableArgs(chunk{contacts: c.contacts, lo: int32(last), hi: c.hi})
		args.contacts = unsafe.Pointer(&contacts)
		runPrepare(c.contacts, &args)
		h, points, surf := b.rows.at(c.contacts, last)
		for l := lanes; l < Lanes; l++ {
			padLane(h, points, surf, l, int32(s.in.Bodies.Rows[body.Ground]))
		}
		c.hi--
	}
	if c.lo < c.hi {
		args := b.tableArgs(c)
		runPrepare(c.contacts, &args)
	}
	if c.contacts != class1Surface && c.contacts != class2Surface {
		return
	}
	if last >= 0 {
		c.hi++
	}
	for i := int(c.lo); i < int(c.hi); i++ {
		h, _, surf := b.rows.at(c.contacts, i)
		for l, row := range b.rows.contact[c.contacts][i*Lanes : i*Lanes+Lanes] {
			if row >= 0 {
				prepareSurface(h, surf, l, &s.in.Contacts.Surface[row])
			}
		}
	}
}

func runPrepare(k class, args *tableArgs) {
	if k == class1 || k == class1Surface {
		prepare1AVX2(args)
	} else {
		prepare2AVX2(args)
	}
}

// storeVector writes the impulses of a chunk's rows back.
func (b *batch) storeVector(c chunk) {
	for i := int(c.lo); i < int(c.hi); i++ {
		h, points, surf := b.rows.at(c.contacts, i)
		b.of.holdUp(h, points)
		if surf == nil {
			continue
		}
		for l, row := range b.rows.contact[c.contacts][i*Lanes : i*Lanes+Lanes] {
			if row >= 0 {
				b.of.in.Contacts.Surface[row].RollingImpulse = surf.rollingImpulse[l]
			}
		}
	}
	if last := b.padded(c); last >= 0 {
		b.storePadded(c.contacts, last)
		c.hi--
	}
	if c.lo < c.hi {
		args := b.tableArgs(c)
		runStore(c.contacts, &args)
	}
}

// storePadded writes the impulses of a row with padding back, from a copy of which
// the padding is as its last contact.
func (b *batch) storePadded(k class, row int) {
	contacts, lanes := b.fill(k, row)
	args := b.tableArgs(chunk{contacts: k, lo: int32(row), hi: int32(row) + 1})
	args.contacts = unsafe.Pointer(&contacts)
	h, points, _ := b.rows.at(k, row)
	var copied row2
	copied.head = *h
	copy(copied.points[:], points)
	for l := lanes; l < Lanes; l++ {
		copied.tangentImpulse[l] = copied.tangentImpulse[lanes-1]
		for i := range points {
			p := &copied.points[i]
			p.impulse[l], p.total[l] = p.impulse[lanes-1], p.total[lanes-1]
		}
	}
	args.rows = unsafe.Pointer(&copied)
	runStore(k, &args)
}

func runStore(k class, args *tableArgs) {
	if k == class1 || k == class1Surface {
		store1AVX2(args)
	} else {
		store2AVX2(args)
	}
}

// runKernel calls the kernel for a pass over rows of a class.
func runKernel(what work, k class, args *rowArgs) {
	switch what {
	case workWarm:
		switch k {
		case class1:
			warm1AVX2(args)
		case class2:
			warm2AVX2(args)
		case class1Surface:
			warm1SurfaceAVX2(args)
		default:
			warm2SurfaceAVX2(args)
		}
	case workSolve:
		switch k {
		case class1, class1Surface:
			solve1AVX2(args)
		default:
			solve2AVX2(args)
		}
	default:
		switch k {
		case class1:
			relax1AVX2(args)
		case class2:
			relax2AVX2(args)
		case class1Surface:
			relax1SurfaceAVX2(args)
		default:
			relax2SurfaceAVX2(args)
		}
	}
}
