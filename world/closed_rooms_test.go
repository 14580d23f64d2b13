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

// walledRoom is a room whose border is seen from the origin, with some bodies in it that
// do not touch each other.
type walledRoom struct {
	walls   *wallKind
	corners []mgl64.Vec2 // clockwise
	bodies  bool         // each wall is a body of its own
	thick   float64
	gravity float64
	flying  []roomBody
}

type roomBody struct {
	name     string
	shape    shape.Support
	def      body.Def
	material shape.Material
}

func (b roomBody) String() string { return fmt.Sprintf("%s %+v %+v", b.name, b.def, b.material) }

// roomShapes are shapes of every kind, of the given size.
var roomShapes = []struct {
	name  string
	shape func(size float64) shape.Support
}{
	{"circle", func(s float64) shape.Support { return shape.Circle{Radius: s} }},
	{"capsule", func(s float64) shape.Support {
		return shape.Capsule{A: mgl64.Vec2{-s / 2, 0}, B: mgl64.Vec2{s / 2, 0}, Radius: s / 2}
	}},
	{"thin capsule", func(s float64) shape.Support {
		return shape.Capsule{A: mgl64.Vec2{-s, 0}, B: mgl64.Vec2{s, 0}, Radius: s / 8}
	}},
	{"box", func(s float64) shape.Support { return shape.Box(s, s/2) }},
	{"thin box", func(s float64) shape.Support { return shape.Box(s, s/10) }},
	{"rounded box", func(s float64) shape.Support { return shape.RoundedBox(s*0.7, s*0.4, s*0.2) }},
	{"triangle", func(s float64) shape.Support { return shape.RegularPolygon(3, s) }},
	{"pentagon", func(s float64) shape.Support { return shape.RegularPolygon(5, s) }},
	{"ellipse", func(s float64) shape.Support { return shape.Ellipse{RX: s, RY: s / 2} }},
	{"half ellipse", func(s float64) shape.Support { return shape.HalfEllipse{RX: s, RY: s * 0.7} }},
	{"sector", func(s float64) shape.Support { return shape.Sector{Radius: s, Sweep: 1.2} }},
	{"custom", func(s float64) shape.Support { return superellipse{s, s * 0.6, 3} }},
	{"custom half ellipse", func(s float64) shape.Support { return supportOnly{shape.HalfEllipse{RX: s, RY: s * 0.7}} }},
	{"custom box", func(s float64) shape.Support { return supportOnly{shape.Box(s, s/2)} }},
}

func newWalledRoom(seed uint64) *walledRoom {
	r := rng{rand.New(rand.NewPCG(seed, 1402))}
	room := &walledRoom{walls: &roomWalls[r.IntN(straightWalls)], bodies: r.IntN(2) == 0, thick: r.between(0.1, 0.5), gravity: -10 * float64(r.IntN(2))}
	for room.clearance() < 1 {
		room.corners = nil
		n := 4 + r.IntN(6)
		for i := range n {
			a := -2 * math.Pi * (float64(i) + r.between(0.1, 0.9)) / float64(n)
			room.corners = append(room.corners, mgl64.Vec2{math.Cos(a), math.Sin(a)}.Mul(r.between(2, 5)))
		}
	}
	for range 8 {
		kind := roomShapes[r.IntN(len(roomShapes))]
		speed := math.Pow(100, r.Float64())
		a := r.between(-math.Pi, math.Pi)
		room.flying = append(room.flying, roomBody{
			name: kind.name, shape: kind.shape(r.between(0.1, 0.25)),
			def: body.Def{
				Angle: r.between(-math.Pi, math.Pi), LinearVelocity: mgl64.Vec2{speed * math.Cos(a), speed * math.Sin(a)},
				AngularVelocity: r.between(-30, 30), Bullet: r.IntN(8) == 0,
			},
			material: shape.Material{Friction: float64(r.IntN(3)) / 2, Restitution: float64(r.IntN(3)) / 2},
		})
	}
	return room
}

// clearance returns the distance of the origin from the lines of the walls.
func (c *walledRoom) clearance() float64 {
	nearest := 0.0
	for i, a := range c.corners {
		side := c.corners[(i+1)%len(c.corners)].Sub(a)
		distance := (a[1]*side[0] - a[0]*side[1]) / side.Len()
		if i == 0 || distance < nearest {
			nearest = distance
		}
	}
	return nearest
}

func (c *walledRoom) build(t testing.TB, w *world.World) {
	wall := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	c.walls.build(func() world.Body {
		if c.bodies {
			wall = world.Must(w.CreateBody(body.Def{Type: body.Static}))
		}
		return wall
	}, c.corners, c.thick)
}

// run returns the bodies whose centres leave the room, with the tick.
func (c *walledRoom) run(t testing.TB, newWorld func(testing.TB, world.Config) *world.World, ticks int) (left []string) {
	w := newWorld(t, world.Config{Workers: 1, Gravity: mgl64.Vec2{0, c.gravity}})
	defer w.Close()
	c.build(t, w)
	var flying []world.Body
	for i := range c.flying {
		f := &c.flying[i]
		flying = append(flying, addBody(t, w, f.def, f.shape, world.ColliderDef{Material: &f.material, Filter: shape.Filter{Group: -1}}))
	}
	gone := make([]bool, len(flying))
	for tick := range ticks {
		w.Tick()
		for i, b := range flying {
			if !gone[i] && !inside(c.corners, b.WorldCenter()) {
				gone[i] = true
				left = append(left, fmt.Sprintf("%s of %d corners, bodies %v, thickness %.3f, gravity %v: body %d in tick %d at %v: %v", c.walls.name, len(c.corners), c.bodies, c.thick, c.gravity, i, tick, b.WorldCenter(), c.flying[i]))
			}
		}
	}
	return left
}

// Nothing leaves a closed room.
func TestClosedRooms(t *testing.T) {
	closedRooms := long.Pick(50, 12_500)
	failed, byKind := 0, map[string]int{}
	for seed := range uint64(closedRooms) {
		c := newWalledRoom(seed)
		left := c.run(t, newWorld, 60)
		if len(left) > 0 {
			c.run(t, newRecordedWorld, 60)
		}
		for _, line := range left {
			failed++
			byKind[c.walls.name]++
			if failed <= 10 {
				t.Logf("seed %d: %s", seed, line)
			}
		}
	}
	t.Logf("%d of %d left %v", failed, closedRooms*8, byKind)
	require.Zero(t, failed)
}
