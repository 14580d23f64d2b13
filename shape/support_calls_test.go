package shape_test

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// countingShape counts the support calls of a shape.
type countingShape struct {
	inner shape.Support
	calls *int
}

func (c countingShape) Support(dir mgl64.Vec2) mgl64.Vec2 {
	*c.calls++
	return c.inner.Support(dir)
}

// TestSupportCallCounts checks the costs in the package comment.
func TestSupportCallCounts(t *testing.T) {
	calls := 0
	least, most := map[string]int{}, map[string]int{}
	count := func(what string, call func()) {
		calls = 0
		call()
		if old, ok := least[what]; !ok || calls < old {
			least[what] = calls
		}
		most[what] = max(most[what], calls)
	}
	eachSample(55, samples, func(name string, r *rand.Rand, s shape.Support) {
		counted := countingShape{s, &calls}
		var c shape.Convex
		count("compile", func() { c = mustNew(counted) })
		count("mass", func() { _, _ = shape.MassOf(counted, 1) })
		for range 20 {
			count("box", func() { shape.BoxOf(c, randomPose(r)) })
			count("contains", func() { shape.Contains(c, geom.From(randomPoint(r))) })
			count("closest", func() { shape.ClosestPoint(c, geom.From(randomPoint(r))) })
			from, to := geom.From(randomPoint(r)).Mul(3), geom.From(randomPoint(r))
			count("ray", func() { shape.RayCast(c, geom.Ray{Origin: from, Translation: to.Sub(from)}) })
			count("feature", func() { c.CoreFeature(direction(r)) })
		}
	})
	t.Log(least, most)
	for what, limit := range map[string]int{
		"compile": 64, "box": 4, "contains": 60, "closest": 60, "ray": 60, "feature": 35, "mass": 1500,
	} {
		require.LessOrEqual(t, most[what], limit, what)
	}
}
