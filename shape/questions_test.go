package shape_test

import (
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// counting counts what a custom shape is asked.
type counting struct {
	inner shape.Support
	asked *int
}

func (c counting) Support(dir mgl64.Vec2) mgl64.Vec2 {
	*c.asked++
	return c.inner.Support(dir)
}

// The package comment says what the answers derived from Support cost.
func TestQuestionsToCustomShapes(t *testing.T) {
	asked := 0
	least, most := map[string]int{}, map[string]int{}
	count := func(what string, call func()) {
		asked = 0
		call()
		if old, ok := least[what]; !ok || asked < old {
			least[what] = asked
		}
		most[what] = max(most[what], asked)
	}
	each(55, samples, func(name string, r *rand.Rand, s shape.Support) {
		mine := counting{s, &asked}
		var c shape.Convex
		count("compile", func() { c = mustNew(mine) })
		count("mass", func() { _, _ = shape.MassOf(mine, 1) })
		for range 20 {
			count("box", func() { shape.BoxOf(c, pose(r)) })
			count("contains", func() { shape.Contains(c, geom.From(place(r))) })
			count("closest", func() { shape.ClosestPoint(c, geom.From(place(r))) })
			from, to := geom.From(place(r)).Mul(3), geom.From(place(r))
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
