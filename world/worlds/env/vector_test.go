package env_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world/worlds"
	"github.com/carom2d/carom/world/worlds/env"
	"github.com/stretchr/testify/require"
)

func newVector(t testing.TB, task env.Task, n int, c env.Config) *env.Vector {
	v, err := env.New(task, n, c)
	require.NoError(t, err)
	t.Cleanup(v.Close)
	return v
}

// randomActions fills in actions that depend on the environment and the step alone.
func randomActions(actions []float32, task env.Task, step int) {
	for i := range actions {
		r := rand.New(rand.NewPCG(uint64(i/task.Actions), uint64(step)))
		for range i % task.Actions {
			r.Float32()
		}
		actions[i] = float32(2.4*r.Float32()) - 1.2
	}
}

// trace returns all that the steps of the first environments return.
func trace(t testing.TB, task env.Task, n, keep, steps int, c env.Config) []float32 {
	v := newVector(t, task, n, c)
	out := v.NewBatch()
	require.NoError(t, v.Reset(env.Seeds(5, n), out.Observations))
	actions := make([]float32, n*task.Actions)
	var all []float32
	for step := range steps {
		randomActions(actions, task, step)
		require.NoError(t, v.Step(actions, out))
		all = append(all, out.Observations[:keep*task.Observations]...)
		all = append(all, out.Rewards[:keep]...)
		for i := range keep {
			if out.Terminated[i] || out.Truncated[i] {
				all = append(all, out.FinalObservations[i*task.Observations:][:task.Observations]...)
			}
		}
	}
	return all
}

// What an environment does follows from its seed and its actions, however many there are beside it
// and however many workers.
func TestConcurrentEnvironmentsFollowFromTheirSeeds(t *testing.T) {
	for _, task := range env.Tasks() {
		want := trace(t, task, 2, 2, 150, env.Config{Workers: 1})
		require.Equal(t, want, trace(t, task, 9, 2, 150, env.Config{Workers: 3}), task.Name)
		require.NotEqual(t, want[:task.Observations], want[task.Observations:2*task.Observations], "seeds differ")
		for _, x := range want {
			require.False(t, x-x != 0)
		}
	}
}

// goldenTrace is the hash of what random actions lead to, the same on every platform.
func TestGoldenTraces(t *testing.T) {
	want := map[string]uint64{"cartpole": goldenCartPole, "walker": goldenWalker, "lander": goldenLander, "pusher": goldenPusher}
	for _, task := range env.Tasks() {
		h := uint64(14695981039346656037)
		for _, x := range trace(t, task, 3, 3, 200, env.Config{Workers: 2}) {
			h = (h ^ uint64(math.Float32bits(x))) * 1099511628211
		}
		require.Equal(t, want[task.Name], h, "%s: %#x", task.Name, h)
	}
}

// falls is a task whose episodes last as many steps as the number of the episode and its seed say:
// it counts.
type falls struct {
	env.Simulation
	steps, length int
	panics        bool
}

func (f *falls) Begin(r *rand.Rand) { f.steps, f.length = 0, 2+r.IntN(4) }
func (f *falls) Outcome(action []float32) (float32, bool) {
	f.steps++
	if action[0] == 1 && f.panics {
		panic("fell")
	}
	return float32(f.steps), f.steps == f.length
}
func (f *falls) Observe(o []float32) { o[0], o[1] = float32(f.steps), float32(f.length) }

func counting(maxSteps int, panics bool) env.Task {
	inner := env.CartPole()
	return env.Task{Name: "falls", Observations: 2, Actions: 1, MaxSteps: maxSteps, New: func() (env.Simulation, error) {
		s, err := inner.New()
		return &falls{Simulation: s, panics: panics}, err
	}}
}

// The observation of a step in which an episode ends is the first of the next one; the last one is
// kept.
func TestSameStepAutoreset(t *testing.T) {
	v := newVector(t, counting(4, false), 8, env.Config{Workers: 2})
	out := v.NewBatch()
	require.NoError(t, v.Reset(env.Seeds(1, 8), out.Observations))
	actions := make([]float32, 8)
	terminated, truncated := 0, 0
	for range 40 {
		before := slices.Clone(out.Observations)
		require.NoError(t, v.Step(actions, out))
		for i := range 8 {
			step, length := before[2*i]+1, before[2*i+1]
			require.Equal(t, step, out.Rewards[i])
			require.Equal(t, step == length, out.Terminated[i])
			require.Equal(t, step == 4 && length > 4, out.Truncated[i])
			if out.Terminated[i] || out.Truncated[i] {
				require.Equal(t, []float32{step, length}, out.FinalObservations[2*i:2*i+2])
				require.Zero(t, out.Observations[2*i])
			} else {
				require.Equal(t, []float32{step, length}, out.Observations[2*i:2*i+2])
			}
			if out.Terminated[i] {
				terminated++
			}
			if out.Truncated[i] {
				truncated++
			}
		}
	}
	require.Greater(t, terminated, 20)
	require.Greater(t, truncated, 5)
}

func TestNextStepAutoreset(t *testing.T) {
	v := newVector(t, counting(4, false), 6, env.Config{Autoreset: env.NextStep})
	out := v.NewBatch()
	out.FinalObservations = nil
	require.NoError(t, v.Reset(env.Seeds(1, 6), out.Observations))
	actions := make([]float32, 6)
	over := make([]bool, 6)
	resets := 0
	for range 40 {
		before := slices.Clone(out.Observations)
		require.NoError(t, v.Step(actions, out))
		for i := range 6 {
			if over[i] {
				resets++
				require.Zero(t, out.Observations[2*i])
				require.Zero(t, out.Rewards[i])
				require.False(t, out.Terminated[i] || out.Truncated[i])
			} else {
				require.Equal(t, before[2*i]+1, out.Observations[2*i])
			}
			over[i] = out.Terminated[i] || out.Truncated[i]
		}
	}
	require.Greater(t, resets, 20)
}

// Without autoreset nothing changes after the end, until ResetWhere; seeds begin the random numbers
// anew, nil lets them go on.
func TestDisabledAutoreset(t *testing.T) {
	v := newVector(t, counting(0, false), 3, env.Config{Autoreset: env.Disabled})
	out := v.NewBatch()
	require.NoError(t, v.Reset(env.Seeds(1, 3), out.Observations))
	actions := make([]float32, 3)
	for range 10 {
		require.NoError(t, v.Step(actions, out))
	}
	require.Equal(t, []bool{true, true, true}, out.Terminated)
	require.Equal(t, []float32{0, 0, 0}, out.Rewards)
	ends := slices.Clone(out.Observations)
	require.Equal(t, ends[0], ends[1], "it stopped at its length")
	require.NoError(t, v.ResetWhere([]bool{false, true, false}, nil, out.Observations))
	require.Equal(t, ends[0:2], out.Observations[0:2])
	require.Equal(t, ends[4:6], out.Observations[4:6])
	require.Zero(t, out.Observations[2])

	lengths := func() []float32 { return []float32{out.Observations[1], out.Observations[3], out.Observations[5]} }
	var first [][]float32
	for round := range 2 {
		require.NoError(t, v.Reset(env.Seeds(40, 3), out.Observations))
		for k := range 8 {
			if round == 0 {
				first = append(first, lengths())
			}
			require.Equal(t, first[k], lengths())
			require.NoError(t, v.Reset(nil, out.Observations))
		}
	}
	require.NotEqual(t, first[0], first[1])
}

// A Simulation that panics is an error of its environment; the others have made their step, and
// Reset makes it anew.
func TestConcurrentPanicIsAnError(t *testing.T) {
	v := newVector(t, counting(100, true), 4, env.Config{Workers: 2})
	out := v.NewBatch()
	require.NoError(t, v.Reset(env.Seeds(1, 4), out.Observations))
	var e *worlds.PanicError
	require.ErrorAs(t, v.Step([]float32{0, 0, 1, 0}, out), &e)
	require.Equal(t, "falls 2", e.Name)
	require.Equal(t, []float32{1, 1, 0, 1}, out.Rewards)
	require.Error(t, v.Step(make([]float32, 4), out))
	require.NoError(t, v.Reset(nil, out.Observations))
	require.NoError(t, v.Step(make([]float32, 4), out))
	require.Equal(t, []float32{1, 1, 1, 1}, out.Rewards)
}

// Environments that were broken begin an episode wherever the mask points. If one of them cannot be
// made again, nothing has changed, and a later Reset may try once more.
func TestConcurrentPanicsAndAMask(t *testing.T) {
	task, made := counting(100, true), 0
	inner := task.New
	task.New = func() (env.Simulation, error) {
		if made++; made == 6 { // the second that is made again
			return nil, errors.New("no memory")
		}
		return inner()
	}
	v := newVector(t, task, 4, env.Config{Workers: 2})
	out := v.NewBatch()
	require.NoError(t, v.Reset(env.Seeds(1, 4), out.Observations))
	require.Error(t, v.Step([]float32{0, 1, 1, 0}, out))
	require.ErrorContains(t, v.Reset(nil, out.Observations), "no memory")
	require.Error(t, v.Step(make([]float32, 4), out))
	require.Equal(t, []float32{2, 0, 0, 2}, out.Rewards)
	require.NoError(t, v.ResetWhere([]bool{false, true, false, false}, nil, out.Observations))
	require.NotZero(t, out.Observations[2*2+1], "an episode has a length")
	require.NoError(t, v.Step(make([]float32, 4), out))
	require.Equal(t, []float32{1, 1}, out.Rewards[1:3])
}

func TestActionsAreClampedAndStayTheCallers(t *testing.T) {
	v := newVector(t, env.CartPole(), 3, env.Config{})
	out := v.NewBatch()
	require.NoError(t, v.Reset([]uint64{7, 7, 7}, out.Observations))
	nan := float32(math.NaN())
	actions := []float32{50, 1, nan}
	require.NoError(t, v.Step(actions, out))
	require.Equal(t, out.Observations[0:4], out.Observations[4:8])
	require.NotEqual(t, out.Observations[0:4], out.Observations[8:12])
	require.Equal(t, float32(50), actions[0])
	require.True(t, actions[2] != actions[2])
}

func TestBadInput(t *testing.T) {
	none, err := env.New(env.CartPole(), 2, env.Config{Workers: -1})
	require.ErrorIs(t, err, geom.ErrOutOfRange)
	require.Nil(t, none)
	v := newVector(t, env.CartPole(), 2, env.Config{})
	out := v.NewBatch()
	require.ErrorIs(t, v.Step(make([]float32, 2), out), env.ErrNotReset)
	require.ErrorIs(t, v.ResetWhere([]bool{true, true}, nil, out.Observations), env.ErrNotReset)
	for field, err := range map[string]error{
		"observations": v.Reset(nil, make([]float32, 7)),
		"seeds":        v.Reset(env.Seeds(0, 3), out.Observations),
	} {
		var e *geom.FieldError
		require.ErrorAs(t, err, &e)
		require.Equal(t, field, e.Field)
		require.ErrorIs(t, err, env.ErrLength)
	}
	require.NoError(t, v.Reset(nil, out.Observations))
	for field, change := range map[string]func(*env.Batch){
		"Observations": func(b *env.Batch) { b.Observations = nil }, "Rewards": func(b *env.Batch) { b.Rewards = make([]float32, 3) },
		"Terminated": func(b *env.Batch) { b.Terminated = nil }, "Truncated": func(b *env.Batch) { b.Truncated = nil },
		"FinalObservations": func(b *env.Batch) { b.FinalObservations = make([]float32, 1) },
	} {
		b := v.NewBatch()
		change(b)
		var e *geom.FieldError
		require.ErrorAs(t, v.Step(make([]float32, 2), b), &e)
		require.Equal(t, field, e.Field)
	}
	require.ErrorIs(t, v.Step(make([]float32, 3), out), env.ErrLength)
	require.ErrorIs(t, v.ResetWhere([]bool{true}, nil, out.Observations), env.ErrLength)
	_, err = env.New(env.Task{Observations: 1, Actions: 1}, 1, env.Config{})
	require.ErrorIs(t, err, env.ErrNoFunction)
	_, err = env.New(env.Task{Observations: 0, Actions: 1}, 1, env.Config{})
	require.ErrorIs(t, err, geom.ErrOutOfRange)
	_, err = env.New(env.CartPole(), 0, env.Config{})
	require.ErrorIs(t, err, geom.ErrNotPositive)
	_, err = env.New(env.CartPole(), 1, env.Config{Autoreset: 9})
	require.ErrorIs(t, err, geom.ErrOutOfRange)
	_, ok := env.TaskByName("chess")
	require.False(t, ok)
	v.Close()
	require.ErrorIs(t, v.Step(make([]float32, 2), out), env.ErrClosed)
	require.ErrorIs(t, v.Reset(nil, out.Observations), env.ErrClosed)
}
