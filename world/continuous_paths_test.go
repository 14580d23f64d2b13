package world_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// concaveRoom is a closed room with flat and hollow corners and a spur that points
// inward, listed clockwise so that its open side is within.
var concaveRoom = []mgl64.Vec2{
	{-10, -8}, {-12, 0}, {-9, 7}, {-2, 8}, {0, 2}, {1, 8}, {9, 9}, {9.5, 8.5}, {12, -1}, {8, -9}, {0, -7},
}

// inside reports whether a point is in a polygon: rays to the right cross its
// border an odd number of times.
func inside(polygon []mgl64.Vec2, p mgl64.Vec2) bool {
	in := false
	for i, a := range polygon {
		b := polygon[(i+1)%len(polygon)]
		if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0]+(b[0]-a[0])*(p[1]-a[1])/(b[1]-a[1]) {
			in = !in
		}
	}
	return in
}

// A hundred fast bodies of all kinds fly about in a cave for seconds, with and without
// gravity, and none leaves.
func TestFastBodiesStayInConcaveRoom(t *testing.T) {
	for _, gravity := range []float64{0, -10} {
		w := newRecordedWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, gravity}})
		wall := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		world.Must(wall.AttachChain(shape.Chain{Closed: true, Points: concaveRoom}, world.ColliderDef{}))
		r := rand.New(rand.NewPCG(7, 8))
		var bodies []world.Body
		for i := range 100 {
			proj := projectiles[i%len(projectiles)]
			if proj.extent > 0.5 && i >= 20 {
				proj = projectiles[0]
			}
			a, speed := 2*math.Pi*r.Float64(), 50+350*r.Float64()
			bodies = append(bodies, addBody(t, w, body.Def{
				Position:        mgl64.Vec2{-6 + 1.2*float64(i%10), -5.5 + 0.6*float64(i/10)},
				Angle:           2 * math.Pi * r.Float64(),
				LinearVelocity:  mgl64.Vec2{speed * math.Cos(a), speed * math.Sin(a)},
				AngularVelocity: proj.spin * (2*r.Float64() - 1),
			}, proj.shape, world.ColliderDef{Material: &shape.Material{Restitution: 1}}))
		}
		for tick := range long.Pick(120, 600) {
			w.Tick()
			for i, b := range bodies {
				require.True(t, inside(concaveRoom, b.WorldCenter()), "%s left in tick %d at %v", projectiles[i%len(projectiles)].name, tick, b.WorldCenter())
			}
		}
	}
}

// Bodies shot into a wedge between two walls, down to a few degrees wide, stay between
// them.
func TestFastBodiesStayBetweenWedgeWalls(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for i := range 80 * tunnelCaseFactor {
		half := []float64{3, 10, 25, 45, 70, 85}[i%6] * math.Pi / 180
		w := newRecordedWorld(t, world.Config{Workers: 1})
		sin, cos := math.Sincos(half)
		wall := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		for _, side := range []float64{-1, 1} {
			attachShape(t, wall, shape.Segment{B: mgl64.Vec2{-50 * cos, 50 * side * sin}})
		}
		proj := projectiles[i%len(projectiles)]
		speed := tunnelSpeeds[r.IntN(len(tunnelSpeeds))]
		far := math.Min((proj.extent+0.05)/sin+2*r.Float64(), 45)
		b := addBody(t, w, body.Def{
			Position: mgl64.Vec2{-far, 0}, Angle: 6 * r.Float64(), AngularVelocity: proj.spin * (2*r.Float64() - 1),
			LinearVelocity: mgl64.Vec2{speed, speed * 0.3 * (r.Float64() - 0.5)},
		}, proj.shape, world.ColliderDef{Material: &shape.Material{Restitution: float64(r.IntN(3)) / 2, Friction: 0.5}})
		for range 20 {
			w.Tick()
			p := b.WorldCenter()
			if p[0] < -45 {
				break
			}
			require.Less(t, p[0], 0.0, "case %d: %s at %v m/s through the tip", i, proj.name, speed)
			require.Less(t, math.Abs(p[1]), -p[0]*sin/cos, "case %d: %s at %v m/s through a wall of the wedge", i, proj.name, speed)
		}
	}
}

// A gap that is wide enough is passed without a touch: at full speed, to the
// rounding of float32.
func TestSweepPassesThroughGap(t *testing.T) {
	for _, speed := range tunnelSpeeds {
		for _, clearance := range []float64{0.012, 0.03, 0.1} {
			w := newWorld(t, world.Config{Workers: 1})
			wall := world.Must(w.CreateBody(body.Def{Type: body.Static}))
			for _, side := range []float64{-1, 1} {
				attachShape(t, wall, shape.OffsetBox(0.5, 1, mgl64.Vec2{0, side * (1.1 + clearance)}, 0))
			}
			b := addBody(t, w, body.Def{Position: mgl64.Vec2{-3, 0}, LinearVelocity: mgl64.Vec2{speed, 0}}, shape.Circle{Radius: 0.1}, world.ColliderDef{})
			n := int(6/speed/dt) + 2
			runTicks(w, n)
			require.InDelta(t, -3+speed*dt*float64(n), b.Position()[0], 1e-4*speed)
			require.Zero(t, b.Position()[1])
		}
	}
}

// A sweep that does not have to stop a body changes nothing: a box that slides and a ball
// that rolls over a row of tiles, and a ball over a chain with bends of a degree, move as
// they do without continuous collision, bit for bit.
func TestSweepDoesNotChangeSliding(t *testing.T) {
	tiles := func(t testing.TB, w *world.World) {
		ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		for i := range 200 {
			attachShape(t, ground, shape.OffsetBox(0.5, 0.5, mgl64.Vec2{float64(i), -0.5}, 0))
		}
	}
	hills := func(t testing.TB, w *world.World) {
		ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
		var points []mgl64.Vec2
		for x := 200.0; x >= -2; x-- {
			points = append(points, mgl64.Vec2{x, 0.25 * math.Cos(0.2*x)})
		}
		world.Must(ground.AttachChain(shape.Chain{Points: points}, world.ColliderDef{}))
	}
	for _, c := range []struct {
		name   string
		ground func(testing.TB, *world.World)
		shape  shape.Support
		height float64
		rolls  float64 // turns per metre, rad
	}{
		{"box over tiles", tiles, shape.Box(0.2, 0.2), 0.2, 0},
		{"ball over tiles", tiles, shape.Circle{Radius: 0.2}, 0.2, 5},
		{"ball over a chain", hills, shape.Circle{Radius: 0.5}, 0.74, 2},
	} {
		for _, speed := range []float64{5, 10, 20, 30} {
			var ends [2]mgl64.Vec2
			var hashes [2]uint64
			for i, noContinuous := range []bool{false, true} {
				w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}, NoContinuous: noContinuous})
				c.ground(t, w)
				b := addBody(t, w, body.Def{Position: mgl64.Vec2{0, c.height}, LinearVelocity: mgl64.Vec2{speed, 0}, AngularVelocity: -speed * c.rolls},
					c.shape, world.ColliderDef{Material: &shape.Material{}})
				runTicks(w, int(150/speed/dt))
				ends[i], hashes[i] = b.Position(), w.Hash()
			}
			t.Logf("%s at %v m/s: %v, without continuous %v", c.name, speed, ends[0], ends[1])
			require.Equal(t, hashes[1], hashes[0], "%s at %v m/s", c.name, speed)
		}
	}
}

// A ball and a bullet without friction fly about in a square room at e = 1: the speed
// stays, and so does the path, a straight line folded at the walls. Every bounce shifts it:
// the remainder of the tick in which the ball met the wall is spent sliding, and the ball
// turns back up to a slop before or behind the wall.
func TestElasticBouncePath(t *testing.T) {
	for _, c := range []struct {
		speed  float64
		bullet bool
	}{{20, false}, {60, true}, {150, false}, {400, true}} {
		const half, radius = 10.0, 0.1
		w := newWorld(t, world.Config{Workers: 1})
		addRoom(t, w, half)
		v := mgl64.Vec2{c.speed * math.Cos(0.7), c.speed * math.Sin(0.7)}
		b := addBody(t, w, body.Def{LinearVelocity: v, Bullet: c.bullet}, shape.Circle{Radius: radius},
			world.ColliderDef{Material: &shape.Material{Restitution: 1}})
		n := int(150 / c.speed / dt) // about ten bounces
		maxReached := 0.0
		for i := range n {
			w.Tick()
			require.InEpsilon(t, c.speed, b.LinearVelocity().Len(), 1e-4)
			if v := b.LinearVelocity(); math.Abs(math.Abs(v[0])-c.speed*math.Cos(0.7)) > 1e-3*c.speed {
				t.Fatalf("%v m/s: direction changed in tick %d: %v", c.speed, i, v)
			}
			maxReached = max(maxReached, math.Abs(b.Position()[0]), math.Abs(b.Position()[1]))
		}
		require.Less(t, maxReached, half-radius+0.011, "no deeper than a slop and the sweep")
		t.Logf("%v m/s: %d ticks", c.speed, n)
	}
}

// A body that stands on one end falls on the other as fast as it does without
// continuous collision: a touch does not hold it.
func TestSweepDoesNotSlowFallingDomino(t *testing.T) {
	for _, spin := range []float64{-2, -4, -8, -16} {
		var angles [2][]float64
		for i, noContinuous := range []bool{false, true} {
			w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, -10}, NoContinuous: noContinuous})
			addFloor(t, w, world.ColliderDef{})
			b := addBody(t, w, body.Def{Position: mgl64.Vec2{0.3, 0.6}, Angle: -0.3, AngularVelocity: spin}, shape.Box(0.06, 0.6), world.ColliderDef{})
			for range 90 {
				w.Tick()
				angles[i] = append(angles[i], b.Angle())
			}
		}
		for i, a := range angles[0] {
			require.InDelta(t, angles[1][i], a, 0.25, "tick %d at %v rad/s", i, spin)
		}
		require.InDelta(t, math.Pi/2, math.Abs(angles[0][89]), 0.02, "it lies")
	}
}

// A body at rest is carried along by a fast kinematic wall or blade that hits it.
func TestKinematicHitCarriesBody(t *testing.T) {
	for _, speed := range []float64{10, 50, 100, 400} {
		for _, thick := range []float64{0.01, 0.1, 1} {
			for _, turning := range []bool{false, true} {
				for _, proj := range projectiles {
					w := newWorld(t, world.Config{Workers: 1})
					def := body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{0, speed}}
					away := 1.3 * speed * dt
					if turning {
						// Ten metres from the hub, and no more than a radian in a tick.
						def.LinearVelocity, def.AngularVelocity = mgl64.Vec2{}, min(speed/10, 60)
						away = min(away, 10)
					}
					wall := addBody(t, w, def, shape.OffsetBox(20, thick/2, mgl64.Vec2{0, -thick / 2}, 0), world.ColliderDef{})
					b := addBody(t, w, body.Def{Position: mgl64.Vec2{10, away + proj.extent + 0.03}}, proj.shape, world.ColliderDef{})
					for range 4 {
						w.Tick()
						local := wall.LocalPoint(b.WorldCenter())
						if math.Abs(local[0]) > 18 {
							break
						}
						require.Greater(t, local[1], 0.0, "%s struck at %v m/s by %v m, turning %v", proj.name, speed, thick, turning)
					}
				}
			}
		}
	}
}

// A body that a crowd has pressed into a round wall, up to where its middle is about to
// cross, still gets along the wall, comes out of it, and is never behind it.
func TestBodyPressedIntoWallGetsOut(t *testing.T) {
	const radius, sides = 20.0, 180
	var points []mgl64.Vec2
	for i := range sides {
		sin, cos := math.Sincos(-2 * math.Pi * float64(i) / sides)
		points = append(points, mgl64.Vec2{radius * cos, radius * sin})
	}
	for _, s := range []shape.Support{
		shape.Box(0.35, 0.35), shape.Circle{Radius: 0.35},
		shape.Capsule{A: mgl64.Vec2{-0.25, 0}, B: mgl64.Vec2{0.25, 0}, Radius: 0.25},
	} {
		for _, ahead := range []float64{0.01, 0.03, 0.06, 0.1, 0.2} {
			for _, speed := range []float64{20, 40, 80} {
				w := newWorld(t, world.Config{Workers: 1})
				wall := world.Must(w.CreateBody(body.Def{Type: body.Static}))
				world.Must(wall.AttachChain(shape.Chain{Points: points, Closed: true, Materials: []*shape.Material{{}}}, world.ColliderDef{}))
				b := addBody(t, w, body.Def{
					Position: mgl64.Vec2{radius*math.Cos(math.Pi/sides) - ahead, 0.2}, LinearVelocity: mgl64.Vec2{0.5 * speed, speed},
				}, s, world.ColliderDef{Material: &shape.Material{}})
				along, last := 0.0, b.Position()
				for tick := range 40 {
					w.Tick()
					p := b.Position()
					along += p.Sub(last).Len()
					last = p
					require.True(t, inside(points, p), "%T %v m ahead at %v m/s is behind the wall in tick %d", s, ahead, speed, tick)
				}
				require.Less(t, last.Len(), radius-0.15, "%T %v m ahead at %v m/s came out", s, ahead, speed)
				require.Greater(t, along, 0.3*speed*40*dt, "%T %v m ahead at %v m/s got along", s, ahead, speed)
			}
		}
	}
}
