//go:build !purego && (amd64 || arm64 || js)

package solver

import (
	"unsafe"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/schedule"
)

// vectorKernels tells whether bundles go to the vector kernels. It is decided once, at start; only
// tests change it.
var vectorKernels = simd.Available

// wideCoefficients are the coefficients and constants of the vector kernels, repeated for each
// lane, so that an instruction can read them from memory.
type wideCoefficients struct {
	_                                                                     [0]func() // not comparable, so no program has code for a comparison
	invH, minusPushSpeed                                                  perLane
	dynamicBias, dynamicMass, dynamicOverRelaxedMass, dynamicImpulseScale perLane
	staticBias, staticMass, staticOverRelaxedMass, staticImpulseScale     perLane
	half, one                                                             perLane
	ownShare, sharedShare                                                 perLane // of the impulse that two points remove
	int0, int1, int2                                                      [bundleSize]int32
	signs                                                                 [bundleSize]uint32 // of float32
	dynamicFlags                                                          [bundleSize]uint32 // of a body that is dynamic and free
}

// The vector kernels process eight lanes at a time, and all bundles of the arguments in turn. They
// give the same bits as the portable kernels of the same name.

// fewLanes is the number of contacts up to which a bundle is prepared and stored lane by lane. The
// kernels take a bundle with padding only after its padding has been filled in.
const fewLanes = 3

// bundleArgs are the arguments of a vector kernel: count bundles, and as many surfaces if the
// kernel is for bundles with surfaces. The passes need no result of a kernel, so where calls are
// expensive many of them are queued until simd.Flush.
type bundleArgs struct {
	bundles, surfaces, arcs, states unsafe.Pointer
	coefficients                    *wideCoefficients
	count                           int
}

// tableArgs are the arguments of the kernels that copy between tables and bundles
// without padding.
type tableArgs struct {
	bundles, states, dynamics, bodyRows, pairs, solverContacts, contactRows unsafe.Pointer
	coefficients                                                            *wideCoefficients
	count                                                                   int
}

// set copies each coefficient into all lanes.
func (w *wideCoefficients) set(c *coefficients) {
	for l := range bundleSize {
		w.invH[l], w.minusPushSpeed[l] = c.invH, -c.pushSpeed
		d, s := &c.dynamic, &c.static
		w.dynamicBias[l], w.dynamicMass[l], w.dynamicOverRelaxedMass[l], w.dynamicImpulseScale[l] = d.Bias, d.Mass, d.overRelaxedMass, d.ImpulseScale
		w.staticBias[l], w.staticMass[l], w.staticOverRelaxedMass[l], w.staticImpulseScale[l] = s.Bias, s.Mass, s.overRelaxedMass, s.ImpulseScale
		w.half[l], w.one[l] = 0.5, 1
		w.ownShare[l], w.sharedShare[l] = 1-sharedSoftness, 0.5*sharedSoftness
		w.int0[l], w.int1[l], w.int2[l] = 0, 1, 2
		w.signs[l] = 1 << 31
		w.dynamicFlags[l] = uint32(state.FlagDynamic)
	}
}

// listCalls lists the arguments of the kernels for the ranges of the global group, which one worker
// takes through all passes. A range without a kernel has none, and neither has a long one, which
// its first pass divides.
func (b *batch) listCalls() {
	if simd.CallsAtOnce > 1 {
		return // calls are listed anyway
	}
	for i := range b.ranges {
		c, args := &b.ranges[i], bundleArgs{}
		if contacts := !c.articulations && c.jointKind == joint.NoKind; contacts && c.usesVectors() && c.hi-c.lo <= bundleGrain {
			args = b.bundleArgs(c)
		}
		b.calls = append(b.calls, args)
	}
}

// runListed runs one of the passes between the first and the last over a range with a listed call,
// or returns false.
func (b *batch) runListed(pass step.Pass, i int) bool {
	if simd.CallsAtOnce > 1 || i >= len(b.calls) || b.calls[i].bundles == nil {
		return false
	}
	runKernel(pass, b.ranges[i].class, &b.calls[i])
	return true
}

// vectorPass runs one pass over a range of bundles.
func (b *batch) vectorPass(pass step.Pass, c batchRange) {
	args := b.bundleArgs(&c)
	runKernel(pass, c.class, &args)
}

// bundleArgs returns the arguments of the kernels for a range of bundles.
func (b *batch) bundleArgs(c *batchRange) bundleArgs {
	r, s := &b.bundles, b.solver
	args := bundleArgs{bundles: r.pointer(c), states: unsafe.Pointer(&s.in.Bodies.State[0]), coefficients: &s.wide, count: int(c.hi - c.lo)}
	if surfaces := r.surfaces[c.class]; len(surfaces) > 0 {
		args.surfaces = unsafe.Pointer(&surfaces[c.lo])
	}
	if arcs := r.arcs[c.class]; len(arcs) > 0 {
		args.arcs = unsafe.Pointer(&arcs[c.lo])
	}
	return args
}

// pointer returns the address of the first bundle of a range.
func (r *bundles) pointer(c *batchRange) unsafe.Pointer {
	if classColumns[c.class].twoPoints {
		return unsafe.Pointer(&r.twoPoints[c.class][c.lo])
	}
	return unsafe.Pointer(&r.onePoint[c.class][c.lo])
}

// tableArgs returns the arguments for a range that is not empty.
func (b *batch) tableArgs(c batchRange) tableArgs {
	rows := &b.bundles.contactRows[c.class][c.lo*bundleSize]
	return b.solver.tableArgs(b.bundles.pointer(&c), unsafe.Pointer(rows), int(c.hi-c.lo))
}

// tableArgs returns the arguments for some bundles and the rows of their contacts.
func (s *Solver) tableArgs(bundles, contactRows unsafe.Pointer, count int) tableArgs {
	bodies, contacts := s.in.Bodies, s.in.Contacts
	return tableArgs{
		bundles: bundles, states: unsafe.Pointer(&bodies.State[0]), dynamics: unsafe.Pointer(&bodies.Dynamics[0]),
		bodyRows: unsafe.Pointer(&bodies.Rows[0]), pairs: unsafe.Pointer(&contacts.Pair[0]), solverContacts: unsafe.Pointer(&contacts.Solver[0]),
		contactRows: contactRows, coefficients: &s.wide, count: count,
	}
}

// paddedBundle returns the last bundle of a range and the number of its contacts if it has padding,
// else -1.
func (b *batch) paddedBundle(c batchRange) (last, lanes int) {
	if last = int(c.hi) - 1; c.lo == c.hi {
		return -1, 0
	}
	if lanes = b.bundles.laneCount(c.class, last); lanes == bundleSize {
		last = -1
	}
	return last, lanes
}

// fillPadding returns the contact rows of a bundle with its padding replaced by its last contact.
func (b *batch) fillPadding(k schedule.Class, row int) (contacts [bundleSize]int32, lanes int) {
	lanes = b.bundles.laneCount(k, row)
	copy(contacts[:], b.bundles.contactRows[k][row*bundleSize:])
	for l := lanes; l < bundleSize; l++ {
		contacts[l] = contacts[lanes-1]
	}
	return contacts, lanes
}

// prepareVector prepares the bundles of a range. Padding is first written as copies of a contact.
func (b *batch) prepareVector(c batchRange) {
	s := b.solver
	last, lanes := b.paddedBundle(c)
	if last >= 0 && lanes <= fewLanes {
		b.prepareBundle(c.class, last, s.in.Bodies, s.in.Contacts)
		c.hi--
		last = -1
	}
	whole := c // the bundles without padding
	if last >= 0 {
		contacts, lanes := b.fillPadding(c.class, last)
		args := b.tableArgs(batchRange{class: c.class, lo: int32(last), hi: c.hi})
		args.contactRows = simd.Still(&contacts)
		runPrepare(c.class, &args)
		h, points, surface := b.bundles.at(c.class, last)
		for l := lanes; l < bundleSize; l++ {
			padLane(h, points, surface, l, s.in.Bodies.Rows[state.Ground].Offset())
			if arc := elementOf(b.bundles.arcs[c.class], last); arc != nil {
				arc.pad(l)
			}
		}
		whole.hi--
	}
	if whole.lo < whole.hi {
		args := b.tableArgs(whole)
		runPrepare(c.class, &args)
	}
	if c.class < schedule.OnePointSurface {
		return
	}
	for i := int(c.lo); i < int(c.hi); i++ {
		b.prepareColumns(c.class, i, b.bundles.laneCount(c.class, i), s.in.Contacts)
	}
}

// runPrepare calls the kernel that prepares bundles of a class.
func runPrepare(k schedule.Class, args *tableArgs) {
	if classColumns[k].twoPoints {
		prepare2Vector(args)
	} else {
		prepare1Vector(args)
	}
}

// storeVector writes the impulses of a range to the table.
func (b *batch) storeVector(c batchRange) {
	last, lanes := b.paddedBundle(c)
	few := last >= 0 && lanes <= fewLanes
	if few {
		c.hi--
	}
	for i := int(c.lo); i < int(c.hi); i++ {
		h, points, surface := b.bundles.at(c.class, i)
		b.solver.recordBundleLoads(h, points, bundleSize)
		if surface == nil {
			continue
		}
		for l, row := range b.bundles.contactRows[c.class][i*bundleSize : i*bundleSize+bundleSize] {
			if row >= 0 {
				b.solver.in.Contacts.Surface[row].RollingImpulse = surface.rollingImpulse[l]
			}
		}
	}
	switch {
	case few:
		b.storeBundle(c.class, last, b.solver.in.Contacts)
	case last >= 0:
		b.storePadded(c.class, last)
		c.hi--
	}
	if c.lo < c.hi {
		args := b.tableArgs(c)
		runStore(c.class, &args)
	}
}

// storePadded writes the impulses of a bundle with padding to the table. The kernel reads a copy
// whose padding equals the last contact.
func (b *batch) storePadded(k schedule.Class, row int) {
	contacts, lanes := b.fillPadding(k, row)
	args := b.tableArgs(batchRange{class: k, lo: int32(row), hi: int32(row) + 1})
	args.contactRows = simd.Still(&contacts)
	h, points, _ := b.bundles.at(k, row)
	var copied bundle2
	copied.header = *h
	copy(copied.points[:], points)
	for l := lanes; l < bundleSize; l++ {
		copied.tangentImpulse[l] = copied.tangentImpulse[lanes-1]
		for i := range points {
			p := &copied.points[i]
			p.impulse[l], p.totalImpulse[l] = p.impulse[lanes-1], p.totalImpulse[lanes-1]
		}
	}
	args.bundles = simd.Still(&copied)
	runStore(k, &args)
}

// runStore calls the kernel that stores bundles of a class.
func runStore(k schedule.Class, args *tableArgs) {
	if classColumns[k].twoPoints {
		store2Vector(args)
	} else {
		store1Vector(args)
	}
}

// runKernel calls the kernel for a pass over bundles of a class.
func runKernel(pass step.Pass, k schedule.Class, args *bundleArgs) {
	switch pass {
	case step.WarmStart:
		switch k {
		case schedule.OnePoint, schedule.OnePointArc:
			warm1Vector(args)
		case schedule.TwoPoints:
			warm2Vector(args)
		case schedule.OnePointSurface:
			warm1SurfaceVector(args)
		default:
			warm2SurfaceVector(args)
		}
	case step.Solve:
		switch k {
		case schedule.OnePoint:
			solve1Vector(args)
		case schedule.OnePointSurface, schedule.OnePointArc:
			solve1ArcsVector(args)
		default:
			solve2Vector(args)
		}
	default:
		switch k {
		case schedule.OnePoint:
			relax1Vector(args)
		case schedule.TwoPoints:
			relax2Vector(args)
		case schedule.OnePointSurface:
			followArcsVector(args)
			relax1SurfaceVector(args)
		case schedule.OnePointArc:
			relax1ArcsVector(args)
		default:
			relax2SurfaceVector(args)
		}
	}
}
