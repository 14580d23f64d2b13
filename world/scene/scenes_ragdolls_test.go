package scene

import (
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// bone is a part of a figure that stands on the origin: an upright capsule at a height,
// connected to another bone by a revolute joint with limits.
type bone struct {
	name, parent   string
	y, half, r     float64
	pivot          float64 // height, m
	lower, upper   float64 // degrees
	frictionTorque float64 // friction of the joint, N m
}

var ragdollBones = []bone{
	{name: "hip", y: 0.95, half: 0.02, r: 0.095},
	{name: "chest", parent: "hip", y: 1.2, half: 0.135, r: 0.09, pivot: 1, lower: -45, upper: 0, frictionTorque: 0.025},
	{name: "head", parent: "chest", y: 1.475, half: 0.04, r: 0.075, pivot: 1.4, lower: -54, upper: 18, frictionTorque: 0.0125},
	{name: "left thigh", parent: "hip", y: 0.775, half: 0.125, r: 0.06, pivot: 0.9, lower: -9, upper: 72, frictionTorque: 0.05},
	{name: "left shin", parent: "left thigh", y: 0.47, half: 0.15, r: 0.045, pivot: 0.625, lower: -90, upper: -4, frictionTorque: 0.025},
	{name: "right thigh", parent: "hip", y: 0.775, half: 0.125, r: 0.06, pivot: 0.9, lower: -9, upper: 72, frictionTorque: 0.05},
	{name: "right shin", parent: "right thigh", y: 0.47, half: 0.15, r: 0.045, pivot: 0.625, lower: -90, upper: -4, frictionTorque: 0.025},
	{name: "left arm", parent: "chest", y: 1.225, half: 0.125, r: 0.035, pivot: 1.35, lower: -18, upper: 144, frictionTorque: 0.025},
	{name: "left hand", parent: "left arm", y: 0.975, half: 0.125, r: 0.03, pivot: 1.1, lower: -10, upper: 100, frictionTorque: 0.005},
	{name: "right arm", parent: "chest", y: 1.225, half: 0.125, r: 0.035, pivot: 1.35, lower: -18, upper: 144, frictionTorque: 0.025},
	{name: "right hand", parent: "right arm", y: 0.975, half: 0.125, r: 0.03, pivot: 1.1, lower: -10, upper: 100, frictionTorque: 0.005},
}

// addRagdoll adds a figure with its feet at a point, rotated about it.
func (s *Scene) addRagdoll(number int, at mgl64.Vec2, angle float64) {
	height := map[string]float64{}
	boneName := func(part string) string { return fmt.Sprint(part, " ", number) }
	sin, cos := math.Sincos(angle)
	for _, b := range ragdollBones {
		height[b.name] = b.y
		capsule := shape.Capsule{A: mgl64.Vec2{0, -b.half}, B: mgl64.Vec2{0, b.half}, Radius: b.r}
		position := mgl64.Vec2{round(at[0] - b.y*sin), round(at[1] + b.y*cos)}
		s.addDynamic(position, angle, Collider{Shape: capsule, Def: world.ColliderDef{Filter: shape.Filter{Group: -int32(number)}}}).Def.Name = boneName(b.name)
		if b.parent == "" {
			continue
		}
		s.addJoint(boneName(b.parent), boneName(b.name), joint.Revolute{
			LocalAnchorA: mgl64.Vec2{0, round(b.pivot - height[b.parent])}, LocalAnchorB: mgl64.Vec2{0, round(b.pivot - b.y)},
			Limit: true, Lower: round(b.lower * degree), Upper: round(b.upper * degree), MaxMotorTorque: b.frictionTorque,
		})
	}
}

func ragdollPile() *Scene {
	s := newTestScene("Twenty-four ragdolls fall into a bin, pile up and fall asleep.", 14, viewOf(-5, -0.5, 5, 6))
	s.addFloor(8, "")
	for _, side := range []float64{-1, 1} {
		s.addStatic(mgl64.Vec2{side * 3.1, 1}, 0, plainCollider(shape.Box(0.1, 1)))
		s.addStatic(mgl64.Vec2{side * 3.9, 2.7}, -side*45*degree, plainCollider(shape.Box(0.1, 1.1)))
	}
	for i := range 24 { // they fall lying, in rows of three, like bricks
		side := float64(i%2)*2 - 1
		at := mgl64.Vec2{1.7*float64(i%3) - 2.1 + 0.8*float64(i/3%2) + 0.8*side, 0.5 + 0.6*float64(i/3)}
		s.addRagdoll(i+1, at, round(side*(82+2*float64(i%5))*degree))
	}
	return s
}

// The figures pile up, come to rest and sleep. However they fall, they stay in the bin and
// their joints hold. In half of all falls an arm or a leg ends between the two bones of another
// figure's joint, which press it into each other; in the others the joints are tight.
func TestRagdollPileRestsAndSleeps(t *testing.T) {
	accurate := 0
	const falls = 6
	for nudge := range falls {
		s := ragdollPile()
		for i := range s.Bodies {
			if d := &s.Bodies[i].Def; d.Type == body.Dynamic {
				d.LinearVelocity[0] += 0.001 * float64(nudge)
			}
		}
		w, named, _ := buildNamed(t, s)
		asleep, widest := 0, 0.0
		for tick := 1; tick <= 14*60 && asleep == 0; tick++ {
			w.Tick()
			if w.Counters().Awake == 0 {
				asleep = tick
			}
			for j := range w.Joints() {
				widest = max(widest, j.LinearSeparation())
			}
		}
		maxPenetration, maxLinearError, maxAngularError := 0.0, 0.0, 0.0
		for c := range w.Contacts() {
			for _, p := range c.Points() {
				maxPenetration = max(maxPenetration, -p.Separation)
			}
		}
		for j := range w.Joints() {
			maxLinearError, maxAngularError = max(maxLinearError, j.LinearSeparation()), max(maxAngularError, math.Abs(j.AngularSeparation()))
		}
		t.Logf("asleep after %d ticks; at rest contacts %.1f mm, joints %.1f mm, limits %.2f degrees; joints at most %.1f mm",
			asleep, 1000*maxPenetration, 1000*maxLinearError, maxAngularError/degree, 1000*widest)
		require.NotZero(t, asleep)
		for name, b := range named {
			require.Greater(t, b.Position()[1], -1.1, name)
			require.Less(t, math.Abs(b.Position()[0]), 8.0, name)
		}
		require.Less(t, widest, 0.2)
		// Hands of 16 grams are wedged under figures a hundred times as heavy.
		if maxPenetration < 0.02 && maxLinearError < 0.005 && maxAngularError < 3*degree && widest < 0.05 {
			accurate++
		}
	}
	require.GreaterOrEqual(t, accurate, falls/3)
}
