package world

import (
	"cmp"
	"iter"
	"slices"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// change changes an area and wakes the bodies that sleep in it, before and after.
func (a Area) change(c recording.Call, arguments func(callRecorder), change func(*state.AreaPlace, *state.AreaMeta)) error {
	return a.changeUnless(c, arguments, func(*state.AreaPlace) bool { return false }, change)
}

// changeUnless is change, but does nothing if the area already has the new value.
func (a Area) changeUnless(c recording.Call, arguments func(callRecorder), same func(*state.AreaPlace) bool, change func(*state.AreaPlace, *state.AreaMeta)) error {
	slot := a.slot()
	if err := a.w.beginChange(c, uint64(a.id), arguments); err != nil {
		return err
	}
	defer a.w.endChange()
	if !same(&a.w.areas.Place[slot]) {
		a.w.changeArea(slot, change)
	}
	return nil
}

func (w *World) changeArea(slot state.AreaSlot, change func(*state.AreaPlace, *state.AreaMeta)) {
	w.areaStage.WakeMembers(slot)
	change(&w.areas.Place[slot], &w.areas.Meta[slot])
	if w.areas.Place[slot].Disabled {
		w.leaveArea(slot)
		return
	}
	w.enterArea(slot)
}

// Wake wakes the bodies in the area. A game calls it after its own functions in the area have
// changed.
func (a Area) Wake() error {
	return a.change(recording.AreaWake, nil, func(*state.AreaPlace, *state.AreaMeta) {})
}

// Shape returns the shape as it was given, or nil for the whole world.
func (a Area) Shape() shape.Support { return a.w.areas.Meta[a.slot()].Shape }

// SetShape changes the shape; nil means the whole world.
func (a Area) SetShape(s shape.Support) error {
	slot := a.slot()
	var convex shape.Convex
	if s != nil {
		var err error
		if convex, err = a.w.compileArea(s); err != nil {
			return err
		}
	}
	return a.change(recording.AreaSetShape, func(r callRecorder) { r.value(ColliderParts{Shape: s}) }, func(p *state.AreaPlace, m *state.AreaMeta) {
		if s == nil && !p.Whole {
			a.w.endMembers(slot)
		}
		m.Shape, p.Whole, a.w.areas.Convex[slot] = s, s == nil, convex
	})
}

// endMembers reports that all bodies have left.
func (w *World) endMembers(slot state.AreaSlot) {
	disabled := w.areas.Place[slot].Disabled
	w.leaveArea(slot)
	w.areas.Place[slot].Disabled = disabled
}

// Position returns the origin of the area's frame in the world, m.
func (a Area) Position() mgl64.Vec2 {
	t, _ := a.w.areas.Frame(a.slot(), a.w.bodies)
	return t.P.Mgl()
}

// Angle returns the orientation of the area's frame in the world, in radians, in (-pi, pi].
func (a Area) Angle() float64 {
	t, _ := a.w.areas.Frame(a.slot(), a.w.bodies)
	return t.R.Angle()
}

// SetTransform places the area, in metres and radians: in the world, or in the frame of the body
// that carries it, as AreaDef does.
func (a Area) SetTransform(position mgl64.Vec2, angle float64) error {
	a.slot() // a handle that may not be used panics
	if err := a.w.checkPlace(position, angle); err != nil {
		return err
	}
	local := geom.Transform{P: geom.From(position), R: geom.RotFromAngle(angle)}
	return a.changeUnless(recording.AreaSetTransform, func(r callRecorder) { r.vec(position).float(angle) }, func(p *state.AreaPlace) bool { return p.Local == local }, func(p *state.AreaPlace, _ *state.AreaMeta) { p.Local = local })
}

// SetPriority changes the priority, from -1e6 to 1e6.
func (a Area) SetPriority(priority int) error {
	if err := area.CheckPriority(priority); err != nil {
		return err
	}
	return a.change(recording.AreaSetPriority, func(r callRecorder) { r.int(int64(priority)) }, func(p *state.AreaPlace, _ *state.AreaMeta) { p.Priority = int32(priority) })
}

// SetFilter changes which colliders the area accepts.
func (a Area) SetFilter(f shape.Filter) error {
	return a.change(recording.AreaSetFilter, func(r callRecorder) { r.value(f) }, func(p *state.AreaPlace, _ *state.AreaMeta) { p.Filter = f.Normalized() })
}

// Enabled reports whether the area acts.
func (a Area) Enabled() bool { return !a.w.areas.Place[a.slot()].Disabled }

// SetEnabled lets the area act or not. A disabled area contains no bodies: all of them have left.
func (a Area) SetEnabled(on bool) error {
	return a.changeUnless(recording.AreaSetEnabled, func(r callRecorder) { r.bool(on) }, func(p *state.AreaPlace) bool { return p.Disabled == !on }, func(p *state.AreaPlace, _ *state.AreaMeta) { p.Disabled = !on })
}

// SetEffects changes the effects.
func (a Area) SetEffects(effects ...area.Effect) error {
	a.slot() // a handle that may not be used panics
	checked, err := area.Check(effects, a.w.config.LengthUnit)
	if err != nil {
		return err
	}
	slot := a.slot()
	return a.change(recording.AreaSetEffects, func(r callRecorder) { r.value(effects) }, func(*state.AreaPlace, *state.AreaMeta) { a.w.areas.SetEffects(slot, checked) })
}

// SetName changes the name.
func (a Area) SetName(name string) {
	m := &a.w.areas.Meta[a.slot()]
	if r := a.w.dataRecorder(); r != nil {
		r.call(recording.AreaSetName).uint(uint64(a.id)).text(name)
	}
	a.w.changeData(func() { m.Name = name })
}

// UserData returns the game's own data.
func (a Area) UserData() any { return a.w.areas.Meta[a.slot()].UserData }

// SetUserData changes the game's own data.
func (a Area) SetUserData(data any) {
	m := &a.w.areas.Meta[a.slot()]
	a.w.changeData(func() { m.UserData = data })
}

// Contains reports whether a point of the world lies in the area. Nothing lies in a
// disabled area.
func (a Area) Contains(point mgl64.Vec2) bool {
	slot := a.slot()
	return a.w.areas.Contains(slot, geom.From(point), a.w.bodies)
}

// Bodies yields the bodies that were in the area when the last tick began, in ascending order of
// slots, without the bodies destroyed since. If the area is the whole world, Bodies yields the
// bodies that are in it now.
func (a Area) Bodies() iter.Seq[Body] {
	return func(yield func(Body) bool) { a.eachBody(yield) }
}

func (a Area) eachBody(yield func(Body) bool) {
	slot := a.slot()
	w := a.w
	if place := &w.areas.Place[slot]; place.Whole {
		if _, present := w.areas.Frame(slot, w.bodies); place.Disabled || !present {
			return
		}
		for b := state.BodySlot(1); int(b) < w.bodies.Cap(); b++ {
			if w.areas.Accepts(slot, b, w.bodies, w.shapes) && !yield(w.bodyAt(b)) {
				return
			}
		}
		return
	}
	for _, id := range w.areas.Members[slot] {
		if b := (Body{w, id}); b.Valid() && !yield(b) {
			return
		}
	}
}

// AreasAt yields the areas that contain a point of the world, in the order in which they act: the
// highest priority first, then ascending slots. The area just yielded may be destroyed.
func (w *World) AreasAt(point mgl64.Vec2) iter.Seq[Area] {
	return func(yield func(Area) bool) {
		w.checkReadable()
		for i := 0; i < len(w.areas.Order); {
			slot := w.areas.Order[i]
			if w.areas.Contains(slot, geom.From(point), w.bodies) && !yield(w.areaAt(slot)) {
				return
			}
			w.checkReadable()
			if i < len(w.areas.Order) && w.areas.Order[i] == slot { // otherwise another area has its place
				i++
			}
		}
	}
}

// Surface returns the surface of the area's fluid, m, in the area's frame. It is empty when the
// fluid fills the area and when there is none.
func (a Area) Surface() []mgl64.Vec2 {
	a.slot() // a handle that may not be used panics
	return a.w.Tables().AppendSurface(nil, a.id)
}

// SetSurface changes the field Surface of the area's area.Fluid, and wakes the bodies in the area
// if the surface differs. A game that calls it in Config.BeforeTick makes waves. Once warm it
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
