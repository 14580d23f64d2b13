package scene

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func pyramid() *Scene {
	const base = 20
	s := newTestScene("A pyramid of 210 boxes that exactly touch. It must stand still and fall asleep.", 10, viewOf(-12, -1, 12, 21))
	s.addFloor(25, "")
	for row := range base {
		for i := range base - row {
			x := float64(i) + 0.5*float64(row) - 0.5*(base-1)
			s.addDynamic(mgl64.Vec2{x, float64(row) + 0.5}, 0, plainCollider(shape.Box(0.5, 0.5)))
		}
	}
	return s
}

func tallStack() *Scene {
	s := newTestScene("Forty boxes on each other. The tower must neither lean nor sink.", 15, viewOf(-12, -1, 12, 42))
	s.addFloor(15, "")
	for i := range 40 {
		s.addDynamic(mgl64.Vec2{0, float64(i) + 0.5}, 0, plainCollider(shape.Box(0.5, 0.5)))
	}
	return s
}

func heavyOnLight() *Scene {
	s := newTestScene("Boxes of density 100 on boxes of density 1. One stands on one, one on three, and one of density 400 "+
		"on one. The light ones must not be crushed.", 8, viewOf(-6, -1, 6, 5))
	s.addFloor(10, "")
	heavy := func(density float64) Collider {
		return Collider{Shape: shape.Box(0.5, 0.5), Def: world.ColliderDef{Density: density}}
	}
	light := plainCollider(shape.Box(0.5, 0.5))
	s.addDynamic(mgl64.Vec2{-4, 0.5}, 0, light)
	s.addDynamic(mgl64.Vec2{-4, 1.5}, 0, heavy(100))
	s.addDynamic(mgl64.Vec2{-0.5, 0.5}, 0, light)
	s.addDynamic(mgl64.Vec2{0.5, 0.5}, 0, light)
	s.addDynamic(mgl64.Vec2{0, 1.5}, 0, light)
	s.addDynamic(mgl64.Vec2{0, 2.5}, 0, heavy(100))
	s.addDynamic(mgl64.Vec2{4, 0.5}, 0, light)
	s.addDynamic(mgl64.Vec2{4, 1.5}, 0, heavy(400))
	return s
}

// cardHouse leans pairs of cards against each other. With a card of half height h
// and half thickness t, tilted by a from upright, a pair that meets at x = 0 has
// its centres at -+(h sin a + t cos a), stands on the points -+2 h sin a and is
// 2 (h cos a + t sin a) high.
func cardHouse() *Scene {
	const (
		storeys = 4
		h, t    = 0.5, 0.02
		tilt    = 20 * degree
		pitch   = 0.8 // of the pairs in a storey
		roof    = 0.39
	)
	s := newTestScene("A card house of four storeys. Friction alone keeps it up.", 10, viewOf(-2.5, -0.5, 2.5, 4.5))
	s.Materials = []Material{{"card", shape.Material{Friction: 0.8}}}
	s.addFloor(5, "card")
	sin, cos := math.Sincos(tilt)
	card := Collider{Shape: shape.Box(t, h), Material: "card"}
	lid := Collider{Shape: shape.Box(roof, t), Material: "card"}
	ground := 0.0
	for pairs := storeys; pairs > 0; pairs-- {
		left := -0.5 * pitch * float64(pairs-1)
		for i := range pairs {
			x, y := left+pitch*float64(i), ground+h*cos+t*sin
			s.addDynamic(mgl64.Vec2{round(x - h*sin - t*cos), round(y)}, round(-tilt), card)
			s.addDynamic(mgl64.Vec2{round(x + h*sin + t*cos), round(y)}, round(tilt), card)
		}
		ground += 2 * (h*cos + t*sin)
		for i := range pairs - 1 {
			s.addDynamic(mgl64.Vec2{round(left + pitch*(float64(i)+0.5)), round(ground + t)}, 0, lid)
		}
		ground += 2 * t
	}
	return s
}

func dominoes() *Scene {
	s := newTestScene("A pendulum starts a run of forty dominoes; the last one pushes a ball off the table.", 10, viewOf(-11, -2, 11, 4.5))
	s.Materials = []Material{{"table", shape.Material{Friction: 0.5}}, {"smooth", shape.Material{Friction: 0.2}}}
	s.addStatic(mgl64.Vec2{0, -0.5}, 0, Collider{Shape: shape.Box(9.5, 0.5), Material: "table"})
	s.addStatic(mgl64.Vec2{0, -2}, 0, Collider{Shape: shape.Box(20, 0.5), Material: "table"})
	for i := range 40 {
		s.addDynamic(mgl64.Vec2{round(-8 + 0.4*float64(i)), 0.6}, 0,
			Collider{Shape: shape.Box(0.06, 0.6), Material: "smooth"})
	}
	s.addDynamic(mgl64.Vec2{8.3, 0.3}, 0, Collider{Shape: shape.Circle{Radius: 0.3}})
	// The arm is 3 m long; at the bottom the ball's side comes to the first
	// domino's upper third.
	hammer := s.addDynamic(mgl64.Vec2{-8.4, 4}, round(-35*degree),
		Collider{Shape: shape.Circle{Center: mgl64.Vec2{0, -3}, Radius: 0.3}},
		Collider{Shape: shape.OffsetBox(0.04, 1.4, mgl64.Vec2{0, -1.4}, 0), Def: world.ColliderDef{Filter: shape.Filter{Ghost: true}}})
	hammer.Def.Name = "hammer"
	s.Joints = []Joint{{B: "hammer", Def: joint.Revolute{LocalAnchorA: mgl64.Vec2{-8.4, 4}}}}
	return s
}

func bridge() *Scene {
	const planks = 24
	s := newTestScene("A hanging bridge of planks on revolute joints, with boxes and balls dropped on it.", 12, viewOf(-14, -6, 14, 8))
	s.Materials = []Material{{"plank", shape.Material{Friction: 0.6}}}
	for i, name := range []string{"left bank", "right bank"} {
		s.addStatic(mgl64.Vec2{28*float64(i) - 14, -3}, 0, plainCollider(shape.Box(2, 3)))
		s.Bodies[i].Def.Name = name
	}
	name := func(i int) string {
		switch i {
		case -1:
			return "left bank"
		case planks:
			return "right bank"
		}
		return "plank " + string(rune('a'+i))
	}
	for i := range planks {
		b := s.addDynamic(mgl64.Vec2{float64(i) - 0.5*(planks-1), -0.125}, 0,
			Collider{Shape: shape.Box(0.5, 0.125), Material: "plank", Def: world.ColliderDef{Density: 4}})
		b.Def.Name = name(i)
	}
	for i := range planks + 1 {
		// A motor of speed zero is the dry friction that lets the bridge come to rest.
		j := joint.Revolute{LocalAnchorA: mgl64.Vec2{0.5, 0}, LocalAnchorB: mgl64.Vec2{-0.5, 0}, MaxMotorTorque: 4}
		switch i {
		case 0:
			j.LocalAnchorA = mgl64.Vec2{2, 2.875}
		case planks:
			j.LocalAnchorB = mgl64.Vec2{-2, 2.875}
		}
		s.Joints = append(s.Joints, Joint{A: name(i - 1), B: name(i), Def: j})
	}
	for i := range 7 {
		at := mgl64.Vec2{3 * float64(i-3), 3 + 0.5*float64(i)}
		if i%2 == 0 {
			s.addDynamic(at, 0, plainCollider(shape.Box(0.5, 0.5)))
		} else {
			s.addDynamic(at, 0, plainCollider(shape.Circle{Radius: 0.5}))
		}
	}
	return s
}

func newtonsCradle() *Scene {
	const balls, radius, length = 5, 0.5, 4.0
	s := newTestScene("Newton's cradle: five balls on rigid arms. What comes in on one side goes out on the other.",
		12, viewOf(-6, -1, 6, 5.5))
	s.Materials = []Material{{"steel", shape.Material{Restitution: 1}}}
	s.Config.NoSleep = true
	names := []string{"first", "second", "third", "fourth", "fifth"}
	for i := range balls {
		x := 2 * radius * (float64(i) - 0.5*(balls-1))
		angle := 0.0
		if i == 0 {
			angle = -45 * degree
		}
		// The body's origin is the pivot, its collider hangs below.
		s.Bodies = append(s.Bodies, Body{
			Def: body.Def{Name: names[i], Position: mgl64.Vec2{x, length}, Angle: round(angle)},
			Colliders: []Collider{
				{Shape: shape.Circle{Center: mgl64.Vec2{0, -length}, Radius: radius}, Material: "steel"},
				{Shape: shape.Segment{A: mgl64.Vec2{0, 0}, B: mgl64.Vec2{0, radius - length}},
					Def: world.ColliderDef{Massless: true, Filter: shape.Filter{Ghost: true}}},
			},
		})
		s.Joints = append(s.Joints, Joint{B: names[i], Def: joint.Revolute{LocalAnchorA: mgl64.Vec2{x, length}}})
	}
	return s
}

// Bodies of every shape come to rest and fall asleep, and no two overlap deeply. In a heap
// of round bodies some rock for minutes on contacts that roll without loss, so their
// material has a little rolling resistance.
func TestHeapsFallAsleep(t *testing.T) {
	for name, seconds := range map[string]int{
		"card_house": 5, "heavy_on_light": 5, "mixed_rain": 20, "pyramid": 5, "tall_stack": 10,
	} {
		t.Run(name, func(t *testing.T) {
			document, err := os.ReadFile(filepath.Join(sceneFolder, name+".json"))
			require.NoError(t, err)
			s := world.Must(Parse(document))
			s.Materials = append(s.Materials, Material{"dull", shape.Material{Friction: 0.6, RollingResistance: 0.02}})
			for i := range s.Bodies {
				for k := range s.Bodies[i].Colliders {
					if c := &s.Bodies[i].Colliders[k]; c.Material == "" {
						c.Material = "dull"
					}
				}
			}
			w, _, err := s.New(func(c *world.Config) { c.Workers = 1 })
			require.NoError(t, err)
			defer w.Close()
			asleep := 0
			for tick := 1; tick <= seconds*60 && asleep == 0; tick++ {
				w.Tick()
				if w.Counters().Awake == 0 {
					asleep = tick
				}
			}
			maxPenetration, fastest := 0.0, 0.0
			for c := range w.Contacts() {
				for _, p := range c.Points() {
					maxPenetration = max(maxPenetration, -p.Separation)
				}
			}
			for b := range w.Bodies() {
				if b.Type() == body.Dynamic {
					fastest = max(fastest, b.LinearVelocity().Len())
				}
			}
			t.Logf("asleep after %d ticks, %d awake, fastest %.4f m/s, deepest contact %.2f mm", asleep, w.Counters().Awake, fastest, 1000*maxPenetration)
			require.NotZero(t, asleep)
			bound := 0.005
			if name == "mixed_rain" {
				bound = 0.03 // small shapes under many others
			}
			require.Less(t, maxPenetration, bound)
		})
	}
}
