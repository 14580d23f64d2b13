package solver

import (
	"math/bits"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/solver/constraint"
	"github.com/carom2d/carom/solver/schedule"
)

// batch holds the constraints that are solved together: of a group of islands, or of the global
// group.
type batch struct {
	solver *Solver
	groupJoints
	bundles       bundles
	colors        uint32 // the colours that have constraints, as bits
	spans         [colorCount][schedule.Classes]column.Span
	hasJoints     [colorCount]bool
	ranges        []batchRange            // by colour
	blocks        []column.Span           // spans of ranges, of the global group alone: a worker takes one at a time
	calls         []bundleArgs            // of kernels, by range
	prepareSlices int                     // the number of slices for preparing, which needs no colours
	blocksByColor [colorCount]column.Span // of blocks
	articulations int                     // number of articulations; the first ranges are theirs
	clusters      []int32
}

// build makes room for the bundles of a group and divides them into ranges. If the workers share
// the group, its colours are cut into slices.
func (b *batch) build(group int, shared bool) {
	b.gatherContacts(group)
	b.ranges, b.blocks = b.ranges[:0], b.blocks[:0]
	kept := group == schedule.Global && b.keepJointBundles()
	b.gatherArticulations(group, shared)
	b.gatherClusters(group)
	b.gatherJoints(group, kept)
	b.blocksByColor = [colorCount]column.Span{}
	for colors := b.colors; colors != 0; colors &= colors - 1 {
		i := bits.TrailingZeros32(colors)
		if !shared {
			b.appendRanges(i, 0, 1)
			continue
		}
		first, n := len(b.blocks), b.sliceCount(i)
		for block := range n {
			firstRange := len(b.ranges)
			b.appendRanges(i, block, n)
			b.blocks = append(b.blocks, column.Span{Lo: firstRange, Hi: len(b.ranges)})
		}
		b.blocksByColor[i] = column.Span{Lo: first, Hi: len(b.blocks)}
	}
	b.prepareSlices = b.prepareSliceCount()
}

// gatherContacts makes room for the bundles of a group and notes their colours.
func (b *batch) gatherContacts(group int) {
	var bundleCounts [schedule.Classes]int
	b.colors, b.spans = 0, [colorCount][schedule.Classes]column.Span{}
	for k := range bundleCounts {
		rows, begin := b.solver.order.Contacts(group, schedule.Class(k))
		b.bundles.contactRows[k] = rows
		if bundleCounts[k] = len(rows) / bundleSize; len(rows) == 0 {
			continue
		}
		for i := range b.spans {
			if begin[i] < begin[i+1] {
				b.spans[i][k] = column.Span{Lo: int(begin[i]-begin[0]) / bundleSize, Hi: int(begin[i+1]-begin[0]) / bundleSize}
				b.colors |= 1 << i
			}
		}
	}
	b.bundles.resize(bundleCounts)
}

// gatherJoints makes the bundles of the joints of a group, and notes their colours. The bundles of
// revolute joints may be kept from the last tick.
func (b *batch) gatherJoints(group int, kept bool) {
	s := b.solver
	b.hasJoints = [colorCount]bool{}
	if s.in.Joints == nil {
		return
	}
	if !kept {
		b.joints.reset(&s.in)
	}
	for i := range b.hasJoints {
		slots := s.order.Joints(group, i)
		if len(slots) == 0 {
			continue
		}
		b.hasJoints[i] = true
		b.colors |= 1 << i
		if b.jointSpans == nil {
			b.jointSpans = make([]constraint.Spans, colorCount)
		}
		if kept {
			b.joints.gatherOthers(&s.in, slots, i == overflow, &b.jointSpans[i])
		} else {
			b.jointSpans[i] = b.joints.gather(&s.in, slots, i == overflow)
		}
	}
}

// prepareSlice prepares a slice of all colours of the global group. A colour with as many slices
// has its ranges in the list already.
func (b *batch) prepareSlice(slice int) {
	n := b.prepareSlices
	if lo, hi := b.articulations*slice/n, b.articulations*(slice+1)/n; lo < hi {
		b.prepare(batchRange{articulations: true, lo: int32(lo), hi: int32(hi)})
	}
	for colors := b.colors; colors != 0; colors &= colors - 1 {
		color := bits.TrailingZeros32(colors)
		blocks := b.blocksByColor[color]
		switch blocks.Hi - blocks.Lo {
		case 0:
		case n:
			sp := b.blocks[blocks.Lo+slice]
			for _, c := range b.ranges[sp.Lo:sp.Hi] {
				b.prepare(c)
			}
		default:
			b.eachRange(color, slice, n, b.prepare)
		}
	}
}

// appendRanges appends the ranges of a colour that are in one of its n slices.
func (b *batch) appendRanges(color, slice, n int) {
	b.eachRange(color, slice, n, func(c batchRange) { b.ranges = append(b.ranges, c) })
}

// eachRange calls do with the ranges of a colour that are in one of its n slices.
func (b *batch) eachRange(color, slice, n int, do func(batchRange)) {
	if b.hasJoints[color] {
		for kind, spans := joint.Kind(0), &b.jointSpans[color]; kind < state.JointKinds; kind++ {
			if spans[kind].Lo == spans[kind].Hi {
				continue
			}
			if c := b.jointRange(color, kind, slice, n); c.lo < c.hi {
				do(c)
			}
		}
	}
	for k, sp := range b.spans[color] {
		if sp.Lo == sp.Hi {
			continue
		}
		if c := b.contactRange(color, schedule.Class(k), slice, n); c.lo < c.hi {
			do(c)
		}
	}
}

// keepJointBundles reports whether the bundles of the global group's revolute joints can stay,
// because gathering would give the same bundles. Gathering is serial and took a twentieth of the
// solver's time in one large island of joints.
func (b *batch) keepJointBundles() bool {
	s, groups := b.solver, b.solver.order.Groups()
	unchanged := groups == b.gatheredGroups && (groups == 1 || !s.order.SortedThisTick()) && s.order.FirstArticulation(schedule.Global) < 0
	b.gatheredGroups = groups
	return unchanged && s.in.Joints != nil && b.joints.reuse(&s.in)
}

// solveGroup runs all passes of the tick over a group.
func (b *batch) solveGroup(group int) {
	s := b.solver
	b.build(group, false)
	if b.calls = b.calls[:0]; group == schedule.Global {
		b.listCalls()
	}
	again := b.solvesAgain()
	for _, pass := range s.passes {
		switch {
		case pass == step.SolveAgain && !again:
		case pass.OverBodies():
			s.runGroupBodies(pass, group)
		case pass == step.Prepare:
			for _, c := range b.ranges {
				b.prepare(c)
			}
			for _, c := range b.clusters {
				b.prepareCluster(c)
			}
		case pass == step.SolveAgain:
			simd.Flush()
			for _, c := range b.ranges {
				b.solveAgain(c)
			}
		default:
			b.runRanges(pass, 0, b.firstColorRange())
			if pass == step.Align {
				continue
			}
			for _, c := range b.clusters {
				b.runCluster(pass, c)
			}
			b.runRanges(pass, b.firstColorRange(), len(b.ranges))
		}
	}
}

// runRanges runs one pass over the ranges from lo up to hi.
func (b *batch) runRanges(pass step.Pass, lo, hi int) {
	for i := lo; i < hi; i++ {
		if pass == step.Store || !b.runListed(pass, i) {
			b.runRange(pass, b.ranges[i])
		}
	}
}

// bundleGrain is the number of bundles of a range that the first and the last pass process at a
// time.
const bundleGrain = 16

// runRange runs one pass over a range. The first and the last pass read each bundle twice, the
// second time from the first-level cache.
func (b *batch) runRange(pass step.Pass, c batchRange) {
	if pass != step.WarmStart && pass != step.Store {
		b.runGrain(pass, c)
		return
	}
	for end := c.hi; c.lo < end; c.lo = c.hi {
		c.hi = min(c.lo+bundleGrain, end)
		b.runGrain(pass, c)
	}
}

// usesVectors reports whether the vector kernels can process a range of contacts.
func (c *batchRange) usesVectors() bool {
	return vectorKernels && !c.singleLane && c.class < schedule.OnePointCone
}

// waits reports whether a pass over a range calls only kernels, so that its calls can queue behind
// kernel calls that may not have run yet. Revolute joints order their calls themselves.
func (c *batchRange) waits() bool {
	if c.articulations || c.jointKind != joint.NoKind {
		return c.jointKind == joint.KindRevolute
	}
	return c.usesVectors()
}

// runGrain runs one pass over a short range.
func (b *batch) runGrain(pass step.Pass, c batchRange) {
	if pass == step.Store || !c.waits() {
		simd.Flush()
	}
	if pass == step.Store {
		b.store(c)
		return
	}
	s := b.solver
	states := s.in.Bodies.State
	if pass == step.SolveAgain {
		b.solveAgain(c)
		return
	}
	if c.articulations {
		b.runArticulations(pass, c)
		return
	}
	if c.jointKind != joint.NoKind {
		b.joints.run(pass, states, c.jointKind, c.span())
		return
	}
	if c.usesVectors() {
		b.vectorPass(pass, c)
		return
	}
	switch pass {
	case step.WarmStart:
		b.warmStartRange(c)
	case step.Solve:
		b.solveRange(c)
	default:
		b.relaxRange(c)
	}
}

// solvesAgain reports whether solveAgain does anything.
func (b *batch) solvesAgain() bool {
	for _, c := range b.ranges {
		if c.jointKind != joint.NoKind && c.jointKind != joint.KindRevolute {
			return true
		}
	}
	return false
}

// solveAgain solves all joints but revolute ones a second time. Several lines in one joint, and
// arms that grow as the joint slides, make sweeps converge slowly. With the errors that remain
// after a single sweep, the correction of positions gave jammed loops of such joints up to ten
// times their energy.
func (b *batch) solveAgain(c batchRange) {
	if c.jointKind != joint.NoKind && c.jointKind != joint.KindRevolute {
		b.joints.run(step.Solve, b.solver.in.Bodies.State, c.jointKind, c.span())
	}
}

// prepare writes the bundles of a range.
func (b *batch) prepare(c batchRange) {
	in := &b.solver.in
	if c.articulations {
		for i := c.lo; i < c.hi; i++ {
			b.joints.prepareArticulation(in, int(i))
		}
		return
	}
	if c.jointKind != joint.NoKind {
		b.joints.prepare(in, c.jointKind, c.span())
		return
	}
	if c.usesVectors() && in.Bodies.Dominant == 0 {
		b.prepareVector(c)
		return
	}
	for i := int(c.lo); i < int(c.hi); i++ {
		b.prepareBundle(c.class, i, in.Bodies, in.Contacts)
	}
}

// store writes the impulses of a range back.
func (b *batch) store(c batchRange) {
	in := &b.solver.in
	if c.articulations {
		for i := c.lo; i < c.hi; i++ {
			b.joints.storeArticulation(in, int(i))
		}
		return
	}
	if c.jointKind != joint.NoKind {
		b.joints.store(in, c.jointKind, c.span())
		return
	}
	if c.usesVectors() {
		b.storeVector(c)
		return
	}
	for i := int(c.lo); i < int(c.hi); i++ {
		b.storeBundle(c.class, i, in.Contacts)
	}
}

// warmStartRange applies the kept impulses of a range.
func (b *batch) warmStartRange(c batchRange) {
	states, r := b.solver.in.Bodies.State, &b.bundles
	for i := int(c.lo); i < int(c.hi); i++ {
		h, points, surface := r.at(c.class, i)
		for l := range r.laneCount(c.class, i) {
			warmStart(states, h, points, l)
			if surface != nil {
				warmStartRolling(states, h, surface, l)
			}
		}
	}
}

// solveRange solves a range with position correction.
func (b *batch) solveRange(c batchRange) {
	states, r := b.solver.in.Bodies.State, &b.bundles
	for i := int(c.lo); i < int(c.hi); i++ {
		h, points, _ := r.at(c.class, i)
		arc := elementOf(r.arcs[c.class], i)
		for l := range r.laneCount(c.class, i) {
			if arc != nil {
				correctArcs(states, h, arc, l)
			}
			solve(states, h, points, l, &b.solver.soft)
		}
	}
}

// relaxRange solves a range without position correction, with friction.
func (b *batch) relaxRange(c batchRange) {
	states, r := b.solver.in.Bodies.State, &b.bundles
	for i := int(c.lo); i < int(c.hi); i++ {
		h, points, surface := r.at(c.class, i)
		arc, cone := elementOf(r.arcs[c.class], i), elementOf(r.cones[c.class], i)
		for l := range r.laneCount(c.class, i) {
			if arc != nil {
				followArcs(states, h, &points[0], arc, l)
			} else {
				updateSeparation(states, h, points, l)
			}
			if surface == nil {
				relax(states, h, points, l, &b.solver.soft, noSurface)
				continue
			}
			relax(states, h, points, l, &b.solver.soft, slide{surface.tangentSpeed[l], cone})
			solveRolling(states, h, points, surface, l)
		}
	}
}
