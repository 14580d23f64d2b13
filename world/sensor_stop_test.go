package world_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Only the way really travelled counts: a body that a wall stops reaches the sensor in front of
// the wall and not the one behind it.
func TestSensorsSeeWayOfStoppedBodies(t *testing.T) {
	for _, bullet := range []bool{false, true} {
		for _, dynamicWall := range []bool{false, true} {
			if dynamicWall && !bullet {
				continue // stops bullets only
			}
			t.Run(fmt.Sprintf("bullet %v, dynamic wall %v", bullet, dynamicWall), func(t *testing.T) {
				w := newWorld(t, world.Config{Workers: 1})
				wall := body.Def{Type: body.Static, Position: mgl64.Vec2{3, 0}}
				if dynamicWall {
					wall.Type = body.Dynamic
				}
				addBody(t, w, wall, shape.Box(0.05, 2), world.ColliderDef{Density: 1e6})
				sensor := world.ColliderDef{Sensor: true}
				front := firstCollider(addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{2, 0}}, shape.Box(0.1, 1), sensor))
				behind := firstCollider(addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{4, 0}}, shape.Box(0.1, 1), sensor))
				ball := firstCollider(addBody(t, w, body.Def{LinearVelocity: mgl64.Vec2{300, 0}, Bullet: bullet}, shape.Circle{Radius: 0.2}, world.ColliderDef{}))
				w.Tick()
				begins, ends := fractionsOf(w.Events(), front, ball)
				require.InDeltaSlice(t, []float64{(2 - 0.3) / 5}, begins, 1e-5)
				require.InDeltaSlice(t, []float64{(2 + 0.3) / 5}, ends, 1e-5)
				begins, ends = fractionsOf(w.Events(), behind, ball)
				require.Empty(t, begins)
				require.Empty(t, ends)
			})
		}
	}
}

// A body that slides on along what it hit is seen where the slide leads.
func TestSensorsSeeSlideAfterHit(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -1}}, shape.Box(50, 1), world.ColliderDef{})
	gate := firstCollider(addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{3, 0.5}}, shape.Box(0.1, 0.5), world.ColliderDef{Sensor: true}))
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.2}, LinearVelocity: mgl64.Vec2{300, -150}}, shape.Circle{Radius: 0.2}, world.ColliderDef{})
	w.Tick()
	require.InDelta(t, 0.2, ball.Position()[1], 0.02, "it slides")
	begins, _ := fractionsOf(w.Events(), gate, firstCollider(ball))
	if ball.Position()[0] > 2.7 {
		require.InDeltaSlice(t, []float64{2.7 / 5}, begins, 2e-3)
	} else {
		require.Empty(t, begins)
	}
}

// A blade that spins by more than a turn in a tick passes a sensor as often as it comes round.
func TestSensorsCountTurns(t *testing.T) {
	for _, turns := range []float64{2.5, 3} {
		testTurns(t, turns)
	}
}

func testTurns(t *testing.T, turns float64) {
	w := newWorld(t, world.Config{Workers: 1})
	coin := firstCollider(addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, 0.3}}, shape.Circle{Radius: 0.02}, world.ColliderDef{Sensor: true}))
	spin := turns * 2 * math.Pi / dt
	blade := addBody(t, w, body.Def{AngularVelocity: spin, FastRotation: true, NeverSleep: true},
		shape.Capsule{B: mgl64.Vec2{0.3, 0}, Radius: 0.01}, world.ColliderDef{Massless: true})
	require.NoError(t, blade.SetMassData(world.MassData{Mass: 1, Inertia: 1}))
	w.Tick()
	require.InDelta(t, spin, blade.AngularVelocity(), 1)
	begins, ends := fractionsOf(w.Events(), coin, firstCollider(blade))
	require.Len(t, begins, 3, "at a quarter, five quarters and nine quarters of a turn")
	require.Len(t, ends, 3)
	for i := range begins {
		require.InDelta(t, (0.25+float64(i))/turns, 0.5*(begins[i]+ends[i]), 1e-3)
	}
}

// A collider that a call places in a sensor comes in at 0, one that a call takes away leaves at 0.
func TestSensorEventsOfCalls(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	gate := firstCollider(addBody(t, w, body.Def{Type: body.Static}, shape.Box(1, 1), world.ColliderDef{Sensor: true}))
	for _, kind := range []body.Type{body.Static, body.Kinematic, body.Dynamic} {
		b := addBody(t, w, body.Def{Type: kind, Position: mgl64.Vec2{5, 0}}, shape.Circle{Radius: 0.2}, world.ColliderDef{})
		visitor := firstCollider(b)
		w.Tick()
		require.Empty(t, w.Events().SensorBegins)
		for range 2 {
			require.NoError(t, b.SetTransform(mgl64.Vec2{}, 0))
			w.Tick()
			begins, ends := fractionsOf(w.Events(), gate, visitor)
			require.Equal(t, []float64{0}, begins, kind)
			require.Empty(t, ends)
			require.NoError(t, b.SetTransform(mgl64.Vec2{5, 0}, 0))
			w.Tick()
			begins, ends = fractionsOf(w.Events(), gate, visitor)
			require.Empty(t, begins)
			require.Equal(t, []float64{0}, ends, kind)
		}
		require.NoError(t, b.Destroy())
		w.Tick()
	}
}

// A sensor sees other sensors if it asks for it, unless these refuse to be reported.
func TestSensorsSeeSensors(t *testing.T) {
	w := newWorld(t, world.Config{Workers: 1})
	add := func(x float64, def world.ColliderDef) world.Collider {
		def.Sensor = true
		return firstCollider(addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{x, 0}}, shape.Box(1, 1), def))
	}
	asks, plain, hidden := add(0, world.ColliderDef{SeesSensors: true}), add(0.5, world.ColliderDef{}), add(1, world.ColliderDef{NoSensorEvents: true})
	both := add(1.5, world.ColliderDef{SeesSensors: true})
	require.True(t, asks.Def().SeesSensors)
	require.False(t, plain.Def().SeesSensors)
	w.Tick()
	require.Equal(t, []world.SensorEvent{{Sensor: asks, Visitor: plain}, {Sensor: asks, Visitor: both}, {Sensor: both, Visitor: asks}, {Sensor: both, Visitor: plain}}, w.Events().SensorBegins)
	require.NotContains(t, w.Events().SensorBegins, world.SensorEvent{Sensor: asks, Visitor: hidden})
	require.NoError(t, plain.Body().SetLinearVelocity(mgl64.Vec2{0, 300}))
	w.Tick()
	require.Len(t, w.Events().SensorEnds, 2)
	for _, x := range w.Events().SensorEnds {
		require.Equal(t, plain, x.Visitor)
		require.InDelta(t, 2.0/5, x.Fraction, 1e-6)
	}
}

// Sensors near which nothing moves are not looked at, however many there are.
func TestStaticSensorsCostNothingAtRest(t *testing.T) {
	for _, n := range []int{100, 10_000} {
		w := newWorld(t, world.Config{Workers: 1})
		for i := range n {
			x, y := float64(i%100), float64(i/100)
			addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{3 * x, 3 * y}}, shape.Box(1, 1), world.ColliderDef{Sensor: true})
			if i%10 == 0 { // tiles and sleepers in them
				addTile(t, w, 3*x, 3*y, world.ColliderDef{})
				addBody(t, w, body.Def{Position: mgl64.Vec2{3*x + 0.5, 3*y + 1.5}, Asleep: true}, shape.Box(0.4, 0.4), world.ColliderDef{})
			}
		}
		w.Tick()
		require.Positive(t, w.SensorWork())
		w.Tick()
		require.Zero(t, w.SensorWork(), "%d sensors, nothing awake", n)
		addBody(t, w, body.Def{Position: mgl64.Vec2{30, 150}, LinearVelocity: mgl64.Vec2{30, 0}, NeverSleep: true}, shape.Circle{Radius: 0.3}, world.ColliderDef{})
		w.Tick()
		for range 20 {
			w.Tick()
			require.LessOrEqual(t, w.SensorWork(), 12, "%d sensors, one body awake", n)
		}
	}
}

func BenchmarkStaticSensors(b *testing.B) {
	for _, n := range []int{0, 100, 10_000} {
		for _, awake := range []int{0, 1, 100} {
			b.Run(fmt.Sprintf("%d sensors, %d awake", n, awake), func(b *testing.B) {
				w := newWorld(b, world.Config{Workers: 1})
				for i := range n {
					addBody(b, w, body.Def{Type: body.Static, Position: mgl64.Vec2{3 * float64(i%100), 3 * float64(i/100)}}, shape.Box(1, 1), world.ColliderDef{Sensor: true})
				}
				for i := range awake {
					addBody(b, w, body.Def{Position: mgl64.Vec2{3 * float64(i), 10}, AngularVelocity: 1, NeverSleep: true}, shape.Circle{Radius: 0.3}, world.ColliderDef{})
				}
				w.Tick()
				var stage int64
				for b.Loop() {
					w.Tick()
					stage += w.Profile().Sensors.Nanoseconds()
				}
				b.ReportMetric(float64(stage)/float64(b.N), "ns/sensors")
			})
		}
	}
}
