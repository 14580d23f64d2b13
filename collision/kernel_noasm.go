//go:build !amd64 || purego

package collision

import "github.com/carom2d/carom/manifold"

// recallArgs is what a vector kernel would be called with.
type recallArgs struct {
	rows   [1]int32
	filled int
}

func (*recallArgs) begin(*Pipeline) {}

// take reports that there is no vector kernel on this target.
func (*recallArgs) take(*Pipeline, int, *manifold.Pair) bool { return false }

func (*recallArgs) full() bool { return false }

func (*recallArgs) run() int { panic("collision: no vector kernels") }
