package world_test

import (
	"errors"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Every number of an area and of its effects is refused or leaves all numbers finite.
func TestSpecialValuesInAreas(t *testing.T) {
	try := func(t *testing.T, name string, def world.AreaDef) error {
		w := newGravityWorld(t)
		defer w.Close()
		_, high := addTwoBoxes(t, w)
		if def.Priority == 1 {
			def.Body = high
		}
		if _, err := w.CreateArea(def); err != nil {
			return err
		}
		requireFiniteWorld(t, name, w, 20)
		return nil
	}
	for priority := range 2 {
		def := world.AreaDef{Shape: shape.Box(3, 3), Priority: priority}
		trySpecialValues(t, "AreaDef", def, try)
		with := func(e area.Effect) world.AreaDef {
			d := def
			d.Effects = []area.Effect{e}
			return d
		}
		trySpecialValues(t, "Gravity", area.Gravity{}, func(t *testing.T, name string, e area.Gravity) error {
			return unprefixed(try(t, name, with(e)))
		})
		trySpecialValues(t, "Damping", area.Damping{}, func(t *testing.T, name string, e area.Damping) error {
			return unprefixed(try(t, name, with(e)))
		})
		trySpecialValues(t, "Conveyor", area.Conveyor{}, func(t *testing.T, name string, e area.Conveyor) error {
			return unprefixed(try(t, name, with(e)))
		})
		for falloff := range area.Falloff(4) {
			trySpecialValues(t, "Point", area.PointGravity{Strength: 3, Falloff: falloff}, func(t *testing.T, name string, e area.PointGravity) error {
				return unprefixed(try(t, name, with(e)))
			})
		}
	}
}

// unprefixed takes the place of the effect off the name of a field.
func unprefixed(err error) error {
	var field *geom.FieldError
	if errors.As(err, &field) {
		field.Field = field.Field[len("Effects[0]."):]
	}
	return err
}

// The code of a custom shape does not run in the middle of a change of an area.
func TestPanicOfAreasShapeLeavesWorldAsItWas(t *testing.T) {
	fuse := &countdown{}
	s := fuseShape{fuse, 0.1}
	w := newGravityWorld(t)
	addTwoBoxes(t, w)
	addBody(t, w, body.Def{Position: mgl64.Vec2{2, 0.5}}, s, world.ColliderDef{})
	runSeconds(w, 3)
	armed := addArea(t, w, world.AreaDef{Shape: s})
	plain := addArea(t, w, world.AreaDef{Shape: shape.Box(4, 4)})
	runSeconds(w, 3)
	for name, call := range map[string]func() error{
		"create":  func() error { _, err := w.CreateArea(world.AreaDef{Shape: s}); return err },
		"shape":   func() error { return plain.SetShape(s) },
		"move":    func() error { return armed.SetTransform(mgl64.Vec2{1, 1}, 1) },
		"other":   func() error { return plain.SetTransform(mgl64.Vec2{1, 1}, 1) },
		"enable":  func() error { return errors.Join(armed.SetEnabled(false), armed.SetEnabled(true)) },
		"effects": func() error { return armed.SetEffects(area.Damping{}) },
		"destroy": func() error { return armed.Destroy() },
	} {
		for n := range 3 {
			before := w.StateDump()
			fuse.armed, fuse.left = true, n
			panicked := func() (p any) {
				defer func() { p = recover() }()
				require.NoError(t, call(), name)
				return nil
			}()
			fuse.armed = false
			if panicked != nil {
				requireSameState(t, before, w, name)
			}
			w.Validate()
		}
		if !armed.Valid() {
			armed = addArea(t, w, world.AreaDef{Shape: s})
		}
	}
	w.Tick()
}
