package plan

import (
	"cmp"
	"fmt"

	"github.com/carom2d/carom/batch/metric"
	"github.com/carom2d/carom/batch/pointer"
	"github.com/carom2d/carom/geom"
)

const (
	maxSeeds      = 100_000
	maxParameters = 100
	maxMetrics    = 100
	maxRecords    = 1000
	// MaxBins is the largest number of cells on a side of a heat map.
	MaxBins = 200
)

// check returns the first error, as a *geom.FieldError.
func (p *Plan) check() error {
	if p.Version != Version {
		return geom.NewFieldError("version", p.Version, ErrVersion)
	}
	switch {
	case p.Scene == nil && p.Setup == "":
		return geom.NewFieldError("scene", nil, ErrScene)
	case p.Scene != nil && p.Setup != "":
		return geom.NewFieldError("setup", p.Setup, ErrSetup)
	case p.Scene != nil && len(p.Params) > 0:
		return geom.NewFieldError("params", nil, ErrParams)
	case p.Ticks < 1 || p.Ticks > MaxTicks:
		return geom.NewFieldError("ticks", p.Ticks, ErrCount)
	case p.Seeds < 1 || p.Seeds > maxSeeds:
		return geom.NewFieldError("seeds", p.Seeds, ErrCount)
	case len(p.Metrics) == 0:
		return geom.NewFieldError("metrics", nil, ErrNoMetrics)
	case len(p.Metrics) > maxMetrics:
		return geom.NewFieldError("metrics", len(p.Metrics), ErrCount)
	case len(p.Parameters) > maxParameters:
		return geom.NewFieldError("parameters", len(p.Parameters), ErrCount)
	}
	s, err := p.NewSampler()
	if err != nil {
		return err
	}
	if s.Count() > MaxRuns/p.Seeds {
		return geom.NewFieldError("seeds", p.Seeds, ErrCount)
	}
	for _, check := range []func() error{p.checkNames, p.checkPointers, p.checkRules, p.checkRecord, p.checkHeatmap} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// Columns that every table of rows has.
var Columns = []string{"run", "sample", "seed", "broken", "failure", "hash"}

func (p *Plan) checkNames() error {
	taken := map[string]bool{}
	for _, c := range Columns {
		taken[c] = true
	}
	use := func(field, name string) error {
		if !isColumnName(name) || taken[name] {
			return geom.NewFieldError(field, name, ErrColumnName)
		}
		taken[name] = true
		return nil
	}
	for i := range p.Parameters {
		if err := use(fmt.Sprintf("parameters[%d].name", i), p.Parameters[i].Name); err != nil {
			return err
		}
	}
	for i := range p.Metrics {
		if err := use(fmt.Sprintf("metrics[%d].name", i), p.Metrics[i].Name); err != nil {
			return err
		}
		if err := p.Metrics[i].Check(); err != nil {
			return metric.At(i, err)
		}
	}
	return nil
}

func isColumnName(name string) bool {
	for i, c := range []byte(name) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c != '_' && c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return name != "" && len(name) <= 64
}

// checkPointers finds the number of each parameter.
func (p *Plan) checkPointers() error {
	owner := map[string]bool{}
	for i := range p.Parameters {
		at := p.Parameters[i].At
		if owner[at] {
			return geom.NewFieldError(fmt.Sprintf("parameters[%d].at", i), at, ErrTwice)
		}
		owner[at] = true
	}
	numbers, err := p.Numbers()
	if err != nil {
		return err
	}
	for i := range p.Parameters {
		if at := p.Parameters[i].At; !numbers[at].Number {
			return geom.NewFieldError(fmt.Sprintf("parameters[%d].at", i), at, ErrNoNumber)
		}
	}
	return nil
}

// Numbers returns the values at the pointers of the parameters in the scene document. For a set-up
// only Number is set.
func (p *Plan) Numbers() (map[string]pointer.Value, error) {
	wanted := map[string]pointer.Value{}
	for i := range p.Parameters {
		wanted[p.Parameters[i].At] = pointer.Value{}
	}
	if p.Scene == nil {
		for name := range p.Params {
			wanted[pointer.Of(name)] = pointer.Value{Number: true}
		}
		return wanted, nil
	}
	err := pointer.Walk(p.Scene, func(at string, v pointer.Value) {
		if _, ok := wanted[at]; ok {
			wanted[at] = v
		}
	})
	if err != nil {
		return nil, geom.NewFieldError("scene", nil, err)
	}
	return wanted, nil
}

func (p *Plan) checkRules() error {
	for i := range p.Rules {
		r := &p.Rules[i]
		if p.MetricIndex(r.Metric) < 0 {
			return geom.NewFieldError(fmt.Sprintf("rules[%d].metric", i), r.Metric, ErrNoMetric)
		}
		if r.Min == nil && r.Max == nil || r.Min != nil && r.Max != nil && *r.Min > *r.Max {
			return geom.NewFieldError(fmt.Sprintf("rules[%d]", i), nil, ErrNoBound)
		}
	}
	return nil
}

func (p *Plan) checkRecord() error {
	r := p.Record
	if r == nil {
		return nil
	}
	r.Goal = cmp.Or(r.Goal, "max")
	switch {
	case p.MetricIndex(r.Metric) < 0:
		return geom.NewFieldError("record.metric", r.Metric, ErrNoMetric)
	case r.Goal != "max" && r.Goal != "min":
		return geom.NewFieldError("record.goal", r.Goal, ErrGoal)
	case r.Best < 0 || r.Best > maxRecords:
		return geom.NewFieldError("record.best", r.Best, ErrCount)
	case r.Worst < 0 || r.Worst > maxRecords:
		return geom.NewFieldError("record.worst", r.Worst, ErrCount)
	case r.Broken < 0 || r.Broken > maxRecords:
		return geom.NewFieldError("record.broken", r.Broken, ErrCount)
	}
	return nil
}

func (p *Plan) checkHeatmap() error {
	h := p.Heatmap
	if h == nil {
		return nil
	}
	switch {
	case p.ParameterIndex(h.X) < 0:
		return geom.NewFieldError("heatmap.x", h.X, ErrNoAxis)
	case p.ParameterIndex(h.Y) < 0 || h.X == h.Y:
		return geom.NewFieldError("heatmap.y", h.Y, ErrNoAxis)
	case p.MetricIndex(h.Metric) < 0:
		return geom.NewFieldError("heatmap.metric", h.Metric, ErrNoMetric)
	case h.Bins < 0 || h.Bins > MaxBins:
		return geom.NewFieldError("heatmap.bins", h.Bins, ErrCount)
	}
	return nil
}
