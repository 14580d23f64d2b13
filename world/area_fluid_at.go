package world

import (
	"cmp"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// FluidAt returns the fluid of the area at a point of the world, and whether there is any:
// none outside of the area, above the surface, and in an area without a fluid. The Flow of the
// result is along the axes of the world, and Surface is left out, so it allocates nothing.
func (a Area) FluidAt(point mgl64.Vec2) (f AreaFluid, ok bool) {
	slot := a.slot()
	w, p := a.w, geom.From(point)
	for _, e := range w.areas.Meta[slot].Effects {
		if f, ok = e.(AreaFluid); ok {
			break
		}
	}
	if !ok || !w.areaContains(slot, p) {
		return AreaFluid{}, false
	}
	t, _ := w.areaTransform(slot)
	local := t.ApplyInverse(p)
	if line := w.areas.Surface[slot]; len(line) > 0 && local.Y > heightOf(line, local.X) {
		return AreaFluid{}, false
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
