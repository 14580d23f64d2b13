package world_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/internal/fphash"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// ledger keeps what the events told, to be compared with what is there.
type ledger struct {
	open   map[manifold.ID]bool
	inside map[world.SensorEvent]bool
	log    fphash.Hasher // of all events and states
}

// check takes in the events of one tick. Every begin and end must fit the ledger,
// and the ledger must fit the world.
func (l *ledger) check(s *script) {
	w, e := s.w, s.w.Events()
	count := map[manifold.ID]int{}
	for i, b := range e.ContactBegins {
		count[b.Contact]++
		require.InDelta(s, 1, b.Normal.Len(), 1e-5)
		require.True(s, i == 0 || e.ContactBegins[i-1].Contact.Slot() < b.Contact.Slot(), "begins are out of order")
		l.note(uint64(b.Contact), uint64(b.ColliderA.ID()), uint64(b.ColliderB.ID()))
	}
	for _, c := range e.ContactEnds {
		count[c.Contact]--
		l.note(uint64(c.Contact), uint64(c.ColliderA.ID()), uint64(c.ColliderB.ID()))
	}
	for id, n := range count {
		if l.open[id] {
			n++
		}
		require.True(s, n == 0 || n == 1, "a contact is open %d times", n)
		if n == 1 {
			l.open[id] = true
		} else {
			delete(l.open, id)
		}
	}
	l.noteSensors(s, e)
	for c := range w.Contacts() {
		for _, p := range c.Points() {
			require.False(s, math.IsNaN(p.Position[0]+p.Position[1]+p.Separation+p.NormalImpulse+p.TangentImpulse))
		}
	}
	if !s.deferred { // else what has been done since is told in the next tick
		l.checkContacts(s)
		l.checkVisitors(s)
	}
	s.deferred = false
	l.checkBodies(s)
	for _, h := range e.Hits {
		l.note(uint64(h.ColliderA.ID()), math.Float64bits(h.Impulse))
	}
	for _, j := range e.JointStresses {
		l.note(uint64(j.Joint.ID()), math.Float64bits(j.Force))
	}
	for _, list := range [][]world.Body{e.Sleeps, e.Wakes} {
		for _, b := range list {
			l.note(uint64(b.ID()))
		}
	}
	l.note(w.Hash(), uint64(len(e.Quarantines)))
}

func (l *ledger) note(words ...uint64) {
	for _, x := range words {
		l.log.Uint64(x)
	}
}

// checkContacts compares what touches with what the events told.
func (l *ledger) checkContacts(s *script) {
	open := 0
	for c := range s.w.Contacts() {
		if !c.ColliderA.Def().NoContactEvents || !c.ColliderB.Def().NoContactEvents {
			open++
			require.True(s, l.open[c.ID()], "a contact did not begin")
		}
	}
	require.Len(s, l.open, open, "a contact did not end")
}

func (l *ledger) noteSensors(s *script, e *world.Events) {
	for _, x := range e.SensorEnds {
		// What was inside a sensor that is renewed leaves it and comes in again.
		require.True(s, l.inside[x], "a visitor leaves that did not come")
		delete(l.inside, x)
		l.note(uint64(x.Sensor.ID()), uint64(x.Visitor.ID()))
	}
	for _, x := range e.SensorBegins {
		require.False(s, l.inside[x], "a visitor comes twice")
		l.inside[x] = true
		l.note(uint64(x.Sensor.ID()), uint64(x.Visitor.ID()))
	}
}

// checkVisitors compares what is inside the sensors with what the events told.
func (l *ledger) checkVisitors(s *script) {
	inside := 0
	for _, c := range s.colliders {
		if !c.Valid() {
			continue
		}
		for v := range c.Overlaps() {
			inside++
			require.True(s, l.inside[world.SensorEvent{Sensor: c, Visitor: v}], "a visitor did not come")
		}
	}
	require.Len(s, l.inside, inside, "a visitor did not leave")
}

func (l *ledger) checkBodies(s *script) {
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

// perform does what the bytes say, in a world with a broadphase, and returns the
// fingerprint of all that happened.
func perform(t testing.TB, code []byte, workers int, broad world.BroadphaseKind) uint64 {
	config := world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: workers, Broadphase: broad}
	s := &script{TB: t, seen: map[any]bool{}, ledger: &ledger{
		open: map[manifold.ID]bool{}, inside: map[world.SensorEvent]bool{}, log: fphash.New(),
	}}
	if len(code) > 0 {
		f := code[0]
		code = code[1:]
		config.NoSleep, config.NoContinuous = f&15 == 15, f&0x30 == 0x30
		s.home = []mgl64.Vec2{{}, {}, {1e6, -3e5}, {-1e9 + 100, 1e8}}[f>>6]
		if f&1 != 0 {
			config.PreSolve = func(c world.Contact) bool {
				if f&4 != 0 && c.ID()%19 == 0 {
					s.later()
				}
				return (c.ID()^manifold.ID(c.Points()[0].Feature))%3 != 0
			}
		}
		if f&2 != 0 {
			config.Filter = func(a, b world.Collider) bool { return (a.ID()^b.ID())%5 != 0 }
		}
	}
	w := open(t, config)
	defer w.Close()
	if workers > 1 {
		w.ShareAll()
	}
	s.w, s.code = w, code
	s.bodies = append(s.bodies, floor(t, w, world.ColliderDef{}))
	require.NoError(t, s.bodies[0].SetTransform(s.home.Sub(mgl64.Vec2{0, 1}), 0))
	for len(s.code) > 0 {
		s.step()
		w.Validate()
	}
	for range 3 {
		w.Tick()
		w.Validate()
		s.ledger.check(s)
	}

	return s.ledger.log.Sum()
}

// FuzzWorld does any list of operations, with every invariant checked after each,
// and requires that one worker and three see the same.
func FuzzWorld(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(operations(seed, 300))
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		if len(code) > 2000 {
			code = code[:2000]
		}
		want := perform(t, code, 1, world.Tree)
		require.Equal(t, want, perform(t, code, 3, world.Tree), "three workers")
		require.Equal(t, want, perform(t, code, 2, world.Sweep), "sweep and prune")
	})
}

// operations returns bytes at random.
func operations(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 0xca70))
	code := make([]byte, n)
	for i := range code {
		code[i] = byte(r.Uint32())
	}
	return code
}

// The same calls give the same events, poses and velocities: again, and with more
// workers.
func TestRandomOperations(t *testing.T) {
	for seed := range uint64(randomScripts) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			code := operations(seed+100, 1500)
			want := perform(t, code, 1, world.Tree)
			require.Equal(t, want, perform(t, code, 1, world.Tree), "again")
			require.Equal(t, want, perform(t, code, 3, world.Tree), "three workers")
			require.Equal(t, want, perform(t, code, 8, world.Sweep), "eight workers, sweep and prune")
			require.Equal(t, want, perform(t, code, 1, world.Brute), "brute force")
		})
	}
}
