package sample

import (
	"fmt"
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
)

func field(axis int, name string) string { return fmt.Sprintf("parameters[%d].%s", axis, name) }

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func (a *Axis) check(kind Kind, i int) error {
	for j, x := range a.Values {
		if !finite(x) {
			return geom.NewFieldError(field(i, fmt.Sprintf("values[%d]", j)), x, ErrRange)
		}
	}
	switch {
	case !finite(a.From):
		return geom.NewFieldError(field(i, "from"), a.From, ErrRange)
	case !finite(a.To) || a.To < a.From || !finite(a.To-a.From):
		return geom.NewFieldError(field(i, "to"), a.To, ErrRange)
	case !finite(a.Noise) || a.Noise < 0:
		return geom.NewFieldError(field(i, "noise"), a.Noise, ErrNoise)
	case kind != Grid && a.Steps != 0:
		return geom.NewFieldError(field(i, "steps"), a.Steps, ErrNoSteps)
	case kind == Grid && len(a.Values) == 0 && (a.Steps < 1 || a.Steps > MaxPoints || a.Steps == 1 && a.From < a.To):
		return geom.NewFieldError(field(i, "steps"), a.Steps, ErrSteps)
	}
	return nil
}

// Len returns the number of values on a grid.
func (a *Axis) Len() int {
	if len(a.Values) > 0 {
		return len(a.Values)
	}
	return a.Steps
}

// Step returns a value of the grid.
func (a *Axis) Step(i int) float64 {
	switch {
	case len(a.Values) > 0:
		return a.Values[i]
	case i == a.Steps-1:
		return a.To
	}
	return a.From + float64((a.To-a.From)*float64(i))/float64(a.Steps-1)
}

// at returns the value at a fraction u of the range, in [0, 1).
func (a *Axis) at(u float64) float64 {
	if n := len(a.Values); n > 0 {
		return a.Values[min(int(float64(n)*u), n-1)]
	}
	if a.Whole { // rounding would choose the ends half as often as the others
		least, most := a.Value(a.From), a.Value(a.To)
		return min(least+math.Floor((most-least+1)*u), most)
	}
	return min(a.From+float64((a.To-a.From)*u), a.To)
}

// Value returns the value of the parameter for a number of its range: the nearest whole number if
// the values are whole.
func (a *Axis) Value(x float64) float64 {
	if a.Whole {
		return math.Round(x) + 0 // no negative zero
	}
	return x
}

// Ends returns the smallest and the largest number of the range, without noise.
func (a *Axis) Ends() (least, most float64) {
	if len(a.Values) > 0 {
		return slices.Min(a.Values), slices.Max(a.Values)
	}
	return a.From, a.To
}

// Distinct returns the values of the parameter without noise, ascending. It returns nil if there
// are more than most.
func (a *Axis) Distinct(kind Kind, most int) (list []float64) {
	least, greatest := a.Ends()
	switch {
	case len(a.Values) > 0 || kind == Grid:
		if a.Len() > most {
			return nil
		}
		for i := range a.Len() {
			list = append(list, a.Value(a.Step(i)))
		}
		slices.Sort(list)
	case a.Whole && a.Value(greatest)-a.Value(least) < float64(most):
		for x := a.Value(least); x <= a.Value(greatest); x++ {
			list = append(list, x)
		}
	}
	return slices.Compact(list)
}
