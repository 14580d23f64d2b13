package sample

import (
	"errors"
	"fmt"

	"github.com/carom2d/carom/geom"
)

// Kind says how the points are chosen.
type Kind string

// The kinds, as plans name them.
const (
	Grid           Kind = "grid" // all combinations; the last parameter varies fastest
	Uniform        Kind = "random"
	LatinHypercube Kind = "latinHypercube"
)

// MaxPoints is the largest number of points.
const MaxPoints = 1_000_000

// Errors of samplers. Match them with errors.Is.
var (
	ErrUnknownKind = errors.New("must be grid, random or latinHypercube")
	ErrCount       = errors.New("must be from 1 to 1000000")
	ErrNotInGrid   = errors.New("must be left out: a grid has the points of its parameters")
	ErrRange       = errors.New("must be a finite number, and from must be at most to")
	ErrSteps       = errors.New("must be from 1 to 1000000, and at least 2 where from and to differ")
	ErrNoSteps     = errors.New("must be left out unless the sampler is a grid")
	ErrNoise       = errors.New("must be a finite number from zero up")
)

// Axis is the range of one parameter.
type Axis struct {
	From, To float64
	Steps    int       // of a grid: values from From to To, both included
	Values   []float64 // instead of From, To and Steps
	Whole    bool      // values are rounded; the whole numbers of a range are equally likely
	// Noise is the half width of a uniform number that differs between the runs of a sample.
	Noise float64
}

// Sampler yields points.
type Sampler struct {
	kind   Kind
	axes   []Axis
	count  int
	seed   uint64
	layers [][]uint32 // of a Latin hypercube: the layer of each point, per axis
}

// New returns a sampler. Count is the number of points, or zero for a grid. The error is a
// *geom.FieldError, which names the field of an axis as in a plan: "parameters[2].steps".
func New(kind Kind, axes []Axis, count int, seed uint64) (*Sampler, error) {
	s := &Sampler{kind: kind, axes: axes, count: count, seed: seed}
	if kind != Grid && kind != Uniform && kind != LatinHypercube {
		return nil, geom.NewFieldError("sampler.kind", kind, ErrUnknownKind)
	}
	for i := range axes {
		if err := axes[i].check(kind, i); err != nil {
			return nil, err
		}
	}
	if kind == Grid {
		if err := s.countGrid(); err != nil {
			return nil, err
		}
		return s, nil
	}
	if count < 1 || count > MaxPoints {
		return nil, geom.NewFieldError("sampler.count", count, ErrCount)
	}
	if kind == LatinHypercube {
		s.layers = make([][]uint32, len(axes))
		for i := range s.layers {
			r := NewRandom(seed, layerStream, uint64(i))
			s.layers[i] = r.Permutation(count)
		}
	}
	return s, nil
}

// Streams of random numbers, one for each purpose.
const (
	pointStream = iota + 1
	layerStream
	noiseStream
	worldStream
)

func (s *Sampler) countGrid() error {
	if s.count != 0 {
		return geom.NewFieldError("sampler.count", s.count, ErrNotInGrid)
	}
	s.count = 1
	for i := range s.axes {
		if s.count *= s.axes[i].Len(); s.count > MaxPoints {
			return geom.NewFieldError(field(i, "steps"), s.axes[i].Len(), fmt.Errorf("makes the grid too large: the number of its points %w", ErrCount))
		}
	}
	return nil
}

// Count returns the number of points.
func (s *Sampler) Count() int { return s.count }

// Point fills dst with the values of a point (0 to Count()-1), including the noise of a seed (from
// 0 up). The first seed has noise like the others.
func (s *Sampler) Point(dst []float64, point, seed int) {
	rest := point
	for i := len(s.axes) - 1; i >= 0; i-- {
		a := &s.axes[i]
		switch s.kind {
		case Grid:
			dst[i] = a.Step(rest % a.Len())
			rest /= a.Len()
		case Uniform:
			r := NewRandom(s.seed, pointStream, uint64(i), uint64(point))
			dst[i] = a.at(r.Float64())
		case LatinHypercube:
			r := NewRandom(s.seed, pointStream, uint64(i), uint64(point))
			dst[i] = a.at((float64(s.layers[i][point]) + r.Float64()) / float64(s.count))
		}
		if a.Noise > 0 {
			r := NewRandom(s.seed, noiseStream, uint64(i), uint64(point), uint64(seed))
			dst[i] += float64(a.Noise * (float64(2*r.Float64()) - 1))
		}
		dst[i] = a.Value(dst[i])
	}
}

// WorldSeed returns the seed that a set-up gets, never zero.
func (s *Sampler) WorldSeed(point, seed int) uint64 {
	r := NewRandom(s.seed, worldStream, uint64(point), uint64(seed))
	return r.Uint64() | 1
}
