package world

import (
	"errors"
	"io"
	"runtime"

	"github.com/carom2d/carom/internal/tape"
)

// Errors of recordings.
var (
	// ErrRecording is returned by Record while the world is recorded already.
	ErrRecording = errors.New("world: the world is recorded already")
	// ErrNoWriter is returned by Record for a nil writer.
	ErrNoWriter = errors.New("world: a recording without a writer")
)

// RecordingVersion is the version of the format. It rises when an older release could not replay what a newer one records: with
// new calls, with new fields of definitions, or with another meaning of what is there. New parts of the state and new kinds of chunks do not need that: whoever
// does not know them skips them. Older versions are read, too: version 1 has another hash of the motion, and hashes of the whole
// state in every 32nd tick.
const RecordingVersion = 2

// Record begins a recording of the world: its state now, and from then on every call that changes it, what callbacks,
// joints, fields and shapes of the game answer, a hash of the motion per tick, and the whole state and its hashes now and then. Package
// world/record replays it without the game's code.
//
// The recording is written in chunks, about one in a second of simulated time. What was written can be replayed, also when the
// program ends without StopRecording. It is written on another goroutine; the game waits only for a
// writer that is far behind. A writer that fails ends the recording with a note to slog.Default, and StopRecording returns its error; the
// world goes on. User data are not recorded.
//
// Record may be called between steps. In a step, also in BeforeTick and AfterStep, it returns ErrStepping.
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
	case w.recording != nil && w.recording.out.failed() == nil:
		return ErrRecording
	case out == nil:
		return ErrNoWriter
	}
	writer, err := startRecordingWriter(out)
	if err != nil {
		return err
	}
	r := &recording{w: w, out: writer, appendTree: tape.AppendTree}
	r.forgotten = runtime.AddCleanup(w, func(jobs chan recordingJob) { close(jobs) }, writer.jobs)
	r.writeHeader()
	r.wrapShapes()
	r.writeKeyframe()
	w.recording, w.joints.Listener = r, r
	return nil
}

// StopRecording writes what is left of the recording and ends it. It returns the error that the writer gave, if it
// gave one. Without a recording it does nothing. Close does the same, but for the error.
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
	r.unwrapShapes()
	r.flush()
	r.write(tape.KindEnd, nil)
	r.forgotten.Stop()
	close(r.out.jobs)
	<-r.out.done
	return r.out.failed()
}

// recording is a recording under way.
type recording struct {
	w         *World
	out       *recordingWriter
	forgotten runtime.Cleanup

	// appendTree is tape.AppendTree, through here: every call that changes the world comes to it, so that by its name a program that
	// never records would link the codec.
	appendTree func(dst []byte, tree any) []byte

	log   []byte // records that are not yet written
	place int    // of the record that is being appended, in log
	ticks uint64 // recorded
	since uint64 // ticks when log was begun

	shapes recordedShapes

	hashes StateHashes // that the last tick left
	work   int         // since the last keyframe
	last   int         // work of the last tick
}

const (
	logTicks = 60      // of a chunk
	logBytes = 1 << 18 // of a chunk
)

// write gives a chunk to the writer, which may keep the data.
func (r *recording) write(kind tape.Kind, data []byte) {
	r.out.jobs <- recordingJob{kind: kind, ticks: r.ticks, time: r.w.timeAt(r.w.ticks), data: data}
}

// writeHeader writes what is recorded and by what.
func (r *recording) writeHeader() {
	r.write(tape.KindHeader, r.appendTree(nil, map[string]any{
		"version":  uint64(RecordingVersion),
		"platform": runtime.GOOS + "/" + runtime.GOARCH,
		"go":       runtime.Version(),
	}))
}

// flush gives the records that are not yet written to the writer.
func (r *recording) flush() {
	if answers := r.shapes.take(); len(answers) > 0 {
		r.write(tape.KindAnswers, answers)
	}
	if len(r.log) > 0 {
		r.write(tape.KindLog, r.log)
		r.log = make([]byte, 0, cap(r.log))
	}
	r.since = r.ticks
}

// call begins the record of a call.
func (r *recording) call(c callKind) *recording {
	r.place = len(r.log)
	r.log = tape.Record(r.log)
	return r.uint(uint64(c))
}

func (r *recording) uint(n uint64) *recording {
	r.log = tape.AppendUint(r.log, n)
	tape.Grow(r.log, r.place)
	return r
}

func (r *recording) int(n int64) *recording {
	r.log = tape.AppendInt(r.log, n)
	tape.Grow(r.log, r.place)
	return r
}

func (r *recording) float(x float64) *recording {
	r.log = tape.AppendFloat(r.log, x)
	tape.Grow(r.log, r.place)
	return r
}

func (r *recording) vec(v [2]float64) *recording { return r.float(v[0]).float(v[1]) }

func (r *recording) bool(on bool) *recording {
	r.log = tape.AppendBool(r.log, on)
	tape.Grow(r.log, r.place)
	return r
}

func (r *recording) text(s string) *recording {
	r.log = tape.AppendText(r.log, s)
	tape.Grow(r.log, r.place)
	return r
}

func (r *recording) bytes(b []byte) *recording {
	r.log = tape.AppendBytes(r.log, b)
	tape.Grow(r.log, r.place)
	return r
}

// value appends a definition.
func (r *recording) value(v any) *recording {
	r.log = r.appendTree(r.log, r.treeOf(v))
	tape.Grow(r.log, r.place)
	return r
}

// handle appends the identity of what belongs to a world: nothing for the zero handle, and -1 for one of another world.
func (r *recording) handle(w *World, id uint64) *recording {
	switch {
	case w == nil && id == 0:
		return r.int(0)
	case w != r.w:
		return r.int(-1)
	}
	return r.uint(id)
}

func (r *recording) body(b Body) *recording { return r.handle(b.w, uint64(b.id)) }

// recorder returns the recording if a call that begins now may change the world.
func (w *World) recorder() *recording {
	if w == nil || w.recording == nil || w.door.has(doorChanging|doorTicking|doorCallback|doorClosed|doorBroken) {
		return nil
	}
	return w.recording
}

// dataRecorder returns the recording for a call that changes what belongs to the game alone: it may come from a callback.
func (w *World) dataRecorder() *recording {
	if w == nil || w.recording == nil || w.door.has(doorChanging|doorTicking) && !w.door.has(doorCallback) {
		return nil
	}
	return w.recording
}
