package world

import (
	"cmp"
	"slices"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/go-gl/mathgl/mgl64"
)

// Surface returns the surface of the area's fluid, m, in the area's frame. It is empty when the
// fluid fills the area and when there is none.
func (a Area) Surface() []mgl64.Vec2 {
	a.slot() // a handle that may not be used panics
	return a.w.Tables().AppendSurface(nil, a.id)
}

// SetSurface changes the surface of the area's fluid as area.Fluid has it, and wakes the bodies in
// the area if it is another. A game that calls it in Config.BeforeTick makes waves. Once warm it
// allocates nothing. The error is ErrNoFluid for an area without a fluid, and a *geom.FieldError
// for points that cannot be used.
func (a Area) SetSurface(points []mgl64.Vec2) error {
	slot := a.slot()
	w := a.w
	if err := w.beginChange(recording.AreaSetSurface, uint64(a.id), func(r callRecorder) { r.value(points) }); err != nil {
		return err
	}
	defer w.endChange()
	if _, ok := area.FluidOf(w.areas.Meta[slot].Effects); !ok {
		return ErrNoFluid
	}
	if err := area.CheckSurface("Surface", points); err != nil {
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
	w.areaStage.WakeMembers(slot)
	return nil
}

// FluidAt returns the fluid of the area at a point of the world, and whether there is any:
// none outside of the area, above the surface, and in an area without a fluid. The Flow of the
// result is along the axes of the world, and Surface is left out, so it allocates nothing.
func (a Area) FluidAt(point mgl64.Vec2) (f area.Fluid, ok bool) {
	slot := a.slot()
	w, p := a.w, geom.From(point)
	if f, ok = area.FluidOf(w.areas.Meta[slot].Effects); !ok || !w.areas.Contains(slot, p, w.bodies) {
		return area.Fluid{}, false
	}
	t, _ := w.areas.Frame(slot, w.bodies)
	local := t.ApplyInverse(p)
	if line := w.areas.Surface[slot]; len(line) > 0 && local.Y > heightOf(line, local.X) {
		return area.Fluid{}, false
	}
	f.Flow = t.R.Apply(geom.From(f.Flow)).Mgl()
	return f, true
}

// heightOf returns the height of a line of ascending points over x; it is level beyond both
// ends.
func heightOf(line []geom.Vec2, x float64) float64 {
	i, _ := slices.BinarySearchFunc(line, x, func(p geom.Vec2, x float64) int { return cmp.Compare(p.X, x) })
	switch {
	case i == 0:
		return line[0].Y
	case i == len(line):
		return line[i-1].Y
	}
	from, to := line[i-1], line[i]
	return from.Lerp(to, (x-from.X)/(to.X-from.X)).Y
}
