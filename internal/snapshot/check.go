package snapshot

import (
	"slices"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

// Checks of a world that was read from a file: they establish every assumption of a tick. Like
// Validate they panic with a sentence, which becomes an error.

// Tables are the tables of a world that was read.
type Tables struct {
	Bodies   *state.Bodies
	Shapes   *state.Colliders
	Contacts *state.Contacts
	Joints   *state.Joints
	Islands  *state.Islands
	Chains   *state.Chains
	Areas    *state.Areas
	Sensors  *state.Sensors
	Proxies  broadphase.Keeper
	Columns  *column.Store // of all of them

	Colors     uint32 // that the solver has
	LengthUnit float64
	Stable     bool
	Ticks      uint64
}

// Check checks the tables and their references to each other, before anything but the rows is
// derived from them.
func (t *Tables) Check() {
	t.checkNames()
	t.Bodies.CheckIdentities()
	t.Bodies.Restored(t.Columns)
	t.Bodies.Check()
	t.Bodies.DropZeros()
	t.Shapes.Check(t.Bodies)
	t.Contacts.ValidateIdentities("contacts", len(t.Contacts.Meta))
	t.Contacts.Restored(t.Columns)
	t.Contacts.Check(t.Bodies, t.Shapes, t.Colors)
	t.Contacts.DropZeros()
	t.Joints.Restored(t.Columns)
	t.Joints.Check(t.Bodies, t.Colors)
	t.Islands.Check(t.Bodies)
	t.checkCompounds()
	t.checkChains()
	t.checkAreas()
	t.checkSensors()
	t.checkProxies()
}

// checkNames derives the slots of IDs, and checks that a stable world without a tick can be put
// into order.
func (t *Tables) checkNames() {
	t.Bodies.RebuildNames("bodies")
	t.Shapes.RebuildNames("colliders")
	t.Joints.RebuildNames("joints")
	first := t.Bodies.HasFirstIDs() && t.Shapes.HasFirstIDs() && t.Joints.HasFirstIDs()
	invariant.Check(first || !t.Stable || t.Ticks > 0, "clock: a stable world whose order is to come, with slots that were used twice")
	if !t.Stable || t.Ticks > 0 {
		return
	}
	invariant.Check(t.Contacts.Len() == 0, "contacts: a stable world without a tick has some")
	for i, overlaps := range t.Sensors.Visitors {
		invariant.Check(len(overlaps) == 0, "sensors: sensor %d has visitors before the first tick", i)
	}
}

// checkChains checks that each segment is once in the list of its chain, and that no other collider
// is in a list.
func (t *Tables) checkChains() {
	isFree, isListed := make([]bool, len(t.Chains.Segments)), make([]bool, len(t.Shapes.Meta))
	for _, i := range t.Chains.Free {
		invariant.Check(!isFree[i] && len(t.Chains.Segments[i]) == 0, "chains: a chain is free that should not be")
		isFree[i] = true
	}
	for i, segments := range t.Chains.Segments {
		invariant.Check(isFree[i] == (len(segments) == 0), "chains: a chain without segments is not free")
		for _, c := range segments {
			invariant.Check(t.Shapes.Alive(c), "chains: a segment does not exist")
			slot := t.Shapes.SlotOf(c)
			m := &t.Shapes.Meta[slot]
			_, ok := m.Shape.(shape.ChainSegment)
			invariant.Check(ok && m.Chain == uint32(i) && t.Shapes.IsChained(slot) && t.Shapes.OwnerOf(slot) == t.Shapes.OwnerOf(t.Shapes.SlotOf(segments[0])), "chains: a segment is of another chain")
			invariant.Check(!isListed[slot], "chains: a segment is listed twice")
			isListed[slot] = true
		}
	}
	for i, listed := range isListed {
		invariant.Check(listed || t.Shapes.Meta[i].ID == 0 || !t.Shapes.IsChained(state.ColliderSlot(i)), "chains: a segment is of no chain")
	}
}

// checkCompounds checks that the parts of each compound lie side by side behind the first one.
func (t *Tables) checkCompounds() {
	parts := 0
	for i := range t.Shapes.Meta {
		if t.Shapes.Link[i].Flags&state.ColliderPart == 0 {
			continue
		}
		invariant.Check(t.Shapes.Meta[i].ID != 0, "colliders: a part that is gone")
		parts++
		whole := t.Shapes.Meta[i].Chain
		invariant.Check(uint(whole) < uint(len(t.Shapes.Meta)) && t.Shapes.Meta[whole].ID != 0 && t.Shapes.Meta[whole].Chain == whole &&
			t.Shapes.Link[whole].Flags&state.ColliderPart != 0, "colliders: a part of no compound")
		if int(whole) == i {
			for c := whole; c != state.None; c = t.Shapes.NextPart(c) {
				parts--
			}
		}
	}
	invariant.Check(parts == 0, "colliders: the parts of a compound are not side by side")
}

func (t *Tables) checkSensors() {
	s := t.Sensors
	invariant.Check(len(s.Visitors) == len(s.List) && len(s.IsMarked) <= len(t.Shapes.Meta), "sensors: columns differ in length")
	var want []state.ColliderSlot
	for i := range t.Shapes.Meta {
		l := &t.Shapes.Link[i]
		if t.Shapes.Meta[i].ID != 0 && t.Shapes.WholeOf(state.ColliderSlot(i)) == state.ColliderSlot(i) && l.Flags&state.ColliderSensor != 0 && !t.Bodies.Meta[l.Owner].Disabled {
			want = append(want, state.ColliderSlot(i))
		}
	}
	invariant.Check(slices.Equal(want, s.List), "sensors: a sensor is missing, or is none")
	for _, visitors := range s.Visitors {
		invariant.Check(slices.IsSortedFunc(visitors, t.Shapes.CompareIDs), "sensors: the visitors of a sensor are not in order")
		for _, v := range visitors {
			invariant.Check(uint(t.Shapes.SlotOf(v)) < uint(len(t.Shapes.Meta)) && id.ID(v).Generation() != 0, "sensors: a visitor has never existed")
		}
	}
	marked := 0
	for _, on := range s.IsMarked {
		if on {
			marked++
		}
	}
	seen := make([]bool, len(s.IsMarked))
	for _, c := range s.Marked {
		invariant.Check(uint(c) < uint(len(seen)) && s.IsMarked[c] && !seen[c], "sensors: the list of marked sensors is broken")
		seen[c] = true
	}
	invariant.Check(marked == len(s.Marked), "sensors: a marked sensor is not listed")
}

// checkProxies checks that the broadphase has boxes of the colliders of enabled bodies and no
// others.
func (t *Tables) checkProxies() {
	proxies := t.Proxies
	proxies.CheckColumns()
	invariant.Check(len(proxies.Boxes()) <= len(t.Shapes.Meta), "broadphase: more boxes than colliders")
	for i := range t.Shapes.Meta {
		l := &t.Shapes.Link[i]
		class, category, present := proxies.Proxy(uint32(i))
		there := t.Shapes.Meta[i].ID != 0 && !t.Bodies.Meta[l.Owner].Disabled
		invariant.CheckOf(present == there, "broadphase: collider %d has no box, or one that it should not have", i)
		if !there {
			continue
		}
		want := broadphase.Static
		switch kind := t.Bodies.Meta[l.Owner].Type; {
		case l.Flags&state.ColliderSensor != 0:
			want = broadphase.QueryOnly
		case kind == body.Dynamic:
			want = broadphase.Moving
		case kind == body.Kinematic:
			want = broadphase.Kinematic
		}
		if class == broadphase.Static && want == broadphase.Kinematic { // a file may have one class for both
			proxies.MakeKinematic(uint32(i))
			class = want
		}
		invariant.CheckOf(class == want && category == t.Shapes.Filter(state.ColliderSlot(i)).Category, "broadphase: the box of collider %d is of another class", i)
		invariant.CheckOf((l.Flags&state.ColliderStatic != 0) == (t.Bodies.Meta[l.Owner].Type == body.Static), "colliders: the flags of collider %d are wrong", i)
	}
}

func (t *Tables) checkAreas() {
	a := t.Areas
	a.ValidateIdentities("areas", len(a.Meta), len(a.Place), len(a.Surface), len(a.Members))
	for i := range a.Meta {
		m, p := &a.Meta[i], &a.Place[i]
		invariant.CheckOf(m.ID == state.AreaID(a.IDAt(state.AreaSlot(i))), "areas: area %d has another identity", i)
		if m.ID == 0 {
			invariant.Check(*p == (state.AreaPlace{}) && len(a.Members[i]) == 0 && m.Shape == nil && len(m.Effects) == 0, "areas: an area that is gone has a place")
			continue
		}
		invariant.CheckOf(p.Body == 0 || t.Bodies.Alive(p.Body), "areas: area %d is on no body", i)
		invariant.CheckOf(state.IsTransform(p.Local) && state.IsTransform(p.Last) || p.Last == (geom.Transform{}), "areas: area %d is nowhere", i)
		invariant.CheckOf(area.CheckPriority(int(p.Priority)) == nil && p.Filter == p.Filter.Normalized(), "areas: area %d has a priority or filter out of range", i)
		invariant.CheckOf(p.Whole == (m.Shape == nil), "areas: area %d has a shape, or none", i)
		if m.Shape != nil {
			inner, _, _ := shape.Placement(m.Shape)
			invariant.CheckOf(inner != nil, "areas: area %d has no shape", i)
		}
		effects, err := area.Check(m.Effects, t.LengthUnit)
		invariant.Check(err == nil, "areas: area %d: %v", i, err)
		m.Effects = effects
		for k, v := range a.Surface[i] {
			invariant.CheckOf(k == 0 || v.X > a.Surface[i][k-1].X, "areas: the surface of area %d does not ascend", i)
		}
		for _, b := range a.Members[i] { // one that was destroyed leaves in the next tick
			invariant.CheckOf(uint(t.Bodies.SlotOf(b)) < uint(len(t.Bodies.Meta)) && id.ID(b).Generation() != 0, "areas: a body in area %d has never existed", i)
		}
	}
}
