package inspect

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/view"
	"github.com/go-gl/mathgl/mgl64"
)

// The messages to clients, see world/view/FORMAT.md.
type (
	hello struct {
		Type    string       `json:"type"`
		Version int          `json:"version"`
		Edit    bool         `json:"edit"`
		Worlds  []worldEntry `json:"worlds"`
	}
	worldEntry struct {
		ID       int    `json:"id"`
		Name     string `json:"name"`
		Edit     bool   `json:"edit"`
		Document bool   `json:"document,omitempty"` // it has one, see OfDocument
	}
	status struct {
		Type    string   `json:"type"`
		World   int      `json:"world"`
		Paused  bool     `json:"paused"`
		Speed   float64  `json:"speed"`
		Edit    bool     `json:"edit"`
		Ticks   uint64   `json:"ticks"`
		History []uint64 `json:"history,omitempty"`
	}
	reply struct {
		Type      string          `json:"type"`
		ID        json.RawMessage `json:"id,omitempty"`
		OK        bool            `json:"ok"`
		Error     string          `json:"error,omitempty"`
		Body      *[2]uint32      `json:"body,omitempty"`
		Colliders [][2]uint32     `json:"colliders,omitempty"`
		Answer    json.RawMessage `json:"answer,omitempty"` // about the document
	}
)

func failure(text string) reply { return reply{Type: "reply", Error: text} }

// command is a message of a client.
type command struct {
	ID     json.RawMessage `json:"id"`
	Do     string          `json:"do"`
	World  int             `json:"world"`
	Layers view.Layers     `json:"layers"`
	Hz     float64         `json:"hz"`
	Ahead  int             `json:"ahead"`
	Frames int             `json:"frames"`
	Body   *[2]uint32      `json:"body"`
	X      float64         `json:"x"`
	Y      float64         `json:"y"`
	Ticks  int             `json:"ticks"`
	Tick   uint64          `json:"tick"`
	Speed  float64         `json:"speed"`
	Field  string          `json:"field"`
	Value  float64         `json:"value"`

	text []byte // the whole message
}

// The answers to commands that cannot be carried out.
var (
	errNoWorld  = errors.New("no world is watched")
	errNoEdit   = errors.New("the world was attached without inspect.Edit")
	errNoBody   = errors.New("body: there is no such body")
	errBusy     = errors.New("too many commands wait for the next step of the game")
	errTooLarge = errors.New("id: longer than 32 bytes")
)

// mostID is the length of the id of a command, which comes back in the reply.
const mostID = 32

// own are the commands that the socket carries out itself.
var own = map[string]func(*socket, *command) error{
	"watch": (*socket).watch, "unwatch": (*socket).unwatch, "layers": watching((*client).setLayers),
	"keyframe": watching((*client).wantKeyframe), "seen": watching((*client).countSeen),
	"scrub": watching((*client).scrub), "live": watching((*client).live),
}

// watching returns the command of a socket that must watch a world.
func watching(do func(*client, *command) error) func(*socket, *command) error {
	return func(s *socket, m *command) error {
		c := s.watching.Load()
		if c == nil {
			return errNoWorld
		}
		return do(c, m)
	}
}

// job is a command that runs between two steps of the game.
type job struct {
	edits bool // it needs Edit
	run   func(*Attached, *client, *command, *reply) error
}

var jobs = map[string]job{
	"body":   {false, doBody},
	"follow": {false, doFollow},
	"pick":   {false, doPick},
	"pause":  {true, func(a *Attached, _ *client, _ *command, _ *reply) error { return a.pause(true) }},
	"resume": {true, func(a *Attached, _ *client, _ *command, _ *reply) error { return a.pause(false) }},
	"step":   {true, func(a *Attached, _ *client, m *command, _ *reply) error { return a.step(m.Ticks) }},
	"speed":  {true, func(a *Attached, _ *client, m *command, _ *reply) error { return a.setSpeed(m.Speed) }},
	"grab":   {true, doGrab},
	"drag":   {true, func(a *Attached, c *client, m *command, _ *reply) error { return a.drag(c, mgl64.Vec2{m.X, m.Y}) }},
	"drop": {true, func(a *Attached, c *client, _ *command, _ *reply) error {
		a.dropAll(c)
		return nil
	}},
	"set":     {true, doSet},
	"restore": {true, func(a *Attached, _ *client, m *command, _ *reply) error { return a.restore(m.Tick) }},
}

// carryOut carries out a message of a client, and ensures that the client gets a reply.
func (s *socket) carryOut(text []byte) {
	m := command{text: text}
	if err := json.Unmarshal(text, &m); err != nil {
		s.say(failure("not a command: " + err.Error()))
		return
	}
	r := reply{Type: "reply", ID: m.ID}
	if len(m.ID) > mostID {
		s.finish(reply{Type: "reply"}, errTooLarge)
		return
	}
	if do, ok := own[m.Do]; ok {
		s.finish(r, do(s, &m))
		return
	}
	j, ok := jobs[m.Do]
	c := s.watching.Load()
	if c != nil && strings.HasPrefix(m.Do, "edit-") {
		j, ok = c.of.editJob(m.Do), true
	}
	switch {
	case !ok:
		s.finish(r, fmt.Errorf("no command is named %.32q", m.Do))
	case c == nil:
		s.finish(r, errNoWorld)
	case j.edits && !c.of.edit:
		s.finish(r, errNoEdit)
	case !c.of.post(func() { s.finish(r, c.runJob(j, &m, &r)) }):
		s.finish(r, errBusy)
	}
}

func (s *socket) finish(r reply, err error) {
	if r.OK = err == nil; err != nil {
		r.Error = err.Error()
	}
	s.say(r)
}

// bodyOf returns the body that a command names.
func (a *Attached) bodyOf(m *command) (world.Body, error) {
	if m.Body != nil && m.Body[0] != 0 {
		if b := a.world.BodyByID(world.BodyID(uint64(m.Body[1])<<32 | uint64(m.Body[0]))); b.Valid() {
			return b, nil
		}
	}
	return world.Body{}, errNoBody
}

// idOf returns the slot and the generation of an identity.
func idOf[T ~uint64](id T) [2]uint32 { return [2]uint32{uint32(id), uint32(id >> 32)} }

func doBody(a *Attached, c *client, m *command, _ *reply) error {
	b, err := a.bodyOf(m)
	if err == nil {
		c.socket.say(view.Describe(a.world, b))
	}
	return err
}

func doFollow(a *Attached, c *client, m *command, _ *reply) error {
	c.followed = 0
	if m.Body == nil {
		return nil
	}
	b, err := a.bodyOf(m)
	if err == nil {
		c.followed = b.ID()
	}
	return err
}

// mostPicked is the number of colliders that a reply lists.
const mostPicked = 64

func doPick(a *Attached, _ *client, m *command, r *reply) error {
	for c := range a.world.OverlapPoint(mgl64.Vec2{m.X, m.Y}, world.QueryFilter{}) {
		if len(r.Colliders) == mostPicked {
			break
		}
		if r.Body == nil {
			id := idOf(c.Body().ID())
			r.Body = &id
		}
		r.Colliders = append(r.Colliders, idOf(c.ID()))
	}
	return nil
}

func doGrab(a *Attached, c *client, m *command, _ *reply) error {
	b, err := a.bodyOf(m)
	if err != nil {
		return err
	}
	return a.grab(c, b, mgl64.Vec2{m.X, m.Y})
}

func doSet(a *Attached, _ *client, m *command, _ *reply) error {
	b, err := a.bodyOf(m)
	if err != nil {
		return err
	}
	return view.Set(b, m.Field, m.Value)
}

// tellStatus sends the watchers the state of the world's time.
func (a *Attached) tellStatus() {
	s := &status{
		Type: "status", World: a.id, Paused: a.control.paused, Speed: a.control.speed, Edit: a.edit, Ticks: a.world.Ticks(), History: a.past.span(),
	}
	a.status.Store(s)
	for _, c := range a.listening {
		c.socket.say(s)
	}
}

// runJob carries out a command between two steps, for a client that still watches.
func (c *client) runJob(j job, m *command, r *reply) error {
	if c.socket.watching.Load() != c {
		return errNoWorld
	}
	return j.run(c.of, c, m, r)
}
