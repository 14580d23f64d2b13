package view_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/internal/tools"
	"github.com/carom2d/carom/world/view"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// bean is a shape of the game's own.
type bean struct{ Size float64 }

func (b bean) Support(d mgl64.Vec2) mgl64.Vec2 {
	scale := b.Size / math.Hypot(d[0], 0.5*d[1]) // an ellipse of half the height
	return mgl64.Vec2{scale * d[0], 0.25 * scale * d[1]}
}

// A picture after any number of frames is the picture of the world, whatever happened to the world
// between them, and the picture of a reader who comes later.
func TestPicturesAreThoseOfTheWorld(t *testing.T) {
	for seed := range uint64(3) {
		w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, LengthUnit: []float64{1, 50, 0.01}[seed%3]}))
		defer w.Close()
		g := &game{World: w, rand: rand.New(rand.NewPCG(seed, 1)), unit: w.Config().LengthUnit}
		e := view.Encoder{Layers: view.AllLayers, Style: styleOf}
		var early, late view.Decoder
		var frame []byte
		for range 250 {
			g.play()
			frame = e.AppendFrame(frame[:0], w)
			require.NoError(t, early.Decode(frame))
			g.compare(t, early.Picture())
			if g.rand.IntN(20) == 0 {
				frame = e.AppendKeyframe(frame[:0], w)
				require.True(t, view.IsKeyframe(frame))
				require.NoError(t, late.Decode(frame))
			} else if late.Ready() {
				require.NoError(t, late.Decode(frame))
			}
			if late.Ready() {
				require.Equal(t, early.Picture(), late.Picture())
			}
		}
	}
}

func styleOf(b world.Body) uint32 { return uint32(b.ID()) * 2654435761 }

// game does all sorts of things with a world.
type game struct {
	*world.World
	rand  *rand.Rand
	unit  float64
	saved world.Snapshot
	made  int
}

func (g *game) play() {
	for range g.rand.IntN(4) {
		g.change()
	}
	for range g.rand.IntN(3) {
		g.Tick()
	}
}

func (g *game) point() mgl64.Vec2 {
	return mgl64.Vec2{g.rand.Float64()*20 - 10, g.rand.Float64() * 10}.Mul(g.unit)
}

func (g *game) shape() shape.Support {
	u := g.unit
	return []shape.Support{
		shape.Circle{Radius: 0.3 * u, Center: mgl64.Vec2{0.1 * u, 0}}, shape.Box(0.4*u, 0.2*u), shape.RoundedBox(0.3*u, 0.3*u, 0.1*u),
		shape.Capsule{A: mgl64.Vec2{-0.2 * u, 0}, B: mgl64.Vec2{0.2 * u, 0}, Radius: 0.1 * u}, shape.Ellipse{RX: 0.5 * u, RY: 0.2 * u},
		shape.Ellipse{RX: 0.5 * u, RY: 0.2 * u, Skin: 0.1 * u}, shape.Sector{Radius: 0.5 * u, Sweep: 1},
		shape.Segment{A: mgl64.Vec2{-0.2 * u, 0}, B: mgl64.Vec2{0.2 * u, 0}}, shape.Segment{B: mgl64.Vec2{0.2 * u, 0}, Radius: 0.1 * u}, bean{0.5 * u},
	}[g.rand.IntN(10)]
}

func (g *game) body() (world.Body, bool) {
	list := slices.Collect(g.Bodies())
	if len(list) == 0 {
		return world.Body{}, false
	}
	return list[g.rand.IntN(len(list))], true
}

func (g *game) change() {
	r := g.rand
	b, ok := g.body()
	kind := r.IntN(18)
	if !ok || g.BodyCount() < 10 {
		kind = 0
	}
	switch kind {
	case 0, 1, 2, 3:
		g.made++
		n := world.Must(g.CreateBody(body.Def{
			Position: g.point(), Angle: r.Float64() * 9, Type: []body.Type{body.Dynamic, body.Dynamic, body.Static, body.Kinematic}[r.IntN(4)],
			LinearVelocity: g.point().Mul(float64(r.IntN(4))), AngularVelocity: r.NormFloat64() * 20, Bullet: r.IntN(4) == 0,
		}))
		for range r.IntN(3) {
			world.Must(n.Attach(g.shape(), world.ColliderDef{Sensor: r.IntN(5) == 0, HitEvents: true}))
		}
		if r.IntN(4) == 0 && n.Type() == body.Static {
			world.Must(n.AttachChain(shape.Chain{Points: []mgl64.Vec2{{9 * g.unit, 0}, {0, -g.unit}, {-9 * g.unit, 0}}}, world.ColliderDef{OneWay: mgl64.Vec2{0, 1}}))
		}
	case 4:
		b.Destroy()
	case 5:
		b.SetTransform(g.point(), r.Float64()*9)
	case 6:
		b.SetType(body.Type(r.IntN(3)))
	case 7:
		b.SetEnabled(r.IntN(2) == 0)
	case 8:
		b.SetName([]string{"", "crate", "a longer name, ü"}[r.IntN(3)])
	case 9:
		b.Sleep()
	case 10:
		for c := range b.Colliders() {
			if _, chained := c.Chain(); !chained {
				c.SetShape(g.shape())
			}
			break
		}
	case 11:
		for c := range b.Colliders() {
			if _, chained := c.Chain(); !chained {
				c.Destroy()
			}
			break
		}
	case 12:
		g.Save(&g.saved)
	case 13:
		g.Restore(&g.saved)
	case 14:
		other, _ := g.body()
		if other != b {
			g.CreateJoint(b, other, []joint.Definition{&joint.Revolute{}, &joint.Distance{SpringHertz: 2}, &joint.Groove{LocalGrooveA2: mgl64.Vec2{1, 0}}, &joint.Pulley{}, &joint.Mouse{}}[r.IntN(5)])
		}
	case 15:
		g.CreateArea(world.AreaDef{Shape: g.shape(), Position: g.point(), Effects: []area.Effect{
			area.Fluid{Density: 1, Surface: []mgl64.Vec2{{-g.unit, 0}, {g.unit, 0.1 * g.unit}}}, area.Damping{Linear: 1}}})
	case 16:
		for a := range g.Areas() {
			if r.IntN(2) == 0 {
				a.Destroy()
				break
			}
			a.SetEnabled(r.IntN(2) == 0)
		}
	case 17:
		b.SetLinearVelocity(g.point().Mul(float64(r.IntN(9))))
		g.SetGravity(mgl64.Vec2{r.NormFloat64() * g.unit, -10 * g.unit})
	}
}

// compare holds a picture against what the methods of the world and of its handles tell.
func (g *game) compare(t *testing.T, p *view.Picture) {
	require.Equal(t, g.Ticks(), p.Ticks)
	require.Equal(t, g.Time(), p.Time)
	require.Equal(t, g.Alpha(), p.Alpha)
	require.Equal(t, g.Gravity(), p.Gravity)
	require.Len(t, p.Bodies, g.BodyCount())
	colliders, moving := 0, 0
	for b := range g.Bodies() {
		slot := uint32(b.ID())
		got := p.Bodies[slot]
		require.NotNil(t, got)
		require.Equal(t, uint32(b.ID()>>32), got.Generation)
		require.Equal(t, b.LocalCenter(), got.LocalCenter)
		require.Equal(t, b.Name(), got.Name)
		require.Equal(t, styleOf(b), got.Style)
		g.compareMotion(t, b, got)
		if b.Awake() && b.Enabled() && b.Type() != body.Static {
			moving++
		}
		for c := range b.Colliders() {
			colliders++
			g.compareCollider(t, c, p)
		}
	}
	require.Len(t, p.Colliders, colliders)
	require.Len(t, p.Moving, moving)
	g.compareLayers(t, p)
}

func (g *game) compareMotion(t *testing.T, b world.Body, got *view.Body) {
	const half = 0x1p-17
	off := b.WorldCenter().Sub(got.Position)
	turned := math.Remainder(got.Angle()-b.Angle(), 2*math.Pi)
	if !(math.Abs(off[0]) <= half*g.unit && math.Abs(off[1]) <= half*g.unit && math.Abs(turned) <= 1e-8) {
		t.Fatalf("%v is off by %v and turned by %v", b, off, turned)
	}
	if b.LinearVelocity() != got.Velocity || b.AngularVelocity() != got.AngularVelocity {
		t.Fatalf("%v has the velocities %v and %v", b, got.Velocity, got.AngularVelocity)
	}
	want := map[body.Type]view.State{body.Static: view.Static, body.Kinematic: view.Kinematic, body.Dynamic: view.Dynamic}[b.Type()]
	if got.State.Type() != want || b.Awake() != (got.State&view.Awake != 0) || b.Enabled() != (got.State&view.Disabled == 0) ||
		b.Bullet() != (got.State&view.Bullet != 0) {
		t.Fatalf("%v has the state %b", b, got.State)
	}
}

func (g *game) compareCollider(t *testing.T, c world.Collider, p *view.Picture) {
	got := p.Colliders[uint32(c.ID())]
	require.NotNil(t, got)
	require.Equal(t, uint32(c.ID()>>32), got.Generation)
	require.Equal(t, uint32(c.Body().ID()), got.Body)
	require.Equal(t, c.Sensor(), got.Sensor)
	_, chained := c.Chain()
	require.Equal(t, chained, got.Chained)
	way := c.OneWay()
	require.Equal(t, [2]float32{float32(way[0]), float32(way[1])}, got.OneWay)
	s := p.Shapes[got.Shape]
	switch want := c.Shape().(type) {
	case shape.Circle:
		require.Equal(t, view.Shape{Kind: view.Circle, Numbers: []float64{want.Center[0], want.Center[1], want.Radius}}, s)
	case shape.Polygon:
		require.Equal(t, view.Polygon, s.Kind)
		require.Equal(t, want.SkinRadius(), s.Numbers[0])
		for i, v := range want.Points() {
			require.Equal(t, v, mgl64.Vec2{s.Numbers[1+2*i], s.Numbers[2+2*i]})
		}
	case shape.Sector, bean:
		require.Equal(t, view.Outline, s.Kind)
		for i, v := range shape.Outline(want, 0) {
			require.Equal(t, v, mgl64.Vec2{s.Numbers[2*i], s.Numbers[2*i+1]})
		}
	case shape.ChainSegment:
		require.Equal(t, view.ChainSegment, s.Kind)
		require.Equal(t, []float64{want.A[0], want.A[1], want.B[0], want.B[1]}, s.Numbers[:4])
	}
}

func (g *game) compareLayers(t *testing.T, p *view.Picture) {
	points := 0
	for c := range g.Contacts() {
		points += len(c.Points())
	}
	got := 0
	for i := range p.Contacts {
		got += p.Contacts[i].Count
	}
	require.Equal(t, points, got)
	i := 0
	for j := range g.Joints() {
		q := p.Joints[i]
		i++
		a, b := j.Anchors()
		require.Equal(t, [2]mgl64.Vec2{a, b}, [2]mgl64.Vec2{q.AnchorA, q.AnchorB})
		require.Equal(t, j.Kind(), q.Kind)
		require.Equal(t, float32(j.Force()[0]), q.Force[0])
	}
	require.Len(t, p.Joints, i)
	i = 0
	for a := range g.Areas() {
		require.Equal(t, !a.Enabled(), p.Areas[i].Disabled)
		require.InDelta(t, 0, a.Position().Sub(p.Areas[i].Position).Len(), 1e-12*g.unit)
		require.Len(t, p.Areas[i].Surface, len(a.Surface()))
		require.Equal(t, uint32(tools.HasFluid|tools.HasDamping), p.Areas[i].Effects)
		i++
	}
	require.Len(t, p.Areas, i)
	n := g.Counters()
	require.Equal(t, []float64{float64(n.Bodies), float64(n.Awake), float64(n.Asleep)}, p.Counters[:3])
	require.Equal(t, float64(n.Colors), p.Counters[9])
	kinetic, islands := 0.0, map[uint32]bool{}
	for b := range g.Bodies() {
		if b.Awake() && b.Type() == body.Dynamic {
			kinetic += b.KineticEnergy()
		}
		if k := p.Islands[uint32(b.ID())]; k != view.NoIsland {
			islands[k] = true
		}
		for c := range b.Colliders() {
			low, _ := c.Bounds()
			for _, x := range p.Boxes {
				if x.Collider == uint32(c.ID()) {
					require.InDelta(t, low[0]-b.WorldCenter()[0], float64(x.Lower[0]), 1e-6*g.unit*10)
				}
			}
		}
	}
	require.Len(t, islands, n.Islands)
	require.InEpsilon(t, 1+kinetic, 1+p.Energy[0], 1e-9)
	require.Len(t, p.Boxes, n.Colliders)
	require.Len(t, p.Broadphase, n.Colliders)
}
