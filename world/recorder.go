package world

import (
	"encoding/binary"
	"math"
	"reflect"
	"runtime"

	"github.com/carom2d/carom/internal/item"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// recorder is a recording under way.
type recorder struct {
	w         *World
	out       *recording.Writer
	states    *stateEncoder
	forgotten runtime.Cleanup

	log   []byte // records that are not yet written
	place int    // of the record that is being appended, in log
	ticks uint64 // recorded
	since uint64 // ticks when log was begun

	shapes recording.Shapes
	trees  recording.Encoder

	hashes StateHashes // that the last tick left
	work   int         // since the last keyframe
	last   int         // work of the last tick
	motion []byte      // the hash of the last tick, as it was recorded
}

// write gives a chunk to the writer, which may keep the data.
func (r *recorder) write(kind tape.Kind, data []byte) {
	r.out.Jobs <- recording.Job{Kind: kind, Ticks: r.ticks, Time: r.w.timeAt(r.w.ticks), Data: data}
}

// writeHeader writes the version of the format and the program's platform.
func (r *recorder) writeHeader() {
	r.write(tape.KindHeader, tape.AppendTree(nil, map[string]any{
		"version":  uint64(recording.Version),
		"platform": runtime.GOOS + "/" + runtime.GOARCH,
		"go":       runtime.Version(),
	}))
}

// flush gives the records that are not yet written to the writer.
func (r *recorder) flush() {
	if answers := r.shapes.Take(); len(answers) > 0 {
		r.write(tape.KindAnswers, answers)
	}
	if len(r.log) > 0 {
		r.write(tape.KindLog, r.log)
		r.log = make([]byte, 0, cap(r.log))
	}
	r.since = r.ticks
}

func (r *recorder) call(c recording.Call) callRecorder {
	r.place = len(r.log)
	r.log = tape.Record(r.log)
	return r.uint(uint64(c))
}

// extended keeps the log, to which an item was appended.
func (r *recorder) extended(log []byte) callRecorder {
	r.log = log
	tape.Grow(r.log, r.place)
	return r
}

func (r *recorder) uint(n uint64) callRecorder    { return r.extended(item.AppendUint(r.log, n)) }
func (r *recorder) int(n int64) callRecorder      { return r.extended(item.AppendInt(r.log, n)) }
func (r *recorder) float(x float64) callRecorder  { return r.extended(item.AppendFloat(r.log, x)) }
func (r *recorder) vec(v [2]float64) callRecorder { return r.float(v[0]).float(v[1]) }
func (r *recorder) bool(on bool) callRecorder     { return r.extended(item.AppendBool(r.log, on)) }
func (r *recorder) text(s string) callRecorder    { return r.extended(item.AppendString(r.log, s)) }
func (r *recorder) bytes(b []byte) callRecorder   { return r.extended(item.AppendBytes(r.log, b)) }

// value appends a definition.
func (r *recorder) value(v any) callRecorder {
	return r.extended(tape.AppendTree(r.log, r.trees.Tree(v)))
}

// mayName reports whether a handle with an identity may have named something in this world.
func (r *recorder) mayName(w *World, id uint64) bool {
	return w == r.w && id != 0 && id <= math.MaxInt64
}

// handle appends the identity of a handle: nothing for the zero handle, and -1 for a handle that
// never named anything in this world, such as a handle of another world.
func (r *recorder) handle(w *World, id uint64) callRecorder {
	switch {
	case w == nil && id == 0:
		return r.int(0)
	case !r.mayName(w, id):
		return r.int(-1)
	}
	return r.uint(id)
}

// handleTree returns the tree of a broadphase or a body. The tree of a broadphase is its number.
// The tree of a body is its identity, nothing for the zero handle, and -1 for a handle that never
// named a body of this world.
func (r *recorder) handleTree(v reflect.Value) (tree any, ok bool) {
	switch v.Type() {
	case broadphaseType:
		return uint64(v.Interface().(BroadphaseKind).number()), true
	case bodyType:
		return r.bodyTree(v.Interface().(Body)), true
	}
	return nil, false
}

func (r *recorder) bodyTree(b Body) any {
	switch {
	case b == Body{}:
		return uint64(0)
	case !r.mayName(b.w, uint64(b.id)):
		return int64(-1)
	default:
		return uint64(b.id)
	}
}

func (r *recorder) body(b Body) callRecorder { return r.handle(b.w, uint64(b.id)) }

func (r *recorder) failed() error { return r.out.Failed() }

// wrap returns the stand-in of a shape of the game's own that is compiled.
func (r *recorder) wrap(s shape.Support) shape.Support { return r.shapes.Wrap(s) }

// wrapShapes makes all compiled shapes of the world refer to stand-ins.
func (r *recorder) wrapShapes() {
	r.w.shapes.WrapCustoms(r.shapes.Wrap)
	r.w.areas.ReplaceCustoms(r.shapes.Wrap)
	r.w.calls++
}

// tablesTaken makes the tables that the world has just taken from another answer to the recording.
func (r *recorder) tablesTaken() {
	r.wrapShapes()
	r.w.joints.Listener = r
}

// unwrapShapes undoes wrapShapes.
func (r *recorder) unwrapShapes() {
	r.w.shapes.WrapCustoms(nil)
	r.w.shapes.ReplaceCustoms(recording.Unwrapped)
	r.w.areas.ReplaceCustoms(recording.Unwrapped)
	r.w.calls++
}

// askShapes forgets which answers are written, and returns the answers that reading a state needs.
// Later answers are written again.
func (r *recorder) askShapes() []byte {
	r.shapes.Forget()
	ask := func(s shape.Support) shape.Support {
		_, _ = shape.New(s) // a question that was asked already is not noted again
		return s
	}
	r.w.shapes.AskCustoms()
	r.w.areas.ReplaceCustoms(ask)
	return r.shapes.Take()
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

// nameOf returns the name of a value of the game in the state, and the data that identify it. It
// runs on the goroutine of the writer.
func (r *recorder) nameOf(v any) (name string, data []byte) {
	switch v := v.(type) {
	case shape.Support:
		return recordedShapeName, tape.AppendTree(nil, r.trees.Shape(v))
	case joint.Constraint:
		return recordedConstraintName, nil
	case joint.ForceLaw:
		return recordedLawName, nil
	case func(FieldPoint) mgl64.Vec2:
		return recordedFieldName, nil
	case func(*World):
		return recordedBeforeTickName, nil
	case func(a, b Collider) bool:
		return recordedFilterName, nil
	case func(a, b shape.Material) float64:
		return recordedMixName, nil
	case func(*ContactEdit) bool:
		return recordedPreSolveName, nil
	}
	return "", nil
}
