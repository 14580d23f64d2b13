package world

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/carom2d/carom/internal/item"
	"github.com/carom2d/carom/internal/tape"
)

// recordingWriter compresses and writes the chunks of a recording on a goroutine of its own, in the
// order in which they were given. So the game waits for the writer only if that falls far behind.
// It knows no world: one that is forgotten can be collected.
type recordingWriter struct {
	jobs chan recordingJob
	done chan struct{}
	free chan *keptState // to save into
	err  atomic.Pointer[error]
}

// keptState is a Snapshot without its methods. The linker keeps the exported methods of what a type
// holds, for reflection might call them, and every program holds worlds: by MarshalBinary it would
// link the codec and the compressor.
type keptState Snapshot

// recordingJob is a chunk to write. The state of a keyframe is put behind its data.
type recordingJob struct {
	kind  tape.Kind
	ticks uint64
	time  float64
	data  []byte
	state *keptState
	names *Names
}

// recordingBacklog is how many chunks may wait.
const recordingBacklog = 8

// startRecordingWriter writes the beginning of a tape, and what comes later on a goroutine of its
// own.
func startRecordingWriter(out io.Writer) (*recordingWriter, error) {
	var t *tape.Writer
	err := guardWriter(func() (err error) {
		t, err = tape.NewWriter(out)
		return err
	})
	if err != nil {
		return nil, err
	}
	x := &recordingWriter{jobs: make(chan recordingJob, recordingBacklog), done: make(chan struct{}), free: make(chan *keptState, 2)}
	for range cap(x.free) {
		x.free <- &keptState{}
	}
	go x.run(t)
	return x, nil
}

// run writes what comes until there is no more.
func (x *recordingWriter) run(t *tape.Writer) {
	defer close(x.done)
	var states stateEncoder
	defer states.close()
	for job := range x.jobs {
		if x.failed() == nil {
			err := guardWriter(func() error { return writeJob(t, &states, &job) })
			if err != nil {
				x.err.Store(&err)
				fmt.Fprintf(os.Stderr, "world: the recording stops at tick %d: %v\n", job.ticks, err)
			}
		}
		if job.state != nil {
			job.state.world = nil
			x.free <- job.state
		}
	}
}

// WriterPanic is the error of a recording whose writer has panicked.
type WriterPanic struct {
	Value any // of the panic
}

func (e *WriterPanic) Error() string {
	return fmt.Sprintf("world: the writer of the recording panicked: %v", e.Value)
}

// Unwrap returns the value of the panic if it is an error.
func (e *WriterPanic) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// guardWriter makes a panic of the game's writer an error: on the goroutine of the recording it
// would end the process.
func guardWriter(write func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &WriterPanic{r}
		}
	}()
	return write()
}

func writeJob(t *tape.Writer, states *stateEncoder, job *recordingJob) error {
	if job.state != nil {
		file, err := states.encode((*Snapshot)(job.state), job.names)
		if err != nil {
			return err
		}
		states.chunk = item.AppendBytes(append(states.chunk[:0], job.data...), file)
		job.data = states.chunk
	}
	return t.Write(job.kind, job.ticks, job.time, job.data, job.state != nil)
}

// failed returns the error that has ended the recording.
func (x *recordingWriter) failed() error {
	if err := x.err.Load(); err != nil {
		return *err
	}
	return nil
}
