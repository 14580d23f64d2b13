package world

import (
	"fmt"
	"math"
	"slices"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/broadphase"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/solver"
)

// Checks of a world that was read from a file: after them no tick takes anything for granted that
// does not hold. Like Validate they panic with a sentence, which becomes an error.

func must(holds bool, format string, args ...any) {
	if !holds {
		panic(fmt.Sprintf(format, args...))
	}
}

// mustOf is must for a sentence about a slot. It makes no value of type any where all is well.
func mustOf(holds bool, format string, slot int) {
	if !holds {
		panic(fmt.Sprintf(format, slot))
	}
}

// checkState checks the tables and what they say of each other, before anything is derived from it
// but the rows.
func (w *World) checkState() {
	w.checkNames()
	w.bodies.CheckIdentities()
	w.bodies.Restored()
	w.bodies.Check()
	w.bodies.DropZeros()
	w.shapes.Check(w.bodies)
	w.contacts.ValidateIdentities("contacts", len(w.contacts.Meta))
	w.contacts.Restored()
	w.contacts.Check(w.bodies, w.shapes, solver.ColorCount)
	w.contacts.DropZeros()
	w.joints.Restored()
	w.joints.Check(w.bodies, solver.ColorCount)
	w.islands.Check(w.bodies)
	w.checkClock()
	w.checkCompounds()
	w.checkChains()
	w.checkAreas()
	w.checkSensors()
	w.checkProxies()
	w.checkEvents(&w.events)
	w.checkEvents(&w.pendingEvents)
	for _, b := range w.waking.fresh {
		must(int(b) < len(w.bodies.Meta), "bodies: a fresh body does not exist")
	}
	must(slices.IsSortedFunc(w.lastStops, w.compareLastStops), "contacts: the last stops are not in order")
	must(len(w.impulses.sums) <= len(w.contacts.Meta), "contacts: columns by slot differ in length")
}

// checkNames derives the slots of IDs, and checks that a stable world without a tick can be put
// into order.
func (w *World) checkNames() {
	w.bodies.RebuildNames("bodies")
	w.shapes.RebuildNames("colliders")
	w.joints.RebuildNames("joints")
	first := w.bodies.HasFirstIDs() && w.shapes.HasFirstIDs() && w.joints.HasFirstIDs()
	must(first || !w.config.Stable || w.ticks > 0, "clock: a stable world whose order is to come, with slots that were used twice")
	if !w.config.Stable || w.ticks > 0 {
		return
	}
	must(w.contacts.Len() == 0, "contacts: a stable world without a tick has some")
	for i, overlaps := range w.sensors.Visitors {
		must(len(overlaps) == 0, "sensors: sensor %d has visitors before the first tick", i)
	}
}

func (w *World) checkClock() {
	const longest = 1e18 // s
	for _, x := range [...]float64{w.accumulator, w.timeBefore, float64(w.params.MaxOwnGravity)} {
		must(x >= 0 && x <= longest, "clock: %v is out of range", x)
	}
	must(w.accumulator <= 2000, "clock: a carried time of %v s", w.accumulator)
	must(w.ticksBefore <= w.ticks, "clock: more ticks before the last change than now")
	must(w.impulses.ticks >= 0, "clock: %d ticks in a step", w.impulses.ticks)
}

// checkChains checks that each segment is in the list of its chain, and each list whole.
func (w *World) checkChains() {
	isFree := make([]bool, len(w.chains.segments))
	for _, i := range w.chains.free {
		must(!isFree[i] && len(w.chains.segments[i]) == 0, "chains: a chain is free that should not be")
		isFree[i] = true
	}
	listed := 0
	for i, segments := range w.chains.segments {
		must(isFree[i] == (len(segments) == 0), "chains: a chain without segments is not free")
		for k, c := range segments {
			must(w.shapes.Alive(c) && !slices.Contains(segments[:min(k, 1)], c), "chains: a segment does not exist")
			m := &w.shapes.Meta[w.shapes.SlotOf(c)]
			_, ok := m.Shape.(shape.ChainSegment)
			must(ok && m.Chain == uint32(i) && w.isChained(w.shapes.SlotOf(c)) && w.ownerOf(w.shapes.SlotOf(c)) == w.ownerOf(w.shapes.SlotOf(segments[0])), "chains: a segment is of another chain")
			listed++
		}
	}
	for i := range w.shapes.Meta {
		if m := &w.shapes.Meta[i]; m.ID != 0 && w.isChained(state.ColliderSlot(i)) {
			must(int(m.Chain) < len(isFree), "chains: a segment is of no chain")
			listed--
		}
	}
	must(listed == 0, "chains: a segment is of no chain")
}

// checkCompounds checks that the parts of each compound lie side by side behind the first one.
func (w *World) checkCompounds() {
	parts := 0
	for i := range w.shapes.Meta {
		if w.shapes.Link[i].Flags&state.ColliderPart == 0 {
			continue
		}
		must(w.shapes.Meta[i].ID != 0, "colliders: a part that is gone")
		parts++
		whole := w.shapes.Meta[i].Chain
		must(int(whole) < len(w.shapes.Meta) && w.shapes.Meta[whole].ID != 0 && w.shapes.Meta[whole].Chain == whole &&
			w.shapes.Link[whole].Flags&state.ColliderPart != 0, "colliders: a part of no compound")
		if int(whole) == i {
			for c := w.shapes.NextPart(whole); c != state.None; c = w.shapes.NextPart(c) {
				parts--
			}
			parts--
		}
	}
	must(parts == 0, "colliders: the parts of a compound are not side by side")
}

func (w *World) checkAreas() {
	t := &w.areas
	t.ValidateIdentities("areas", len(t.Meta), len(t.Place), len(t.Surface), len(t.Members))
	for i := range t.Meta {
		m, p := &t.Meta[i], &t.Place[i]
		mustOf(m.ID == AreaID(t.IDAt(state.AreaSlot(i))), "areas: area %d has another identity", i)
		if m.ID == 0 {
			must(*p == (state.AreaPlace{}) && len(t.Members[i]) == 0 && m.Shape == nil && len(m.Effects) == 0, "areas: an area that is gone has a place")
			continue
		}
		mustOf(p.Body == 0 || w.bodies.Alive(p.Body), "areas: area %d is on no body", i)
		mustOf(isFrame(p.Local) && isFrame(p.Last) || p.Last == (geom.Transform{}), "areas: area %d is nowhere", i)
		mustOf(checkPriority(int(p.Priority)) == nil && p.Filter == p.Filter.Normalized(), "areas: area %d has a priority or filter out of range", i)
		mustOf(p.Whole == (m.Shape == nil), "areas: area %d has a shape, or none", i)
		if m.Shape != nil {
			inner, _, _ := shape.Placement(m.Shape)
			mustOf(inner != nil, "areas: area %d has no shape", i)
		}
		effects, err := area.Check(m.Effects, w.config.LengthUnit)
		must(err == nil, "areas: area %d: %v", i, err)
		m.Effects = effects
		for k, v := range t.Surface[i] {
			mustOf(k == 0 || v.X > t.Surface[i][k-1].X, "areas: the surface of area %d does not ascend", i)
		}
		for _, b := range t.Members[i] { // one that was destroyed leaves in the next tick
			mustOf(int(w.bodies.SlotOf(b)) < len(w.bodies.Meta) && id.ID(b).Generation() != 0, "areas: a body in area %d has never existed", i)
		}
	}
}

// isFrame reports whether a transform may be the transform of an area.
func isFrame(t geom.Transform) bool {
	length := float64(t.R.C*t.R.C) + float64(t.R.S*t.R.S)
	return max(math.Abs(t.P.X), math.Abs(t.P.Y)) <= 1e11 && length > 0.999 && length < 1.001
}

func (w *World) checkSensors() {
	s := &w.sensors
	must(len(s.Visitors) == len(s.List) && len(s.IsMarked) <= len(w.shapes.Meta), "sensors: columns differ in length")
	var want []state.ColliderSlot
	for i := range w.shapes.Meta {
		l := &w.shapes.Link[i]
		if w.shapes.Meta[i].ID != 0 && w.shapes.WholeOf(state.ColliderSlot(i)) == state.ColliderSlot(i) && l.Flags&state.ColliderSensor != 0 && !w.bodies.Meta[l.Owner].Disabled {
			want = append(want, state.ColliderSlot(i))
		}
	}
	must(slices.Equal(want, s.List), "sensors: a sensor is missing, or is none")
	for _, visitors := range s.Visitors {
		must(slices.IsSortedFunc(visitors, w.shapes.CompareIDs), "sensors: the visitors of a sensor are not in order")
		for _, v := range visitors {
			must(int(w.shapes.SlotOf(v)) < len(w.shapes.Meta) && id.ID(v).Generation() != 0, "sensors: a visitor has never existed")
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
		must(int(c) < len(seen) && s.IsMarked[c] && !seen[c], "sensors: the list of marked sensors is broken")
		seen[c] = true
	}
	must(marked == len(s.Marked), "sensors: a marked sensor is not listed")
}

// checkProxies checks that the boxes are those of the colliders of enabled bodies.
func (w *World) checkProxies() {
	proxies := w.keeper()
	proxies.CheckColumns()
	must(len(proxies.Boxes()) <= len(w.shapes.Meta), "broadphase: more boxes than colliders")
	for i := range w.shapes.Meta {
		l := &w.shapes.Link[i]
		class, category, present := proxies.Proxy(uint32(i))
		there := w.shapes.Meta[i].ID != 0 && !w.bodies.Meta[l.Owner].Disabled
		mustOf(present == there, "broadphase: collider %d has no box, or one that it should not have", i)
		if !there {
			continue
		}
		want := broadphase.Immovable
		switch {
		case l.Flags&state.ColliderSensor != 0:
			want = broadphase.QueryOnly
		case w.bodies.Meta[l.Owner].Type == body.Dynamic:
			want = broadphase.Moving
		}
		mustOf(class == want && category == w.shapes.Filter(state.ColliderSlot(i)).Category, "broadphase: the box of collider %d is of another class", i)
		mustOf((l.Flags&state.ColliderStatic != 0) == (w.bodies.Meta[l.Owner].Type == body.Static), "colliders: the flags of collider %d are wrong", i)
	}
}

func (w *World) checkEvents(e *Events) {
	for kind, n := range [eventKinds]int{
		contactBegins: len(e.ContactBegins), contactEnds: len(e.ContactEnds), hits: len(e.Hits),
		sensorBegins: len(e.SensorBegins), sensorEnds: len(e.SensorEnds),
	} {
		must(len(e.owners[kind]) == n, "events: an event has no owners")
	}
}
