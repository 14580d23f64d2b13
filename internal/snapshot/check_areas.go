package snapshot

import (
	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
)

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
