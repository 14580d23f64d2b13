package scene

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// driving is the course of the sample "Driving" of Box2D and the car that drives there, with motors
// of 50 rad/s and 5 N m on both wheels: hills, a teeter, a hanging bridge, a stack of boxes, a ramp
// and a wall.
func driving() *Scene {
	s := newTestScene("A car whose wheels turn at 50 rad/s takes two rows of hills, a teeter, a hanging bridge and a stack of boxes.",
		32, viewOf(-20, -12, 320, 24))
	s.Materials = []Material{
		{"tyre", shape.Material{Friction: 1.5, RollingResistance: 0.1}}, {"coachwork", shape.Material{Friction: 0.2}},
		{"crate", shape.Material{Friction: 0.25, Restitution: 0.25}},
	}
	s.drivingGround()
	s.drivingTeeter()
	s.drivingBridge()
	for i := range 5 {
		s.addDynamic(mgl64.Vec2{230, 0.5 + float64(i)}, 0, Collider{Shape: shape.Box(0.5, 0.5), Material: "crate", Def: world.ColliderDef{Density: 0.25}})
	}
	s.drivingCar(-50, 5)
	return s
}

// drivingGround is a loop of hills, and behind the bridge single segments.
func (s *Scene) drivingGround() {
	points := []mgl64.Vec2{{-20, -20}, {-20, 0}, {20, 0}}
	for range 2 {
		for _, height := range []float64{0.25, 1, 4, 0, 0, -1, -2, -2, -1.25, 0} {
			points = append(points, mgl64.Vec2{points[len(points)-1][0] + 5, height})
		}
	}
	points = append(points, mgl64.Vec2{160, 0}, mgl64.Vec2{160, -20})
	for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 { // the solid side is below
		points[i], points[j] = points[j], points[i]
	}
	ground := Body{Def: staticDef("road"), Chains: []Chain{{Points: points, Closed: true}}}
	for _, ends := range [][2]mgl64.Vec2{
		{{200, 0}, {240, 0}}, {{240, 0}, {250, 5}}, {{260, 0}, {300, 0}}, {{300, 0}, {300, 20}},
	} {
		ground.Colliders = append(ground.Colliders, plainCollider(shape.Segment{A: ends[0], B: ends[1]}))
	}
	s.Bodies = append(s.Bodies, ground)
}

func (s *Scene) drivingTeeter() {
	teeter := s.addDynamic(mgl64.Vec2{140, 1}, 0, plainCollider(shape.Box(10, 0.25)))
	teeter.Def.Name, teeter.Def.AngularVelocity = "teeter", 1
	s.addJoint("road", "teeter", joint.Revolute{LocalAnchorA: mgl64.Vec2{140, 1}, Limit: true, Lower: -round(8 * degree), Upper: round(8 * degree)})
}

func (s *Scene) drivingBridge() {
	before := "road"
	for i := range 20 {
		name := fmt.Sprint("plank ", i)
		plank := s.addDynamic(mgl64.Vec2{161 + 2*float64(i), -0.125}, 0, plainCollider(shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.125}))
		plank.Def.Name = name
		def := joint.Revolute{LocalAnchorA: mgl64.Vec2{1, 0}, LocalAnchorB: mgl64.Vec2{-1, 0}}
		if i == 0 {
			def.LocalAnchorA = mgl64.Vec2{160, -0.125}
		}
		s.addJoint(before, name, def)
		before = name
	}
	s.addJoint(before, "road", joint.Revolute{LocalAnchorA: mgl64.Vec2{1, 0}, LocalAnchorB: mgl64.Vec2{200, -0.125}, MaxMotorTorque: 50})
}

func (s *Scene) drivingCar(speed, torque float64) {
	hull := world.Must(shape.NewHullPolygon([]mgl64.Vec2{
		{-1.275, -0.425}, {1.275, -0.425}, {1.275, 0}, {0, 0.765}, {-0.9775, 0.765}, {-1.275, 0.17},
	}, 0.15))
	car := s.addDynamic(mgl64.Vec2{0, 1}, 0, Collider{Shape: hull, Material: "coachwork"})
	car.Def.Name = "car"
	for i, at := range []mgl64.Vec2{{-1, 0.35}, {1, 0.4}} {
		name := []string{"rear wheel", "front wheel"}[i]
		wheel := s.addDynamic(at, 0, Collider{Shape: shape.Circle{Radius: 0.4}, Material: "tyre", Def: world.ColliderDef{Density: 2}})
		wheel.Def.Name = name
		s.addJoint("car", name, joint.Wheel{
			LocalAnchorA: mgl64.Vec2{at[0], round(at[1] - 1)}, LocalAxisA: mgl64.Vec2{0, 1},
			SpringHertz: 5, SpringDamping: 0.7, Limit: true, Lower: -0.25, Upper: 0.25,
			MotorSpeed: speed, MaxMotorTorque: torque,
		})
	}
}

// With the torque of the sample the car reaches the wall at the end of the course, the right way
// up, from twelve places a millimetre apart. Its wheels turn at the speed of their motors, which is
// more than an eighth of a turn in a tick. In the crash at 17 m/s chance decides: the driven wheel
// climbs the wall, and one car of the twelve falls on its back.
func TestCarTakesTheCourse(t *testing.T) {
	const atWall = 297.57 // where the car stands at the wall
	fell := 0
	for start := range 12 {
		course := driving()
		for i := range course.Bodies {
			if b := &course.Bodies[i].Def; b.Name == "car" || strings.HasSuffix(b.Name, "wheel") {
				b.Position[0] += float64(start) / 1000
			}
		}
		w, named, _ := buildNamed(t, course)
		car, fastest, furthest := named["car"], 0.0, 0.0
		for range int(60 * course.Seconds) {
			w.Tick()
			fastest = max(fastest, -named["rear wheel"].AngularVelocity())
			furthest = max(furthest, car.Position()[0])
			if math.Abs(car.Angle()) >= 1.5 {
				require.Greater(t, furthest, atWall, "start %d: it turns over at %v", start, car.Position())
				fell++
				break
			}
		}
		require.Greater(t, furthest, 295.0, "start %d", start)
		require.InDelta(t, 50, fastest, 2, "start %d", start)
	}
	require.LessOrEqual(t, fell, 1)
}

// With motors of 20 N m the car is, at every half second of the first five, where it is in Box2D
// v3.2 with time steps of 1/960 s, within 4 %: at 60 Hz that is 3 % behind itself. It flies from
// the fourth hill at 14 m/s, and how it lands is a matter of chance in both. Before wheels turned
// freely it turned over at 7 m.
func TestCarDrivesAsInBox2D(t *testing.T) {
	s := driving()
	s.Joints, s.Bodies = s.Joints[:len(s.Joints)-2], s.Bodies[:len(s.Bodies)-3]
	s.drivingCar(-50, 20)
	w, named, _ := buildNamed(t, s)
	car := named["car"]
	for i, want := range []float64{0, 0.91, 3.76, 8.60, 15.42, 24.27, 32.81, 39.77, 46.74, 53.71, 60.68} {
		t.Logf("%.1f s: %.2f m, there %.2f m", float64(i)/2, car.Position()[0], want)
		require.InDelta(t, want, car.Position()[0], 0.04*want+0.05)
		require.Less(t, math.Abs(car.Angle()), 1.2)
		if i > 0 {
			require.InDelta(t, -50, named["front wheel"].AngularVelocity(), 0.5, "it spins from the start")
		}
		tickSeconds(w, 0.5)
	}
}
