package collision

import (
	"github.com/carom2d/carom/collision/kernel"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/bitset"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// changes collects the contacts that the evaluation changed, one bit per contact slot. Each worker
// has its own set. The sets are united afterwards, so the outcome does not depend on the
// distribution of the contacts among workers.
type changes struct {
	workers []evaluator
	moving  [][]state.BodyRow // kinematic bodies in motion, by block of bodies
	task    evaluateTask
}

// evaluator is one worker's set of changes and its scratch while it evaluates a block.
type evaluator struct {
	changed bitset.Set
	*blockScratch
	_ [64]byte // workers do not share a cache line
}

// blockScratch is the scratch of one block. It includes the manifold of the list because pair
// functions are called through a table, so the compiler must assume that they keep their arguments.
type blockScratch struct {
	tables      kernel.Tables
	lists       kernel.Lists
	culls       kernel.CullBatch
	separations kernel.SeparationBatch
	reuses      kernel.ReuseBatch
	recomputed  recomputeList
}

// forget drops all addresses of tables, so that a forgotten world can be collected.
func (s *blockScratch) forget() {
	s.tables = kernel.Tables{}
	s.separations.Forget()
	s.reuses.Forget()
	s.recomputed.contacts.Forget()
	s.recomputed.faces.Forget()
	s.recomputed.rectangles.Forget()
	s.recomputed.predictions.Forget()
}

// blockScratches lends scratch to the blocks of all worlds. The scratch is larger than all other
// memory of a world of twenty bodies, and the scratch in use stays in the cache while one world
// after the other is stepped.
var blockScratches par.Shelf[blockScratch]

// evaluateTask is Evaluate cut in blocks: blocks of bodies, which it searches for moving kinematic
// bodies, and blocks of contacts.
type evaluateTask struct{ p *Pipeline }

func (t *evaluateTask) Do(block, worker int) {
	if block < len(t.p.changes.moving) {
		t.p.findMoving(block)
		return
	}
	block -= len(t.p.changes.moving)
	lo, hi := par.Span(block, t.p.Contacts.Awake(), kernel.BlockSize)
	e := &t.p.changes.workers[worker]
	e.blockScratch = blockScratches.Take()
	t.p.evaluate(lo, hi, e)
	e.forget()
	blockScratches.Give(e.blockScratch)
	e.blockScratch = nil
}

// Evaluate brings the manifold of every awake contact up to date. Changed returns the contacts that
// started touching, stopped touching, or whose boxes are now disjoint.
func (p *Pipeline) Evaluate(pool *par.Pool) {
	workers := pool.Workers()
	for len(p.changes.workers) < workers {
		p.changes.workers = append(p.changes.workers, evaluator{})
	}
	for w := range p.changes.workers {
		p.changes.workers[w].changed.ClearAll()
		p.changes.workers[w].changed.Grow(p.Contacts.Cap())
	}
	if p.OneWayColliders > 0 {
		p.decideOneWay()
	}
	p.changes.task.p = p
	p.changes.moving = grow.Resize(p.changes.moving, par.Blocks(p.Bodies.Awake(), movingBlock))
	pool.Run(len(p.changes.moving)+par.Blocks(p.Contacts.Awake(), kernel.BlockSize), &p.changes.task)
	merged := &p.changes.workers[0].changed
	for w := 1; w < len(p.changes.workers); w++ {
		merged.Union(&p.changes.workers[w].changed)
	}
	p.giveWayToStatic(p.Timestep)
}

// Changed returns the slots of the contacts that the last Evaluate flagged with
// ContactStarted, ContactStopped or ContactDisjoint, as a set to be walked in ascending
// order.
func (p *Pipeline) Changed() *bitset.Set { return &p.changes.workers[0].changed }

// evaluate evaluates the rows [lo, hi), at most kernel.BlockSize. It handles contacts that are
// likely to take the same path together. The order does not matter, because each contact writes its
// own row.
func (p *Pipeline) evaluate(lo, hi int, e *evaluator) {
	e.tables = kernel.Tables{
		Bodies: p.Bodies, Shapes: p.Shapes, Contacts: p.Contacts, Slop: p.Tolerance.Slop, Speculative: p.Tolerance.Speculative, Timestep: p.Timestep,
	}
	p.cull(lo, hi, e)
	p.reuse(e)
	p.recompute(e)
}

// cull finds the contacts whose boxes are now disjoint and partitions the others by the work that
// they are likely to take.
func (p *Pipeline) cull(lo, hi int, e *evaluator) {
	pairs := p.Contacts.Pair
	e.culls.Run(pairs, p.Broadphase.Boxes(), lo, hi, &e.lists)
	for _, r := range e.lists[kernel.Disjoint].All() {
		pairs[r].Flags |= state.ContactDisjoint
		e.changed.Set(uint32(p.Contacts.Slots[r]))
	}
}

// posesOf returns the poses of the bodies of a contact.
func (p *Pipeline) posesOf(pair *state.ContactPair) (a, b *geom.Transform) {
	bodies := p.Bodies
	return &bodies.Pose[bodies.Rows[pair.BodyA]], &bodies.Pose[bodies.Rows[pair.BodyB]]
}

// relativePose returns the pose of body B of a contact in the frame of body A.
func (p *Pipeline) relativePose(pair *state.ContactPair) geom.Transform {
	a, b := p.posesOf(pair)
	return a.InverseMul(*b)
}

// shapesOf returns the shapes of a contact.
func (p *Pipeline) shapesOf(pair *state.ContactPair) (a, b shape.Convex) {
	return p.Shapes.Convex(state.ColliderSlot(pair.ColliderA)), p.Shapes.Convex(state.ColliderSlot(pair.ColliderB))
}
