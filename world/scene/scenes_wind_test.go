package scene

import (
	"fmt"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

const (
	flagPlates   = 12
	flagPlate    = 0.3 // m
	flagPole     = 4.0
	leaves       = 40
	windVelocity = 7.0
	leafDensity  = 0.3 // kg/m^2
)

// wind is still air on the left, in which plates and leaves flutter down, and a stream of air on
// the right, with a flag and with leaves that it carries away.
func wind() *Scene {
	s := newTestScene("Plates and leaves flutter down in still air, and a stream of air on the right carries them away and blows a "+
		"flag out.", 12, viewOf(-14, -0.5, 14, 12.5))
	s.addFloor(20, "")
	air := area.Wind{Density: 0.05, Drag: 1, Lift: 1.6}
	stream := air
	stream.Velocity, stream.Replace = mgl64.Vec2{windVelocity, 0}, true
	s.Areas = []Area{
		{Def: world.AreaDef{Name: "air", Effects: []area.Effect{air}}},
		{Def: world.AreaDef{
			Name: "stream", Shape: shape.Box(7, 3), Position: mgl64.Vec2{7, 6}, Priority: 1,
			Effects: []area.Effect{stream},
		}},
	}
	s.addStatic(mgl64.Vec2{13.7, 3}, 0, plainCollider(shape.Box(0.3, 3)))
	s.addStatic(mgl64.Vec2{flagPole, 4}, 0, Collider{Shape: shape.Box(0.08, 4), Def: world.ColliderDef{Filter: shape.Filter{Mask: 2}}})
	s.Bodies[len(s.Bodies)-1].Def.Name = "pole"
	before, anchor := "pole", mgl64.Vec2{0, 3.6}
	for i := range flagPlates {
		name := fmt.Sprint("flag ", i+1)
		at := mgl64.Vec2{flagPole, round(7.6 - flagPlate*(float64(i)+0.5))}
		b := s.addNamedBody(name, at, 0, shape.Box(0.03, flagPlate/2))
		b.Colliders[0].Def.Density = leafDensity
		s.addJoint(before, name, joint.Revolute{LocalAnchorA: anchor, LocalAnchorB: mgl64.Vec2{0, flagPlate / 2}})
		before, anchor = name, mgl64.Vec2{0, -flagPlate / 2}
	}
	leaf := func(x shape.Support) Collider {
		return Collider{Shape: x, Def: world.ColliderDef{Density: leafDensity}}
	}
	for i := range leaves {
		at := mgl64.Vec2{round(-12.5 + 0.62*float64(i)), round(9.6 + 0.8*float64(i*7%4))}
		angle := round(2.4 * float64(i))
		switch i % 3 {
		case 0:
			s.addDynamic(at, angle, leaf(shape.Box(0.45, 0.03)))
		case 1:
			s.addDynamic(at, angle, leaf(shape.Ellipse{RX: 0.3, RY: 0.05}))
		default:
			s.addDynamic(at, angle, leaf(shape.Triangle(mgl64.Vec2{-0.3, -0.04}, mgl64.Vec2{0.3, -0.04}, mgl64.Vec2{0, 0.08})))
		}
	}
	return s
}

// The stream blows the flag out and leaves beyond the flag pole away, while those in still air come
// down where they were, more slowly than in none.
func TestWindBlows(t *testing.T) {
	w, c := start(t, wind())
	tip, ok := c.Body(fmt.Sprint("flag ", flagPlates))
	require.True(t, ok)
	starts := map[world.Body]mgl64.Vec2{}
	var all []world.Body
	for b := range w.Bodies() {
		if b.Type() == body.Dynamic && b.Name() == "" {
			starts[b] = b.Position()
			all = append(all, b)
		}
	}
	require.Len(t, all, leaves)
	out, height, still := 0.0, 0.0, 0
	ticks := 0
	for w.Time() < 12 {
		w.Tick()
		if w.Ticks() == 90 {
			for _, b := range all {
				if starts[b][0] < -3 {
					height += b.Position()[1]
					still++
				}
			}
		}
		if w.Time() > 4 {
			out += tip.Position()[0] - flagPole
			ticks++
		}
	}
	require.Greater(t, out/float64(ticks), 0.75*flagPlates*flagPlate, "the flag is blown out")
	require.Greater(t, height/float64(still), 5.0, "without air all would lie on the ground after 1.5 s")
	blown := 0
	for _, b := range all {
		drift := b.Position()[0] - starts[b][0]
		if starts[b][0] > 2 && drift > 3 {
			blown++
		}
		if starts[b][0] < -6 {
			require.InDelta(t, 0, drift, 7)
		}
	}
	require.GreaterOrEqual(t, blown, 8)
}
