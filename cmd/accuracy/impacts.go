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

func impactRows() []row {
	return []row{
		{"gas of boxes", "25 boxes in a closed box, e = 1, no friction, no gravity, 30 s", "energy 3.5", gasOfBoxes},
		{"jointed boxes that fall", "two boxes on a rod, a weld or a pin fall at 6 to 12 m/s", "rods 142 mm, welds and pins 240 mm", jointedFalls},
		{"square hit", "box of half .1 and .5 flies square into a wall at 5 to 399 m/s", "spin 47 rad/s, 44 mm deep", squareHit},
	}
}

func gasOfBoxes(s size) []scene {
	var scenes []scene
	for seed := range uint64(s.pick(8, 3)) {
		scenes = append(scenes, scene{fmt.Sprintf("seed %d", seed), func(r *record) {
			w := newWorld(0)
			elastic := surface(0, 1)
			for i := range 4 {
				addStatic(w, polar(6, float64(i)*math.Pi/2), float64(i)*math.Pi/2, shape.Box(1, 7), elastic)
			}
			rnd := rand.New(rand.NewPCG(seed, 71))
			for i := range 25 {
				at := mgl64.Vec2{1.8 * float64(i%5-2), 1.8 * float64(i/5-2)}
				add(w, body.Def{
					Position: at, Angle: rnd.Float64(),
					LinearVelocity: polar(5, 2*math.Pi*rnd.Float64()), AngularVelocity: 4 * rnd.NormFloat64(),
				}, shape.Box(0.3, 0.3), elastic)
			}
			least, most, last := energyRange(w, 0, 30)
			r.above("energy, least", least, 0.99, "")
			r.below("energy, most", most, 1.005, "")
			r.between("energy, last", last, 0.99, 1.005, "")
		}})
	}
	return scenes
}

func squareHit(s size) []scene {
	var scenes []scene
	speeds := []float64{5, 10, 20, 50, 100, 200, 399}
	for i := range 4 * len(speeds) {
		half, speed, angle := []float64{0.1, 0.5}[i/2/len(speeds)], speeds[i/2%len(speeds)], float64(i%2)
		scenes = append(scenes, scene{fmt.Sprintf("half %v at %v m/s, turned by %v", half, speed, angle), func(r *record) {
			spin, depth := 0.0, 0.0
			for phase := range s.pick(40, 10) {
				a, d := hitSquarely(half, speed, angle, 1+float64(phase)*speed*dt/float64(s.pick(40, 10)))
				spin, depth = max(spin, a), max(depth, d)
			}
			r.below("spin x half / speed", spin*half/speed, 0.001, "")
			r.below("deepest", 1000*depth, 1000*2*slop, "mm")
		}})
	}
	return scenes
}

// hitSquarely lets a box fly against a wall with a side parallel to the wall. It returns the box's
// largest spin and depth after any tick. The whole scene is rotated by an angle about the origin.
func hitSquarely(half, speed, angle, distance float64) (spin, depth float64) {
	w := newWorld(0)
	along := polar(1, angle)
	wall := addStatic(w, along, angle, shape.Box(1, 5), world.ColliderDef{})
	b := add(w, body.Def{Position: along.Mul(-half - distance), Angle: angle, LinearVelocity: along.Mul(speed)}, shape.Box(half, half), world.ColliderDef{})
	for range int(distance/(speed*dt)) + 60 {
		w.Tick()
		spin = max(spin, math.Abs(b.AngularVelocity()))
		for _, corner := range []mgl64.Vec2{{half, half}, {half, -half}, {-half, half}, {-half, -half}} {
			depth = max(depth, 1+wall.LocalPoint(b.WorldPoint(corner))[0])
		}
	}
	return spin, depth
}

// jointedFalls measures by how much joints part when continuous collision stops one of two bodies.
func jointedFalls(s size) []scene {
	var scenes []scene
	for seed := range uint64(s.pick(60, 12)) {
		scenes = append(scenes, scene{fmt.Sprintf("seed %d", seed), func(r *record) {
			r.below("rod parts by", 1000*fallOfPair(seed, "rod"), 10, "mm")
			r.below("weld parts by", 1000*fallOfPair(seed, "weld"), 30, "mm")
			r.below("pin parts by", 1000*fallOfPair(seed, "pin"), 20, "mm")
		}})
	}
	return scenes
}

// fallOfPair lets two boxes on a joint fall on a floor. It returns the widest gap of the joint, m.
func fallOfPair(seed uint64, kind string) (gap float64) {
	w, rnd := newWorld(10), rand.New(rand.NewPCG(seed, 73))
	between := func(lo, hi float64) float64 { return lo + (hi-lo)*rnd.Float64() }
	addStatic(w, mgl64.Vec2{0, -1}, 0, shape.Box(100, 1), world.ColliderDef{})
	speed, turn := between(6, 12), mgl64.Rotate2D(between(-3, 3))
	var pair [2]world.Body
	for i := range pair {
		at := turn.Mul2x1(mgl64.Vec2{0.9 * float64(i), between(-0.1, 0.1)}).Add(mgl64.Vec2{0, 6})
		d := body.Def{Position: at, Angle: between(-3, 3), AngularVelocity: between(-2, 2), LinearVelocity: mgl64.Vec2{between(-2, 2), -speed}}
		pair[i] = add(w, d, shape.Box(between(0.25, 0.45), between(0.1, 0.3)), world.ColliderDef{})
	}
	a, b := pair[0], pair[1]
	middle := a.Position().Add(b.Position()).Mul(0.5)
	var j world.Joint
	switch kind {
	case "rod":
		onA, onB := mgl64.Vec2{between(-0.2, 0.2), between(-0.2, 0.2)}, mgl64.Vec2{between(-0.2, 0.2), between(-0.2, 0.2)}
		j = world.Must(w.CreateDistance(a, b, world.DistanceAt(a, b, a.WorldPoint(onA), b.WorldPoint(onB)))).Joint
	case "weld":
		j = world.Must(w.CreateWeld(a, b, world.WeldAt(a, b, middle))).Joint
	default:
		j = world.Must(w.CreateRevolute(a, b, world.RevoluteAt(a, b, middle))).Joint
	}
	for range 180 {
		w.Tick()
		gap = max(gap, j.LinearSeparation())
	}
	return gap
}
