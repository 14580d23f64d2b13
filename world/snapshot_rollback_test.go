package world_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/rollback"
	"github.com/stretchr/testify/require"
)

// operations are the input of a player of a script for a tick: what he does to the world.
type operations [8]byte

// scriptMatch is a script that is played by two, as one of them sees it: the state of a rollback
// session.
type scriptMatch struct {
	*script
	kept  []*keptScript
	trace []string // by tick, of its last simulation
}

func (m *scriptMatch) Save(slot int) {
	for len(m.kept) <= slot {
		m.kept = append(m.kept, &keptScript{})
	}
	kept := m.kept[slot]
	require.NoError(m, m.w.Save(&kept.snapshot))
	kept.script = m.copyFor(m.w)
}

func (m *scriptMatch) Restore(slot int) error {
	err := m.w.Restore(&m.kept[slot].snapshot)
	*m.script = m.kept[slot].script.copyFor(m.w)
	return err
}

func (m *scriptMatch) Hash() uint64 { return m.w.StateHash()*31 + m.events.hash.Sum() }

func (m *scriptMatch) advance(f rollback.Frame[operations]) {
	for _, input := range f.Inputs {
		m.code = slices.Clone(input[:])
		for len(m.code) > 0 {
			m.runOperation()
		}
	}
	m.trace = append(m.trace[:f.Tick], m.fingerprint())
}

// inputsOf deals the code of a script out to two players, behind the byte that configures the
// world.
func inputsOf(code []byte) (ticks rollback.Tick, at func(rollback.Player, rollback.Tick) operations) {
	if len(code) > 0 {
		code = code[1:]
	}
	ticks = rollback.Tick(len(code)/16 + 2)
	return ticks, func(p rollback.Player, t rollback.Tick) (o operations) {
		if from := 8 * (2*int(t) + int(p)); from < len(code) {
			copy(o[:], code[from:])
		}
		return o
	}
}

// packet is one on its way.
type packet struct {
	to, from rollback.Player
	data     []byte
	rounds   int // until it arrives
}

// requireRollbackChangesNothing plays a script with rollback sessions of two players, over a
// network that delays and loses, and once without. State and events of every tick are equal bit for
// bit in the end, although most inputs are predicted wrongly: sessions run operations that never
// happen, and take them back.
func requireRollbackChangesNothing(t testing.TB, code []byte, workers int, broad world.BroadphaseKind) (rollbacks uint64) {
	ticks, inputAt := inputsOf(code)
	plain := &scriptMatch{script: newScript(t, code, workers, broad)}
	for tick := range ticks {
		plain.advance(rollback.Frame[operations]{Tick: tick, Inputs: []operations{inputAt(0, tick), inputAt(1, tick)}})
	}
	plain.w.Close()

	random := rand.New(rand.NewPCG(uint64(len(code)), 17))
	var flying []packet
	var players [2]*scriptMatch
	var sessions [2]*rollback.Session[operations]
	for p := range sessions {
		me := rollback.Player(p)
		players[p] = &scriptMatch{script: newScript(t, code, (workers+p)%3+1, broad)}
		var err error
		sessions[p], err = rollback.New(rollback.Config[operations]{
			Local: me, HashEvery: 1, MaxPrediction: 6, Advance: players[p].advance,
			Send: func(to rollback.Player, data []byte) {
				if random.IntN(10) > 0 {
					flying = append(flying, packet{to, me, slices.Clone(data), 1 + random.IntN(4)})
				}
			},
		}, players[p])
		require.NoError(t, err)
	}
	rounds := 0
	for sessions[0].Confirmed() < ticks || sessions[1].Confirmed() < ticks || sessions[0].Tick() < ticks || sessions[1].Tick() < ticks {
		rounds++
		require.Less(t, rounds, 100*int(ticks)+1000, "the match does not go on")
		sent := flying
		flying = nil
		for _, x := range sent {
			if x.rounds--; x.rounds > 0 {
				flying = append(flying, x)
				continue
			}
			require.NoError(t, sessions[x.to].Receive(x.from, x.data))
		}
		for p, s := range sessions {
			_, err := s.Update(time.Duration(rounds)*time.Second/60, inputAt(rollback.Player(p), s.Tick()))
			require.NoError(t, err)
			for _, e := range s.Events() {
				require.NotEqual(t, rollback.Desynchronized, e.Kind, "player %d, round %d: %v", p, rounds, e)
			}
		}
	}
	for p, m := range players {
		// The last ticks may have been simulated with inputs that came since: the next Update would
		// roll back.
		_, err := sessions[p].Update(time.Duration(rounds+1)*time.Second/60, operations{})
		require.NoError(t, err)
		requireSameTrace(t, plain.trace, m.trace[:ticks], fmt.Sprintf("player %d, with rollbacks", p))
		m.w.Validate()
		m.w.Close()
		rollbacks += uint64(sessions[p].Counters().Rollbacks)
	}
	return rollbacks
}

func TestRollbackSessionsBetweenOperationsChangeNothing(t *testing.T) {
	rollbacks := uint64(0)
	for seed := range uint64(randomScripts) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rollbacks += requireRollbackChangesNothing(t, randomOperations(seed+900, 400), 1+int(seed%3), broadphases[seed%3])
		})
	}
	require.Greater(t, rollbacks, uint64(10*randomScripts))
}
