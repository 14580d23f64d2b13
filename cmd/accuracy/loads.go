package main

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func loadRows() []row {
	one := func(f func(*record)) func(size) []scene {
		return func(size) []scene { return []scene{{"scene", f}} }
	}
	return []row{
		{"sprung load", "200 kg on a platform of 1 kg on a slider with a spring of 5 Hz", "sags 2.03 m", one(sprungLoad)},
		{"tablecloth", "1 kg of cloth between ice and 50 kg, pulled by 5 N for .2 s", "1.0002 m/s", one(tablecloth)},
		{"struck plate", "puck of 1 kg at 6 m/s (e = 0) strikes a plate of 1 kg under 400 kg, all ice", "right at 40 kg, sinks at 400", one(struckPlate)},
		{"resting load", "box of density 400 on the same of density 1", "175 mm", one(restingLoad)},
		{"dropped load", "the same from 1 m", "459 mm", one(droppedLoad)},
		{"beam on legs", "beam of density 40 and 400 on two legs of density 1, 10 s", "", beamOnLegs},
		{"towers of loads", "towers of ten boxes whose densities grow upwards or alternate, 20 s", "", towersOfLoads},
		{"crushed", "one to five boxes under a press that comes down to .1 of their height", ".3 m/s more than a fall", crushed},
	}
}

// sprungLoad: the spring's stiffness is chosen for the platform alone, 1 kg (10 pi / s)^2, so the
// load lowers the platform by 2.0264 m.
func sprungLoad(r *record) {
	w := newWorld(gravity)
	platform := add(w, body.Def{}, shape.Box(1, 0.1), withMass(world.ColliderDef{}, 1, 0.4))
	def := world.PrismaticAt(w.Ground(), platform, mgl64.Vec2{}, mgl64.Vec2{0, 1})
	def.SpringHertz, def.SpringDamping = 5, 1
	slider := world.Must(w.CreatePrismatic(w.Ground(), platform, def))
	runSeconds(w, 2)
	unloaded := slider.Translation()
	add(w, body.Def{Position: platform.Position().Add(mgl64.Vec2{0, 0.6})}, shape.Box(0.5, 0.5), withMass(world.ColliderDef{}, 200, 1))
	runSeconds(w, 40)
	sum := 0.0
	for range 600 {
		w.Tick()
		sum += slider.Translation()
	}
	want := 200 * gravity / math.Pow(10*math.Pi, 2)
	r.between("sags", unloaded-sum/600, 0.99*want, 1.01*want, "m")
}

func tablecloth(r *record) {
	w := newWorld(gravity)
	ice := surface(0, 0)
	addFloor(w, ice)
	cloth := add(w, body.Def{Position: mgl64.Vec2{0, 0.05}}, shape.Box(1, 0.05), withMass(ice, 1, 0.2))
	add(w, body.Def{Position: mgl64.Vec2{0, 0.6}}, shape.Box(0.5, 0.5), withMass(ice, 50, 1))
	runSeconds(w, 1)
	for range ticks(0.2) {
		world.Check(cloth.ApplyForceToCenter(mgl64.Vec2{5, 0}))
		w.Tick()
	}
	r.between("speed", cloth.LinearVelocity()[0], 0.98, 1.02, "m/s")
}

func struckPlate(r *record) {
	w := newWorld(gravity)
	ice := surface(0, 0)
	addFloor(w, ice)
	plate := add(w, body.Def{Position: mgl64.Vec2{0, 0.1}}, shape.Box(1, 0.1), withMass(ice, 1, 0.4))
	add(w, body.Def{Position: mgl64.Vec2{0, 0.7}}, shape.Box(0.5, 0.5), withMass(ice, 400, 1))
	puck := add(w, body.Def{Position: mgl64.Vec2{-4, 0.1}}, shape.Box(0.1, 0.1), withMass(ice, 1, 0.04))
	runSeconds(w, 1)
	world.Check(puck.SetLinearVelocity(mgl64.Vec2{6, 0}))
	for range 60 {
		w.Tick()
		if puck.LinearVelocity()[0] < 5.9 {
			break
		}
	}
	for range 3 {
		w.Tick()
	}
	r.between("plate", plate.LinearVelocity()[0], 0.98*3, 1.02*3, "m/s")
	r.between("puck", puck.LinearVelocity()[0], 0.98*3, 1.02*3, "m/s")
}

// addLoad makes a box of density 1 on the floor and one of density 400 above it.
func addLoad(w *world.World, height float64) (low, high world.Body) {
	addFloor(w, world.ColliderDef{})
	low = add(w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	high = add(w, body.Def{Position: mgl64.Vec2{0, 1.5 + height}}, shape.Box(0.5, 0.5), world.ColliderDef{Density: 400})
	return low, high
}

func restingLoad(r *record) {
	w := newWorld(gravity)
	low, high := addLoad(w, 0)
	depth, ever := 0.0, 0.0
	for range ticks(10) {
		w.Tick()
		depth = max(1-(high.Position()[1]-low.Position()[1]), 0.5-low.Position()[1])
		ever = max(ever, depth)
	}
	r.below("deep", 1000*depth, 5, "mm")
	r.below("deepest while it settles", 1000*ever, 20, "mm")
}

// droppedLoad: the load arrives at 4.47 m/s, 75 mm a tick. The stack has recovered when both
// overlaps stay below two slops for the rest of the following second.
func droppedLoad(r *record) {
	w := newWorld(gravity)
	low, high := addLoad(w, 1)
	overlap := func() float64 {
		return max(1-(high.Position()[1]-low.Position()[1]), 0.5-low.Position()[1])
	}
	for range ticks(1) {
		if w.Tick(); high.Position()[1]-low.Position()[1] < 1.001 {
			break
		}
	}
	depth, back := overlap(), 0
	for tick := range ticks(1) {
		w.Tick()
		depth = max(depth, overlap())
		if overlap() > 2*slop {
			back = tick + 1
		}
	}
	r.below("deepest", 1000*depth, 60, "mm")
	r.below("back after", float64(back), 10, "ticks")
	r.below("beside", 1000*math.Abs(high.Position()[0]-low.Position()[0]), 10, "mm")
}

// watchTower runs a tower of bodies that should stay in place and overlap by at most deep, mm,
// while they settle.
func watchTower(r *record, w *world.World, bodies []world.Body, seconds, deep float64) {
	start := make([]mgl64.Vec2, len(bodies))
	for i, b := range bodies {
		start[i] = b.Position()
	}
	moved, overlap := 0.0, 0.0
	for range ticks(seconds) {
		w.Tick()
		overlap = max(overlap, deepest(w))
	}
	for i, b := range bodies {
		moved = max(moved, b.Position().Sub(start[i]).Len())
	}
	r.below("moved", 1000*moved, 50, "mm")
	r.below("deepest", 1000*overlap, deep, "mm")
}

func beamOnLegs(size) []scene {
	return scenesOf("density %v", []float64{40, 400}, func(r *record, density float64) {
		w := newWorld(gravity)
		addFloor(w, world.ColliderDef{})
		var bodies []world.Body
		for _, x := range []float64{-1, 1} {
			bodies = append(bodies, add(w, body.Def{Position: mgl64.Vec2{x, 0.5}}, shape.Box(0.25, 0.5), world.ColliderDef{}))
		}
		bodies = append(bodies, add(w, body.Def{Position: mgl64.Vec2{0, 1.25}}, shape.Box(1.25, 0.25), world.ColliderDef{Density: density}))
		watchTower(r, w, bodies, 10, 20)
	})
}

func towersOfLoads(size) []scene {
	tower := func(name string, deep float64, density func(i int) float64) scene {
		return scene{name, func(r *record) {
			w := newWorld(gravity)
			addFloor(w, world.ColliderDef{})
			var bodies []world.Body
			for i := range 10 {
				bodies = append(bodies, add(w, body.Def{Position: mgl64.Vec2{0, float64(i) + 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{Density: density(i)}))
			}
			watchTower(r, w, bodies, 20, deep)
		}}
	}
	return []scene{
		tower("each twice the one below", 140, func(i int) float64 { return math.Pow(2, float64(i)) }),
		tower("1 and 100 alternating", 25, func(i int) float64 { return []float64{1, 100}[i%2] }),
		tower("1 and 400 alternating", 60, func(i int) float64 { return []float64{1, 400}[i%2] }),
	}
}

func crushed(s size) []scene {
	var scenes []scene
	for i := 0; i < 5*4*2; i += s.pick(1, 5) {
		count, speed, offset := 1+i/8, []float64{0.2, 0.5, 1, 2}[i/2%4], 0.1*float64(i%2)
		scenes = append(scenes, scene{fmt.Sprintf("%d boxes, press at %v m/s, %v beside", count, speed, offset), func(r *record) {
			crush(r, count, speed, offset)
		}})
	}
	return scenes
}

// crush lowers a press of 10 m width on a stack of boxes until a tenth of its height is left, and
// holds it there. A body may gain the speed of a fall from the top of the stack plus the speed of
// the press.
func crush(r *record, count int, speed, offset float64) {
	w := newWorld(gravity)
	addFloor(w, world.ColliderDef{})
	for i := range count {
		add(w, body.Def{Position: mgl64.Vec2{offset, float64(i) + 0.5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	}
	height := float64(count)
	press := add(w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{0, height + 1.1}}, shape.Box(5, 1), world.ColliderDef{})
	world.Check(press.SetLinearVelocity(mgl64.Vec2{0, -speed}))
	worst := 0.0
	fall := math.Sqrt(2*gravity*height) + speed
	for range ticks((0.9*height + 0.1) / speed) {
		w.Tick()
		worst = max(worst, fastest(w)-fall)
	}
	world.Check(press.SetLinearVelocity(mgl64.Vec2{}))
	for range ticks(10) {
		w.Tick()
		worst = max(worst, fastest(w)-fall)
	}
	r.below("speed beyond a fall's", worst, 1, "m/s")
	r.below("speed when held", fastest(w), 0.05, "m/s")
}
