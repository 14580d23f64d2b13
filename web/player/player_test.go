package player_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/testdata/scenes"
	"github.com/carom2d/carom/web/player"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/view"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// page is the other side of a Player: it keeps the last message of each type and reads all frames.
type page struct {
	*player.Player
	t        *testing.T
	messages map[string]map[string]any // the last of each type
	received map[string]int            // messages of each type
	decoder  view.Decoder
	frames   int
}

func newPage(t *testing.T) *page {
	p := &page{t: t, messages: map[string]map[string]any{}, received: map[string]int{}}
	p.Player = player.New(player.Config{
		Scenes: build, Documents: player.Document,
		Text: func(text []byte) {
			var m map[string]any
			require.NoError(t, json.Unmarshal(text, &m))
			p.messages[m["type"].(string)] = m
			p.received[m["type"].(string)]++
		},
		Frame: func(frame []byte) {
			require.NoError(t, p.decoder.Decode(frame))
			p.frames++
		},
	})
	p.Edit()
	return p
}

// build knows one scene: a crate that falls on a floor, from a height.
func build(name string, settings map[string]float64) (player.Run, error) {
	if name != "crate" {
		return player.Run{}, errors.New("no such scene")
	}
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static, Name: "floor"}))
	world.Must(floor.Attach(shape.Segment{A: mgl64.Vec2{-20, 0}, B: mgl64.Vec2{20, 0}}, world.ColliderDef{}))
	crate := world.Must(w.CreateBody(body.Def{Name: "crate", Position: mgl64.Vec2{0, 1 + settings["height"]}}))
	world.Must(crate.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	return player.Run{World: w}, nil
}

// do sends a command and returns the sentence of a refusal, or "".
func (p *page) do(command string, args ...any) string {
	p.Receive(fmt.Appendf(nil, command, args...))
	reply := p.messages["reply"]
	if reply["ok"] == true {
		return ""
	}
	require.NotEmpty(p.t, reply["error"])
	return reply["error"].(string)
}

// open loads the crate and watches it.
func open(t *testing.T) *page {
	p := newPage(t)
	require.Empty(t, p.do(`{"id":1,"do":"load","scene":"crate","settings":{"height":1}}`))
	require.Empty(t, p.do(`{"id":2,"do":"watch","world":1,"layers":8191}`))
	return p
}

func (p *page) seconds(s float64) {
	for range int(s*60 + 0.5) {
		p.Advance(1.0 / 60)
	}
}

func (p *page) crate() world.Body {
	for b := range p.World().Bodies() {
		if b.Name() == "crate" {
			return b
		}
	}
	return world.Body{}
}

func (p *page) name() string {
	id := uint64(p.crate().ID())
	return fmt.Sprintf("[%d,%d]", uint32(id), id>>32)
}

func TestWorldRunsAtItsSpeedAndPauses(t *testing.T) {
	p := open(t)
	require.Equal(t, "crate", p.messages["worlds"]["worlds"].([]any)[0].(map[string]any)["name"])
	p.seconds(1)
	require.InDelta(t, 60, p.World().Ticks(), 1)
	require.InDelta(t, 60, p.frames, 3)
	require.Empty(t, p.do(`{"do":"speed","speed":0.25}`))
	before := p.World().Ticks()
	p.seconds(2)
	require.InDelta(t, before+30, p.World().Ticks(), 1)
	require.Empty(t, p.do(`{"do":"pause"}`))
	require.Equal(t, true, p.messages["status"]["paused"])
	before = p.World().Ticks()
	p.seconds(1)
	require.Equal(t, before, p.World().Ticks())
	require.Empty(t, p.do(`{"do":"step","ticks":7}`))
	require.Equal(t, before+7, p.World().Ticks())
	require.Equal(t, before+7, p.decoder.Picture().Ticks)
	require.Empty(t, p.do(`{"do":"resume"}`))
	p.seconds(1)
	require.InDelta(t, before+7+15, p.World().Ticks(), 1)
}

// A program may sleep for as long as Due says: until a tick is due at the present speed, for good
// while the world is paused, and until the followed body is described again.
func TestDueIsTimeOfNextWork(t *testing.T) {
	p := newPage(t)
	require.True(t, math.IsInf(p.Due(), 1), "without a world")
	require.Empty(t, p.do(`{"id":1,"do":"load","scene":"crate","settings":{"height":1}}`))
	require.True(t, math.IsInf(p.Due(), 1), "nobody watches")
	require.Empty(t, p.do(`{"id":2,"do":"watch","world":1,"layers":8191}`))
	for _, speed := range []float64{1, 0.25, 4} {
		require.Empty(t, p.do(`{"do":"speed","speed":%g}`, speed))
		p.Advance(1.0 / 100)
		for range 20 {
			due, before := p.Due(), p.World().Ticks()
			require.Positive(t, due)
			p.Advance(0.99 * due)
			require.Equal(t, before, p.World().Ticks(), "it was not due")
			p.Advance(0.01*due + 1e-9)
			require.Equal(t, before+1, p.World().Ticks(), "it was due")
		}
	}
	require.Empty(t, p.do(`{"do":"pause"}`))
	require.True(t, math.IsInf(p.Due(), 1), "paused")
	require.Empty(t, p.do(`{"do":"follow","body":%s}`, p.name()))
	p.Advance(0.1)
	require.InDelta(t, 0.1, p.Due(), 1e-12)
	delete(p.messages, "body")
	p.Advance(p.Due() + 1e-9)
	require.Contains(t, p.messages, "body")
}

// A long time without a call, as in a page that was hidden, does not run for long.
func TestLongPauseIsNotMadeUp(t *testing.T) {
	p := open(t)
	p.Advance(1000)
	require.Less(t, p.World().Ticks(), uint64(20))
	before := p.World().Ticks()
	p.Advance(1.0 / 60)
	require.LessOrEqual(t, p.World().Ticks(), before+2)
}

func TestPictureIsThatOfTheWorld(t *testing.T) {
	p := open(t)
	p.seconds(0.5)
	require.Empty(t, p.do(`{"do":"layers","layers":1}`))
	p.seconds(0.1)
	require.Equal(t, view.Contacts, p.decoder.Picture().Layers)
	got := p.decoder.Picture().Bodies[uint32(p.crate().ID())]
	require.InDelta(t, p.crate().WorldCenter()[1], got.Position[1], 1e-5)
}

func TestBodyIsPulled(t *testing.T) {
	p := open(t)
	p.seconds(2)
	require.Empty(t, p.do(`{"do":"grab","body":%s,"x":0.3,"y":0.6}`, p.name()))
	require.Empty(t, p.do(`{"do":"drag","x":5,"y":4}`))
	p.seconds(2)
	point := p.crate().Position()
	require.InDelta(t, 5, point[0], 0.7)
	require.InDelta(t, 4, point[1], 0.7)
	require.Empty(t, p.do(`{"do":"drop"}`))
	require.Zero(t, p.World().Counters().Joints)
	p.seconds(3)
	require.InDelta(t, 0.5, p.crate().Position()[1], 0.05)
	require.Contains(t, p.do(`{"do":"drag","x":1,"y":1}`), "nothing is being pulled")
}

// The spring is as strong in a scene whose lengths are pixels.
func TestBodyIsPulledInPixels(t *testing.T) {
	p := newPage(t)
	require.Empty(t, p.do(`{"do":"load","document":{"version":1,"world":{"gravity":[0,-1000],"lengthUnit":100},
		"bodies":[{"name":"crate","colliders":[{"type":"box","halfExtents":[50,50]}]}]}}`))
	require.Empty(t, p.do(`{"do":"watch","world":1,"layers":8191}`))
	require.Empty(t, p.do(`{"do":"grab","body":%s,"x":0,"y":0}`, p.name()))
	require.Empty(t, p.do(`{"do":"drag","x":300,"y":200}`))
	p.seconds(1)
	require.InDelta(t, 0, p.crate().Position().Sub(mgl64.Vec2{300, 200}).Len(), 25)
}

func TestWorldGoesOnFromAnEarlierTick(t *testing.T) {
	p := open(t)
	p.seconds(1)
	tick, hash := p.World().Ticks(), p.World().StateHash()
	p.seconds(3)
	end, last := p.World().Ticks(), p.World().StateHash()
	require.NotEqual(t, hash, last)
	require.Empty(t, p.do(`{"do":"restore","tick":%d}`, tick))
	require.Equal(t, hash, p.World().StateHash())
	require.Equal(t, tick, p.decoder.Picture().Ticks)
	require.Empty(t, p.do(`{"do":"pause"}`))
	require.Empty(t, p.do(`{"do":"step","ticks":%d}`, end-tick))
	require.Equal(t, last, p.World().StateHash())
	require.Contains(t, p.do(`{"do":"restore","tick":%d}`, end+1), "not one of the last seconds")
}

// The past is twenty seconds long, and the world can go on from its first tick.
func TestPastIsBounded(t *testing.T) {
	p := open(t)
	require.Empty(t, p.do(`{"do":"pause"}`))
	require.Empty(t, p.do(`{"do":"step","ticks":1000}`))
	require.Empty(t, p.do(`{"do":"step","ticks":1000}`))
	history := p.messages["status"]["history"].([]any)
	require.InDelta(t, 2000-20*60, history[0].(float64), 15)
	require.Contains(t, p.do(`{"do":"restore","tick":%d}`, int(history[0].(float64))-1), "not one")
	require.Empty(t, p.do(`{"do":"restore","tick":%d}`, int(history[0].(float64))))
}

func TestBodyIsDescribed(t *testing.T) {
	p := open(t)
	p.seconds(2)
	require.Empty(t, p.do(`{"do":"follow","body":%s}`, p.name()))
	d := p.messages["body"]
	require.Equal(t, "crate", d["name"])
	require.Equal(t, "dynamic", d["kind"])
	require.Equal(t, []any{p.crate().Position()[0], p.crate().Position()[1]}, d["position"])
	contact := d["contacts"].([]any)[0].(map[string]any)
	require.Equal(t, "floor", contact["name"])
	require.InDelta(t, 1.0*10/60, contact["impulse"].([]any)[1], 0.02, "the floor carries the weight for a tick")
	require.Len(t, contact["points"], 2)
	require.Equal(t, "polygon", d["colliders"].([]any)[0].(map[string]any)["shape"])
	require.Empty(t, p.do(`{"do":"grab","body":%s,"x":0,"y":0.5}`, p.name()))
	p.seconds(0.2)
	require.Equal(t, "mouse", p.messages["body"]["joints"].([]any)[0].(map[string]any)["kind"])
	require.Empty(t, p.do(`{"do":"body","body":%s}`, p.name()))
	require.Equal(t, p.World().WhyAwake(p.crate()).String(), p.messages["body"]["why"])
}

func TestFollowedBodyThatIsGone(t *testing.T) {
	p := open(t)
	require.Empty(t, p.do(`{"do":"follow","body":%s}`, p.name()))
	require.NoError(t, p.crate().Destroy())
	p.seconds(0.5)
	require.Equal(t, true, p.messages["body"]["missing"])
}

// Every number that a description has can be set, and is then what it was set to. It is set back,
// since a body that never sleeps stays awake.
func TestSettingsAreSet(t *testing.T) {
	p := open(t)
	require.Empty(t, p.do(`{"do":"pause"}`))
	require.Empty(t, p.do(`{"do":"follow","body":%s}`, p.name()))
	for field, before := range p.messages["body"]["settings"].(map[string]any) {
		for _, value := range []any{0.0, 1.0, before} {
			require.Empty(t, p.do(`{"do":"set","body":%s,"field":%q,"value":%v}`, p.name(), field, value), field)
			require.InDelta(t, value, p.messages["body"]["settings"].(map[string]any)[field], 1e-6, field)
		}
	}
	require.Contains(t, p.do(`{"do":"set","body":%s,"field":"Mood","value":1}`, p.name()), `"Mood"`)
	require.NotEmpty(t, p.do(`{"do":"set","body":%s,"field":"LinearDamping","value":-1}`, p.name()))
}

// A description says what encoding/json says of view.Description.
func TestDescriptionsAreWhole(t *testing.T) {
	p := open(t)
	p.seconds(2)
	anchor := world.Must(p.World().CreateBody(body.Def{Type: body.Static, Name: "a \"quoted\" <name> ü"}))
	world.Must(p.World().CreateRevolute(anchor, p.crate(), world.RevoluteAt(anchor, p.crate(), mgl64.Vec2{0, 3})))
	p.seconds(0.1)
	require.Empty(t, p.do(`{"do":"body","body":%s}`, p.name()))
	d := view.Describe(p.World(), p.crate())
	require.NotEmpty(t, d.Contacts)
	require.NotEmpty(t, d.Joints)
	text := world.Must(json.Marshal(d))
	var want map[string]any
	require.NoError(t, json.Unmarshal(text, &want))
	require.Equal(t, want, p.messages["body"])
}

func TestNoDocumentsWithoutAReader(t *testing.T) {
	var answer string
	p := player.New(player.Config{Scenes: build, Text: func(text []byte) { answer = string(text) }})
	p.Receive([]byte(`{"id":"seven","do":"load","document":{"version":1}}`))
	require.JSONEq(t, `{"type":"reply","id":"seven","ok":false,"error":"this program takes no documents"}`, answer)
}

func TestDocumentsAreLoaded(t *testing.T) {
	p := open(t)
	document := world.Must(scenes.Read("bridge"))
	text := world.Must(json.Marshal(string(document)))
	require.Empty(t, p.do(`{"do":"load","document":%s}`, text))
	require.Greater(t, p.World().BodyCount(), 10)
	require.Empty(t, p.do(`{"do":"load","document":%s}`, document), "an object serves as well as a text")
	require.Contains(t, p.do(`{"do":"load","document":"{\"version\":1,\"bodies\":[{\"mood\":1}]}"}`), "mood")
	require.Greater(t, p.World().BodyCount(), 10, "a world that cannot be made leaves the one that runs")
}

func TestCommandsAreRefused(t *testing.T) {
	p := newPage(t)
	for _, command := range []string{"watch", "step", "grab", "drag", "drop", "set", "follow", "restore", "layers", "keyframe", "body"} {
		require.Contains(t, p.do(`{"do":%q}`, command), "no world")
	}
	require.Contains(t, p.do(`not JSON`), "not a command")
	for _, text := range []string{
		`[]`, `3`, `{"do":7}`, `{"do":"step","ticks":1.5}`, `{"do":"step","ticks":"3"}`, `{"do":"keys","keys":256}`, `{"do":"keys","keys":-1}`,
		`{"do":"point","x":true}`, `{"do":"point","x":1e999}`, `{"do":"point","down":1}`, `{"do":"body","body":[1]}`, `{"do":"body","body":[1,"2"]}`,
		`{"do":"body","body":[-1,2]}`, `{"do":"load","scene":"crate","settings":{"height":"high"}}`, `{"do":"load"} {}`,
	} {
		require.Contains(t, p.do("%s", text), "not a command", text)
	}
	require.Contains(t, p.do(`{"do":"fly"}`), `"fly"`)
	require.Contains(t, p.do(`{"do":"load","scene":"castle"}`), "no such scene")
	p = open(t)
	for _, speed := range []string{"0", "-1", "5", "1e308"} {
		require.Contains(t, p.do(`{"do":"speed","speed":%s}`, speed), "speed")
	}
	require.Contains(t, p.do(`{"do":"step","ticks":-1}`), "ticks")
	require.Contains(t, p.do(`{"do":"step","ticks":100000}`), "ticks")
	for _, b := range []string{"[0,0]", "[77,1]", "[1,99]", "null"} {
		require.Contains(t, p.do(`{"do":"grab","body":%s,"x":0,"y":0}`, b), "no such body")
	}
	require.Contains(t, p.do(`{"do":"grab","body":[1,1],"x":0,"y":0}`), "only dynamic")
	require.NotEmpty(t, p.do(`{"do":"grab","body":%s,"x":1e400,"y":0}`, p.name()))
}
