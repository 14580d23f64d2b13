package live_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/carom2d/carom/world/scene/live"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

const geared = `{"version": 1, "bodies": [{"name": "a", "colliders": [{"type": "circle", "radius": 1}]}, {"name": "b", "position": [3, 0], "colliders": [{"type": "circle", "radius": 1}]}],
"joints": [{"type": "revolute", "b": "a"}, {"type": "revolute", "b": "b", "localAnchorA": [3, 0]}, {"type": "gear", "first": 0, "second": 1, "ratio": -1}]}`

// A gear turns with the ratio that it is given, and outlasts a change of its joints and of their
// places.
func TestGearsChange(t *testing.T) {
	d, w := open(t, geared)
	ratio := func() float64 {
		a, _ := d.Body("/bodies/0")
		b, _ := d.Body("/bodies/1")
		require.NoError(t, a.SetAngularVelocity(4))
		require.NoError(t, b.SetAngularVelocity(0))
		for range 30 {
			w.Tick()
		}
		return a.AngularVelocity() / b.AngularVelocity()
	}
	gear := func() string { return "/joints/" + fmt.Sprint(len(d.Scene().Joints)-1) }
	require.InDelta(t, 1, ratio(), 1e-3, "angle of a less that of b")
	require.NoError(t, d.Set(gear()+"/ratio", []byte("-2")))
	require.InDelta(t, 2, ratio(), 1e-3)
	require.NoError(t, d.Set("/joints/1/maxMotorTorque", []byte("0.5")), "the gear goes with its joint, and comes again")
	require.Equal(t, 3, w.Counters().Joints)
	require.InDelta(t, 2, ratio(), 0.1)

	pointer := world.Must(d.Add("joints", 0, []byte(`{"type": "friction", "b": "a", "torque": 0.01}`)))
	require.Equal(t, "/joints/0", pointer)
	require.Equal(t, scene.Gear{Gear: d.Scene().Joints[3].Def.(scene.Gear).Gear, First: 1, Second: 2}, d.Scene().Joints[3].Def)
	require.NoError(t, d.Set(gear()+"/ratio", []byte("-3")))
	require.InDelta(t, 3, ratio(), 0.1)
	require.JSONEq(t, string(d.Text()), string(patched(t, geared, d)))

	require.ErrorIs(t, d.Remove("/joints/1"), live.ErrNotLive, "a gear couples it")
	require.NoError(t, d.Remove("/joints/0"))
	require.Equal(t, 0, d.Scene().Joints[2].Def.(scene.Gear).First)
	require.ErrorContains(t, d.Set(gear()+"/first", []byte("2")), "must be a joint before this")
	require.NoError(t, d.Remove(gear()))
	_ = world.Must(d.Add("joints", 2, []byte(`{"type": "gear", "first": 0, "second": 1, "ratio": -5}`)))
	require.InDelta(t, 5, ratio(), 0.1)
	first, ok := d.Body("/bodies/0")
	require.True(t, ok)
	for j := range first.Joints() {
		if j.Kind().String() == "revolute" {
			require.NoError(t, j.Destroy())
			break
		}
	}
	require.ErrorIs(t, d.Set(gear()+"/ratio", []byte("1")), live.ErrGone)
}

// A joint can be given other bodies and another kind, and keeps the game's data.
func TestJointsChangeWholly(t *testing.T) {
	d, w := open(t, geared)
	require.NoError(t, d.Remove("/joints/2"))
	for j := range w.Joints() {
		j.SetUserData(j.BodyB().Name())
	}
	require.NoError(t, d.Set("/joints/1", []byte(`{"type": "weld", "a": "a", "b": "b", "localAnchorA": [3, 0]}`)))
	require.NoError(t, d.Set("/joints/0/b", []byte(`"b"`)))
	require.Equal(t, 2, w.Counters().Joints)
	a, _ := d.Body("/bodies/0")
	n := 0
	for j := range a.Joints() {
		require.Equal(t, "weld", j.Kind().String())
		require.Equal(t, "b", j.UserData())
		n++
	}
	require.Equal(t, 1, n)
}

// A joint with a changed field keeps its handle, and what it has counted and measured: a winch its
// whole turns, a ratchet its tooth, a spring its length.
func TestEditedJointsGoOn(t *testing.T) {
	const document = `{"version": 1, "bodies": [
{"name": "winch", "angularVelocity": 8, "colliders": [{"type": "circle", "radius": 1}]},
{"name": "load", "position": [5, 0], "linearVelocity": [3, 0], "colliders": [{"type": "circle", "radius": 1}]}],
"joints": [{"type": "revolute", "b": "winch", "limit": true, "upper": 90}, {"type": "ratchet", "b": "winch", "step": 0.5},
{"type": "distance", "b": "load", "springHertz": 1}]}`
	d, w := open(t, document)
	_, untouched := open(t, document)
	joints := slices.Collect(w.Joints())
	for i := range 120 {
		if i%20 == 10 {
			for k := range joints {
				require.NoError(t, d.Set(fmt.Sprintf("/joints/%d/breakForce", k), []byte(fmt.Sprint(1e6+i))))
			}
		}
		w.Tick()
		untouched.Tick()
		require.Equal(t, untouched.Hash(), w.Hash(), "tick %d", i)
	}
	require.Equal(t, joints, slices.Collect(w.Joints()))
}

// A joint whose ends are moved is the joint of the changed document: a length that the document
// leaves out is measured again.
func TestMovedJointsMeasureAgain(t *testing.T) {
	const document = `{"version": 1, "world": {"gravity": [0, -10]}, "bodies": [
{"name": "a", "colliders": [{"type": "circle", "radius": 1}]}, {"name": "b", "position": [3, 1], "colliders": [{"type": "circle", "radius": 1}]}],
"joints": [{"type": "pulley", "a": "a", "b": "b", "wheelA": [0, 6], "wheelB": [3, 6]}, {"type": "distance", "b": "b", "localAnchorA": [5, 0]}]}`
	for _, change := range [][2]string{
		{"/joints/0/wheelA", "[0, 7]"}, {"/joints/0/ratio", "2"}, {"/joints/0/slack", "0.5"}, {"/joints/0/localAnchorB", "[0, 0.5]"},
		{"/joints/1/localAnchorA", "[5, 4]"}, {"/joints/1/length", "2"},
	} {
		d, w := open(t, document)
		require.NoError(t, d.Set(change[0], []byte(change[1])))
		_, fresh := open(t, string(d.Text()))
		for range 60 {
			w.Tick()
			fresh.Tick()
		}
		require.Equal(t, fresh.Hash(), w.Hash(), "%v", change)
	}
}

const ground = `{"version": 1, "world": {"gravity": [0, -10]}, "materials": [{"name": "ice", "friction": 0}, {"name": "mud", "friction": 1}],
"bodies": [{"type": "static", "chains": [{"points": [[20, 0], [0, 0], [-20, 0]], "material": "ice"}, {"points": [[20, -9], [0, -9], [-20, -9]], "materials": ["mud", "ice"]}]},
{"name": "box", "position": [0, 0.5], "linearVelocity": [2, 0], "colliders": [{"type": "box", "halfExtents": [0.5, 0.5]}, {"type": "circle", "radius": 0.2, "center": [0, 0.8], "density": 0.1}]}],
"areas": [{"body": "box", "effects": [{"type": "damping"}]}]}`

// A field without a value has its default in the world too, and neither a density nor a mass gives
// mass to a collider that has none.
func TestDefaultsComeBack(t *testing.T) {
	d, w := open(t, `{"version": 1, "world": {"gravity": [0, -10]},
"bodies": [{"gravity": [1, 2], "colliders": [{"type": "circle", "radius": 1, "mass": 3}, {"type": "circle", "radius": 1, "massless": true}, {"type": "circle", "radius": 1, "sensor": true}]}]}`)
	b := d.Bodies()[0]
	require.NoError(t, d.Set("/bodies/0/gravity", nil))
	require.False(t, b.HasGravity())
	require.NoError(t, d.Set("/bodies/0/zeroGravity", []byte("true")))
	require.True(t, b.Def().ZeroGravity)
	require.NoError(t, d.Set("/bodies/0/zeroGravity", nil))
	require.Equal(t, w.Config().Gravity, b.Gravity())

	require.NoError(t, d.Set("/bodies/0/colliders/0/mass", []byte("null")))
	require.InDelta(t, math.Pi, b.Mass(), 1e-12)
	for _, c := range []string{"1", "2"} {
		require.NoError(t, d.Set("/bodies/0/colliders/"+c+"/density", []byte("5")))
	}
	require.InDelta(t, math.Pi, b.Mass(), 1e-12)
}

// An area leaves its body and reports no events, and keeps the game's data.
func TestAreasAreMadeAgain(t *testing.T) {
	d, w := open(t, ground)
	area := func() world.Area { return slices.Collect(w.Areas())[0] }
	area().SetUserData("mine")
	require.NoError(t, d.Set("/areas/0/body", nil))
	require.NoError(t, d.Set("/areas/0/noEvents", []byte("true")))
	require.Equal(t, "mine", area().UserData())
	require.Equal(t, world.Body{}, area().Body())
	require.True(t, area().Def().NoEvents)
	require.ErrorIs(t, d.Set("/areas/0/body", []byte(`"nobody"`)), scene.ErrUnknownName)
	require.NoError(t, d.Set("/areas/0/priority", []byte("2")))
	require.Equal(t, 2, area().Def().Priority)
}

// Points and materials of chains change, and chains come and go.
func TestChainsChange(t *testing.T) {
	d, w := open(t, ground)
	box, _ := d.Body("/bodies/1")
	for range 30 {
		w.Tick()
	}
	require.InDelta(t, 2, box.LinearVelocity()[0], 1e-3, "ice")
	require.NoError(t, d.Set("/bodies/0/chains/0/material", []byte(`"mud"`)))
	for range 60 {
		w.Tick()
	}
	require.InDelta(t, 0, box.LinearVelocity()[0], 1e-3, "mud")
	require.NoError(t, d.Set("/bodies/0/chains/0/points", []byte(`[[20, -4], [0, -4], [-20, -4]]`)))
	for range 120 {
		w.Tick()
	}
	require.InDelta(t, -3.5, box.Position()[1], 0.01, "on the ground that has sunk")
	require.NoError(t, d.Set("/bodies/0/chains", []byte(`[{"points": [[20, -9], [0, -9], [-20, -9]], "materials": ["mud", "ice"]}]`)))
	require.Equal(t, 2+2, w.Counters().Colliders)
	for range 240 {
		w.Tick()
	}
	require.InDelta(t, -8.5, box.Position()[1], 0.01)
	require.NoError(t, d.Set("/bodies/0/chains", nil))
	require.Equal(t, 2, w.Counters().Colliders)
	require.JSONEq(t, string(d.Text()), string(patched(t, ground, d)))

	floor, _ := d.Body("/bodies/0")
	require.NoError(t, d.Set("/bodies/0/chains", []byte(`[{"points": [[2, 0], [0, 0], [-2, 0]]}]`)))
	for c := range floor.Colliders() {
		chain, ok := c.Chain()
		require.True(t, ok)
		require.NoError(t, chain.Destroy())
		break
	}
	require.NoError(t, d.Set("/bodies/0/chains/0/points", []byte(`[[3, 0], [0, 0], [-3, 0]]`)), "what the game destroyed is made anew")
	require.Equal(t, 4, w.Counters().Colliders)
}

// Chains that were made again had lost the game's data of their segments.
func TestChainsKeepUserData(t *testing.T) {
	d, _ := open(t, ground)
	floor, _ := d.Body("/bodies/0")
	data := func() (list []any) {
		for c := range floor.Colliders() { // the newest first
			list = append(list, c.UserData())
		}
		return list
	}
	n := 0
	for c := range floor.Colliders() {
		c.SetUserData(n)
		n++
	}
	require.Equal(t, []any{0, 1, 2, 3}, data())
	require.NoError(t, d.Set("/bodies/0/chains/0/points", []byte(`[[20, -4], [0, -4], [-20, -4], [-30, -4]]`)))
	require.Equal(t, []any{2, 2, 3, 0, 1}, data(), "the last one counts for the segment that is new")
	require.NoError(t, d.Set("/bodies/0/chains/0/points", []byte(`[[20, -4], [0, -4]]`)))
	require.Equal(t, []any{3, 0, 1}, data())
}

// A collider becomes what the world has no call for by another one in its place, with the game's
// data; colliders come and go, and a body is refused as a whole.
func TestCollidersChange(t *testing.T) {
	d, w := open(t, ground)
	box, _ := d.Body("/bodies/1")
	sensors := func() (list []bool) {
		for c := range box.Colliders() {
			list = append(list, c.Sensor())
		}
		return list
	}
	for c := range box.Colliders() {
		c.SetUserData(fmt.Sprintf("%T", c.Shape()))
	}
	require.NoError(t, d.Set("/bodies/1/colliders/0/sensor", []byte("true")))
	require.Equal(t, []bool{true, false}, sensors(), "the newest first")
	for c := range box.Colliders() {
		require.Equal(t, fmt.Sprintf("%T", c.Shape()), c.UserData())
	}
	require.NoError(t, d.Set("/bodies/1/colliders/1/radius", []byte("0.3")))
	for c := range box.Colliders() {
		if circle, ok := c.Shape().(shape.Circle); ok {
			require.Equal(t, 0.3, circle.Radius)
		}
	}
	require.NoError(t, d.Set("/bodies/1/colliders", []byte(`[{"type": "box", "halfExtents": [0.5, 0.5], "sensor": true}, {"type": "circle", "radius": 0.1}, {"type": "circle", "radius": 0.2}]`)))
	require.Equal(t, 3+4, w.Counters().Colliders)
	require.Error(t, d.Set("/bodies/1/colliders", []byte(`[{"type": "circle", "radius": -1}]`)))
	require.Equal(t, 3+4, w.Counters().Colliders)
	require.NoError(t, d.Set("/bodies/1/colliders", nil))
	require.Equal(t, 4, w.Counters().Colliders)
	require.ErrorIs(t, d.Set("/bodies/1/colliders/0/radius", []byte("1")), scene.ErrWrongType)
}

// A material changes for all that have it, by any name, and no other one does.
func TestMaterialsChange(t *testing.T) {
	d, w := open(t, ground)
	frictions := func() (list []float64) {
		for b := range w.Bodies() {
			for c := range b.Colliders() {
				list = append(list, c.Material().Friction)
			}
		}
		return list
	}
	require.Equal(t, []float64{0, 1, 0, 0, 0.6, 0.6}, frictions(), "the newest first: ice of the lower chain, mud, ice of the upper")
	require.NoError(t, d.Set("/materials/0/friction", []byte("0.25")))
	require.Equal(t, []float64{0.25, 1, 0.25, 0.25, 0.6, 0.6}, frictions())
	pointer := world.Must(d.Add("materials", 0, []byte(`{"name": "rubber", "friction": 2}`)))
	require.Equal(t, "/materials/0", pointer)
	require.NoError(t, d.Set("/bodies/1/colliders/1/material", []byte(`"rubber"`)))
	_ = world.Must(d.Add("characters", 0, []byte(`{"position": [5, 5], "material": "rubber"}`)))
	require.NoError(t, d.Set("/materials/0/friction", []byte("3")))
	require.Equal(t, []float64{0.25, 1, 0.25, 0.25, 3, 0.6, 3}, frictions())
	require.ErrorIs(t, d.Remove("/materials/0"), scene.ErrUnknownName)
	for i, name := range []string{"gum", "slush", "clay"} {
		require.NoError(t, d.Set("/materials/"+fmt.Sprint(i)+"/name", []byte(`"`+name+`"`)))
	}
	require.Equal(t, "slush", d.Scene().Bodies[0].Chains[0].Material)
	require.Equal(t, []string{"clay", "slush"}, d.Scene().Bodies[0].Chains[1].Materials)
	require.Equal(t, "gum", d.Scene().Characters[0].Material)
	require.NoError(t, d.Set("/materials/2/friction", []byte("4")))
	require.Equal(t, []float64{0.25, 4, 0.25, 0.25, 3, 0.6, 3}, frictions())
	require.ErrorIs(t, d.Set("/materials/2/name", []byte(`"gum"`)), scene.ErrDuplicateName)
	require.ErrorIs(t, d.Set("/materials/2/name", nil), scene.ErrMissing)
	require.NoError(t, d.Remove("/characters/0"))
	require.NoError(t, d.Set("/bodies/1/colliders/1/material", nil))
	require.NoError(t, d.Remove("/materials/0"))
	require.Equal(t, []float64{0.25, 4, 0.25, 0.25, 0.6, 0.6}, frictions())
	require.JSONEq(t, string(d.Text()), string(patched(t, ground, d)))
}

// A body keeps its joints and areas under another name.
func TestBodiesAreRenamed(t *testing.T) {
	d, w := open(t, cart)
	hash := w.StateHash()
	require.NoError(t, d.Set("/bodies/1/name", []byte(`"wagon"`)))
	require.Equal(t, "wagon", d.Scene().Joints[0].A)
	require.Equal(t, hash, w.StateHash(), "no joint is made anew")
	require.NoError(t, d.Set("/joints/0/a", []byte(`"wagon"`)), "the page says so, too")
	require.Equal(t, hash, w.StateHash())
	require.ErrorIs(t, d.Set("/bodies/1/name", nil), scene.ErrUnknownName)
	require.ErrorIs(t, d.Set("/bodies/1/name", []byte(`"wheel"`)), scene.ErrDuplicateName)

	d, _ = open(t, ground)
	require.NoError(t, d.Set("/bodies/1/name", []byte(`"chest"`)))
	require.Equal(t, "chest", d.Scene().Areas[0].Body)
	require.JSONEq(t, string(d.Text()), string(patched(t, ground, d)))
}

// Settings reach the world one by one, and what the game has chosen beyond the document stays.
func TestSettingsChange(t *testing.T) {
	d, w := open(t, ground)
	c := w.Config()
	c.SubSteps = 7
	require.NoError(t, w.SetConfig(c))
	before := w.Config()
	require.NoError(t, d.Set("/world/gravity/1", []byte("-3")))
	require.Equal(t, mgl64.Vec2{0, -3}, w.Config().Gravity)
	require.Equal(t, 7, w.Config().SubSteps)
	require.NoError(t, d.Set("/world", []byte(`{"gravity": [1, -3], "timestep": 0.02, "lengthUnit": 1, "noContinuous": true, "noSleep": true, "contactHertz": 20, "contactDamping": 5,
		"contactPushSpeed": 2, "jointHertz": 50, "jointDamping": 3, "restitutionThreshold": 2, "hitThreshold": 3, "maxSpeed": 90, "sleepSpeed": 0.1, "sleepTime": 2}`)))
	got := w.Config()
	require.Equal(t, []any{mgl64.Vec2{1, -3}, 0.02, 7, true, true, 20.0, 5.0, 2.0, 50.0, 3.0, 2.0, 3.0, 90.0, 0.1, 2.0}, []any{got.Gravity, got.Timestep, got.SubSteps, got.NoContinuous,
		got.NoSleep, got.ContactHertz, got.ContactDamping, got.ContactPushSpeed, got.JointHertz, got.JointDamping, got.RestitutionThreshold, got.HitThreshold, got.MaxSpeed, got.SleepSpeed, got.SleepTime})
	require.NoError(t, d.Set("/world", nil))
	before.Gravity = mgl64.Vec2{}
	got = w.Config()
	require.Equal(t, fmt.Sprintf("%+v", before), fmt.Sprintf("%+v", got), "the defaults")
	require.NoError(t, d.Set("/world/subSteps", []byte("3")))
	require.Equal(t, 3, w.Config().SubSteps)
	hash := w.StateHash()
	require.NoError(t, d.Set("/description", []byte(`"a box"`)))
	require.NoError(t, d.Set("/seconds", []byte("5")))
	require.NoError(t, d.Set("/view", []byte(`{"min": [-1, -1], "max": [1, 1]}`)))
	require.NoError(t, d.Set("/view/max", []byte(`[2, 2]`)))
	require.Equal(t, hash, w.StateHash())
	require.Equal(t, "a box", d.Scene().Description)
	require.JSONEq(t, string(d.Text()), string(patched(t, ground, d)))
}

// Characters come and go, and the game moves those that are there.
func TestCharactersComeAndGo(t *testing.T) {
	d, w := open(t, ground)
	for _, at := range []string{"-3", "3", "6"} {
		pointer := world.Must(d.Add("characters", 0, []byte(`{"name": "`+at+`", "position": [`+at+`, 2], "run": {"speed": 2}}`)))
		require.Equal(t, "/characters/0", pointer)
	}
	list := d.Characters()
	require.NoError(t, d.Remove("/characters/1"))
	require.Len(t, list, 3, "the list that the game holds stays")
	require.False(t, list[1].Body().Valid())
	for range 60 {
		for _, c := range d.Characters() {
			require.NoError(t, c.Tick(1, false))
		}
		w.Tick()
	}
	require.Len(t, d.Characters(), 2)
	require.InDelta(t, 8, d.Characters()[0].Position()[0], 0.2)
	require.Equal(t, "-3", d.Characters()[1].Body().Name())
	require.InDelta(t, -1, d.Characters()[1].Position()[0], 0.2)
	require.NoError(t, d.Set("/characters/1/run/speed", []byte("0.5")))
	require.Equal(t, 0.5, d.Characters()[1].Run.Speed)
	usual := d.Characters()[1].Collider().Shape()
	require.NoError(t, d.Set("/characters/1/shape", []byte(`{"type": "circle", "radius": 0.3}`)))
	require.NoError(t, d.Set("/characters/1/shape", nil))
	require.Equal(t, usual, d.Characters()[1].Collider().Shape())
	require.JSONEq(t, string(d.Text()), string(patched(t, ground, d)))
	require.NoError(t, list[0].Destroy())
	require.ErrorIs(t, d.Set("/characters/0/run/speed", []byte("1")), live.ErrGone)
	require.NoError(t, d.Remove("/characters/0"), "the game has destroyed it")
	require.Len(t, d.Characters(), 1)
}

// After any changes of joints and gears the world has what the document has.
func TestRandomJointsAndGears(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		d, w := open(t, geared)
		for range 20 {
			n := len(d.Scene().Joints)
			switch at := random.IntN(n + 1); random.IntN(4) {
			case 0:
				_, err := d.Add("joints", at, []byte(`{"type": "revolute", "b": "`+[]string{"a", "b"}[random.IntN(2)]+`"}`))
				require.NoError(t, err)
			case 1:
				_, err := d.Add("joints", n, []byte(fmt.Sprintf(`{"type": "gear", "first": %d, "second": %d, "ratio": 2}`, random.IntN(n+1), random.IntN(n+1))))
				_ = err // of one joint twice, of gears, of one body: refused
			case 2:
				_ = d.Remove(fmt.Sprintf("/joints/%d", at)) // joints of gears stay
			case 3:
				_ = d.Set(fmt.Sprintf("/joints/%d/breakForce", at), []byte("1e6")) // there is none behind the last
			}
			require.Equal(t, len(d.Scene().Joints), w.Counters().Joints)
			require.JSONEq(t, string(d.Text()), string(patched(t, geared, d)))
		}
		again, _, err := d.Scene().New()
		require.NoError(t, err)
		captured, err := scene.FromWorld(w)
		require.NoError(t, err)
		want, err := scene.FromWorld(again)
		require.NoError(t, err)
		require.ElementsMatch(t, kindsOf(want), kindsOf(captured))
		again.Close()
	}
}

func kindsOf(s *scene.Scene) (list []string) {
	for _, j := range s.Joints {
		list = append(list, fmt.Sprintf("%T %s %s", j.Def, j.A, j.B))
	}
	return list
}
