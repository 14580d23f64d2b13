//go:build !race

package world_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// Warm ticks with subscriptions, fast bodies in moving sensors, sums of impulses and the events of
// bodies allocate nothing.
func TestEventsDoNotAllocate(t *testing.T) {
	t.Cleanup(invariant.Suspend())
	w := newBusyWorld(t, 1)
	addFastBodies(t, w, 40, 3)
	heard := 0
	for b := range w.Bodies() {
		world.Must(b.OnContactBegin(func(world.ContactBegin) { heard++ }))
		world.Must(b.OnContactEnd(func(world.ContactEnd) { heard++ }))
		world.Must(b.OnHit(func(world.Hit) { heard++ }))
		world.Must(b.OnSensorBegin(func(world.SensorEvent) { heard++ }))
		world.Must(b.OnSensorEnd(func(world.SensorEvent) { heard++ }))
		require.NoError(t, b.SetNeverSleep(true))
	}
	spinner := addBody(t, w, body.Def{Type: body.Kinematic, AngularVelocity: 300}, shape.Box(3, 0.05), world.ColliderDef{Sensor: true, SeesSensors: true})
	frame := func() {
		w.Step(2 * dt)
		for b := range w.Bodies() {
			for range b.ContactBegins() {
				heard++
			}
			for range b.ContactEnds() {
				heard++
			}
			for range b.Hits() {
				heard++
			}
			for range b.SensorBegins() {
				heard++
			}
			for range b.SensorEnds() {
				heard++
			}
			for c := range b.Contacts() {
				heard += len(c.Points()) + int(0*c.Impulse[0])
			}
		}
	}
	for range 300 {
		frame()
	}
	heard = 0
	require.Zero(t, testing.AllocsPerRun(100, frame))
	require.Positive(t, heard)
	require.True(t, spinner.Valid())
}
