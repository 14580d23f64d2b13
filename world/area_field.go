package world

import (
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// FieldPoint is what a field function of the game is told.
type FieldPoint struct {
	Body Body // zero when World.GravityAt asks
	// Position is a point of the path of the centre of mass, m: where the body is at the part
	// (n - 1) / (2 n) of the coming tick, of n sub-steps. With the field taken there the energy of a
	// body in a field with a potential does not drift.
	Position mgl64.Vec2
	Velocity mgl64.Vec2 // of the centre of mass when the tick begins, m/s
	Mass     float64    // kg
}

// AreaField is a field of the game's own. The functions are called once in a tick for each dynamic body that is awake,
// on the goroutine of Step: in the order of the areas and, within one, of the bodies' slots. They may read
// the world, and must depend on nothing that differs between two runs. Call Area.Wake when a field changes. A
// result that is not finite, or beyond 1e15, is a panic. A scene document cannot hold a field.
type AreaField struct {
	Acceleration func(FieldPoint) mgl64.Vec2 // m/s^2, counts as gravity; nil means none
	Force        func(FieldPoint) mgl64.Vec2 // N at the centre of mass; nil means none
	Replace      bool                        // in place of gravity, and of fields of forces, of lower priorities
}

func (f AreaField) checked(prefix string, _ float64) (AreaEffect, error) {
	if f.Acceleration == nil && f.Force == nil {
		return nil, geom.NewFieldError(prefix+"Acceleration", "nil", geom.ErrDegenerate)
	}
	return f, nil
}

func (f AreaField) gravityAt(_ geom.Transform, at FieldPoint) (a geom.Vec2, replace bool) {
	if f.Acceleration == nil {
		return a, false
	}
	return checkField("Acceleration", f.Acceleration(at)), f.Replace
}

func (f AreaField) apply(p *areaPass) {
	w := p.w
	for _, b := range p.inside() {
		e := p.of(b)
		at := FieldPoint{w.bodyAt(b), e.position.Mgl(), e.velocity.Mgl(), e.mass}
		if f.Acceleration != nil && p.acts(e, gravityEffect, f.Replace) {
			e.gravity = e.gravity.Add(w.callField("Acceleration", f.Acceleration, at))
		}
		if f.Force != nil && p.acts(e, forceEffect, f.Replace) {
			e.force = e.force.Add(w.callField("Force", f.Force, at))
		}
	}
}

// callField calls a function of the game in a tick and checks its result.
func (w *World) callField(name string, field func(FieldPoint) mgl64.Vec2, at FieldPoint) geom.Vec2 {
	w.beginCallback()
	v := field(at)
	w.endCallback()
	if r := w.verdictRecorder(); r != nil {
		r.call(callVerdict).vec(v)
	}
	return checkField(name, v)
}

func checkField(name string, v mgl64.Vec2) geom.Vec2 {
	if err := checkAcceleration(name, geom.From(v)); err != nil {
		panic(fmt.Sprintf("world: AreaField.%s returned %v", name, v))
	}
	return geom.From(v)
}
