package pipeline

import (
	"cmp"
	"context"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/carom2d/carom/batch/files"
	"github.com/carom2d/carom/batch/simulate"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/dataflow"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"
)

// Options say how a job runs.
type Options struct {
	Runner   string              // prism, if empty
	Attempts int                 // number of attempts before an error counts; zero means one
	Failed   func(err error)     // is called with the error of an attempt that is repeated; may be nil
	Progress func(done, all int) // is called each second from another goroutine; may be nil
}

// Run runs a job to its end. A runner that does not repeat a bundle ends the pipeline when a worker
// dies. Then another attempt continues from the kept state. If an element of a transform was not
// done in the end, Run returns an error even if the runner returns none. The error is
// simulate.ErrInterrupted if the context ended. By then the workers in this process have kept their
// runs.
func Run(ctx context.Context, j Job, o Options) error {
	e, err := j.experiment()
	if err != nil {
		return err
	}
	o.Runner = cmp.Or(o.Runner, "prism")
	for attempt := 1; ; attempt++ {
		err = runOnce(ctx, j, o, e.Runs())
		switch {
		case ctx.Err() != nil:
			return simulate.ErrInterrupted
		case err == nil:
			files.Remove(ctx, j.State)
			return nil
		case attempt >= o.Attempts:
			return err
		}
		if o.Failed != nil {
			o.Failed(err)
		}
	}
}

func runOnce(ctx context.Context, j Job, o Options, all int) error {
	at := j.begin()
	defer sessions.Delete(j.Session)
	defer at.drain()
	stop := context.AfterFunc(ctx, at.end)
	defer stop()
	if o.Progress != nil {
		defer watch(at, o.Progress, all)()
	}
	p, s := beam.NewPipelineWithRoot()
	build(s, j)
	if _, err := beam.Run(ctx, o.Runner, p); err != nil {
		return err
	}
	return at.failure() // Prism sometimes reports success for a pipeline with a failed bundle
}

// drain ends the remaining runs of an attempt and waits until they have kept their state, which is
// when all slots are free.
func (s *session) drain() {
	s.end()
	for range cap(s.slots) {
		s.slots <- struct{}{}
	}
}

// watch reports the progress each second, and once more when the returned function is called.
func watch(at *session, tell func(done, all int), all int) (stop func()) {
	ended, told := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(told)
		second := time.NewTicker(time.Second)
		defer second.Stop()
		for {
			select {
			case <-ended:
				return
			case <-second.C:
				tell(int(at.done.Load()), all)
			}
		}
	}()
	return func() {
		close(ended)
		<-told
		tell(int(at.done.Load()), all)
	}
}
