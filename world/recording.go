package world

import (
	"errors"
	"io"
	"reflect"
	"runtime"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/internal/item"
	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/shape"
)

// Errors of recordings.
var (
	// ErrRecording is returned by Record while the world is recorded already.
	ErrRecording = errors.New("world: the world is recorded already")
	// ErrNoWriter is returned by Record for a nil writer.
	ErrNoWriter = errors.New("world: a recording without a writer")
)

// WriterPanic is the error of a recording whose writer has panicked: its Value is the value of the
// panic, and it unwraps to that if it is an error.
type WriterPanic = recording.WriterPanic

// Record begins a recording of the world: its state now, and from then on every call that changes
// it, what callbacks, joints, fields and shapes of the game answer, a hash of the motion per tick,
// and the whole state and its hashes now and then. Package world/record replays it without the
// game's code.
//
// The recording is written in chunks, about one in a second of simulated time. Chunks that were
// written can be replayed, also when the program ends without StopRecording. It is written on
// another goroutine; the game waits only for a writer that is far behind. A writer that fails or
// panics ends the recording with a line on os.Stderr, and StopRecording returns its error, for a
// panic a *WriterPanic; the world goes on. User data are not recorded.
//
// Record may be called between steps. In a step, also in BeforeTick and AfterStep, it returns
// ErrStepping.
func (w *World) Record(out io.Writer) error {
	if err := w.beginSaving(); err != nil {
		return err
	}
	defer w.endSaving()
	switch {
	case w.door.has(doorInStep):
		return ErrStepping
	case w.door.has(doorClosed):
		return ErrClosed
	case w.recording != nil && w.recording.failed() == nil:
		return ErrRecording
	case out == nil:
		return ErrNoWriter
	}
	states := newStateEncoder()
	writer, err := recording.StartWriter(out, states.close)
	if err != nil {
		return err
	}
	r := &recorder{w: w, out: writer, states: states}
	r.trees = recording.Encoder{Effects: effectTypes(), Shapes: &r.shapes, Handle: r.handleTree}
	r.forgotten = runtime.AddCleanup(w, func(jobs chan recording.Job) { close(jobs) }, writer.Jobs)
	r.writeHeader()
	r.wrapShapes()
	r.writeKeyframe()
	w.recording, w.joints.Listener = r, r
	return nil
}

// StopRecording writes the rest of the recording and ends it. It returns the error that the
// writer gave, if it gave one. Without a recording it does nothing. Close does the same, but for
// the error.
func (w *World) StopRecording() error {
	if s := w.door.word.Load(); s&(doorTicking|doorChanging) != 0 {
		refuseReading(s)
		return ErrStepping
	}
	r := w.recording
	if r == nil {
		return nil
	}
	w.recording, w.joints.Listener = nil, nil
	return r.stop()
}

// stop writes the rest of the recording.
func (r *recorder) stop() error {
	r.unwrapShapes()
	r.flush()
	r.write(tape.KindEnd, nil)
	r.forgotten.Stop()
	return r.out.Stop()
}

func (r *recorder) failed() error { return r.out.Failed() }

// callRecorder is a recording to those who make the calls. Only Record makes one, so a program that
// never records links none of its methods, for the linker leaves out the methods of a type that
// nothing turns into an interface.
type callRecorder interface {
	// call begins the record of a call; the others append its arguments.
	call(c recording.Call) callRecorder
	uint(n uint64) callRecorder
	int(n int64) callRecorder
	float(x float64) callRecorder
	vec(v [2]float64) callRecorder
	bool(on bool) callRecorder
	text(s string) callRecorder
	bytes(b []byte) callRecorder
	value(v any) callRecorder
	handle(w *World, id uint64) callRecorder
	body(b Body) callRecorder

	beginTick()
	endTick()
	endStep()
	restored()
	wrap(s shape.Support) shape.Support // see recording.Shapes
	stop() error
	failed() error
}

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

const (
	logTicks = 60      // of a chunk
	logBytes = 1 << 18 // of a chunk
)

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

// call begins the record of a call.
func (r *recorder) call(c recording.Call) callRecorder {
	r.place = len(r.log)
	r.log = tape.Record(r.log)
	return r.uint(uint64(c))
}

func (r *recorder) uint(n uint64) callRecorder {
	r.log = item.AppendUint(r.log, n)
	tape.Grow(r.log, r.place)
	return r
}

func (r *recorder) int(n int64) callRecorder {
	r.log = item.AppendInt(r.log, n)
	tape.Grow(r.log, r.place)
	return r
}

func (r *recorder) float(x float64) callRecorder {
	r.log = item.AppendFloat(r.log, x)
	tape.Grow(r.log, r.place)
	return r
}

func (r *recorder) vec(v [2]float64) callRecorder { return r.float(v[0]).float(v[1]) }

func (r *recorder) bool(on bool) callRecorder {
	r.log = item.AppendBool(r.log, on)
	tape.Grow(r.log, r.place)
	return r
}

func (r *recorder) text(s string) callRecorder {
	r.log = item.AppendText(r.log, s)
	tape.Grow(r.log, r.place)
	return r
}

func (r *recorder) bytes(b []byte) callRecorder {
	r.log = item.AppendBytes(r.log, b)
	tape.Grow(r.log, r.place)
	return r
}

// value appends a definition.
func (r *recorder) value(v any) callRecorder {
	r.log = tape.AppendTree(r.log, r.trees.Tree(v))
	tape.Grow(r.log, r.place)
	return r
}

// handle appends the identity of something in a world: nothing for the zero handle, and -1 for
// one of another world.
func (r *recorder) handle(w *World, id uint64) callRecorder {
	switch {
	case w == nil && id == 0:
		return r.int(0)
	case w != r.w:
		return r.int(-1)
	}
	return r.uint(id)
}

// effectTypes returns the types of the effects of areas by their names in a recording.
func effectTypes() map[string]reflect.Type {
	return map[string]reflect.Type{
		"gravity": reflect.TypeFor[area.Gravity](), "pointGravity": reflect.TypeFor[area.PointGravity](),
		"damping": reflect.TypeFor[area.Damping](), "conveyor": reflect.TypeFor[area.Conveyor](), "field": reflect.TypeFor[AreaField](),
		"fluid": reflect.TypeFor[area.Fluid](), "wind": reflect.TypeFor[area.Wind](),
	}
}

var bodyType = reflect.TypeFor[Body]()

// handleTree returns the tree of a broadphase, its number, or of a body: its identity, nothing for
// the zero handle, and -1 for one of another world.
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
	case b.w != r.w:
		return int64(-1)
	default:
		return uint64(b.id)
	}
}

func (r *recorder) body(b Body) callRecorder { return r.handle(b.w, uint64(b.id)) }

// dataRecorder returns the recording for a call that changes data of the game alone: it may
// come from a callback.
func (w *World) dataRecorder() callRecorder {
	if w == nil || w.recording == nil || w.door.has(doorChanging|doorTicking) && !w.door.has(doorCallback) {
		return nil
	}
	return w.recording
}
