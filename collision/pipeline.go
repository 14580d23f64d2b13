package collision

import (
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// Pipeline holds the data that the stages of collision share. The tables belong to the world. The
// pipeline owns the broadphase and the edges of contacts.
type Pipeline struct {
	Bodies     *state.Bodies         `column:"part"`
	Shapes     *state.Colliders      `column:"part"`
	Contacts   *state.Contacts       `column:"part"`
	Broadphase broadphase.Broadphase `column:"part"`

	Tolerance         Tolerance `column:"fixed"`
	Rules             Rules     `column:"fixed"`
	Timestep          float64   `column:"fixed"`   // of a tick, s
	OneWayColliders   int       `column:"derived"` // their number; without any, a tick searches no contacts of them
	PreSolveColliders int       `column:"derived"` // their number
	PartColliders     int       `column:"derived"` // the number of parts of compounds
	HitColliders      int       `column:"derived"` // their number; without any, a tick searches no hits
	NoManifoldReuse   bool      `column:"fixed"`   // compute every manifold in full, for comparisons

	invalidated  bool                                                           `column:"state"` // since the last FindPairs: a new pair may already have a contact
	pairs        []broadphase.Pair                                              `column:"scratch"`
	created      []state.ContactSlot                                            `column:"scratch"`
	edges        edgeBatch                                                      `column:"scratch"`
	shrinkers    struct{ pairs, created, filter, edges, changes grow.Shrinker } `column:"scratch"`
	filter       pairFilter                                                     `column:"scratch"`
	mixArgs      [2]shape.Material                                              `column:"scratch"` // arguments of the game's mixers; on the stack they would escape
	mixed        []mixedMaterial                                                `column:"scratch"` // scratch of UpdateMaterials
	edited       []editedContact                                                `column:"scratch"` // in this tick, before
	changes      changes                                                        `column:"scratch"`
	changed      changeList                                                     `column:"scratch"`
	refits       refitScratch                                                   `column:"scratch"`
	oneWaySearch *OneWaySearch                                                  `column:"scratch"`
}

// Tolerance holds the lengths that scale with the world's length unit, in metres.
type Tolerance struct {
	Speculative float64 // contacts have points up to this far apart
	Margin      float64 // largest growth of a fat box
	Slop        float64 // sweeps end this far apart
}

// SpeculativeMargin is the growth of every tight box that makes the boxes of any two shapes within
// the speculative distance overlap.
func (t *Tolerance) SpeculativeMargin() float64 { return 0.5 * t.Speculative }

// Rules are the game's own rules for collisions. Nil means the default.
type Rules struct {
	ShouldCollide  func(a, b state.ColliderSlot) bool
	MixFriction    func(a, b *shape.Material) float64
	MixRestitution func(a, b *shape.Material) float64
	// PreSolve tells that the game decides about the contacts of colliders that ask for it.
	PreSolve bool
	// PreSolveSweep asks the game about a contact that a sweep of a fast body would make.
	PreSolveSweep func(*SweptContact) bool
	// JointForbids reports whether a joint forbids two bodies to collide.
	JointForbids func(a, b state.BodySlot) bool
}

// SweptContact is the contact of a sweep with a collider.
type SweptContact struct {
	_                [0]func() // not comparable, so no program has code for a comparison
	Moving, Obstacle state.ColliderSlot
	Normal           geom.Vec2 // unit, out of the obstacle
	Point            geom.Vec2 // in the world
	Separation       float64   // m
	Fraction         float64   // of the tick
}

// CallsPreSolve reports whether the game decides about the contacts of colliders with the given
// flags.
func (r *Rules) CallsPreSolve(flags state.ColliderFlags) bool {
	return r.PreSolve && flags&state.ColliderPreSolve != 0
}

// CountFlags adds n to the count of each kind of collider in the flags.
func (p *Pipeline) CountFlags(f state.ColliderFlags, n int) {
	if f&state.ColliderWantsHits != 0 {
		p.HitColliders += n
	}
	if f&state.ColliderPreSolve != 0 {
		p.PreSolveColliders += n
	}
	if f&state.ColliderOneWay != 0 {
		p.OneWayColliders += n
	}
	if f&state.ColliderPart != 0 {
		p.PartColliders += n
	}
}

// FindPairs asks the broadphase for new pairs and creates their contacts. It returns the
// slots of the new contacts in the order of their pairs.
func (p *Pipeline) FindPairs(pool *par.Pool) []state.ContactSlot {
	p.Broadphase.SetPool(pool)
	p.pairs = p.Broadphase.Pairs(grow.Empty(p.pairs, &p.shrinkers.pairs))
	p.created = grow.Empty(p.created, &p.shrinkers.created)
	f := &p.filter
	borrowed := p.takeBatch(len(p.pairs))
	f.decisions = grow.Empty(f.decisions, &p.shrinkers.filter)
	for remaining := p.pairs; len(remaining) > 0; remaining = remaining[len(f.pairs):] {
		f.p, f.pairs = p, remaining[:min(len(remaining), filterBatch)]
		f.decisions = grow.Resize(f.decisions, len(f.pairs))
		f.counts = grow.Resize(f.counts, par.Blocks(len(f.pairs), filterBlock))
		p.filterPool(pool).Run(len(f.counts), f)
		total := f.sum()
		p.Contacts.Reserve(f.expected(len(remaining), total.accepted))
		f.create(&total, pool)
	}
	f.pairs = nil // they may be given back
	p.giveBatch(borrowed)
	p.invalidated = false
	return p.created
}

// InvalidatePairs makes the broadphase report the pairs of a collider again, after a rule that
// forbade some of them has ended. Pairs with a contact keep the contact.
func (p *Pipeline) InvalidatePairs(c state.ColliderSlot) {
	p.invalidated = true
	p.Broadphase.Invalidate(uint32(c))
}

// QueryNotStatic visits all sensors, and the other colliders of bodies that are not static, whose
// boxes overlap a box and whose categories share a bit with the mask.
func (p *Pipeline) QueryNotStatic(box geom.Box32, mask uint64, visit func(uint32) bool) {
	p.Broadphase.Query(broadphase.AllClasses&^(1<<broadphase.Static), box, mask, visit)
}

// QueryStatic visits the colliders of static bodies, but for sensors, whose boxes overlap a box.
func (p *Pipeline) QueryStatic(box geom.Box32, visit func(uint32) bool) {
	p.Broadphase.Query(1<<broadphase.Static, box, ^uint64(0), visit)
}

// ShouldCollide applies all filters: same body, types, filter bits, joints, and last the game's own
// filter, because it costs most.
func (p *Pipeline) ShouldCollide(a, b state.ColliderSlot, bodyA, bodyB state.BodySlot) bool {
	if bodyA == bodyB || !p.Shapes.Filter(a).Accepts(p.Shapes.Filter(b)) {
		return false
	}
	if !p.Bodies.IsDynamic(bodyA) && !p.Bodies.IsDynamic(bodyB) {
		return false
	}
	if p.Rules.JointForbids != nil && p.Rules.JointForbids(bodyA, bodyB) {
		return false
	}
	return p.Rules.ShouldCollide == nil || p.Rules.ShouldCollide(a, b)
}

// hasContact reports whether the pair already has a contact. A pair that the broadphase reports has
// one only after InvalidatePairs or PassContact: otherwise the boxes did not overlap before.
func (p *Pipeline) hasContact(a, b state.ColliderSlot) bool {
	_, found := p.ContactOf(a, b)
	return found
}

// rollingRadius is the lever arm of rolling resistance: the radius of shapes that can
// roll, zero for others.
func rollingRadius(g *shape.Geometry) float64 {
	switch g.Kind {
	case shape.KindCircle, shape.KindCapsule:
		return g.Radius
	case shape.KindEllipse, shape.KindHalfEllipse:
		return max(g.A.X, g.A.Y)
	case shape.KindSector:
		return g.A.X
	case shape.KindCustom:
		return g.BoundingRadius
	default:
		return 0
	}
}

// Destroy removes a contact from its bodies' lists and from the table. The caller must have removed
// it from islands and colours before.
func (p *Pipeline) Destroy(slot state.ContactSlot) {
	pair := &p.Contacts.Pair[p.Contacts.Rows[slot]]
	var neighbors [4]uint32
	written := p.unlinkEdge(uint32(slot)<<1, state.BodySlot(pair.BodyA), neighbors[:0])
	written = p.unlinkEdge(uint32(slot)<<1|1, state.BodySlot(pair.BodyB), written)
	p.Contacts.Written.SetEach(written)
	p.Contacts.Remove(slot)
}
