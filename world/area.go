package world

import (
	"fmt"
	"iter"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/id"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// AreaDef defines an area: a part of the world with its own gravity, damping or flow. The zero
// AreaDef is the whole world and has no effects.
//
// # Which bodies are in it
//
// A dynamic or kinematic body is in an area when one of its colliders is no sensor, overlaps the
// shape and is accepted by Filter. The body that carries the area is not in it. Static and disabled
// bodies are not in it either. An area without a shape is the whole world. It contains all dynamic
// bodies that have a collider which Filter accepts, and all dynamic bodies without a collider.
//
// Effects act on dynamic bodies that are awake. Gravity, damping, conveyors and fields act on
// a body in the area whose centre of mass lies in the shape: a crate that dips a corner
// into the area is not yet under its gravity. Fluids and winds act on the parts of bodies that
// lie in it. The poses are those when the tick begins.
//
// # How areas combine
//
// Effects of one kind add up over all areas that act on a body. An effect with Replace silences the
// effects of its kind in all areas of lower priority. The gravity of the body or the world and the
// damping of the body have the lowest priority of all. Effects in areas of the same priority always
// add up, even two effects with Replace. Gravity counts as one kind, whether it comes from
// area.Gravity, area.PointGravity or AreaField. The factor body.Def.GravityScale applies to the
// sum.
//
// # Sleep
//
// Effects neither wake a body nor keep it awake: a body at rest on a planet sleeps as on a floor. A
// change of an area, its motion and its body's motion wake the bodies that sleep in it before or
// after the change. An area on a dynamic body wakes other bodies when the dynamic body has moved by
// more than 5 mm (a slop) or turned by more than 0.3 degrees since the last time.
type AreaDef struct {
	Shape shape.Support // in the area's frame; nil means the whole world

	// Body carries the area: it moves and turns with the body and ends with it. It rests while
	// the body is disabled. The zero Body means none.
	Body     Body
	Position mgl64.Vec2 // of the area's frame, m: in the world, or in the frame of Body
	Angle    float64    // rad

	Priority int          // from -1e6 to 1e6
	Filter   shape.Filter // accepts colliders as another collider's does
	Disabled bool         // has no effect and contains nothing until enabled
	NoEvents bool         // Events does not report who enters and leaves

	Effects []area.Effect

	Name     string
	UserData any
}

// Area is a handle to an area: small, comparable. The zero Area is none. Methods other than
// Valid, ID and World panic with "world: use of a destroyed area" once it is gone.
type Area struct {
	w  *World
	id AreaID
}

// CreateArea makes an area. It wakes the bodies that sleep in it, except bodies created asleep
// since the last tick. It returns a *geom.FieldError for a definition that cannot be used, and then
// the world is unchanged.
func (w *World) CreateArea(def AreaDef) (Area, error) {
	if err := w.beginChange(recording.CreateArea, 0, func(r callRecorder) { r.value(def) }); err != nil {
		return Area{}, err
	}
	defer w.endChange()
	convex, effects, err := w.checkArea(&def)
	if err != nil {
		return Area{}, err
	}
	w.useAreas()
	slot := w.areas.Add()
	a := w.areaAt(slot)
	place, m := &w.areas.Place[slot], &w.areas.Meta[slot]
	*place = state.AreaPlace{
		Local: geom.Transform{P: geom.From(def.Position), R: geom.RotFromAngle(def.Angle)},
		Body:  def.Body.id, Whole: def.Shape == nil, Priority: int32(def.Priority),
		Disabled: def.Disabled, NoEvents: def.NoEvents, Filter: def.Filter.Normalized(),
	}
	*m = state.AreaMeta{ID: a.id, Shape: def.Shape, Name: def.Name, UserData: def.UserData}
	w.areas.Convex[slot] = convex
	w.areas.SetEffects(slot, effects)
	if def.Body != (Body{}) {
		w.areas.Carried++
	}
	w.enterArea(slot)
	return a, nil
}

// checkArea checks a definition and compiles its shape.
func (w *World) checkArea(def *AreaDef) (convex shape.Convex, effects []area.Effect, err error) {
	if b := def.Body; b != (Body{}) {
		switch {
		case b.w != w:
			return convex, nil, geom.NewFieldError("Body", b, ErrForeign)
		case !b.alive():
			return convex, nil, geom.NewFieldError("Body", b, ErrDestroyed)
		}
	}
	if err := w.checkPlace(def.Position, def.Angle); err != nil {
		return convex, nil, err
	}
	if err := area.CheckPriority(def.Priority); err != nil {
		return convex, nil, err
	}
	if effects, err = area.Check(def.Effects, w.config.LengthUnit); err != nil {
		return convex, nil, err
	}
	if def.Shape != nil {
		convex, err = w.compileArea(def.Shape)
	}
	return convex, effects, err
}

// Areas yields the areas in ascending order of their slots. The areas must not change
// meanwhile, but for the one just yielded.
func (w *World) Areas() iter.Seq[Area] {
	return func(yield func(Area) bool) {
		w.checkReadable()
		for slot := 0; slot < len(w.areas.Meta); slot++ {
			if i := w.areas.Meta[slot].ID; i != 0 && !yield(Area{w, i}) {
				return
			}
			w.checkReadable()
		}
	}
}

// Valid reports whether the area exists.
func (a Area) Valid() bool {
	if a.w == nil {
		return false
	}
	a.w.checkReadable()
	return a.w.areas.AliveID(id.ID(a.id))
}

// ID returns the area's identity within its world.
func (a Area) ID() AreaID { return a.id }

// World returns the world the area was made in.
func (a Area) World() *World { return a.w }

// String names the area for messages.
func (a Area) String() string {
	if !a.Valid() {
		return invalidHandle("area", a.w)
	}
	if name := a.Name(); name != "" {
		return fmt.Sprintf("area(%s)", name)
	}
	return fmt.Sprintf("area(%d)", a.id.Slot())
}

// slot returns the area's slot for reading, after checking that the handle may be used.
func (a Area) slot() state.AreaSlot {
	if a.w == nil {
		panic("world: use of the zero Area")
	}
	a.w.checkReadable()
	if !a.w.areas.AliveID(id.ID(a.id)) {
		panic("world: use of a destroyed area")
	}
	return a.id.Slot()
}

// Def returns a definition that makes an area like this one as it is now.
func (a Area) Def() AreaDef {
	slot := a.slot()
	place, m := &a.w.areas.Place[slot], &a.w.areas.Meta[slot]
	return AreaDef{
		Shape: m.Shape, Body: a.Body(), Position: place.Local.P.Mgl(), Angle: place.Local.R.Angle(),
		Priority: int(place.Priority), Filter: place.Filter, Disabled: place.Disabled, NoEvents: place.NoEvents,
		Effects: a.w.areas.EffectsOf(slot), Name: m.Name, UserData: m.UserData,
	}
}

// Destroy removes the area. Bodies that slept in it wake, and the bodies in it are reported as
// having left.
func (a Area) Destroy() error {
	slot := a.slot()
	if err := a.w.beginChange(recording.AreaDestroy, uint64(a.id), nil); err != nil {
		return err
	}
	defer a.w.endChange()
	a.w.destroyArea(slot)
	return nil
}

func (w *World) destroyArea(slot state.AreaSlot) {
	w.leaveArea(slot)
	if w.areas.Place[slot].Body != 0 {
		w.areas.Carried--
	}
	w.areas.Remove(slot)
}

// destroyAreasOf destroys the areas that a body carries.
func (w *World) destroyAreasOf(body BodyID) {
	if w.areas.Carried == 0 {
		return
	}
	for slot := range w.areas.Meta {
		if w.areas.Meta[slot].ID != 0 && w.areas.Place[slot].Body == body {
			w.destroyArea(state.AreaSlot(slot))
		}
	}
}

// Body returns the body that carries the area, or the zero Body.
func (a Area) Body() Body {
	if b := a.w.areas.Place[a.slot()].Body; b != 0 {
		return Body{a.w, b}
	}
	return Body{}
}

// Name returns the area's name.
func (a Area) Name() string { return a.w.areas.Meta[a.slot()].Name }

// enterArea puts an area into the order and wakes the bodies that sleep in it.
func (w *World) enterArea(slot state.AreaSlot) {
	w.areas.Sort(slot)
	if !w.areas.Place[slot].Disabled {
		w.areaStage.Enter(slot)
	}
}

// leaveArea takes an area out of the order, wakes the bodies that sleep in it and reports that all
// have left.
func (w *World) leaveArea(slot state.AreaSlot) {
	w.areaStage.WakeMembers(slot)
	place := &w.areas.Place[slot]
	if !place.NoEvents {
		e := w.currentEvents()
		for _, id := range w.areas.Members[slot] {
			e.AreaEnds = append(e.AreaEnds, AreaEvent{w.areaAt(slot), Body{w, id}})
		}
	}
	w.areas.Members[slot] = w.areas.Members[slot][:0]
	place.Present, place.Disabled = false, true
	w.areas.Sort(slot)
}
