package simulate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/carom2d/carom/batch"
	"github.com/carom2d/carom/batch/metric"
	"github.com/carom2d/carom/batch/report"
)

// Errors of runs. Match them with errors.Is.
var (
	ErrInterrupted = errors.New("simulate: the run was interrupted")
	ErrOtherResult = errors.New("simulate: the run had another result before: the set-up depends on more than its parameters")
)

// Keeper keeps unfinished runs, so that another process can continue them.
type Keeper interface {
	Load(run int) []byte // nil if there is nothing
	Save(run int, data []byte) error
	Remove(run int)
}

// Options control the execution of a run. They have no effect on its row.
type Options struct {
	Keeper Keeper        // nil: a run that is interrupted begins again
	Every  time.Duration // between two snapshots
}

// clockTicks is the number of ticks between two readings of the clock and the context. In the
// smallest worlds that many ticks take some microseconds.
const clockTicks = 64

// Run simulates one run. A world that cannot be built, or a panic in code of the game, becomes the
// Failure of the row. The error is ErrInterrupted if the context ended, or an error of the keeper.
func (e *Experiment) Run(ctx context.Context, run int, o Options) (report.Row, error) {
	row := e.row(run)
	s, err := e.build(row.Values, run)
	if err != nil {
		return row.Failed(oneLine(err)), nil
	}
	defer s.World.Close()
	return e.simulate(ctx, row, s, o)
}

// Record simulates a run once more, from its beginning, and writes a recording that package
// world/record reads. The error is ErrOtherResult if the final state of the world differs from the
// row.
func (e *Experiment) Record(ctx context.Context, row report.Row, out io.Writer) error {
	s, err := e.build(row.Values, row.Run)
	if err != nil {
		return err
	}
	defer s.World.Close()
	if err := s.World.Record(out); err != nil {
		return err
	}
	again, err := e.simulate(ctx, e.row(row.Run), s, Options{})
	if err != nil {
		return err
	}
	if again.Hash != row.Hash || again.Failure != row.Failure {
		return fmt.Errorf("run %d: %w", row.Run, ErrOtherResult)
	}
	return s.World.StopRecording()
}

func (e *Experiment) row(run int) report.Row {
	return report.Row{Run: run, Sample: run / e.Plan.Seeds, Seed: run % e.Plan.Seeds, Values: e.Values(run)}
}

// simulate runs the ticks of a newly built world, or the remaining ticks after a snapshot.
func (e *Experiment) simulate(ctx context.Context, row report.Row, s *batch.Setup, o Options) (out report.Row, err error) {
	defer func() {
		if x := recover(); x != nil {
			out, err = row.Failed(oneLine(fmt.Errorf("%w: %v", ErrPanic, x))), nil
		}
	}()
	m, err := metric.NewMeter(e.Plan.Metrics, s)
	if err != nil {
		return row.Failed(oneLine(err)), nil
	}
	if !s.Resumes {
		o.Keeper = nil
	}
	k := keeping{Options: o, run: row.Run, setup: s, meter: m, last: time.Now()}
	tick := k.load()
	for ; tick < e.Plan.Ticks; tick++ {
		if tick%clockTicks == 0 {
			if err := k.look(ctx, tick); err != nil {
				return row, err
			}
		}
		s.Tick()
		m.Tick()
	}
	row.Metrics, row.Hash = m.Results(), s.World.StateHash()
	for i := range e.Plan.Rules {
		r := &e.Plan.Rules[i]
		if r.Broken(row.Metrics[e.Plan.MetricIndex(r.Metric)]) {
			row.Broken = append(row.Broken, r.Metric)
		}
	}
	if k.saved {
		o.Keeper.Remove(row.Run)
	}
	return row, nil
}

// oneLine returns the text of an error for a cell of a table.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
