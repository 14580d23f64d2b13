package tools

import (
	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// Effects are kinds of effects, as bits.
type Effects uint8

// The kinds.
const (
	HasGravity Effects = 1 << iota
	HasPointGravity
	HasDamping
	HasConveyor
	HasFluid
	HasWind
	HasField
)

// Area holds the data that determine the look of an area.
type Area struct {
	_        [0]func() // not comparable, so no program has code for a comparison
	ID       state.AreaID
	Body     state.BodyID  // that carries it, zero for none
	Shape    shape.Support // nil means the whole world
	Position mgl64.Vec2    // of the area's frame, m: in the world, or in the frame of Body
	Angle    float64       // rad
	Disabled bool
	Effects  Effects
	Surface  int // points of its surface: see AppendSurface
}

// AppendAreas appends a summary of each area to dst, in the order of Areas.
func (t Tables) AppendAreas(dst []Area) []Area {
	for slot := range t.p.Areas.Meta {
		m, place := &t.p.Areas.Meta[slot], &t.p.Areas.Place[slot]
		if m.ID == 0 {
			continue
		}
		s := Area{
			ID: m.ID, Body: place.Body, Shape: m.Shape, Position: place.Local.P.Mgl(), Angle: place.Local.R.Angle(),
			Disabled: place.Disabled, Surface: len(t.p.Areas.Surface[slot]),
		}
		for _, e := range m.Effects {
			s.Effects |= kindOfEffect(e)
		}
		dst = append(dst, s)
	}
	return dst
}

func kindOfEffect(e area.Effect) Effects {
	switch e.(type) {
	case area.Gravity:
		return HasGravity
	case area.PointGravity:
		return HasPointGravity
	case area.Damping:
		return HasDamping
	case area.Conveyor:
		return HasConveyor
	case area.Fluid:
		return HasFluid
	case area.Wind:
		return HasWind
	case area.Functions:
		return HasField
	}
	return 0
}

// AppendSurface appends the surface of an area's fluid to dst, m, in the area's frame: Surface
// points. A destroyed area has none.
func (t Tables) AppendSurface(dst []mgl64.Vec2, a state.AreaID) []mgl64.Vec2 {
	if !t.p.Areas.AliveID(id.ID(a)) {
		return dst
	}
	for _, p := range t.p.Areas.Surface[a.Slot()] {
		dst = append(dst, p.Mgl())
	}
	return dst
}
