package world

import (
	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/go-gl/mathgl/mgl64"
)

// GravityAt returns the acceleration of gravity at a point, m/s^2: the gravity of the world and of
// the areas that contain the point, whatever colliders they accept. Down is its direction.
func (w *World) GravityAt(point mgl64.Vec2) mgl64.Vec2 {
	w.checkReadable()
	at := geom.From(point)
	sum, replaced, floor := geom.Vec2{}, false, int32(0)
	for _, slot := range w.areas.Order {
		priority := w.areas.Place[slot].Priority
		if replaced && priority < floor {
			break
		}
		if !w.areas.Contains(slot, at, w.bodies) {
			continue
		}
		frame, _ := w.areas.Frame(slot, w.bodies)
		for _, e := range w.areas.Meta[slot].Effects {
			a, replace := gravityOf(e, frame, at)
			sum = sum.Add(a)
			if replace {
				replaced, floor = true, priority
			}
		}
	}
	if !replaced {
		sum = sum.Add(geom.From(w.config.Gravity))
	}
	return sum.Mgl()
}

// gravityOf returns the gravity of an effect at a point, m/s^2, and whether it replaces the gravity
// of lower priorities.
func gravityOf(e area.Effect, frame geom.Transform, at geom.Vec2) (a geom.Vec2, replace bool) {
	if f, ok := e.(AreaField); ok && f.Acceleration != nil {
		return checkField("Acceleration", f.Acceleration(FieldPoint{Position: at.Mgl(), Mass: 1})), f.Replace
	}
	return area.GravityOf(e, frame, at)
}

// Gravity returns the acceleration of gravity for the body, m/s^2: the argument of SetGravity, or
// the world's. Neither the factor GravityScale nor areas count; see World.GravityAt.
func (b Body) Gravity() mgl64.Vec2 {
	return b.w.bodies.GravityWithoutAreas(b.slot(), geom.From(b.w.config.Gravity)).Mgl()
}

// HasGravity reports whether the body has a gravity of its own.
func (b Body) HasGravity() bool { return b.w.bodies.Meta[b.slot()].HasOwnGravity }

// SetGravity gives the body a gravity of its own in place of the world's, m/s^2, and wakes it if
// that is a change. It acts on dynamic bodies, with the factor GravityScale. It acts until the next
// call, so it does not keep a body awake: a body that stands by its gravity sleeps. Areas add to it
// or replace it.
func (b Body) SetGravity(g mgl64.Vec2) error {
	if err := checkGravity(g); err != nil {
		return err
	}
	return b.changeGravity(recording.BodySetGravity, func(r callRecorder) { r.vec(g) }, g, true)
}

// ClearGravity gives the body the gravity of the world again, and wakes it if it had its own.
func (b Body) ClearGravity() error {
	return b.changeGravity(recording.BodyClearGravity, nil, mgl64.Vec2{}, false)
}

func (b Body) changeGravity(c recording.Call, arguments func(callRecorder), g mgl64.Vec2, own bool) error {
	slot, err := b.beginChange(c, arguments)
	if err != nil {
		return err
	}
	defer b.w.endChange()
	w := b.w
	m := &w.bodies.Meta[slot]
	if m.OwnGravity == geom.From(g) && m.HasOwnGravity == own {
		return nil
	}
	w.linking.Wake(slot)
	w.builder.SetOwnGravity(slot, geom.From(g), own)
	return nil
}
