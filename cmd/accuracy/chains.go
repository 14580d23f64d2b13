package main

import (
	"fmt"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

func chainRows() []row {
	return []row{
		{"heap of chains", "280 links of 40 cm in chains of 2, 3, 7, 12 or 20, boxes or capsules, fall into a bin 11 m wide, 60 s", "all at rest", chainHeaps},
		{"bridge with a crate", "4, 6, 8 or 12 planks of 50 cm, pinned to each other and to both sides, take a crate of 5, 50 or 500 planks' mass that falls 15 cm, 10 s", "pins part by 215 mm, aside 344 mm, .79 m/s", crateBridges},
	}
}

// chainHeaps lets chains fall into a bin. Package world's tests have the longer chains.
func chainHeaps(s size) []scene {
	var scenes []scene
	for _, links := range []int{2, 3, 7, 12, 20}[:s.pick(5, 1)] {
		scenes = append(scenes, scene{fmt.Sprint("boxes ", links), func(r *record) { r.heapChains(links, shape.Box(0.2, 0.06)) }})
		scenes = append(scenes, scene{fmt.Sprint("capsules ", links), func(r *record) {
			r.heapChains(links, shape.Capsule{A: mgl64.Vec2{-0.14, 0}, B: mgl64.Vec2{0.14, 0}, Radius: 0.06})
		}})
	}
	return scenes
}

func (r *record) heapChains(links int, s shape.Support) {
	w := newSleepyWorld()
	addFloor(w, world.ColliderDef{})
	for _, x := range []float64{-6, 6} {
		addStatic(w, mgl64.Vec2{x, 15}, 0, shape.Box(0.5, 20), world.ColliderDef{})
	}
	length := 0.4*float64(links) + 0.2
	inRow := int(10 / length)
	for c := range 280 / links {
		var last world.Body
		for i := range links {
			p := mgl64.Vec2{-4.8 + float64(c%inRow)*length + 0.4*float64(i), 1.5 + 0.3*float64(c/inRow)}
			b := add(w, body.Def{Position: p}, s, world.ColliderDef{})
			if i > 0 {
				world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, p.Sub(mgl64.Vec2{0.2, 0}))))
			}
			last = b
		}
	}
	for range ticks(60) {
		w.Tick()
	}
	fastest := 0.0
	for b := range w.Bodies() {
		fastest = max(fastest, b.LinearVelocity().Len())
	}
	r.below("speed after 60 s", fastest, 0.02, "m/s")
	r.below("awake after 60 s", float64(len(w.AppendAwakePoses(nil))), 0, "links")
}

// crateBridges lets crates fall on bridges. Package rattle, which knows no contacts, once solved
// the pins of up to six planks, and these threw off the crate.
func crateBridges(size) []scene {
	var scenes []scene
	for _, planks := range []int{4, 12, 6, 8} {
		for _, load := range []float64{5, 50, 500} {
			scenes = append(scenes, scene{fmt.Sprint(planks, " planks, ", load), func(r *record) { r.loadBridge(planks, load) }})
		}
	}
	return scenes
}

func (r *record) loadBridge(planks int, load float64) {
	w := newWorld(10)
	last, span := w.Ground(), 0.5*float64(planks)
	pin := func(b world.Body, x float64) {
		world.Must(w.CreateRevolute(last, b, world.RevoluteAt(last, b, mgl64.Vec2{x, 0})))
		last = b
	}
	for i := range planks {
		x := 0.5 * float64(i)
		pin(add(w, body.Def{Position: mgl64.Vec2{x + 0.25, 0}}, shape.Box(0.25, 0.05), world.ColliderDef{Mass: 1}), x)
	}
	pin(w.Ground(), span)
	crate := add(w, body.Def{Position: mgl64.Vec2{span / 2, 0.6}}, shape.Box(0.4, 0.4), world.ColliderDef{Mass: load})
	gap := 0.0
	for range ticks(10) {
		w.Tick()
		for j := range w.Joints() {
			gap = max(gap, j.LinearSeparation())
		}
	}
	r.below("pins part by", 1000*gap, 20, "mm")
	r.below("crate moved aside", 1000*crate.Position().Sub(mgl64.Vec2{span / 2, crate.Position()[1]}).Len(), 50, "mm")
	r.below("speed at the end", crate.LinearVelocity().Len(), 0.05, "m/s")
}
