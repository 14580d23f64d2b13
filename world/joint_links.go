package world

import (
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// useJoints makes the world ready for joints. Only what makes joints calls it, so a program without
// joints links neither their constraints nor their definitions.
func (w *World) useJoints() {
	w.builder.UseJoints()
}

// finishJoint is the last step in the creation of any joint.
func (w *World) finishJoint(slot state.JointSlot) Joint {
	w.useJoints()
	w.linking.AddJoint(slot)
	return Joint{w, w.joints.Meta[slot].ID}
}

// publishStresses reports the joints that passed a break limit, in ascending
// order of their slots, and destroys those that are to break.
func (w *World) publishStresses() {
	w.scratch.stressedJoints = w.scratch.stressedJoints[:0]
	for r := range w.joints.Awake() {
		if w.joints.Link[r].Flags&state.JointStressed != 0 {
			w.scratch.stressedJoints = append(w.scratch.stressedJoints, w.joints.Slots[r])
		}
	}
	slices.Sort(w.scratch.stressedJoints)
	for _, slot := range w.scratch.stressedJoints {
		meta := &w.joints.Meta[slot]
		if meta.ID == 0 { // destroyed with one that broke
			continue
		}
		row := w.joints.Row(slot)
		flags := w.joints.Link[row].Flags
		w.joints.Link[row].Flags &^= state.JointStressed
		load := w.joints.Load[row]
		broke := flags&state.JointReportOnly == 0
		a, b := w.joints.Pair(slot)
		_, anchorB := w.joints.Anchors(w.bodies, slot)
		w.events.JointStresses = append(w.events.JointStresses, JointStress{
			Joint:  Joint{w, meta.ID},
			Force:  state.Finite(geom.Vec2{X: float64(load.ForceX), Y: float64(load.ForceY)}.Length()),
			Torque: state.Finite(float64(load.Torque)), Broke: broke,
			Kind: w.joints.Link[row].Kind, BodyA: w.bodyAt(a), BodyB: w.bodyAt(b),
			Position: anchorB.Mgl(), UserData: meta.UserData,
		})
		if broke {
			w.linking.DestroyJoint(slot)
		}
	}
}
