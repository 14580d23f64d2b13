package articulation

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/joint"
	"github.com/go-gl/mathgl/mgl64"
)

// artHarness holds bodies, joints and their articulations, without a solver.
type artHarness struct {
	params step.Params
	bodies *state.Bodies
	joints *state.Joints
	graph  Graph
	set    Set
}

func newArtHarness() *artHarness {
	return &artHarness{
		params: step.Params{
			DT: 1.0 / 60, H: 1.0 / 240, InvH: 240, SubSteps: 4, GravityY: -10, JointHertz: 60, JointDamping: 2,
		},
		bodies: state.NewBodies(), joints: state.NewJoints(),
	}
}

// add makes a dynamic body of the given mass and inertia.
func (w *artHarness) add(x, y, angle, mass, inertia float64) state.BodySlot {
	b := w.bodies
	slot := b.Add(state.Awake, geom.Transform{P: geom.Vec2{X: x, Y: y}, R: geom.RotFromAngle(angle)})
	row := b.Row(slot)
	b.State[row].Flags = state.FlagDynamic
	b.Dynamics[row].InvMass, b.Dynamics[row].InvInertia = float32(1/mass), float32(1/inertia)
	return slot
}

func (w *artHarness) addRevolute(a, b state.BodySlot, def joint.Revolute) state.JointSlot {
	return w.joints.AddRevolute(w.bodies, a, b, &def)
}

// prepare gathers and prepares the only articulation.
func (w *artHarness) prepare() {
	w.set.Reset()
	w.set.Gather(&w.graph, w.joints, w.bodies, 0)
	w.set.Prepare(w.joints, w.bodies, &w.params, 0)
}

// activate marks joints as solver.LinkJoint does, and brings the articulations up to date.
func (w *artHarness) activate(slots ...state.JointSlot) {
	for _, slot := range slots {
		w.joints.Meta[slot].Color = 1
		w.joints.MarkChanged(slot)
	}
	w.graph.BeginTick(w.joints, w.bodies)
	w.graph.validate(w.joints, w.bodies)
}

func (w *artHarness) deactivate(slot state.JointSlot) {
	w.joints.MarkChanged(slot)
	w.joints.Meta[slot].Color = state.None
	w.activate()
}

// chain connects n bodies of one kilogram by revolute joints, the first one with the ground.
func (w *artHarness) chain(n int) (links []state.BodySlot, revolutes []state.JointSlot) {
	last := state.BodySlot(state.Ground)
	for i := range n {
		b := w.add(float64(i)+0.5, 0, 0, 1, 1.0/12)
		anchor := mgl64.Vec2{0.5, 0}
		if i == 0 {
			anchor = mgl64.Vec2{}
		}
		revolutes = append(revolutes, w.addRevolute(last, b, joint.Revolute{LocalAnchorA: anchor, LocalAnchorB: mgl64.Vec2{-0.5, 0}}))
		links = append(links, b)
		last = b
	}
	return links, revolutes
}
