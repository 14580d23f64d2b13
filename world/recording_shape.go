package world

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/shape"
)

// wrap returns the stand-in of a shape of the game's own that is compiled.
func (r *recorder) wrap(s shape.Support) shape.Support { return r.shapes.Wrap(s) }

// wrapShapes makes all compiled shapes of the world refer to stand-ins.
func (r *recorder) wrapShapes() {
	r.w.shapes.WrapCustoms(r.shapes.Wrap)
	r.w.areas.ReplaceCustoms(r.shapes.Wrap)
	r.w.calls++
}

// unwrapShapes undoes wrapShapes.
func (r *recorder) unwrapShapes() {
	r.w.shapes.WrapCustoms(nil)
	r.w.shapes.ReplaceCustoms(recording.Unwrapped)
	r.w.areas.ReplaceCustoms(recording.Unwrapped)
	r.w.calls++
}

// askShapes forgets which answers are written, and returns those that a state needs when it is
// read. What comes later is written anew.
func (r *recorder) askShapes() []byte {
	r.shapes.Forget()
	ask := func(s shape.Support) shape.Support {
		_, _ = shape.New(s) // what was asked already is not noted again
		return s
	}
	r.w.shapes.ReplaceCustoms(ask)
	r.w.areas.ReplaceCustoms(ask)
	return r.shapes.Take()
}

// compileArea compiles the shape of an area.
func (w *World) compileArea(s shape.Support) (shape.Convex, error) {
	if w.recording == nil {
		return shape.New(s)
	}
	arena := &shape.Arena{Wrap: w.recording.wrap}
	g, err := shape.Compile(s, geom.Vec2{}, arena)
	arena.Wrap = nil
	return shape.Convex{Geometry: &g, Arena: arena}, err
}
