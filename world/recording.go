package world

import (
	"errors"
	"io"
	"runtime"

	"github.com/carom2d/carom/internal/recording"
	"github.com/carom2d/carom/internal/tape"
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

// stop writes the rest of the recording.
func (r *recorder) stop() error {
	r.unwrapShapes()
	r.flush()
	r.write(tape.KindEnd, nil)
	r.forgotten.Stop()
	return r.out.Stop()
}
