package scene

import (
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

const (
	pinballRadius = 0.18
	pinballWidth  = 3.0 // half of the table
	pinballDome   = 7.0 // the height at which its round top begins
)

// pinballOutline returns the border of the table, clockwise, so that its inside is in front.
func pinballOutline() []mgl64.Vec2 {
	points := []mgl64.Vec2{{-1.65, -0.3}, {-1.65, 1.4}, {-1.28, 1.78}, {-pinballWidth, 2.9}}
	const n = 16
	for i := range n + 1 {
		angle := math.Pi * (1 - float64(i)/n)
		points = append(points, mgl64.Vec2{round(pinballWidth * math.Cos(angle)), round(pinballDome + pinballWidth*math.Sin(angle))})
	}
	return append(points, mgl64.Vec2{pinballWidth, 2.9}, mgl64.Vec2{1.28, 1.78}, mgl64.Vec2{1.65, 1.4}, mgl64.Vec2{1.65, -0.3})
}

// pinball is a table that plays by itself: cranks with motors swing the flippers.
func pinball() *Scene {
	s := newTestScene("Two pinballs among bumpers that give more than they get, lanes of sensors and flippers that cranks swing.", 20, viewOf(-3.4, -0.6, 3.4, 10.4))
	s.Config.Gravity = mgl64.Vec2{0, -4}
	s.Materials = []Material{
		{Name: "steel", Material: shape.Material{Friction: 0.1, Restitution: 0.4}},
		{Name: "rubber", Material: shape.Material{Friction: 0.2, Restitution: 1.2}},
		{Name: "kicker", Material: shape.Material{Friction: 0, Restitution: 1.6}},
	}
	table := Body{Def: body.Def{Name: "table", Type: body.Static}}
	table.Chains = []Chain{{Points: pinballOutline(), Closed: true, Material: "steel"}}
	add := func(x shape.Support, material string, def world.ColliderDef) {
		table.Colliders = append(table.Colliders, Collider{Shape: x, Material: material, Def: def})
	}
	for _, x := range []float64{-1.35, -0.45, 0.45, 1.35} {
		add(shape.Capsule{A: mgl64.Vec2{x, 8.5}, B: mgl64.Vec2{x, 8.85}, Radius: 0.05}, "steel", world.ColliderDef{})
	}
	for _, side := range []float64{-1, 1} { // slingshots above the flippers
		points := []mgl64.Vec2{{side * 2.35, 3.4}, {side * 1.65, 3}, {side * 2.35, 4.4}}
		triangle := world.Must(shape.NewPolygon(points, 0.08))
		add(triangle, "rubber", world.ColliderDef{HitEvents: true})
	}
	add(shape.Circle{Center: mgl64.Vec2{0, -2.2}, Radius: 2.4}, "kicker", world.ColliderDef{})
	s.Bodies = append(s.Bodies, table)
	for i, at := range []mgl64.Vec2{{-1.2, 5.9}, {1.2, 5.9}, {0, 7.1}} {
		name := []string{"bumper 0", "bumper 1", "bumper 2"}[i]
		s.Bodies = append(s.Bodies, Body{Def: body.Def{Name: name, Type: body.Static, Position: at},
			Colliders: []Collider{{Shape: shape.Circle{Radius: 0.45}, Material: "rubber", Def: world.ColliderDef{HitEvents: true}}}})
	}
	for i, x := range []float64{-0.9, 0, 0.9} {
		name := []string{"lane 0", "lane 1", "lane 2"}[i]
		s.Bodies = append(s.Bodies, Body{Def: body.Def{Name: name, Type: body.Static, Position: mgl64.Vec2{x, 8.67}},
			Colliders: []Collider{{Shape: shape.Box(0.35, 0.1), Def: world.ColliderDef{Sensor: true}}}})
	}
	s.addFlipper("left", -1, 14)
	s.addFlipper("right", 1, 16.5)
	spinner := s.addNamedBody("spinner", mgl64.Vec2{0, 4.4}, 0.5, shape.RoundedBox(0.55, 0.03, 0.03))
	spinner.Def.AngularDamping = 0.5
	s.addJoint("", "spinner", joint.Revolute{LocalAnchorA: mgl64.Vec2{0, 4.4}})
	for i, at := range []mgl64.Vec2{{2.3, 7.5}, {-2.4, 6.5}} {
		ball := s.addNamedBody([]string{"ball 0", "ball 1"}[i], at, 0, shape.Circle{Radius: pinballRadius})
		ball.Def.LinearVelocity = mgl64.Vec2{-1 + 3*float64(i), 4}
		ball.Def.Bullet, ball.Def.NeverSleep = true, true
		ball.Colliders[0].Material = "steel"
		ball.Colliders[0].Def.Density = 2
	}
	return s
}

// addFlipper adds a flipper on one side, and the crank that swings it by a rod.
func (s *Scene) addFlipper(name string, side, speed float64) {
	const arm, crank = 0.45, 0.24 // m: it swings by 32 degrees either way
	pivot := mgl64.Vec2{side * 1.5, 1.55}
	wheel := mgl64.Vec2{side * (1.5 + arm), 0.55}
	flipper := s.addNamedBody(name+" flipper", pivot, 0, shape.Capsule{B: mgl64.Vec2{-side * 1.1, -0.2}, Radius: 0.12})
	flipper.Colliders[0].Material = "steel"
	flipper.Colliders[0].Def.Filter = shape.Filter{Category: 2, Mask: 1}
	ghost := world.ColliderDef{Filter: shape.Filter{Ghost: true}}
	flipper.Colliders = append(flipper.Colliders, Collider{Shape: shape.Capsule{B: mgl64.Vec2{side * arm, 0}, Radius: 0.05}, Def: ghost})
	turner := s.addNamedBody(name+" crank", wheel, 0, shape.Circle{Radius: 0.3})
	turner.Colliders[0].Def = ghost
	s.addJoint("", name+" flipper", joint.Revolute{LocalAnchorA: pivot})
	s.addJoint("", name+" crank", joint.Revolute{LocalAnchorA: wheel, MotorSpeed: -side * speed, MaxMotorTorque: 100})
	s.addJoint(name+" crank", name+" flipper", joint.Distance{LocalAnchorA: mgl64.Vec2{crank, 0}, LocalAnchorB: mgl64.Vec2{side * arm, 0}})
}

// insidePinball reports whether a ball is inside the outline, and over the border by no more than
// half of its radius, when a flipper or the other ball presses.
func insidePinball(p mgl64.Vec2) bool {
	const r = 0.5 * pinballRadius
	if p[1] > pinballDome {
		return math.Hypot(p[0], p[1]-pinballDome) <= pinballWidth-r
	}
	if p[1] > 2.9 {
		return math.Abs(p[0]) <= pinballWidth-r
	}
	return math.Abs(p[0]) <= pinballWidth-r && p[1] >= 0.2+r-float64(p[0]*p[0])/2
}

// The balls stay on the table for minutes, are thrown up by the flippers, hit the bumpers and pass
// the lanes. The bumpers give back more than they get.
func TestPinballKeepsItsBalls(t *testing.T) {
	w, named, _ := buildNamed(t, pinball())
	score, passes, inLanes := 0, 0, 0
	faster := 0
	for _, name := range []string{"bumper 0", "bumper 1", "bumper 2"} {
		world.Must(named[name].OnHit(func(h world.Hit) {
			score += 100
			if away := h.ColliderB.Body().LinearVelocity().Dot(h.Normal); away > h.ApproachSpeed {
				faster++
			}
		}))
	}
	for _, name := range []string{"lane 0", "lane 1", "lane 2"} {
		world.Must(named[name].OnSensorBegin(func(world.SensorEvent) { passes++; inLanes++ }))
		world.Must(named[name].OnSensorEnd(func(world.SensorEvent) { inLanes-- }))
	}
	highest, lowestFlip, highestFlip, fastest := 0.0, 1.0, -1.0, 0.0
	thrown, low := 0, [2]bool{}
	for range 5 * 60 * 60 {
		w.Tick()
		for i, name := range []string{"ball 0", "ball 1"} {
			p := named[name].Position()
			require.True(t, insidePinball(p), "%s at %v after %v s", name, p, w.Time())
			fastest = max(fastest, named[name].LinearVelocity().Len())
			if p[1] < 2.2 {
				low[i] = true
			} else if p[1] > 4.5 && low[i] {
				low[i] = false
				thrown++
			}
			highest = max(highest, p[1])
		}
		angle := named["left flipper"].Angle()
		lowestFlip, highestFlip = min(lowestFlip, angle), max(highestFlip, angle)
	}
	t.Logf("score %d, %d hits went away faster, %d passes of lanes, thrown up %d times, fastest %.1f m/s", score, faster, passes, thrown, fastest)
	// A crank swings its flipper by about 32 degrees either way.
	require.Greater(t, highestFlip-lowestFlip, 50*degree)
	require.Less(t, highestFlip-lowestFlip, 90*degree)
	require.Greater(t, score, 5000)
	require.Greater(t, faster, score/200)
	require.Greater(t, thrown, 50)
	require.Greater(t, passes, 5)
	require.GreaterOrEqual(t, inLanes, 0)
	require.LessOrEqual(t, inLanes, 2)
	require.Greater(t, highest, 8.5)
}
