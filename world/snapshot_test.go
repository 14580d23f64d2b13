package world_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// scriptLength is the number of random operations of a long list.
var scriptLength = long.Pick(1000, 1500)

// copyFor returns a script in the same state about a world in the same state.
func (s *script) copyFor(w *world.World) script {
	c := *s
	c.w = w
	c.bodies, c.colliders, c.chains, c.joints, c.areas = nil, nil, nil, nil, nil
	for _, b := range s.bodies {
		c.bodies = append(c.bodies, w.BodyByID(b.ID()))
	}
	for _, x := range s.colliders {
		c.colliders = append(c.colliders, w.ColliderByID(x.ID()))
	}
	for _, x := range s.chains {
		if w == s.w {
			c.chains = append(c.chains, x)
		} else if x.Valid() {
			chain, _ := w.ColliderByID(x.Segments()[0].ID()).Chain()
			c.chains = append(c.chains, chain)
		} else {
			c.chains = append(c.chains, world.Chain{})
		}
	}
	for _, j := range s.joints {
		c.joints = append(c.joints, w.JointByID(j.ID()))
	}
	for _, a := range s.areas {
		c.areas = append(c.areas, w.AreaByID(a.ID()))
	}
	c.usedIDs = map[any]bool{} // identities are handed out again
	m := *s.events
	m.openContacts, m.overlaps, m.areas = maps.Clone(m.openContacts), map[overlap]bool{}, map[world.AreaEvent]bool{}
	for o := range s.events.overlaps {
		m.overlaps[overlap{w.ColliderByID(o.sensor.ID()), w.ColliderByID(o.visitor.ID())}] = true
	}
	for a := range s.events.areas {
		m.areas[world.AreaEvent{Area: w.AreaByID(a.Area.ID()), Body: w.BodyByID(a.Body.ID())}] = true
	}
	c.events = &m
	return c
}

// traceOf runs the rest of a script and returns the hashes of state and events after each
// operation.
func (s *script) traceOf() (trace []string) {
	for len(s.code) > 0 {
		s.runOperation()
		s.w.Validate()
		trace = append(trace, s.fingerprint())
	}
	s.tick(3)
	return append(trace, s.fingerprint())
}

func (s *script) fingerprint() string {
	h := s.w.StateHashes()
	return fmt.Sprintf("%+v %x events %x world %x", h, s.w.StateHash(), s.events.hash.Sum(), s.w.Hash())
}

func requireSameTrace(t testing.TB, want, got []string, what string) {
	t.Helper()
	for i := range want {
		require.Equal(t, want[i], got[i], "%s: operation %d of %d", what, i, len(want))
	}
	require.Len(t, got, len(want))
}

// A world that is restored continues bit for bit, with the same events and handles, whatever
// happened in between. So does another world with another past, whatever is in its scratch and in
// its derived data, and a fork.
func TestRestoredWorldContinues(t *testing.T) {
	for seed := range uint64(randomScripts) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			workers, broad := 1+int(seed%3), broadphases[seed%5%3]
			code := randomOperations(seed+4000, scriptLength)
			s := newScript(t, code, workers, broad)
			for len(s.code) > 3*scriptLength/5 {
				s.runOperation()
			}
			var snapshot, again world.Snapshot
			require.NoError(t, s.w.Save(&snapshot))
			before := s.fingerprint()
			kept := s.copyFor(s.w)
			want := s.traceOf()

			require.NoError(t, s.w.Restore(&snapshot))
			s.w.Validate()
			*s = kept.copyFor(s.w)
			require.Equal(t, before, s.fingerprint())
			require.NoError(t, s.w.Save(&again))
			requireSameTrace(t, want, s.traceOf(), "restored")

			other := newScript(t, append(slices.Clone(code[:1]), randomOperations(seed+9000, 700)...), workers%3+1, broad)
			for len(other.code) > 0 {
				other.runOperation()
			}
			require.Greater(t, world.FillWithRubbish(other.w, seed), 30)
			require.NoError(t, other.w.Restore(&again))
			other.w.Validate()
			*other = kept.copyFor(other.w)
			requireSameTrace(t, want, other.traceOf(), "in another world, over rubbish")
		})
	}
}

// A fork continues as the world does, also on another goroutine, and neither changes the other.
func TestForkContinues(t *testing.T) {
	for seed := range uint64(4) {
		code := randomOperations(seed+6000, 900)
		s := newScript(t, code, 2, world.BroadphaseTree)
		for len(s.code) > 400 {
			s.runOperation()
		}
		fork := world.Must(s.w.Fork())
		require.Equal(t, s.w.StateHashes(), fork.StateHashes())
		if code[0]&7 != 0 { // callbacks that defer operations know one world only
			fork.Close()
			continue
		}
		at := s.w.StateHash()
		other, trace := s.copyFor(fork), make(chan []string)
		go func() { trace <- other.traceOf() }()
		got := <-trace
		require.Equal(t, at, s.w.StateHash(), "the fork has changed the world")
		requireSameTrace(t, s.traceOf(), got, "fork")
		fork.Close()
	}
}

// Two forks and their world may run at the same time.
func TestForksRunAtOnce(t *testing.T) {
	w := newGravityWorld(t)
	addHeap(t, w, 60, 0.2, 3)
	runTicks(w, 30)
	hashes := make(chan uint64)
	for range 3 {
		fork := world.Must(w.Fork())
		go func() {
			defer fork.Close()
			runTicks(fork, 60)
			hashes <- fork.StateHash()
		}()
	}
	runTicks(w, 60)
	for range 3 {
		require.Equal(t, w.StateHash(), <-hashes)
	}
}

func TestRestoreRefuses(t *testing.T) {
	var s world.Snapshot
	w := newGravityWorld(t)
	require.ErrorIs(t, w.Restore(&s), world.ErrNoSnapshot)
	require.NoError(t, w.Save(&s))

	pixels := newWorld(t, world.Config{LengthUnit: 50})
	var field *geom.FieldError
	require.ErrorAs(t, pixels.Restore(&s), &field)
	require.Equal(t, "LengthUnit", field.Field)
	require.ErrorIs(t, pixels.Restore(&s), world.ErrForeign)
	require.ErrorIs(t, newWorld(t, world.Config{Broadphase: world.BroadphaseSweep}).Restore(&s), world.ErrForeign)

	var inTick, inStep, saved error
	c := w.Config()
	c.ShouldCollide = func(_, _ world.Collider) bool {
		inTick, saved = w.Restore(&s), w.Save(&s)
		return true
	}
	c.BeforeTick = func(*world.World) { inStep = w.Restore(&s) }
	require.NoError(t, w.SetConfig(c))
	addFloor(t, w, world.ColliderDef{})
	addBody(t, w, body.Def{}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	w.Tick()
	require.ErrorIs(t, inTick, world.ErrStepping)
	require.ErrorIs(t, inStep, world.ErrStepping)
	require.ErrorIs(t, saved, world.ErrStepping)
	w.Close()
	require.ErrorIs(t, w.Restore(&s), world.ErrClosed)
	require.NoError(t, w.Save(&s), "a closed world can be read")
}

// Subscriptions stay, but those to what the snapshot does not have.
func TestRestoreKeepsSubscriptions(t *testing.T) {
	w := newFloorWorld(t)
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 2}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	var s world.Snapshot
	require.NoError(t, w.Save(&s))
	heard := 0
	sub := world.Must(ball.OnHit(func(world.Hit) { heard++ }))
	late := addBody(t, w, body.Def{Position: mgl64.Vec2{5, 2}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	gone := world.Must(late.OnHit(func(world.Hit) {}))
	for range 2 {
		require.NoError(t, w.Restore(&s))
		require.False(t, late.Valid())
		require.False(t, gone.Active())
		require.True(t, sub.Active())
		runTicks(w, 60)
	}
	require.Equal(t, 2, heard)
}

// Golden: the hashes of the parts of a world are equal on every platform.
func TestGoldenStateHashes(t *testing.T) {
	s := newScript(t, randomOperations(104, 1500), 2, world.BroadphaseTree)
	defer s.w.Close()
	for len(s.code) > 0 {
		s.runOperation()
	}
	require.Equal(t, "{3b788d8affe6b66d 6422e3a789eddd11 5ed8e0debd8d233b d395787c2577760b 6591209bd8f2fb87 "+
		"cf0bb894560b9a70 cda2f1365d6c45bf 8ed6598cc3bfb40a 707d20a64a16d8d9 6f4772a1cabf2542}", fmt.Sprintf("%x", s.w.StateHashes()))
}

// A force that the game adds after a tick, in a subscription or by AfterStep, is in StateHash until
// the next tick clears it.
func TestStateHashHasForcesOfSubscriptions(t *testing.T) {
	w := newFloorWorld(t)
	ball := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.6}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
	push := func() { require.NoError(t, ball.ApplyForceToCenter(mgl64.Vec2{1, 0})) }
	for _, add := range []func(){push, func() { w.AfterStep(push) }} {
		heard := world.Must(ball.OnContactBegin(func(world.ContactBegin) { add() }))
		require.NoError(t, ball.SetTransform(mgl64.Vec2{0, 0.6}, 0))
		for range 30 {
			w.Tick()
			hash := w.StateHash()
			fork := world.Must(w.Fork())
			require.Equal(t, fork.StateHash(), hash)
			fork.Close()
		}
		require.NoError(t, heard.Cancel())
	}
}
