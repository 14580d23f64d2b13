package world_test

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// A body that rocks among bodies that rest comes to rest, if all of them may sleep.
func TestLastBodyOfAnIslandSettles(t *testing.T) {
	for name, hinder := range map[string]func(c *world.Config, plate, rocker *body.Def){
		"all may sleep": func(_ *world.Config, _, _ *body.Def) {},
		"rocker awake":  func(_ *world.Config, _, rocker *body.Def) { rocker.NeverSleep = true },
		"plate awake":   func(_ *world.Config, plate, _ *body.Def) { plate.NeverSleep = true },
		"no sleep":      func(c *world.Config, _, _ *body.Def) { c.NoSleep = true },
	} {
		t.Run(name, func(t *testing.T) {
			config := world.Config{Gravity: mgl64.Vec2{0, -10}}
			plateDef, rockerDef := body.Def{Position: mgl64.Vec2{0, 0.1}}, body.Def{Position: mgl64.Vec2{0, 0.4}, Angle: 0.5}
			hinder(&config, &plateDef, &rockerDef)
			w := newRecordedWorld(t, config)
			addFloor(t, w, world.ColliderDef{})
			addBody(t, w, plateDef, shape.Box(1, 0.1), world.ColliderDef{})
			rocker := addBody(t, w, rockerDef, shape.HalfEllipse{RX: 0.2, RY: 0.2, Angle: math.Pi}, rockable)
			runSeconds(w, 3)
			start, last := totalEnergy(w), 0.0
			for tick := range 60 * 20 {
				w.Tick()
				require.LessOrEqual(t, totalEnergy(w), 1.0001*start)
				if tick > 60*18 {
					last = max(last, math.Abs(rocker.AngularVelocity()))
				}
			}
			settles := name == "all may sleep"
			require.Equal(t, settles, w.Counters().Awake == 0)
			require.Equal(t, settles, last < 1, "%v rad/s in the last two seconds", last)
		})
	}
}

// A marble that rolls over a plank at rest is no rocker: it keeps its speed. As one it lost .1 m/s
// each second.
func TestMarbleRollsOnOverBodiesAtRest(t *testing.T) {
	w := newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
	addFloor(t, w, world.ColliderDef{})
	plank := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.1}}, shape.Box(15, 0.1), world.ColliderDef{})
	marble := addBody(t, w, body.Def{
		Position: mgl64.Vec2{-14, 0.4}, LinearVelocity: mgl64.Vec2{2, 0}, AngularVelocity: -10,
	}, shape.Circle{Radius: 0.2}, rockable)
	runSeconds(w, 5)
	before := marble.LinearVelocity()[0]
	runSeconds(w, 7)
	require.Less(t, marble.Position()[0], 15.0, "it has left the plank")
	require.Greater(t, marble.Position()[1], 0.39)
	require.InDelta(t, before, marble.LinearVelocity()[0], 0.01)
	require.Less(t, plank.LinearVelocity().Len(), 1e-3)
}

// A contact of two moving bodies in an island that waits is resisted once. It was resisted twice,
// from both sides. One body is pinned, the other slides on a vertical line and presses the first
// with its weight, without friction.
func TestContactOfTwoMovingBodiesIsResistedOnce(t *testing.T) {
	w := newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
	addFloor(t, w, world.ColliderDef{})
	plank := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.1}}, shape.Box(3, 0.1), world.ColliderDef{Density: 100})
	addBody(t, w, body.Def{Position: mgl64.Vec2{2, 0.4}}, shape.Box(0.2, 0.2), world.ColliderDef{})
	ice, almostRound := world.ColliderDef{Material: &shape.Material{}}, shape.Ellipse{RX: 0.3, RY: 0.2999}
	low := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1}, AngularVelocity: 10}, almostRound, ice)
	high := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 1.6}, AngularVelocity: -10}, almostRound, ice)
	world.Must(w.CreateRevolute(plank, low, world.RevoluteAt(plank, low, low.Position())))
	world.Must(w.CreateWheel(plank, high, world.WheelAt(plank, high, high.Position(), mgl64.Vec2{0, 1})))
	runSeconds(w, 4)
	require.InDelta(t, 10, low.AngularVelocity(), 0.01)
	runSeconds(w, 4)
	before := low.AngularVelocity() - high.AngularVelocity()
	runSeconds(w, 1)
	couple := 0.01 * 0.3 * high.Mass() * 10
	want := couple/low.Inertia() + couple/high.Inertia()
	require.InEpsilon(t, want, before-(low.AngularVelocity()-high.AngularVelocity()), 0.05)
}

// A body falls into a well that it just fits and comes to rest on the floor, whatever walls
// and floor are made of. Each end of the floor is covered by a wall there, but its middle
// is not.
func TestBodyComesToRestInTightWell(t *testing.T) {
	falling := map[string]shape.Support{
		"box":         shape.Box(0.5, 0.5),
		"rounded box": shape.RoundedBox(0.4, 0.4, 0.1),
		"capsule":     shape.Capsule{A: mgl64.Vec2{-0.2, 0}, B: mgl64.Vec2{0.2, 0}, Radius: 0.3},
		"circle":      shape.Circle{Radius: 0.5},
		"triangle":    shape.Triangle(mgl64.Vec2{-0.5, -0.5}, mgl64.Vec2{0.5, -0.5}, mgl64.Vec2{0, 0.5}),
		"spike":       shape.Triangle(mgl64.Vec2{0, -0.5}, mgl64.Vec2{0.5, 0.5}, mgl64.Vec2{-0.5, 0.5}),
	}
	wantHeight := map[string]float64{"capsule": 0.3}
	for name, s := range falling {
		for _, walls := range []string{"tiles", "slabs"} {
			for _, ground := range []string{"slab", "tiles", "stone"} {
				for _, width := range []float64{1, 1.001, 1.01, 1.1} {
					w := newGravityWorld(t)
					static := world.Must(w.CreateBody(body.Def{Type: body.Static}))
					attachTile := func(x, y, hx, hy float64) {
						world.Must(static.Attach(shape.OffsetBox(hx, hy, mgl64.Vec2{x, y}, 0), world.ColliderDef{}))
					}
					for _, side := range []float64{-1, 1} {
						at := side * (width/2 + 0.5)
						if walls == "slabs" {
							attachTile(at, 5, 0.5, 5)
						} else {
							for y := range 10 {
								attachTile(at, float64(y)+0.5, 0.5, 0.5)
							}
						}
						if ground != "slab" {
							attachTile(at, -0.5, 0.5, 0.5)
						}
					}
					if ground == "slab" {
						attachTile(0, -0.5, 5, 0.5)
					} else {
						attachTile(0, -0.5, width/2, 0.5)
					}
					if ground == "stone" { // another body
						addBody(t, w, body.Def{Type: body.Static, Position: mgl64.Vec2{0, -0.5}}, shape.Box(0.2, 0.5), world.ColliderDef{})
					}
					b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 3}, LockRotation: true}, s, world.ColliderDef{Material: &shape.Material{}})
					runSeconds(w, 3)
					want := 0.5
					if h, ok := wantHeight[name]; ok {
						want = h
					}
					require.InDelta(t, want, b.Position()[1], 0.01, "%s in %s on %s, %v wide", name, walls, ground, width)
					require.False(t, b.Awake(), "%s in %s on %s, %v wide", name, walls, ground, width)
				}
			}
		}
	}
}
