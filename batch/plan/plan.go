package plan

import (
	"encoding/json"
	"slices"

	"github.com/carom2d/carom/batch/metric"
	"github.com/carom2d/carom/batch/sample"
)

// Version is the version of the format.
const Version = 1

// MaxRuns is the largest number of runs, and MaxTicks the largest number of ticks in a run.
const (
	MaxRuns  = sample.MaxPoints
	MaxTicks = 100_000_000
	maxBytes = 40 << 20 // a scene document has at most 32 MiB
)

// Plan is a plan as in its file. A Plan from Parse is checked.
type Plan struct {
	Version    int                `json:"version"`
	Name       string             `json:"name,omitempty"`
	Scene      json.RawMessage    `json:"scene,omitempty"` // an object after Parse
	Setup      string             `json:"setup,omitempty"`
	Params     map[string]float64 `json:"params,omitempty"`
	Parameters []Parameter        `json:"parameters"`
	Sampler    Sampler            `json:"sampler"`
	Seeds      int                `json:"seeds,omitempty"`
	Ticks      int                `json:"ticks"`
	Metrics    []metric.Def       `json:"metrics"`
	Rules      []Rule             `json:"rules,omitempty"`
	Record     *Record            `json:"record,omitempty"`
	Heatmap    *Heatmap           `json:"heatmap,omitempty"`
}

// Parameter is a number of the document that is varied.
type Parameter struct {
	Name   string    `json:"name"`
	At     string    `json:"at"` // a JSON pointer
	From   float64   `json:"from,omitempty"`
	To     float64   `json:"to,omitempty"`
	Steps  int       `json:"steps,omitempty"`
	Values []float64 `json:"values,omitempty"`
	Whole  bool      `json:"whole,omitempty"`
	Noise  float64   `json:"noise,omitempty"`
}

// Axis returns the parameter as an axis of package sample.
func (p *Parameter) Axis() sample.Axis {
	return sample.Axis{From: p.From, To: p.To, Steps: p.Steps, Values: p.Values, Whole: p.Whole, Noise: p.Noise}
}

// Sampler says how points are chosen.
type Sampler struct {
	Kind  sample.Kind `json:"kind"`
	Count int         `json:"count,omitempty"`
	Seed  uint64      `json:"seed,omitempty"`
}

// Rule bounds a metric.
type Rule struct {
	Metric string   `json:"metric"`
	Min    *float64 `json:"min,omitempty"`
	Max    *float64 `json:"max,omitempty"`
}

// Broken reports whether a number is outside the bounds. A NaN is outside.
func (r *Rule) Broken(x float64) bool {
	return x != x || r.Min != nil && x < *r.Min || r.Max != nil && x > *r.Max
}

// Record says which runs are recorded.
type Record struct {
	Metric string `json:"metric"`
	Goal   string `json:"goal,omitempty"`
	Best   int    `json:"best,omitempty"`
	Worst  int    `json:"worst,omitempty"`
	Broken int    `json:"broken,omitempty"`
}

// Heatmap is a picture of a metric over two parameters.
type Heatmap struct {
	X      string `json:"x"`
	Y      string `json:"y"`
	Metric string `json:"metric"`
	Bins   int    `json:"bins,omitempty"`
}

// Runs returns the number of runs.
func (p *Plan) Runs() int {
	s, err := p.NewSampler()
	if err != nil {
		return 0
	}
	return s.Count() * p.Seeds
}

// NewSampler returns the sampler of the parameters.
func (p *Plan) NewSampler() (*sample.Sampler, error) {
	axes := make([]sample.Axis, len(p.Parameters))
	for i := range p.Parameters {
		axes[i] = p.Parameters[i].Axis()
	}
	return sample.New(p.Sampler.Kind, axes, p.Sampler.Count, p.Sampler.Seed)
}

// MetricIndex returns the place of a metric in the list, and -1 if there is none.
func (p *Plan) MetricIndex(name string) int {
	return slices.IndexFunc(p.Metrics, func(m metric.Def) bool { return m.Name == name })
}

// ParameterIndex returns the place of a parameter in the list, and -1 if there is none.
func (p *Plan) ParameterIndex(name string) int {
	return slices.IndexFunc(p.Parameters, func(x Parameter) bool { return x.Name == name })
}

// Encode returns the plan as a document that includes the scene, so Parse can read it anywhere.
func (p *Plan) Encode() []byte {
	data, err := json.Marshal(p)
	if err != nil {
		panic("plan: a checked plan cannot be written: " + err.Error())
	}
	return data
}
