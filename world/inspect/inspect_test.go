package inspect_test

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/inspect"
	"github.com/carom2d/carom/world/view"
	"github.com/coder/websocket"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// timeout bounds what never happens if something is wrong. No test may take its time for granted:
// machines that test are slow.
const timeout = 5 * time.Minute

// game is a program that steps a world on a goroutine of its own.
type game struct {
	world *world.World
	crate world.Body
	ticks atomic.Uint64
	do    chan func()
	stop  chan bool
	ended chan bool
}

// newGame attaches a world of crates and steps it.
func newGame(t testing.TB, name string, options ...inspect.Option) *game {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	var crate world.Body
	for i := range 20 {
		crate = world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{2 * float64(i), 0.5}, Name: "crate"}))
		world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	}
	g := runGame(t, w, name, options...)
	g.crate = crate
	return g
}

func runGame(t testing.TB, w *world.World, name string, options ...inspect.Option) *game {
	g := &game{world: w, do: make(chan func()), stop: make(chan bool), ended: make(chan bool)}
	a := inspect.Attach(w, name, options...)
	go func() {
		defer close(g.ended)
		for {
			select {
			case <-g.stop:
				a.Detach()
				w.Close()
				return
			case f := <-g.do:
				f()
			default:
				w.Step(1.0 / 60)
				g.ticks.Store(w.Ticks())
				time.Sleep(200 * time.Microsecond)
			}
		}
	}()
	t.Cleanup(g.end)
	return g
}

func (g *game) end() {
	select {
	case <-g.ended:
	default:
		close(g.stop)
		<-g.ended
	}
}

// between runs a function between two steps and waits for it.
func (g *game) between(f func()) {
	done := make(chan bool)
	g.do <- func() { f(); close(done) }
	<-done
}

// page is a client.
type page struct {
	t      testing.TB
	conn   *websocket.Conn
	frames view.Decoder
	got    int // frames
	whole  int // keyframes
	nextID int
	worlds map[string]any
	ctx    context.Context
}

func newServer(t testing.TB, s *inspect.Server) *httptest.Server {
	mux := http.NewServeMux()
	mux.Handle("/debug/carom/", s.Handler())
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func dial(t testing.TB, server *httptest.Server) *page {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	t.Cleanup(cancel)
	conn, _, err := websocket.Dial(ctx, server.URL+"/debug/carom/ws", nil)
	require.NoError(t, err)
	conn.SetReadLimit(64 << 20)
	t.Cleanup(func() { conn.CloseNow() })
	p := &page{t: t, conn: conn, ctx: ctx}
	p.worlds = p.await("hello")
	return p
}

// next reads a message, and applies it if it is a frame.
func (p *page) next() map[string]any {
	kind, bytes, err := p.conn.Read(p.ctx)
	require.NoError(p.t, err)
	if kind == websocket.MessageBinary {
		require.NoError(p.t, p.frames.Decode(bytes))
		p.got++
		if view.IsKeyframe(bytes) {
			p.whole++
		}
		return map[string]any{"type": "frame"}
	}
	m := map[string]any{}
	require.NoError(p.t, json.Unmarshal(bytes, &m))
	return m
}

func (p *page) await(kind string) map[string]any {
	for {
		if m := p.next(); m["type"] == kind {
			return m
		}
	}
}

// tell sends a command, and returns the reply to it.
func (p *page) tell(do string, more map[string]any) map[string]any {
	p.nextID++
	m := map[string]any{"id": p.nextID, "do": do}
	maps.Copy(m, more)
	text, _ := json.Marshal(m)
	require.NoError(p.t, p.conn.Write(p.ctx, websocket.MessageText, text))
	for {
		if r := p.await("reply"); r["id"] == float64(p.nextID) {
			return r
		}
	}
}

func (p *page) ok(do string, more map[string]any) map[string]any {
	r := p.tell(do, more)
	require.Equal(p.t, true, r["ok"], "%s: %v", do, r["error"])
	return r
}

func (p *page) refused(do string, more map[string]any, sentence string) {
	r := p.tell(do, more)
	require.Equal(p.t, false, r["ok"], do)
	require.Contains(p.t, r["error"], sentence, do)
}

func (p *page) idOf(name string) float64 {
	for _, w := range p.worlds["worlds"].([]any) {
		if e := w.(map[string]any); e["name"] == name {
			return e["id"].(float64)
		}
	}
	p.t.Fatalf("no world %q in %v", name, p.worlds)
	return 0
}

func (p *page) watch(name string, layers view.Layers) {
	p.ok("watch", map[string]any{"world": p.idOf(name), "layers": layers, "hz": 120})
	for p.got == 0 {
		p.next()
	}
}

func bodyID(b world.Body) [2]uint32 { return [2]uint32{uint32(b.ID()), uint32(b.ID() >> 32)} }

// A client sees a world that it watches, another one at the same time too.
func TestClientsSeeTheWorld(t *testing.T) {
	g := newGame(t, "hall")
	server := newServer(t, &inspect.Server{})
	a, b := dial(t, server), dial(t, server)
	a.watch("hall", view.Contacts|view.Names)
	b.watch("hall", view.Velocities)
	for a.got < 20 || b.got < 20 {
		a.next()
		b.next()
	}
	require.Len(t, a.frames.Picture().Bodies, 21)
	require.Equal(t, "crate", a.frames.Picture().Bodies[uint32(g.crate.ID())].Name)
	require.InDelta(t, 0.5, b.frames.Picture().Bodies[uint32(g.crate.ID())].Position[1], 0.01)
	require.NotEmpty(t, a.frames.Picture().Contacts)

	d := a.tellForBody(g)
	require.Equal(t, "dynamic", d["kind"])
	require.Equal(t, "crate", d["name"])
	require.NotEmpty(t, d["why"])
	require.InDelta(t, 1, d["mass"], 1e-9)
	require.Len(t, d["colliders"], 1)
	require.Len(t, d["contacts"], 1)
	r := a.ok("pick", map[string]any{"x": 38, "y": 0.4})
	require.Equal(t, []any{float64(uint32(g.crate.ID())), 1.0}, r["body"])
	a.ok("follow", map[string]any{"body": bodyID(g.crate)})
	a.await("body")
	a.await("body")
	a.ok("follow", map[string]any{"body": nil})
}

func (p *page) tellForBody(g *game) map[string]any {
	text, _ := json.Marshal(map[string]any{"do": "body", "body": bodyID(g.crate)})
	require.NoError(p.t, p.conn.Write(p.ctx, websocket.MessageText, text))
	return p.await("body")
}

// Pause, step, slow motion, pulling, numbers and earlier moments, in a game that only calls Step.
func TestEdit(t *testing.T) {
	g := newGame(t, "editable", inspect.Edit)
	p := dial(t, newServer(t, &inspect.Server{}))
	p.watch("editable", 0)
	p.ok("pause", nil)
	var ticks uint64
	g.between(func() { // the game calls Step, and no tick runs
		ticks = g.world.Ticks()
		for range 5 {
			require.Zero(t, g.world.Step(1.0/60))
		}
		require.Equal(t, ticks, g.world.Ticks())
	})
	p.ok("step", map[string]any{"ticks": 20})
	require.Eventually(t, func() bool { return g.ticks.Load() == ticks+20 }, timeout, time.Millisecond)
	g.between(func() {
		g.world.Step(1.0 / 60)
		require.Equal(t, ticks+20, g.world.Ticks())
	})

	p.ok("set", map[string]any{"body": bodyID(g.crate), "field": "LinearDamping", "value": 0.5})
	g.between(func() { require.Equal(t, 0.5, g.crate.LinearDamping()) })
	p.refused("set", map[string]any{"body": bodyID(g.crate), "field": "Color", "value": 0.5}, "Color")
	p.refused("set", map[string]any{"body": bodyID(g.crate), "field": "LinearDamping", "value": -1}, "LinearDamping")
	p.refused("step", map[string]any{"ticks": 1e6}, "between")
	p.refused("speed", map[string]any{"speed": 1e6}, "between")
	p.ok("resume", nil)
	p.refused("step", nil, "not paused")

	p.ok("grab", map[string]any{"body": bodyID(g.crate), "x": 38, "y": 0.5})
	p.ok("drag", map[string]any{"x": 38, "y": 4})
	for p.frames.Picture().Bodies[uint32(g.crate.ID())].Position[1] < 3 {
		p.next()
	}
	p.ok("drop", nil)
	p.refused("drag", map[string]any{"x": 38, "y": 4}, "nothing")
	p.refused("grab", map[string]any{"body": [2]int{1, 1}}, "dynamic")
	p.refused("grab", map[string]any{"body": [2]int{77, 1}}, "no such body")
	g.between(func() {
		for range g.world.Joints() {
			t.Error("a joint is left")
		}
	})
	p.ok("speed", map[string]any{"speed": 0.25})
	steps := 0
	g.between(func() {
		for range 400 {
			steps += g.world.Step(1.0 / 60)
		}
	})
	require.InDelta(t, 100, steps, 2)
	p.conn.Close(websocket.StatusNormalClosure, "")
	require.Eventually(t, func() (free bool) {
		g.between(func() { free = g.world.Step(1.0/60)+g.world.Step(1.0/60)+g.world.Step(1.0/60) == 3 })
		return free
	}, timeout, time.Millisecond, "the game goes on at its own speed")
}

// A client looks at an earlier moment while the game runs on, and lets it go on from one.
func TestHistory(t *testing.T) {
	g := newGame(t, "past", inspect.Edit)
	p := dial(t, newServer(t, &inspect.Server{}))
	p.watch("past", 0)
	var span []any
	for len(span) < 2 || span[0].(float64)+10 > span[1].(float64) {
		span, _ = p.await("status")["history"].([]any)
	}
	middle := uint64(span[0].(float64)+span[1].(float64)) / 2
	p.ok("scrub", map[string]any{"tick": middle})
	for p.frames.Picture().Ticks > middle {
		p.next()
	}
	shown := p.frames.Picture().Ticks
	require.Less(t, shown, g.ticks.Load())
	p.ok("live", nil)
	for p.frames.Picture().Ticks <= uint64(span[1].(float64)) {
		p.next()
	}
	p.ok("pause", nil)
	p.ok("restore", map[string]any{"tick": middle})
	require.Eventually(t, func() bool { return g.ticks.Load() == shown }, timeout, time.Millisecond)
	for p.frames.Picture().Ticks != shown {
		p.next()
	}
}

// Without Edit nothing changes the world.
func TestOnlyEditChanges(t *testing.T) {
	g := newGame(t, "locked")
	p := dial(t, newServer(t, &inspect.Server{}))
	p.watch("locked", 0)
	for _, do := range []string{"pause", "resume", "step", "speed", "grab", "drag", "drop", "set", "restore"} {
		p.refused(do, map[string]any{"body": bodyID(g.crate), "field": "Spin", "value": 9, "speed": 1}, "inspect.Edit")
	}
}

// Worlds come and go, also by Close, and clients hear of it.
func TestWorldsComeAndGo(t *testing.T) {
	p := dial(t, newServer(t, &inspect.Server{}))
	require.Empty(t, p.worlds["worlds"])
	p.refused("watch", map[string]any{"world": 1 << 20}, "no world")
	for _, do := range []string{"layers", "keyframe", "scrub", "body"} {
		p.refused(do, nil, "no world")
	}
	g := newGame(t, "brief")
	p.worlds = p.await("worlds")
	p.watch("brief", 0)
	p.ok("layers", map[string]any{"layers": view.Counters})
	p.ok("keyframe", nil)
	p.ok("unwatch", nil)
	p.watch("brief", 0)
	g.end()
	require.Empty(t, p.await("worlds")["worlds"])

	w := world.Must(world.New(world.Config{}))
	inspect.Attach(w, "closed")
	require.Len(t, p.await("worlds")["worlds"], 1)
	w.Close()
	require.Empty(t, p.await("worlds")["worlds"])
}

// A client that reads nothing does not hold the game up, and gets a keyframe when it reads again.
func TestSlowClients(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	for i := range 3000 {
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(i % 100 * 3), float64(i / 100 * 3)}, LinearVelocity: mgl64.Vec2{1, 0}, NeverSleep: true}))
		world.Must(b.Attach(shape.Circle{Radius: 1}, world.ColliderDef{}))
	}
	a := inspect.Attach(w, "wide")
	defer a.Detach()
	s := &inspect.Server{}
	s.SetWriteTime(timeout) // the slow one is not cut off
	server := newServer(t, s)
	slow, fast := dial(t, server), dial(t, server)
	for _, p := range []*page{slow, fast} {
		p.worlds = map[string]any{"worlds": []any{map[string]any{"name": "wide", "id": p.idOf("wide")}}}
		p.ok("watch", map[string]any{"world": p.idOf("wide"), "layers": view.Velocities, "hz": 120})
	}
	read := make(chan bool)
	go func() {
		defer close(read)
		for fast.got < 100 {
			fast.next()
		}
	}()
	for begun := w.Ticks(); w.Ticks() < begun+300 || !closed(read); { // would never end if the slow one were waited for
		w.Step(1.0 / 60)
		time.Sleep(time.Millisecond)
	}
	require.LessOrEqual(t, slow.whole, 1)
	for slow.whole < 2 { // frames from before, then a keyframe
		done := make(chan bool)
		go func() { slow.next(); close(done) }()
		for !closed(done) {
			w.Step(1.0 / 60)
			time.Sleep(time.Millisecond)
		}
	}
}

// A client that asks for two frames ahead gets two, however long it does not read them, and then
// the change since.
func TestFramesAheadOfReader(t *testing.T) {
	newGame(t, "unread")
	p := dial(t, newServer(t, &inspect.Server{}))
	p.refused("watch", map[string]any{"world": p.idOf("unread"), "ahead": -1}, "ahead: -1 is negative")
	p.refused("seen", map[string]any{"frames": 1}, "no world is watched")
	p.ok("watch", map[string]any{"world": p.idOf("unread"), "hz": 120, "ahead": 2})
	for p.got < 2 {
		p.next()
	}
	for range 100 { // each is answered between two steps
		p.ok("pick", map[string]any{"x": 1, "y": 1})
	}
	require.Equal(t, 2, p.got)
	p.refused("seen", map[string]any{"frames": 0}, "frames: 0 is less than one")
	p.ok("seen", map[string]any{"frames": 1000}) // more than were sent count as all
	for p.got < 4 {
		p.next()
	}
	for range 100 {
		p.ok("pick", map[string]any{"x": 1, "y": 1})
	}
	require.Equal(t, 4, p.got)
}

func closed(c chan bool) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
