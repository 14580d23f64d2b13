//go:build purego || !(amd64 || arm64 || js)

package collision

import (
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// rectangleResult would be the result of a vector kernel.
type rectangleResult struct {
	manifold manifold.Manifold
	left     int64
}

// rectangleBatch stays empty without a vector kernel.
type rectangleBatch struct{}

func (*rectangleBatch) reset(*Pipeline, *renewals) {}

// serves reports that there is no vector kernel on this target.
func (*rectangleBatch) serves(shape.Kind, shape.Kind) bool { return false }

func (*rectangleBatch) add(int) {}

func (*rectangleBatch) full() bool { return false }

func (*rectangleBatch) run() (list []int32, results []rectangleResult) { return nil, nil }
