package simulate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/carom2d/carom/batch"
	"github.com/carom2d/carom/batch/plan"
	"github.com/carom2d/carom/batch/report"
	"github.com/carom2d/carom/batch/simulate"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func init() {
	batch.Register("test/heap", func(p batch.Params) (*batch.Setup, error) { return heap(p, true) })
	batch.Register("test/counting", counting)
	batch.Register("test/panics", func(p batch.Params) (*batch.Setup, error) {
		s, err := heap(p, true)
		if s != nil && p.Value("boxes") > 5 {
			s.BeforeTick = func() { panic("six\n boxes") }
		}
		return s, err
	})
	batch.Register("test/nothing", func(batch.Params) (*batch.Setup, error) { return nil, nil })
	batch.RegisterMetric("test/bodies", func(s *batch.Setup) float64 { return float64(s.World.BodyCount()) })
}

// heap lets boxes fall onto each other; the seed shifts them.
func heap(p batch.Params, resumes bool) (*batch.Setup, error) {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -p.Value("gravity")}, Workers: 1}))
	world.Must(world.Must(w.CreateBody(body.Def{Type: body.Static})).Attach(shape.Box(20, 1), world.ColliderDef{}))
	if p.Value("boxes") < 1 {
		w.Close()
		return nil, fmt.Errorf("no boxes")
	}
	s := &batch.Setup{World: w, Bodies: map[string]world.Body{}, Resumes: resumes}
	for i := range int(p.Value("boxes")) {
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(p.Seed>>(8*i)&255) / 1000, 2 + 1.2*float64(i)}}))
		world.Must(b.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
		s.Bodies["top"] = b
	}
	return s, nil
}

// counting has state outside of the world: a kick whenever its counter is a multiple of 50.
func counting(p batch.Params) (*batch.Setup, error) {
	s, err := heap(p, false)
	if err != nil {
		return nil, err
	}
	ticks := 0
	s.BeforeTick = func() {
		if ticks++; ticks%50 == 0 {
			world.Check(s.Bodies["top"].ApplyImpulseToCenter(mgl64.Vec2{float64(ticks) / 50, 2}))
		}
	}
	return s, nil
}

func heapPlan(setup string) *plan.Plan {
	return &plan.Plan{
		Version: 1, Setup: setup, Params: map[string]float64{"gravity": 10, "boxes": 3},
		Parameters: []plan.Parameter{
			{Name: "g", At: "/gravity", From: 5, To: 15, Steps: 2},
			{Name: "n", At: "/boxes", From: 3, To: 4, Steps: 2, Whole: true},
		},
		Sampler: plan.Sampler{Kind: "grid", Seed: 1}, Seeds: 2, Ticks: 200,
	}
}

// open checks a plan as a file of it would be.
func open(t *testing.T, p *plan.Plan, metrics, rules string) *simulate.Experiment {
	require.NoError(t, json.Unmarshal([]byte(metrics), &p.Metrics))
	require.NoError(t, json.Unmarshal([]byte(rules), &p.Rules))
	parsed := world.Must(plan.Parse(p.Encode(), ""))
	return world.Must(simulate.New(parsed))
}

const allMetrics = `[
	{"name": "x", "kind": "position", "body": "top", "axis": "x"},
	{"name": "y", "kind": "position", "body": "top", "axis": "y", "take": "mean"},
	{"name": "a", "kind": "position", "body": "top", "axis": "angle", "take": "max"},
	{"name": "e", "kind": "energy", "take": "max"},
	{"name": "eTop", "kind": "energy", "body": "top", "take": "min"},
	{"name": "r", "kind": "rest"},
	{"name": "rTop", "kind": "rest", "body": "top"},
	{"name": "c", "kind": "contacts", "take": "mean"},
	{"name": "cTop", "kind": "contacts", "body": "top", "take": "max"},
	{"name": "f", "kind": "function", "function": "test/bodies"}
]`

// keeper keeps runs in memory and ends the context after some of them.
type keeper struct {
	kept  map[int][]byte
	saves int
	end   func()
}

func (k *keeper) Load(run int) []byte { return k.kept[run] }
func (k *keeper) Remove(run int)      { delete(k.kept, run) }
func (k *keeper) Save(run int, data []byte) error {
	k.kept[run] = data
	if k.saves++; k.saves%2 == 1 {
		k.end()
	}
	return nil
}

// A run that is interrupted again and again has the row of one that was not: from its snapshots,
// from damaged ones, and where the set-up does not resume.
func TestInterruptedRunsHaveTheSameRow(t *testing.T) {
	for _, setup := range []string{"test/heap", "test/counting"} {
		e := open(t, heapPlan(setup), allMetrics, `[{"metric": "y", "min": 100}, {"metric": "f", "max": 4}]`)
		for run := range e.Runs() {
			want := world.Must(e.Run(context.Background(), run, simulate.Options{}))
			require.Equal(t, []string{"y"}, want.Broken[:1])
			k := &keeper{kept: map[int][]byte{}}
			interrupted := 0
			for {
				ctx, cancel := context.WithCancel(context.Background())
				k.end = cancel
				got, err := e.Run(ctx, run, simulate.Options{Keeper: k})
				cancel()
				if err == nil {
					require.Equal(t, want, got)
					break
				}
				require.ErrorIs(t, err, simulate.ErrInterrupted)
				if interrupted++; interrupted == 2 {
					k.kept[run] = k.kept[run][:len(k.kept[run])-1]
				}
			}
			require.Empty(t, k.kept)
			require.Equal(t, setup == "test/heap", interrupted > 2)
		}
	}
}

func TestMetricsAreThoseOfTheWorld(t *testing.T) {
	p := heapPlan("test/heap")
	p.Ticks = 400
	e := open(t, p, allMetrics, `[]`)
	row := world.Must(e.Run(context.Background(), 0, simulate.Options{}))
	s := world.Must(batch.Build("test/heap", batch.Params{Values: map[string]float64{"gravity": 5, "boxes": 3}, Seed: seedOf(t, e)}))
	defer s.World.Close()
	top := s.Bodies["top"]
	var y, energyMost, contacts, most float64
	rest := math.Inf(1)
	for range 400 {
		s.World.Tick()
		y += top.Position()[1] / 400
		energy := 0.0
		for b := range s.World.Bodies() {
			if b.Type() == body.Dynamic {
				energy += b.KineticEnergy() + 5*b.Mass()*b.Position()[1]
			}
		}
		energyMost = max(energyMost, energy)
		n, touching := 0, 0
		for range s.World.Contacts() {
			n++
		}
		for range top.Touching() {
			touching++
		}
		contacts, most = contacts+float64(n)/400, max(most, float64(touching))
		if !top.Awake() && math.IsInf(rest, 1) {
			rest = s.World.Time()
		}
	}
	require.Equal(t, row.Hash, s.World.StateHash())
	require.Equal(t, top.Position()[0], row.Metrics[0])
	require.InDelta(t, y, row.Metrics[1], 1e-12)
	require.InDelta(t, energyMost, row.Metrics[3], 1e-9)
	require.Less(t, rest, 400.0/60, "the heap sleeps")
	require.Equal(t, rest, row.Metrics[5])
	require.Equal(t, rest, row.Metrics[6])
	require.InDelta(t, contacts, row.Metrics[7], 1e-9)
	require.Equal(t, most, row.Metrics[8])
	require.Equal(t, 4.0, row.Metrics[9])
}

// seedOf returns the seed that run 0 gets.
func seedOf(t *testing.T, e *simulate.Experiment) uint64 {
	s := world.Must(e.Plan.NewSampler())
	return s.WorldSeed(0, 0)
}

func TestPanicsAndErrorsOfASetupAreFailures(t *testing.T) {
	p := heapPlan("test/panics")
	p.Parameters[1].To, p.Parameters[1].Steps = 6, 4
	p.Parameters[0].To = p.Parameters[0].From
	p.Parameters[0].Steps, p.Seeds, p.Ticks = 1, 1, 5
	e := open(t, p, `[{"name": "e", "kind": "energy"}]`, `[]`)
	for run := range 4 {
		row := world.Must(e.Run(context.Background(), run, simulate.Options{}))
		if run < 3 {
			require.Empty(t, row.Failure)
			continue
		}
		require.Equal(t, report.Row{Run: 3, Sample: 3, Values: []float64{5, 6}, Failure: "panic: six boxes"}, row)
	}
}

func TestEndsOfRangesAreBuiltFirst(t *testing.T) {
	p := heapPlan("test/heap")
	p.Metrics = nil
	require.NoError(t, json.Unmarshal([]byte(`[{"name": "e", "kind": "energy"}]`), &p.Metrics))
	p.Parameters[1].From = 0
	_, err := simulate.New(p)
	require.ErrorContains(t, err, "plan: parameters: [5 0] no boxes")
	p.Parameters[1] = plan.Parameter{Name: "n", At: "/boxes", Values: []float64{3, 0}}
	_, err = simulate.New(p)
	require.ErrorContains(t, err, "plan: parameters[1]: [5 0] no boxes")
	p.Parameters[1].Values = []float64{3}
	p.Parameters[1].Noise = 3
	_, err = simulate.New(p)
	require.ErrorContains(t, err, "plan: parameters[1]: [5 0] no boxes")
	p.Parameters[1].Values, p.Parameters[1].Noise, p.Parameters[1].Whole = []float64{1}, 0.4, true
	_, err = simulate.New(p)
	require.NoError(t, err, "whole values with noise are rounded before the world is built")
	p.Parameters[1].Noise = 0
	p.Metrics[0].Body = "hero"
	_, err = simulate.New(p)
	require.ErrorContains(t, err, "plan: metrics[0].body: hero names no body of the world")
	p.Setup = "test/nothing"
	_, err = simulate.New(p)
	require.ErrorIs(t, err, batch.ErrNoWorld)
	p.Setup = "test/unknown"
	_, err = simulate.New(p)
	require.ErrorIs(t, err, batch.ErrUnknownSetup)
}

const ball = `{"version": 1,
	"scene": {"version": 1, "world": {"gravity": [0, -10]},
		"bodies": [{"name": "ball", "position": [0, 5], "linearVelocity": [1, 0], "colliders": [{"type": "circle", "radius": 0.5}]}]},
	"parameters": [
		{"name": "v", "at": "/bodies/0/linearVelocity/0", "from": 2, "to": 4, "steps": 2, "noise": 0.5},
		{"name": "g", "at": "/world/gravity/1", "from": -20, "to": -10, "steps": 2}],
	"sampler": {"kind": "grid"}, "seeds": 2, "ticks": 60,
	"metrics": [{"name": "x", "kind": "position", "body": "ball", "axis": "x"}, {"name": "y", "kind": "position", "body": "ball", "axis": "y"}]}`

// In a second a ball flies v metres, and falls g/2 and half a tick's fall more.
func TestNumbersOfADocumentAreReplaced(t *testing.T) {
	p := world.Must(plan.Parse([]byte(ball), ""))
	e := world.Must(simulate.New(p))
	seen := map[float64]bool{}
	for run := range e.Runs() {
		row := world.Must(e.Run(context.Background(), run, simulate.Options{}))
		require.InDelta(t, row.Values[0], row.Metrics[0], 1e-4)
		require.InDelta(t, 5+row.Values[1]/2, row.Metrics[1], 20.0/60)
		seen[row.Values[0]] = true
	}
	require.Len(t, seen, 8, "noise")
}

func TestRecordingEndsInTheHashOfTheRow(t *testing.T) {
	e := open(t, heapPlan("test/counting"), `[{"name": "e", "kind": "energy"}]`, `[]`)
	row := world.Must(e.Run(context.Background(), 1, simulate.Options{}))
	var out bytes.Buffer
	require.NoError(t, e.Record(context.Background(), row, &out))
	r := world.Must(record.Read(out.Bytes()))
	player := world.Must(r.Player())
	defer player.Close()
	require.NoError(t, player.SeekTime(200.0/60))
	require.Equal(t, row.Hash, player.World().StateHash())
	row.Hash++
	require.ErrorIs(t, e.Record(context.Background(), row, &bytes.Buffer{}), simulate.ErrOtherResult)
}

func TestScenesWithCharactersResume(t *testing.T) {
	e := open(t, &plan.Plan{
		Version: 1,
		Scene: []byte(`{"version": 1, "world": {"gravity": [0, -10]}, "characters": [{"name": "hero", "position": [0, 1]}],
			"bodies": [{"name": "top", "position": [0.2, 4], "colliders": [{"type": "circle", "radius": 0.5}]}]}`),
		Parameters: []plan.Parameter{{Name: "r", At: "/bodies/0/colliders/0/radius", From: 0.5, To: 1, Steps: 2}},
		Sampler:    plan.Sampler{Kind: "grid"}, Ticks: 200,
	}, `[{"name": "y", "kind": "position", "body": "top", "axis": "y"}]`, `[]`)
	want, err := e.Run(context.Background(), 0, simulate.Options{})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	k := &keeper{kept: map[int][]byte{}, end: cancel}
	_, err = e.Run(ctx, 0, simulate.Options{Keeper: k})
	require.ErrorIs(t, err, simulate.ErrInterrupted)
	got, err := e.Run(context.Background(), 0, simulate.Options{Keeper: k})
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestSnapshotsComeByTheClock(t *testing.T) {
	e := open(t, heapPlan("test/heap"), `[{"name": "e", "kind": "energy"}]`, `[]`)
	k := &keeper{kept: map[int][]byte{}, end: func() {}}
	world.Must(e.Run(context.Background(), 0, simulate.Options{Keeper: k, Every: time.Hour}))
	require.Zero(t, k.saves)
	world.Must(e.Run(context.Background(), 0, simulate.Options{Keeper: k}))
	require.Equal(t, 3, k.saves, "after 64, 128 and 192 ticks")
}
