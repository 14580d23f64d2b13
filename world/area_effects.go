package world

import (
	"errors"
	"fmt"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/collision/areas"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// Definitions of package area whose functions get a Body.
type (
	AreaField  = area.Field[Body] // a function of the game's own
	FieldPoint = area.FieldPoint[Body]
)

// ErrNoFluid is returned by Area.SetSurface.
var ErrNoFluid = errors.New("world: the area has no fluid")

// areaStage is the stage of package collision/areas. Only useAreas makes one, so a program without
// areas links none of it.
type areaStage interface {
	Configure(areas.Setting)
	Apply(changes uint64) []areas.Change
	Enter(state.AreaSlot)
	WakeMembers(state.AreaSlot)
	Forget()
	End()
}

func (w *World) useAreas() {
	if w.areaStage == nil {
		w.areaStage = areas.New(&w.pipeline, &w.areas, &w.params, w.areaCalls())
		w.configureAreas()
	}
}

func (w *World) configureAreas() {
	c := &w.config
	w.areaStage.Configure(areas.Setting{Gravity: geom.From(c.Gravity), LengthUnit: c.LengthUnit, SubSteps: c.SubSteps})
}

// forgetAreas makes the next tick look at the bodies in all areas.
func (w *World) forgetAreas() {
	if w.areaStage != nil {
		w.areaStage.Forget()
	}
}

// applyAreas runs the stage of areas and reports who came and left.
func (w *World) applyAreas() {
	if w.areaStage == nil {
		w.profile.setIdle(w.areas.OwnGravities == 0)
		areas.GatherOwnGravities(&w.areas, w.bodies, &w.params)
		return
	}
	for _, c := range w.areaStage.Apply(w.door.changes()) {
		if w.areas.Place[c.Area].NoEvents {
			continue
		}
		if event := (AreaEvent{w.areaAt(c.Area), Body{w, c.Body}}); c.Begins {
			w.events.AreaBegins = append(w.events.AreaBegins, event)
		} else {
			w.events.AreaEnds = append(w.events.AreaEnds, event)
		}
	}
}

// areaCalls returns the functions by which the stage of areas calls the world.
func (w *World) areaCalls() areas.Calls {
	return areas.Calls{
		Wake: w.linking.Wake,
		Acceleration: func(f area.Functions, at areas.FieldPoint) geom.Vec2 {
			return w.callField("Acceleration", f.(AreaField).Acceleration, at)
		},
		Force: func(f area.Functions, at areas.FieldPoint) geom.Vec2 {
			return w.callField("Force", f.(AreaField).Force, at)
		},
	}
}

// callField calls a function of the game in a tick and checks its result.
func (w *World) callField(name string, field func(FieldPoint) mgl64.Vec2, at areas.FieldPoint) geom.Vec2 {
	w.beginCallback()
	v := field(FieldPoint{Body: w.bodyAt(at.Body), Position: at.Position.Mgl(), Velocity: at.Velocity.Mgl(), Mass: at.Mass})
	w.endCallback()
	if r := w.answerRecorder(); r != nil {
		r.call(recording.Answer).vec(v)
	}
	return checkField(name, v)
}

func checkField(name string, v mgl64.Vec2) geom.Vec2 {
	if err := area.CheckAcceleration(name, geom.From(v)); err != nil {
		panic(fmt.Sprintf("world: AreaField.%s returned %v", name, v))
	}
	return geom.From(v)
}
