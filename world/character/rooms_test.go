package character_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

var randomFlights = long.Pick(60, 5000)

// A room is closed by a random outline, which is star-shaped about the origin, and has random
// obstacles in it.
type room struct {
	*runner
	rng     *rand.Rand
	outline []mgl64.Vec2 // clockwise, as chains want it
	kind    int
	seconds float64 // of a life in it
}

// The walls of a room.
const (
	ofSegments = iota
	ofBoxes
	ofChain
	ofTiles
	ofCapsules
	kindsOfRooms
)

var kindNames = [kindsOfRooms]string{"segments", "boxes", "a chain", "tiles", "capsules"}

// newRoom builds the room of a seed and puts a character where there is place for it.
func newRoom(t testing.TB, seed uint64, rate float64) *room {
	rng := rand.New(rand.NewPCG(seed, 1))
	q := &room{rng: rng, kind: int(seed % kindsOfRooms), seconds: 4}
	q.runner = newRunner(t, rate, character.Def{}, mgl64.Vec2{})
	corners := 4 + rng.IntN(9)
	for i := range corners {
		angle := -2 * math.Pi * (float64(i) + 0.6*rng.Float64()) / float64(corners)
		distance := 3 + 5*rng.Float64()
		q.outline = append(q.outline, mgl64.Vec2{distance * math.Cos(angle), distance * math.Sin(angle)})
	}
	q.addWalls()
	for range rng.IntN(8) {
		q.addObstacle()
	}
	free := capsule(-0.01)
	for range 1000 {
		at := mgl64.Vec2{rng.Float64()*12 - 6, rng.Float64()*12 - 6}
		if q.clearance(at) > 0.9 && q.isFree(free, at) {
			require.NoError(t, q.Teleport(at))
			return q
		}
	}
	return nil // no place for a character
}

func (q *room) isFree(c shape.Convex, at mgl64.Vec2) bool {
	for range q.OverlapShape(c, at, 0, world.QueryFilter{Ignore: q.Body()}) {
		return false
	}
	return true
}

func (q *room) addWalls() {
	level := q.static()
	attach := func(s support) { world.Must(level.Attach(s, world.ColliderDef{})) }
	for i, a := range q.outline {
		b := q.outline[(i+1)%len(q.outline)]
		middle, half := a.Add(b).Mul(0.5), b.Sub(a).Mul(0.5)
		angle := math.Atan2(half[1], half[0])
		outward := mgl64.Vec2{-half[1], half[0]}.Normalize() // clockwise: the room is to the right
		switch q.kind {
		case ofSegments:
			attach(shape.Segment{A: a, B: b})
		case ofBoxes:
			attach(shape.OffsetBox(half.Len()+0.2, 0.2, middle.Add(outward.Mul(0.2)), angle))
		case ofCapsules:
			attach(shape.Capsule{A: a, B: b, Radius: 0.1 + 0.2*q.rng.Float64()})
		}
	}
	switch q.kind {
	case ofChain:
		world.Must(level.AttachChain(shape.Chain{Points: q.outline, Closed: true}, world.ColliderDef{}))
	case ofTiles:
		const size = 0.5
		for x := -9.0; x < 9; x += size {
			for y := -9.0; y < 9; y += size {
				if middle := (mgl64.Vec2{x + size/2, y + size/2}); q.clearance(middle) < 0 && q.clearance(middle) > -2*size {
					attach(shape.OffsetBox(size/2, size/2, middle, 0))
				}
			}
		}
	}
}

// addObstacle adds a static body of a random shape somewhere.
func (q *room) addObstacle() {
	rng := q.rng
	at := mgl64.Vec2{rng.Float64()*12 - 6, rng.Float64()*12 - 6}
	size := func() float64 { return 0.1 + rng.Float64() }
	var s support
	switch rng.IntN(6) {
	case 0:
		s = shape.Box(size(), size())
	case 1:
		s = shape.Circle{Radius: size()}
	case 2:
		s = shape.Capsule{A: mgl64.Vec2{-size(), 0}, B: mgl64.Vec2{size(), 0}, Radius: 0.3 * size()}
	case 3:
		s = shape.Triangle(mgl64.Vec2{-size(), 0}, mgl64.Vec2{size(), 0}, mgl64.Vec2{0, size()})
	case 4:
		s = shape.Segment{A: mgl64.Vec2{-size(), 0}, B: mgl64.Vec2{size(), 0}}
	default:
		s = shape.RegularPolygon(3+rng.IntN(5), size())
	}
	angle := 0.0
	if rng.IntN(2) == 0 {
		angle = 2 * math.Pi * rng.Float64()
	}
	addBody(q.World, body.Def{Type: body.Static, Position: at, Angle: angle}, s, world.ColliderDef{})
}

// clearance returns the distance of a point from the outline, negative outside.
func (q *room) clearance(p mgl64.Vec2) float64 {
	nearest, inside := math.Inf(1), false
	for i, a := range q.outline {
		b := q.outline[(i+1)%len(q.outline)]
		edge, from := b.Sub(a), p.Sub(a)
		t := max(0, min(1, from.Dot(edge)/edge.Dot(edge)))
		nearest = min(nearest, from.Sub(edge.Mul(t)).Len())
		if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0]+(p[1]-a[1])/(b[1]-a[1])*edge[0] {
			inside = !inside
		}
	}
	if inside {
		return nearest
	}
	return -nearest
}

// findings of one life in a room.
type findings struct {
	deepest, inBodies float64
	outside           bool
	stuck             bool
	where             string
}

// live lets the character have random wishes, each for half a second to 1.5 s.
func (q *room) live(flying bool) (f findings) {
	if flying {
		q.takeOff(mgl64.Vec2{})
	}
	dt := q.Config().Timestep
	wishFor, still := 0.0, 0.0
	anchor := q.Position()
	for q.Time() < q.seconds {
		if wishFor <= 0 {
			q.newWish()
			wishFor, still, anchor = 0.5+q.rng.Float64(), 0, q.Position()
		}
		q.Tick()
		wishFor -= dt
		still += dt
		p := q.Position()
		if p.Sub(anchor).Len() > 1e-3 {
			still, anchor = 0, p
		}
		if still > 1 {
			still = 0
			if q.hasRoomAhead() {
				f.stuck = true
				f.where += fmt.Sprintf(" stuck at %.4f in tick %d, wish %v %v;", p, q.Ticks(), q.wish, q.fly)
			}
		}
		f.inBodies = max(f.inBodies, q.depth())
		if d := q.wallDepth(); d > f.deepest {
			f.deepest = d
			if d > 5e-3 {
				f.where += fmt.Sprintf(" %v m deep at %.4f in tick %d;", d, p, q.Ticks())
			}
		}
		if c := q.clearance(p); !f.outside && (c < -0.5 || q.kind != ofTiles && c < 0) {
			f.outside = true
			f.where += fmt.Sprintf(" outside at %.4f in tick %d;", p, q.Ticks())
		}
	}
	return f
}

func (q *room) newWish() {
	if q.flying {
		angle, speed := 2*math.Pi*q.rng.Float64(), 1+19*q.rng.Float64()
		q.fly = mgl64.Vec2{speed * math.Cos(angle), speed * math.Sin(angle)}
		return
	}
	q.wish = []float64{-4, 4, 8 * (q.rng.Float64() - 0.5)}[q.rng.IntN(3)]
	q.press = q.rng.IntN(2) == 0
}

// wide is the character's shape with most of the skin that it keeps around it: where that has
// no way there is no room, as below a ceiling that is too low by less than a millimetre.
var wide = capsule(-0.8 * gap)

// hasRoomAhead reports whether the way that the character wishes to go is free, by casts of its
// shape alone: for a tenth of a metre, in the direction of the wish or another that leads there
// along a wall. A walker may go down, and up what it can walk on.
func (q *room) hasRoomAhead() bool {
	from, to, ahead := -75, 75, q.fly
	if !q.flying {
		from, to, ahead = -80, 40, mgl64.Vec2{q.wish, 0}
	}
	if ahead.Len() < 0.5 {
		return false
	}
	ahead = ahead.Normalize()
	for degrees := from; degrees <= to; degrees += 5 {
		turn := float64(degrees) * math.Pi / 180
		if !q.flying && ahead[0] < 0 {
			turn = -turn
		}
		way := mgl64.Rotate2D(turn).Mul2x1(ahead).Mul(0.1)
		if _, hit := q.ShapeCast(wide, q.Position(), 0, way, world.QueryFilter{Ignore: q.Body()}); !hit {
			return true
		}
	}
	return false
}

// addBodies adds boxes of 1 to 30 kg that fall and are pushed.
func (q *room) addBodies() {
	for range 1 + q.rng.IntN(6) {
		at := mgl64.Vec2{q.rng.Float64()*10 - 5, q.rng.Float64()*10 - 5}
		half := 0.1 + 0.4*q.rng.Float64()
		if q.clearance(at) < 1.5*half+0.4 || at.Sub(q.Position()).Len() < 1.5 {
			continue
		}
		addBody(q.World, body.Def{Position: at, Angle: q.rng.Float64()}, shape.Box(half, half), world.ColliderDef{Density: 30, Filter: shape.Filter{Category: movable}})
	}
}

func liveInRooms(t *testing.T, rooms int, flying, withBodies bool) {
	lived, outside, stuck, deepest, inBodies := 0, 0, 0, 0.0, 0.0
	for seed := range uint64(rooms) {
		rate := tickRates[seed/kindsOfRooms%3]
		q := newRoom(t, seed, rate)
		if q == nil {
			continue
		}
		lived++
		if withBodies {
			q.addBodies()
		}
		f := q.live(flying)
		deepest, inBodies = max(deepest, f.deepest), max(inBodies, f.inBodies)
		if f.outside {
			outside++
		}
		if f.stuck {
			stuck++
		}
		if f.where != "" {
			t.Errorf("room %d of %s at %v Hz:%s", seed, kindNames[q.kind], rate, f.where)
		}
		q.Close()
	}
	t.Logf("%d rooms with place, %d stuck, %d outside, deepest in walls %v m, in anything %v m", lived, stuck, outside, deepest, inBodies)
	require.Greater(t, lived, rooms*4/5)
}

func TestRandomRooms(t *testing.T) { liveInRooms(t, long.Pick(120, 10_000), false, false) }

func TestRandomFlights(t *testing.T) { liveInRooms(t, randomFlights, true, false) }

func TestRandomRoomsWithBodies(t *testing.T) { liveInRooms(t, randomFlights, false, true) }

// The checks of a life find a character that stands still, is put into a wall, or out of the room.
func TestChecksOfRoomsFindFaults(t *testing.T) {
	stuck := 0
	for seed := range uint64(50) {
		q := newRoom(t, seed, 60)
		q.frozen, q.seconds = true, 6
		if f := q.live(true); f.stuck {
			stuck++
		}
		q.seconds += 0.1
		require.NoError(t, q.Teleport(q.outline[0].Add(q.outline[1]).Mul(0.5)))
		require.Greater(t, q.live(true).deepest, 5e-3)
		q.seconds += 0.1
		require.NoError(t, q.Teleport(q.outline[0].Mul(1.5)))
		require.True(t, q.live(true).outside)
	}
	require.Greater(t, stuck, 40)
}
