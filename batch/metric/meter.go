package metric

import (
	"errors"
	"math"

	"github.com/carom2d/carom/batch"
)

// ErrState is the error for a state from a meter with other definitions.
var ErrState = errors.New("metric: the state is of other metrics")

// Meter measures one run.
type Meter struct {
	gauges []gauge
	ticks  uint64
	time   func() float64
}

type gauge struct {
	def   *Def
	read  func() float64
	value float64 // so far: minimum, maximum or sum
	rest  float64 // of kind rest: when the present rest began, s; +Inf while moving
}

// NewMeter returns the meter of a run that begins now. The error is a *geom.FieldError whose field
// has the place in the list: "metrics[2].body".
func NewMeter(defs []Def, s *batch.Setup) (*Meter, error) {
	m := &Meter{gauges: make([]gauge, len(defs)), time: s.World.Time}
	for i := range defs {
		read, err := defs[i].reading(s)
		if err != nil {
			return nil, At(i, err)
		}
		g := gauge{def: &defs[i], read: read, rest: math.Inf(1)}
		switch g.def.Take {
		case "min":
			g.value = math.Inf(1)
		case "max":
			g.value = math.Inf(-1)
		}
		m.gauges[i] = g
	}
	return m, nil
}

// Tick takes the readings of a tick that has just ended.
func (m *Meter) Tick() {
	m.ticks++
	for i := range m.gauges {
		g := &m.gauges[i]
		if g.def.Kind == "rest" {
			g.tickRest(m.time())
			continue
		}
		switch g.def.Take {
		case "min":
			g.value = min(g.value, g.read())
		case "max":
			g.value = max(g.value, g.read())
		case "mean":
			g.value += g.read()
		}
	}
}

// tickRest notes the time at which the present rest began. A body that wakes up again was not at
// rest.
func (g *gauge) tickRest(now float64) {
	if g.read() == 0 {
		g.rest = math.Inf(1)
	} else if math.IsInf(g.rest, 1) {
		g.rest = now
	}
}

// Results returns the number of each metric. Before the first tick, the extremes and the mean are
// the present reading.
func (m *Meter) Results() []float64 {
	out := make([]float64, len(m.gauges))
	for i := range m.gauges {
		g := &m.gauges[i]
		switch {
		case g.def.Kind == "rest":
			out[i] = g.rest
		case m.ticks == 0 || g.def.Take == "" || g.def.Take == "last":
			out[i] = g.read()
		case g.def.Take == "mean":
			out[i] = g.value / float64(m.ticks)
		default:
			out[i] = g.value
		}
	}
	return out
}

// State returns the state of the meter, for Resume. The world is saved separately.
func (m *Meter) State() []float64 {
	out := []float64{float64(m.ticks)}
	for i := range m.gauges {
		out = append(out, m.gauges[i].value, m.gauges[i].rest)
	}
	return out
}

// Resume continues from a State. The error is ErrState.
func (m *Meter) Resume(state []float64) error {
	if len(state) != 1+2*len(m.gauges) {
		return ErrState
	}
	m.ticks = uint64(state[0])
	for i := range m.gauges {
		m.gauges[i].value, m.gauges[i].rest = state[1+2*i], state[2+2*i]
	}
	return nil
}
