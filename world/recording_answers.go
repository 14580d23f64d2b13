package world

import (
	"encoding/binary"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/joint"
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
// read. Later answers are written anew.
func (r *recorder) askShapes() []byte {
	r.shapes.Forget()
	ask := func(s shape.Support) shape.Support {
		_, _ = shape.New(s) // a question that was asked already is not noted again
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

// answerRecorder returns the recording if an answer of the game's code counts: in a tick or in a
// change, not in a query.
func (w *World) answerRecorder() callRecorder {
	if w.recording == nil || !w.door.has(doorTicking|doorChanging) {
		return nil
	}
	return w.recording
}

// Measured notes the rows of a custom joint.
func (r *recorder) Measured(m *joint.ConstraintContext) {
	var b []byte
	float := func(x float64) { b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x)) }
	for k, row := range m.Rows() {
		for _, x := range [...]float64{row.Error, row.Speed, row.Hertz, row.Damping, row.Lower, row.Upper} {
			float(x)
		}
		spring := 0.0
		if row.Spring {
			spring = 1
		}
		float(spring)
		for _, j := range m.Jacobians(k) {
			float(j.X)
			float(j.Y)
			float(j.W)
		}
	}
	r.call(recording.Answer).bytes(b)
}

// Law returns a law whose answers are recorded.
func (r *recorder) Law(law joint.ForceLaw) joint.ForceLaw {
	return func(value, rate float64) float64 {
		force := law(value, rate)
		r.call(recording.Answer).float(force)
		return force
	}
}
