package state

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/shape"
	"github.com/stretchr/testify/require"
)

// TestPooledOutlinesKeepContent adds, replaces and removes colliders of few
// and of many different shapes and compares each with its shape compiled alone.
func TestPooledOutlinesKeepContent(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	var s Colliders
	type storedShape struct {
		slot    ColliderSlot
		support shape.Support
		origin  geom.Vec2
	}
	var live []storedShape
	random := func() (shape.Support, geom.Vec2) {
		origin := geom.Vec2{X: float64(r.IntN(2))}
		switch r.IntN(4) {
		case 0:
			return shape.Box(1, float64(1+r.IntN(2))), origin
		case 1:
			return shape.Box(r.Float64()+0.1, 1), origin
		case 2:
			return shape.Circle{Radius: 1}, origin
		default:
			return shape.RegularPolygon(3+r.IntN(6), 1), origin
		}
	}
	for range 5000 {
		switch op := r.IntN(5); {
		case op < 2 || len(live) == 0:
			support, origin := random()
			slot := must.Get(s.Add(support, origin))
			live = append(live, storedShape{slot, support, origin})
		case op < 4:
			h := &live[r.IntN(len(live))]
			h.support, h.origin = random()
			require.NoError(t, s.Replace(h.slot, h.support, h.origin))
		default:
			i := r.IntN(len(live))
			s.Remove(live[i].slot)
			live[i] = live[len(live)-1]
			live = live[:len(live)-1]
		}
		if len(live) == 0 {
			continue
		}
		h := live[r.IntN(len(live))]
		var arena shape.Arena
		g := must.Get(shape.Compile(h.support, h.origin, &arena))
		require.Equal(t, g.Count, s.Geometry[h.slot].Count)
		if g.Count == 0 {
			continue
		}
		alone := shape.Convex{Geometry: &g, Arena: &arena}
		require.Equal(t, alone.Points(), s.Convex(h.slot).Points())
		require.Equal(t, alone.EdgeNormals(), s.Convex(h.slot).EdgeNormals())
	}
	for _, h := range live {
		s.Remove(h.slot)
	}
	require.Empty(t, s.outlines.heads)
	require.Len(t, s.outlines.freeEntries, len(s.outlines.entries))
}

func TestEqualOutlinesShareRange(t *testing.T) {
	var s Colliders
	for range 100 {
		_, err := s.Add(shape.Box(1, 2), geom.Vec2{})
		require.NoError(t, err)
	}
	require.Len(t, s.Arena.Vertices, 4)
	_, err := s.Add(shape.Box(1, 2), geom.Vec2{X: math.Copysign(0, -1)})
	require.NoError(t, err)
	_, err = s.Add(shape.Box(1, 2), geom.Vec2{X: 1})
	require.NoError(t, err)
	require.LessOrEqual(t, len(s.Arena.Vertices), 12)
}

// Outlines with the same hash are distinguished by content.
func TestPooledOutlinesWithHashCollision(t *testing.T) {
	var o outlinePool
	var arena shape.Arena
	a := []geom.Vec2{{X: 1}, {Y: 1}}
	b := []geom.Vec2{{X: 2}, {Y: 2}}
	first := o.acquire(&arena, a, a)
	o.heads[hashOf(b, b)] = o.heads[hashOf(a, a)] // as if the hashes were equal
	second := o.acquire(&arena, b, b)
	require.NotEqual(t, first, second)
	require.Equal(t, second, o.acquire(&arena, b, b))
	o.release(&arena, second, 2)
	o.release(&arena, second, 2)
	require.Equal(t, second, o.acquire(&arena, b, b), "a range given back is used again")
}
