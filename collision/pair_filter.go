package collision

import (
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
)

// pairDecision is the decision about a new pair: whether it may touch, and then the data of its
// contact. Workers can make decisions together, because a decision only reads the tables.
type pairDecision struct {
	_        [0]func() // not comparable, so no program has code for a comparison
	accepted bool
	pair     state.ContactPair
	material mixedMaterial
}

const (
	filterBlock = 128  // pairs filtered in one block
	filterBatch = 4096 // pairs filtered before their contacts are made; bounds the memory
)

// pairFilter is the filtering of some pairs, cut into blocks.
type pairFilter struct {
	p         *Pipeline
	pairs     []broadphase.Pair
	decisions []pairDecision
	counts    []pairCount // by block

	first, firstRow int // of the batch: its index in Pipeline.created and its first row
}

// pairCount is the number of accepted pairs of a block, and the columns that their contacts need.
type pairCount struct {
	_                [0]func() // not comparable, so no program has code for a comparison
	accepted, before int       // in this block, and in the blocks before it
	oneWay           bool
	need             state.RareNeed
	read             uint32 // by fetchPairs; stored so that the reads stay
}

// Do filters one block of pairs.
func (f *pairFilter) Do(block, worker int) {
	lo, hi := par.Span(block, len(f.pairs), filterBlock)
	n := pairCount{read: f.p.fetchPairs(f.pairs[lo:hi])}
	for i := lo; i < hi; i++ {
		d := &f.decisions[i]
		f.p.filterPair(d, state.ColliderSlot(f.pairs[i].A), state.ColliderSlot(f.pairs[i].B))
		if d.accepted {
			n.accepted++
			n.oneWay = n.oneWay || d.pair.Flags&state.ContactOneWay != 0
			m := &d.material
			n.need.Add(m.restitution, m.rolling, m.speed, &m.cone, m.hasCone)
		}
	}
	f.counts[block] = n
}

// fetchPairs reads the colliders of pairs and their bodies. The filter of a pair takes so many
// instructions that a processor would not start to read the next pair in the meantime.
func (p *Pipeline) fetchPairs(pairs []broadphase.Pair) (read uint32) {
	s, bodies := p.Shapes, p.Bodies
	for i := range pairs {
		a, b := pairs[i].A, pairs[i].B
		read += uint32(s.Geometry[a].Kind) + uint32(bodies.State[bodies.Rows[s.Link[a].Owner]].Flags) + s.Meta[a].Prev
		read += uint32(s.Geometry[b].Kind) + uint32(bodies.State[bodies.Rows[s.Link[b].Owner]].Flags) + s.Meta[b].Prev
	}
	return read
}

// sum sums up the counts of the blocks.
func (f *pairFilter) sum() (total pairCount) {
	for i := range f.counts {
		n := &f.counts[i]
		n.before = total.accepted
		total.accepted += n.accepted
		total.oneWay = total.oneWay || n.oneWay
		total.need.Join(n.need)
	}
	return total
}

// expected returns the number of contacts that a number of pairs will make. The batch is the first
// of the pairs, and accepted of it became contacts. The rest is assumed to be like the batch.
func (f *pairFilter) expected(pairs, accepted int) int {
	return int(int64(accepted) * int64(pairs) / int64(len(f.decisions)))
}

// filterPool returns the pool that may filter. It is nil when the game has its own filters or
// mixers, because the game's code runs on the caller's goroutine and in the order of the pairs.
func (p *Pipeline) filterPool(pool *par.Pool) *par.Pool {
	if p.Rules.ShouldCollide != nil || p.Rules.MixFriction != nil || p.Rules.MixRestitution != nil {
		return nil
	}
	return pool
}

// filterPair decides about two colliders.
func (p *Pipeline) filterPair(d *pairDecision, a, b state.ColliderSlot) {
	s := p.Shapes
	if p.PairOrder(a, b) != a {
		a, b = b, a
	}
	bodyA, bodyB := state.BodySlot(s.Link[a].Owner), state.BodySlot(s.Link[b].Owner)
	d.accepted = p.ShouldCollide(a, b, bodyA, bodyB) && !(p.invalidated && p.hasContact(a, b))
	if !d.accepted {
		return
	}
	flags := state.ContactFlags(0)
	either := s.Link[a].Flags | s.Link[b].Flags
	if either&state.ColliderWantsHits != 0 {
		flags |= state.ContactHitEvents
	}
	if either&state.ColliderContactEvents == 0 {
		flags |= state.ContactNoEvents
	}
	if either&state.ColliderPreSolve != 0 {
		flags |= state.ContactPreSolve
	}
	if either&state.ColliderOneWay != 0 {
		flags |= state.ContactOneWay
	}
	if either&state.ColliderPart != 0 {
		flags |= state.ContactParts
	}
	if !p.NoManifoldReuse && canReuse(s.Geometry[a].Kind, s.Geometry[b].Kind) {
		flags |= state.ContactReusable
	}
	if !p.Bodies.IsDynamic(bodyA) || !p.Bodies.IsDynamic(bodyB) {
		flags |= state.ContactStaticPair
	}
	// Field by field: a processor stalls on a copy of data that was just written in other pieces.
	pair := &d.pair
	pair.ColliderA, pair.ColliderB = uint32(a), uint32(b)
	pair.BodyA, pair.BodyB, pair.Flags = uint32(bodyA), uint32(bodyB), flags
	p.mixMaterials(&d.material, a, b)
}

// PairOrder returns the collider of two that is A of their contact: the collider with the smaller
// slot, unless the pair functions need the other order.
func (p *Pipeline) PairOrder(a, b state.ColliderSlot) state.ColliderSlot {
	first, second := min(a, b), max(a, b)
	if p.Shapes.Geometry[first].Kind > p.Shapes.Geometry[second].Kind {
		return second
	}
	return first
}

// create creates the contacts of the accepted pairs, in the order of the pairs. Workers share the
// writing of the rows and of the lists of contacts per body.
func (f *pairFilter) create(total *pairCount, pool *par.Pool) {
	p, c := f.p, f.p.Contacts
	f.first, f.firstRow = len(p.created), c.Awake()
	c.AddEach(total.accepted, pool)
	p.created = append(p.created, c.Slots[f.firstRow:c.Awake()]...)
	for _, slot := range p.created[f.first:] {
		c.Written.Set(int(slot))
	}
	if total.oneWay {
		f.needOneWay()
	}
	c.FillNeeded(total.need)
	e := &p.edges
	e.contacts = grow.ResizeDiscard(grow.Empty(e.contacts, &p.shrinkers.edges), total.accepted)
	pool.Run(par.Blocks(len(f.decisions), filterBlock), (*pairFiller)(f))
	e.run(p, false, pool)
}

// needOneWay makes room for the states of the contacts of one-way colliders.
func (f *pairFilter) needOneWay() {
	at := f.first
	for i := range f.decisions {
		if d := &f.decisions[i]; d.accepted {
			if d.pair.Flags&state.ContactOneWay != 0 {
				f.p.Contacts.NeedOneWay(f.p.created[at])
			}
			at++
		}
	}
}

// pairFiller fills the rows of the contacts of a pairFilter.
type pairFiller pairFilter

// Do fills the rows of one block of pairs.
func (f *pairFiller) Do(block, _ int) {
	lo, hi := par.Span(block, len(f.decisions), filterBlock)
	c, at := f.p.Contacts, f.counts[block].before
	for i := range f.decisions[lo:hi] {
		d := &f.decisions[lo+i]
		if !d.accepted {
			continue
		}
		row := state.ContactRow(f.firstRow + at)
		c.Fill(row, &d.pair)
		f.p.setMaterial(row, &d.material)
		e := &f.p.edges.contacts[at]
		e.slot, e.body[0], e.body[1] = c.Slots[row], state.BodySlot(d.pair.BodyA), state.BodySlot(d.pair.BodyB)
		at++
	}
}

// UpdateMaterials mixes the materials again in all contacts of a collider and of its parts. It
// mixes all contacts before it changes any, because a mixer of the game may panic.
func (p *Pipeline) UpdateMaterials(c state.ColliderSlot, contacts []state.ContactSlot) {
	p.mixed = p.mixed[:0]
	own := contacts[:0]
	for _, slot := range contacts {
		pair := &p.Contacts.Pair[p.Contacts.Rows[slot]]
		if p.Shapes.WholeOf(state.ColliderSlot(pair.ColliderA)) == c || p.Shapes.WholeOf(state.ColliderSlot(pair.ColliderB)) == c {
			own = append(own, slot)
			p.mixed = append(p.mixed, mixedMaterial{})
			p.mixMaterials(&p.mixed[len(p.mixed)-1], state.ColliderSlot(pair.ColliderA), state.ColliderSlot(pair.ColliderB))
		}
	}
	for i, slot := range own {
		p.setMaterial(p.Contacts.Rows[slot], &p.mixed[i])
	}
}

func (p *Pipeline) setMaterial(row state.ContactRow, m *mixedMaterial) {
	p.Contacts.Solver[row].Friction = m.friction
	p.Contacts.SetSurface(row, m.restitution, m.rolling, m.speed)
	p.Contacts.SetCone(row, &m.cone, m.hasCone)
}

// MixedSurface returns the surface that a contact of two colliders would have.
func (p *Pipeline) MixedSurface(a, b state.ColliderSlot) (friction float32, s state.Surface) {
	var m mixedMaterial
	p.mixMaterials(&m, a, b)
	return m.friction, state.Surface{Restitution: m.restitution, RollingResistance: m.rolling, TangentSpeed: m.speed}
}
