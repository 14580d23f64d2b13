//go:build purego || !(amd64 || arm64 || js)

package collision

import (
	"github.com/carom2d/carom/internal/state"
)

// reuseArgs would be the arguments of a vector kernel.
type reuseArgs struct {
	rows   [1]int32
	reused int
}

// reuseBatch stays empty without a vector kernel.
type reuseBatch struct{}

func (*reuseBatch) reset(*Pipeline) {}

// add reports that there is no vector kernel on this target.
func (*reuseBatch) add(*Pipeline, int, *state.ContactPair) bool { return false }

func (*reuseBatch) full() bool { return false }

func (*reuseBatch) run() (groups []reuseArgs, left []int32) { return nil, nil }
