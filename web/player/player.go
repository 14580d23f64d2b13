package player

import (
	"errors"
	"math"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/view"
	"github.com/valyala/fastjson"
)

// Limits of a Player.
const (
	mostTicks    = 4                     // of an Advance
	budget       = 30 * time.Millisecond // of an Advance: no tick begins after it
	longest      = 0.25                  // s, of an Advance
	slowest      = 0.01                  // speed
	fastest      = 4.0
	follows      = 0.1 // s between two descriptions of the body that is followed
	mostStepping = 1000
)

// Run is a world with functions for its ticks, the keys and the pointer.
type Run struct {
	World *world.World
	// Advance runs one tick; nil is World.Tick.
	Advance func()
	// Keys is called with the keys that are held down, as a set of bits. The scene defines the
	// bits. Nil if the scene takes no keys.
	Keys func(held uint8)
	// Point is called with the pointer's position in metres while the pointer is held down at a
	// place without a body to pull, and with down false when it is released. It may change the
	// world. Nil if the scene takes no pointer.
	Point func(x, y float64, down bool)
	// Keep saves the state of the scene that is in no snapshot of its world. The returned function
	// restores this state after World.Restore. Keep may be nil.
	Keep func() (restore func())
	// View is the box that the page shows at the beginning: low x, low y, high x, high y, m. If
	// View is empty, the page shows everything.
	View [4]float64
	// Follow is a body that the page keeps in the middle from left to right; the zero Body if there
	// is none.
	Follow world.Body
	// Pace returns the present speed of time, as a share of the speed that the page asks for. Slow
	// motion is below 1. Nil means always 1.
	Pace func() float64
}

// Replay is a recording that is played, such as a *record.Player. A call may replace its world.
type Replay interface {
	World() *world.World
	Step() (bool, error) // false at the end
	SeekTick(tick int) error
	Tick() int
	Close()
}

// Config configures a Player. All functions are called on the goroutine of the Player.
type Config struct {
	// Scenes makes a world of a name and settings. An error is told to the page.
	Scenes func(name string, settings map[string]float64) (Run, error)
	// Documents makes the world of a document that the page loads. An example is the function
	// Document. If it is nil, the Player takes no documents, and the program links no code that
	// reads them.
	Documents func(text []byte) (Run, error)
	Text      func(message []byte)
	Frame     func(frame []byte) // only valid during the call
}

// editor takes the commands of a page that edits documents. It is an interface, so a program that
// does not call Edit links no code of the editor.
type editor interface {
	receive(p *Player, c *command) (known bool)
	forget()         // another world has begun
	restored() error // of edits that the world of an earlier tick refuses
}

// Player runs one world at a time.
type Player struct {
	config    Config
	run       Run
	replay    Replay  // or nil
	ticks     int     // of the replay
	began     float64 // its time at the beginning, s
	name      string
	encoder   view.Encoder
	frame     []byte
	sequence  int // of loaded worlds
	watching  bool
	paused    bool
	speed     float64
	behind    float64 // s that the world has not run yet
	drag      drag
	followed  world.Body
	sinceTold float64 // s since the last description
	past      past
	editor    editor // takes the commands of an editor, or nil
	parser    fastjson.Parser
	arena     fastjson.Arena
}

// New returns a Player without a world.
func New(config Config) *Player {
	p := &Player{config: config, speed: 1}
	p.encoder.Layers = view.Counters
	return p
}

// World returns the world that runs, or nil.
func (p *Player) World() *world.World { return p.run.World }

// Show replaces the running world by a recording with the given number of ticks. The world of a
// recording must not be changed. The page can go to any tick.
func (p *Player) Show(r Replay, ticks int, name string) {
	p.leave()
	p.begin(Run{World: r.World()}, name)
	p.replay, p.ticks, p.began = r, ticks, r.World().Time()
	p.paused = false
	p.sendCamera()
	p.sendWorlds()
	p.sendStatus()
}

// leave closes the world that runs.
func (p *Player) leave() {
	switch {
	case p.replay != nil:
		p.replay.Close()
		p.replay = nil
	case p.run.World != nil:
		p.run.World.Close()
	}
}

// load replaces the running world.
func (p *Player) load(run Run, name string) {
	p.leave()
	p.begin(run, name)
	p.past.keep(run)
}

func (p *Player) begin(run Run, name string) {
	if run.Advance == nil {
		run.Advance = run.World.Tick
	}
	p.run, p.name = run, name
	p.sequence++
	p.encoder.Reset()
	p.drag, p.followed, p.behind = drag{}, world.Body{}, 0
	if p.editor != nil {
		p.editor.forget()
	}
	p.past.clear()
}

// open makes the world of a command: from a document, or the scene of a name.
func (p *Player) open(c *command) error {
	if len(c.Document) > 0 {
		if p.config.Documents == nil {
			return errors.New("this program takes no documents")
		}
		run, err := p.config.Documents(c.Document)
		if err != nil {
			return err
		}
		p.load(run, "document")
		return nil
	}
	if p.config.Scenes == nil {
		return errors.New("there are no scenes")
	}
	run, err := p.config.Scenes(c.Scene, c.Settings)
	if err != nil {
		return err
	}
	p.load(run, c.Scene)
	return nil
}

// Advance runs the world for a time, s, and sends a frame if a tick ran.
func (p *Player) Advance(seconds float64) {
	if p.run.World == nil || !p.watching {
		return
	}
	p.sinceTold += seconds
	if p.paused {
		p.tellFollowed(false)
		return
	}
	p.behind += min(seconds, longest) * p.speed * p.pace()
	step := p.run.World.Config().Timestep
	ticks, began := 0, time.Now()
	for ; p.behind >= step && ticks < mostTicks && time.Since(began) < budget && !p.paused; ticks++ {
		p.behind -= step
		p.tick()
	}
	if p.behind >= step {
		p.behind = math.Mod(p.behind, step) // too slow for real time
	}
	if ticks > 0 {
		p.sendFrame()
	}
}

// Due returns the time from the last Advance until the next has work, s: a tick, or a description
// of the body that the page follows. It is infinite if only a command changes that.
func (p *Player) Due() float64 {
	switch {
	case p.run.World == nil || !p.watching, p.paused && p.followed == (world.Body{}):
		return math.Inf(1)
	case p.paused:
		return max(0, follows-p.sinceTold)
	}
	return max(0, p.run.World.Config().Timestep-p.behind) / (p.speed * p.pace())
}

// pace returns the speed of time that the scene asks for. Invalid values count as 1.
func (p *Player) pace() float64 {
	if p.run.Pace == nil {
		return 1
	}
	if x := p.run.Pace(); x >= slowest && x <= fastest {
		return x
	}
	return 1
}

// tick runs a tick. It reports false at the end of a recording.
func (p *Player) tick() bool {
	if p.replay != nil {
		return p.tickReplay()
	}
	p.run.Advance()
	p.encoder.Gather(p.run.World)
	p.past.keep(p.run)
	return true
}

// tickReplay plays a tick. At the end it pauses and reports false.
func (p *Player) tickReplay() bool {
	more, err := p.replay.Step()
	p.follow(p.replay.World())
	if err != nil {
		p.sendReply(nil, err)
	}
	if err != nil || !more {
		p.paused = true
		p.sendStatus()
		return false
	}
	p.encoder.Gather(p.run.World)
	return true
}

// follow switches to the world of a replay, if that world has changed.
func (p *Player) follow(w *world.World) {
	if w != p.run.World {
		p.run.World = w
		p.encoder.Reset()
		p.followed = world.Body{}
	}
}

func (p *Player) sendFrame() {
	p.frame = p.encoder.AppendFrame(p.frame[:0], p.run.World)
	p.config.Frame(p.frame)
	p.tellFollowed(false)
}

func (p *Player) sendKeyframe() {
	if p.run.World == nil {
		return
	}
	p.frame = p.encoder.AppendKeyframe(p.frame[:0], p.run.World)
	p.config.Frame(p.frame)
}

func (p *Player) sendStatus() {
	ticks, begin, history := uint64(0), 0.0, p.past.span()
	if p.run.World != nil {
		ticks = p.run.World.Ticks()
	}
	if p.replay != nil {
		// Ticks of a recording are counted from its beginning. Its history covers the whole
		// recording, and restore goes to any of its ticks.
		begin, ticks, history = p.began, uint64(p.replay.Tick()), [2]uint64{0, uint64(p.ticks)}
	}
	o := p.message("status").number("world", float64(p.sequence)).truth("paused", p.paused).number("speed", p.speed)
	o.truth("edit", p.replay == nil).truth("control", true).truth("replay", p.replay != nil).number("begin", begin)
	p.send(o.number("ticks", float64(ticks)).numbers("history", float64(history[0]), float64(history[1])))
}

func (p *Player) sendWorlds() {
	o := p.message("worlds")
	list := o.arena.NewArray()
	list.SetArrayItem(0, newObject(o.arena).number("id", float64(p.sequence)).text("name", p.name).value)
	p.send(o.set("worlds", list))
}
