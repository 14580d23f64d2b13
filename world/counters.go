package world

import (
	"github.com/carom2d/carom/internal/fphash"
	"github.com/carom2d/carom/internal/state"
)

// Counters holds the numbers of bodies, contacts, joints and islands of a world.
type Counters struct {
	Bodies, Awake, Asleep, Static int // the ground not counted
	Colliders                     int
	Contacts, Touching            int // pairs whose boxes overlap; of these, touching
	Joints, Islands, Colors       int
}

// Counters returns the numbers of the world's objects.
func (w *World) Counters() Counters {
	w.checkReadable()
	c := Counters{
		Bodies: w.bodies.Len() - 1,
		Awake:  w.bodies.Awake(), Asleep: w.bodies.AsleepEnd() - w.bodies.Awake(),
		Colliders: w.shapes.Len(), Contacts: w.contacts.Len(),
		Joints: w.joints.Len(), Islands: w.islands.Len(), Colors: w.solver.Colors(),
	}
	c.Static = c.Bodies - c.Awake - c.Asleep
	for i := range w.contacts.Pair {
		if w.contacts.Pair[i].Flags&state.ContactTouching != 0 {
			c.Touching++
		}
	}
	return c
}

// Hash returns a fingerprint of every pose and velocity, bit by bit, in
// ascending order of body slots: equal on every platform and for every number
// of workers.
func (w *World) Hash() uint64 {
	w.checkReadable()
	h := fphash.New()
	for slot := 1; slot < w.bodies.Cap(); slot++ {
		id := w.bodies.Meta[slot].ID
		if id == 0 || !w.bodies.Alive(id) {
			continue
		}
		row := w.bodies.Rows[slot]
		pose, st := &w.bodies.Pose[row], &w.bodies.State[row]
		h.Uint64(uint64(id))
		for _, x := range [...]float64{pose.P.X, pose.P.Y, pose.R.C, pose.R.S} {
			h.Float64(x)
		}
		for _, x := range [...]float32{st.VX, st.VY, st.W} {
			h.Float32(x)
		}
	}
	return h.Sum()
}

// Validate panics with a sentence when an internal invariant is broken. It is
// slow; programs built with the tag "invariants" run it after every tick.
func (w *World) Validate() {
	w.beginQuerying()
	w.validate()
}

func (w *World) validate() {
	w.bodies.Validate()
	w.contacts.Validate()
	w.pipeline.Validate()
	w.pipeline.Broadphase.Validate()
	w.islands.Validate()
	w.joints.Validate(w.bodies)
	w.solver.Validate(w.contacts, w.joints, w.bodies)
	w.linking.Validate()
	w.areas.Validate(w.bodies)
	w.builder.Validate(w.door.has(doorTicking))
}
