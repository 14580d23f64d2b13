package view_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/view"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// Angles come within 1e-8 rad, on the axes and diagonals too.
func TestAnglesOfFrames(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	var e view.Encoder
	var d view.Decoder
	r := rand.New(rand.NewPCG(1, 2))
	worst := 0.0
	for i := range 4000 {
		angle := float64(i) * math.Pi / 16
		if i > 64 {
			angle = r.Float64()*20 - 10
		}
		require.NoError(t, b.SetTransform(mgl64.Vec2{}, angle))
		require.NoError(t, d.Decode(e.AppendFrame(nil, w)))
		worst = max(worst, math.Abs(math.Remainder(d.Picture().Bodies[uint32(b.ID())].Angle()-angle, 2*math.Pi)))
	}
	require.Less(t, worst, 1e-8)
	require.Greater(t, worst, 1e-10) // so the series is what is tested
}

// Far from the origin, at any speed and after thousands of frames a position is as near as near the
// origin.
func TestPositionsDoNotDrift(t *testing.T) {
	for _, origin := range []mgl64.Vec2{{}, {1e6, -3e5}, {-9e8, 9e8}} {
		w := world.Must(world.New(world.Config{Workers: 1}))
		var bodies []world.Body
		for i := range 12 {
			bodies = append(bodies, world.Must(w.CreateBody(body.Def{
				Position: origin.Add(mgl64.Vec2{0, float64(3 * i)}), LinearVelocity: mgl64.Vec2{0.001 * math.Pow(3, float64(i)), 0.0123}, AngularVelocity: float64(i * 9), NeverSleep: true,
			})))
			world.Must(bodies[i].Attach(shape.Circle{Radius: 0.5, Center: mgl64.Vec2{0.3, 0.1}}, world.ColliderDef{}))
		}
		var e view.Encoder
		var d view.Decoder
		var frame []byte
		for range 3000 {
			w.Tick()
			frame = e.AppendFrame(frame[:0], w)
			require.NoError(t, d.Decode(frame))
		}
		for _, b := range bodies {
			off := b.WorldCenter().Sub(d.Picture().Bodies[uint32(b.ID())].Position)
			require.LessOrEqual(t, max(math.Abs(off[0]), math.Abs(off[1])), 0x1p-17)
		}
		w.Close()
	}
}

// A reader knows that a body rests, and where, that moved and fell asleep between two frames: alone
// and asleep, it has the row that it had awake, and the frame has no velocities at all.
func TestBodiesThatFallAsleepBetweenFrames(t *testing.T) {
	w := world.Must(world.New(world.Config{Workers: 1}))
	defer w.Close()
	b := world.Must(w.CreateBody(body.Def{LinearVelocity: mgl64.Vec2{5, 0}, LinearDamping: 5}))
	world.Must(b.Attach(shape.Box(0.5, 0.5), world.ColliderDef{}))
	e := view.Encoder{Layers: view.Velocities}
	var d view.Decoder
	require.NoError(t, d.Decode(e.AppendFrame(nil, w)))
	require.Equal(t, mgl64.Vec2{5, 0}, d.Picture().Bodies[uint32(b.ID())].Velocity)
	for b.Awake() {
		w.Tick()
	}
	require.NoError(t, d.Decode(e.AppendFrame(nil, w)))
	seen := d.Picture().Bodies[uint32(b.ID())]
	require.Zero(t, seen.Velocity)
	require.InDelta(t, b.Position()[0], seen.Position[0], 1e-4)
	require.Zero(t, seen.State&view.Awake)
}

// A moving body costs eight bytes, and a frame in which nothing happens its header.
func TestSizesOfFrames(t *testing.T) {
	w := rain(t, 1000)
	var e view.Encoder
	e.AppendFrame(nil, w)
	w.Tick()
	e.AppendFrame(nil, w)
	w.Tick()
	require.Len(t, e.AppendFrame(nil, w), 64+16+8*1000)

	quiet := world.Must(world.New(world.Config{}))
	defer quiet.Close()
	world.Must(world.Must(quiet.CreateBody(body.Def{Type: body.Static})).Attach(shape.Box(1, 1), world.ColliderDef{}))
	e.AppendFrame(nil, quiet)
	quiet.Tick()
	require.Len(t, e.AppendFrame(nil, quiet), 64)
}

// Equal shapes are sent once, and the table of shapes is begun anew when most of it is unused.
func TestShapesAreSentOnce(t *testing.T) {
	w := rain(t, 1000)
	var e view.Encoder
	var d view.Decoder
	require.NoError(t, d.Decode(e.AppendFrame(nil, w)))
	require.Len(t, d.Picture().Shapes, 5)
	b := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{0, -99}}))
	c := world.Must(b.Attach(shape.Circle{Radius: 1}, world.ColliderDef{}))
	keyframes := 0
	for i := range 4000 {
		require.NoError(t, c.SetShape(shape.Circle{Radius: 1 + float64(i)}))
		frame := e.AppendFrame(nil, w)
		if view.IsKeyframe(frame) {
			keyframes++
		}
		require.NoError(t, d.Decode(frame))
		require.Less(t, len(d.Picture().Shapes), 4000)
		require.Equal(t, 1+float64(i), d.Picture().Shapes[d.Picture().Colliders[uint32(c.ID())].Shape].Numbers[2])
	}
	require.Equal(t, 1, keyframes)
}

// Events gather over the Steps between two frames, each once.
func TestEventsGather(t *testing.T) {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
	defer w.Close()
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.HalfPlane{Normal: mgl64.Vec2{0, 1}}, world.ColliderDef{}))
	bounce := shape.Material{Restitution: 1}
	ball := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{0, 2}, AngularVelocity: 1}))
	world.Must(ball.Attach(shape.Circle{Radius: 0.5}, world.ColliderDef{Material: &bounce, HitEvents: true}))
	e, d := view.Encoder{Layers: view.Events}, view.Decoder{}
	require.NoError(t, d.Decode(e.AppendFrame(nil, w)))
	want, got := map[view.EventKind]int{}, map[view.EventKind]int{}
	for i := range 600 {
		w.Tick()
		x := w.Events()
		want[view.EventContactBegin] += len(x.ContactBegins)
		want[view.EventContactEnd] += len(x.ContactEnds)
		want[view.EventHit] += len(x.Hits)
		e.Gather(w)
		if i%7 == 0 || i == 599 {
			require.NoError(t, d.Decode(e.AppendFrame(nil, w)))
			for _, x := range d.Picture().Events {
				got[x.Kind]++
			}
			require.NoError(t, d.Decode(e.AppendFrame(nil, w)))
			require.Empty(t, d.Picture().Events)
		}
	}
	require.Equal(t, want, got)
	require.Greater(t, got[view.EventHit], 5)
}
