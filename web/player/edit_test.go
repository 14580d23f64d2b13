package player_test

import (
	"encoding/json"
	"testing"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/testdata/scenes"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/gogen"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

const cart = `{"version": 1, "description": "a cart", "world": {"gravity": [0, -10]},
"materials": [{"name": "rubber", "friction": 1}, {"name": "ice", "friction": 0}],
"bodies": [
 {"name": "floor", "type": "static", "colliders": [{"type": "box", "halfExtents": [20, 0.5], "center": [0, -0.5]}]},
 {"name": "cart", "position": [0, 1], "colliders": [{"type": "box", "halfExtents": [1, 0.25], "material": "rubber"}]},
 {"name": "wheel", "position": [0, 0.75], "colliders": [{"type": "circle", "radius": 0.5}]}],
"joints": [{"type": "wheel", "a": "cart", "b": "wheel", "localAnchorA": [0, -0.25], "localAxisA": [0, 1], "springHertz": 4}],
"areas": [{"shape": {"type": "circle", "radius": 1}, "position": [9, 9], "effects": [{"type": "gravity", "acceleration": [0, 5]}]}]}`

// answerTo sends a command and reads its reply.
func answerTo[T any](t *testing.T, p *page, command string, args ...any) (answer T) {
	t.Helper()
	require.Empty(t, p.do(command, args...))
	text := world.Must(json.Marshal(p.messages["reply"]["answer"]))
	require.NoError(t, json.Unmarshal(text, &answer))
	return answer
}

type faults struct {
	Errors []struct{ Path, Text string }
}

func TestDocumentIsChecked(t *testing.T) {
	p := newPage(t)
	require.Empty(t, answerTo[faults](t, p, `{"do":"edit-check","document":%s}`, cart).Errors)
	bad := answerTo[faults](t, p, `{"do":"edit-check","document":{"version":1,"bodies":[{"colliders":[{"type":"circle","radius":-1}]}],"joints":[{"type":"weld","a":"nobody"}]}}`)
	require.Len(t, bad.Errors, 2)
	require.Equal(t, "/bodies/0/colliders/0/radius", bad.Errors[0].Path)
	require.Contains(t, bad.Errors[0].Text, "must be positive")
	require.Equal(t, "/joints/0/a", bad.Errors[1].Path)
	require.Nil(t, p.World())
}

// A document is opened standing still; one with errors leaves the world that was.
func TestDocumentIsOpened(t *testing.T) {
	p := newPage(t)
	require.Empty(t, answerTo[faults](t, p, `{"do":"edit-open","document":%s}`, cart).Errors)
	require.Equal(t, true, p.messages["status"]["paused"])
	w := p.World()
	require.Equal(t, 3, w.Counters().Bodies)
	require.NotEmpty(t, answerTo[faults](t, p, `{"do":"edit-open","document":{"version":2}}`).Errors)
	require.Same(t, w, p.World())
}

// What is captured before the first tick is the document, and later it is where the bodies are.
func TestWorldIsCaptured(t *testing.T) {
	p := newPage(t)
	require.Empty(t, p.do(`{"do":"edit-open","document":%s}`, cart))
	type captured struct{ Document json.RawMessage }
	s := world.Must(scene.Parse(answerTo[captured](t, p, `{"do":"edit-capture"}`).Document))
	given := world.Must(scene.Parse([]byte(cart)))
	want := world.Must(given.Encode())
	got := world.Must(s.Encode())
	require.Equal(t, string(want), string(got))

	require.Empty(t, p.do(`{"do":"watch","world":1,"layers":0}`))
	require.Empty(t, p.do(`{"do":"resume"}`))
	p.seconds(1)
	s = world.Must(scene.Parse(answerTo[captured](t, p, `{"do":"edit-capture"}`).Document))
	require.NotEqual(t, mgl64.Vec2{0, 1}, s.Bodies[1].Def.Position)
	require.Equal(t, []string{"rubber", "ice"}, []string{s.Materials[0].Name, s.Materials[1].Name}, "also what nothing uses")
	require.Equal(t, "a cart", s.Description)
}

// Every scene of the repository can be opened, captured and opened again.
func TestScenesAreCaptured(t *testing.T) {
	for _, name := range scenes.Names() {
		p := newPage(t)
		text := world.Must(scenes.Read(name))
		require.Empty(t, answerTo[faults](t, p, `{"do":"edit-open","document":%s}`, text).Errors, name)
		before := p.World().Counters()
		captured := answerTo[struct{ Document json.RawMessage }](t, p, `{"do":"edit-capture"}`).Document
		require.Empty(t, answerTo[faults](t, p, `{"do":"edit-open","document":%s}`, captured).Errors, name)
		require.Equal(t, before, p.World().Counters(), name)
		p.World().Close()
	}
}

// After a return to a tick before a joint was edited, all edits of the joint were refused: the
// editor had the handle of a joint that did not exist yet.
func TestEditsOfThePast(t *testing.T) {
	p := newPage(t)
	set := func(pointer, value string) string {
		return p.do(`{"do":"edit-set","pointer":%q,"setting":%s}`, pointer, value)
	}
	motor := func() float64 {
		s := world.Must(scene.FromWorld(p.World()))
		return s.Joints[0].Def.(joint.Wheel).MotorSpeed
	}
	require.Empty(t, p.do(`{"do":"edit-open","document":%s}`, cart))
	require.Empty(t, set("/joints/0/maxMotorTorque", "50"))
	require.Empty(t, p.do(`{"do":"step","ticks":40}`))
	require.Empty(t, set("/joints/0/motorSpeed", "-5"))
	require.Empty(t, set("/bodies/1/colliders/0/sensor", "true"))
	require.Empty(t, p.do(`{"do":"step","ticks":20}`))
	want := p.World().StateHash()
	for range 2 {
		require.Empty(t, p.do(`{"do":"restore","tick":20}`))
		require.Equal(t, -5.0, motor(), "the edit acts from there")
		require.Empty(t, set("/joints/0/motorSpeed", "3"))
		require.Empty(t, set("/bodies/1/colliders/0/sensor", "false"))
		require.Equal(t, 3.0, motor())
		require.Empty(t, set("/joints/0/motorSpeed", "-5"))
		require.Empty(t, set("/bodies/1/colliders/0/sensor", "true"))
	}
	require.Empty(t, p.do(`{"do":"restore","tick":0}`))
	require.Empty(t, p.do(`{"do":"step","ticks":60}`))
	require.NotEqual(t, want, p.World().StateHash(), "the motor turned from the start")
	require.Equal(t, 3, p.World().Counters().Bodies)
	require.Equal(t, 1, p.World().Counters().Joints)
}

func TestPropertiesChangeWhileTheWorldRuns(t *testing.T) {
	p := newPage(t)
	require.Equal(t, "no world is loaded", p.do(`{"do":"edit-set","pointer":"/bodies/1/angle","setting":1}`))
	require.Empty(t, p.do(`{"do":"edit-open","document":%s}`, cart))
	set := func(pointer, value string) string {
		return p.do(`{"do":"edit-set","pointer":%q,"setting":%s}`, pointer, value)
	}
	require.Empty(t, set("/bodies/1/linearDamping", "2"))
	require.Empty(t, set("/bodies/1/position", "[3, 4]"))
	require.Empty(t, set("/bodies/1/colliders/0/material", `"ice"`))
	require.Empty(t, set("/bodies/2/colliders/0/radius", "0.25"))
	require.Empty(t, set("/bodies/2/colliders/0/density", "3"))
	require.Empty(t, set("/joints/0/motorSpeed", "-5"))
	require.Empty(t, set("/joints/0/maxMotorTorque", "50"))
	require.Empty(t, set("/areas/0/position", "[1, 2]"))
	s := world.Must(scene.FromWorld(p.World()))
	require.Equal(t, 2.0, s.Bodies[1].Def.LinearDamping)
	require.Equal(t, mgl64.Vec2{3, 4}, s.Bodies[1].Def.Position)
	require.Zero(t, s.Materials[0].Friction)
	require.Equal(t, shape.Circle{Radius: 0.25}, s.Bodies[2].Colliders[0].Shape)
	require.Equal(t, 3.0, s.Bodies[2].Colliders[0].Def.Density)
	require.Contains(t, string(world.Must(s.Encode())), `"motorSpeed": -5`)
	require.Equal(t, mgl64.Vec2{1, 2}, s.Areas[0].Def.Position)
	require.Empty(t, set("/joints/0/motorSpeed", "null"))
	s = world.Must(scene.FromWorld(p.World()))
	require.NotContains(t, string(world.Must(s.Encode())), `motorSpeed`)

	hash := p.World().StateHash()
	for pointer, sentence := range map[string]string{
		"/bodies/1/linearDamping": "must not be negative", "/bodies/9/angle": "cannot change", "/bodies/x/angle": "cannot change",
		"/materials/0/friction": "must not be negative", "/version": "must not be negative", "": "cannot change", "/joints/0/a": "wrong type", "/bodies/1/colliders/0/sensor": "wrong type",
		"/joints/0/localAxisA/x": "cannot change",
	} {
		require.Contains(t, set(pointer, "-1"), sentence, pointer)
	}
	require.Equal(t, hash, p.World().StateHash(), "what is refused changes nothing")
	require.Empty(t, set("/bodies/1/colliders/0/sensor", "true"))
	s = world.Must(scene.FromWorld(p.World()))
	require.True(t, s.Bodies[1].Colliders[0].Def.Sensor, "another collider has taken its place")
}

// A line that crosses itself, drawn around a shape with a dent, gives convex polygons.
func TestOutlineIsDecomposed(t *testing.T) {
	p := newPage(t)
	type outlined struct{ Polygons [][]mgl64.Vec2 }
	area := func(polygons [][]mgl64.Vec2) (sum float64) {
		for _, points := range polygons {
			made := world.Must(shape.NewPolygon(points, 0))
			mass := world.Must(shape.MassOf(made, 1))
			sum += mass.Mass
		}
		return sum
	}
	dented := answerTo[outlined](t, p, `{"do":"edit-outline","points":[[0,0],[4,0],[4,4],[2,1],[0,4]]}`).Polygons
	require.Greater(t, len(dented), 1)
	require.InDelta(t, 10, area(dented), 1e-9)
	crossed := answerTo[outlined](t, p, `{"do":"edit-outline","points":[[0,0],[4,4],[4,0],[0,4]],"tolerance":0.01}`).Polygons
	require.InDelta(t, 8, area(crossed), 1e-6)
	require.Empty(t, answerTo[outlined](t, p, `{"do":"edit-outline","points":[[0,0],[1,0],[2,0]]}`).Polygons)
	require.NotEmpty(t, p.do(`{"do":"edit-outline","points":[[0,0]],"tolerance":0.1}`))
}

// The brush adds ground, cuts holes into it and takes it away; what comes out are chains of a
// scene.
func TestGroundIsPainted(t *testing.T) {
	p := newPage(t)
	type painted struct{ Loops [][]mgl64.Vec2 }
	loops := answerTo[painted](t, p, `{"do":"edit-brush","stroke":{"points":[[0,0],[4,0],[8,1]],"radius":1}}`).Loops
	require.Len(t, loops, 1)
	require.NoError(t, shape.Chain{Points: loops[0], Closed: true}.Validate())
	text := world.Must(json.Marshal(loops))
	holed := answerTo[painted](t, p, `{"do":"edit-brush","stroke":{"loops":%s,"points":[[4,0]],"radius":0.5,"erase":true}}`, text).Loops
	require.Len(t, holed, 2)
	require.Positive(t, signedArea(holed[0]))
	require.Negative(t, signedArea(holed[1]), "a hole runs clockwise: a cave")
	gone := answerTo[painted](t, p, `{"do":"edit-brush","stroke":{"loops":%s,"points":[[0,0],[8,1]],"radius":3,"erase":true}}`, text).Loops
	require.Empty(t, gone)
	for _, bad := range []string{`{"points":[],"radius":1}`, `{"points":[[0,0]],"radius":0}`, `{"points":[[0,0]],"radius":1e9}`} {
		require.NotEmpty(t, p.do(`{"do":"edit-brush","stroke":%s}`, bad), bad)
	}
	require.Contains(t, p.do(`{"do":"edit-brush"}`), "Stroke")
}

func signedArea(points []mgl64.Vec2) (sum float64) {
	for i, a := range points {
		b := points[(i+1)%len(points)]
		sum += a[0]*b[1] - a[1]*b[0]
	}
	return sum / 2
}

func TestSchemaIsTold(t *testing.T) {
	answer := answerTo[struct{ Schema scene.Schema }](t, newPage(t), `{"do":"edit-schema"}`)
	require.Equal(t, *scene.Describe(), answer.Schema)
}

func TestDocumentBecomesGo(t *testing.T) {
	p := newPage(t)
	text := answerTo[struct{ Text string }](t, p, `{"do":"edit-go","document":%s}`, cart).Text
	s := world.Must(scene.Parse([]byte(cart)))
	want := world.Must(gogen.Generate(s, gogen.Options{}))
	require.Equal(t, string(want), text)
	require.Contains(t, p.do(`{"do":"edit-go","document":{"version":1,"joints":[{"type":"weld","a":"nobody"}]}}`), "names nothing")
}
