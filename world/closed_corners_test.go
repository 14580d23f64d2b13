package world_test

import (
	"fmt"
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

// cornerThrow is a body thrown into the corner of two static walls that meet at the origin.
// The corner opens along +x.
type cornerThrow struct {
	walls    string  // segments or boxes
	degrees  float64 // between the walls
	beyond   [2]float64
	bodies   bool // each wall is a body of its own
	shape    shape.Support
	def      body.Def
	material shape.Material
}

const cornerWallLength = 20.0

func (c *cornerThrow) String() string {
	return fmt.Sprintf("%+v", *c)
}

func newCornerThrow(seed uint64) *cornerThrow {
	r := rng{rand.New(rand.NewPCG(seed, 1401))}
	c := &cornerThrow{
		walls: []string{"segments", "boxes"}[r.IntN(2)], degrees: r.between(20, 160), bodies: r.IntN(2) == 0,
		material: shape.Material{Friction: float64(r.IntN(3)) / 2, Restitution: float64(r.IntN(3)) / 2},
	}
	if r.IntN(2) == 0 { // the walls cross
		c.beyond = [2]float64{r.between(0, 1), r.between(0, 1)}
	}
	size := r.between(0.2, 0.5) / 2
	switch r.IntN(3) {
	case 0:
		c.shape = shape.RegularPolygon(3, size)
	case 1:
		c.shape = shape.Box(size, size*r.between(0.5, 1))
	default:
		c.shape = shape.RegularPolygon(5, size)
	}
	half := degToRad(c.degrees) / 2
	sinHalf := math.Sin(half)
	far := (size*1.5+0.05)/sinHalf + r.between(0, 3)
	toward := math.Pi + r.between(-0.9, 0.9)*half
	speed := math.Pow(100, r.Float64())
	at := r.between(-0.2, 0.2) * half
	c.def = body.Def{
		Position:        mgl64.Vec2{math.Cos(at), math.Sin(at)}.Mul(far * 1.3),
		Angle:           r.between(-math.Pi, math.Pi),
		LinearVelocity:  mgl64.Vec2{math.Cos(toward), math.Sin(toward)}.Mul(speed),
		AngularVelocity: r.between(-20, 20) * float64(r.IntN(2)),
	}
	return c
}

// run reports whether the centre of the body gets through a wall.
func (c *cornerThrow) run(t testing.TB, newWorld func(testing.TB, world.Config) *world.World) bool {
	w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{-10, 0}})
	defer w.Close()
	half := degToRad(c.degrees) / 2
	var wall world.Body
	for i, side := range []float64{1, -1} {
		if i == 0 || c.bodies {
			wall = world.Must(w.CreateBody(body.Def{Type: body.Static}))
		}
		along := mgl64.Vec2{math.Cos(half), side * math.Sin(half)}
		from, to := along.Mul(-c.beyond[i]), along.Mul(cornerWallLength)
		if c.walls == "segments" {
			attachShape(t, wall, shape.Segment{A: from, B: to})
		} else {
			outward := mgl64.Vec2{-along[1], along[0]}.Mul(side * 0.5)
			attachShape(t, wall, shape.OffsetBox(to.Sub(from).Len()/2, 0.5, from.Add(to).Mul(0.5).Add(outward), side*half))
		}
	}
	b := addBody(t, w, c.def, c.shape, world.ColliderDef{Material: &c.material})
	for range 90 {
		w.Tick()
		p := b.WorldCenter()
		if p.Len() > cornerWallLength-2 {
			return false
		}
		if math.Abs(math.Atan2(p[1], p[0])) > half {
			return true
		}
	}
	return false
}

// Nothing gets through the corner of two walls.
func TestClosedCorners(t *testing.T) {
	closedCorners := long.Pick(300, 100_000)
	failed := 0
	for seed := range uint64(closedCorners) {
		if c := newCornerThrow(seed); c.run(t, newWorld) {
			failed++
			c.run(t, newRecordedWorld)
			if failed <= 5 {
				t.Logf("seed %d: %v", seed, c)
			}
		}
	}
	t.Logf("%d of %d got through", failed, closedCorners)
	require.Zero(t, failed)
}

// squareHit flies a box squarely into a wall, without gravity or restitution, and returns
// the largest depth and spin after any tick.
func squareHit(t testing.TB, half, speed, phase float64, wall string) (depth, spin float64) {
	w := newWorld(t, world.Config{Workers: 1})
	defer w.Close()
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	switch wall {
	case "box":
		attachShape(t, ground, shape.OffsetBox(1, 20, mgl64.Vec2{1, 0}, 0))
	case "segment":
		attachShape(t, ground, shape.Segment{A: mgl64.Vec2{0, -20}, B: mgl64.Vec2{0, 20}})
	case "half-plane":
		attachShape(t, ground, shape.HalfPlane{Normal: mgl64.Vec2{-1, 0}})
	case "chain":
		world.Must(ground.AttachChain(shape.Chain{Points: []mgl64.Vec2{{0, 20}, {0, -20}}}, world.ColliderDef{}))
	}
	start := -half - speed*dt*(2+phase) - 0.01
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{start, 0.03}, LinearVelocity: mgl64.Vec2{speed, 0}}, shape.Box(half, half), world.ColliderDef{Material: &shape.Material{Friction: 0.6}})
	for range 60 {
		w.Tick()
		p, a := b.WorldCenter(), b.Angle()
		reach := half * (math.Abs(math.Cos(a)) + math.Abs(math.Sin(a)))
		depth, spin = max(depth, p[0]+reach), max(spin, math.Abs(b.AngularVelocity()))
	}
	return depth, spin
}

var squareSpeeds = []float64{5, 10, 20, 50, 100, 200, 399}

// The limits of a square hit. Two points of contact are solved one after the other, which
// leaves some spin.
const (
	squareDepth = 0.01 // m, two slops
	squareSpin  = 0.03 // times the half size over the speed
)

// A box that flies squarely into a wall stops there: it does not sink in, and hardly spins.
func TestSquareHit(t *testing.T) {
	for _, wall := range []string{"box", "segment", "half-plane", "chain"} {
		for _, half := range []float64{0.1, 0.5} {
			for _, speed := range squareSpeeds {
				maxDepth, maxSpin := 0.0, 0.0
				for i := range 16 {
					depth, spin := squareHit(t, half, speed, float64(i)/16, wall)
					maxDepth, maxSpin = max(maxDepth, depth), max(maxSpin, spin)
				}
				name := fmt.Sprintf("%s, half %.1f m at %v m/s", wall, half, speed)
				t.Logf("%s: %.1f mm, %.3g rad/s (%.2g of the speed)", name, 1000*maxDepth, maxSpin, maxSpin*half/speed)
				require.Less(t, maxDepth, squareDepth, name)
				require.Less(t, maxSpin*half, squareSpin*speed, name)
			}
		}
	}
}
