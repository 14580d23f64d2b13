//go:build purego || !(amd64 || arm64 || js)

package collision

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

// faceArgs would be the arguments of a vector kernel.
type faceArgs struct{ rows [1]int32 }

func (*faceArgs) found(int) (f manifold.Face) { return f }

// faceBatch stays empty without a vector kernel.
type faceBatch struct{}

func (*faceBatch) reset() {}

// add reports that there is no vector kernel on this target.
func (*faceBatch) add(int, manifold.FeatureHint, shape.Convex, shape.Convex, *geom.Transform, float64) bool {
	return false
}

func (*faceBatch) full() bool { return false }

func (*faceBatch) run() (groups []faceArgs, rest *faceArgs, left int) { return nil, nil, 0 }
