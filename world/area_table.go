package world

import (
	"cmp"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/grow"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/table"
	"github.com/carom2d/carom/shape"
)

// areaSlot is the stable index of an area.
type areaSlot uint32

// areaPlace is the part of an area that is read in every tick.
type areaPlace struct {
	Local    geom.Transform // of the area's frame: in the world, or in the frame of the body
	Last     geom.Transform // of the area's frame in the world, when it last woke what is in it
	Body     BodyID         // zero for none
	Filter   shape.Filter   // normalized
	Priority int32
	Whole    bool // the whole world
	Disabled bool
	NoEvents bool
	Present  bool // it acted in the last tick or was entered since
}

// areaMeta is the cold record of an area.
type areaMeta struct {
	ID       AreaID        // zero for none
	Shape    shape.Support // as the user gave it, or nil
	Effects  []AreaEffect  // values that nothing changes; see AreaEffect
	Name     string
	UserData any
}

// areas is the table of areas. Slots are stable and there are no rows.
type areas struct {
	table.Identities[areaSlot]

	Place   []areaPlace    `column:"state"`
	Meta    []areaMeta     `column:"state"`
	Convex  []shape.Convex `column:"derived"`
	Surface [][]geom.Vec2  `column:"state"` // of the fluid, in the area's frame
	Members [][]BodyID     `column:"state"` // the bodies in it when its last tick began, ascending by slot

	order        []areaSlot `column:"derived"` // those that are enabled: the highest priority first, then ascending
	carried      int        `column:"derived"` // areas on bodies
	ownGravities int        `column:"derived"` // bodies with Body.SetGravity

	// Between two passes without a change, and without a body that fell asleep after the first, sleeping bodies
	// are where they were.
	changes    uint64 `column:"derived"` // of the door, at the last pass
	fellAsleep bool   `column:"derived"` // a body has since

	pass areaPass `column:"scratch"`
}

// add takes a slot. The caller fills the columns.
func (t *areas) add() areaSlot {
	slot := t.NewSlot()
	if int(slot) == len(t.Meta) {
		t.Place = grow.Append(t.Place, areaPlace{})
		t.Meta = grow.Append(t.Meta, areaMeta{})
		t.Convex = grow.Append(t.Convex, shape.Convex{})
		t.Members = grow.Append(t.Members, nil)
		t.Surface = grow.Append(t.Surface, nil)
	}
	return slot
}

// remove gives a slot back. The area is not in order.
func (t *areas) remove(slot areaSlot) {
	t.FreeSlot(slot)
	t.Place[slot], t.Meta[slot], t.Convex[slot] = areaPlace{}, areaMeta{}, shape.Convex{}
	t.Members[slot], t.Surface[slot] = t.Members[slot][:0], t.Surface[slot][:0]
}

// sortOrder puts an area into the order, takes it out, or moves it after a change of its priority.
func (t *areas) sortOrder(slot areaSlot) {
	if i := slices.Index(t.order, slot); i >= 0 {
		t.order = slices.Delete(t.order, i, i+1)
	}
	if t.Meta[slot].ID == 0 || t.Place[slot].Disabled {
		return
	}
	i, _ := slices.BinarySearchFunc(t.order, slot, func(a, b areaSlot) int {
		return cmp.Or(cmp.Compare(t.Place[b].Priority, t.Place[a].Priority), cmp.Compare(a, b))
	})
	t.order = slices.Insert(t.order, i, slot)
}

// validate panics when the table contradicts itself.
func (t *areas) validate(bodies *state.Bodies) {
	enabled, carried := 0, 0
	for slot := range t.Meta {
		place := &t.Place[slot]
		living := t.Meta[slot].ID != 0
		if living != (t.IDAt(areaSlot(slot)) != 0) {
			panic("areas: an area without an identity")
		}
		if living && !place.Disabled {
			enabled++
		}
		if place.Body != 0 {
			carried++
		}
		if len(t.Members[slot]) > 0 && (!living || place.Disabled || place.Whole) || !slices.IsSortedFunc(t.Members[slot], bodies.CompareIDs) {
			panic("areas: a list of bodies that should be empty or is not in order")
		}
	}
	sorted := slices.IsSortedFunc(t.order, func(a, b areaSlot) int {
		return cmp.Or(cmp.Compare(t.Place[b].Priority, t.Place[a].Priority), cmp.Compare(a, b))
	})
	if len(t.order) != enabled || carried != t.carried || !sorted {
		panic("areas: the order or a count is wrong")
	}
}

// areaTransform returns the frame of an area in the world, and whether the area is there: not when its body
// is disabled.
func (w *World) areaTransform(slot areaSlot) (t geom.Transform, present bool) {
	place := &w.areas.Place[slot]
	if place.Body == 0 {
		return place.Local, true
	}
	body := w.bodies.SlotOf(place.Body)
	return w.bodies.Origin(body).Mul(place.Local), !w.bodies.Meta[body].Disabled
}

// carrier returns the body that carries an area, or state.None.
func (w *World) carrier(slot areaSlot) uint32 {
	if b := w.areas.Place[slot].Body; b != 0 {
		return uint32(w.bodies.SlotOf(b))
	}
	return state.None
}
