//go:build !race

package world_test

import (
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Warm ticks with every effect, bodies that come and go, moving areas and fields allocate nothing,
// nor do the calls that a game makes in every frame.
func TestAreasDoNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	w := newGravityWorld(t)
	buildAreas(t, w)
	found := 0
	box := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 9}, NeverSleep: true}, shape.Box(0.5, 0.5), world.ColliderDef{})
	area := addArea(t, w, world.AreaDef{Shape: shape.Box(2, 2)})
	runSeconds(w, 20)
	for name, call := range map[string]func(){
		"tick":         w.Tick,
		"steady force": func() { _ = box.ApplySteadyForce(mgl64.Vec2{1, 0}, mgl64.Vec2{}) },
		"gravity":      func() { _ = box.SetGravity(mgl64.Vec2{0, float64(found)}); _ = box.ClearGravity() },
		"at":           func() { found += int(w.GravityAt(mgl64.Vec2{0, 1})[1]) },
		"move":         func() { _ = area.SetTransform(mgl64.Vec2{float64(found % 7), 1}, 0) },
		"switch":       func() { _ = area.SetEnabled(!area.Enabled()) },
		"bodies": func() {
			for a := range w.Areas() {
				for range a.Bodies() {
					found++
				}
			}
			for range w.AreasAt(mgl64.Vec2{0, 1}) {
				found++
			}
		},
	} {
		call()
		w.Tick()
		require.Zero(t, testing.AllocsPerRun(20, call), name)
	}
	require.NotZero(t, found)
	var measured time.Duration
	for tick := 0; measured == 0 && tick < 100_000; tick++ { // the clock of Windows may stand for milliseconds
		w.Tick()
		measured += w.Profile().Areas
	}
	require.Positive(t, measured)
}
