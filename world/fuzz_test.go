package world_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/carom2d/carom/internal/fphash"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// eventModel keeps the begins and ends of the events, to be compared with the world.
type eventModel struct {
	openContacts map[state.ContactID]bool
	overlaps     map[overlap]bool
	areas        map[world.AreaEvent]bool
	hash         fphash.Hasher // of all events and states
}

// check takes in the events of one tick. Every begin and end must fit the model, and the
// model must fit the world.
func (m *eventModel) check(s *script) {
	w, e := s.w, s.w.Events()
	count := map[state.ContactID]int{}
	for i, b := range e.ContactBegins {
		count[b.Contact]++
		require.InDelta(s, 1, b.Normal.Len(), 1e-5)
		require.True(s, i == 0 || e.ContactBegins[i-1].Contact.Slot() < b.Contact.Slot(), "begins are out of order")
		require.True(s, b.Fraction >= -1 && b.Fraction <= 1, "%v", b)
		m.addToHash(uint64(b.Contact), uint64(b.ColliderA.ID()), uint64(b.ColliderB.ID()),
			math.Float64bits(b.Position[0]), math.Float64bits(b.ApproachSpeed), math.Float64bits(b.Fraction))
	}
	for _, c := range e.ContactEnds {
		count[c.Contact]--
		m.addToHash(uint64(c.Contact), uint64(c.ColliderA.ID()), uint64(c.ColliderB.ID()))
	}
	for id, n := range count {
		if m.openContacts[id] {
			n++
		}
		require.True(s, n == 0 || n == 1, "a contact is open %d times", n)
		if n == 1 {
			m.openContacts[id] = true
		} else {
			delete(m.openContacts, id)
		}
	}
	m.checkSensorEvents(s, e)
	m.checkAreaEvents(s, e)
	for c := range w.Contacts() {
		for _, p := range c.Points() {
			require.False(s, math.IsNaN(p.Position[0]+p.Position[1]+p.Separation+p.NormalImpulse+p.TangentImpulse))
		}
	}
	if !s.deferred { // else later changes are reported in the next tick
		m.checkContacts(s)
		m.checkSensorOverlaps(s)
	}
	s.deferred = false
	m.checkBodies(s)
	m.checkJoints(s)
	for _, h := range e.Hits {
		require.True(s, h.Fraction >= -1 && h.Fraction <= 1, "%v", h)
		m.addToHash(uint64(h.ColliderA.ID()), math.Float64bits(h.Impulse), math.Float64bits(h.Fraction))
	}
	for i, c := range e.Crushes {
		require.Greater(s, c.Force, c.Collider.Def().CrushThreshold)
		require.InDelta(s, 1, c.Direction.Len(), 1e-9)
		require.True(s, i == 0 || e.Crushes[i-1].Collider.ID().Slot() < c.Collider.ID().Slot(), "crushes are out of order")
		m.addToHash(uint64(c.Collider.ID()), math.Float64bits(c.Force))
	}
	for _, j := range e.JointStresses {
		m.addToHash(uint64(j.Joint.ID()), math.Float64bits(j.Force))
	}
	for _, list := range [][]world.Body{e.Sleeps, e.Wakes} {
		for _, b := range list {
			m.addToHash(uint64(b.ID()))
		}
	}
	m.addToHash(w.Hash(), uint64(len(e.Quarantines)))
}

func (m *eventModel) addToHash(values ...uint64) {
	for _, x := range values {
		m.hash.Uint64(x)
	}
}

// checkContacts compares the touching contacts with the events.
func (m *eventModel) checkContacts(s *script) {
	open := 0
	for c := range s.w.Contacts() {
		if !c.ColliderA.Def().NoContactEvents || !c.ColliderB.Def().NoContactEvents {
			open++
			require.True(s, m.openContacts[c.ID()], "a contact did not begin")
		}
	}
	require.Len(s, m.openContacts, open, "a contact did not end")
}

// overlap is a sensor and a collider in it.
type overlap struct{ sensor, visitor world.Collider }

func (m *eventModel) checkSensorEvents(s *script, e *world.Events) {
	count := map[overlap]int{}
	for _, x := range e.SensorEnds {
		count[overlap{x.Sensor, x.Visitor}]--
	}
	for _, x := range e.SensorBegins {
		count[overlap{x.Sensor, x.Visitor}]++
	}
	// The visitors of a sensor that is inserted anew leave it and come in again.
	for x, n := range count {
		if m.overlaps[x] {
			n++
		}
		require.True(s, n == 0 || n == 1, "a visitor is inside %d times", n)
		if n == 1 {
			m.overlaps[x] = true
		} else {
			delete(m.overlaps, x)
		}
	}
	for _, list := range [][]world.SensorEvent{e.SensorEnds, e.SensorBegins} {
		for _, x := range list {
			require.True(s, x.Fraction >= 0 && x.Fraction <= 1, "%v", x)
			m.addToHash(uint64(x.Sensor.ID()), uint64(x.Visitor.ID()), math.Float64bits(x.Fraction))
		}
	}
}

// checkSensorOverlaps compares the overlaps of the sensors with the events.
func (m *eventModel) checkSensorOverlaps(s *script) {
	inside := 0
	for _, c := range s.colliders {
		if !c.Valid() {
			continue
		}
		for v := range c.Overlaps() {
			inside++
			require.True(s, m.overlaps[overlap{c, v}], "a visitor did not come")
		}
	}
	require.Len(s, m.overlaps, inside, "a visitor did not leave")
}

func (m *eventModel) checkBodies(s *script) {
	for b := range s.w.Bodies() {
		p, v := b.Position(), b.LinearVelocity()
		sum := p[0] + p[1] + b.Angle() + v[0] + v[1] + b.AngularVelocity() + b.KineticEnergy()
		require.False(s, math.IsNaN(sum) || math.IsInf(sum, 0), "%v is not finite", b)
	}
	for _, b := range s.bodies {
		if b.Valid() && !b.Enabled() {
			require.False(s, b.Awake())
			for range b.Contacts() {
				s.Fatal("a disabled body touches")
			}
		}
	}
}

// checkJoints compares the joints of the world with those that were made.
func (m *eventModel) checkJoints(s *script) {
	living := 0
	for _, j := range s.joints {
		if j.Valid() {
			living++
			require.True(s, j.BodyA().Valid() && j.BodyB().Valid() && j.BodyA() != j.BodyB(), "a joint lost a body")
		}
	}
	counted := 0
	for range s.w.Joints() {
		counted++
	}
	require.Equal(s, living, counted)
	require.Equal(s, living, s.w.Counters().Joints)
}

// runScript runs the operations that the bytes encode in a world with a broadphase, and
// returns the fingerprint of all states and events.
func runScript(t testing.TB, code []byte, workers int, broad world.BroadphaseKind) uint64 {
	s := newScript(t, code, workers, broad)
	w := s.w
	defer w.Close()
	for len(s.code) > 0 {
		s.runOperation()
		w.Validate()
	}
	for range 3 {
		w.Tick()
		w.Validate()
		s.events.check(s)
	}

	return s.events.hash.Sum()
}

// onNewScript, if it is not nil, is told of the empty world of a script.
var onNewScript func(w *world.World)

// newScript makes the world of a script.
func newScript(t testing.TB, code []byte, workers int, broad world.BroadphaseKind) *script {
	config := world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers, Broadphase: broad}
	s := &script{TB: t, usedIDs: map[any]bool{}, events: &eventModel{
		openContacts: map[state.ContactID]bool{}, overlaps: map[overlap]bool{}, areas: map[world.AreaEvent]bool{},
		hash: fphash.New(),
	}}
	if len(code) > 0 {
		f := code[0]
		code = code[1:]
		config.NoSleep, config.NoContinuous = f&15 == 15, f&0x30 == 0x30
		s.origin = []mgl64.Vec2{{}, {}, {1e6, -3e5}, {-1e9 + 100, 1e8}}[f>>6]
		if f&1 != 0 {
			config.PreSolve = func(c *world.ContactEdit) bool {
				if f&4 != 0 && c.ID()%19 == 0 {
					s.deferOperation()
				}
				return (c.ID()^state.ContactID(c.Points()[0].Feature))%3 != 0
			}
		}
		if f&2 != 0 {
			config.ShouldCollide = func(a, b world.Collider) bool { return (a.ID()^b.ID())%5 != 0 }
		}
	}
	w := newWorld(t, config)
	if workers > 1 {
		w.ParallelizeAlways()
	}
	if onNewScript != nil {
		onNewScript(w)
	} else {
		recordForFailure(t, w, os.TempDir())
	}
	s.w, s.code = w, code
	s.bodies = append(s.bodies, addFloor(t, w, world.ColliderDef{}))
	require.NoError(t, s.bodies[0].SetTransform(s.origin.Sub(mgl64.Vec2{0, 1}), 0))
	return s
}

// FuzzWorld runs any list of operations, with every invariant checked after each, and
// requires the same result with one worker and with three.
func FuzzWorld(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(randomOperations(seed, 300))
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		if len(code) > 2000 {
			code = code[:2000]
		}
		want := runScript(t, code, 1, world.BroadphaseTree)
		require.Equal(t, want, runScript(t, code, 3, world.BroadphaseTree), "three workers")
		require.Equal(t, want, runScript(t, code, 2, world.BroadphaseSweep), "sweep and prune")
	})
}

func randomOperations(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 0xca70))
	code := make([]byte, n)
	for i := range code {
		code[i] = byte(r.Uint32())
	}
	return code
}

// The same calls give the same events, poses and velocities: again, and with more
// workers.
func TestRandomOperationsGiveSameEvents(t *testing.T) {
	for seed := range uint64(randomScripts) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			code := randomOperations(seed+100, scriptLength)
			want := runScript(t, code, 1, world.BroadphaseTree)
			require.Equal(t, want, runScript(t, code, 3, world.BroadphaseTree), "three workers")
			require.Equal(t, want, runScript(t, code, 8, world.BroadphaseSweep), "eight workers, sweep and prune")
			require.Equal(t, want, runScript(t, code, 1, world.BroadphaseBrute), "brute force")
		})
	}
}
