package world_test

import (
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func TestDebugDepth(t *testing.T) {
	ri, _ := strconv.Atoi(os.Getenv("ROW"))
	c := depthRows()[ri]
	best, bt, bd, ba, bp := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, thick := range []float64{0.01, 0.1, 1} {
		for _, degrees := range []float64{0, 20, 40, 60, 80} {
			for _, angle := range []float64{0, 0.3, math.Pi / 4, 1.2} {
				for phase := range 8 {
					d, _ := c.throw(t, thick, degToRad(degrees), angle, float64(phase)/8)
					if d > best {
						best, bt, bd, ba, bp = d, thick, degrees, angle, float64(phase)/8
					}
				}
			}
		}
	}
	t.Log(c.body, c.speed, "deepest", best, "thick", bt, "deg", bd, "angle", ba, "phase", bp)
	w := newWorld(t, world.Config{Workers: 1})
	wall := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	attachShape(t, wall, shape.OffsetBox(100, bt/2, mgl64.Vec2{0, -bt / 2}, 0))
	sin, cos := math.Sincos(degToRad(bd))
	ticks := (0.15+0.03)/(c.speed*cos*dt) + 1 + bp
	b := addBody(t, w, body.Def{
		Position: mgl64.Vec2{-sin, cos}.Mul(c.speed * ticks * dt), Angle: ba, AngularVelocity: c.spin, NeverSleep: true,
		LinearVelocity: mgl64.Vec2{sin, -cos}.Mul(c.speed),
	}, c.shape, world.ColliderDef{Material: &shape.Material{Friction: 0.6}})
	for tick := range int(ticks) + 20 {
		w.Tick()
		p := b.WorldCenter()
		low := 9.0
		s := ""
		for _, v := range []mgl64.Vec2{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}} {
			y := b.WorldPoint(v.Mul(0.1))[1]
			low = min(low, y)
			s += strconv.FormatFloat(1000*y, 'f', 1, 64) + " "
		}
		t.Logf("%d y %.4f angle %.4f v %.3f w %.3f low %.4f: %s", tick, p[1], b.Angle(), b.LinearVelocity(), b.AngularVelocity(), low, s)
		for x := range b.Contacts() {
			for _, q := range x.Points() {
				t.Logf("        n %.3f sep %.2f mm imp %.3f vn %.3f", x.Normal, 1000*q.Separation, q.NormalImpulse, q.NormalVelocity)
			}
		}
	}
}
