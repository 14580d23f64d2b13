package world

import (
	"io"
	"log/slog"
	"sync/atomic"

	"github.com/carom2d/carom/internal/tape"
)

// recordingWriter compresses and writes the chunks of a recording on a goroutine of its own, in the order in which they were given. So
// the game waits for the writer only if that falls far behind. It knows no world: one that is forgotten can be collected.
type recordingWriter struct {
	tape     *tape.Writer
	states   stateEncoder
	keyframe []byte // that is being written
	jobs     chan recordingJob
	done     chan struct{}
	free     chan *Snapshot // to save into
	err      atomic.Pointer[error]
}

// recordingJob is a chunk to write. The state of a keyframe is put behind its data.
type recordingJob struct {
	kind  tape.Kind
	ticks uint64
	time  float64
	data  []byte
	state *Snapshot
	names *Names
}

// recordingBacklog is how many chunks may wait.
const recordingBacklog = 8

func newRecordingWriter(out io.Writer) (*recordingWriter, error) {
	t, err := tape.NewWriter(out)
	if err != nil {
		return nil, err
	}
	x := &recordingWriter{tape: t, jobs: make(chan recordingJob, recordingBacklog), done: make(chan struct{}), free: make(chan *Snapshot, 2)}
	for range cap(x.free) {
		x.free <- &Snapshot{}
	}
	return x, nil
}

// run writes what comes until there is no more.
func (x *recordingWriter) run() {
	defer close(x.done)
	defer x.states.close()
	for job := range x.jobs {
		if x.failed() == nil {
			if err := x.write(&job); err != nil {
				x.err.Store(&err)
				slog.Default().Error("world: the recording stops", "tick", job.ticks, "error", err)
			}
		}
		if job.state != nil {
			job.state.world = nil
			x.free <- job.state
		}
	}
}

func (x *recordingWriter) write(job *recordingJob) error {
	if job.state != nil {
		file, err := x.states.encode(job.state, job.names)
		if err != nil {
			return err
		}
		x.keyframe = tape.AppendBytes(append(x.keyframe[:0], job.data...), file)
		job.data = x.keyframe
	}
	return x.tape.Write(job.kind, job.ticks, job.time, job.data, job.state != nil)
}

// failed returns the error that has ended the recording.
func (x *recordingWriter) failed() error {
	if err := x.err.Load(); err != nil {
		return *err
	}
	return nil
}
