package world

import (
	"reflect"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

func (w *World) compileArea(s shape.Support) (shape.Convex, error) {
	if w.recording == nil {
		return shape.New(s)
	}
	arena := &shape.Arena{Wrap: w.recording.wrap}
	g, err := shape.Compile(s, geom.Vec2{}, arena)
	arena.Wrap = nil
	return shape.Convex{Geometry: &g, Arena: arena}, err
}

// answerRecorder returns the recording if an answer of the game's code must be recorded: in a tick
// or in a change, not in a query.
func (w *World) answerRecorder() callRecorder {
	if w.recording == nil || !w.door.has(doorTicking|doorChanging) {
		return nil
	}
	return w.recording
}

var bodyType = reflect.TypeFor[Body]()

// effectTypes returns the types of the effects of areas by their names in a recording.
func effectTypes() map[string]reflect.Type {
	return map[string]reflect.Type{
		"gravity": reflect.TypeFor[area.Gravity](), "pointGravity": reflect.TypeFor[area.PointGravity](),
		"damping": reflect.TypeFor[area.Damping](), "conveyor": reflect.TypeFor[area.Conveyor](), "field": reflect.TypeFor[AreaField](),
		"fluid": reflect.TypeFor[area.Fluid](), "wind": reflect.TypeFor[area.Wind](),
	}
}
