package collision

import (
	"math"

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

// evaluator is the scratch of one worker. The manifold is here because pair functions
// are called through a table, so the compiler must assume that they keep their arguments.
type evaluator struct {
	changed  bitset.Set
	manifold manifold.Manifold
	lists    [listCount]rowList
	batch    reuseBatch
	apart    separationBatch
	faces    faceBatch
	boxes    rectangleBatch
	renewals renewals
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
// The boxes cull pairs first and the bounding circles next. The remaining pairs go to the
// narrowphase.
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

// The lists that a block of contacts is divided into first.
const (
	listSeparated = iota // without points
	listRenewed          // with points that are never carried along
	listMoved            // with points that can hardly be carried along
	listCarried          // with points that most likely can be, by the kernel if there is one
	listCount
)

// rowList are rows of contacts.
type rowList struct {
	rows  [evaluateBlock]int32
	count int
}

func (l *rowList) append(r int32) {
	l.rows[l.count&(evaluateBlock-1)] = r
	l.count++
}

// evaluate does the rows [lo, hi), of which there are at most evaluateBlock. What is likely to be done in the same way is done together. The
// order does not matter, because each contact writes its own row.
func (p *Pipeline) evaluate(lo, hi int, e *evaluator) {
	p.divide(lo, hi, e)
	e.apart.reset(p)
	e.batch.reset(p)
	e.faces.reset()
	e.boxes.reset(p, &e.renewals)
	contacts := p.Contacts
	for _, r := range e.rowsOf(listSeparated) {
		if !e.apart.add(int(r)) {
			p.updateSeparated(r, e)
		}
	}
	p.separateBatch(e)
	separated := e.renewals.count
	for _, r := range e.rowsOf(listCarried) {
		if !e.batch.add(p, int(r), &contacts.Pair[r]) {
			e.lists[listMoved].append(r)
		} else if e.batch.full() {
			p.reuseBatch(e)
		}
	}
	p.reuseBatch(e)
	p.appendRenewals(listRenewed, e)
	moved := e.renewals.count
	p.appendRenewals(listMoved, e)
	e.renewals.relate(p)
	p.groupRenewals(separated, moved, e)
	p.renewAll(e)
}

// divide finds the contacts whose boxes are disjoint now and puts the others into lists. Which list it is, no processor can foresee, so
// there is no branch.
func (p *Pipeline) divide(lo, hi int, e *evaluator) {
	const touching, reusable = state.ContactTouching, state.ContactReusable | state.ContactTouching
	const mask = reusable | state.ContactReuseFailed | state.ContactArc | state.ContactOneWay // of which the kernel knows nothing
	contacts, boxes := p.Contacts, p.Broadphase.Boxes()
	for l := range e.lists {
		e.lists[l].count = 0
	}
	for i := range contacts.Pair[lo:hi] {
		pair := &contacts.Pair[lo+i]
		a, b := &boxes[pair.ColliderA], &boxes[pair.ColliderB]
		if !(a.MinX <= b.MaxX && b.MinX <= a.MaxX && a.MinY <= b.MaxY && b.MinY <= a.MaxY) { // Overlaps without copies
			pair.Flags |= state.ContactDisjoint
			e.changed.Set(uint32(contacts.Slots[lo+i]))
			continue
		}
		isTouching := pair.Flags / touching & 1
		carried := state.ContactFlags(0)
		if pair.Flags&mask == reusable {
			carried = 1
		}
		list := &e.lists[isTouching+isTouching&(pair.Flags/state.ContactReusable)+carried]
		list.rows[list.count&(evaluateBlock-1)] = int32(lo + i)
		list.count++
	}
}

func (e *evaluator) rowsOf(list int) []int32 { return e.lists[list].rows[:e.lists[list].count] }

// posesOf returns the poses of the bodies of a contact.
func (p *Pipeline) posesOf(pair *state.ContactPair) (a, b *geom.Transform) {
	bodies := p.Bodies
	return &bodies.Pose[bodies.Rows[pair.BodyA]], &bodies.Pose[bodies.Rows[pair.BodyB]]
}

// updateSeparated tests whether a contact without points may have some now.
func (p *Pipeline) updateSeparated(r int32, e *evaluator) {
	var rel geom.Transform
	poseA, poseB := p.posesOf(&p.Contacts.Pair[r])
	if !p.stillSeparated(&p.Contacts.Cache[r], poseA, poseB, &rel) && !p.passesOneWay(int(r), e) {
		e.renewals.append(r)
	}
}

// setRelative sets dst to the pose b in the frame of a: a.InverseMul(b) without copies of poses, which most of the
// contacts in motion need.
func setRelative(dst, a, b *geom.Transform) {
	dst.P = a.R.ApplyInverse(b.P.Sub(a.P))
	dst.R = a.R.InverseMul(b.R)
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

// finishManifold takes over the manifold of a contact.
func (p *Pipeline) finishManifold(r int, pair *state.ContactPair, e *evaluator, m *manifold.Manifold, a, b shape.Convex, rel *geom.Transform) {
	contacts := p.Contacts
	if m.Count == 0 {
		p.finishSeparated(r, pair, e, m, rel, b.Geometry)
		return
	}
	if pair.Flags&state.ContactStaticPair != 0 && !p.filterInternalEdge(m, pair, a, b, rel) ||
		pair.Flags&state.ContactOneWay != 0 && !p.pushesOneWay(pair, m.Normal, rel.R) {
		contacts.Cache[r] = state.ManifoldCache{} // it may push in the next tick
		p.stopTouching(r, pair, e)
		return
	}
	if pair.Flags&state.ContactReusable != 0 {
		cacheManifold(&contacts.Cache[r], m, rel)
	}
	sc := &contacts.Solver[r]
	poseA, poseB := p.posesOf(pair)
	writeSolverContact(sc, m, poseA, poseB)
	p.updateCurvature(r, pair, sc, m, a, b, rel)
	if pair.Flags&state.ContactTouching == 0 {
		contacts.ClearRollingImpulse(r)
		pair.Flags |= state.ContactTouching | state.ContactStarted
		e.changed.Set(uint32(contacts.Slots[r]))
	}
	pair.UpdatePointFlag(sc)
}

// finishSeparated takes over that the shapes of a contact are apart.
func (p *Pipeline) finishSeparated(r int, pair *state.ContactPair, e *evaluator, m *manifold.Manifold, rel *geom.Transform, b *shape.Geometry) {
	p.cacheSeparation(&p.Contacts.Cache[r], m, rel, b)
	p.stopTouching(r, pair, e)
}

// stopTouching takes the points off a contact, if it has some.
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

// writeSolverContact turns a manifold with points in A's frame into the solver's float32 form in world
// axes. A point with the feature of an old one keeps that one's impulses.
func writeSolverContact(dst *state.SolverContact, m *manifold.Manifold, poseA, poseB *geom.Transform) {
	n := poseA.R.Apply(m.Normal)
	offset := poseA.P.Sub(poseB.P)
	old := impulsesOf(dst)
	dst.NormalX, dst.NormalY = float32(n.X), float32(n.Y)
	dst.Count = uint32(m.Count)
	old.writePoint(&dst.Points[0], &m.Points[0], poseA, offset)
	if m.Count == 2 {
		old.writePoint(&dst.Points[1], &m.Points[1], poseA, offset)
	} else {
		clearPoint(&dst.Points[1])
	}
}

// clearUnused clears what the vector kernel may have written of points that do not count. They
// are part of the state that is saved and hashed, so they have the same bits with it and without.
func clearUnused(s *state.SolverContact) {
	for i := s.Count; i < uint32(len(s.Points)); i++ {
		clearPoint(&s.Points[i])
	}
}

func clearPoint(p *state.SolverPoint) { p.AX, p.AY, p.BX, p.BY, p.Separation = 0, 0, 0, 0, 0 }

// keptImpulses are the impulses of the points of a manifold, for points with the same features in the next one: the bits of the normal one
// below those of the tangential one.
type keptImpulses struct {
	first, second               uint64
	firstFeature, secondFeature uint32
}

// impulsesOf returns the impulses of the points that count. Numbers are replaced without branches, which no processor would foresee.
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

// writePoint writes one point. Offset is the way from B's centre to A's.
func (k *keptImpulses) writePoint(to *state.SolverPoint, from *manifold.Point, poseA *geom.Transform, offset geom.Vec2) {
	rA := poseA.R.Apply(from.Anchor)
	rB := rA.Add(offset)
	to.AX, to.AY = float32(rA.X), float32(rA.Y)
	to.BX, to.BY = float32(rB.X), float32(rB.Y)
	to.Separation = float32(from.Separation)
	first, impulses := k.first, k.second
	if k.secondFeature != from.Feature {
		impulses = 0
	}
	if k.firstFeature == from.Feature {
		impulses = first
	}
	to.NormalImpulse, to.TangentImpulse = math.Float32frombits(uint32(impulses)), math.Float32frombits(uint32(impulses>>32))
	to.TotalImpulse, to.NormalVelocity, to.Feature = 0, 0, from.Feature
}
