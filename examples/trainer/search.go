package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/worlds/env"
)

// options of the search, with the names of the paper: N directions of which b count, noise nu, step
// size alpha.
type options struct {
	iterations, directions, best int
	noise, rate                  float64
	seed                         uint64
}

// check rejects numbers with which nothing would be learnt.
func (o *options) check() error {
	switch {
	case o.iterations < 1:
		return fmt.Errorf("-iterations %d: want 1 or more", o.iterations)
	case o.directions < 1:
		return fmt.Errorf("-directions %d: want 1 or more", o.directions)
	case o.best < 1 || o.best > o.directions:
		return fmt.Errorf("-best %d: want 1 to the %d of -directions", o.best, o.directions)
	case !(o.noise > 0 && o.noise < 1e3):
		return fmt.Errorf("-noise %v: want a positive number below 1000", o.noise)
	case !(o.rate > 0 && o.rate < 1e3):
		return fmt.Errorf("-rate %v: want a positive number below 1000", o.rate)
	}
	return nil
}

// policy computes an action from an observation by a matrix of weights. The numbers of the
// observation are normalised to mean 0 and deviation 1.
type policy struct {
	actions, observations int
	weights               []float64
	mean, scale           []float64
}

// act writes the action. The change, if any, is added to the weights.
func (p *policy) act(action, observation []float32, change []float64) {
	for a := range action {
		sum := 0.0
		for k, x := range observation {
			w := p.weights[a*p.observations+k]
			if change != nil {
				w += change[a*p.observations+k]
			}
			sum += float64(w * ((float64(x) - p.mean[k]) * p.scale[k]))
		}
		action[a] = float32(sum)
	}
}

// statistics of all observations so far.
type statistics struct {
	count       float64
	sum, square []float64
}

func (s *statistics) add(observation []float32) {
	s.count++
	for k, x := range observation {
		s.sum[k] += float64(x)
		s.square[k] += float64(float64(x) * float64(x))
	}
}

// apply gives the policy the means and deviations by which it normalises observations.
func (s *statistics) apply(p *policy) {
	for k := range p.mean {
		p.mean[k] = s.sum[k] / s.count
		variance := s.square[k]/s.count - float64(p.mean[k]*p.mean[k])
		p.scale[k] = 0
		if variance > 1e-8 {
			p.scale[k] = 1 / math.Sqrt(variance)
		}
		if k == p.observations-1 && variance <= 1e-8 { // a constant stays unchanged
			p.mean[k], p.scale[k] = 0, 1
		}
	}
}

// point of the learning curve.
type point struct {
	steps                 int     // so far
	mean, lowest, highest float64 // returns of the episodes of the policy itself
}

// training is a search under way.
type training struct {
	options
	task   env.Task
	vector *env.Vector
	out    *env.Batch
	action []float32
	policy *policy
	seen   statistics
	steps  int
	seeds  uint64
	curve  []point
}

// train searches, and prints a line from time to time.
func train(task env.Task, o options, log io.Writer) *training {
	k := task.Observations
	t := &training{options: o, task: task}
	t.policy = &policy{task.Actions, k, make([]float64, task.Actions*k), make([]float64, k), make([]float64, k)}
	for i := range t.policy.scale {
		t.policy.scale[i] = 1
	}
	t.seen = statistics{sum: make([]float64, k), square: make([]float64, k)}
	t.vector = world.Must(env.New(task, 2*o.directions, env.Config{Autoreset: env.Disabled}))
	defer t.vector.Close()
	t.out = t.vector.NewBatch()
	t.action = make([]float32, 2*o.directions*task.Actions)
	random := rand.New(rand.NewPCG(o.seed, 0))
	t.seeds = o.seed << 32
	t.measure()
	for i := range o.iterations {
		t.iterate(random)
		if i%5 == 4 || i == o.iterations-1 {
			p := t.measure()
			fmt.Fprintf(log, "%3d iterations, %7d steps: return %6.1f, from %.1f to %.1f\n", i+1, p.steps, p.mean, p.lowest, p.highest)
		}
	}
	return t
}

// iterate tries each direction in two worlds, once added and once subtracted, and moves the policy.
func (t *training) iterate(random *rand.Rand) {
	changes := make([][]float64, 2*t.directions)
	for d := range t.directions {
		with, against := make([]float64, len(t.policy.weights)), make([]float64, len(t.policy.weights))
		for i := range with {
			with[i] = float64(t.noise * random.NormFloat64())
			against[i] = -with[i]
		}
		changes[2*d], changes[2*d+1] = with, against
	}
	returns := t.episodes(changes, true)
	order := make([]int, t.directions)
	for d := range order {
		order[d] = d
	}
	better := func(d int) float64 { return max(returns[2*d], returns[2*d+1]) }
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := better(a), better(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	order = order[:t.best]
	var used []float64
	for _, d := range order {
		used = append(used, returns[2*d], returns[2*d+1])
	}
	step := t.rate / (float64(t.best)*deviation(used) + 1e-9) / t.noise
	for _, d := range order {
		gain := float64(step * (returns[2*d] - returns[2*d+1]))
		for i, x := range changes[2*d] {
			t.policy.weights[i] += float64(gain * x)
		}
	}
	t.seen.apply(t.policy)
}

func deviation(values []float64) float64 {
	mean, sum := 0.0, 0.0
	for _, x := range values {
		mean += x / float64(len(values))
	}
	for _, x := range values {
		sum += float64((x - mean) * (x - mean))
	}
	return math.Sqrt(sum / float64(len(values)))
}

// episodes plays one episode in every world, each with its change of the policy, and returns their
// returns. The two worlds of a direction begin alike.
func (t *training) episodes(changes [][]float64, learn bool) []float64 {
	n := t.vector.Len()
	seeds := make([]uint64, n)
	for i := range seeds {
		seeds[i] = t.seeds + uint64(i/2)
	}
	t.seeds += uint64(n)
	world.Check(t.vector.Reset(seeds, t.out.Observations))
	returns, over, left := make([]float64, n), make([]bool, n), n
	for left > 0 {
		for i := range n {
			if !over[i] {
				t.policy.act(t.action[i*t.task.Actions:(i+1)*t.task.Actions], t.observation(i), changes[i])
			}
		}
		world.Check(t.vector.Step(t.action, t.out))
		for i := range n {
			if over[i] {
				continue
			}
			returns[i] += float64(t.out.Rewards[i])
			if learn {
				t.steps++
				t.seen.add(t.observation(i))
			}
			if t.out.Terminated[i] || t.out.Truncated[i] {
				over[i] = true
				left--
			}
		}
	}
	return returns
}

func (t *training) observation(i int) []float32 {
	return t.out.Observations[i*t.task.Observations : (i+1)*t.task.Observations]
}

// measure plays episodes of the unchanged policy.
func (t *training) measure() point {
	returns := t.episodes(make([][]float64, t.vector.Len()), false)
	p := point{steps: t.steps, lowest: slices.Min(returns), highest: slices.Max(returns)}
	for _, r := range returns {
		p.mean += r / float64(len(returns))
	}
	t.curve = append(t.curve, p)
	return p
}
