package world

import (
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// AreaEffects are kinds of effects, as bits.
type AreaEffects uint8

// The kinds.
const (
	HasAreaGravity AreaEffects = 1 << iota
	HasAreaPointGravity
	HasAreaDamping
	HasAreaConveyor
	HasAreaFluid
	HasAreaWind
	HasAreaField
)

// AreaSummary is what decides how an area looks.
type AreaSummary struct {
	Area     AreaID
	Body     BodyID        // that carries it, zero for none
	Shape    shape.Support // nil means the whole world
	Position mgl64.Vec2    // of the area's frame, m: in the world, or in the frame of Body
	Angle    float64       // rad
	Disabled bool
	Effects  AreaEffects
	Surface  int // points of its surface: see AppendAreaSurface
}

// AppendAreaSummaries appends a summary of each area to dst, in the order of Areas.
func (w *World) AppendAreaSummaries(dst []AreaSummary) []AreaSummary {
	w.checkReadable()
	for slot := range w.areas.Meta {
		m, place := &w.areas.Meta[slot], &w.areas.Place[slot]
		if m.ID == 0 {
			continue
		}
		s := AreaSummary{
			Area: m.ID, Body: place.Body, Shape: m.Shape, Position: place.Local.P.Mgl(), Angle: place.Local.R.Angle(),
			Disabled: place.Disabled, Surface: len(w.areas.Surface[slot]),
		}
		for _, e := range m.Effects {
			s.Effects |= kindOfEffect(e)
		}
		dst = append(dst, s)
	}
	return dst
}

func kindOfEffect(e AreaEffect) AreaEffects {
	switch e.(type) {
	case AreaGravity:
		return HasAreaGravity
	case AreaPointGravity:
		return HasAreaPointGravity
	case AreaDamping:
		return HasAreaDamping
	case AreaConveyor:
		return HasAreaConveyor
	case AreaFluid:
		return HasAreaFluid
	case AreaWind:
		return HasAreaWind
	case AreaField:
		return HasAreaField
	}
	return 0
}

// AppendAreaSurface appends the surface of an area's fluid to dst: the points of Area.Surface, without a new slice. An
// area that is gone has none.
func (w *World) AppendAreaSurface(dst []mgl64.Vec2, a AreaID) []mgl64.Vec2 {
	area := Area{w, a}
	if !area.Valid() {
		return dst
	}
	for _, p := range w.areas.Surface[area.slot()] {
		dst = append(dst, p.Mgl())
	}
	return dst
}
