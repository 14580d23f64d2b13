//go:build purego || !(amd64 || arm64 || js)

package constraint

import (
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/internal/step"
)

// vectorKernels reports false: there are no vector kernels on this target.
func vectorKernels() bool { return false }

func (*revolutes) passVector(step.Pass, int, int, []state.BodyState) int {
	panic("constraint: no vector kernels")
}

func (*revolutes) prepareVector(*state.Joints, *state.Bodies, *step.Params, int, int) int {
	panic("constraint: no vector kernels")
}

func (*revolutes) storeVector(*state.Joints, *step.Params, int, int) {
	panic("constraint: no vector kernels")
}
