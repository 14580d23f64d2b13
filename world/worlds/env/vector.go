package env

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/worlds"
)

// Autoreset is the behaviour at the end of an episode.
type Autoreset uint8

const (
	// SameStep begins the next episode in the step in which an episode ends: the observation is the
	// first of the next episode, and the last observation of the ended episode is in
	// Batch.FinalObservations.
	SameStep Autoreset = iota
	// NextStep returns the last observation of the episode, and begins the next one in the step
	// after: that step ignores the action, its reward is zero, and nothing ends in it.
	NextStep
	// Disabled begins no episode: the caller uses ResetWhere. A step of an environment whose
	// episode has ended changes nothing: the reward is zero, and it is terminated or truncated as
	// before.
	Disabled
)

// Config describes a Vector. The zero Config works.
type Config struct {
	Workers   int // as worlds.Config.Workers
	Autoreset Autoreset
}

// ErrNotReset is returned by a Step before the first Reset.
var ErrNotReset = errors.New("env: Step before Reset")

// ErrClosed is returned by calls of a closed Vector.
var ErrClosed = errors.New("env: the vector is closed")

// ErrLength is wrapped when a slice has another length than the numbers of all environments.
var ErrLength = errors.New("is not the length that is needed")

// Batch is the result of a Step, in slices of the caller: n environments with k numbers of an
// observation each.
type Batch struct {
	Observations []float32 // n k
	Rewards      []float32 // n
	Terminated   []bool    // n
	Truncated    []bool    // n
	// FinalObservations, n k, holds the last observations of the episodes that ended in this step.
	// Other numbers stay as they were. It may be nil.
	FinalObservations []float32
}

// environment is one of a Vector.
type environment struct {
	sim    Simulation
	member *worlds.Member
	random rand.PCG
	rand   *rand.Rand
	start  world.Snapshot
	action []float32 // of the step, clamped
	steps  int
	ended  ending
	anew   bool // made again after a panic, and in no episode yet
}

// ending is the way in which the last episode of an environment ended.
type ending struct{ terminated, truncated bool }

func (e ending) over() bool { return e.terminated || e.truncated }

// Vector is a set of environments of one task. It is for one goroutine at a time.
type Vector struct {
	task   Task
	config Config
	pool   *worlds.Pool
	envs   []*environment
	ready  bool
	closed bool

	// Arguments of the call under way, for the workers.
	actions      []float32
	batch        *Batch
	observations []float32
	seeds        []uint64
	mask         []bool
	step, reset  func(*worlds.Member)
}

// New makes n environments. Close the Vector when it is no longer needed.
func New(t Task, n int, c Config) (*Vector, error) {
	if err := t.validate(); err != nil {
		return nil, err
	}
	if n < 1 {
		return nil, geom.NewFieldError("n", n, geom.ErrNotPositive)
	}
	if c.Autoreset > Disabled {
		return nil, geom.NewFieldError("Autoreset", c.Autoreset, geom.ErrOutOfRange)
	}
	v := &Vector{task: t, config: c, envs: make([]*environment, n)}
	v.step, v.reset = v.stepOne, v.resetOne
	for i := range v.envs {
		e, err := newEnvironment(&t, uint64(i))
		if err != nil {
			return nil, err
		}
		v.envs[i] = e
	}
	if err := v.fillPool(); err != nil {
		return nil, err
	}
	return v, nil
}

// newEnvironment makes an environment with the random numbers of a seed.
func newEnvironment(t *Task, seed uint64) (*environment, error) {
	sim, err := t.New()
	if err != nil {
		return nil, err
	}
	e := &environment{sim: sim, action: make([]float32, t.Actions)}
	e.rand = rand.New(&e.random)
	e.seed(seed)
	return e, sim.World().Save(&e.start)
}

func (e *environment) seed(seed uint64) { e.random.Seed(seed, 0x9e3779b97f4a7c15) }

// fillPool makes the pool of all environments, in their order.
func (v *Vector) fillPool() error {
	pool, err := worlds.New(worlds.Config{Workers: v.config.Workers})
	if err != nil {
		return err
	}
	v.pool = pool
	for i, e := range v.envs {
		if e.member, err = pool.Add(worlds.Def{World: e.sim.World(), Name: fmt.Sprintf("%s %d", v.task.Name, i)}); err != nil {
			return err
		}
	}
	return nil
}

// Task returns the task.
func (v *Vector) Task() Task { return v.task }

// Len returns the number of environments.
func (v *Vector) Len() int { return len(v.envs) }

// World returns the world of an environment, to be drawn.
func (v *Vector) World(i int) *world.World { return v.envs[i].sim.World() }

// Close ends the workers.
func (v *Vector) Close() {
	v.closed = true
	v.pool.Close()
}

// NewBatch returns a Batch with slices of the right lengths.
func (v *Vector) NewBatch() *Batch {
	n := len(v.envs)
	return &Batch{
		Observations: make([]float32, n*v.task.Observations), Rewards: make([]float32, n),
		Terminated: make([]bool, n), Truncated: make([]bool, n), FinalObservations: make([]float32, n*v.task.Observations),
	}
}

func checkLength(name string, length, want int) error {
	if length != want {
		return geom.NewFieldError(name, length, fmt.Errorf("%w: %d", ErrLength, want))
	}
	return nil
}

// Reset begins an episode in all environments and writes their first observations. With seeds, one
// for each environment, their random numbers begin again; with nil they go on. Environments that a
// panic has broken are made again.
func (v *Vector) Reset(seeds []uint64, observations []float32) error {
	return v.ResetWhere(nil, seeds, observations)
}

// ResetWhere is Reset of the environments where mask is true, all for nil, and of environments that
// a panic has broken. The observations of the others are left as they are.
func (v *Vector) ResetWhere(mask []bool, seeds []uint64, observations []float32) error {
	n := len(v.envs)
	if v.closed {
		return ErrClosed
	}
	if err := checkLength("observations", len(observations), n*v.task.Observations); err != nil {
		return err
	}
	if seeds != nil {
		if err := checkLength("seeds", len(seeds), n); err != nil {
			return err
		}
	}
	if mask != nil {
		if err := checkLength("mask", len(mask), n); err != nil {
			return err
		}
		if !v.ready {
			return ErrNotReset
		}
	}
	if err := v.repair(); err != nil {
		return err
	}
	v.mask, v.seeds, v.observations = mask, seeds, observations
	v.pool.Each(v.reset)
	v.mask, v.seeds, v.observations = nil, nil, nil
	v.ready = true
	return v.failure()
}

// Step runs a step of all environments. The actions of all environments are n k numbers.
//
// If the world or the Simulation of an environment panics, the error is a *worlds.PanicError. The
// other environments have made their step. The numbers of this environment are not written until
// Reset.
func (v *Vector) Step(actions []float32, out *Batch) error {
	n := len(v.envs)
	switch {
	case v.closed:
		return ErrClosed
	case !v.ready:
		return ErrNotReset
	}
	if err := v.checkBatch(actions, out, n); err != nil {
		return err
	}
	v.actions, v.batch = actions, out
	v.pool.Each(v.step)
	v.actions, v.batch = nil, nil
	return v.failure()
}

func (v *Vector) checkBatch(actions []float32, out *Batch, n int) error {
	k := n * v.task.Observations
	for _, s := range [...]struct {
		name         string
		length, want int
	}{
		{"actions", len(actions), n * v.task.Actions}, {"Observations", len(out.Observations), k}, {"Rewards", len(out.Rewards), n},
		{"Terminated", len(out.Terminated), n}, {"Truncated", len(out.Truncated), n},
	} {
		if err := checkLength(s.name, s.length, s.want); err != nil {
			return err
		}
	}
	if out.FinalObservations != nil {
		return checkLength("FinalObservations", len(out.FinalObservations), k)
	}
	return nil
}

// failure returns the error of the first environment that has failed.
func (v *Vector) failure() error {
	for _, e := range v.envs {
		if err := e.member.Err(); err != nil {
			return err
		}
	}
	return nil
}

// repair makes failed environments again. Their random numbers go on.
func (v *Vector) repair() error {
	if v.failure() == nil {
		return nil
	}
	repaired := slices.Clone(v.envs)
	for i, e := range v.envs {
		if e.member.Err() == nil {
			continue
		}
		fresh, err := newEnvironment(&v.task, 0)
		if err != nil {
			return err
		}
		fresh.random, fresh.anew = e.random, true
		repaired[i] = fresh
	}
	v.envs = repaired
	v.pool.Close()
	return v.fillPool()
}

// resetOne is Reset for one environment.
func (v *Vector) resetOne(m *worlds.Member) {
	i := m.Place()
	e := v.envs[i]
	if v.mask != nil && !v.mask[i] && !e.anew {
		return
	}
	if v.seeds != nil {
		e.seed(v.seeds[i])
	}
	e.begin()
	e.observe(rowOf(v.observations, i, v.task.Observations))
}

func (e *environment) begin() {
	world.Check(e.sim.World().Restore(&e.start))
	e.sim.Begin(e.rand)
	e.steps, e.ended, e.anew = 0, ending{}, false
}

// observe writes the observation, with zeros in place of numbers that are not finite.
func (e *environment) observe(row []float32) {
	e.sim.Observe(row)
	for i, x := range row {
		if x-x != 0 {
			row[i] = 0
		}
	}
}

// rowOf returns the numbers of environment i.
func rowOf(all []float32, i, size int) []float32 { return all[i*size : (i+1)*size : (i+1)*size] }

// stepOne is Step for one environment.
func (v *Vector) stepOne(m *worlds.Member) {
	i := m.Place()
	e, out := v.envs[i], v.batch
	row := rowOf(out.Observations, i, v.task.Observations)
	if e.ended.over() {
		v.stepEnded(e, i, row)
		return
	}
	for k, x := range rowOf(v.actions, i, v.task.Actions) {
		e.action[k] = clamp(x)
	}
	for range v.task.Ticks {
		e.sim.Act(e.action)
		e.sim.World().Tick()
	}
	e.steps++
	reward, terminated := e.sim.Outcome(e.action)
	e.ended = ending{terminated, !terminated && e.steps == v.task.MaxSteps}
	out.Rewards[i], out.Terminated[i], out.Truncated[i] = reward, e.ended.terminated, e.ended.truncated
	e.observe(row)
	if !e.ended.over() {
		return
	}
	if out.FinalObservations != nil {
		copy(rowOf(out.FinalObservations, i, v.task.Observations), row)
	}
	if v.config.Autoreset == SameStep {
		e.begin()
		e.observe(row)
	}
}

// stepEnded is a step of an environment whose episode had ended before.
func (v *Vector) stepEnded(e *environment, i int, row []float32) {
	if v.config.Autoreset == NextStep {
		e.begin()
	}
	v.batch.Rewards[i], v.batch.Terminated[i], v.batch.Truncated[i] = 0, e.ended.terminated, e.ended.truncated
	e.observe(row)
}

// clamp clamps a number of an action to -1 to 1; NaN becomes 0.
func clamp(x float32) float32 {
	if x != x {
		return 0
	}
	return max(-1, min(1, x))
}
