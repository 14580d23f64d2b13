package terrain_test

import (
	"image"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Grounds of the default size are the same in every unit of length: a crate falls on tiles, on
// smooth ground that is dug away, and on a height field.
func TestGroundsInEveryLengthUnit(t *testing.T) {
	for name, build := range map[string]func(w *world.World, unit float64){
		"tiles": func(w *world.World, _ float64) {
			ground := world.Must(terrain.New(w, terrain.Def{Kinds: []terrain.Kind{{Shape: terrain.Slope}}}))
			world.Check(ground.Fill(image.Rect(-5, 0, 5, 1), 1))
		},
		"density": func(w *world.World, unit float64) {
			def := terrain.DensityDef{MinArea: unit * unit, Held: func(s image.Point) bool { return s.X < -3 }}
			def.Collider.Density = 1 / (unit * unit)
			ground := world.Must(terrain.NewDensity(w, def))
			world.Check(ground.FillCircle(mgl64.Vec2{}, 5*unit))
			world.Check(ground.DigCircle(mgl64.Vec2{-3 * unit, 0}, 4.5*unit))
			require.Len(t, ground.Loosened(), 1)
		},
		"heights": func(w *world.World, unit float64) {
			def := terrain.HeightFieldDef{Origin: mgl64.Vec2{-unit, 0}, Heights: []float64{0, unit / 2, 2 * unit}}
			world.Check(world.Must(terrain.NewHeightField(w, def)).Follow(unit, mgl64.Vec2{}))
		},
	} {
		fall := func(unit float64) (way []mgl64.Vec2) {
			w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10 * unit}, LengthUnit: unit, Workers: 1})
			build(w, unit)
			crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0.3 * unit, 7 * unit}}))
			world.Must(crate.Attach(shape.Box(unit/2, unit/2), world.ColliderDef{Density: 1 / (unit * unit)}))
			for range 120 {
				w.Tick()
				way = append(way, crate.Position().Mul(1/unit))
			}
			return way
		}
		require.Equal(t, fall(1), fall(64), name)
	}
}
