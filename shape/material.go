package shape

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// Material describes a surface in contact. A nil *Material in a definition
// means DefaultMaterial. The zero Material has no friction: to change another field
// only, begin with DefaultMaterial.
type Material struct {
	Friction          float64 // Coulomb coefficient, no unit
	Restitution       float64 // rebound speed over impact speed, at most MaxRestitution; at 1 a body bounces back to its first height, a bumper has more
	RollingResistance float64 // no unit: times the radius of the rolling shape it is the lever arm of the resisting moment
	TangentSpeed      float64 // m/s: speed of a conveyor belt's surface, positive to the left of the outward normal
	ID                uint64  // a number of the game's own, for its mixing functions

	// StaticFriction is the coefficient until the surfaces slide on each other; Friction is the
	// coefficient while they slide. StaticFriction is not less than Friction. It ends after a slip
	// of 5 mm, times the world's LengthUnit, or of 12 sub-steps. Zero means Friction.
	StaticFriction float64
	// SlipLeft and SlipRight are the shares, 0 to 1, by which both kinds of friction are smaller
	// when the other surface slides to the left or to the right of the outward normal: 1 is no
	// friction in that direction. They serve floors on which bodies slide to one side, runners,
	// ratchets and treads.
	SlipLeft, SlipRight float64

	// FrictionCombine and RestitutionCombine are the rules by which the coefficients of two
	// materials become the coefficients of a contact. The rules of the material with the higher
	// Priority decide. At equal priority the rule that is later in the list of Combine decides.
	FrictionCombine, RestitutionCombine Combine
	Priority                            int8
}

// DefaultMaterial has friction 0.6 and no restitution.
func DefaultMaterial() Material { return Material{Friction: 0.6} }

// Validate returns a *geom.FieldError for the first field that cannot be used.
// A restitution above MaxRestitution is geom.ErrOutOfRange, and so are other numbers above
// 1e18: an infinite friction times a pressure of zero would be NaN.
func (m *Material) Validate() error {
	for _, f := range [...]struct {
		field      string
		value, max float64
	}{
		{"Friction", m.Friction, maxCoefficient}, {"Restitution", m.Restitution, MaxRestitution},
		{"RollingResistance", m.RollingResistance, maxCoefficient}, {"StaticFriction", m.StaticFriction, maxCoefficient},
		{"SlipLeft", m.SlipLeft, 1}, {"SlipRight", m.SlipRight, 1},
	} {
		if err := geom.CheckNotNegative(f.field, f.value); err != nil {
			return err
		}
		if f.value > f.max {
			return geom.NewFieldError(f.field, f.value, geom.ErrOutOfRange)
		}
	}
	if err := m.validateCone(); err != nil {
		return err
	}
	if err := geom.CheckFinite("TangentSpeed", m.TangentSpeed); err != nil {
		return err
	}
	if math.Abs(m.TangentSpeed) > maxCoefficient {
		return geom.NewFieldError("TangentSpeed", m.TangentSpeed, geom.ErrOutOfRange)
	}
	return nil
}

// validateCone checks the order of the two frictions, and the rules.
func (m *Material) validateCone() error {
	if m.StaticFriction != 0 && m.StaticFriction < m.Friction {
		return geom.NewFieldError("StaticFriction", m.StaticFriction, geom.ErrOutOfRange)
	}
	if m.FrictionCombine >= combineRules {
		return geom.NewFieldError("FrictionCombine", m.FrictionCombine, geom.ErrOutOfRange)
	}
	if m.RestitutionCombine >= combineRules {
		return geom.NewFieldError("RestitutionCombine", m.RestitutionCombine, geom.ErrOutOfRange)
	}
	return nil
}

// MaxRestitution is the largest restitution. Bodies between two bumpers get faster with each
// kick, up to the largest speed of their world.
const MaxRestitution = 8

// maxCoefficient keeps the products of float32 coefficients and impulses finite.
const maxCoefficient = 1e18
