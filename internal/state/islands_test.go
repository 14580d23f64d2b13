package state

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/par"
	"github.com/stretchr/testify/require"
)

// graph is the oracle of Islands: links in a set, components by search.
type graph struct {
	bodies []BodySlot
	links  [][2]BodySlot
}

func (g *graph) neighbors(dst []BodySlot, b BodySlot) []BodySlot {
	for _, l := range g.links {
		if l[0] == b {
			dst = append(dst, l[1])
		} else if l[1] == b {
			dst = append(dst, l[0])
		}
	}
	return dst
}

func (g *graph) component(from BodySlot) map[BodySlot]bool {
	found := map[BodySlot]bool{from: true}
	queue := []BodySlot{from}
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
				b := BodySlot(step + 1)
				g.bodies = append(g.bodies, b)
				s.Add(b)
			case k < 7:
				a, b := g.bodies[r.IntN(len(g.bodies))], g.bodies[r.IntN(len(g.bodies))]
				if a != b {
					g.links = append(g.links, [2]BodySlot{a, b})
					s.Link(a, b)
				}
			case k < 9 && len(g.links) > 0:
				i := r.IntN(len(g.links))
				s.Unlink(g.links[i][0], g.links[i][1])
				g.links = slices.Delete(g.links, i, i+1)
			default:
				i := r.IntN(len(g.bodies))
				removed := g.bodies[i]
				g.links = slices.DeleteFunc(g.links, func(l [2]BodySlot) bool { return l[0] == removed || l[1] == removed })
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
				s.Split(i, g.neighbors, nil)
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
	bodies := NewBodies()
	var s Islands
	for range 4 {
		s.Add(bodies.Add(Awake, geom.IdentityTransform))
	}
	s.Link(1, 2)
	s.Link(3, 4)
	readyToSleep := func(times ...float32) ([]uint32, uint32) {
		for i, x := range times {
			bodies.Motion[bodies.Row(BodySlot(i+1))].SleepTime = x
		}
		return s.ReadyToSleep(nil, bodies, 0.5, nil)
	}
	ready, split := readyToSleep(0.5, 0.4, 0.6, 0.5)
	require.Equal(t, []uint32{s.Of(3)}, ready)
	require.Equal(t, uint32(None), split)
	s.Unlink(1, 2)
	_, split = readyToSleep(0.5, 0, 0, 0)
	require.Equal(t, s.Of(1), split)
	s.Split(split, func(dst []BodySlot, _ BodySlot) []BodySlot { return dst }, nil)
	require.NotEqual(t, s.Of(1), s.Of(2))
	s.Link(1, 2)
	s.Unlink(1, 2)
	_, split = readyToSleep(0.5, 0, 0, 0)
	require.Equal(t, uint32(None), split, "left alone for a while")
	for range splitCooldown {
		_, split = readyToSleep(0.5, 0, 0, 0)
	}
	require.Equal(t, s.Of(1), split)
}

// readyToSleepOracle is the oracle of ReadyToSleep and Waiting: it reads every body of every
// island.
func readyToSleepOracle(s *Islands, bodies *Bodies, minSleepTime float32) (ready, waiting []uint32, split uint32) {
	var order []uint32
	for _, b := range bodies.Slots[:bodies.Awake()] {
		if i := s.Of(b); i != None && !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	split = None
	maxTime := float32(0)
	for _, i := range order {
		all, maxSleepTime, resting, moving := true, float32(0), 0, 0
		for _, b := range s.Bodies(nil, i) {
			x := bodies.Motion[bodies.Row(b)].SleepTime
			if x >= minSleepTime {
				resting++
			} else {
				moving++
			}
			all, maxSleepTime = all && x >= minSleepTime, max(maxSleepTime, x)
		}
		if !all && resting >= moving && maxSleepTime >= 10*minSleepTime {
			waiting = append(waiting, i)
		}
		switch t := s.table[i]; {
		case t.removedLinks == 0 && all:
			ready = append(ready, i)
		case t.removedLinks > 0 && maxSleepTime >= minSleepTime && maxSleepTime > maxTime && t.splitAfter <= s.readyCalls:
			split, maxTime = i, maxSleepTime
		}
	}
	return ready, waiting, split
}

func TestReadyToSleepMatchesOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	found, foundWaiting := 0, 0
	for range 300 {
		bodies, s := NewBodies(), &Islands{}
		for range 20 + r.IntN(60) {
			b := bodies.Add(Awake, geom.IdentityTransform)
			if s.Add(b); b > 2 && r.IntN(5) > 0 {
				s.Link(b, b-1-BodySlot(r.IntN(2)))
			}
		}
		for range 20 { // rows in another order than slots
			b := BodySlot(1 + r.IntN(20))
			bodies.MoveTo(b, Asleep)
			bodies.MoveTo(b, Awake)
		}
		for range r.IntN(12) {
			s.Unlink(BodySlot(1+r.IntN(20)), BodySlot(1+r.IntN(20)))
		}
		for range 30 {
			for row := range bodies.Awake() {
				bodies.Motion[row].SleepTime = float32(r.IntN(6)+2*r.IntN(2)) * 0.125
				if r.IntN(20) == 0 {
					bodies.Motion[row].SleepTime = 0.25 * (9 + 2*r.Float32())
				}
			}
			ready, split := s.ReadyToSleep(nil, bodies, 0.25, nil)
			wantReady, wantWaiting, wantSplit := readyToSleepOracle(s, bodies, 0.25)
			require.Equal(t, wantReady, ready)
			require.ElementsMatch(t, wantWaiting, s.Waiting())
			foundWaiting += len(wantWaiting)
			require.Equal(t, wantSplit, split)
			if split != None {
				found++
				s.Split(split, func(dst []BodySlot, b BodySlot) []BodySlot { return dst }, nil)
			}
		}
	}
	require.Greater(t, found, 100)
	require.Greater(t, foundWaiting, 100)
}

// A split that workers share leaves the islands of one that the caller does alone.
func TestSharedSplitMatchesSplit(t *testing.T) {
	for _, workers := range []int{2, 3, 16} {
		pool := par.New(workers)
		defer pool.Close()
		r := rand.New(rand.NewPCG(11, uint64(workers)))
		for range 10 {
			const n = 1500
			links := make([][]BodySlot, n+1)
			var alone, shared Islands
			for b := BodySlot(1); b <= n; b++ {
				alone.Add(b)
				shared.Add(b)
				for a := BodySlot(1); a < b; a++ { // a chain, so that they are one island at first
					if a+1 == b || r.IntN(n) == 0 {
						links[a], links[b] = append(links[a], b), append(links[b], a)
						alone.Link(a, b)
						shared.Link(a, b)
					}
				}
			}
			for cut := BodySlot(1); cut < n; cut += BodySlot(1 + r.IntN(200)) {
				for a := range links { // all links that pass over the cut
					kept := links[a][:0]
					for _, b := range links[a] {
						if (BodySlot(a) <= cut) == (b <= cut) {
							kept = append(kept, b)
						}
					}
					links[a] = kept
				}
			}
			neighbors := func(dst []BodySlot, b BodySlot) []BodySlot { return append(dst, links[b]...) }
			alone.Split(alone.Of(1), neighbors, nil)
			shared.Split(shared.Of(1), neighbors, pool)
			shared.Validate()
			require.Greater(t, alone.Len(), 5)
			require.Equal(t, alone.islandOf, shared.islandOf)
			require.Equal(t, alone.next, shared.next)
			require.Equal(t, alone.prev, shared.prev)
			require.Equal(t, alone.table, shared.table)
			require.Equal(t, alone.free, shared.free)
		}
	}
}

// The bodies at rest are counted in blocks as they are one by one.
func TestRestIsFoundInBlocks(t *testing.T) {
	pool := par.New(4)
	defer pool.Close()
	r := rand.New(rand.NewPCG(13, 14))
	const n = 5 * restBlock / 2
	for range 20 {
		bodies := NewBodies()
		var s Islands
		for i := range BodySlot(n) {
			s.Add(bodies.Add(Awake, geom.IdentityTransform))
			if i > 0 && r.IntN(40) > 0 {
				s.Link(i, i+1)
			}
		}
		for range 20 { // islands that lie in many runs of rows
			s.Link(BodySlot(1+r.IntN(n)), BodySlot(1+r.IntN(n)))
		}
		for row := range bodies.Motion {
			bodies.Motion[row].SleepTime = 0.3 + 0.01*float32(r.IntN(600)) - 0.4*float32(r.IntN(50)/49)
		}
		if b := BodySlot(1 + r.IntN(n-1)); s.Of(b) == s.Of(b+1) {
			s.Unlink(b, b+1)
		}
		wantReady, wantWaiting, wantSplit := readyToSleepOracle(&s, bodies, 0.25)
		ready, split := s.ReadyToSleep(nil, bodies, 0.25, pool)
		require.Equal(t, wantReady, ready)
		require.Equal(t, wantSplit, split)
		require.Equal(t, append([]uint32(nil), wantWaiting...), append([]uint32(nil), s.Waiting()...))
	}
}
