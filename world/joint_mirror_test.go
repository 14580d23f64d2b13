package world_test

import (
	"testing"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Every joint that treats its bodies alike, between a and b, moves them as the
// same joint between b and a, with what it measures turned round.
func TestSwappedJointsMoveAlike(t *testing.T) {
	p, q := mgl64.Vec2{0.3, -0.2}, mgl64.Vec2{-0.4, 0.1}
	right := mgl64.Vec2{1, 0.25}
	base := joint.Base{MaxForce: 80}
	for name, pair := range map[string][2]func(w *world.World, a, b world.Body){
		"distance": {
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateDistance(a, b, joint.Distance{Base: base, LocalAnchorA: p, LocalAnchorB: q, SpringHertz: 2, SpringDamping: 0.3, MaxLength: 2.5, MotorSpeed: 1, MaxMotorForce: 3}))
			},
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateDistance(b, a, joint.Distance{Base: base, LocalAnchorA: q, LocalAnchorB: p, SpringHertz: 2, SpringDamping: 0.3, MaxLength: 2.5, MotorSpeed: 1, MaxMotorForce: 3}))
			},
		},
		"weld": {
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateWeld(a, b, joint.Weld{LocalAnchorA: p.Add(right), LocalAnchorB: q.Sub(right), Angle: 0.3}))
			},
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateWeld(b, a, joint.Weld{LocalAnchorA: q.Sub(right), LocalAnchorB: p.Add(right), Angle: -0.3}))
			},
		},
		"angle": {
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateAngle(a, b, joint.Angle{Angle: 1, SpringHertz: 1, Limit: true, Lower: -2, Upper: 1.5}))
			},
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateAngle(b, a, joint.Angle{Angle: -1, SpringHertz: 1, Limit: true, Lower: -1.5, Upper: 2}))
			},
		},
		"rotary spring": {
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateRotarySpring(a, b, joint.RotarySpring{Angle: 1, Stiffness: 4, Damping: 0.5}))
			},
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateRotarySpring(b, a, joint.RotarySpring{Angle: -1, Stiffness: 4, Damping: 0.5}))
			},
		},
		"ratchet": {
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateRatchet(a, b, joint.Ratchet{Step: 0.5, Phase: 0.1}))
			},
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateRatchet(b, a, joint.Ratchet{Step: 0.5, Phase: 0.1, Reverse: true}))
			},
		},
		"pulley": {
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreatePulley(a, b, joint.Pulley{WheelA: mgl64.Vec2{-3, 4}, WheelB: mgl64.Vec2{3, 4}, LocalAnchorA: p, LocalAnchorB: q}))
			},
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreatePulley(b, a, joint.Pulley{WheelA: mgl64.Vec2{3, 4}, WheelB: mgl64.Vec2{-3, 4}, LocalAnchorA: q, LocalAnchorB: p}))
			},
		},
		"friction": {
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateFriction(a, b, joint.Friction{Force: 3, Torque: 1}))
			},
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateFriction(b, a, joint.Friction{Force: 3, Torque: 1}))
			},
		},
		"mouse": {
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateMouse(a, b, joint.Mouse{LocalTargetA: p, LocalAnchorB: q}))
			},
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateMouse(b, a, joint.Mouse{LocalTargetA: q, LocalAnchorB: p}))
			},
		},
		"custom": {
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateCustom([]world.Body{a, b}, joint.Custom{Constraint: rod{2}}))
			},
			func(w *world.World, a, b world.Body) {
				world.Must(w.CreateCustom([]world.Body{b, a}, joint.Custom{Constraint: rod{2}}))
			},
		},
	} {
		var ends [2][4]float64
		for i, build := range pair {
			w := open(t, world.Config{Workers: 1})
			a, b := lump(t, w, -1, 0, 2, 1), lump(t, w, 1, 0.5, 1, 0.4)
			require.NoError(t, a.SetAngularVelocity(1.5))
			require.NoError(t, b.SetLinearVelocity(mgl64.Vec2{1, 2}))
			require.NoError(t, b.SetAngularVelocity(-2))
			build(w, a, b)
			run(w, 1.5)
			ends[i] = [4]float64{a.Position()[0], a.Position()[1], b.Angle(), b.Position()[1]}
		}
		for k := range ends[0] {
			// The order of float32 operations differs; nothing else does.
			require.InDelta(t, ends[0][k], ends[1][k], 1e-4, name)
		}
		require.NotEqual(t, ends[0][3], 0.5+2*1.5, name)
	}
}
