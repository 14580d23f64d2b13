package world

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// OneWay returns the direction of a one-way collider, unit, in the body's frame; zero for
// none.
func (c Collider) OneWay() mgl64.Vec2 { return c.w.shapes.OneWayOf(c.slot()).Mgl() }

// SetOneWay makes the collider one-way, or no longer for the zero vector. The direction is in
// the body's frame and of any finite length. Contacts start anew, and touching bodies wake up.
//
// A one-way collider holds a shape that came to it wholly from that side and ignores all others: a
// character jumps through a platform from below and stands on it from above. A shape is wholly on
// that side when no part of it is behind the collider's surface, nor hangs down beside it, lower
// than the end of the surface. Where another collider of the ground adjoins that end and holds the
// shape, the surface goes on: floors of one-way boxes and chains have no seams, and ridges and
// valleys hold too. From then on the collider holds the shape until they are apart, however deep it
// is pushed in. A shape that has passed through is held once at most a tenth of a slop (0.5 mm at
// LengthUnit 1) of it is still in. A shape that was just created or placed has no history. It is
// held when it is in by at most two slops. For a body that continuous collision stops, the decision
// is made where it touches.
//
// The collider pushes only outward: by normals that are more than three degrees from sideways.
// Sensors and queries find it from all sides. Two one-way colliders hold each other only if each of
// them holds the other. A segment of a chain returns ErrChained: see Chain.SetOneWay.
func (c Collider) SetOneWay(direction mgl64.Vec2) error {
	slot, err := c.beginChange(recording.ColliderSetOneWay, func(r callRecorder) { r.vec(direction) })
	if err != nil {
		return err
	}
	defer c.w.endChange()
	return c.setOneWay(slot, direction)
}

func (c Collider) setOneWay(slot state.ColliderSlot, direction mgl64.Vec2) error {
	if err := geom.CheckPoint("OneWay", geom.From(direction)); err != nil {
		return err
	}
	w, d := c.w, unitDirection(direction)
	if d == w.shapes.OneWayOf(slot) {
		return nil
	}
	for p := uint32(slot); p != state.None; p = w.shapes.NextPart(p) {
		flags := &w.shapes.Link[p].Flags
		was := *flags & state.ColliderOneWay
		w.shapes.SetOneWay(state.ColliderSlot(p), d)
		w.pipeline.CountFlags(was, -1)
		w.pipeline.CountFlags(*flags&state.ColliderOneWay, +1)
	}
	w.shapeChanges++
	c.w.builder.Reinsert(slot)
	return nil
}

// OneWay returns the direction of a one-way chain, unit, in the body's frame; zero for none.
func (c Chain) OneWay() mgl64.Vec2 { return c.Segments()[0].OneWay() }

// SetOneWay makes all segments of the chain one-way, as Collider.SetOneWay does. A chain collides
// on its open side only, so the direction should point to that side. A chain with the opposite
// direction holds nothing.
func (c Chain) SetOneWay(direction mgl64.Vec2) error {
	segments := c.Segments()
	if err := c.w.beginChange(recording.ChainSetOneWay, uint64(c.first), func(r callRecorder) { r.vec(direction) }); err != nil {
		return err
	}
	defer c.w.endChange()
	for _, s := range segments {
		if err := s.setOneWay(s.w.shapes.SlotOf(s.id), direction); err != nil {
			return err // the first is as bad as the others
		}
	}
	return nil
}

// DropThrough lets the body fall through the one-way colliders that hold it now, and wakes it. Each
// of these colliders, and their neighbours in a chain or a floor, let the body pass until it is
// farther from them than contacts reach (four slops: 2 cm at LengthUnit 1), on either side. Other
// one-way colliders, such as the next platform below, hold it. A body that no one-way collider
// holds is not changed.
func (b Body) DropThrough() error {
	slot, err := b.beginChange(recording.BodyDropThrough, nil)
	if err != nil {
		return err
	}
	defer b.w.endChange()
	w, drops := b.w, false
	for contact := range w.pipeline.EachContact(slot) {
		row := w.contacts.Row(contact)
		pair := &w.contacts.Pair[row]
		platform := pair.ColliderA
		if state.BodySlot(pair.BodyA) == slot {
			platform = pair.ColliderB
		}
		if w.contacts.Solver[row].Count > 0 && w.shapes.Link[platform].Flags&state.ColliderOneWay != 0 {
			w.contacts.OneWay[contact] |= state.OneWayDropping
			drops = true
		}
	}
	if drops {
		w.linking.Wake(slot)
	}
	return nil
}

// Dropping reports whether the body is falling through a collider since DropThrough.
func (b Body) Dropping() bool {
	w := b.w
	for contact := range w.pipeline.EachContact(b.slot()) {
		if w.contacts.Pair[w.contacts.Row(contact)].Flags&state.ContactOneWay != 0 && w.contacts.OneWay[contact]&state.OneWayDropping != 0 {
			return true
		}
	}
	return false
}
