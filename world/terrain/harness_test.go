package terrain_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/internal/long"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
)

// slideSeconds is the longest time for which a body slides over seams.
var slideSeconds = long.Pick(6.0, 20.0)

func gravity() world.Config { return world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1} }

func newWorld(t testing.TB, config world.Config) *world.World {
	t.Helper()
	w := world.Must(world.New(config))
	t.Cleanup(w.Close)
	return w
}

func runTicks(w *world.World, n int) {
	for range n {
		w.Tick()
	}
}

func addBody(t testing.TB, w *world.World, def body.Def, s shape.Support) world.Body {
	t.Helper()
	b := world.Must(w.CreateBody(def))
	world.Must(b.Attach(s, world.ColliderDef{Material: &shape.Material{}}))
	return b
}

type slidingShape struct {
	name   string
	shape  shape.Support
	height float64
}

func slidingShapes() []slidingShape {
	return []slidingShape{
		{"box", shape.Box(0.5, 0.5), 0.5},
		{"rounded", shape.RoundedBox(0.4, 0.4, 0.1), 0.5},
		{"capsule", shape.Capsule{A: mgl64.Vec2{-0.5, 0}, B: mgl64.Vec2{0.5, 0}, Radius: 0.25}, 0.25},
		{"circle", shape.Circle{Radius: 0.5}, 0.5},
		{"hexagon", shape.RegularPolygon(6, 0.5), 0.5 * math.Cos(math.Pi/6)},
		{"ellipse", shape.Ellipse{RX: 0.6, RY: 0.4}, 0.4},
	}
}

// slideOnLevel lets a shape slide at a speed from x = -45 to x = 45, or for 20 s, on level ground.
// It may not rise, sink or lose speed.
func slideOnLevel(t *testing.T, w *world.World, s slidingShape, surface, speed float64) {
	t.Helper()
	start := mgl64.Vec2{-45, surface + s.height}
	b := addBody(t, w, body.Def{Position: start, LinearVelocity: mgl64.Vec2{speed, 0}, NeverSleep: true}, s.shape)
	rise := 0.0
	for range int(math.Ceil(min(90/speed, slideSeconds) / dt)) {
		w.Tick()
		rise = max(rise, b.Position()[1]-start[1])
		if height := b.Position()[1]; !(height > start[1]-0.02) {
			t.Fatalf("%s at %v sinks to %v", s.name, speed, height)
		}
	}
	require.Less(t, rise, 1e-4, "%s at %v", s.name, speed)
	require.InDelta(t, speed, b.LinearVelocity()[0], 1e-5*speed, "%s at %v", s.name, speed)
}

// runOnLevel lets a character run 60 m at a speed on level ground at y = 0. It may not rise, sink
// or lose speed.
func runOnLevel(t *testing.T, w *world.World, speed float64) {
	t.Helper()
	c := world.Must(character.New(w, character.Def{}, mgl64.Vec2{-35, 1.2}))
	for range 60 {
		require.NoError(t, c.Move(mgl64.Vec2{0, -5}))
		w.Tick()
	}
	start := c.Body().Position()
	ticks := int(60 / speed / dt)
	for range ticks {
		require.NoError(t, c.Move(mgl64.Vec2{speed, -10 * dt}))
		w.Tick()
		require.InDelta(t, start[1], c.Body().Position()[1], 1e-4)
	}
	require.InDelta(t, float64(ticks)*speed*dt, c.Body().Position()[0]-start[0], 1e-3)
}

// requireSecondWakes checks that an edit wakes the second of three bodies alone and keeps the
// contacts of another. All bodies sleep.
func requireSecondWakes(t *testing.T, w *world.World, bodies []world.Body, other int, edit func() error) {
	t.Helper()
	require.Zero(t, w.Counters().Awake)
	contacts := map[world.ContactID]bool{}
	for c := range bodies[other].Contacts() {
		contacts[c.ID()] = true
	}
	require.NotEmpty(t, contacts)
	require.NoError(t, edit())
	require.Equal(t, []bool{false, true, false}, []bool{bodies[0].Awake(), bodies[1].Awake(), bodies[2].Awake()})
	for c := range bodies[other].Contacts() {
		require.True(t, contacts[c.ID()])
	}
}

// requireRefusedInStep checks that edits during a step fail with ErrStepping. The function build
// makes a world in which two colliders meet in the first tick.
func requireRefusedInStep(t *testing.T, edits func() []error, build func(world.Config) *world.World) {
	t.Helper()
	var errs []error
	config := gravity()
	config.ShouldCollide = func(a, b world.Collider) bool {
		errs = append(errs, edits()...)
		return true
	}
	build(config).Tick()
	require.NotEmpty(t, errs)
	for _, err := range errs {
		require.ErrorIs(t, err, world.ErrStepping)
	}
}

// ground is ground with a state S.
type ground[S, G any] interface {
	Save(*S)
	Restore(*S)
	Fork(*world.World) G
}

// requireRollback checks that ground that is restored, and the ground of a fork, go on as the saved
// ground. The function play steps a world, edits the ground and returns the state.
func requireRollback[S any, G ground[S, G]](t *testing.T, w *world.World, g G, play func(testing.TB, *world.World, G) uint64) {
	t.Helper()
	var snapshot world.Snapshot
	var saved S
	require.NoError(t, w.Save(&snapshot))
	g.Save(&saved)
	fork := world.Must(w.Fork())
	t.Cleanup(fork.Close)
	forked := g.Fork(fork)
	want := play(t, w, g)
	for range 2 {
		require.NoError(t, w.Restore(&snapshot))
		g.Restore(&saved)
		require.Equal(t, want, play(t, w, g))
	}
	require.Equal(t, want, play(t, fork, forked))
}
