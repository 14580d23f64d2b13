package pipeline

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/carom2d/carom/batch/plan"
	"github.com/carom2d/carom/batch/report"
	"github.com/carom2d/carom/batch/simulate"
	"github.com/carom2d/carom/internal/scratch"
	"github.com/stretchr/testify/require"
	"golang.org/x/exp/slog"
)

func TestMain(m *testing.M) {
	log.SetLogger(&log.Standard{Level: log.SevFatal})
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError + 1})))
	beam.RegisterRunner("forgetful", func(ctx context.Context, p *beam.Pipeline) (beam.PipelineResult, error) {
		result, _ := beam.Run(ctx, "prism", p)
		return result, nil
	})
	beam.Init()
	scratch.Main(m) // Beam leaves a folder behind for each pipeline
}

const bounces = `{"version": 1, "name": "bounces",
	"scene": {"version": 1, "world": {"gravity": [0, -10]}, "materials": [{"name": "rubber", "restitution": 0.5}],
		"bodies": [
			{"type": "static", "colliders": [{"type": "box", "halfExtents": [20, 1]}]},
			{"name": "ball", "position": [0, 5], "colliders": [{"type": "circle", "radius": 0.5, "material": "rubber"}]}]},
	"parameters": [
		{"name": "v", "at": "/bodies/1/position/1", "from": 3, "to": 9},
		{"name": "bounce", "at": "/materials/0/restitution", "from": 0, "to": 0.9, "noise": 0.0}],
	"sampler": {"kind": "random", "count": 45, "seed": 5}, "seeds": 2, "ticks": 150,
	"metrics": [{"name": "top", "kind": "position", "body": "ball", "axis": "y", "take": "mean"}, {"name": "rest", "kind": "rest"}],
	"rules": [{"metric": "top", "max": 4}],
	"record": {"metric": "top", "best": 1, "worst": 1, "broken": 1},
	"heatmap": {"x": "v", "y": "bounce", "metric": "top", "bins": 5}}`

// job returns a job of the plan above in a folder of its own.
func job(t *testing.T, threads, block int) Job {
	p, err := plan.Parse([]byte(bounces), "")
	require.NoError(t, err)
	folder := t.TempDir()
	j, err := NewJob(p, filepath.Join(folder, "out"), filepath.Join(folder, "state"), threads)
	require.NoError(t, err)
	j.Block = block
	return j
}

// contents returns all files below a folder by their paths there.
func contents(t *testing.T, folder string) map[string]string {
	out := map[string]string{}
	require.NoError(t, filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		out[name] = string(data)
		return err
	}))
	return out
}

// direct returns the files as a loop over all runs makes them.
func direct(t *testing.T) map[string]string {
	j := job(t, 1, 1)
	e, err := j.experiment()
	require.NoError(t, err)
	var rows []report.Row
	for run := range e.Runs() {
		row, err := e.Run(context.Background(), run, simulate.Options{})
		require.NoError(t, err)
		rows = append(rows, row)
	}
	require.NoError(t, writeResults(context.Background(), j.Out, e.Plan, rows))
	return contents(t, j.Out)
}

func TestFilesAreThoseOfALoopForEveryShape(t *testing.T) {
	want := direct(t)
	require.Len(t, want, 4)
	for _, shape := range [][2]int{{1, 1}, {3, 7}, {2, 90}, {0, 16}} {
		j := job(t, shape[0], shape[1])
		var done atomic.Int64
		err := Run(context.Background(), j, Options{Progress: func(n, all int) {
			require.Equal(t, 90, all)
			done.Store(int64(n))
		}})
		require.NoError(t, err)
		require.EqualValues(t, 90, done.Load())
		got := contents(t, j.Out)
		for name, data := range want {
			require.Equal(t, data, got[name], "%s with %v", name, shape)
		}
		require.Len(t, got, 4+3, "with recordings of the best, the worst and one that broke the rule")
		require.NoDirExists(t, j.State)
	}
}

// Workers that panic once in some runs change nothing; what was done before is not done again.
func TestDeadWorkersChangeNothing(t *testing.T) {
	want := direct(t)
	j := job(t, 2, 8)
	var dead, ran, failures atomic.Int64
	planted = func(run int) {
		ran.Add(1)
		if run == 20 && dead.Load() == 0 || run == 77 && failures.Load() == 1 && dead.Load() == 1 {
			dead.Add(1)
			panic("planted")
		}
	}
	defer func() { planted = nil }()
	require.NoError(t, Run(context.Background(), j, Options{Attempts: 3, Failed: func(error) { failures.Add(1) }}))
	require.EqualValues(t, 2, failures.Load())
	require.Less(t, ran.Load(), int64(90+2*24), "blocks that were done are kept")
	got := contents(t, j.Out)
	for name, data := range want {
		require.Equal(t, data, got[name], name)
	}

	for _, block := range []int{8, 90} { // the only block, too
		dead.Store(0)
		j = job(t, 2, block)
		require.Error(t, Run(context.Background(), j, Options{}))
		require.EqualValues(t, 1, dead.Load())
		require.NoDirExists(t, j.Out, "half of the results is no result")
	}
}

// A runner that calls a pipeline done in which a worker has died does not make it done.
func TestForgottenFailureCounts(t *testing.T) {
	var dead atomic.Int64
	planted = func(run int) {
		if run == 20 && dead.Add(1) == 1 {
			panic("planted")
		}
	}
	defer func() { planted = nil }()
	j := job(t, 2, 90)
	require.ErrorContains(t, Run(context.Background(), j, Options{Runner: "forgetful"}), "planted")
	require.NoError(t, Run(context.Background(), j, Options{Runner: "forgetful"}), "what has failed before is forgotten in the next attempt")
}

func TestInterruptedJobsGoOn(t *testing.T) {
	want := direct(t)
	j := job(t, 2, 4)
	var ran atomic.Int64
	ctx, cancel := context.WithCancel(context.Background())
	planted = func(run int) {
		if ran.Add(1) == 50 {
			cancel()
		}
	}
	defer func() { planted = nil }()
	require.ErrorIs(t, Run(ctx, j, Options{Attempts: 9}), simulate.ErrInterrupted)
	require.NoDirExists(t, j.Out)
	before := ran.Load()
	require.Less(t, before, int64(60))
	kept := contents(t, j.State)
	require.NotEmpty(t, kept)
	for name, data := range kept { // one of the blocks is damaged on the disk
		require.NoError(t, os.WriteFile(filepath.Join(j.State, name), []byte(data[:len(data)-1]), 0o600))
		break
	}
	require.NoError(t, Run(context.Background(), j, Options{}))
	require.Less(t, ran.Load()-before, int64(90-4*len(kept)+4+10))
	got := contents(t, j.Out)
	for name, data := range want {
		require.Equal(t, data, got[name], name)
	}
}

func TestMissingRowsAreAnError(t *testing.T) {
	f := &finishFn{Job: job(t, 1, 1)}
	data, err := report.Encode([]report.Row{{Run: 3}})
	require.NoError(t, err)
	once := true
	err = f.ProcessElement(context.Background(), 0, func(out *[]byte) bool {
		*out = data
		more := once
		once = false
		return more
	}, nil)
	require.ErrorIs(t, err, ErrMissing)
}

func TestStateIsOfPlanAndProgram(t *testing.T) {
	p, err := plan.Parse([]byte(bounces), "")
	require.NoError(t, err)
	a, err := NewJob(p, "out", "state", 1)
	require.NoError(t, err)
	p.Ticks++
	b, err := NewJob(p, "out", "state", 1)
	require.NoError(t, err)
	require.NotEqual(t, a.State, b.State)
	none, err := NewJob(p, "out", "", 1)
	require.NoError(t, err)
	require.Empty(t, none.State)
	require.Equal(t, 2, (&Job{Block: 16}).blocks(17))
	require.NoError(t, firstCause([]error{nil, nil}))
	other := errors.New("other")
	require.Equal(t, other, firstCause([]error{simulate.ErrInterrupted, other}))
	require.ErrorIs(t, firstCause([]error{nil, simulate.ErrInterrupted, nil}), simulate.ErrInterrupted)
}
