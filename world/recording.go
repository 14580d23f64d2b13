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

// WriterPanic is the error of a recording whose writer has panicked. Value is the value of the
// panic; the error unwraps to Value if Value is an error.
type WriterPanic = recording.WriterPanic

// Record begins a recording of the world. The recording holds the present state, and from now on
// every call that changes the world, the results of the game's callbacks, joints, fields and
// shapes, and a hash of the motion per tick. At intervals it holds the whole state and its hashes.
// Package world/record replays it without the game's code.
//
// The recording is written in chunks, about one in a second of simulated time. Written chunks can
// be replayed even if the program ends without StopRecording. Another goroutine writes them; the
// game waits only for a writer that is far behind. A writer that fails or panics ends the recording
// with a line on os.Stderr, and the world goes on. StopRecording returns the writer's error, or a
// *WriterPanic for a panic. User data are not recorded.
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
