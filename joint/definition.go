package joint

// Definition is the definition of a joint of any kind: a pointer to
// one of the types of this package.
type Definition interface {
	// Validate returns a *geom.FieldError for the first field that cannot be used.
	Validate() error
	// Shared returns what the definitions of all kinds share.
	Shared() *Base
	// Kind returns the kind of the joint. The pointer may be nil.
	Kind() Kind
	// Clone returns a copy.
	Clone() Definition
	definition() // of this package alone
}

// DefinitionOf is what a pointer to a definition D is.
type DefinitionOf[D any] interface {
	*D
	Definition
}

// Shared returns the part that the definitions of all kinds share.
func (b *Base) Shared() *Base { return b }

func (*Base) definition() {}

// ForceLaw is a force law of the game's own: what a spring holds, N or N m, for its
// length or angle and the rate of that. Positive pushes towards larger values. It
// should not grow with either, or the joint drives what it holds. It must depend
// on its arguments alone. It runs on the goroutine that steps the world.
type ForceLaw func(value, rate float64) float64
