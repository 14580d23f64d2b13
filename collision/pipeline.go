package collision

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// Pipeline holds what the stages of collision share. The stores belong to the
// world; the pipeline owns the broadphase and the contacts' edges.
type Pipeline struct {
	Bodies   *body.Store
	Shapes   *shape.Store
	Contacts *manifold.Contacts
	Broad    broadphase.Broadphase

	Tolerance Tolerance
	Rules     Rules
	Pull      geom.Vec2 // what gravity adds to a velocity in a tick, m/s
	NoRecall  bool      // compute every manifold in full, to compare with

	renewed bool // since the last FindPairs: pairs may come that have a contact
	pairs   []broadphase.Pair
	created []manifold.Slot
	mixing  [2]shape.Material // what the game's mixers are shown; on the stack it would escape
	changes changes
	refits  refits
	sweeps  sweeps
}

// Tolerance holds the lengths that scale with the world's length unit, in metres.
type Tolerance struct {
	Speculative float64 // contacts have points up to this far apart
	Margin      float64 // largest growth of a fat box
	Slop        float64 // sweeps end this far apart
}

// reach is by how much every tight box is grown so that the boxes of any two
// shapes within the speculative distance overlap.
func (t *Tolerance) reach() float64 { return 0.5 * t.Speculative }

// Rules are the game's own say in what collides and how. Nil means the default.
type Rules struct {
	Filter         func(a, b shape.Slot) bool
	MixFriction    func(a, b *shape.Material) float64
	MixRestitution func(a, b *shape.Material) float64
	// PreSolve tells that the game decides about the contacts of colliders that want it.
	PreSolve bool
	// Connected reports whether a joint forbids two bodies to collide.
	Connected func(a, b body.Slot) bool
}

// FindPairs asks the broadphase for new pairs and creates their contacts. It
// returns the slots of the contacts made, in pair order.
func (p *Pipeline) FindPairs(pool *par.Pool) []manifold.Slot {
	p.Broad.Employ(pool)
	p.pairs = p.Broad.Pairs(p.pairs[:0])
	p.created = p.created[:0]
	for _, pair := range p.pairs {
		if slot, ok := p.create(shape.Slot(pair.A), shape.Slot(pair.B)); ok {
			p.created = append(p.created, slot)
		}
	}
	p.renewed = false
	return p.created
}

// Renew lets the pairs of a collider be found again, after something that
// forbade some of them is gone. Those that have a contact keep it.
func (p *Pipeline) Renew(c shape.Slot) {
	p.renewed = true
	p.Broad.Renew(uint32(c))
}

// create makes the contact of two colliders unless something forbids it.
func (p *Pipeline) create(a, b shape.Slot) (manifold.Slot, bool) {
	s := p.Shapes
	if _, flip := manifold.For(s.Geometry[a].Kind, s.Geometry[b].Kind); flip {
		a, b = b, a
	}
	bodyA, bodyB := body.Slot(s.Link[a].Owner), body.Slot(s.Link[b].Owner)
	if !p.mayTouch(a, b, bodyA, bodyB) || p.renewed && p.known(a, b, bodyA, bodyB) {
		return 0, false
	}
	flags := manifold.Flags(0)
	either := s.Link[a].Flags | s.Link[b].Flags
	if either&shape.ColliderHitEvents != 0 {
		flags |= manifold.HitEvents
	}
	if either&shape.ColliderContactEvents == 0 {
		flags |= manifold.Silent
	}
	if either&shape.ColliderPreSolve != 0 {
		flags |= manifold.PreSolve
	}
	if !p.NoRecall && recallable(s.Geometry[a].Kind, s.Geometry[b].Kind) {
		flags |= manifold.Recalled
	}
	if p.Bodies.Meta[bodyA].Type != body.Dynamic || p.Bodies.Meta[bodyB].Type != body.Dynamic {
		flags |= manifold.StaticPair
	}
	slot := p.Contacts.Add(manifold.Pair{
		ColliderA: uint32(a), ColliderB: uint32(b),
		BodyA: uint32(bodyA), BodyB: uint32(bodyB), Flags: flags,
	})
	p.link(slot, bodyA, bodyB)
	p.Mix(slot)
	return slot, true
}

// mayTouch applies every filter: same body, types, filter bits, joints, and the
// game's own last, because it is the dearest.
func (p *Pipeline) mayTouch(a, b shape.Slot, bodyA, bodyB body.Slot) bool {
	if bodyA == bodyB || !p.Shapes.Filter[a].Accepts(p.Shapes.Filter[b]) {
		return false
	}
	if p.Bodies.Meta[bodyA].Type != body.Dynamic && p.Bodies.Meta[bodyB].Type != body.Dynamic {
		return false
	}
	if p.Rules.Connected != nil && p.Rules.Connected(bodyA, bodyB) {
		return false
	}
	return p.Rules.Filter == nil || p.Rules.Filter(a, b)
}

// known reports whether the pair already has a contact. The broadphase reports
// only boxes that did not overlap before, so this can only be true for a proxy
// that was renewed; the shorter list answers.
func (p *Pipeline) known(a, b shape.Slot, bodyA, bodyB body.Slot) bool {
	from := bodyA
	if p.Bodies.Meta[bodyB].ContactsLen < p.Bodies.Meta[bodyA].ContactsLen {
		from = bodyB
	}
	for key := p.Bodies.Meta[from].Contacts; key != manifold.None; key = p.next(key) {
		c := &p.Contacts.Pair[p.Contacts.Rows[key>>1]]
		if c.ColliderA == uint32(a) && c.ColliderB == uint32(b) {
			return true
		}
	}
	return false
}

// Mix sets what a contact takes from the two materials.
func (p *Pipeline) Mix(slot manifold.Slot) {
	row := p.Contacts.Rows[slot]
	pair, solid := &p.Contacts.Pair[row], &p.Contacts.Solid[row]
	a, b := shape.Slot(pair.ColliderA), shape.Slot(pair.ColliderB)
	p.mixing = [2]shape.Material{p.Shapes.Meta[a].Stuff.Value().Material, p.Shapes.Meta[b].Stuff.Value().Material}
	ma, mb := &p.mixing[0], &p.mixing[1]
	friction := shape.MixFriction(ma.Friction, mb.Friction)
	if p.Rules.MixFriction != nil {
		friction = p.Rules.MixFriction(ma, mb)
	}
	restitution := shape.MixRestitution(ma.Restitution, mb.Restitution)
	if p.Rules.MixRestitution != nil {
		restitution = p.Rules.MixRestitution(ma, mb)
	}
	rolling := max(ma.RollingResistance, mb.RollingResistance)
	if rolling > 0 {
		rolling *= max(rollingRadius(&p.Shapes.Geometry[a]), rollingRadius(&p.Shapes.Geometry[b]))
	}
	solid.Friction = float32(friction)
	solid.Restitution = float32(restitution)
	solid.Rolling = float32(rolling)
	solid.TangentSpeed = float32(ma.TangentSpeed + mb.TangentSpeed)
	pair.Note(solid)
}

// rollingRadius is the lever arm of rolling resistance: the radius of what can
// roll, zero for what cannot.
func rollingRadius(g *shape.Geometry) float64 {
	switch g.Kind {
	case shape.KindCircle, shape.KindCapsule:
		return g.Radius
	case shape.KindEllipse, shape.KindHalfEllipse:
		return max(g.A.X, g.A.Y)
	case shape.KindSector:
		return g.A.X
	case shape.KindCustom:
		return g.Bound
	default:
		return 0
	}
}

// Destroy removes a contact from its bodies' lists and from the table. The
// caller has taken it out of islands and colours.
func (p *Pipeline) Destroy(slot manifold.Slot) {
	pair := &p.Contacts.Pair[p.Contacts.Rows[slot]]
	p.unlink(slot, body.Slot(pair.BodyA), body.Slot(pair.BodyB))
	p.Contacts.Remove(slot)
}
