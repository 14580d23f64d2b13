package state

import (
	"cmp"
	"slices"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/table"
	"github.com/carom2d/carom/shape"
)

// AreaID is an area's slot and generation.
type AreaID id.ID

// Slot returns the slot of an ID.
func (i AreaID) Slot() AreaSlot { return AreaSlot(id.ID(i).Slot()) }

// AreaSlot is the stable index of an area.
type AreaSlot uint32

// AreaPlace is the part of an area that is read in every tick.
type AreaPlace struct {
	Local    geom.Transform // of the area's frame: in the world, or in the frame of the body
	Last     geom.Transform // of the area's frame in the world, when it last woke its bodies
	Body     BodyID         // zero for none
	Filter   shape.Filter   // normalized
	Priority int32
	Whole    bool // the whole world
	Disabled bool
	NoEvents bool
	Present  bool // it acted in the last tick or was entered since
}

// AreaMeta is the cold record of an area.
type AreaMeta struct {
	ID       AreaID        // zero for none
	Shape    shape.Support // as the user gave it, or nil
	Effects  []area.Effect // values that nothing changes; a fluid's surface lies in a column of its own
	Name     string
	UserData any
}

// Areas is the table of areas. Slots are stable and there are no rows.
type Areas struct {
	table.Identities[AreaSlot]

	Place   []AreaPlace    `column:"state"`
	Meta    []AreaMeta     `column:"state"`
	Convex  []shape.Convex `column:"derived"`
	Surface [][]geom.Vec2  `column:"state"` // of the fluid, in the area's frame: a wave changes it in every tick
	Members [][]BodyID     `column:"state"` // the bodies in it when its last tick began, ascending by slot

	Order        []AreaSlot `column:"derived"` // those that are enabled: the highest priority first, then ascending
	Carried      int        `column:"derived"` // areas on bodies
	OwnGravities int        `column:"derived"` // bodies with a gravity of their own
	FellAsleep   bool       `column:"derived"` // a body has, since the areas were last applied
}

// Add takes a slot. The caller fills the columns.
func (t *Areas) Add() AreaSlot {
	slot := t.NewSlot()
	if int(slot) == len(t.Meta) {
		t.Place = grow.Append(t.Place, AreaPlace{})
		t.Meta = grow.Append(t.Meta, AreaMeta{})
		t.Convex = grow.Append(t.Convex, shape.Convex{})
		t.Members = grow.Append(t.Members, nil)
		t.Surface = grow.Append(t.Surface, nil)
	}
	return slot
}

// Remove gives a slot back. The area is not in order.
func (t *Areas) Remove(slot AreaSlot) {
	t.FreeSlot(slot)
	t.Place[slot], t.Meta[slot], t.Convex[slot] = AreaPlace{}, AreaMeta{}, shape.Convex{}
	t.Members[slot], t.Surface[slot] = t.Members[slot][:0], t.Surface[slot][:0]
}

// Sort puts an area into the order, takes it out, or moves it after a change of its priority.
func (t *Areas) Sort(slot AreaSlot) {
	if i := slices.Index(t.Order, slot); i >= 0 {
		t.Order = slices.Delete(t.Order, i, i+1)
	}
	if t.Meta[slot].ID != 0 && !t.Place[slot].Disabled {
		t.insert(slot)
	}
}

// insert puts an area into the order.
func (t *Areas) insert(slot AreaSlot) {
	i, _ := slices.BinarySearchFunc(t.Order, slot, t.compare)
	t.Order = append(t.Order, slot) // slices.Insert is ten times as much code
	copy(t.Order[i+1:], t.Order[i:])
	t.Order[i] = slot
}

// compare orders areas as they act.
func (t *Areas) compare(a, b AreaSlot) int {
	return cmp.Or(cmp.Compare(t.Place[b].Priority, t.Place[a].Priority), cmp.Compare(a, b))
}

// Rebuild fills the derived columns except Convex.
func (t *Areas) Rebuild(bodies *Bodies) {
	for i := range t.Meta {
		if t.Meta[i].ID == 0 {
			continue
		}
		if t.Place[i].Body != 0 {
			t.Carried++
		}
		if !t.Place[i].Disabled {
			t.insert(AreaSlot(i))
		}
	}
	for i := range bodies.Meta {
		if bodies.Meta[i].HasOwnGravity {
			t.OwnGravities++
		}
	}
}

// Frame returns the frame of an area in the world, and whether the area exists there: not if its
// body is disabled.
func (t *Areas) Frame(slot AreaSlot, bodies *Bodies) (frame geom.Transform, present bool) {
	place := &t.Place[slot]
	if place.Body == 0 {
		return place.Local, true
	}
	carrier := bodies.SlotOf(place.Body)
	return bodies.Origin(carrier).Mul(place.Local), !bodies.Meta[carrier].Disabled
}

// Carrier returns the body that carries an area, or None.
func (t *Areas) Carrier(slot AreaSlot, bodies *Bodies) uint32 {
	if b := t.Place[slot].Body; b != 0 {
		return uint32(bodies.SlotOf(b))
	}
	return None
}

// Contains reports whether a point lies in an area that acts.
func (t *Areas) Contains(slot AreaSlot, point geom.Vec2, bodies *Bodies) bool {
	place := &t.Place[slot]
	frame, present := t.Frame(slot, bodies)
	if place.Disabled || !present || !point.Finite() {
		return false
	}
	return place.Whole || shape.Contains(t.Convex[slot], frame.ApplyInverse(point))
}

// Accepts reports whether an area without a shape takes a body: a dynamic one that is enabled, by
// its colliders if it has any.
func (t *Areas) Accepts(slot AreaSlot, b BodySlot, bodies *Bodies, shapes *Colliders) bool {
	if m := &bodies.Meta[b]; m.ID == 0 || m.Type != body.Dynamic || m.Disabled || t.Carrier(slot, bodies) == uint32(b) {
		return false
	}
	first := bodies.Motion[bodies.Row(b)].FirstCollider
	for c := first; c != None; c = shapes.Link[c].Next {
		if shapes.Link[c].Flags&ColliderSensor == 0 && t.Place[slot].Filter.Accepts(shapes.Filter(ColliderSlot(c))) {
			return true
		}
	}
	return first == None
}

// SetEffects gives an area its effects.
func (t *Areas) SetEffects(slot AreaSlot, effects []area.Effect) {
	surface := t.Surface[slot][:0]
	for i, e := range effects {
		if f, ok := e.(area.Fluid); ok {
			for _, p := range f.Surface {
				surface = append(surface, geom.From(p))
			}
			f.Surface = nil
			effects[i] = f
		}
	}
	t.Surface[slot], t.Meta[slot].Effects = surface, effects
}

// EffectsOf returns the effects of an area in a slice of the caller's own.
func (t *Areas) EffectsOf(slot AreaSlot) []area.Effect {
	effects := slices.Clone(t.Meta[slot].Effects)
	for i, e := range effects {
		if f, ok := e.(area.Fluid); ok {
			for _, p := range t.Surface[slot] {
				f.Surface = append(f.Surface, p.Mgl())
			}
			effects[i] = f
		}
	}
	return effects
}

// Validate panics when the table contradicts itself.
func (t *Areas) Validate(bodies *Bodies) {
	enabled, carried := 0, 0
	for slot := range t.Meta {
		place := &t.Place[slot]
		living := t.Meta[slot].ID != 0
		invariant.Check(living == (t.IDAt(AreaSlot(slot)) != 0), "areas: an area without an identity")
		if living && !place.Disabled {
			enabled++
		}
		if place.Body != 0 {
			carried++
		}
		mayHaveMembers := living && !place.Disabled && !place.Whole
		invariant.Check((mayHaveMembers || len(t.Members[slot]) == 0) && slices.IsSortedFunc(t.Members[slot], bodies.CompareIDs),
			"areas: a list of bodies that should be empty or is not in order")
	}
	invariant.Check(len(t.Order) == enabled && carried == t.Carried && slices.IsSortedFunc(t.Order, t.compare), "areas: the order or a count is wrong")
}

// AreaHashes hash the records of areas: they are of many kinds, and name bodies.
type AreaHashes struct {
	Places  func(*column.Hasher, []AreaPlace)
	Meta    func(*column.Hasher, []AreaMeta)
	Point   func(*column.Hasher, geom.Vec2)
	Members func(*column.Hasher, BodyID)
}

// Columns adds the columns of the areas to a list.
func (t *Areas) Columns(l *column.List, hash AreaHashes) {
	t.Identities.Columns(l)
	l.State("Place", column.Slice(&t.Place).HashedBy(column.Fold(&t.Place, hash.Places)))
	l.State("Meta", column.Slice(&t.Meta).HashedBy(column.Fold(&t.Meta, hash.Meta)))
	l.State("Surface", column.Lists(&t.Surface, hash.Point))
	l.State("Members", column.Lists(&t.Members, hash.Members))
	l.Derived("Convex", column.Slice(&t.Convex))
	l.Derived("order", column.Slice(&t.Order))
	l.Derived("carried", column.Number(&t.Carried))
	l.Derived("ownGravities", column.Number(&t.OwnGravities))
}

// ReplaceCustoms replaces the shapes of the game's own in areas.
func (t *Areas) ReplaceCustoms(by func(shape.Support) shape.Support) {
	for slot := range t.Convex {
		c := &t.Convex[slot]
		if t.Meta[slot].ID == 0 || c.Geometry == nil || c.Kind != shape.KindCustom {
			continue
		}
		geometry, arena := *c.Geometry, *c.Arena
		arena.Customs = []shape.Support{by(arena.Customs[geometry.First])}
		geometry.First = 0
		*c = shape.Convex{Geometry: &geometry, Arena: &arena}
	}
}
