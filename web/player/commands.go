package player

import (
	"errors"
	"fmt"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/view"
	"github.com/go-gl/mathgl/mgl64"
)

// command is a message from a page. FORMAT.md of world/view lists the commands, and doc.go of
// web/worker the additional ones.
type command struct {
	text     []byte // as it came: an editor reads more of it
	ID       []byte // JSON of any kind
	Do       string
	Layers   view.Layers
	Body     *[2]uint32
	X        float64
	Y        float64
	Ticks    int
	Tick     uint64
	Speed    float64
	Field    string
	Value    float64
	Scene    string
	Settings map[string]float64
	Document []byte
	Keys     uint8
	Down     bool
}

// The errors for commands that need a world before there is one, and for commands that would change
// a recording.
var (
	errNoWorld = errors.New("no world is loaded")
	errReplay  = errors.New("a recording cannot be changed")
)

var (
	always = []string{ // need no world
		"load", "speed", "pause", "resume", "edit-check", "edit-open", "edit-outline", "edit-brush", "edit-schema", "edit-go",
	}
	edits = []string{"grab", "drag", "drop", "set", "keys", "point", "edit-set", "edit-capture"}
)

// commands lists the commands of a page. A command with an answer of its own sends the answer
// itself.
var commands = map[string]func(*Player, *command) error{
	"load": (*Player).doLoad, "watch": (*Player).doWatch, "unwatch": (*Player).doUnwatch, "layers": (*Player).doLayers,
	"keyframe": (*Player).doKeyframe, "pause": (*Player).doPause, "resume": (*Player).doResume, "step": (*Player).doStep,
	"speed": (*Player).doSpeed, "grab": (*Player).doGrab, "drag": (*Player).doDrag, "drop": (*Player).doDrop,
	"keys": (*Player).doKeys, "point": (*Player).doPoint, "set": (*Player).doSet, "follow": (*Player).doFollow, "body": (*Player).doBody, "restore": (*Player).doRestore,
}

// Receive carries out a command, a JSON object, and sends the reply.
func (p *Player) Receive(text []byte) {
	c, err := p.readCommand(text)
	if err != nil {
		p.sendReply(nil, fmt.Errorf("not a command: %w", err))
		return
	}
	do, known := commands[c.Do]
	if !known {
		if p.editor == nil || !p.editor.receive(p, c) {
			p.sendReply(c, fmt.Errorf("no command is named %q", c.Do))
		}
		return
	}
	if err = p.refuses(c); err == nil {
		err = do(p, c)
	}
	p.sendReply(c, err)
}

// refuses returns the reason why a command cannot be carried out now, or nil.
func (p *Player) refuses(c *command) error {
	switch {
	case p.run.World == nil && !slices.Contains(always, c.Do):
		return errNoWorld
	case p.replay != nil && slices.Contains(edits, c.Do):
		return errReplay
	}
	return nil
}

func (p *Player) doLoad(c *command) error {
	if err := p.open(c); err != nil {
		return err
	}
	p.sendCamera()
	p.sendWorlds()
	p.sendStatus()
	return nil
}

func (p *Player) doWatch(c *command) error {
	p.encoder.Layers = c.Layers & view.AllLayers
	p.watching = true
	p.sendFrame()
	p.sendKeyframe()
	p.sendStatus()
	return nil
}

func (p *Player) doUnwatch(*command) error {
	p.watching = false
	return nil
}

func (p *Player) doLayers(c *command) error {
	p.encoder.Layers = c.Layers & view.AllLayers
	if p.paused {
		p.sendFrame() // nothing else would bring the new layers
	}
	return nil
}

func (p *Player) doKeyframe(*command) error {
	p.sendKeyframe()
	return nil
}

func (p *Player) doPause(*command) error {
	p.paused = true
	p.sendStatus()
	return nil
}

func (p *Player) doResume(*command) error {
	p.paused, p.behind = false, 0
	p.sendStatus()
	return nil
}

func (p *Player) doStep(c *command) error {
	if c.Ticks < 0 || c.Ticks > mostStepping {
		return fmt.Errorf("ticks: %d is not between 0 and %d", c.Ticks, mostStepping)
	}
	for range max(1, c.Ticks) {
		if !p.tick() {
			break
		}
	}
	p.sendFrame()
	p.sendStatus()
	return nil
}

func (p *Player) doSpeed(c *command) error {
	if !(c.Speed >= slowest && c.Speed <= fastest) {
		return fmt.Errorf("speed: %g is not between %g and %g", c.Speed, slowest, fastest)
	}
	p.speed = c.Speed
	p.sendStatus()
	return nil
}

func (p *Player) body(c *command) (world.Body, error) {
	if c.Body != nil && c.Body[0] != 0 {
		id := world.BodyID(uint64(c.Body[1])<<32 | uint64(c.Body[0]))
		if b := p.run.World.BodyByID(id); b.Valid() {
			return b, nil
		}
	}
	return world.Body{}, errors.New("body: there is no such body")
}

// drag is the spring by which the page pulls a body.
type drag struct{ joint world.Mouse }

// pull is the largest force of the spring, in multiples of the body's weight at 10 units of length
// per s^2.
const pull = 150

func (p *Player) doGrab(c *command) error {
	b, err := p.body(c)
	if err != nil {
		return err
	}
	if b.Type() != body.Dynamic {
		return errors.New("body: only dynamic bodies can be pulled")
	}
	if err := p.doDrop(c); err != nil {
		return err
	}
	def := world.MouseAt(b, mgl64.Vec2{c.X, c.Y})
	def.MaxForce = pull * 10 * b.Mass() * p.run.World.Config().LengthUnit
	p.drag.joint, err = p.run.World.CreateMouse(p.run.World.Ground(), b, def)
	if err != nil {
		return err
	}
	return b.Wake()
}

func (p *Player) doDrag(c *command) error {
	if !p.drag.joint.Valid() {
		return errors.New("nothing is being pulled")
	}
	return p.drag.joint.SetTarget(mgl64.Vec2{c.X, c.Y})
}

func (p *Player) doDrop(*command) error {
	if !p.drag.joint.Valid() {
		return nil
	}
	err := p.drag.joint.Destroy()
	p.drag = drag{}
	return err
}

// doRestore continues the world from an earlier tick.
func (p *Player) doRestore(c *command) error {
	if p.replay != nil {
		return p.seek(c.Tick)
	}
	if err := p.doDrop(c); err != nil {
		return err
	}
	if err := p.past.restore(p.run, c.Tick); err != nil {
		return err
	}
	p.showRestored()
	if p.editor != nil {
		return p.editor.restored()
	}
	return nil
}

// seek goes to a tick of the recording, counted from its beginning.
func (p *Player) seek(tick uint64) error {
	if tick > uint64(p.ticks) {
		return fmt.Errorf("tick: %d is not one of the %d of the recording", tick, p.ticks)
	}
	if err := p.replay.SeekTick(int(tick)); err != nil {
		return err
	}
	p.follow(p.replay.World())
	p.showRestored()
	return nil
}

// showRestored shows the page a world whose time has jumped.
func (p *Player) showRestored() {
	p.behind = 0
	p.encoder.Reset()
	p.sendFrame()
	p.sendStatus()
}
