package screen_test

import (
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/ebitengine/screen"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func crate(t *testing.T, w *world.World, at mgl64.Vec2, kind body.Type) world.Body {
	b, err := w.CreateBody(body.Def{Position: at, Type: kind})
	require.NoError(t, err)
	_, err = b.Attach(shape.Box(0.5, 0.5), world.ColliderDef{})
	require.NoError(t, err)
	return b
}

// A pointer takes the body below it, which follows; lifted, it lets go.
func TestDragFollowsThePointer(t *testing.T) {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}}))
	defer w.Close()
	b := crate(t, w, mgl64.Vec2{}, body.Dynamic)
	var d screen.Drag
	at := mgl64.Vec2{0.2, 0.1}
	for i := range 240 {
		at[0] = min(0.2+0.05*float64(i), 4)
		require.NoError(t, d.Update(w, []screen.Pointer{{ID: 7, At: at}}))
		w.Tick()
	}
	held, ok := d.Held(7)
	require.True(t, ok)
	require.Equal(t, at, held.Target())
	require.InDelta(t, 4, b.WorldPoint(mgl64.Vec2{0.2, 0.1})[0], 0.02)
	require.InDelta(t, 0.1, b.WorldPoint(mgl64.Vec2{0.2, 0.1})[1], 0.05, "the spring gives by g / omega^2")
	lines := d.AppendLines(nil)
	require.Len(t, lines, 1)
	require.Equal(t, at, lines[0][1])

	require.NoError(t, d.Update(w, nil))
	require.False(t, held.Valid())
	require.Zero(t, w.Counters().Joints)
}

// The spring is as strong in a world whose lengths are pixels: it lifts a crate against gravity.
func TestDragInPixels(t *testing.T) {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -1000}, LengthUnit: 100}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{}))
	world.Must(b.Attach(shape.Box(50, 50), world.ColliderDef{}))
	var d screen.Drag
	at := mgl64.Vec2{0, 200}
	require.NoError(t, d.Update(w, []screen.Pointer{{ID: 1}}))
	for range 120 {
		require.NoError(t, d.Update(w, []screen.Pointer{{ID: 1, At: at}}))
		w.Tick()
	}
	require.InDelta(t, at[1], b.Position()[1], 5)
}

// A pointer that comes down beside all bodies takes none, also when it is moved over one. With
// slack it takes the nearest. What does not move is not taken.
func TestDragTakesWhatItShould(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	crate(t, w, mgl64.Vec2{}, body.Dynamic)
	crate(t, w, mgl64.Vec2{3, 0}, body.Static)
	var d screen.Drag
	pointer := func(x float64) []screen.Pointer { return []screen.Pointer{{ID: 1, At: mgl64.Vec2{x, 0}}} }
	require.NoError(t, d.Update(w, pointer(0.8)))
	require.NoError(t, d.Update(w, pointer(0)))
	_, held := d.Held(1)
	require.False(t, held, "it came down beside the body")

	require.NoError(t, d.Update(w, nil))
	d.Slack = 0.4
	require.NoError(t, d.Update(w, pointer(0.8)))
	_, held = d.Held(1)
	require.True(t, held)

	require.NoError(t, d.Update(w, nil))
	require.NoError(t, d.Update(w, pointer(3)))
	_, held = d.Held(1)
	require.False(t, held, "a wall")
}

// Two fingers hold two bodies; the end of a body, and another world, end a grip without a fault.
func TestDragOfSeveralFingers(t *testing.T) {
	w := world.Must(world.New(world.Config{}))
	defer w.Close()
	a, b := crate(t, w, mgl64.Vec2{}, body.Dynamic), crate(t, w, mgl64.Vec2{3, 0}, body.Dynamic)
	both := []screen.Pointer{{ID: 1}, {ID: 2, At: mgl64.Vec2{3, 0}}}
	var d screen.Drag
	require.NoError(t, d.Update(w, both))
	require.Equal(t, 2, w.Counters().Joints)
	require.NoError(t, a.Destroy())
	require.NoError(t, d.Update(w, both))
	_, first := d.Held(1)
	second, ok := d.Held(2)
	require.False(t, first)
	require.True(t, ok)
	require.Equal(t, b, second.BodyB())

	other := world.Must(world.New(world.Config{}))
	defer other.Close()
	crate(t, other, mgl64.Vec2{}, body.Dynamic)
	crate(t, other, mgl64.Vec2{3, 0}, body.Dynamic)
	require.NoError(t, d.Update(other, both), "the game was restarted")
	require.Zero(t, other.Counters().Joints, "a pointer that was down before does not take what comes under it")
	require.NoError(t, d.Release())
	require.NoError(t, d.Update(other, both[:1]))
	require.Equal(t, 1, other.Counters().Joints)
	require.NoError(t, d.Release())
	require.Zero(t, other.Counters().Joints)
}
