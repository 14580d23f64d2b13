package articulation

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
)

// Bounds.
//
// The force of a joint may have a bound on its length, and its torque a bound on its size. A pass
// solves all lines, and reduces the impulses above their bounds to these. Their lines are
// saturated: they keep their impulses while the pass solves the other lines again. Then the
// anchors may move along such an impulse, and the joint would drive them like a motor. Lines that
// do so are released: the pass solves them with the others once more. The next pass begins with
// all lines.

// lineBound is a bound on the impulse of the rigid lines [lo, hi) of a joint.
type lineBound struct {
	_         [0]func() // not comparable, so no program has code for a comparison
	lo, hi    int32
	releases  int32 // in this pass
	saturated bool
	most      float64 // N s or N m s
}

const (
	// saturatedCompliance is the compliance of a saturated line: it takes no further impulse.
	saturatedCompliance = 1e12
	// maxReleases bounds how often a pass releases the same lines, so that it ends.
	maxReleases = 8
	// maxBounded is the largest number of joints with bounds in a set. They are rigid in the first
	// solution of each pass, and a torn bridge of 70 such joints would take ten more.
	maxBounded = 8
)

// isBounded reports whether the force or the torque of the rigid part of a joint has a bound.
//
//go:noinline
func isBounded(s *state.Joints, row state.JointRow) bool {
	l, st := &s.Link[row], &s.Strength[row]
	if isMultiBody(l.Kind) || st.MaxForce > math.MaxFloat32 && st.MaxTorque > math.MaxFloat32 {
		return false
	}
	if l.Kind == joint.KindRevolute {
		return !(st.MaxForce > math.MaxFloat32)
	}
	b := &s.GenericAt(l.Data).Block
	return b.On && (b.N != b.Linear || !(st.MaxForce > math.MaxFloat32))
}

// follows reports whether the search follows a joint: the joint may be part of an articulation, and
// has no bound unless the set has few bounds.
func (f *Graph) follows(s *state.Joints, bodies *state.Bodies, slot state.JointSlot) bool {
	return canArticulate(s, bodies, slot) && (f.withBounded || !isBounded(s, s.Rows[slot]))
}

// countBounded counts the joints with bounds in the set of a body, and of the sets that ties
// connect with it. It stops above maxBounded.
func (f *Graph) countBounded(s *state.Joints, bodies *state.Bodies, seed state.BodySlot) (n int) {
	f.order, f.parentKey = f.order[:0], f.parentKey[:0]
	f.tieStamp++
	f.meet(seed, state.None)
	for i := 0; i < len(f.order) && n <= maxBounded; i++ {
		for key := bodies.Meta[f.order[i]].FirstJoint; key != state.None; key = s.Next(key) {
			slot := state.JointSlot(key >> 1)
			if !canBelong(s, bodies, slot) {
				continue
			}
			if isBounded(s, s.Rows[slot]) && (key&1 == 0 || bodies.Meta[s.Other(key)].Type != body.Dynamic) {
				n++
			}
			f.meetNew(bodies, s.Other(key))
			for _, b := range s.Bodies(slot) {
				f.meetNew(bodies, b)
			}
		}
	}
	return n
}

// meetNew is meet for a dynamic body that is not in the order.
func (f *Graph) meetNew(bodies *state.Bodies, b state.BodySlot) {
	if f.reserve(b); bodies.Meta[b].Type == body.Dynamic && f.tieVisited[b] != f.tieStamp {
		f.meet(b, state.None)
	}
}

// setBounds sets the bounds of the rigid lines, of which the linear ones come first.
//
//go:noinline
func (e *artBlock) setBounds(linear int32, s *state.JointStrength, p *step.Params) {
	linear = min(linear, e.rigidLines)
	e.bounds[0] = lineBound{hi: linear, most: float64(s.MaxForce * p.H)}
	e.bounds[1] = lineBound{lo: linear, hi: e.rigidLines, most: float64(s.MaxTorque * p.H)}
}

// beginBounds begins a pass. In Align bounded joints do not act. A bounded torque lets a light body
// spin otherwise in each solution of a pass, so the leads keep the spins from before the pass.
func (g *Set) beginBounds(t *articulationTick) {
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		if e := g.joints[i].boundedBlock(g); e != nil {
			for k := range e.bounds {
				e.bounds[k].saturated, e.bounds[k].releases = t.aligns, 0
			}
		}
	}
	g.setLeadSpins(t)
}

// boundedBlock returns the block of a joint with a bound, or nil.
func (l *artJoint) boundedBlock(g *Set) *artBlock {
	if l.block == noIndex || g.blocks[l.block].bounds[1].hi == 0 {
		return nil
	}
	return &g.blocks[l.block]
}

// updateBounds saturates the lines above their bounds or, if there are none, releases the lines
// that drive their anchors. It reports whether the lines have to be solved again.
func (g *Set) updateBounds(t *articulationTick, pass step.Pass) (changed bool) {
	for i := t.joints.Lo; i < t.joints.Hi; i++ {
		l := &g.joints[i]
		if e := l.boundedBlock(g); e != nil {
			for k := range e.bounds {
				changed = g.saturate(l, e, &e.bounds[k]) || changed
			}
		}
	}
	released := false
	for i := t.joints.Lo; i < t.joints.Hi && !changed && !t.aligns; i++ {
		l := &g.joints[i]
		if e := l.boundedBlock(g); e != nil && (e.bounds[0].saturated || e.bounds[1].saturated) {
			released = g.release(l, t, pass) || released
		}
	}
	return changed || released
}

// saturate reduces an impulse above its bound to it.
func (g *Set) saturate(l *artJoint, e *artBlock, b *lineBound) bool {
	sum := 0.0
	for _, j := range e.impulses[b.lo:b.hi] {
		sum += float64(j * j)
	}
	length := math.Sqrt(sum)
	if b.saturated || !(length > b.most) {
		return false
	}
	child, parent := &g.bodies[l.child], &g.bodies[l.parent]
	for k := b.lo; k < b.hi; k++ {
		excess := e.impulses[k] - float64(b.most*(e.impulses[k]/length))
		child.applyImpulse(-excess, &e.jc[k])
		parent.applyImpulse(-excess, &e.jp[k])
		e.impulses[k] -= excess
	}
	if l.kind == joint.KindRevolute {
		l.jx, l.jy = e.impulses[0], e.impulses[1]
	}
	b.saturated = true
	return true
}

// release releases the saturated lines of a joint whose anchors move along the impulse faster than
// the joint asks for.
func (g *Set) release(l *artJoint, t *articulationTick, pass step.Pass) (released bool) {
	e, child, parent := &g.blocks[l.block], &g.bodies[l.child], &g.bodies[l.parent]
	bounds := e.bounds
	e.bounds[0].saturated, e.bounds[1].saturated = false, false
	l.layLines(g, t, pass) // with the desired speeds of all lines
	e.bounds = bounds
	for i := range e.bounds {
		b := &e.bounds[i]
		power := 0.0
		for k := b.lo; k < b.hi; k++ {
			power += float64((e.jc[k].dot(&child.v) + e.jp[k].dot(&parent.v) - e.y[k]) * e.impulses[k])
		}
		if b.saturated && power > 0 && b.releases < maxReleases {
			b.saturated, released = false, true
			b.releases++
		}
	}
	return released
}
