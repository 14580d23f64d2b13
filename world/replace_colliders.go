package world

import (
	"fmt"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
)

// replacedColliders are the arguments of ReplaceColliders, as they are recorded.
type replacedColliders struct {
	Old   []ColliderID
	Parts []ColliderParts
}

// ReplaceColliders takes colliders off a static body and attaches others in their place, all or
// none, and appends the new ones to dst in the order of the list. It is for ground that changes in
// one place: an awake or sleeping body that touched an old collider and lies on new ones in the
// same way does not notice.
//
// The contact of such a body passes to a new collider. It keeps its identity, its impulses and its
// user number, and there is no event; a later end names the new collider. A contact passes if each
// of its points, and the surface between two points, lies on the border of colliders of the body
// that differ from the old collider in shape and UserData only. Two contacts of a body that
// pass to one collider become one, with their outermost points and the sum of their impulses, and
// the other one ends. All other bodies that touched an old collider wake up, and their contacts
// end. As after Attach, bodies wake that sleep where a new collider
// lies, except bodies that an old collider touched as closely. Sensors report the old colliders as
// gone and the new colliders as come.
//
// The error is a *geom.FieldError that names Type for a body that is not static, Old[i] for a
// collider that is gone, is not of the body, is part of a chain or is given twice, and Parts[i] and
// a field for a collider that cannot be made.
func (b Body) ReplaceColliders(dst, old []Collider, parts []ColliderParts) ([]Collider, error) {
	slot, err := b.beginChange(recording.BodyReplaceColliders, func(r callRecorder) {
		x := replacedColliders{Parts: parts}
		for _, c := range old {
			if c.w != b.w {
				c.id = 0 // the identity may be the identity of a collider of this world
			}
			x.Old = append(x.Old, c.id)
		}
		r.value(x)
	})
	if err != nil {
		return dst, err
	}
	defer b.w.endChange()
	w := b.w
	if t := w.bodies.Meta[slot].Type; t != body.Static {
		return dst, geom.NewFieldError("Type", t, geom.ErrOutOfRange)
	}
	slots, err := w.slotsOf(slot, old)
	if err != nil {
		return dst, err
	}
	added, err := w.attachQuietly(slot, parts)
	if err != nil {
		return dst, err
	}
	done := false
	defer func() {
		if !done { // the code of a custom shape has panicked
			w.linking.EndPassing()
			w.removeEach(added)
		}
	}()
	w.linking.PassContacts(slot, slots, added)
	done = true
	w.builder.WakeUnder(added)
	w.linking.EndPassing()
	w.removeEach(slots)
	for _, c := range added {
		dst = append(dst, w.colliderAt(c))
	}
	return dst, nil
}

// replaceColliders is ReplaceColliders with its arguments as they are recorded.
func (b Body) replaceColliders(x replacedColliders) error {
	old := make([]Collider, len(x.Old))
	for i, id := range x.Old {
		old[i] = Collider{b.w, id}
	}
	_, err := b.ReplaceColliders(nil, old, x.Parts)
	return err
}

// slotsOf returns the slots of the colliders that ReplaceColliders takes off a body.
func (w *World) slotsOf(owner state.BodySlot, list []Collider) ([]state.ColliderSlot, error) {
	slots := make([]state.ColliderSlot, 0, len(list))
	for i, c := range list {
		slot, err := w.shapes.SlotOf(c.id), error(nil)
		switch {
		case c.w != w && c.w != nil:
			err = ErrForeign
		case c.w == nil || !c.alive():
			err = ErrDestroyed
		case w.shapes.OwnerOf(slot) != owner:
			err = geom.ErrOutOfRange
		case w.shapes.IsChained(slot):
			err = ErrChained
		case slices.Contains(slots, slot):
			err = geom.ErrDuplicate
		}
		if err != nil {
			return nil, geom.NewFieldError(fmt.Sprintf("Old[%d]", i), c.id, err)
		}
		slots = append(slots, slot)
	}
	return slots, nil
}

// attachQuietly attaches all colliders of a list or none. Bodies that sleep there sleep on.
func (w *World) attachQuietly(owner state.BodySlot, parts []ColliderParts) (added []state.ColliderSlot, err error) {
	done := false
	defer func() {
		if !done {
			w.removeEach(added)
		}
	}()
	for i := range parts {
		p := &parts[i]
		m, err := w.checkCollider(body.Static, p)
		if err != nil {
			return added, inField(err, "Parts[%d]", i)
		}
		def := w.compiledDef(owner, &p.Def, state.None, m)
		def.Quiet = true
		c, err := w.builder.Attach(owner, p.Shape, &def)
		if err != nil {
			return added, inField(err, "Parts[%d]", i)
		}
		added = append(added, c)
	}
	done = true
	return added, nil
}

func (w *World) removeEach(list []state.ColliderSlot) {
	for _, c := range list {
		w.builder.RemoveWhole(c)
	}
}
