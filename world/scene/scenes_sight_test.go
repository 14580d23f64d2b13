package scene

import (
	"fmt"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// lightAndSight is a museum at night, seen from above.
func lightAndSight() *Scene {
	s := &Scene{
		Description: "A museum at night from above: two lamps, a revolving door and six thieves among pillars of every shape. " +
			"Nothing loses speed.",
		Seconds: 12, View: viewOf(-10.5, -6.5, 10.5, 6.5),
		Materials: []Material{{"ice", shape.Material{Restitution: 1}}},
	}
	ice := func(x shape.Support) Collider { return Collider{Shape: x, Material: "ice"} }
	box := func(hx, hy, x, y, angle float64) Collider {
		return ice(shape.OffsetBox(hx, hy, mgl64.Vec2{x, y}, angle))
	}
	walls := Body{Def: staticDef("walls"), Colliders: []Collider{
		box(10.5, 0.25, 0, 6.25, 0), box(10.5, 0.25, 0, -6.25, 0), box(0.25, 6.5, 10.25, 0, 0), box(0.25, 6.5, -10.25, 0, 0),
		box(0.15, 2, 0, 4, 0), box(0.15, 2, 0, -4, 0),
	}}
	statues := Body{Def: staticDef("statues"), Colliders: []Collider{
		ice(shape.Circle{Center: mgl64.Vec2{-5, 3}, Radius: 0.7}), ice(shape.Ellipse{Center: mgl64.Vec2{-6, -2.5}, RX: 1.2, RY: 0.4, Angle: 0.5}),
		ice(shape.Capsule{A: mgl64.Vec2{-2.5, -4}, B: mgl64.Vec2{-2, -2.5}, Radius: 0.25}), ice(shape.Sector{Center: mgl64.Vec2{-8, 0.5}, Radius: 0.9, Sweep: 2}),
		ice(shape.HalfEllipse{Center: mgl64.Vec2{3, 3.5}, RX: 0.9, RY: 0.6}), box(0.5, 0.5, 6.5, 3, 0.6), box(0.8, 0.2, 5, -3, -0.4),
		ice(shape.Segment{A: mgl64.Vec2{7, -0.5}, B: mgl64.Vec2{8.5, 0.5}}), ice(shape.Circle{Center: mgl64.Vec2{3, -4.5}, Radius: 0.45}),
		ice(shape.Circle{Center: mgl64.Vec2{-3, 0.8}, Radius: 0.3}), ice(shape.Circle{Center: mgl64.Vec2{3, 0.2}, Radius: 0.3}),
	}}
	door := Body{
		Def:       body.Def{Type: body.Kinematic, Name: "door", AngularVelocity: 0.8},
		Colliders: []Collider{box(1.4, 0.1, 0, 0, 0), box(0.1, 1.4, 0, 0, 0)},
	}
	s.Bodies = append(s.Bodies, walls, statues, door)
	drift := func(name string, x, y, vx, vy float64, c Collider) {
		b := s.addDynamic(mgl64.Vec2{x, y}, 0, c)
		b.Def.Name, b.Def.LinearVelocity, b.Def.NeverSleep = name, mgl64.Vec2{vx, vy}, true
	}
	drift("lamp 1", -4, -1, 1.1, 0.9, ice(shape.Circle{Radius: 0.12}))
	drift("lamp 2", 6, 0.8, -0.8, 1.2, ice(shape.Circle{Radius: 0.12}))
	for i, at := range [][4]float64{{-8.5, 4.5, 0.9, -0.5}, {-7.5, -4.8, 1, 0.3}, {-1.5, 4.5, -0.7, 0.8}, {1.5, -4.5, 0.5, 0.9}, {8.5, -4.5, -1, 0.6}, {8.5, 4.8, -0.8, -0.7}} {
		drift(fmt.Sprint("thief ", i+1), at[0], at[1], at[2], at[3], ice(shape.Circle{Radius: 0.28}))
	}
	return s
}

// A lamp sees the thieves to whom some ray from it comes through, at any time. Each thief is
// seen at times, and at times not.
func TestLampsSeeWhatRaysReach(t *testing.T) {
	w, named, _ := buildNamed(t, lightAndSight())
	lamp := named["lamp 1"]
	filter := world.QueryFilter{Ignore: lamp}
	var seen, hidden [7]int
	for range 48 {
		tickSeconds(w, 0.25)
		eye := lamp.Position()
		visible := slices.Collect(w.VisibleColliders(eye, 30, filter))
		for i := 1; i <= 6; i++ {
			thief := named[fmt.Sprint("thief ", i)]
			reached := false
			for k := range 200 {
				to := thief.Position().Add(geom.RotFromAngle(float64(k)).X().Mul(0.28 * float64(k) / 200).Mgl())
				hit, ok := w.RayCast(eye, to.Sub(eye), filter)
				reached = reached || ok && hit.Collider.Body() == thief
			}
			isSeen := slices.ContainsFunc(visible, func(c world.Collider) bool { return c.Body() == thief })
			if reached {
				require.True(t, isSeen, "thief %d at %.2f s", i, w.Time())
				seen[i]++
			} else {
				hidden[i]++
			}
		}
	}
	t.Log(seen, hidden)
	for i := 1; i <= 6; i++ {
		require.NotZero(t, hidden[i], "thief %d", i)
	}
	require.Greater(t, seen[1]+seen[2]+seen[3]+seen[4]+seen[5]+seen[6], 40)
}
