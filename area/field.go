package area

import (
	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// FieldPoint is the argument of the functions of a Field. B is the handle of a body in package
// world.
type FieldPoint[B any] struct {
	Body B // zero when World.GravityAt asks
	// Position is a point on the path of the centre of mass, m: its position after the fraction (n
	// - 1) / (2 n) of the coming tick, which has n sub-steps. With the field taken there the energy
	// of a body in a field with a potential does not drift.
	Position mgl64.Vec2
	Velocity mgl64.Vec2 // of the centre of mass when the tick begins, m/s
	Mass     float64    // kg
}

// Field is a field of the game's own. The functions are called once in a tick for each dynamic body
// that is awake, on the goroutine of Step: in the order of the areas and, within one, of the
// bodies' slots. They may read the world, and must not depend on anything that differs between two
// runs. Call Area.Wake when a field changes. A result that is not finite or is beyond 1e15 panics.
// A scene document cannot hold a field.
type Field[B any] struct {
	Acceleration func(FieldPoint[B]) mgl64.Vec2 // m/s^2, counts as gravity; nil means none
	Force        func(FieldPoint[B]) mgl64.Vec2 // N at the centre of mass; nil means none
	Replace      bool                           // in place of gravity, and of fields of forces, of lower priorities
}

func (f Field[B]) checked(prefix string, _ float64) (Effect, error) {
	if f.Acceleration == nil && f.Force == nil {
		return nil, geom.NewFieldError(prefix+"Acceleration", "nil", geom.ErrDegenerate)
	}
	return f, nil
}

// Functions is a Field of any handle of bodies.
type Functions interface {
	Effect
	// Has reports which functions the field has, and whether they replace fields of lower
	// priorities.
	Has() (acceleration, force, replace bool)
}

// Has implements Functions.
func (f Field[B]) Has() (acceleration, force, replace bool) {
	return f.Acceleration != nil, f.Force != nil, f.Replace
}
