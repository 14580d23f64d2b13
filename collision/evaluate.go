package collision

import (
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/bitset"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// changes collects, one bit per contact slot, which contacts the evaluation changed. Each
// worker has a set of its own, and they are united afterwards, so the outcome does not
// depend on how the contacts were shared out.
type changes struct {
	workers []evaluator
	task    evaluateTask
}

// evaluator is the scratch of one worker. Manifold and pose are here because pair functions
// are called through a table, so the compiler must assume that they keep their arguments.
type evaluator struct {
	changed  bitset.Set
	manifold manifold.Manifold
	pose     geom.Transform
	batch    reuseBatch
	apart    separationBatch
	faces    faceBatch
	_        [64]byte // workers do not share a cache line
}

// evaluateBlock is the number of contacts in a block of work: enough to pay for
// taking it, few enough to share evenly.
const evaluateBlock = 256

// evaluateTask is Evaluate cut in blocks.
type evaluateTask struct{ p *Pipeline }

func (t *evaluateTask) Do(block, worker int) {
	lo, hi := par.Span(block, t.p.Contacts.Awake(), evaluateBlock)
	t.p.evaluate(lo, hi, &t.p.changes.workers[worker])
}

// Evaluate brings the manifold of every awake contact up to date. Changed returns the
// contacts that started touching, stopped, or whose boxes are disjoint now.
//
// The boxes cull pairs first and the bounding circles next (cullByCircles). The remaining
// pairs go to the narrowphase.
func (p *Pipeline) Evaluate(pool *par.Pool) {
	workers := pool.Workers()
	for len(p.changes.workers) < workers {
		p.changes.workers = append(p.changes.workers, evaluator{})
	}
	for w := range p.changes.workers {
		p.changes.workers[w].changed.ClearAll()
		p.changes.workers[w].changed.Grow(p.Contacts.Cap())
	}
	p.decideOneWay()
	p.changes.task.p = p
	pool.Run(par.Blocks(p.Contacts.Awake(), evaluateBlock), &p.changes.task)
	merged := &p.changes.workers[0].changed
	for w := 1; w < len(p.changes.workers); w++ {
		merged.Union(&p.changes.workers[w].changed)
	}
	p.yieldToStatic(p.Timestep)
}

// Changed returns the slots of the contacts that the last Evaluate flagged with
// ContactStarted, ContactStopped or ContactDisjoint, as a set to be walked in ascending
// order.
func (p *Pipeline) Changed() *bitset.Set { return &p.changes.workers[0].changed }

// reusableTouching marks contacts with points whose manifold may be reused.
const reusableTouching = state.ContactReusable | state.ContactTouching

// evaluate does the rows [lo, hi), of which there are at most evaluateBlock. Contacts without points wait until the end, and
// those whose manifold can most likely be reused until there are enough of them for the kernel. The order does not matter, because each
// contact writes its own row.
func (p *Pipeline) evaluate(lo, hi int, e *evaluator) {
	const mask = reusableTouching | state.ContactReuseFailed | state.ContactArc | state.ContactOneWay // of which the kernel knows nothing
	contacts, boxes, batch := p.Contacts, p.Broadphase.Boxes(), &e.batch
	batch.reset(p)
	e.apart.reset(p)
	e.faces.reset()
	for r := lo; r < hi; r++ {
		pair := &contacts.Pair[r]
		if !boxes[pair.ColliderA].Overlaps(boxes[pair.ColliderB]) {
			pair.Flags |= state.ContactDisjoint
			e.changed.Set(uint32(contacts.Slots[r]))
			continue
		}
		if pair.Flags&state.ContactTouching == 0 {
			if !e.apart.add(r) {
				p.updateSeparated(r, e)
			}
			continue
		}
		if pair.Flags&mask != reusableTouching || !batch.add(p, r, pair) {
			p.updateManifold(r, e)
		} else if batch.full() {
			p.reuseBatch(e)
		}
	}
	p.separateBatch(e)
	p.reuseBatch(e)
	p.faceBatch(e)
}

// posesOf returns the poses of the bodies of a contact.
func (p *Pipeline) posesOf(pair *state.ContactPair) (a, b *geom.Transform) {
	bodies := p.Bodies
	return &bodies.Pose[bodies.Rows[pair.BodyA]], &bodies.Pose[bodies.Rows[pair.BodyB]]
}

// updateSeparated tests whether a contact without points has some now.
func (p *Pipeline) updateSeparated(r int, e *evaluator) {
	poseA, poseB := p.posesOf(&p.Contacts.Pair[r])
	if !p.stillSeparated(&p.Contacts.Cache[r], poseA, poseB, &e.pose) && !p.passesOneWay(r, e) {
		p.renew(r, poseA, poseB, e)
	}
}

// updateManifold brings the manifold of a touching contact up to date.
func (p *Pipeline) updateManifold(r int, e *evaluator) {
	contacts := p.Contacts
	if p.passesOneWay(r, e) {
		return
	}
	pair := &contacts.Pair[r]
	poseA, poseB := p.posesOf(pair)
	setRelative(&e.pose, poseA, poseB)
	if pair.Flags&state.ContactReusable != 0 && p.reuse(&contacts.Solver[r], pair.Flags, &contacts.Cache[r], &e.pose, poseA, poseB, &p.Shapes.Geometry[pair.ColliderB]) {
		pair.Flags &^= state.ContactReuseFailed
		return
	}
	p.renew(r, poseA, poseB, e)
}

// setRelative sets dst to the pose b in the frame of a: a.InverseMul(b) without copies of poses, which most of the
// contacts in motion need.
func setRelative(dst, a, b *geom.Transform) {
	dst.P = a.R.ApplyInverse(b.P.Sub(a.P))
	dst.R = a.R.InverseMul(b.R)
}

// renew computes the manifold of a contact in full, or lets it wait for the kernel. The evaluator has the pose of B in A's
// frame.
func (p *Pipeline) renew(r int, poseA, poseB *geom.Transform, e *evaluator) {
	pair := &p.Contacts.Pair[r]
	a, b := p.shapesOf(pair)
	m, rel := &e.manifold, &e.pose
	pair.Flags |= state.ContactReuseFailed
	m.Hint = p.hintOf(r)
	if gap, culled := cullByCircles(a.Geometry, b.Geometry, rel, p.Tolerance.Speculative); culled {
		m.Count, m.SeparationBound = 0, gap
	} else if e.faces.add(r, m.Hint, a, b, rel, p.Tolerance.Speculative) {
		if e.faces.full() {
			p.faceBatch(e)
		}
		return
	} else {
		collide, _ := manifold.FuncFor(a.Kind, b.Kind)
		collide(m, a, b, rel, p.Tolerance.Speculative)
	}
	p.finishManifold(r, e, a, b, poseA, poseB)
}

// shapesOf returns the shapes of a contact.
func (p *Pipeline) shapesOf(pair *state.ContactPair) (a, b shape.Convex) {
	return p.Shapes.Convex(state.ColliderSlot(pair.ColliderA)), p.Shapes.Convex(state.ColliderSlot(pair.ColliderB))
}

// hintOf returns the face of largest separation in the last tick.
func (p *Pipeline) hintOf(r int) manifold.FeatureHint {
	if p.Contacts.Pair[r].Flags&state.ContactTouching != 0 {
		return manifold.HintFromFeature(p.Contacts.Solver[r].Points[0].Feature)
	}
	return p.Contacts.Cache[r].SeparationBound().Hint
}

// finishManifold takes the manifold of a contact over from the evaluator.
func (p *Pipeline) finishManifold(r int, e *evaluator, a, b shape.Convex, poseA, poseB *geom.Transform) {
	contacts := p.Contacts
	pair, sc := &contacts.Pair[r], &contacts.Solver[r]
	m, rel := &e.manifold, &e.pose
	wasTouching := pair.Flags&state.ContactTouching != 0
	if m.Count == 0 {
		p.cacheSeparation(&contacts.Cache[r], m, rel, b.Geometry)
	} else if pair.Flags&state.ContactStaticPair != 0 && !p.filterInternalEdge(m, pair, a, b, rel) ||
		pair.Flags&state.ContactOneWay != 0 && !p.pushesOneWay(pair, m.Normal, rel.R) {
		m.Count = 0
		contacts.Cache[r] = state.ManifoldCache{} // it may push in the next tick
	} else if pair.Flags&state.ContactReusable != 0 {
		cacheManifold(&contacts.Cache[r], m, rel)
	}
	if m.Count == 0 && !wasTouching {
		return
	}
	if m.Count > 0 {
		writeSolverContact(sc, m, poseA, poseB)
		p.updateCurvature(r, pair, sc, m, a, b, rel)
		if !wasTouching {
			contacts.ClearRollingImpulse(r)
			pair.Flags |= state.ContactTouching | state.ContactStarted
			e.changed.Set(uint32(contacts.Slots[r]))
		}
	} else {
		sc.Count = 0
		sc.NormalX, sc.NormalY = 0, 0
		clearUnused(sc)
		pair.Flags = pair.Flags&^state.ContactTouching | state.ContactStopped
		e.changed.Set(uint32(contacts.Slots[r]))
	}
	pair.UpdatePointFlag(sc)
}

// cullByCircles is the test between the boxes and the narrowphase. It culls pairs whose
// bounding circles are apart by more than the speculative distance, and returns by how much.
func cullByCircles(a, b *shape.Geometry, rel *geom.Transform, speculative float64) (gap float64, culled bool) {
	between, reach := rel.Apply(b.Center).Sub(a.Center), a.BoundingRadius+b.BoundingRadius+speculative
	if broadphase.CirclesOverlap(between, reach) {
		return 0, false
	}
	return between.Length() - reach, true
}

// writeSolverContact turns a manifold in A's frame into the solver's float32 form in world
// axes. A point with the feature of an old one keeps that one's impulses.
func writeSolverContact(dst *state.SolverContact, m *manifold.Manifold, poseA, poseB *geom.Transform) {
	n := poseA.R.Apply(m.Normal)
	offset := poseA.P.Sub(poseB.P)
	first, second, count := impulsesOf(&dst.Points[0]), impulsesOf(&dst.Points[1]), dst.Count
	dst.NormalX, dst.NormalY = float32(n.X), float32(n.Y)
	dst.Count = uint32(m.Count)
	clearUnused(dst)
	for i := range m.Count {
		from, to := &m.Points[i], &dst.Points[i]
		rA := poseA.R.Apply(from.Anchor)
		rB := rA.Add(offset)
		to.AX, to.AY = float32(rA.X), float32(rA.Y)
		to.BX, to.BY = float32(rB.X), float32(rB.Y)
		to.Separation = float32(from.Separation)
		var old pointImpulses
		switch {
		case count > 0 && first.feature == from.Feature:
			old = first
		case count > 1 && second.feature == from.Feature:
			old = second
		}
		to.NormalImpulse, to.TangentImpulse = old.normal, old.tangent
		to.TotalImpulse, to.NormalVelocity, to.Feature = 0, 0, from.Feature
	}
}

// clearUnused clears what the vector kernel may have written of points that do not count. They
// are part of the state that is saved and hashed, so they have the same bits with it and without.
func clearUnused(s *state.SolverContact) {
	for i := s.Count; i < uint32(len(s.Points)); i++ {
		p := &s.Points[i]
		p.AX, p.AY, p.BX, p.BY, p.Separation = 0, 0, 0, 0, 0
	}
}

// pointImpulses are kept for the point with the same feature in the next manifold.
type pointImpulses struct {
	feature         uint32
	normal, tangent float32
}

func impulsesOf(p *state.SolverPoint) pointImpulses {
	return pointImpulses{p.Feature, p.NormalImpulse, p.TangentImpulse}
}
