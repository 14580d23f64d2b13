package collision

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// mixedMaterial is the data of a contact that come from the two materials.
type mixedMaterial struct {
	friction, restitution, rolling, speed float32
	cone                                  state.FrictionCone
	hasCone                               bool
}

// mixMaterials mixes the materials of two colliders.
func (p *Pipeline) mixMaterials(m *mixedMaterial, a, b state.ColliderSlot) {
	ma, mb := p.Shapes.Meta[a].MaterialAndDensity.Value().Material, p.Shapes.Meta[b].MaterialAndDensity.Value().Material
	m.cone, m.hasCone = state.FrictionCone{}, false
	if hasCone(&ma) || hasCone(&mb) {
		p.mixCone(m, &ma, &mb)
	} else {
		m.friction = float32(p.mixFriction(&ma, &mb))
	}
	m.restitution = float32(p.mixRestitution(&ma, &mb))
	rolling := max(ma.RollingResistance, mb.RollingResistance)
	if rolling > 0 {
		rolling *= max(rollingRadius(&p.Shapes.Geometry[a]), rollingRadius(&p.Shapes.Geometry[b]))
	}
	m.rolling, m.speed = float32(rolling), float32(ma.TangentSpeed+mb.TangentSpeed)
}

func (p *Pipeline) mixFriction(a, b *shape.Material) float64 {
	if p.Rules.MixFriction == nil {
		return shape.CombineFriction(a, b)
	}
	p.mixArgs = [2]shape.Material{*a, *b}
	return p.Rules.MixFriction(&p.mixArgs[0], &p.mixArgs[1])
}

func (p *Pipeline) mixRestitution(a, b *shape.Material) float64 {
	if p.Rules.MixRestitution == nil {
		return shape.CombineRestitution(a, b)
	}
	p.mixArgs = [2]shape.Material{*a, *b}
	return p.Rules.MixRestitution(&p.mixArgs[0], &p.mixArgs[1])
}

// hasCone reports whether the friction of a material depends on the direction or on whether the
// surfaces slide already.
func hasCone(m *shape.Material) bool {
	return m.StaticFriction > m.Friction || m.SlipLeft != 0 || m.SlipRight != 0
}

// mixCone mixes the friction of two materials one of which has a cone. Each of the four
// coefficients is mixed on its own, from what each material alone would have for it, so any rule
// serves, and one of the game too. What slides to the left of the normal of A, seen from A, does so
// seen from B. The friction that stands for all four is the larger one while the contact slides.
func (p *Pipeline) mixCone(m *mixedMaterial, a, b *shape.Material) {
	mix := func(frictionA, slipA, frictionB, slipB float64) float32 {
		x, y := withFriction(a, frictionA, slipA), withFriction(b, frictionB, slipB)
		return float32(p.mixFriction(&x, &y))
	}
	staticA, staticB := max(a.StaticFriction, a.Friction), max(b.StaticFriction, b.Friction)
	c := state.FrictionCone{Left: mix(a.Friction, a.SlipLeft, b.Friction, b.SlipLeft)}
	c.Right = mix(a.Friction, a.SlipRight, b.Friction, b.SlipRight)
	// A mixing function of the game may give less to the larger coefficients.
	c.StaticLeft = max(mix(staticA, a.SlipLeft, staticB, b.SlipLeft), c.Left)
	c.StaticRight = max(mix(staticA, a.SlipRight, staticB, b.SlipRight), c.Right)
	m.cone, m.hasCone, m.friction = c, true, max(c.Left, c.Right)
}

// withFriction returns a material that has one coefficient of friction for all.
func withFriction(m *shape.Material, friction, slip float64) shape.Material {
	x := *m
	x.Friction = friction * (1 - slip)
	x.StaticFriction, x.SlipLeft, x.SlipRight = 0, 0, 0
	return x
}
