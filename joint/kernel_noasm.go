//go:build !amd64 || purego

package joint

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/step"
)

// vector is false: there are no vector kernels on this target.
const vector = false

func (*revolutes) passVector(pass, int, int, []body.State) int { panic("joint: no vector kernels") }

func (*revolutes) prepareVector(*Store, *body.Store, *step.Params, int, int) int {
	panic("joint: no vector kernels")
}

func (*revolutes) storeVector(*Store, *step.Params, int, int) bool { panic("joint: no vector kernels") }
