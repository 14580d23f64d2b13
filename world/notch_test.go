package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/assert"
)

// notchWalls are the shapes of which two cross and make a notch, 4 m long and half as thick as
// given, with the long axis along X and the side of the notch up.
var notchWalls = []struct {
	name  string
	shape func(thick float64) shape.Support
}{
	{"ellipses", func(thick float64) shape.Support { return shape.Ellipse{RX: 2, RY: thick} }},
	{"half ellipses", func(thick float64) shape.Support { return shape.HalfEllipse{RX: 2, RY: thick} }},
	{"flat sides of half ellipses", func(thick float64) shape.Support {
		return shape.HalfEllipse{RX: 2, RY: thick, Angle: math.Pi, Center: mgl64.Vec2{0, thick / 2}}
	}},
	{"sectors", func(thick float64) shape.Support {
		radius := 2 / math.Sin(0.4+2*thick)
		return shape.Sector{Radius: radius, Sweep: 0.8 + 4*thick, Angle: math.Pi / 2, Center: mgl64.Vec2{0, -radius * math.Cos(0.4+2*thick)}}
	}},
	{"superellipses", func(thick float64) shape.Support { return superellipse{2, thick, 4} }},
	{"custom ellipses", func(thick float64) shape.Support { return supportOnly{shape.Ellipse{RX: 2, RY: thick}} }},
	{"24-gons", func(thick float64) shape.Support {
		var points []mgl64.Vec2
		for i := range 24 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / 24)
			points = append(points, mgl64.Vec2{2 * cos, thick * sin})
		}
		return world.Must(shape.NewPolygon(points, 0))
	}},
	{"boxes", func(thick float64) shape.Support { return shape.Box(2, thick) }},
}

// notch is a body that was thrown into the notch of two crossing walls.
type notch struct {
	w     *world.World
	walls [2]world.Body
	b     world.Body
}

func newNotch(t testing.TB, seed uint64, kind int) *notch {
	r := rng{rand.New(rand.NewPCG(seed, uint64(kind)+77))}
	n := &notch{w: newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})}
	middle := r.between(-0.6, 0.6) // of the notch, from straight up
	half := r.between(0.15, 1.45)  // of its opening
	for i, angle := range []float64{middle + math.Pi/2 - half, middle - math.Pi/2 + half} {
		along := mgl64.Rotate2D(angle).Mul2x1(mgl64.Vec2{r.between(-0.8, 0.8), 0})
		n.walls[i] = addBody(t, n.w, body.Def{Type: body.Static, Angle: angle, Position: along}, notchWalls[kind].shape(r.between(0.05, 0.4)), world.ColliderDef{})
	}
	up := mgl64.Rotate2D(middle).Mul2x1(mgl64.Vec2{0, 1})
	radius, speed := r.between(0.1, 0.5), math.Pow(20, r.Float64())
	n.b = addBody(t, n.w, body.Def{
		Angle: r.between(-3, 3), AngularVelocity: 5 * r.NormFloat64(), Position: mgl64.Vec2{0, 100},
	}, r.shapeWithin(radius), world.ColliderDef{Material: &shape.Material{Friction: r.between(0, 0.8)}})
	height := 0.1
	for ; ; height += 0.02 { // as near to the notch as it is clear of both walls
		n.b.SetTransform(up.Mul(height), n.b.Angle())
		at := up.Mul(height)
		clear := true
		for _, wall := range n.walls {
			d := firstCollider(wall).ClosestPoint(at)
			clear = clear && d.Sub(at).Len() > radius+0.01
		}
		if clear {
			break
		}
	}
	n.b.SetTransform(up.Mul(height+r.between(0, 0.3)), n.b.Angle())
	n.b.SetLinearVelocity(mgl64.Rotate2D(r.between(-0.2, 0.2)).Mul2x1(up).Mul(-speed))
	return n
}

// fallsThrough reports whether the body gets to the other side of a wall.
func (n *notch) fallsThrough() bool {
	var last [2]mgl64.Vec2
	for tick := range 90 {
		n.w.Tick()
		for i, wall := range n.walls {
			at := wall.LocalPoint(n.b.WorldCenter())
			crossed := tick > 0 && last[i][1] >= -0.005 && at[1] < -0.005
			if crossed && math.Abs(at[0]) < 1.7 && math.Abs(last[i][0]) < 1.7 {
				return true
			}
			last[i] = at
		}
	}
	return false
}

// In a notch of two curved solids each covers the point at which the other would push. A body still
// stays in it, whatever it is and at any speed.
func TestNotchHoldsBodies(t *testing.T) {
	for kind := range notchWalls {
		t.Run(notchWalls[kind].name, func(t *testing.T) {
			for seed := range uint64(notchThrows) {
				n := newNotch(t, seed, kind)
				assert.False(t, n.fallsThrough(), "seed %d: %#v falls through", seed, firstCollider(n.b).Shape())
				n.w.Close()
			}
		})
	}
}
