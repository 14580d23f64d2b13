package schedule

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/stretchr/testify/require"
)

// graph is the slow and obvious twin of Islands: links in a set, components by
// search.
type graph struct {
	bodies []state.BodySlot
	links  [][2]state.BodySlot
}

func (g *graph) neighbors(dst []state.BodySlot, b state.BodySlot) []state.BodySlot {
	for _, l := range g.links {
		if l[0] == b {
			dst = append(dst, l[1])
		} else if l[1] == b {
			dst = append(dst, l[0])
		}
	}
	return dst
}

func (g *graph) component(from state.BodySlot) map[state.BodySlot]bool {
	found := map[state.BodySlot]bool{from: true}
	queue := []state.BodySlot{from}
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		for _, n := range g.neighbors(nil, b) {
			if !found[n] {
				found[n] = true
				queue = append(queue, n)
			}
		}
	}
	return found
}

// Linked bodies share an island, and after a split the islands are exactly the
// connected components.
func TestIslandsMatchSearchOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var s Islands
		g := &graph{}
		for step := range 200 {
			switch k := r.IntN(10); {
			case k < 3 || len(g.bodies) < 2:
				b := state.BodySlot(step + 1)
				g.bodies = append(g.bodies, b)
				s.Add(b)
			case k < 7:
				a, b := g.bodies[r.IntN(len(g.bodies))], g.bodies[r.IntN(len(g.bodies))]
				if a != b {
					g.links = append(g.links, [2]state.BodySlot{a, b})
					s.Link(a, b)
				}
			case k < 9 && len(g.links) > 0:
				i := r.IntN(len(g.links))
				s.Unlink(g.links[i][0], g.links[i][1])
				g.links = slices.Delete(g.links, i, i+1)
			default:
				i := r.IntN(len(g.bodies))
				removed := g.bodies[i]
				g.links = slices.DeleteFunc(g.links, func(l [2]state.BodySlot) bool { return l[0] == removed || l[1] == removed })
				g.bodies = slices.Delete(g.bodies, i, i+1)
				s.Remove(removed)
			}
			s.Validate()
			for _, l := range g.links {
				require.Equal(t, s.Of(l[0]), s.Of(l[1]), "linked bodies share an island")
			}
		}
		for _, b := range g.bodies {
			if i := s.Of(b); s.table[i].removedLinks > 0 {
				s.Split(i, g.neighbors)
				s.Validate()
			}
		}
		for _, b := range g.bodies {
			want := g.component(b)
			got := s.Bodies(nil, s.Of(b))
			require.Len(t, got, len(want))
			for _, x := range got {
				require.True(t, want[x])
			}
		}
	}
}

// An island is ready when all its bodies have been slow for long enough. An island that lost
// links is returned for splitting, and not again for a while.
func TestReadyToSleep(t *testing.T) {
	bodies := state.NewBodies()
	var s Islands
	for range 4 {
		s.Add(bodies.Add(state.Awake, geom.IdentityTransform))
	}
	s.Link(1, 2)
	s.Link(3, 4)
	readyToSleep := func(times ...float32) ([]uint32, uint32) {
		for i, x := range times {
			bodies.Motion[bodies.Row(state.BodySlot(i+1))].SleepTime = x
		}
		return s.ReadyToSleep(nil, bodies, 0.5)
	}
	ready, split := readyToSleep(0.5, 0.4, 0.6, 0.5)
	require.Equal(t, []uint32{s.Of(3)}, ready)
	require.Equal(t, uint32(state.None), split)
	s.Unlink(1, 2)
	_, split = readyToSleep(0.5, 0, 0, 0)
	require.Equal(t, s.Of(1), split)
	s.Split(split, func(dst []state.BodySlot, _ state.BodySlot) []state.BodySlot { return dst })
	require.NotEqual(t, s.Of(1), s.Of(2))
	s.Link(1, 2)
	s.Unlink(1, 2)
	_, split = readyToSleep(0.5, 0, 0, 0)
	require.Equal(t, uint32(state.None), split, "left alone for a while")
	for range splitCooldown {
		_, split = readyToSleep(0.5, 0, 0, 0)
	}
	require.Equal(t, s.Of(1), split)
}
