package main

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func jointRows() []row {
	return []row{
		{"braked pair", "boxes of half .1 and .05 pinned .5 m from their centres, one at 3 m/s, the other braked by the ground, 10 s", "-", brakedPairs},
		{"braked body on a rod", "box of half .14 on a rod of 1 m that ends 2 to 25 cm from its centre, 2.5 and 10 m/s, kept from turning by a brake, 10 s", "energy x 1.4 to 7 at 10 m/s", brakedRods},
		{"welded pair", "two boxes of half .05, .14 and .3 welded at 1 m spin freely at 5, 10 and 20 rad/s, 10 s", "spin, last .73", weldedPairs},
		{"springs between far anchors", "two boxes fly past each other 2 m apart at 6 m/s, one at 2 rad/s, with a damped spring or a soft weld between their centres, 10 s", "angular momentum drift .85", farAnchors},
		{"loaded rope", "20 and 100 links of .5 m with loads of 100 and 1000 links hang; with 1000 they swing from level; 60 s awake", "354 % hanging, 517 % swung", loadedRopes},
		{"wrecking ball", "a ball of 100 and 1000 links on 20 links of .5 m falls from level through a tower of 12 boxes, 20 s awake", "", wreckingBalls},
	}
}

// brakedPairs brakes a body by a joint that acts on the angle only.
func brakedPairs(size) []scene {
	var scenes []scene
	for _, name := range []string{"damper", "friction", "motor", "angle"} {
		for _, half := range []float64{0.1, 0.05} {
			scenes = append(scenes, scene{fmt.Sprintf("%s, half %v", name, half), func(r *record) {
				brakePair(r, name, half)
			}})
		}
	}
	return scenes
}

// brakePair pins two boxes to each other and brakes one of them.
func brakePair(r *record, name string, half float64) {
	w := newWorld(0)
	var pair [2]world.Body
	for i := range pair {
		pair[i] = add(w, body.Def{Position: mgl64.Vec2{float64(i), 0}}, shape.Box(half, half), ghost(0.25/(half*half)))
	}
	world.Must(w.CreateRevolute(pair[0], pair[1], world.RevoluteAt(pair[0], pair[1], mgl64.Vec2{0.5, 0})))
	world.Check(pair[1].SetLinearVelocity(mgl64.Vec2{0, 3}))
	addBrake(w, name, pair[0])
	w.Tick() // the joints remove velocities that violate them
	gap := 0.0
	first, most := pair[0].KineticEnergy()+pair[1].KineticEnergy(), 0.0
	for range 600 {
		w.Tick()
		most = max(most, pair[0].KineticEnergy()+pair[1].KineticEnergy())
		for j := range w.Joints() {
			gap = max(gap, j.LinearSeparation())
		}
	}
	r.below("energy, most", most/first, 1.02, "")
	r.below("gap", 1000*gap, 5, "mm")
}

// brakedRods swing a body that a brake keeps from turning.
func brakedRods(size) []scene {
	var scenes []scene
	for _, name := range []string{"friction", "motor", "angle"} {
		for _, offset := range []float64{0.02, 0.1, 0.2, 0.25} {
			scenes = append(scenes, scene{fmt.Sprintf("%s, %v m", name, offset), func(r *record) {
				swingBraked(r, name, offset, 2.5)
				swingBraked(r, name, offset, 10)
			}})
		}
	}
	return scenes
}

// swingBraked swings a box on a rod that ends at a distance from the centre of the box.
func swingBraked(r *record, name string, offset, speed float64) {
	w := newWorld(0)
	b := add(w, body.Def{Position: mgl64.Vec2{1 + offset, 0}, LinearVelocity: mgl64.Vec2{0, speed}}, shape.Box(0.14, 0.14), ghost(1))
	world.Must(w.CreateDistance(w.Ground(), b, world.DistanceAt(w.Ground(), b, mgl64.Vec2{}, mgl64.Vec2{1, 0})))
	addBrake(w, name, b)
	first, most := b.KineticEnergy(), 0.0
	for range 600 {
		w.Tick()
		most = max(most, b.KineticEnergy())
	}
	r.below("energy, most", most/first, 1.001, "")
	r.above("energy, last", b.KineticEnergy()/first, 0.98, "")
}

// addBrake brakes the rotation of a body against the ground.
func addBrake(w *world.World, name string, b world.Body) {
	ground := w.Ground()
	switch name {
	case "damper":
		world.Must(w.CreateRotarySpring(ground, b, joint.RotarySpring{Damping: 100}))
	case "friction":
		world.Must(w.CreateFriction(ground, b, joint.Friction{Torque: 20}))
	case "motor":
		world.Must(w.CreateMotor(ground, b, joint.Motor{MaxVelocityTorque: 20}))
	default:
		world.Must(w.CreateAngle(ground, b, joint.Angle{Loose: true, MaxMotorTorque: 20}))
	}
}

// weldedPairs spin two boxes that a weld holds together.
func weldedPairs(size) []scene {
	return scenesOf("half %v", []float64{0.05, 0.14, 0.3}, func(r *record, half float64) {
		for _, spin := range []float64{5, 10, 20} {
			r.spinWelded(half, spin)
		}
	})
}

func (r *record) spinWelded(half, spin float64) {
	w := newWorld(0)
	var pair [2]world.Body
	for i := range pair {
		x := float64(i) - 0.5
		pair[i] = add(w, body.Def{Position: mgl64.Vec2{x, 0}, LinearVelocity: mgl64.Vec2{0, spin * x}, AngularVelocity: spin}, shape.Box(half, half), ghost(1))
	}
	world.Must(w.CreateWeld(pair[0], pair[1], world.WeldAt(pair[0], pair[1], mgl64.Vec2{})))
	largestGap(w, ticks(10))
	r.above("spin, last", pair[0].AngularVelocity()/spin, 0.98, "")
}

// farAnchors pull two bodies that nothing holds by joints with anchors that are apart.
func farAnchors(size) []scene {
	return scenesOf("%v", []string{"spring", "soft weld"}, func(r *record, name string) { r.pullFarAnchors(name) })
}

func (r *record) pullFarAnchors(name string) {
	w := newWorld(0)
	a := add(w, body.Def{LinearVelocity: mgl64.Vec2{0, -3}, AngularVelocity: 2}, shape.Box(0.3, 0.1), ghost(1))
	b := add(w, body.Def{Position: mgl64.Vec2{2, 0}, LinearVelocity: mgl64.Vec2{0, 3}}, shape.Box(0.2, 0.2), ghost(1))
	if name == "spring" {
		world.Must(w.CreateMotor(a, b, joint.Motor{LinearHertz: 1, LinearDamping: 0.5}))
	} else {
		world.Must(w.CreateWeld(a, b, joint.Weld{LinearHertz: 1, LinearDamping: 0.5, AngularHertz: 1}))
	}
	first := momentumOf(w).angular
	largestGap(w, ticks(10))
	r.below("angular momentum, drift", math.Abs(momentumOf(w).angular/first-1), 1e-4, "")
}

func loadedRopes(s size) []scene {
	var scenes []scene
	for _, links := range []int{20, 100}[:s.pick(2, 1)] { // TestLoadedRopesKeepLength of package world has the longer ropes too
		for _, c := range []struct {
			name  string
			load  float64
			along mgl64.Vec2
		}{{"hanging", 100, mgl64.Vec2{0, -1}}, {"hanging", 1000, mgl64.Vec2{0, -1}}, {"level", 1000, mgl64.Vec2{1, 0}}} {
			scenes = append(scenes, scene{fmt.Sprintf("%s, %d links, load %v", c.name, links, c.load), func(r *record) {
				stretchRope(r, links, c.load, c.along, float64(s.pick(60, 10)))
			}})
		}
	}
	return scenes
}

// stretchRope runs a rope with a ball at its end that begins straight, along a direction.
func stretchRope(r *record, links int, load float64, along mgl64.Vec2, seconds float64) {
	w := newWorld(gravity)
	const half = 0.25
	last, pin, angle := w.Ground(), mgl64.Vec2{}, math.Atan2(along[1], along[0])
	for range links {
		b := add(w, body.Def{Position: pin.Add(along.Mul(half)), Angle: angle}, shape.Box(half, 0.05), ghost(1))
		world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, pin)))
		last, pin = b, pin.Add(along.Mul(2*half))
	}
	const radius = 0.5
	ball := add(w, body.Def{Position: pin.Add(along.Mul(radius))}, shape.Circle{Radius: radius}, ghost(load*last.Mass()/(math.Pi*radius*radius)))
	world.Must(w.CreateRevolute(last, ball, world.RevoluteAt(last, ball, pin)))
	r.below("longer by", 100*largestGap(w, ticks(seconds))/(2*half*float64(links)), 0.3, "%")
}

// wreckingBalls swing through a tower whose middle is at the ball's lowest point.
func wreckingBalls(size) []scene {
	return scenesOf("load %v", []float64{100, 1000}, func(r *record, load float64) {
		wreckTower(r, load)
	})
}

// wreckTower lets a ball on a rope swing through a tower.
func wreckTower(r *record, load float64) {
	const half, links, radius = 0.25, 20, 0.75
	w := newWorld(gravity)
	addFloor(w, world.ColliderDef{})
	pin := mgl64.Vec2{0, 13}
	last := w.Ground()
	for range links {
		b := add(w, body.Def{Position: pin.Add(mgl64.Vec2{half, 0})}, shape.Box(half, 0.05), ghost(1))
		world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, pin)))
		last, pin = b, pin.Add(mgl64.Vec2{2 * half, 0})
	}
	ball := add(w, body.Def{Position: pin.Add(mgl64.Vec2{radius, 0})}, shape.Circle{Radius: radius}, withMass(world.ColliderDef{}, load*last.Mass(), math.Pi*radius*radius))
	world.Must(w.CreateRevolute(last, ball, world.RevoluteAt(last, ball, pin)))
	for i := range 12 {
		add(w, body.Def{Position: mgl64.Vec2{-2, 0.25 + 0.5*float64(i)}}, shape.Box(0.25, 0.25), world.ColliderDef{})
	}
	r.below("longer by", 100*largestGap(w, ticks(20))/(2*half*links), 0.3, "%")
}

// largestGap runs a world for some ticks and returns the largest sum of the gaps of its pins.
func largestGap(w *world.World, ticks int) float64 {
	largest := 0.0
	for range ticks {
		w.Tick()
		sum := 0.0
		for j := range w.Joints() {
			sum += j.LinearSeparation()
		}
		largest = max(largest, sum)
	}
	return largest
}
