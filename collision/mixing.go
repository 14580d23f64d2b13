package collision

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// mixedMaterial is the data of a contact that depends on the two materials.
type mixedMaterial struct {
	_                                     [0]func() // not comparable, so no program has code for a comparison
	friction, restitution, rolling, speed float32
	cone                                  state.FrictionCone
	hasCone                               bool
}

// mixMaterials mixes the materials of two colliders.
func (p *Pipeline) mixMaterials(m *mixedMaterial, a, b state.ColliderSlot) {
	ma, mb := p.Shapes.Meta[a].MaterialAndDensity.Material(), p.Shapes.Meta[b].MaterialAndDensity.Material()
	m.cone, m.hasCone = state.FrictionCone{}, false
	if hasCone(ma) || hasCone(mb) {
		p.mixCone(m, ma, mb)
	} else {
		m.friction = float32(p.mixFriction(ma, mb))
	}
	m.restitution = float32(p.mixRestitution(ma, mb))
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
// surfaces already slide.
func hasCone(m *shape.Material) bool {
	return m.StaticFriction > m.Friction || m.SlipLeft != 0 || m.SlipRight != 0
}

// mixCone mixes the friction of two materials, at least one of which has a cone. Each of the four
// coefficients is mixed separately, from the coefficients that the two materials would have alone.
// So any mixing rule works, including a rule of the game. Sliding to the left of the normal of A,
// seen from A, is also sliding to the left seen from B. The single friction coefficient of the
// contact is the larger of the two sliding coefficients.
func (p *Pipeline) mixCone(m *mixedMaterial, a, b *shape.Material) {
	frictions := [2][2]float64{{a.Friction, b.Friction}, {max(a.StaticFriction, a.Friction), max(b.StaticFriction, b.Friction)}}
	var mixed [2][2]float32 // sliding and static, to the left and to the right
	for i, f := range frictions {
		for k, slip := range [2][2]float64{{a.SlipLeft, b.SlipLeft}, {a.SlipRight, b.SlipRight}} {
			x, y := withFriction(a, f[0], slip[0]), withFriction(b, f[1], slip[1])
			mixed[i][k] = float32(p.mixFriction(&x, &y))
		}
	}
	left, right := mixed[0][0], mixed[0][1]
	// A mixing function of the game may return less for the larger coefficients.
	m.cone = state.FrictionCone{Left: left, Right: right, StaticLeft: max(mixed[1][0], left), StaticRight: max(mixed[1][1], right)}
	m.hasCone, m.friction = true, max(left, right)
}

// withFriction returns a material with one coefficient of friction in place of the cone.
func withFriction(m *shape.Material, friction, slip float64) shape.Material {
	x := *m
	x.Friction = friction * (1 - slip)
	x.StaticFriction, x.SlipLeft, x.SlipRight = 0, 0, 0
	return x
}
