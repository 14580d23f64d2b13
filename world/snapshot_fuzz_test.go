package world_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// randomScripts is the number of random lists of operations.
var randomScripts = long.Pick(3, 2000)

// keptScript is a snapshot, with the script that was about to go on there.
type keptScript struct {
	snapshot world.Snapshot
	script   script
	at       int // operations that had run
}

// traveller runs a script and goes back in time meanwhile.
type traveller struct {
	*script
	random   *rand.Rand
	ring     [4]keptScript
	mayFork  bool
	saves    int
	restores int
	forks    int
}

// travel runs a script with saves, restores and forks between the operations. What it has run since
// a snapshot to which it went back, it runs again. It returns what traceOf returns of the plain
// script.
func (v *traveller) travel(operations int) []string {
	var trace []string
	for at := 0; at < operations; {
		switch k := v.random.IntN(8); {
		case k < 3:
			kept := &v.ring[v.random.IntN(len(v.ring))]
			require.NoError(v, v.w.Save(&kept.snapshot))
			kept.script, kept.at = v.copyFor(v.w), at
			v.saves++
		case k == 3:
			if kept := &v.ring[v.random.IntN(len(v.ring))]; kept.script.w == v.w {
				require.NoError(v, v.w.Restore(&kept.snapshot))
				*v.script = kept.script.copyFor(v.w)
				v.w.Validate()
				at, trace = kept.at, trace[:kept.at]
				v.restores++
			}
		case k == 4 && v.mayFork && v.forks < 4:
			fork := world.Must(v.w.Fork())
			v.Cleanup(fork.Close)
			old := v.w
			*v.script = v.copyFor(fork)
			old.Tick() // is nothing to the fork
			v.forks++
		}
		v.runOperation()
		trace = append(trace, v.fingerprint())
		at++
	}
	v.tick(3)
	return append(trace, v.fingerprint())
}

// requireTravelChangesNothing runs operations twice: plainly, and with saves, restores and forks
// between them. State and events are equal bit for bit after each.
func requireTravelChangesNothing(t testing.TB, code []byte, workers int, broad world.BroadphaseKind) (last string, v traveller) {
	plain := newScript(t, code, workers, broad)
	var want []string
	for len(plain.code) > 0 {
		plain.runOperation()
		want = append(want, plain.fingerprint())
	}
	plain.tick(3)
	want = append(want, plain.fingerprint())
	plain.w.Close()

	seed := uint64(len(code))
	for _, b := range code {
		seed = seed*31 + uint64(b)
	}
	v = traveller{script: newScript(t, code, workers%3+1, broad), random: rand.New(rand.NewPCG(seed, 16))}
	v.mayFork = len(code) > 0 && code[0]&5 != 5 // callbacks that defer operations know one world only
	got := v.travel(len(want) - 1)
	v.w.Validate()
	v.w.Close()
	requireSameTrace(t, want, got, "with saves, restores and forks")
	return want[len(want)-1], v
}

// FuzzSnapshots runs any list of operations with saves, restores, forks and rollbacks between them.
func FuzzSnapshots(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(randomOperations(seed+700, 200))
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		if len(code) > 1000 {
			code = code[:1000]
		}
		requireTravelChangesNothing(t, code, 1, world.BroadphaseTree)
		if len(code) > 400 {
			code = code[:400]
		}
		requireRollbackChangesNothing(t, code, 1, world.BroadphaseTree)
	})
}

func TestSnapshotsBetweenOperationsChangeNothing(t *testing.T) {
	saves, restores, forks := 0, 0, 0
	for seed := range uint64(randomScripts) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			_, v := requireTravelChangesNothing(t, randomOperations(seed+800, 700), 1+int(seed%3), broadphases[seed%3])
			saves, restores, forks = saves+v.saves, restores+v.restores, forks+v.forks
		})
	}
	require.Greater(t, saves, 50*randomScripts/8)
	require.Greater(t, restores, 10*randomScripts/8)
	require.Positive(t, forks)
}

// Golden: so does a world with saves, restores and forks on every platform, and it ends in the same
// state.
func TestGoldenSnapshotsBetweenOperations(t *testing.T) {
	s := newScript(t, randomOperations(816, 500), 2, world.BroadphaseTree)
	defer s.w.Close()
	v := traveller{script: s, random: rand.New(rand.NewPCG(3, 16))}
	n := 0
	for plain := newScript(t, randomOperations(816, 500), 1, world.BroadphaseTree); len(plain.code) > 0; n++ {
		plain.runOperation()
	}
	v.travel(n)
	require.Equal(t, "54de0fe2ed7f3cf4 5e25cd2979e4329", fmt.Sprintf("%x %x", s.w.StateHash(), s.events.hash.Sum()))
}
