package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// depthRow is one row of the table of depths: a body thrown at a wall, at every angle of
// incidence, turn and phase of the tick, and for some thicknesses of the wall.
type depthRow struct {
	body  string
	shape shape.Support
	spin  float64
	speed float64
}

func depthRows() (rows []depthRow) {
	for _, r := range []depthRow{
		{body: "circle", shape: shape.Circle{Radius: 0.1}},
		{body: "box", shape: shape.Box(0.1, 0.1)},
		{body: "spinning box", shape: shape.Box(0.1, 0.1), spin: 40},
	} {
		for _, r.speed = range []float64{10, 20, 50, 100, 200, 300, 400} {
			rows = append(rows, r)
		}
	}
	return rows
}

// deepest returns the deepest overlap after any tick, and how many bodies got through.
func (c *depthRow) deepest(t testing.TB, phases int) (depth float64, through int) {
	for _, thick := range []float64{0.01, 0.1, 1} {
		for _, degrees := range []float64{0, 20, 40, 60, 80} {
			for _, angle := range []float64{0, 0.3, math.Pi / 4, 1.2} {
				for phase := range phases {
					d, ok := c.throw(t, thick, degToRad(degrees), angle, float64(phase)/float64(phases))
					depth = max(depth, d)
					if !ok {
						through++
					}
				}
			}
		}
	}
	return depth, through
}

func (c *depthRow) throw(t testing.TB, thick, incidence, angle, phase float64) (depth float64, ok bool) {
	w := newWorld(t, world.Config{Workers: 1})
	defer w.Close()
	wall := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	attachShape(t, wall, shape.OffsetBox(100, thick/2, mgl64.Vec2{0, -thick / 2}, 0))
	sin, cos := math.Sincos(incidence)
	ticks := (0.15+0.03)/(c.speed*cos*dt) + 1 + phase
	b := addBody(t, w, body.Def{
		Position: mgl64.Vec2{-sin, cos}.Mul(c.speed * ticks * dt), Angle: angle, AngularVelocity: c.spin, NeverSleep: true,
		LinearVelocity: mgl64.Vec2{sin, -cos}.Mul(c.speed),
	}, c.shape, world.ColliderDef{Material: &shape.Material{Friction: 0.6}})
	for range int(ticks) + 20 {
		w.Tick()
		p := b.WorldCenter()
		if math.Abs(p[0]) > 98 {
			break
		}
		if p[1] < 0 {
			return depth, false
		}
		reach := 0.1
		if c.body != "circle" {
			reach = 0.1 * (math.Abs(math.Cos(b.Angle())) + math.Abs(math.Sin(b.Angle())))
		}
		depth = max(depth, reach-p[1])
	}
	return depth, true
}

// Bodies that are thrown at a wall sink into it by no more than a slop.
func TestThrownBodiesStayOutside(t *testing.T) {
	for _, row := range depthRows() {
		depth, through := row.deepest(t, long.Pick(2, 8))
		t.Logf("%s at %v m/s: %.2f mm, %d through", row.body, row.speed, 1000*depth, through)
		require.Zero(t, through, "%s at %v m/s", row.body, row.speed)
		require.Less(t, depth, 0.005, "%s at %v m/s", row.body, row.speed)
	}
}
