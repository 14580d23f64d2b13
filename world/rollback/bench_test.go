package rollback_test

import (
	"slices"
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/rollback"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// newHeap makes a heap of bodies of three shapes that never sleep.
func newHeap(t testing.TB, bodies int) *world.World {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, NoSleep: true}))
	t.Cleanup(w.Close)
	pit := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(pit.AttachChain(shape.Chain{
		Points: []mgl64.Vec2{{12, 80}, {8, 0}, {-8, 0}, {-12, 80}},
	}, world.ColliderDef{}))
	shapes := []shape.Support{shape.Circle{Radius: 0.2}, shape.Box(0.2, 0.15), shape.RegularPolygon(5, 0.2)}
	for i := range bodies {
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(i%30)*0.5 - 7.25, 0.5 + float64(i/30)*0.5}, Angle: float64(i)}))
		world.Must(b.Attach(shapes[i%3], world.ColliderDef{}))
	}
	for range 240 {
		w.Tick()
	}
	return w
}

// BenchmarkRollback measures the Update that rolls back eight ticks of 1000 bodies in a heap and
// simulates a ninth, beside an Update that simulates one on a guess.
func BenchmarkRollback(b *testing.B) {
	const depth = 8
	w := newHeap(b, 1000)
	var pusher world.Body
	for x := range w.Bodies() {
		pusher = x
	}
	link := &pipe{}
	var sessions [2]*rollback.Session[pad]
	config := func(p rollback.Player) rollback.Config[pad] {
		return rollback.Config[pad]{
			Local: p, KeepPace: true, Encode: encodePad, Decode: decodePad, HashEvery: 1 << 20,
			Advance: func(f rollback.Frame[pad]) {
				world.Check(pusher.ApplyForceToCenter(mgl64.Vec2{float64(f.Inputs[1].Stick) / 20, 0}))
				w.Tick()
			},
			Send: func(to rollback.Player, data []byte) {
				if to == 0 {
					link.send(data)
				} else {
					_ = sessions[1].Receive(0, data)
				}
			},
		}
	}
	here := world.Must(rollback.NewWorld(config(0), w, rollback.Game{}))
	sessions[0] = here
	c := config(1)
	c.Advance = (&toy{}).advance
	there := world.Must(rollback.New(c, &toy{}))
	sessions[1] = there
	update := func(s *rollback.Session[pad], in int) time.Duration {
		begin := time.Now()
		_, err := s.Update(0, pad{Stick: int8(in)})
		require.NoError(b, err)
		return time.Since(begin)
	}
	receive := func() {
		for ; link.got < link.put; link.got++ {
			require.NoError(b, here.Receive(1, link.packets[link.got%16]))
		}
	}
	update(there, 0)
	receive()
	for range 5 { // until both run, at the same tick
		for update(here, 0); here.Tick() < there.Tick(); {
			update(here, 0)
		}
		update(there, 0)
		receive()
	}
	var guess, rollback, tick []float64
	for b.Loop() {
		for j := range depth {
			guess = append(guess, us(update(here, 0)))
			update(there, 50+j&1)
		}
		receive()
		before := here.Counters().Resimulated
		rollback = append(rollback, us(update(here, 0)))
		require.EqualValues(b, depth, here.Counters().Resimulated-before)
		update(there, 0)
		receive()
	}
	for range 50 {
		begin := time.Now()
		w.Tick()
		tick = append(tick, us(time.Since(begin)))
	}
	slices.Sort(guess)
	slices.Sort(rollback)
	slices.Sort(tick)
	b.ReportMetric(rollback[len(rollback)/2], "rollback-us")
	b.ReportMetric(guess[len(guess)/2], "guess-us")
	b.ReportMetric(tick[len(tick)/2], "tick-us")
	b.ReportMetric(rollback[len(rollback)/2]/tick[len(tick)/2], "rollback/tick")
}

func us(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }
