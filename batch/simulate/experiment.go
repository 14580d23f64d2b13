package simulate

import (
	"errors"
	"fmt"
	"slices"

	"github.com/carom2d/carom/batch"
	"github.com/carom2d/carom/batch/metric"
	"github.com/carom2d/carom/batch/plan"
	"github.com/carom2d/carom/batch/pointer"
	"github.com/carom2d/carom/batch/sample"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/scene"
)

// ErrPanic is the failure of a run whose set-up or metric panicked.
var ErrPanic = errors.New("panic")

// Experiment is a plan that is ready to run. It may be used by many goroutines.
type Experiment struct {
	Plan    *plan.Plan
	sampler *sample.Sampler
	numbers []pointer.Value // in the scene document, ascending
	order   []int           // the parameter of each of numbers
}

// New returns the experiment of a checked plan. It builds the world at both ends of the range of
// each parameter, with the first point's values for the others. So a range that a scene or a set-up
// does not accept is found before anything runs. The error is a *plan.Error.
func New(p *plan.Plan) (*Experiment, error) {
	e, err := Open(p)
	if err != nil {
		return nil, err
	}
	if err := e.try(e.Values(0), "parameters"); err != nil {
		return nil, err
	}
	for i := range p.Parameters {
		axis := p.Parameters[i].Axis()
		least, most := axis.Ends()
		for _, x := range []float64{least - axis.Noise, most + axis.Noise} {
			values := e.Values(0)
			values[i] = axis.Value(x)
			if err := e.try(values, fmt.Sprintf("parameters[%d]", i)); err != nil {
				return nil, err
			}
		}
	}
	return e, nil
}

// Open is New without building worlds, for the workers of a plan that New has accepted.
func Open(p *plan.Plan) (*Experiment, error) {
	s, err := p.NewSampler()
	if err != nil {
		return nil, plan.Locate(nil, err)
	}
	e := &Experiment{Plan: p, sampler: s}
	if p.Scene == nil {
		return e, nil
	}
	places, err := p.Numbers()
	if err != nil {
		return nil, plan.Locate(nil, err)
	}
	e.order = make([]int, len(p.Parameters))
	for i := range e.order {
		e.order[i] = i
	}
	slices.SortFunc(e.order, func(a, b int) int {
		return places[p.Parameters[a].At].Start - places[p.Parameters[b].At].Start
	})
	for _, i := range e.order {
		e.numbers = append(e.numbers, places[p.Parameters[i].At])
	}
	return e, nil
}

// Runs returns the number of runs.
func (e *Experiment) Runs() int { return e.sampler.Count() * e.Plan.Seeds }

// Values returns the parameters of a run.
func (e *Experiment) Values(run int) []float64 {
	values := make([]float64, len(e.Plan.Parameters))
	e.sampler.Point(values, run/e.Plan.Seeds, run%e.Plan.Seeds)
	return values
}

// try builds the world of some values and closes it.
func (e *Experiment) try(values []float64, field string) error {
	s, err := e.build(values, 0)
	if err == nil {
		defer s.World.Close()
		_, err = metric.NewMeter(e.Plan.Metrics, s)
	}
	var named *geom.FieldError
	if err == nil || errors.As(err, &named) && named.Field == "setup" {
		return plan.Locate(nil, err)
	}
	if errors.Is(err, metric.ErrNoBody) {
		return plan.Locate(nil, err)
	}
	return plan.Locate(nil, geom.NewFieldError(field, values, err))
}

// build makes the world of some values. A panic of the set-up is an error.
func (e *Experiment) build(values []float64, run int) (s *batch.Setup, err error) {
	defer func() {
		if x := recover(); x != nil {
			s, err = nil, fmt.Errorf("%w: %v", ErrPanic, x)
		}
	}()
	if e.Plan.Scene == nil {
		return batch.Build(e.Plan.Setup, e.params(values, run))
	}
	document := pointer.Replace(e.Plan.Scene, e.numbers, e.order, values)
	parsed, err := scene.Parse(document)
	if err != nil {
		return nil, err
	}
	w, contents, err := parsed.New(func(c *world.Config) { c.Workers = 1 })
	if err != nil {
		return nil, err
	}
	s = &batch.Setup{World: w, Bodies: map[string]world.Body{}, Resumes: true, Names: &world.Names{}}
	character.Register(s.Names)
	for i := range parsed.Bodies {
		if name := parsed.Bodies[i].Def.Name; name != "" {
			s.Bodies[name] = contents.Bodies[i]
		}
	}
	return s, nil
}

// params returns the numbers for a set-up: the fixed numbers of the plan and the varied numbers.
func (e *Experiment) params(values []float64, run int) batch.Params {
	p := batch.Params{
		Values: make(map[string]float64, len(e.Plan.Params)),
		Seed:   e.sampler.WorldSeed(run/e.Plan.Seeds, run%e.Plan.Seeds),
	}
	for name, x := range e.Plan.Params {
		p.Values[name] = x
		for i := range e.Plan.Parameters {
			if e.Plan.Parameters[i].At == pointer.Of(name) {
				p.Values[name] = values[i]
			}
		}
	}
	return p
}
