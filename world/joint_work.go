package world

import "github.com/carom2d/carom/internal/state"

// jointWork is what a world does with its joints outside the solver. All of it is nil until the
// first joint, so a program without joints links nothing of it.
type jointWork struct {
	adopt           func(*reordering)
	destroy         func(*World, state.BodySlot) // the joints of a body
	unlink          func(*World, state.BodySlot)
	wake            func(*World, state.BodySlot)
	sleep           func(*World, state.BodySlot)
	recenter        func(*state.Joints, *state.Bodies, state.BodySlot)
	countTurns      func(*state.Joints, *state.Bodies, float32)
	publishStresses func(*World)
}

// useJoints makes the world ready for joints. Only what makes joints calls it, so a program without
// joints links neither their constraints nor their definitions.
func (w *World) useJoints() {
	w.solver.UseJoints()
	w.jointWork = jointWork{
		adopt:           (*reordering).adoptJoints,
		destroy:         (*World).destroyJointsOf,
		unlink:          (*World).unlinkJointsOf,
		wake:            (*World).wakeJointsOf,
		sleep:           (*World).sleepJointsOf,
		recenter:        (*state.Joints).RecenterBody,
		countTurns:      (*state.Joints).CountTurns,
		publishStresses: (*World).publishStresses,
	}
}
