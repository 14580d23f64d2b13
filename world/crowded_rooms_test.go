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

// Crowded rooms: bodies of 5 mm to 1 m, of densities from .03 to 33, press each other into corners
// of any angle, between walls of 5 mm and more, of one kind or of all, that rest, move or jerk, and
// now and then the game throws one of them anew, at up to 150 m/s. Nothing starts in overlap.

type crowdedRoom struct {
	r       rng
	w       *world.World
	frame   world.Body
	corners []mgl64.Vec2 // clockwise
	bodies  []world.Body
	thick   float64 // of the thickest wall
	sort    int     // see newCrowdedRoom
}

// Sorts of crowded rooms. In the others all walls are of one static body.
const (
	crowdedWallsApart = 1 // each wall is a static body
	crowdedMoves      = 2 // kinematic
	crowdedJerks      = 3 // kinematic, with a new velocity three times a second
)

func newCrowdedRoom(seed uint64) *crowdedRoom {
	r := rng{rand.New(rand.NewPCG(seed, 990017))}
	c := &crowdedRoom{r: r, w: world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -[]float64{0, 10, 10, 100}[r.IntN(4)]}, Workers: 1}))}
	count, size, least := 3+r.IntN(10), r.between(1, 6), 0.8
	if r.coin() {
		least = 0.35
	}
	for i := range count {
		sin, cos := math.Sincos(-2 * math.Pi * (float64(i) + r.between(0, 0.6)) / float64(count))
		c.corners = append(c.corners, mgl64.Vec2{cos, sin}.Mul(size*r.between(least, 1)))
	}
	def := body.Def{Type: body.Static}
	if c.sort = r.IntN(4); c.sort >= crowdedMoves {
		def = body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{r.between(-5, 5), r.between(-5, 5)}, AngularVelocity: r.between(-2, 2)}
	}
	c.frame = world.Must(c.w.CreateBody(def))
	c.buildWalls()
	for range 200 {
		if len(c.bodies) == 6 {
			break
		}
		c.throw(size)
	}
	return c
}

// buildWalls makes walls of one kind, or in a quarter of the rooms of any.
func (c *crowdedRoom) buildWalls() {
	r := c.r
	wall := world.ColliderDef{Material: &shape.Material{Friction: r.orZero(r.between(0, 1.2)), Restitution: r.orZero(r.between(0, 1)), TangentSpeed: r.orZero(r.between(-5, 5))}}
	kind, half := r.IntN(12), math.Exp(r.between(math.Log(0.0025), math.Log(0.2)))
	if kind == 1 {
		world.Must(c.frame.AttachChain(shape.Chain{Points: c.corners, Closed: true}, wall))
		return
	}
	for i, a := range c.corners {
		own, ground := kind, c.frame
		if kind > 8 {
			own = r.IntN(9)
		}
		if c.sort == crowdedWallsApart {
			ground = world.Must(c.w.CreateBody(body.Def{Type: body.Static}))
		}
		c.thick = max(c.thick, c.addWall(ground, wall, a, c.corners[(i+1)%len(c.corners)], own, half))
	}
}

// addWall makes the wall from a to b and returns half of its thickness.
func (c *crowdedRoom) addWall(ground world.Body, wall world.ColliderDef, a, b mgl64.Vec2, kind int, half float64) float64 {
	r, side, middle := c.r, b.Sub(a), a.Add(b).Mul(0.5)
	length, angle := side.Len(), math.Atan2(side[1], side[0])
	out := mgl64.Vec2{-side[1], side[0]}.Mul(1 / length)
	curved := shape.Support(nil)
	switch kind {
	case 2:
		half = max(half, 0.02)
		world.Must(ground.Attach(shape.OffsetBox(length/2, half, middle.Add(out.Mul(half)), angle), wall))
	case 3:
		n := 2 + r.IntN(6)
		for i := range n {
			at := a.Add(side.Mul((float64(i) + 0.5) / float64(n))).Add(out.Mul(half))
			world.Must(ground.Attach(shape.OffsetBox(length/(2*float64(n)), half, at, angle), wall))
		}
	case 4:
		world.Must(ground.Attach(shape.Capsule{A: a, B: b, Radius: half}, wall))
	case 5:
		world.Must(ground.Attach(shape.Ellipse{Center: middle, RX: 0.6 * length, RY: half + 0.0025, Angle: angle}, wall))
	case 6:
		curved = shape.HalfEllipse{RX: 0.65 * length, RY: half + 0.005}
	case 7:
		curved = superellipse{0.6 * length, half + 0.0025, r.between(2, 6)}
	case 8:
		half = 0.0025
		world.Must(ground.Attach(shape.OffsetBox(length/2+half, half, middle, angle), wall))
	default:
		half = 0
		world.Must(ground.Attach(shape.Segment{A: a, B: b}, wall))
	}
	if curved == nil {
		return half
	}
	if c.sort >= crowdedMoves { // such a shape has no place in the frame
		world.Must(ground.Attach(shape.Segment{A: a, B: b}, wall))
		return 0
	}
	w := world.Must(c.w.CreateBody(body.Def{Type: body.Static, Position: middle, Angle: angle + math.Pi*float64(r.IntN(2))}))
	world.Must(w.Attach(curved, wall))
	return half
}

// throw adds a body where there is room for it, if there is.
func (c *crowdedRoom) throw(reach float64) {
	r := c.r
	size, at, angle := math.Exp(r.between(math.Log(0.0025), math.Log(0.5))), r.point().Mul(reach), r.between(-3, 3)
	s, around := r.crowdedShape(size), mgl64.Vec2{1.5 * size, 1.5 * size}
	if c.depth(at) < 0.01 {
		return
	}
	for range c.w.OverlapBox(at.Sub(around), at.Add(around), world.QueryFilter{}) {
		return
	}
	m := shape.DefaultMaterial()
	m.Friction, m.Restitution, m.RollingResistance = r.between(0, 1.2), r.orZero(r.between(0, 1)), r.orZero(r.between(0, 0.1))
	b := world.Must(c.w.CreateBody(body.Def{
		Position: at, Angle: angle, LinearVelocity: mgl64.Rotate2D(r.between(-3.2, 3.2)).Mul2x1(mgl64.Vec2{math.Pow(200, r.Float64()), 0}),
		AngularVelocity: r.between(-1, 1) * math.Pow(300, r.Float64()), FastRotation: r.IntN(3) == 0, Bullet: r.IntN(6) == 0,
	}))
	world.Must(b.Attach(s, world.ColliderDef{Material: &m, Density: math.Exp(r.between(-3.5, 3.5))}))
	c.bodies = append(c.bodies, b)
}

// crowdedShape is tinyShape and a few more.
func (r rng) crowdedShape(size float64) shape.Support {
	thin := min(size, max(0.0025, size*math.Exp(r.between(-3, -0.1))))
	switch r.IntN(14) {
	case 10:
		return superellipse{0.7 * size, min(thin, 0.7*size), r.between(2, 6)}
	case 11:
		return supportOnly{shape.HalfEllipse{RX: size, RY: thin}}
	case 12:
		return world.Must(shape.NewPolygon([]mgl64.Vec2{{-size, -thin}, {size, 0}, {-0.6 * size, thin}}, 0))
	case 13:
		return world.Must(shape.NewCompound([][]mgl64.Vec2{
			{{-size, -size}, {size, -size}, {size, -0.4 * size}, {-size, -0.4 * size}}, {{-size, -size}, {-0.4 * size, -size}, {-0.4 * size, size}, {-size, size}},
		}, 0))
	default:
		return r.tinyShape(size)
	}
}

func (c *crowdedRoom) depth(p mgl64.Vec2) float64 {
	room := closedRoom{corners: c.corners}
	return room.depth(p)
}

// escapes returns the first body that leaves the room, or -1.
func (c *crowdedRoom) escapes(ticks int) int {
	r, outside := c.r, make([]int, len(c.bodies))
	for tick := range ticks {
		if c.sort == crowdedJerks && tick%20 == 10 {
			world.Check(c.frame.SetLinearVelocity(r.point().Mul(5)))
			world.Check(c.frame.SetAngularVelocity(r.between(-2, 2)))
		}
		if c.sort != crowdedMoves && r.IntN(30) == 0 {
			world.Check(c.bodies[r.IntN(len(c.bodies))].SetLinearVelocity(r.point().Mul(math.Exp(r.between(0, 5)))))
		}
		c.w.Tick()
		for i, b := range c.bodies {
			depth := c.depth(c.frame.LocalPoint(b.WorldCenter()))
			outside[i]++
			if depth > -0.005-c.thick {
				outside[i] = 0
			}
			if !(depth > -0.06-2*c.thick) || outside[i] > 15 {
				return i
			}
		}
	}
	return -1
}

// crowdedLeaks are the seeds of rooms that something once left.
var crowdedLeaks = []uint64{141, 412, 509, 1362, 1622}

func TestNothingLeavesCrowdedRooms(t *testing.T) {
	crowdedRooms := long.Pick(25, 8000)
	thrown := 0
	run := func(seed uint64) {
		c := newCrowdedRoom(seed)
		defer c.w.Close()
		thrown += len(c.bodies)
		if len(c.bodies) == 0 {
			return
		}
		if i := c.escapes(150); i >= 0 {
			require.Failf(t, "a body left the room", "room %d of sort %d: %#v", seed, c.sort, firstCollider(c.bodies[i]).Shape())
		}
	}
	for _, seed := range crowdedLeaks {
		run(seed)
	}
	for seed := range uint64(crowdedRooms) {
		run(seed)
	}
	require.Greater(t, thrown, 3*crowdedRooms)
}
