package joint

// Definition is the definition of a joint of any kind: a pointer to
// one of the types of this package.
type Definition interface {
	// Validate returns a *geom.FieldError for the first field that cannot be used.
	Validate() error
	// Shared returns the part that the definitions of all kinds share.
	Shared() *Base
	// Kind returns the kind of the joint. The pointer may be nil.
	Kind() Kind
	// Drive returns the motor, or the zero Drive.
	Drive() Drive
	// Picture says how the joint is drawn.
	Picture() Picture
	// Clone returns a copy.
	Clone() Definition
	definition() // of this package alone
}

// DefinitionOf is the constraint of type parameters for a pointer to a definition D.
type DefinitionOf[D any] interface {
	*D
	Definition
}

// Shared returns the part that the definitions of all kinds share.
func (b *Base) Shared() *Base { return b }

func (*Base) definition() {}

// ForceLaw is a force law of the game's own: it returns the force of a spring, N or N m, for its
// length or angle, m or rad, and the rate of the length or angle, m/s or rad/s. A positive force
// pushes towards larger values. The force should not grow with either argument, or the joint adds
// energy. It must depend on its arguments alone. It runs on the goroutine that steps the world.
type ForceLaw func(value, rate float64) float64
