//go:build purego || !(amd64 || js)

package collision

import (
	"github.com/carom2d/carom/internal/state"
)

// reuseArgs would be the arguments of a vector kernel.
type reuseArgs struct {
	rows  [1]int32
	count int
}

func (*reuseArgs) reset(*Pipeline) {}

// add reports that there is no vector kernel on this target.
func (*reuseArgs) add(*Pipeline, int, *state.ContactPair) bool { return false }

func (*reuseArgs) full() bool { return false }

func (*reuseArgs) run() int { panic("collision: no vector kernels") }
