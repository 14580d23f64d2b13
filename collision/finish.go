package collision

import (
	"math"

	"github.com/carom2d/carom/collision/kernel"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// recomputed is a contact with points whose manifold was computed in full.
type recomputed struct {
	row      int
	pair     *state.ContactPair
	solver   *state.SolverContact
	manifold *manifold.Manifold // in A's frame
	a, b     shape.Convex
	rel      *geom.Transform // the pose of B in A's frame
}

// finish takes over the computed manifold of the contact at an index.
func (p *Pipeline) finish(i int, m *manifold.Manifold, e *evaluator) {
	contacts, list := p.Contacts, &e.recomputed.contacts
	i &= kernel.BlockSize - 1
	rel, r := &list.Poses[i], int(list.Rows[i])
	pair := &contacts.Pair[r]
	if m.Count == 0 {
		p.finishApart(r, pair, m, rel, e)
		return
	}
	var c recomputed // field by field, which saves a copy
	c.row, c.pair, c.solver, c.manifold, c.rel = r, pair, &contacts.Solver[r], m, rel
	c.a, c.b = p.shapesOf(pair)
	if pair.Flags&(state.ContactStaticPair|state.ContactParts|state.ContactOneWay) != 0 && !p.keepsPoints(&c) {
		contacts.Cache[r] = state.ManifoldCache{} // it may push in the next tick
		p.stopTouching(r, pair, e)
		return
	}
	if pair.Flags&state.ContactReusable != 0 {
		e.tables.CacheManifold(r, m, rel)
	}
	poseA, poseB := p.posesOf(pair)
	writeSolverContact(c.solver, m, poseA, poseB)
	p.updateCurvature(&c, e)
	if pair.Flags&state.ContactBouncy != 0 && c.solver.Points[0].NormalImpulse == 0 && p.moveBySlop(pair) {
		leverImpact(c.solver)
	}
	if pair.Flags&state.ContactTouching == 0 {
		contacts.ClearRollingImpulse(r)
		pair.Flags |= state.ContactTouching | state.ContactStarted
		e.changed.Set(uint32(contacts.Slots[r]))
	}
	pair.UpdatePointFlag(c.solver)
}

// keepsPoints reports whether a contact keeps its points. On an internal edge, between parts of
// compounds or at a one-way collider it may lose them.
func (p *Pipeline) keepsPoints(c *recomputed) bool {
	pair := c.pair
	return (pair.Flags&state.ContactStaticPair == 0 || p.filterInternalEdge(c, p.groundIsB(pair), false)) &&
		(pair.Flags&state.ContactParts == 0 || p.filterParts(c)) &&
		(pair.Flags&state.ContactOneWay == 0 || p.pushesOneWay(pair, c.manifold.Normal, c.rel.R))
}

// finishApart is finish for a contact without points, in row r.
func (p *Pipeline) finishApart(r int, pair *state.ContactPair, m *manifold.Manifold, rel *geom.Transform, e *evaluator) {
	if !p.NoManifoldReuse {
		e.tables.CacheSeparation(r, pair, m, rel)
	}
	p.stopTouching(r, pair, e)
}

// stopTouching removes the points of a contact, if there are any.
func (p *Pipeline) stopTouching(r int, pair *state.ContactPair, e *evaluator) {
	if pair.Flags&state.ContactTouching == 0 {
		return
	}
	sc := &p.Contacts.Solver[r]
	sc.Count = 0
	sc.NormalX, sc.NormalY = 0, 0
	clearUnused(sc)
	pair.Flags = pair.Flags&^state.ContactTouching | state.ContactStopped
	e.changed.Set(uint32(p.Contacts.Slots[r]))
	pair.UpdatePointFlag(sc)
}

// writeSolverContact converts a manifold with points in A's frame into the solver's float32 form in
// world axes. A point with the feature of an old point keeps the old impulses.
func writeSolverContact(dst *state.SolverContact, m *manifold.Manifold, poseA, poseB *geom.Transform) {
	n := poseA.R.Apply(m.Normal)
	offset := poseA.P.Sub(poseB.P)
	old := impulsesOf(dst)
	dst.NormalX, dst.NormalY = float32(n.X), float32(n.Y)
	dst.Count = uint32(m.Count)
	writePoint(&dst.Points[0], &m.Points[0], old.of(m.Points[0].Feature), poseA, offset)
	if m.Count == 2 {
		writePoint(&dst.Points[1], &m.Points[1], old.of(m.Points[1].Feature), poseA, offset)
	} else {
		clearPoint(&dst.Points[1])
	}
}

// clearUnused clears the unused points, which the vector kernel may have written. They are part of
// the state that is saved and hashed, so their bits must be the same with and without the kernel.
func clearUnused(s *state.SolverContact) {
	for i := s.Count; i < uint32(len(s.Points)); i++ {
		clearPoint(&s.Points[i])
	}
}

func clearPoint(p *state.SolverPoint) { p.AX, p.AY, p.BX, p.BY, p.Separation = 0, 0, 0, 0, 0 }

// keptImpulses are the impulses of the points of a manifold, kept for points with the same features
// in the next manifold: the normal impulse's bits below the tangential impulse's bits.
type keptImpulses struct {
	first, second               uint64
	firstFeature, secondFeature uint32
}

// impulsesOf returns the impulses of the points in use. Numbers are selected without branches,
// which no processor would predict.
func impulsesOf(s *state.SolverContact) keptImpulses {
	p, q := &s.Points[0], &s.Points[1]
	first, second := impulseBits(p), impulseBits(q)
	if s.Count < 1 {
		first = 0
	}
	if s.Count < 2 {
		second = 0
	}
	return keptImpulses{first, second, p.Feature, q.Feature}
}

func impulseBits(p *state.SolverPoint) uint64 {
	return uint64(math.Float32bits(p.NormalImpulse)) | uint64(math.Float32bits(p.TangentImpulse))<<32
}

// of returns the impulses of a point with a feature.
func (k keptImpulses) of(feature uint32) (impulses uint64) {
	if k.secondFeature == feature {
		impulses = k.second
	}
	if k.firstFeature == feature {
		impulses = k.first
	}
	return impulses
}

// writePoint writes one point. Offset is the vector from B's centre to A's.
func writePoint(to *state.SolverPoint, from *manifold.Point, impulses uint64, poseA *geom.Transform, offset geom.Vec2) {
	rA := poseA.R.Apply(from.Anchor)
	rB := rA.Add(offset)
	to.AX, to.AY = float32(rA.X), float32(rA.Y)
	to.BX, to.BY = float32(rB.X), float32(rB.Y)
	to.Separation = float32(from.Separation)
	to.NormalImpulse, to.TangentImpulse = math.Float32frombits(uint32(impulses)), math.Float32frombits(uint32(impulses>>32))
	to.TotalImpulse, to.NormalVelocity, to.Feature = 0, 0, from.Feature
}
