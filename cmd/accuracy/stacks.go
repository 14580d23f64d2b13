package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/testdata/scenes"
	"github.com/carom2d/carom/world"
	worldscene "github.com/carom2d/carom/world/scene"
	"github.com/go-gl/mathgl/mgl64"
)

func stackRows() []row {
	return []row{
		{"tall stacks", "60 and 100 boxes of 1 m, 30 and 50 of .2 m, 60 of mixed sizes, 60 s without sleep", "stand, 4 mm lower each", tallStacks},
		{"stacks of random densities", "100 boxes of 1 m and of .2 m with densities from 1 to 100, six seeds each of even densities and of even orders, put down at once, 30 s without sleep", "stand", randomStacks},
		{"heaps, rolling resistance", "24 heaps of 60 mixed shapes in a trough of 8 m, rolling resistance .02, 60 s", "0 awake", func(s size) []scene { return heaps(s, 0.02, 0) }},
		{"heaps", "24 heaps of 60 mixed shapes in a trough of 8 m, 60 s", "0 awake", func(s size) []scene { return heaps(s, 0, 2) }},
		{"mixed_rain", "the example scene, and 31 whose bodies begin about a millimetre elsewhere: until all sleeps in half of them", "", mixedRain},
	}
}

func tallStacks(s size) []scene {
	list := []scene{
		tallStack("30 of .2 m", 30, func(int) float64 { return 0.1 }),
		tallStack("60 of 1 m", 60, func(int) float64 { return 0.5 }),
		tallStack("100 of 1 m", 100, func(int) float64 { return 0.5 }),
		tallStack("50 of .2 m", 50, func(int) float64 { return 0.1 }),
		tallStack("60 of mixed sizes", 60, func(i int) float64 { return []float64{0.5, 0.3, 0.4, 0.2, 0.45}[i%5] }),
	}
	return list[:s.pick(5, 1)]
}

// tallStack builds a tower of squares. The figure is the distance by which the top has sunk after a
// minute, per box. A tower that falls misses the bound by far.
func tallStack(name string, count int, half func(i int) float64) scene {
	return scene{name, func(r *record) {
		w := newWorld(gravity)
		addFloor(w, world.ColliderDef{})
		height := 0.0
		var top world.Body
		start, sway := 0.0, 0.0
		for i := range count {
			h := half(i)
			start = height + h
			top = add(w, body.Def{Position: mgl64.Vec2{0, start}}, shape.Box(h, h), world.ColliderDef{})
			height += 2 * h
		}
		for tick := range ticks(60) {
			w.Tick()
			sway = max(sway, math.Abs(top.Position()[0]))
			if start-top.Position()[1] > 0.5*height {
				r.above("stands for", float64(tick)*dt, 60, "s")
				break
			}
		}
		r.below("lower by, each", 1000*(start-top.Position()[1])/float64(count), 1000*2*slop, "mm")
		r.below("top beside the foot", math.Abs(top.Position()[0]), half(count-1), "m")
	}}
}

// randomStacks builds towers of squares whose densities are evenly distributed between 1 and 100,
// and towers whose logarithms of densities are.
func randomStacks(s size) []scene {
	var list []scene
	for i := s.pick(0, 3); i < s.pick(24, 4); i++ {
		seed, orders, half := i/4, i%2 == 1, []float64{0.5, 0.1}[i/2%2]
		name := map[bool]string{false: "even densities", true: "even orders"}[orders]
		list = append(list, scene{fmt.Sprintf("%s of %v m, seed %d", name, 2*half, seed), func(r *record) {
			stackRandomly(r, seed, orders, half)
		}})
	}
	return list
}

// stackRandomly stacks boxes whose densities, or their logarithms, are evenly distributed.
func stackRandomly(r *record, seed int, orders bool, half float64) {
	const count = 100
	w := newWorld(gravity)
	addFloor(w, world.ColliderDef{})
	rnd := rand.New(rand.NewPCG(uint64(seed), 7))
	var boxes []world.Body
	for k := range count {
		density := 1 + 99*rnd.Float64()
		if orders {
			density = math.Pow(100, (density-1)/99)
		}
		boxes = append(boxes, add(w, body.Def{Position: mgl64.Vec2{0, half + 2*half*float64(k)}}, shape.Box(half, half), world.ColliderDef{Density: density}))
	}
	sway := 0.0
	top, stood := boxes[count-1], 0
	for ; stood < ticks(30) && top.Position()[1] > half*count; stood++ {
		w.Tick()
		for _, b := range boxes {
			sway = max(sway, math.Abs(b.Position()[0]))
		}
	}
	r.above("stands for", float64(stood)*dt, 30, "s")
	r.below("aside", 1000*sway, 100, "mm")
	r.below("lower by, each", 1000*(half*(2*count-1)-top.Position()[1])/count, 1000*slop, "mm")
}

// heaps counts the heaps that are awake after a minute.
func heaps(s size, rolling float64, allowed int) []scene {
	count := s.pick(24, 3)
	return []scene{{fmt.Sprintf("%d heaps", count), func(r *record) {
		total := 0
		for seed := range count {
			if staysAwake(uint64(seed), rolling) {
				total++
			}
		}
		r.below("awake", float64(total), float64(allowed), "heaps")
	}}}
}

// staysAwake drops sixty shapes into a trough and reports whether any is awake after a minute.
func staysAwake(seed uint64, rolling float64) bool {
	w := newSleepyWorld()
	m := shape.DefaultMaterial()
	m.RollingResistance = rolling
	rough := world.ColliderDef{Material: &m}
	addFloor(w, rough)
	for _, x := range []float64{-4.5, 4.5} {
		addStatic(w, mgl64.Vec2{x, 10}, 0, shape.Box(0.5, 10), rough)
	}
	rnd := rand.New(rand.NewPCG(seed, 81))
	for i := range 60 {
		at := mgl64.Vec2{1.2 * (float64(i%6) - 2.5), 1 + 1.2*float64(i/6)}
		add(w, body.Def{Position: at, Angle: 2 * math.Pi * rnd.Float64()}, mixedShape(rnd, 0.3), rough)
	}
	for range ticks(60) {
		w.Tick()
		if w.Counters().Awake == 0 {
			return false
		}
	}
	return true
}

// mixedShape returns one of the convex shapes, about r in size.
func mixedShape(rnd *rand.Rand, r float64) shape.Support {
	r *= 0.6 + 0.8*rnd.Float64()
	switch rnd.IntN(8) {
	case 0:
		return shape.Circle{Radius: r}
	case 1:
		return shape.Capsule{A: mgl64.Vec2{-0.6 * r, 0}, B: mgl64.Vec2{0.6 * r, 0}, Radius: 0.5 * r}
	case 2:
		return shape.Box(r, r*(0.4+0.6*rnd.Float64()))
	case 3:
		return shape.RoundedBox(0.7*r, 0.5*r, 0.2*r)
	case 4:
		return shape.RegularPolygon(3+rnd.IntN(4), r)
	case 5:
		return shape.Ellipse{RX: r, RY: 0.6 * r}
	case 6:
		return shape.HalfEllipse{RX: r, RY: 0.7 * r}
	default:
		return shape.Sector{Radius: r, Sweep: 1 + 1.4*rnd.Float64()}
	}
}

// mixedRain has variations, because each variation falls differently.
func mixedRain(s size) []scene {
	count := s.pick(32, 3)
	return []scene{{fmt.Sprintf("%d scenes", count), func(r *record) {
		var asleep []float64
		for seed := range count {
			asleep = append(asleep, rainFalls(uint64(seed), 20))
		}
		slices.Sort(asleep)
		r.below("half asleep after", asleep[count/2], 8, "s")
	}}}
}

// rainFalls returns the time after which all bodies of the scene sleep, or a time above longest.
func rainFalls(seed uint64, longest float64) float64 {
	s := world.Must(worldscene.Parse(world.Must(scenes.Read("mixed_rain"))))
	w, _, err := s.New(func(c *world.Config) { c.Workers = 1 })
	world.Check(err)
	rnd := rand.New(rand.NewPCG(seed, 1))
	for b := range w.Bodies() {
		if seed > 0 && b.Type() == body.Dynamic {
			aside := mgl64.Vec2{1e-3 * rnd.NormFloat64(), 1e-3 * rnd.NormFloat64()}
			world.Check(b.SetTransform(b.Position().Add(aside), b.Angle()))
		}
	}
	for tick := range ticks(longest) {
		w.Tick()
		if w.Counters().Awake == 0 {
			return float64(tick+1) * dt
		}
	}
	return math.Inf(1)
}
