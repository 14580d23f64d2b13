package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/carom2d/carom/batch/files"
	"github.com/carom2d/carom/batch/report"
	"github.com/carom2d/carom/batch/simulate"
)

// Beam calls the transforms by reflection, which costs nothing beside blocks of runs. The calls
// that its package register generates compile to 120 MB.
func init() {
	for _, transform := range []reflect.Type{
		reflect.TypeFor[blocksFn](), reflect.TypeFor[runFn](), reflect.TypeFor[finishFn](), reflect.TypeFor[recordFn](),
	} {
		beam.RegisterDoFn(transform)
	}
}

func build(s beam.Scope, j Job) {
	blocks := beam.ParDo(s.Scope("blocks"), &blocksFn{Job: j}, beam.Impulse(s))
	rows := beam.ParDo(s.Scope("run"), &runFn{Job: j}, beam.Reshuffle(s, blocks))
	all := beam.GroupByKey(s, beam.AddFixedKey(s, rows))
	chosen := beam.ParDo(s.Scope("finish"), &finishFn{Job: j}, all)
	beam.ParDo0(s.Scope("record"), &recordFn{Job: j}, beam.Reshuffle(s, chosen))
}

// blocksFn emits the numbers of the blocks.
type blocksFn struct{ Job Job }

// ProcessElement is called once, with the impulse.
func (f *blocksFn) ProcessElement(_ []byte, emit func(int)) error {
	e, err := f.Job.experiment()
	if err != nil {
		return err
	}
	for i := range f.Job.blocks(e.Runs()) {
		emit(i)
	}
	return nil
}

// runFn runs the runs of a block.
type runFn struct{ Job Job }

// planted is called before each run in tests.
var planted func(run int)

// runs counts runs for the status pages of runners.
var runs = beam.NewCounter("carom", "runs")

func (f *runFn) ProcessElement(ctx context.Context, block int, emit func([]byte)) (err error) {
	defer func() { f.Job.session().note(fmt.Sprint("block ", block), err) }()
	e, err := f.Job.experiment()
	if err != nil {
		return err
	}
	first := block * f.Job.Block
	count := min(f.Job.Block, e.Runs()-first)
	at, kept := f.Job.session(), &store{ctx, f.Job.State, f.Job.Block}
	data := kept.rows(block, count)
	if data == nil {
		if data, err = f.run(ctx, e, first, count, kept); err != nil {
			return err
		}
		if err := kept.keepRows(block, data); err != nil {
			return err
		}
	} else {
		at.done.Add(int64(count))
	}
	runs.Inc(ctx, int64(count))
	emit(data)
	return nil
}

// run simulates runs on several goroutines and returns their rows by run. The first error ends it.
func (f *runFn) run(ctx context.Context, e *simulate.Experiment, first, count int, kept *store) ([]byte, error) {
	at := f.Job.session()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(at.ended, cancel)
	defer stop()
	options := simulate.Options{Every: f.Job.Every}
	if f.Job.State != "" {
		options.Keeper = kept
	}
	rows, errs := make([]report.Row, count), make([]error, count)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(cap(at.slots), count) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < count; i = int(next.Add(1)) - 1 {
				if rows[i], errs[i] = f.one(ctx, e, first+i, options); errs[i] != nil {
					cancel()
					return
				}
				at.done.Add(1)
			}
		})
	}
	workers.Wait()
	if err := firstCause(errs); err != nil {
		return nil, err
	}
	return report.Encode(rows)
}

// one simulates a run. It turns a panic outside of the game's code into an error, because a panic
// on this goroutine would end the process.
func (f *runFn) one(ctx context.Context, e *simulate.Experiment, run int, o simulate.Options) (row report.Row, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = panicError(run, x)
		}
	}()
	at := f.Job.session()
	select {
	case at.slots <- struct{}{}:
		defer func() { <-at.slots }()
	case <-at.ended.Done():
		return row, simulate.ErrInterrupted
	}
	if planted != nil {
		planted(run)
	}
	return e.Run(ctx, run, o)
}

// firstCause prefers the original error to the interruptions that it caused.
func firstCause(errs []error) error {
	var interrupted error
	for _, err := range errs {
		if err != nil && !errors.Is(err, simulate.ErrInterrupted) {
			return err
		}
		if interrupted == nil {
			interrupted = err
		}
	}
	return interrupted
}

// finishFn writes the tables and the picture, and emits the runs to record.
type finishFn struct{ Job Job }

// ProcessElement is called once, with the rows of all blocks.
func (f *finishFn) ProcessElement(ctx context.Context, _ int, next func(*[]byte) bool, emit func([]byte)) (err error) {
	defer func() { f.Job.session().note("tables", err) }()
	e, err := f.Job.experiment()
	if err != nil {
		return err
	}
	var rows []report.Row
	var block []byte
	for next(&block) {
		some, err := report.Decode(block)
		if err != nil {
			return err
		}
		rows = append(rows, some...)
	}
	rows = report.Sort(rows)
	if len(rows) != e.Runs() {
		return missingRows(len(rows), e.Runs())
	}
	if err := writeResults(ctx, f.Job.Out, e.Plan, rows); err != nil {
		return err
	}
	for _, c := range report.Choose(e.Plan, rows) {
		data, err := c.Encode()
		if err != nil {
			return err
		}
		emit(data)
	}
	return nil
}

// recordFn records a run.
type recordFn struct{ Job Job }

// ProcessElement runs a chosen run once more and writes its recordings.
func (f *recordFn) ProcessElement(ctx context.Context, data []byte) (err error) {
	e, err := f.Job.experiment()
	if err != nil {
		return err
	}
	c, err := report.DecodeChoice(data)
	if err != nil {
		return err
	}
	defer func() { f.Job.session().note(fmt.Sprint("recording ", c.Names), err) }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(f.Job.session().ended, cancel)
	defer stop()
	var out bytes.Buffer
	if err := e.Record(ctx, c.Row, &out); err != nil {
		return err
	}
	for _, name := range c.Names {
		if err := files.Write(ctx, files.Join(f.Job.Out, "recordings", name), out.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
