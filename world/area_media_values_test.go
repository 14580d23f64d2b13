package world_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Fluids and winds with special values are refused, or all numbers stay finite.
func TestSpecialValuesInMedia(t *testing.T) {
	for _, e := range []area.Effect{
		area.Fluid{Density: 2, Flow: mgl64.Vec2{1, 2}, LinearDrag: 0.5, QuadraticDrag: 1, Surface: []mgl64.Vec2{{0, 1}}},
		area.Wind{Velocity: mgl64.Vec2{1, 2}, Density: 0.5, Drag: 1, Lift: 1},
	} {
		v := reflect.New(reflect.TypeOf(e)).Elem()
		v.Set(reflect.ValueOf(e))
		for i := range numberFields(v) {
			for _, x := range specialValues {
				v.Set(reflect.ValueOf(e))
				if f, ok := v.Interface().(area.Fluid); ok {
					f.Surface = []mgl64.Vec2{{0, 1}}
					v.Set(reflect.ValueOf(f))
				}
				numberFields(v)[i].value.SetFloat(x)
				name := fmt.Sprintf("%#v", v.Interface())
				w := newGravityWorld(t)
				addTwoBoxes(t, w)
				for k, s := range allShapes()[:13] {
					addBody(t, w, body.Def{Position: mgl64.Vec2{float64(3 * k), 0.5}, AngularVelocity: 1}, s, world.ColliderDef{})
				}
				if _, err := w.CreateArea(world.AreaDef{Effects: []area.Effect{v.Interface().(area.Effect)}}); err != nil {
					var field *geom.FieldError
					require.ErrorAs(t, err, &field, name)
				} else {
					requireFiniteWorld(t, name, w, 10)
				}
				w.Close()
			}
		}
	}
}
