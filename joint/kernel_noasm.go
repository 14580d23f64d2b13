//go:build !amd64 || purego

package joint

import "github.com/carom2d/carom/body"

// vector is false: there are no vector kernels on this target.
const vector = false

func (*revolutes) passVector(pass, int, int, []body.State) int { panic("joint: no vector kernels") }
