package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func roomRows() []row {
	return []row{
		{"closed corners", "triangles, boxes, pentagons of .2 to .5 m at 1 to 100 m/s into the corner of two segments or boxes at 20 to 160 degrees", "0 of 30000", closedCorners},
		{"closed rooms", "every shape, custom and half ellipse too, in star-shaped rooms of segments, boxes, a chain, tiles, capsules", "", func(s size) []scene { return closedRooms(s, false) }},
		{"rooms that move", "the same in rooms that move at up to 7 m/s and turn at up to 2 rad/s", "", func(s size) []scene { return closedRooms(s, true) }},
		{"notches", "every shape at 1 to 20 m/s into the notch of two crossing ellipses, half ellipses from either side, sectors, custom curves, 24-gons, boxes", "", notches},
	}
}

// chunks divides a number of throws into scenes of a size that spreads well over goroutines.
func chunks(name string, throws int, run func(seed uint64, n int, r *record)) []scene {
	const most = 1000
	var scenes []scene
	for first := 0; first < throws; first += most {
		n := min(most, throws-first)
		scenes = append(scenes, scene{fmt.Sprintf("%s from %d", name, first), func(r *record) { run(uint64(first), n, r) }})
	}
	return scenes
}

func closedCorners(s size) []scene {
	var scenes []scene
	for _, boxes := range []bool{false, true} {
		name := map[bool]string{false: "segments", true: "boxes"}[boxes]
		scenes = append(scenes, chunks(name, (s.throws+1)/2, func(seed uint64, n int, r *record) {
			r.throws(n, func(i int) bool { return throwIntoCorner(rand.New(rand.NewPCG(seed+uint64(i), 111)), boxes) })
		})...)
	}
	return scenes
}

// throwIntoCorner throws a body into the corner between two walls that begin at one point, and
// reports whether its centre gets behind one of the walls.
func throwIntoCorner(rnd *rand.Rand, boxes bool) (through bool) {
	w := newWorld(gravity)
	half := (20 + 140*rnd.Float64()) * math.Pi / 360
	middle := 2 * math.Pi * rnd.Float64()
	var inward [2]mgl64.Vec2
	for i, side := range []float64{1, -1} {
		angle := middle + side*half
		along := polar(1, angle)
		inward[i] = polar(1, angle-side*math.Pi/2)
		if boxes {
			addStatic(w, along.Mul(10).Sub(inward[i].Mul(0.5)), angle, shape.Box(10, 0.5), world.ColliderDef{})
		} else {
			addStatic(w, mgl64.Vec2{}, 0, shape.Segment{B: along.Mul(20)}, world.ColliderDef{})
		}
	}
	r := 0.1 + 0.15*rnd.Float64()
	s := []shape.Support{shape.RegularPolygon(3, r), shape.Box(r/math.Sqrt2, r/math.Sqrt2), shape.RegularPolygon(5, r)}[rnd.IntN(3)]
	speed := math.Pow(100, rnd.Float64())
	near := 1.1 * r / math.Sin(half)
	distance := near + rnd.Float64()*min(2, 3*speed*dt)
	at := polar(distance, middle+(rnd.Float64()-0.5)*0.5*half*(1-near/distance))
	b := add(w, body.Def{
		Position: at, Angle: 2 * math.Pi * rnd.Float64(), AngularVelocity: 20 * (rnd.Float64() - 0.5),
		LinearVelocity: at.Mul(-speed / at.Len()),
	}, s, world.ColliderDef{})
	for range int(distance/(speed*dt)) + 30 {
		w.Tick()
		p := b.WorldCenter()
		if p.Len() > 15 {
			return false
		}
		if p.Dot(inward[0]) < 0 || p.Dot(inward[1]) < 0 {
			return true
		}
	}
	return false
}

// wallKinds build the walls of a room around the origin, whose corners are listed clockwise.
var wallKinds = []struct {
	name  string
	build func(ground world.Body, corners []mgl64.Vec2)
}{
	{"segments", eachEdge(func(ground world.Body, a, b mgl64.Vec2) {
		world.Must(ground.Attach(shape.Segment{A: a, B: b}, world.ColliderDef{}))
	})},
	{"boxes", eachEdge(func(ground world.Body, a, b mgl64.Vec2) { attachTiles(ground, a, b, 1) })},
	{"chain", func(ground world.Body, corners []mgl64.Vec2) {
		world.Must(ground.AttachChain(shape.Chain{Points: corners, Closed: true}, world.ColliderDef{}))
	}},
	{"tiles", eachEdge(func(ground world.Body, a, b mgl64.Vec2) { attachTiles(ground, a, b, 1+int(b.Sub(a).Len()/0.7)) })},
	{"capsules", eachEdge(func(ground world.Body, a, b mgl64.Vec2) {
		world.Must(ground.Attach(shape.Capsule{A: a, B: b, Radius: 0.05}, world.ColliderDef{}))
	})},
}

func eachEdge(attach func(ground world.Body, a, b mgl64.Vec2)) func(world.Body, []mgl64.Vec2) {
	return func(ground world.Body, corners []mgl64.Vec2) {
		for i, a := range corners {
			attach(ground, a, corners[(i+1)%len(corners)])
		}
	}
}

// attachTiles attaches adjacent boxes behind the line from a to b, which has the room on its right.
func attachTiles(ground world.Body, a, b mgl64.Vec2, count int) {
	const thick = 0.2
	along := b.Sub(a)
	length := along.Len()
	along = along.Mul(1 / length)
	out := mgl64.Vec2{-along[1], along[0]}
	for i := range count {
		at := a.Add(along.Mul(length * (float64(i) + 0.5) / float64(count))).Add(out.Mul(thick / 2))
		s := shape.OffsetBox(length/(2*float64(count)), thick/2, at, math.Atan2(along[1], along[0]))
		world.Must(ground.Attach(s, world.ColliderDef{}))
	}
}

// bodiesPerRoom are thrown in each room at once.
const bodiesPerRoom = 5

func closedRooms(s size, moves bool) []scene {
	var scenes []scene
	for k := range wallKinds {
		throws := (s.throws + len(wallKinds) - 1) / len(wallKinds)
		scenes = append(scenes, chunks(wallKinds[k].name, throws, func(seed uint64, n int, r *record) {
			left, thrown := 0, 0
			for i := 0; thrown < n; i++ {
				rnd := rand.New(rand.NewPCG(seed+uint64(i), uint64(121+k)))
				room := buildRoom(rnd, k, roomFrame(rnd, moves))
				thrown += len(room.bodies)
				left += room.run(120)
			}
			r.count("left", left)
			r.tally(thrown)
		})...)
	}
	return scenes
}

// room is a closed room with the bodies that were thrown in it.
type room struct {
	w       *world.World
	frame   world.Body   // has the walls
	corners []mgl64.Vec2 // in its frame
	bodies  []world.Body
}

// roomFrame returns the frame of a room, which stands still or moves and rotates.
func roomFrame(rnd *rand.Rand, moves bool) body.Def {
	if !moves {
		return body.Def{Type: body.Static}
	}
	speed := func() float64 { return 10 * (rnd.Float64() - 0.5) }
	return body.Def{Type: body.Kinematic, LinearVelocity: mgl64.Vec2{speed(), speed()}, AngularVelocity: 0.4 * speed()}
}

// buildRoom makes a star-shaped room of three to ten corners, 2 to 5 m from the origin, and
// throws bodies of every shape in it, clear of the walls and of each other.
func buildRoom(rnd *rand.Rand, kind int, frame body.Def) *room {
	room := &room{w: newWorld(gravity * float64(rnd.IntN(2)))}
	count := 3 + rnd.IntN(8)
	for i := range count { // clockwise
		angle := -2 * math.Pi * (float64(i) + 0.6*rnd.Float64()) / float64(count)
		room.corners = append(room.corners, polar(2+3*rnd.Float64(), angle))
	}
	room.frame = world.Must(room.w.CreateBody(frame))
	wallKinds[kind].build(room.frame, room.corners)
	var radii []float64
	for range 20 * bodiesPerRoom {
		if len(room.bodies) == bodiesPerRoom {
			break
		}
		r := 0.1 + 0.25*rnd.Float64()
		at := mgl64.Vec2{6 * (rnd.Float64() - 0.5), 6 * (rnd.Float64() - 0.5)}
		clear := room.depth(at) > r+0.06
		for i, b := range room.bodies {
			clear = clear && b.Position().Sub(at).Len() > r+radii[i]
		}
		if !clear {
			continue
		}
		speed := math.Pow(100, rnd.Float64())
		room.bodies = append(room.bodies, add(room.w, body.Def{
			Position: at, Angle: 2 * math.Pi * rnd.Float64(), AngularVelocity: 20 * rnd.NormFloat64(),
			LinearVelocity: polar(speed, 2*math.Pi*rnd.Float64()),
		}, thrownShape(rnd, r), surface(0.6, float64(rnd.IntN(3))/2)))
		radii = append(radii, r)
	}
	return room
}

// run returns the number of bodies that leave or go into quarantine within a number of ticks. A
// body has left when its centre is 5 cm outside, or outside for a quarter of a second. The centre
// of a flat body is a centimetre from its flat side, and gets into a wall for a tick or two. This
// depth has its own row.
func (room *room) run(count int) (left int) {
	gone, outside := make([]bool, len(room.bodies)), make([]int, len(room.bodies))
	for range count {
		room.w.Tick()
		for i, b := range room.bodies {
			depth := room.depth(room.frame.LocalPoint(b.WorldCenter()))
			outside[i]++
			if depth > -slop {
				outside[i] = 0
			}
			gone[i] = gone[i] || !b.Enabled() || !(depth > -0.05) || outside[i] > 15
		}
	}
	for _, g := range gone {
		if g {
			left++
		}
	}
	return left
}

// depth returns the distance of a point of the frame from the walls, negative outside.
func (room *room) depth(p mgl64.Vec2) float64 {
	inside, nearest := false, math.Inf(1)
	for i, a := range room.corners {
		b := room.corners[(i+1)%len(room.corners)]
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

// thrownShape returns any shape within a circle of radius r about the origin.
func thrownShape(rnd *rand.Rand, r float64) shape.Support {
	switch rnd.IntN(12) {
	case 0:
		return shape.Circle{Radius: r}
	case 1:
		return shape.Capsule{A: mgl64.Vec2{-0.7 * r, 0}, B: mgl64.Vec2{0.7 * r, 0}, Radius: 0.3 * r}
	case 2:
		return shape.Box(0.9*r, 0.4*r)
	case 3:
		return shape.Box(0.99*r, 0.05*r)
	case 4:
		return shape.RoundedBox(0.5*r, 0.3*r, 0.3*r)
	case 5:
		return shape.RegularPolygon(3, r)
	case 6:
		return shape.RegularPolygon(5, r)
	case 7:
		return shape.Ellipse{RX: r, RY: 0.4 * r}
	case 8:
		return shape.HalfEllipse{RX: r, RY: 0.6 * r}
	case 9:
		return shape.Sector{Radius: r, Sweep: 0.5 + 2*rnd.Float64()}
	case 10:
		return lens{r, 0.5 * r}
	default:
		return supportOnly{shape.HalfEllipse{RX: r, RY: 0.5 * r}}
	}
}

// supportOnly is a custom shape that hides everything about another shape except its support
// function.
type supportOnly struct{ inner shape.Support }

func (s supportOnly) Support(dir mgl64.Vec2) mgl64.Vec2 { return s.inner.Support(dir) }

// lens is a custom shape with two corners: the intersection of two circles through (-a, 0) and (a,
// 0), 2 h high.
type lens struct{ a, h float64 }

func (s lens) Support(dir mgl64.Vec2) mgl64.Vec2 {
	length := dir.Len()
	if length == 0 {
		return mgl64.Vec2{s.a, 0}
	}
	radius := (s.a*s.a + s.h*s.h) / (2 * s.h)
	y := math.Abs(dir[1]) / length
	if y*radius < radius-s.h { // beyond the arc: a corner
		return mgl64.Vec2{math.Copysign(s.a, dir[0]), 0}
	}
	return mgl64.Vec2{radius * dir[0] / length, math.Copysign(radius*y-(radius-s.h), dir[1])}
}
