package env

import (
	"errors"
	"math/rand/v2"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// Task is a learning problem.
type Task struct {
	Name         string
	Observations int // numbers in an observation
	Actions      int // numbers in an action, each from -1 to 1
	MaxSteps     int // steps after which an episode is truncated; zero means never
	Ticks        int // ticks of the world in a step; zero means 1

	// View is the box of the scene in a picture, m.
	ViewMin, ViewMax mgl64.Vec2

	// New makes an environment.
	New func() (Simulation, error)
}

// Simulation is one environment of a Task. It is made once. Each episode begins by restoring its
// world to the state that New made, then Begin. All calls of one Simulation come from one goroutine
// at a time; calls of different Simulations may run at the same time.
type Simulation interface {
	// World returns the world, always the same.
	World() *world.World
	// Begin changes the world at the start of an episode, by the random numbers of the environment,
	// and resets the data that the Simulation keeps of the last episode.
	Begin(random *rand.Rand)
	// Act applies an action. It is called before every tick, because forces last one tick.
	Act(action []float32)
	// Outcome returns the reward of the step and whether the episode has ended in it. It is called
	// once after the ticks of a step.
	Outcome(action []float32) (reward float32, terminated bool)
	// Observe writes the observation.
	Observe(observation []float32)
}

// ErrNoFunction is wrapped when a Task cannot make environments.
var ErrNoFunction = errors.New("is missing")

func (t *Task) validate() error {
	for _, f := range []struct {
		name  string
		value int
		least int
	}{{"Observations", t.Observations, 1}, {"Actions", t.Actions, 1}, {"MaxSteps", t.MaxSteps, 0}, {"Ticks", t.Ticks, 0}} {
		if f.value < f.least || f.value > 1<<20 {
			return geom.NewFieldError(f.name, f.value, geom.ErrOutOfRange)
		}
	}
	if t.New == nil {
		return geom.NewFieldError("New", nil, ErrNoFunction)
	}
	t.Ticks = max(t.Ticks, 1)
	return nil
}

// Tasks returns the tasks of this package, by name.
func Tasks() []Task { return []Task{CartPole(), Walker(), Lander(), Pusher()} }

// TaskByName returns the task of this package with a name.
func TaskByName(name string) (Task, bool) {
	for _, t := range Tasks() {
		if t.Name == name {
			return t, true
		}
	}
	return Task{}, false
}

// Seeds returns n seeds from first on, one for each environment.
func Seeds(first uint64, n int) []uint64 {
	seeds := make([]uint64, n)
	for i := range seeds {
		seeds[i] = first + uint64(i)
	}
	return seeds
}

// between returns a random number from low to high.
func between(random *rand.Rand, low, high float64) float64 {
	return low + float64((high-low)*random.Float64())
}
