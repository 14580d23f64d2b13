package metric

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/carom2d/carom/batch"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
)

// Errors of metrics. Match them with errors.Is.
var (
	ErrKind     = errors.New("must be position, energy, rest, contacts or function")
	ErrAxis     = errors.New("must be x, y or angle, and left out unless the kind is position")
	ErrTake     = errors.New("must be last, min, max or mean, and left out if the kind is rest")
	ErrNoBody   = errors.New("names no body of the world")
	ErrNeedBody = errors.New("must name a body")
	ErrFunction = errors.New("must be left out unless the kind is function")
)

// Def defines a metric, as in a plan.
type Def struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Body     string `json:"body,omitempty"`     // empty: the whole world
	Axis     string `json:"axis,omitempty"`     // of position: x, y (m) or angle (rad)
	Take     string `json:"take,omitempty"`     // last (the default), min, max or mean over the ticks
	Function string `json:"function,omitempty"` // a name of batch.RegisterMetric
}

// Check returns the first error that needs no world, as a *geom.FieldError.
func (d *Def) Check() error {
	switch d.Kind {
	case "position":
		if d.Body == "" {
			return geom.NewFieldError("body", d.Body, ErrNeedBody)
		}
		if d.Axis != "x" && d.Axis != "y" && d.Axis != "angle" {
			return geom.NewFieldError("axis", d.Axis, ErrAxis)
		}
	case "function":
		if _, err := batch.Metric(d.Function); err != nil {
			return err
		}
	case "energy", "rest", "contacts":
	default:
		return geom.NewFieldError("kind", d.Kind, ErrKind)
	}
	switch {
	case d.Axis != "" && d.Kind != "position":
		return geom.NewFieldError("axis", d.Axis, ErrAxis)
	case d.Function != "" && d.Kind != "function":
		return geom.NewFieldError("function", d.Function, ErrFunction)
	case d.Kind == "rest" && d.Take != "":
		return geom.NewFieldError("take", d.Take, ErrTake)
	}
	switch d.Take {
	case "", "last", "min", "max", "mean":
		return nil
	}
	return geom.NewFieldError("take", d.Take, ErrTake)
}

// reading returns the function that reads the metric after a tick. The error is a
// *geom.FieldError.
func (d *Def) reading(s *batch.Setup) (func() float64, error) {
	if d.Kind == "function" {
		f, err := batch.Metric(d.Function)
		return func() float64 { return f(s) }, err
	}
	if d.Body == "" {
		return aggregate(d.Kind, s.World.Bodies(), s.World.Contacts()), nil
	}
	b, ok := s.Body(d.Body)
	if !ok {
		return nil, geom.NewFieldError("body", d.Body, ErrNoBody)
	}
	read := d.bodyReading(b)
	last := read()
	return func() float64 { // a destroyed body keeps its last reading
		if b.Valid() {
			last = read()
		}
		return last
	}, nil
}

func (d *Def) bodyReading(b world.Body) func() float64 {
	switch {
	case d.Kind != "position":
		return aggregate(d.Kind, slices.Values([]world.Body{b}), b.Touching())
	case d.Axis == "x":
		return func() float64 { return b.Position()[0] }
	case d.Axis == "y":
		return func() float64 { return b.Position()[1] }
	}
	return b.Angle
}

// aggregate returns the function that reads a metric of bodies and their contacts.
func aggregate[C any](kind string, bodies iter.Seq[world.Body], contacts iter.Seq[C]) func() float64 {
	switch kind {
	case "energy":
		return func() (sum float64) {
			for b := range bodies {
				sum += energy(b)
			}
			return sum
		}
	case "rest":
		return func() float64 {
			for b := range bodies {
				if b.Awake() {
					return 0
				}
			}
			return 1
		}
	case "contacts":
		return func() (n float64) {
			for range contacts {
				n++
			}
			return n
		}
	}
	panic(fmt.Sprintf("metric: kind %q needs a body", kind))
}

// energy returns the kinetic energy of a body plus its potential energy in the world's gravity,
// which is zero at the origin, J. A body that is not dynamic has no energy.
func energy(b world.Body) float64 {
	if b.Type() != body.Dynamic {
		return 0
	}
	g, c := b.World().Gravity(), b.WorldCenter()
	return b.KineticEnergy() - float64(b.Mass()*(float64(g[0]*c[0])+float64(g[1]*c[1])))
}
