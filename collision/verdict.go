package collision

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/internal/par"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// verdict is what is decided about a new pair: whether it may touch, and then how.
// It is all of making a contact that reads and does not write, so the workers
// share it.
type verdict struct {
	granted bool
	pair    manifold.Pair
	mix     mix
}

// mix is what a contact takes from the two materials.
type mix struct{ friction, restitution, rolling, speed float32 }

const (
	verdictBlock = 128  // pairs judged in one block
	verdictChunk = 4096 // pairs judged before their contacts are made; bounds the memory
)

// verdicts is the judging of some pairs cut into blocks.
type verdicts struct {
	p     *Pipeline
	pairs []broadphase.Pair
	found []verdict
}

// Do judges one block of pairs.
func (v *verdicts) Do(block, worker int) {
	lo, hi := par.Span(block, len(v.pairs), verdictBlock)
	for i := lo; i < hi; i++ {
		v.p.judge(&v.found[i], shape.Slot(v.pairs[i].A), shape.Slot(v.pairs[i].B))
	}
}

// judged returns the pool that may judge: the caller alone when the game has a say,
// for its code runs on the caller's goroutine and in the order of the pairs.
func (p *Pipeline) judged(pool *par.Pool) *par.Pool {
	if p.Rules.Filter != nil || p.Rules.MixFriction != nil || p.Rules.MixRestitution != nil {
		return nil
	}
	return pool
}

// judge decides about two colliders.
func (p *Pipeline) judge(v *verdict, a, b shape.Slot) {
	s := p.Shapes
	if _, flip := manifold.For(s.Geometry[a].Kind, s.Geometry[b].Kind); flip {
		a, b = b, a
	}
	bodyA, bodyB := body.Slot(s.Link[a].Owner), body.Slot(s.Link[b].Owner)
	v.granted = p.mayTouch(a, b, bodyA, bodyB) && !(p.renewed && p.known(a, b, bodyA, bodyB))
	if !v.granted {
		return
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
	v.pair = manifold.Pair{
		ColliderA: uint32(a), ColliderB: uint32(b),
		BodyA: uint32(bodyA), BodyB: uint32(bodyB), Flags: flags,
	}
	v.mix = p.mix(a, b)
}

// create makes the contact of a pair that may touch.
func (p *Pipeline) create(v *verdict) manifold.Slot {
	slot := p.Contacts.Add(v.pair)
	p.link(slot, body.Slot(v.pair.BodyA), body.Slot(v.pair.BodyB))
	p.blend(slot, v.mix)
	return slot
}

// Mix sets what a contact takes from the two materials.
func (p *Pipeline) Mix(slot manifold.Slot) {
	pair := &p.Contacts.Pair[p.Contacts.Rows[slot]]
	p.blend(slot, p.mix(shape.Slot(pair.ColliderA), shape.Slot(pair.ColliderB)))
}

func (p *Pipeline) blend(slot manifold.Slot, m mix) {
	row := p.Contacts.Rows[slot]
	p.Contacts.Solid[row].Friction = m.friction
	s := &p.Contacts.Surface[row]
	s.Restitution, s.Rolling, s.TangentSpeed = m.restitution, m.rolling, m.speed
	p.Contacts.Pair[row].NoteSurface(s)
}

// mix mixes the materials of two colliders.
func (p *Pipeline) mix(a, b shape.Slot) mix {
	ma, mb := p.Shapes.Meta[a].MaterialAndDensity.Value().Material, p.Shapes.Meta[b].MaterialAndDensity.Value().Material
	friction := defaultFriction(ma.Friction, mb.Friction)
	restitution := defaultRestitution(ma.Restitution, mb.Restitution)
	if p.Rules.MixFriction != nil || p.Rules.MixRestitution != nil {
		p.mixing = [2]shape.Material{ma, mb}
		if p.Rules.MixFriction != nil {
			friction = p.Rules.MixFriction(&p.mixing[0], &p.mixing[1])
		}
		if p.Rules.MixRestitution != nil {
			restitution = p.Rules.MixRestitution(&p.mixing[0], &p.mixing[1])
		}
	}
	rolling := max(ma.RollingResistance, mb.RollingResistance)
	if rolling > 0 {
		rolling *= max(rollingRadius(&p.Shapes.Geometry[a]), rollingRadius(&p.Shapes.Geometry[b]))
	}
	return mix{float32(friction), float32(restitution), float32(rolling), float32(ma.TangentSpeed + mb.TangentSpeed)}
}
