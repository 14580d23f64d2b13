package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Bullets in a triangular room that turns at 10 rad/s. The corners, 2 m from the centre, move at 20
// m/s. A body that hung in a corner in front of a wall once gained up to 10 m/s in each tick.
func TestBulletsInATurningRoom(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 5))
		w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true})
		room := world.Must(w.CreateBody(body.Def{Type: body.Kinematic, AngularVelocity: 10}))
		for i := range 3 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / 3)
			n, along := mgl64.Vec2{cos, sin}, mgl64.Vec2{-1.8 * sin, 1.8 * cos}
			wall := world.Must(shape.NewPolygon([]mgl64.Vec2{n.Sub(along), n.Mul(1.06).Sub(along), n.Mul(1.06).Add(along), n.Add(along)}, 0))
			world.Must(room.Attach(wall, world.ColliderDef{}))
		}
		var bodies []world.Body
		for i := range 3 {
			at := body.Def{Bullet: true, Position: mgl64.Vec2{0.2 * r.NormFloat64(), 0.2 * r.NormFloat64()}, Angle: 6 * r.Float64()}
			s := [...]shape.Support{shape.Circle{Radius: 0.08}, shape.Box(0.05, 0.03), shape.Ellipse{RX: 0.07, RY: 0.03}}[i]
			bodies = append(bodies, addBody(t, w, at, s, world.ColliderDef{}))
		}
		fastest := 0.0
		for range 240 {
			w.Tick()
			for _, b := range bodies {
				fastest = math.Max(fastest, b.LinearVelocity().Len())
			}
		}
		t.Logf("seed %d: %.1f m/s", seed, fastest)
		require.Less(t, fastest, 40.0)
	}
}
