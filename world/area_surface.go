package world

import (
	"fmt"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// The surface of a fluid lies in a column of its own: a wave changes in every tick, and the other
// numbers of an effect never do.

// storeEffects makes effects those of an area.
func (w *World) storeEffects(slot areaSlot, effects []AreaEffect) {
	surface := w.areas.Surface[slot][:0]
	for i, e := range effects {
		if f, ok := e.(AreaFluid); ok {
			for _, p := range f.Surface {
				surface = append(surface, geom.From(p))
			}
			f.Surface = nil
			effects[i] = f
		}
	}
	w.areas.Surface[slot], w.areas.Meta[slot].Effects = surface, effects
}

// effectsOf returns the effects of an area in a slice of the caller's own.
func (w *World) effectsOf(slot areaSlot) []AreaEffect {
	effects := slices.Clone(w.areas.Meta[slot].Effects)
	for i, e := range effects {
		if f, ok := e.(AreaFluid); ok {
			f.Surface = w.surfaceOf(slot)
			effects[i] = f
		}
	}
	return effects
}

func (w *World) surfaceOf(slot areaSlot) []mgl64.Vec2 {
	var points []mgl64.Vec2
	for _, p := range w.areas.Surface[slot] {
		points = append(points, p.Mgl())
	}
	return points
}

// checkOneFluid rejects a second fluid.
func checkOneFluid(effects []AreaEffect) error {
	fluids := 0
	for i, e := range effects {
		if _, ok := e.(AreaFluid); !ok {
			continue
		}
		if fluids++; fluids > 1 {
			return geom.NewFieldError(fmt.Sprintf("Effects[%d]", i), "AreaFluid", ErrSecondFluid)
		}
	}
	return nil
}

// hasFluid reports whether one of the effects is a fluid.
func (m *areaMeta) hasFluid() bool {
	for _, e := range m.Effects {
		if _, ok := e.(AreaFluid); ok {
			return true
		}
	}
	return false
}

// Surface returns the surface of the area's fluid, m, in the area's frame. It is empty when the fluid fills the area and
// when there is none.
func (a Area) Surface() []mgl64.Vec2 { return a.w.surfaceOf(a.slot()) }

// SetSurface changes the surface of the area's fluid as AreaFluid has it, and wakes what is in the area if it is another. A
// game that calls it in Config.BeforeTick makes waves. Once warm it allocates nothing. The error is ErrNoFluid
// for an area without a fluid, and a *geom.FieldError for points that cannot be used.
func (a Area) SetSurface(points []mgl64.Vec2) error {
	if r := a.w.recorder(); r != nil {
		r.call(callAreaSetSurface).uint(uint64(a.id)).value(points)
	}
	slot := a.slot()
	w := a.w
	if err := w.beginChange(); err != nil {
		return err
	}
	defer w.endChange()
	if !w.areas.Meta[slot].hasFluid() {
		return ErrNoFluid
	}
	if err := checkSurface("Surface", points); err != nil {
		return err
	}
	surface := w.areas.Surface[slot]
	if slices.EqualFunc(surface, points, func(p geom.Vec2, q mgl64.Vec2) bool { return p == geom.From(q) }) {
		return nil
	}
	surface = surface[:0]
	for _, p := range points {
		surface = append(surface, geom.From(p))
	}
	w.areas.Surface[slot] = surface
	w.wakeMembers(slot)
	return nil
}
