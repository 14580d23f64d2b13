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

// A closed room stays closed: whatever is thrown in it, at any speed, whatever its walls are
// made of, and however they meet.

// wallKind attaches the wall from a to b, of a thickness, in a room whose corners are listed
// clockwise. Without a function the walls of a room are one chain.
type wallKind struct {
	name   string
	attach func(ground world.Body, a, b mgl64.Vec2, thick float64)
}

// straightWalls are the first kinds of roomWalls. The others bulge into the room.
const straightWalls = 5

var roomWalls = []wallKind{
	{"segments", func(ground world.Body, a, b mgl64.Vec2, _ float64) {
		world.Must(ground.Attach(shape.Segment{A: a, B: b}, world.ColliderDef{}))
	}},
	{"boxes", func(ground world.Body, a, b mgl64.Vec2, thick float64) { attachEdgeTiles(ground, a, b, 1, thick) }},
	{"chain", nil},
	{"tiles", func(ground world.Body, a, b mgl64.Vec2, thick float64) {
		attachEdgeTiles(ground, a, b, 1+int(b.Sub(a).Len()/thick), thick)
	}},
	{"capsules", func(ground world.Body, a, b mgl64.Vec2, thick float64) {
		world.Must(ground.Attach(shape.Capsule{A: a, B: b, Radius: thick / 4}, world.ColliderDef{}))
	}},
	{"ellipses", func(ground world.Body, a, b mgl64.Vec2, thick float64) {
		side := b.Sub(a)
		// longer than the side, so that the ellipses cross at the corners
		e := shape.Ellipse{Center: a.Add(b).Mul(0.5), RX: 0.6 * side.Len(), RY: 0.75 * thick, Angle: math.Atan2(side[1], side[0])}
		world.Must(ground.Attach(e, world.ColliderDef{}))
	}},
}

// build attaches the walls of a room, each to the body that ground returns.
func (k *wallKind) build(ground func() world.Body, corners []mgl64.Vec2, thick float64) {
	if k.attach == nil {
		world.Must(ground().AttachChain(shape.Chain{Points: corners, Closed: true}, world.ColliderDef{}))
		return
	}
	for i, a := range corners {
		k.attach(ground(), a, corners[(i+1)%len(corners)], thick)
	}
}

// attachEdgeTiles attaches boxes side by side to the left of the line from a to b.
func attachEdgeTiles(ground world.Body, a, b mgl64.Vec2, count int, thick float64) {
	along := b.Sub(a)
	length := along.Len()
	along = along.Mul(1 / length)
	out := mgl64.Vec2{-along[1], along[0]}
	for i := range count {
		at := a.Add(along.Mul(length * (float64(i) + 0.5) / float64(count))).Add(out.Mul(thick / 2))
		world.Must(ground.Attach(shape.OffsetBox(length/(2*float64(count)), thick/2, at, math.Atan2(along[1], along[0])), world.ColliderDef{}))
	}
}

// closedRoom is a star-shaped room with the bodies that were thrown in it.
type closedRoom struct {
	w       *world.World
	corners []mgl64.Vec2
	bodies  []world.Body
}

// newClosedRoom makes a room of three to ten corners, 2 to 5 m from the origin, and throws
// bodies in it, clear of the walls and of each other.
func newClosedRoom(t testing.TB, seed uint64, walls, most int) *closedRoom {
	r := rng{rand.New(rand.NewPCG(seed, uint64(walls)))}
	c := &closedRoom{w: newRecordedWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10 * float64(r.IntN(2))}, Workers: 1})}
	count := 3 + r.IntN(8)
	for i := range count { // clockwise
		sin, cos := math.Sincos(-2 * math.Pi * (float64(i) + r.between(0, 0.6)) / float64(count))
		c.corners = append(c.corners, mgl64.Vec2{cos, sin}.Mul(r.between(2, 5)))
	}
	ground := world.Must(c.w.CreateBody(body.Def{Type: body.Static}))
	roomWalls[walls].build(func() world.Body { return ground }, c.corners, 0.2)
	var radii []float64
	for range 20 * most {
		if len(c.bodies) == most {
			break
		}
		radius, at := r.between(0.1, 0.35), r.point().Mul(3)
		isClear := c.depth(at) > radius+0.06
		for i, b := range c.bodies {
			isClear = isClear && b.Position().Sub(at).Len() > radius+radii[i]
		}
		if !isClear {
			continue
		}
		c.bodies = append(c.bodies, addBody(t, c.w, body.Def{
			Position: at, Angle: r.between(-3, 3), AngularVelocity: 20 * r.NormFloat64(), Bullet: r.IntN(8) == 0,
			LinearVelocity: mgl64.Rotate2D(r.between(-3, 3)).Mul2x1(mgl64.Vec2{math.Pow(100, r.Float64()), 0}),
		}, r.shapeWithin(radius), world.ColliderDef{Material: &shape.Material{Friction: 0.6, Restitution: float64(r.IntN(3)) / 2}}))
		radii = append(radii, radius)
	}
	return c
}

// shapeWithin returns a shape of any kind within a circle about the origin.
func (r rng) shapeWithin(radius float64) shape.Support {
	flat := r.between(0.05, 0.7) * radius
	switch r.IntN(12) {
	case 0:
		return shape.Circle{Radius: radius}
	case 1:
		return shape.Capsule{A: mgl64.Vec2{-radius + flat, 0}, B: mgl64.Vec2{radius - flat, 0}, Radius: flat}
	case 2, 3:
		return shape.Box(0.7*radius, flat)
	case 4:
		return shape.RoundedBox(0.5*radius, 0.5*flat, 0.3*radius)
	case 5, 6:
		return shape.RegularPolygon(3+r.IntN(5), radius)
	case 7:
		return shape.Ellipse{RX: radius, RY: max(flat, 0.2*radius)}
	case 8:
		return shape.HalfEllipse{RX: radius, RY: max(flat, 0.2*radius)}
	case 9:
		return shape.Sector{Radius: radius, Sweep: r.between(0.5, 2.5)}
	case 10:
		return superellipse{0.7 * radius, 0.6 * radius, 4}
	default:
		return supportOnly{shape.HalfEllipse{RX: radius, RY: max(flat, 0.2*radius)}}
	}
}

// depth returns how far a point is from the nearest wall, negative outside.
func (c *closedRoom) depth(p mgl64.Vec2) float64 {
	inside, nearest := false, inf
	for i, a := range c.corners {
		b := c.corners[(i+1)%len(c.corners)]
		if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0]+(b[0]-a[0])*(p[1]-a[1])/(b[1]-a[1]) {
			inside = !inside
		}
		along := b.Sub(a)
		t := max(0, min(1, p.Sub(a).Dot(along)/along.Dot(along)))
		nearest = min(nearest, p.Sub(a).Sub(along.Mul(t)).Len())
	}
	if !inside {
		return -nearest
	}
	return nearest
}

// requireClosed runs the room. A body has left when its centre is 5 cm outside, or outside for
// a quarter of a second: the centre of a flat one is a centimetre from its flat side, and gets
// into a wall for a tick or two.
func (c *closedRoom) requireClosed(t testing.TB, seed uint64, walls, ticks int) {
	outside := make([]int, len(c.bodies))
	for tick := range ticks {
		c.w.Tick()
		require.Empty(t, c.w.Events().Quarantines)
		for i, b := range c.bodies {
			depth := c.depth(b.WorldCenter())
			outside[i]++
			if depth > -0.005 {
				outside[i] = 0
			}
			if !(depth > -0.05) || outside[i] > 15 {
				require.Failf(t, "a body left the room", "room %d of %s: %v is %.3f m outside after %d ticks", seed, roomWalls[walls].name, firstCollider(b).Shape(), -depth, tick+1)
			}
		}
	}
}

// leakyRooms are the seeds of rooms that something once left, by the walls.
var leakyRooms = map[string][]uint64{
	"segments": {42, 571, 762, 814, 1403, 1854, 1969},
	"boxes":    {999, 1672, 2024, 2910},
	"chain":    {2745},
	"tiles":    {143, 369, 760, 2297, 2666, 2704},
}

func TestNothingLeavesRandomRooms(t *testing.T) {
	propertyRooms := long.Pick(8, 4000)
	for walls := range straightWalls {
		name := roomWalls[walls].name
		run := func(t *testing.T, seed uint64) int {
			c := newClosedRoom(t, seed, walls, 5)
			c.requireClosed(t, seed, walls, 120)
			return len(c.bodies)
		}
		for _, seed := range leakyRooms[name] {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) { run(t, seed) })
		}
		t.Run(name, func(t *testing.T) {
			bodies := 0
			for seed := range uint64(propertyRooms) {
				bodies += run(t, seed)
			}
			require.Greater(t, bodies, 3*propertyRooms)
		})
	}
}

// FuzzRooms throws up to sixteen bodies in a room of any walls.
func FuzzRooms(f *testing.F) {
	for seed := range uint64(5) {
		f.Add(seed, uint8(seed), uint8(1+3*seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, walls, most uint8) {
		kind := int(walls) % straightWalls
		c := newClosedRoom(t, seed, kind, 1+int(most)%16)
		c.requireClosed(t, seed, kind, 120)
	})
}
