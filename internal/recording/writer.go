package recording

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/carom2d/carom/internal/item"
	"github.com/carom2d/carom/internal/tape"
)

// Writer compresses and writes the chunks of a recording on a goroutine of its own, in the order in
// which they were given. So the game waits only for a writer that falls far behind. A Writer has no
// pointer to a world, so an unused world can be collected.
type Writer struct {
	Jobs chan Job
	done chan struct{}
	err  atomic.Pointer[error]
}

// Job is a chunk to write.
type Job struct {
	Kind  tape.Kind
	Ticks uint64
	Time  float64
	Data  []byte

	// State, unless it is nil, is written behind the data of a keyframe.
	State State
}

// State is the whole state of a world, on its way into a keyframe.
type State interface {
	// Encode returns the state as it is written, which lasts until the next call. It runs on the
	// goroutine of the writer.
	Encode() ([]byte, error)
	// Done gives the state back when it was written, or when the recording has failed.
	Done()
}

// backlog is the number of chunks that may wait.
const backlog = 8

// StartWriter writes the beginning of a tape, and later chunks on a goroutine of its own. That
// calls a function when it ends.
func StartWriter(out io.Writer, ended func()) (*Writer, error) {
	var t *tape.Writer
	err := guardWriter(func() (err error) {
		t, err = tape.NewWriter(out)
		return err
	})
	if err != nil {
		return nil, err
	}
	x := &Writer{Jobs: make(chan Job, backlog), done: make(chan struct{})}
	go x.run(t, ended)
	return x, nil
}

// run writes chunks until there are no more.
func (x *Writer) run(t *tape.Writer, ended func()) {
	defer close(x.done)
	defer ended()
	var chunk []byte // the last keyframe that was written
	for job := range x.Jobs {
		if x.Failed() == nil {
			err := guardWriter(func() error { return writeJob(t, &job, &chunk) })
			if err != nil {
				x.err.Store(&err)
				fmt.Fprintf(os.Stderr, "world: the recording stops at tick %d: %v\n", job.Ticks, err)
			}
		}
		if job.State != nil {
			job.State.Done()
		}
	}
}

// Stop waits until all given chunks are written, and returns the error of the writer.
func (x *Writer) Stop() error {
	close(x.Jobs)
	<-x.done
	return x.Failed()
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

func writeJob(t *tape.Writer, job *Job, chunk *[]byte) error {
	if job.State != nil {
		file, err := job.State.Encode()
		if err != nil {
			return err
		}
		*chunk = item.AppendBytes(append((*chunk)[:0], job.Data...), file)
		job.Data = *chunk
	}
	return t.Write(job.Kind, job.Ticks, job.Time, job.Data, job.State != nil)
}

// Failed returns the error that has ended the recording.
func (x *Writer) Failed() error {
	if err := x.err.Load(); err != nil {
		return *err
	}
	return nil
}
