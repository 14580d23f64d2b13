package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"time"

	"github.com/carom2d/carom/ebitengine"
	"github.com/carom2d/carom/examples/games/internal/play"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/carom2d/carom/world/rollback"
	"github.com/carom2d/carom/world/rollback/wsconn"
	"github.com/go-gl/mathgl/mgl64"
)

// member is one end of a match: a table, a session over it, and the connection to the room.
type member struct {
	*table
	player  int
	conn    *wsconn.Conn
	session *rollback.Session[stick]
	ticks   int // updates so far: the clock
	outcome rollback.Outcome
	drift   bool // the states of both players differ, which must not happen
}

func newMember(player int, match uint64, conn *wsconn.Conn) *member {
	m := &member{table: newTable(), player: player, conn: conn}
	m.session = world.Must(rollback.NewWorld(rollback.Config[stick]{
		Local: rollback.Player(player), Match: match, InputDelay: 1, Advance: m.advance, Send: conn.Send,
	}, m.world, m.beside()))
	return m
}

// update runs one timestep of the match.
func (m *member) update(input stick) error {
	for from, packet := range m.conn.Packets() {
		if err := m.session.Receive(from, packet); err != nil {
			log.Print(err) // nothing unusual on a network
		}
	}
	m.ticks++
	var err error
	m.outcome, err = m.session.Update(time.Duration(m.ticks)*time.Second/60, input)
	for _, e := range m.session.Events() {
		m.drift = m.drift || e.Kind == rollback.Desynchronized
	}
	return err
}

// game is the screen of one player.
type game struct {
	*ebitengine.Game
	me     *member
	other  *member // the program, if one plays
	joined chan *wsconn.Conn
	player int
	owed   float64 // s, not yet played
	words  string  // about the connection
}

var (
	host = flag.String("host", "", "address on which to wait for another player, such as :7777")
	join = flag.String("join", pageJoins(), "address of who waits, such as ws://192.168.1.5:7777/")
)

// matchNumber distinguishes this game's packets from packets of other games.
const matchNumber = 2042

func main() { play.Run(newGame().Game) }

func newGame() *game {
	g := &game{joined: make(chan *wsconn.Conn, 1)}
	g.Game = &ebitengine.Game{
		Title: "Air hockey", Width: 980, Height: 600, Start: g.start, Step: g.step, Below: g.below, Above: g.above, NoDrag: true, NoZoom: true,
		Help: "mouse, finger or arrows: your mallet   R again   F1 engine",
	}
	g.Camera.Show(mgl64.Vec2{-length - 0.5, -width - 0.35}, mgl64.Vec2{length + 0.5, width + 0.35})
	g.Options = draw.Options{Palette: play.Dark(0x15202E), NoMarks: true, NoGround: true}
	return g
}

// start begins a match. A match over a network continues until the program ends, because no player
// can restart it alone.
func (g *game) start() *world.World {
	switch {
	case g.World != nil && (*host != "" || *join != ""):
		return g.World
	case *host != "":
		g.listen()
	case *join != "":
		g.player = 1
		g.words = "calling " + *join
		go g.dial()
	default:
		if g.other != nil {
			g.other.world.Close()
		}
		room := wsconn.NewRoom(2) // in this process: no socket is needed
		g.me = newMember(0, rand.Uint64(), world.Must(room.Join(0)))
		g.other = newMember(1, g.me.session.Config().Match, world.Must(room.Join(1)))
		return g.me.world
	}
	return newTable().world // to look at until somebody comes
}

// listen hosts the room in which both players meet.
func (g *game) listen() {
	listener, err := net.Listen("tcp", *host)
	if err != nil {
		log.Fatal(err)
	}
	room := wsconn.NewRoom(2)
	room.Origins = []string{"*"} // a game in a page of any site may join
	go func() { log.Fatal(http.Serve(listener, room)) }()
	g.words = fmt.Sprintf("waiting at %v", listener.Addr())
	g.joined <- world.Must(room.Join(0))
}

func (g *game) dial() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn, err := wsconn.Dial(ctx, *join, 1)
	if err != nil {
		log.Fatal(err)
	}
	g.joined <- conn
}

// step plays the ticks of a frame. Each tick reads the stick anew.
func (g *game) step(dt float64) int {
	select {
	case conn := <-g.joined:
		g.World.Close()
		g.me = newMember(g.player, matchNumber, conn)
		g.World = g.me.world
	default:
	}
	if g.me == nil {
		return 0
	}
	const tick = 1.0 / 60
	n := 0
	for g.owed += min(dt, 0.1); g.owed >= tick*(1-1e-9); g.owed -= tick {
		world.Check(g.me.update(g.stick()))
		if g.other != nil {
			world.Check(g.other.update(g.other.program(1)))
		}
		n++
	}
	return n
}

// stick is the input of the player at this screen.
func (g *game) stick() stick {
	in := g.Input()
	v := mgl64.Vec2{in.Axis(ebitengine.KeysLeft, ebitengine.KeysRight), in.Axis(ebitengine.KeysDown, ebitengine.KeysUp)}
	if v.Len() > 0 {
		v = v.Mul(70 / v.Len())
		return stick{int8(v[0]), int8(v[1])}
	}
	if at, ok := in.Hover(); ok {
		return g.me.towards(g.player, at, 20)
	}
	return stick{}
}

// below draws the table.
func (g *game) below(c *ebitengine.Canvas) {
	c.Polygon(border(), draw.Style{Fill: play.Color(0x22354A)})
	line := play.Glow(0x7FA8D0, 0x70).Fill
	c.Line(mgl64.Vec2{0, -width}, mgl64.Vec2{0, width}, 3, line)
	c.Circle(mgl64.Vec2{}, 0.3, draw.Style{Stroke: line, Width: 3})
	for p := range 2 {
		var half []mgl64.Vec2
		for i := range 25 {
			sin, cos := math.Sincos(math.Pi * float64(i) / 24)
			half = append(half, mgl64.Vec2{side(p) * (length - goal*sin), goal * cos})
		}
		c.Polygon(half, play.Glow([]uint32{play.Red, play.Blue}[p], 0x50))
	}
}

// above draws knobs and the score, and shows the state of the network.
func (g *game) above(c *ebitengine.Canvas) {
	text := play.Color(0xE6ECF5)
	if g.me == nil {
		c.Label(g.words, ebitengine.Middle, 26, text)
		return
	}
	for _, m := range g.me.mallets {
		c.Circle(m.Position(), malletSize*0.45, draw.Style{Stroke: play.Glow(0xFFFFFF, 0x90).Fill, Width: 3})
	}
	c.Label(fmt.Sprintf("%d : %d", g.me.score[0], g.me.score[1]), ebitengine.Top, 30, text)
	s := g.me.session
	n := s.Counters()
	words := fmt.Sprintf("tick %d   rolled back %d times, %d ticks at most", s.Tick(), n.Rollbacks, n.LongestRollback)
	if g.other == nil {
		words += fmt.Sprintf("   %d ms", s.Link(rollback.Player(1-g.player)).RoundTrip.Milliseconds())
	}
	c.Label(words, ebitengine.TopLeft, 13, play.Glow(0xE6ECF5, 0x90).Fill)
	switch {
	case g.me.drift:
		c.Label("the two matches differ", ebitengine.Middle, 26, text)
	case g.me.outcome == rollback.Connecting:
		c.Label(g.words, ebitengine.Middle, 26, text)
	case g.me.outcome == rollback.Waiting || g.me.outcome == rollback.Ended:
		c.Label("the other is silent", ebitengine.Middle, 26, text)
	case g.me.score[0] == wins:
		c.Label("Red wins", ebitengine.Middle, 34, text)
	case g.me.score[1] == wins:
		c.Label("Blue wins", ebitengine.Middle, 34, text)
	}
}
