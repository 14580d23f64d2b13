//go:build !amd64 || purego

package integrator

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/step"
)

// vector is false: there are no vector kernels on this target.
const vector = false

// motionConstants are what vector kernels would need.
type motionConstants struct{}

func (*motionConstants) set(*step.Params) {}

func (*Motion) runVector(stage, int, int) int { panic("integrator: no vector kernels") }

// finalizeConstants are what the vector kernel of Finalize would need.
type finalizeConstants struct{}

func (*finalizeConstants) set(*step.Params) {}

func finalizeVector(*body.Store, *finalizeConstants, int, int) int {
	panic("integrator: no vector kernels")
}
