package world

import (
	"fmt"

	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/statefile"
	"github.com/carom2d/carom/shape"
)

type customRecord = state.CustomRecord

// rebuild derives all that is not state from columns that were read from a file. Its error tells
// what in them contradicts itself.
func (w *World) rebuild(customs []customRecord) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = statefile.Invalid("content", "%v", r)
		}
	}()
	w.checkState()
	w.bodies.Rebuild()
	if slot, err := w.shapes.Rebuild(w.bodies); err != nil {
		return statefile.Invalid(fmt.Sprintf("colliders/Meta.Shape[%d]", slot), "%v", err)
	}
	for i := range customs {
		if !w.shapes.SetCustomRecord(&customs[i]) {
			return statefile.Invalid(fmt.Sprintf("colliders/customs[%d]", i), "it is not that of the shape")
		}
	}
	w.joints.Rebuild()
	w.rebuildCounts()
	if err := w.rebuildAreas(); err != nil {
		return err
	}
	w.restored()
	w.events.rebind(w)
	w.pendingEvents.rebind(w)
	w.solver.Check(w.contacts, w.joints, w.bodies)
	w.validate()
	return nil
}

// rebuildCounts counts what colliders listen to.
func (w *World) rebuildCounts() {
	for i := range w.shapes.Meta {
		c := state.ColliderSlot(i)
		if w.shapes.At(c) == 0 {
			continue
		}
		w.pipeline.CountFlags(w.shapes.Link[i].Flags, +1)
		w.crushing.Add(c)
	}
}

// rebuildAreas compiles the shapes of areas and puts them into their order.
func (w *World) rebuildAreas() error {
	t := &w.areas
	t.Convex = make([]shape.Convex, len(t.Meta))
	for i := range t.Meta {
		if m := &t.Meta[i]; m.ID != 0 && m.Shape != nil {
			var err error
			if t.Convex[i], err = shape.New(m.Shape); err != nil {
				return statefile.Invalid(fmt.Sprintf("areas/Meta.Shape[%d]", i), "%v", err)
			}
		}
	}
	t.Rebuild(w.bodies)
	return nil
}
