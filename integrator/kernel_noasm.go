//go:build purego || !(amd64 || arm64 || js)

package integrator

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// vectorKernels is false: there are no vector kernels on this target.
const vectorKernels = false

// stepperConstants are empty without vector kernels.
type stepperConstants struct{}

func (*stepperConstants) set(*step.Params) {}

func (*Stepper) runVector(stageKind, int, int) int { panic("integrator: no vector kernels") }

// finalizeConstants are empty without vector kernels.
type finalizeConstants struct{}

func (*finalizeConstants) set(*step.Params) {}

func runFinalize(*state.Bodies, *finalizeConstants, int, int) int {
	panic("integrator: no vector kernels")
}
