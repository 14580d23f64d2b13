package rollback_test

import (
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/rollback"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// arena is a small game: players push their bodies about among crates, and throw balls that
// vanish after a while.
type arena struct {
	world   *world.World
	state   *rollback.WorldState
	players []world.Body
	arenaState
	saved []arenaState
}

// arenaState is what the arena keeps beside its world.
type arenaState struct {
	balls  [8]world.Body
	thrown int
	ids    [8]world.BodyID // of the balls in a state from elsewhere, whose handles are not known yet
}

func newArena(t testing.TB, players, crates int) *arena {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
	t.Cleanup(w.Close)
	a := &arena{world: w}
	walls := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(walls.AttachChain(shape.Chain{
		Points: []mgl64.Vec2{{-8, 0}, {-8, 12}, {8, 12}, {8, 0}}, Closed: true,
	}, world.ColliderDef{}))
	for i := range crates {
		crate := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(i%5) - 2, 0.5 + float64(i/5)}}))
		world.Must(crate.Attach(shape.Box(0.4, 0.4), world.ColliderDef{}))
	}
	for p := range players {
		x := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(2*p) - 5, 6}}))
		world.Must(x.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))
		a.players = append(a.players, x)
	}
	state := world.Must(rollback.NewWorldState(w, rollback.Game{
		Save: func(slot int) {
			for len(a.saved) <= slot {
				a.saved = append(a.saved, arenaState{})
			}
			a.saved[slot] = a.arenaState
		},
		Restore: func(slot int) error {
			a.arenaState = a.saved[slot]
			for i, id := range a.ids {
				if id != 0 {
					a.balls[i] = w.BodyByID(id)
				}
			}
			a.ids = [8]world.BodyID{}
			return nil
		},
		Hash:   func() uint64 { return uint64(a.thrown) },
		Encode: a.encode,
		Decode: a.decode,
	}))
	a.state = state
	return a
}

func (a *arena) encode(slot int, to io.Writer) error {
	s := a.saved[slot]
	words := []uint64{uint64(s.thrown)}
	for _, ball := range s.balls {
		if ball == (world.Body{}) {
			words = append(words, 0)
		} else {
			words = append(words, uint64(ball.ID()))
		}
	}
	return binary.Write(to, binary.LittleEndian, words)
}

func (a *arena) decode(slot int, from io.Reader) error {
	words := make([]uint64, 9)
	if err := binary.Read(from, binary.LittleEndian, words); err != nil {
		return err
	}
	for len(a.saved) <= slot {
		a.saved = append(a.saved, arenaState{})
	}
	a.saved[slot] = arenaState{thrown: int(words[0])}
	for i, id := range words[1:] {
		a.saved[slot].ids[i] = world.BodyID(id)
	}
	return nil
}

func (a *arena) advance(f rollback.Frame[pad]) {
	for p, x := range a.players {
		if f.Absent(rollback.Player(p)) {
			continue
		}
		in := f.Inputs[p]
		world.Check(x.ApplyForceToCenter(mgl64.Vec2{float64(in.Stick) / 8, float64(in.Buttons>>5) * 3}))
		if in.Buttons&7 == 1 {
			a.throw(x.Position(), float64(in.Stick))
		}
	}
	a.world.Tick()
}

// throw replaces the oldest ball.
func (a *arena) throw(from mgl64.Vec2, stick float64) {
	i := a.thrown % len(a.balls)
	if a.thrown >= len(a.balls) {
		world.Check(a.balls[i].Destroy())
	}
	ball := world.Must(a.world.CreateBody(body.Def{Position: from.Add(mgl64.Vec2{0, 1}), LinearVelocity: mgl64.Vec2{stick / 10, 5}}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.2}, world.ColliderDef{}))
	a.balls[i] = ball
	a.thrown++
}

// The worlds of all members have the same hashes as one that nobody rolls back.
func TestWorldsOverABadNetwork(t *testing.T) {
	worldTicks := long.Pick[rollback.Tick](400, 10_000)
	for players := 2; players <= 4; players++ {
		m := &match{t: t, net: badNetwork(uint64(40 + players))}
		for p := range players {
			a := newArena(t, players, 10)
			m.add(rollback.Player(p), players, 0, a.state, a.advance, func(_ rollback.Player, c *rollback.Config[pad]) { c.HashEvery = 10 })
		}
		m.run(time.Hour, m.confirmed(worldTicks))
		a := newArena(t, players, 10)
		want := []uint64{a.state.Hash()}
		f := rollback.Frame[pad]{Inputs: make([]pad, players)}
		for ; f.Tick < worldTicks; f.Tick++ {
			for p := range f.Inputs {
				if f.Tick >= 2 {
					f.Inputs[p] = padAt(rollback.Player(p), f.Tick-2)
				}
			}
			a.advance(f)
			if (f.Tick+1)%10 == 0 {
				want = append(want, a.state.Hash())
			}
		}
		require.Greater(t, a.thrown, int(worldTicks/200))
		for _, x := range m.members {
			require.Empty(t, eventsOf(x, rollback.Desynchronized))
			require.Equal(t, want, x.hashes[:len(want)])
			require.Greater(t, x.Counters().Resimulated, uint64(worldTicks/4))
		}
	}
}

// The same match has the same bits on every platform, guesses and rollbacks included: the bits
// of the world that nobody rolls back, which are written here.
func TestGoldenMatch(t *testing.T) {
	const ticks = 300
	m := &match{t: t, net: badNetwork(12)}
	for p := range 3 {
		a := newArena(t, 3, 10)
		m.add(rollback.Player(p), 3, 0, a.state, a.advance, func(_ rollback.Player, c *rollback.Config[pad]) { c.HashEvery = ticks })
	}
	m.run(time.Hour, m.confirmed(ticks))
	a, sum := newArena(t, 3, 10), uint64(0)
	f := rollback.Frame[pad]{Inputs: make([]pad, 3)}
	for ; f.Tick < ticks; f.Tick++ {
		for p := range f.Inputs {
			if f.Tick >= 2 {
				f.Inputs[p] = padAt(rollback.Player(p), f.Tick-2)
			}
		}
		a.advance(f)
		sum = sum*1099511628211 ^ a.world.Hash()
	}
	for _, x := range m.members {
		require.Equal(t, a.state.Hash(), x.hashes[1])
	}
	require.Equal(t, uint64(0x5453ad9f290f4ad8), sum, "%#x", sum)
}

func TestSyncTestOfAWorld(t *testing.T) {
	a := newArena(t, 3, 10)
	require.NoError(t, runSyncTest(t, a.state, a.advance, 8))
	require.Positive(t, a.thrown)
}

// A body that one session alone pushes is found, and the parts of the world that differ are named.
func TestDesynchronizedWorldIsNamed(t *testing.T) {
	m := &match{t: t, net: badNetwork(8)}
	arenas := []*arena{newArena(t, 2, 5), newArena(t, 2, 5)}
	for p, a := range arenas {
		m.add(rollback.Player(p), 2, 0, a.state, func(f rollback.Frame[pad]) {
			if p == 1 && f.Tick == 200 {
				world.Check(a.players[0].ApplyImpulseToCenter(mgl64.Vec2{1e-6, 0}))
			}
			a.advance(f)
		}, func(_ rollback.Player, c *rollback.Config[pad]) { c.HashEvery = 30 })
	}
	m.run(time.Minute, m.confirmed(300))
	for p, x := range m.members {
		found := eventsOf(x, rollback.PartsCompared)
		require.Len(t, found, 1)
		d := found[0].Desync
		require.Equal(t, rollback.Tick(210), d.Tick)
		require.Equal(t, "bodies", d.Parts[0].Name)
		require.EqualValues(t, 210, arenas[p].state.Snapshot(d.Slot).Ticks())
		require.EqualValues(t, 180, arenas[p].state.Snapshot(d.AgreedSlot).Ticks())
		requireReport(t, arenas[p], rollback.Player(p), d)
	}
}

// requireReport checks the files of a desynchronization: worlds that begin with them are in the
// states whose hashes were compared, and the one that agreed is the same for all.
func requireReport(t *testing.T, a *arena, p rollback.Player, d *rollback.Desync) {
	folder := t.TempDir()
	agreed, differs, err := a.state.WriteDesync(folder, p, d)
	require.NoError(t, err)
	for path, slot := range map[string]int{agreed: d.AgreedSlot, differs: d.Slot} {
		file := world.Must(os.Open(path))
		defer file.Close()
		snapshot := world.Must(world.DecodeSnapshot(file, nil))
		w := world.Must(snapshot.NewWorld())
		defer w.Close()
		require.NoError(t, a.world.Restore(a.state.Snapshot(slot)))
		require.Equal(t, a.world.StateHashes(), w.StateHashes())
	}
	_, _, err = a.state.WriteDesync(filepath.Join(folder, "nowhere"), p, d)
	require.ErrorIs(t, err, os.ErrNotExist)
	none, none2, err := a.state.WriteDesync(folder, p, &rollback.Desync{Slot: -1, AgreedSlot: -1})
	require.NoError(t, err)
	require.Empty(t, none+none2)
}

func TestGameIsSavedAndRestored(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	_, err := rollback.NewWorldState(w, rollback.Game{Save: func(int) {}})
	require.ErrorIs(t, err, rollback.ErrMissing)
	_, err = rollback.NewWorldState(w, rollback.Game{Restore: func(int) error { return nil }})
	require.ErrorIs(t, err, rollback.ErrMissing)
	_, err = rollback.NewWorldState(nil, rollback.Game{})
	require.ErrorIs(t, err, rollback.ErrNoState)
	s, err := rollback.NewWorldState(w, rollback.Game{})
	require.NoError(t, err)
	require.ErrorIs(t, s.Restore(3), world.ErrNoSnapshot)
	require.Nil(t, s.Snapshot(-1))
}
