package worlds_test

import (
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/worlds"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// newPile makes a world in which boxes fall on a floor, no two kinds alike. None sleeps.
func newPile(t testing.TB, boxes, kind int) *world.World {
	w := world.Must(world.New(world.Config{
		Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true, Timestep: 1 / float64(30+10*(kind%7)), SubSteps: 2 + kind%4,
	}))
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.Segment{A: mgl64.Vec2{-20, 0}, B: mgl64.Vec2{20, 0}}, world.ColliderDef{}))
	for i := range boxes {
		at := mgl64.Vec2{1.05*float64(i%5) - 2.5 + 0.01*float64(kind%13), 0.6 + 1.1*float64(i/5)}
		b := world.Must(w.CreateBody(body.Def{Position: at, Angle: 0.1 * float64(kind%5)}))
		world.Must(b.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	}
	return w
}

func newPool(t testing.TB, c worlds.Config) *worlds.Pool {
	p := world.Must(worlds.New(c))
	t.Cleanup(p.Close)
	return p
}

func add(t testing.TB, p *worlds.Pool, d worlds.Def) *worlds.Member {
	return world.Must(p.Add(d))
}

// sizes of worlds that are as uneven as they come.
func unevenSize(i int) int { return []int{1, 3, 20, 5, 60, 2, 20, 150}[i%8] }

// rates, and how many ticks they give in the first n Steps.
var rates = []worlds.Rate{{}, {Ticks: 1, Steps: 2}, {Ticks: 12, Steps: 5}, {Ticks: 3, Steps: 1}, {Ticks: 2, Steps: 7}}

func ticksAt(r worlds.Rate, steps int) int {
	if r == (worlds.Rate{}) {
		return steps
	}
	return (steps*r.Ticks + r.Steps - 1) / r.Steps
}

// A world comes out of a pool with the bits of one that is stepped alone, whatever the number of
// workers, the sizes of the others and their rates.
func TestConcurrentWorldsHaveTheBitsOfOneAlone(t *testing.T) {
	const count, steps = 40, 45
	want := make([]uint64, count)
	for i := range want {
		w := newPile(t, unevenSize(i), i)
		for range ticksAt(rates[i%len(rates)], steps) {
			w.Tick()
		}
		want[i] = w.StateHash()
	}
	for _, workers := range []int{1, 2, 3, 8} {
		p := newPool(t, worlds.Config{Workers: workers})
		for i := range want {
			add(t, p, worlds.Def{World: newPile(t, unevenSize(i), i), Rate: rates[i%len(rates)]})
		}
		total := 0
		for range steps {
			r := p.Step()
			require.Empty(t, r.Late)
			require.Empty(t, r.Failed)
			total += r.Ticks
		}
		sum := 0
		for i, m := range p.Members() {
			require.Equal(t, uint64(ticksAt(rates[i%len(rates)], steps)), m.World().Ticks())
			require.Equal(t, want[i], m.World().StateHash(), "world %d, %d workers", i, workers)
			sum += int(m.World().Ticks())
		}
		require.Equal(t, sum, total)
		require.Equal(t, uint64(sum), p.Metrics().Ticks)
	}
}

// A budget decides when a world ticks, and not what comes out.
func TestConcurrentBudgetChangesNoBits(t *testing.T) {
	const count, ticks = 30, 40
	p := newPool(t, worlds.Config{Workers: 2, Budget: 200 * time.Microsecond, MaxBehind: 1000})
	for i := range count {
		add(t, p, worlds.Def{World: newPile(t, unevenSize(i), i)})
	}
	late := 0
	for range ticks {
		late += len(p.Step().Late)
	}
	require.Positive(t, late, "the budget is too short for all")
	require.Equal(t, uint64(late), p.Metrics().Late)
	waitForAll(t, p)
	for _, m := range p.Members() { // one tick more falls due, and then none for long
		require.NoError(t, m.SetRate(worlds.Rate{Ticks: 1, Steps: 1_000_000}))
	}
	for len(p.Step().Late) > 0 {
		waitForAll(t, p)
	}
	for i, m := range p.Members() {
		w := newPile(t, unevenSize(i), i)
		for range m.World().Ticks() {
			w.Tick()
		}
		require.Equal(t, w.Ticks(), uint64(ticks+1))
		require.Equal(t, w.StateHash(), m.World().StateHash(), "world %d", i)
	}
}

// waitForAll waits until no member is running.
func waitForAll(t testing.TB, p *worlds.Pool) {
	for began := time.Now(); p.Metrics().Running > 0; time.Sleep(50 * time.Microsecond) {
		require.Less(t, time.Since(began), 20*time.Second)
	}
}

// Step returns though a world hangs. It is named, it is left alone until it is done, and the others
// go on.
func TestConcurrentLateWorldIsNotWaitedFor(t *testing.T) {
	p := newPool(t, worlds.Config{Workers: 2, Budget: 20 * time.Millisecond, MaxBehind: 3})
	release := make(chan struct{})
	var hangs atomic.Bool
	hangs.Store(true)
	slow := add(t, p, worlds.Def{World: newPile(t, 3, 0), Name: "slow", AfterTick: func(*world.World) {
		if hangs.Load() {
			<-release
		}
	}})
	var quick []*worlds.Member
	for i := range 10 {
		quick = append(quick, add(t, p, worlds.Def{World: newPile(t, 3, i)}))
	}
	var s world.Snapshot
	require.NoError(t, quick[0].World().Save(&s))
	for step := 1; step <= 6; step++ {
		began := time.Now()
		r := p.Step()
		if step == 1 { // later it is not in the queue, so Step may be done before the budget is used up
			require.GreaterOrEqual(t, time.Since(began), 20*time.Millisecond)
		}
		require.Less(t, time.Since(began), 10*time.Second)
		require.NotEmpty(t, r.Late)
		require.Equal(t, worlds.Late{Member: slow, Running: true}, r.Late[0])
	}
	require.True(t, slow.Running())
	require.ErrorIs(t, slow.Reset(&s), worlds.ErrRunning)
	require.ErrorIs(t, p.Remove(slow), worlds.ErrRunning)
	require.ErrorIs(t, slow.SetRate(worlds.Rate{Ticks: 2, Steps: 1}), worlds.ErrRunning)
	require.Equal(t, 1, p.Metrics().Running)

	hangs.Store(false)
	close(release)
	waitForAll(t, p)
	require.Equal(t, uint64(1), slow.World().Ticks())
	for range 200 { // on a busy machine there may be late ones
		if r := p.Step(); len(r.Late) == 0 {
			break
		}
		waitForAll(t, p)
	}
	require.GreaterOrEqual(t, slow.Lost(), uint64(3), "of six ticks that fell due meanwhile, it makes up for three; more when it is late again")
	require.Zero(t, slow.Behind())
	require.Equal(t, quick[9].World().Ticks()+quick[9].Lost(), slow.World().Ticks()+slow.Lost(), "both have ticked since")
	require.GreaterOrEqual(t, p.Metrics().Lost, slow.Lost())
}

// What the last Step did not come to is first in the next: with a budget for a few, all get their
// turn.
func TestConcurrentBudgetIsFair(t *testing.T) {
	p := newPool(t, worlds.Config{Workers: 1, Budget: time.Millisecond, MaxBehind: 1})
	const count = 12
	for i := range count {
		add(t, p, worlds.Def{World: newPile(t, 1, i), AfterTick: func(*world.World) { time.Sleep(400 * time.Microsecond) }})
	}
	for range 60 {
		p.Step()
		waitForAll(t, p)
	}
	least, most := uint64(1e9), uint64(0)
	for _, m := range p.Members() {
		least, most = min(least, m.World().Ticks()), max(most, m.World().Ticks())
	}
	require.Less(t, most, uint64(60), "the budget is too short for all")
	require.GreaterOrEqual(t, least+2, most)
}

// A panic belongs to one world. The rest has the bits that it has without it, and a reset brings
// the world back, after a panic within a tick too.
func TestConcurrentPanicIsOfOneWorld(t *testing.T) {
	boom := errors.New("boom")
	var armed atomic.Bool
	inTick := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, ShouldCollide: func(a, b world.Collider) bool {
		if armed.Load() {
			panic(boom)
		}
		return true
	}}))
	floor := world.Must(inTick.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.Box(5, 0.1), world.ColliderDef{}))
	ball := world.Must(inTick.CreateBody(body.Def{Position: mgl64.Vec2{0, 3}}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{}))

	for _, workers := range []int{1, 3} {
		armed.Store(false)
		p := newPool(t, worlds.Config{Workers: workers})
		tickPanics := add(t, p, worlds.Def{World: world.Must(inTick.Fork()), Name: "tick"})
		gamePanics := add(t, p, worlds.Def{World: newPile(t, 4, 0), Name: "game", AfterTick: func(w *world.World) {
			if armed.Load() && w.Ticks() == 11 {
				panic("lost")
			}
		}})
		exits := add(t, p, worlds.Def{World: newPile(t, 2, 1), Name: "exits", AfterTick: func(w *world.World) {
			if workers > 1 && armed.Load() && w.Ticks() == 12 && !onCaller() {
				runtime.Goexit()
			}
		}})
		sound := add(t, p, worlds.Def{World: newPile(t, 20, 3), Name: "sound"})
		starts := make([]world.Snapshot, 4)
		for i, m := range p.Members() {
			require.NoError(t, m.World().Save(&starts[i]))
		}
		armed.Store(true)
		var panics []string
		for range 90 {
			for _, m := range p.Step().Failed {
				panics = append(panics, m.Name())
				var e *worlds.PanicError
				require.ErrorAs(t, m.Err(), &e)
				require.Equal(t, m.Name(), e.Name)
				require.Contains(t, e.Stack, "goroutine")
				require.Contains(t, e.Error(), m.Name())
			}
		}
		require.Contains(t, panics, "tick")
		require.Contains(t, panics, "game")
		require.ErrorIs(t, tickPanics.Err(), boom)
		require.Panics(t, func() { tickPanics.World().Tick() }, "the world is broken")
		require.Equal(t, uint64(11), gamePanics.World().Ticks())
		require.Equal(t, len(panics), p.Metrics().Failed)
		require.Equal(t, uint64(len(panics)), p.Metrics().Panics)
		require.NoError(t, sound.Err())
		alone := newPile(t, 20, 3)
		for range 90 {
			alone.Tick()
		}
		require.Equal(t, alone.StateHash(), sound.World().StateHash())

		armed.Store(false)
		broken := tickPanics.World()
		for i, m := range []*worlds.Member{tickPanics, gamePanics, exits} {
			require.NoError(t, m.Reset(&starts[i]))
			require.NoError(t, m.Err())
		}
		require.NotSame(t, broken, tickPanics.World())
		for range 30 {
			require.Empty(t, p.Step().Failed)
		}
		again := world.Must(inTick.Fork())
		for range 30 {
			again.Tick()
		}
		require.Equal(t, again.StateHash(), tickPanics.World().StateHash())
		require.Equal(t, 0, p.Metrics().Failed)
	}
}

// Code that ends its goroutine, in the middle of a run of worlds that one worker has taken, ends
// neither the run nor the Step.
func TestConcurrentGoexitsEndNothing(t *testing.T) {
	p := newPool(t, worlds.Config{Workers: 3})
	const count = 400
	var exits atomic.Int32
	for i := range count {
		add(t, p, worlds.Def{World: newPile(t, 1, i), AfterTick: func(w *world.World) {
			if i%7 == 3 && w.Ticks() >= 5 && !onCaller() {
				exits.Add(1)
				runtime.Goexit()
			}
		}})
	}
	failed := 0
	for range 20 {
		failed += len(p.Step().Failed)
	}
	require.Positive(t, exits.Load())
	require.Equal(t, int(exits.Load()), failed)
	for _, m := range p.Members() {
		if m.Err() == nil {
			require.Equal(t, uint64(20), m.World().Ticks())
		}
	}
}

// onCaller reports whether the goroutine of the test runs.
func onCaller() bool {
	buf := make([]byte, 1<<14)
	return len(buf) > 0 && containsTest(string(buf[:runtime.Stack(buf, false)]))
}

func containsTest(stack string) bool {
	for i := 0; i+len("tRunner") <= len(stack); i++ {
		if stack[i:i+len("tRunner")] == "tRunner" {
			return true
		}
	}
	return false
}

// A reset continues bit for bit from the snapshot, also in a Reset by many workers.
func TestConcurrentResets(t *testing.T) {
	p := newPool(t, worlds.Config{Workers: 3})
	const count = 20
	starts := make([]world.Snapshot, count)
	places := map[*worlds.Member]int{}
	for i := range count {
		m := add(t, p, worlds.Def{World: newPile(t, 10, i), Name: fmt.Sprint(i)})
		places[m] = i
		require.NoError(t, m.World().Save(&starts[i]))
	}
	var want []uint64
	for round := range 3 {
		for range 25 {
			p.Step()
		}
		for i, m := range p.Members() {
			if round == 0 {
				want = append(want, m.World().StateHash())
			}
			require.Equal(t, want[i], m.World().StateHash())
			if round == 0 {
				require.NoError(t, m.Reset(&starts[i]))
			}
		}
		if round == 1 {
			p.Each(func(m *worlds.Member) { world.Check(m.World().Restore(&starts[places[m]])) })
		}
	}
	require.Equal(t, uint64(count), p.Metrics().Resets)
}

// Each without a function ticked the worlds for ever.
func TestEachWithoutAFunction(t *testing.T) {
	p := newPool(t, worlds.Config{Workers: 1})
	world.Must(p.Add(worlds.Def{World: newPile(t, 1, 0)}))
	require.PanicsWithValue(t, "worlds: Each without a function", func() { p.Each(nil) })
	require.Equal(t, 1, p.Step().Ticks)
}

func TestEachReportsPanics(t *testing.T) {
	p := newPool(t, worlds.Config{Workers: 2, Budget: time.Minute})
	for i := range 5 {
		add(t, p, worlds.Def{World: newPile(t, 1, i), Name: fmt.Sprint(i)})
	}
	var calls atomic.Int32
	p.Each(func(m *worlds.Member) {
		calls.Add(1)
		if m.Name() == "3" {
			panic("no")
		}
	})
	require.Equal(t, int32(5), calls.Load())
	r := p.Step()
	require.Len(t, r.Failed, 1)
	require.Equal(t, "3", r.Failed[0].Name())
	require.Equal(t, 4, r.Ticks)
	p.Each(func(*worlds.Member) { calls.Add(1) })
	require.Equal(t, int32(9), calls.Load())
}

// The code of a world may not change the pool or other members during a Step. A Reset of a member
// that waited for a worker made the Step endless, and Remove gave a world away that was then
// ticked.
func TestConcurrentCodeOfAWorldDoesNotChangeThePool(t *testing.T) {
	for _, workers := range []int{1, 2} {
		p := newPool(t, worlds.Config{Workers: workers})
		var first, last *worlds.Member
		var s world.Snapshot
		require.NoError(t, newPile(t, 1, 0).Save(&s))
		done := make(chan bool, 2)
		refuse := func() {
			require.ErrorIs(t, first.Reset(&s), worlds.ErrRunning)
			require.ErrorIs(t, first.SetRate(worlds.Rate{Ticks: 2, Steps: 1}), worlds.ErrRunning)
			require.ErrorIs(t, p.Remove(first), worlds.ErrRunning)
			for _, change := range []func() error{
				func() error { return last.Reset(&s) }, func() error { return p.Remove(last) },
				func() error { return last.SetRate(worlds.Rate{Ticks: 2, Steps: 1}) },
				func() error { _, err := p.Add(worlds.Def{World: newPile(t, 1, 9)}); return err },
			} {
				func() {
					defer func() {
						if v := recover(); v != nil {
							require.Contains(t, v, "worlds: use of a pool during its Step")
						}
					}()
					require.ErrorIs(t, change(), worlds.ErrRunning)
				}()
			}
			done <- true
		}
		first = add(t, p, worlds.Def{World: newPile(t, 1, 1), AfterTick: func(*world.World) { refuse() }})
		for i := range 4 {
			last = add(t, p, worlds.Def{World: newPile(t, 1, 2+i)})
		}
		r := p.Step()
		require.Equal(t, 5, r.Ticks)
		require.Empty(t, r.Failed)
		require.Equal(t, 5, p.Len())
		p.Each(func(m *worlds.Member) {
			if m == first {
				refuse()
			}
		})
		require.Len(t, done, 2)
		require.NoError(t, last.Reset(&s))
		require.NoError(t, p.Remove(last))
	}
}

func TestMembersComeAndGo(t *testing.T) {
	p := newPool(t, worlds.Config{Workers: 2})
	a, b, c := add(t, p, worlds.Def{World: newPile(t, 1, 0)}), add(t, p, worlds.Def{World: newPile(t, 1, 1)}), add(t, p, worlds.Def{World: newPile(t, 1, 2)})
	p.Step()
	require.NoError(t, p.Remove(a))
	require.ErrorIs(t, p.Remove(a), worlds.ErrRemoved)
	require.Equal(t, []*worlds.Member{c, b}, p.Members())
	p.Step()
	require.Equal(t, uint64(1), a.World().Ticks())
	require.Equal(t, uint64(2), c.World().Ticks())
	a.World().Tick() // the caller's again
	var s world.Snapshot
	require.ErrorIs(t, a.Reset(&s), worlds.ErrRemoved)
	require.ErrorIs(t, a.SetRate(worlds.Rate{}), worlds.ErrRemoved)
	require.ErrorIs(t, b.Reset(&s), world.ErrNoSnapshot)
	p.Close()
	p.Close()
	require.Zero(t, p.Len())
	_, err := p.Add(worlds.Def{World: newPile(t, 1, 0)})
	require.ErrorIs(t, err, worlds.ErrClosed)
	require.Panics(t, func() { p.Step() })
	require.Panics(t, func() { p.Each(func(*worlds.Member) {}) })
	b.World().Tick()
}

func TestBadInput(t *testing.T) {
	for field, c := range map[string]worlds.Config{"Workers": {Workers: -1}, "Budget": {Budget: -1}, "MaxBehind": {MaxBehind: -1}} {
		_, err := worlds.New(c)
		var e *geom.FieldError
		require.ErrorAs(t, err, &e)
		require.Equal(t, field, e.Field)
	}
	_, err := worlds.New(worlds.Config{Workers: 5000})
	require.ErrorIs(t, err, geom.ErrOutOfRange)
	p := newPool(t, worlds.Config{Workers: 1})
	_, err = p.Add(worlds.Def{})
	require.ErrorIs(t, err, worlds.ErrNoWorld)
	w := newPile(t, 1, 0)
	for _, r := range []worlds.Rate{{Ticks: 1}, {Steps: 1}, {Ticks: -1, Steps: 1}, {Ticks: 2000, Steps: 1}, {Ticks: 1, Steps: 2_000_000}} {
		_, err = p.Add(worlds.Def{World: w, Rate: r})
		require.ErrorIs(t, err, geom.ErrOutOfRange, r)
	}
	m := add(t, p, worlds.Def{World: w})
	_, err = p.Add(worlds.Def{World: w, Name: "again"})
	require.ErrorIs(t, err, worlds.ErrTwice)
	require.EqualError(t, err, "World: again is the world of another member")
	require.NoError(t, p.Remove(m))
	m = add(t, p, worlds.Def{World: w})
	require.ErrorIs(t, m.SetRate(worlds.Rate{Ticks: 1}), geom.ErrOutOfRange)
	require.NoError(t, m.SetRate(worlds.Rate{Ticks: 5, Steps: 1}))
	require.Equal(t, 5, p.Step().Ticks)
	require.Equal(t, worlds.Rate{Ticks: 5, Steps: 1}, m.Rate())
	inside := add(t, p, worlds.Def{World: newPile(t, 1, 1), AfterTick: func(*world.World) { p.Step() }})
	require.Equal(t, []*worlds.Member{inside}, p.Step().Failed, "Step within a Step is misuse")
}
