package world_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func explosionHits(w *world.World) []world.ExplosionHit { return slices.Collect(w.ExplosionHits()) }

// integral is the midpoint rule with many points.
func integral(from, to float64, f func(float64) float64) float64 {
	const n = 100000
	sum := 0.0
	for i := range n {
		sum += f(from + (to-from)*(float64(i)+0.5)/n)
	}
	return sum * (to - from) / n
}

// The face x = d of a box, from y = a to b, gets I d integral of dy / (d^2+y^2) (d, y), which is
// I (d (atan b/d - atan a/d), d/2 ln((d^2+b^2)/(d^2+a^2))).
func TestExplosionOnABoxMatchesTheIntegral(t *testing.T) {
	for _, offset := range []float64{0, 0.2, 0.45} {
		w := newWorld(t, world.Config{})
		box := addBody(t, w, body.Def{Position: mgl64.Vec2{2, offset}}, shape.Box(0.5, 0.5), world.ColliderDef{Density: 3})
		require.NoError(t, w.Explode(world.Explosion{Radius: 10, ImpulsePerLength: 7}))
		d, a, b := 1.5, offset-0.5, offset+0.5
		want := mgl64.Vec2{
			7 * d * (math.Atan(b/d) - math.Atan(a/d)),
			7 * d / 2 * math.Log((d*d+b*b)/(d*d+a*a)),
		}
		hits := explosionHits(w)
		require.Len(t, hits, 1)
		require.Equal(t, box, hits[0].Body)
		require.InDelta(t, 0, hits[0].Impulse.Sub(want).Len(), 1e-5)
		require.InDelta(t, 0, box.LinearVelocity().Sub(want.Mul(1.0/3)).Len(), 1e-5)
		// All impulses lead away from the point, so there is no angular momentum about it.
		require.InDelta(t, 0, hits[0].AngularImpulse+2*want[1]-offset*want[0], 1e-4)
		require.InDelta(t, hits[0].AngularImpulse*6/3, box.AngularVelocity(), 1e-5, "inertia 1/6 of the mass")
		if offset == 0 {
			require.Zero(t, box.AngularVelocity())
			require.InDelta(t, 0, box.LinearVelocity()[1], 1e-7)
		}
	}
}

// Between the directions of the tangents the border of a disc of radius r at a distance D lies at
// D cos f - sqrt(r^2 - D^2 sin^2 f), and an angle df is that times df across.
func TestExplosionOnADiscMatchesTheIntegral(t *testing.T) {
	const r, distance = 0.5, 2.0
	for _, falloff := range []float64{0, 0.4, 3} {
		w := newWorld(t, world.Config{})
		disc := addBody(t, w, body.Def{Position: mgl64.Vec2{0, -distance}}, shape.Circle{Radius: r}, world.ColliderDef{})
		radius := 1.6
		require.NoError(t, w.Explode(world.Explosion{Radius: radius, Falloff: falloff, ImpulsePerLength: 2}))
		view := math.Asin(r / distance)
		want := 2 * integral(-view, view, func(f float64) float64 {
			sin, cos := math.Sincos(f)
			d := distance*cos - math.Sqrt(r*r-distance*distance*sin*sin)
			strength := 1.0
			if d > radius {
				strength = 0
				if falloff > 0 {
					strength = max(1-(d-radius)/falloff, 0)
				}
			}
			return strength * d * cos
		})
		impulse := explosionHits(w)[0].Impulse
		require.InDelta(t, 0, impulse[0], 1e-9)
		require.InEpsilon(t, -want, impulse[1], 0.01, "chords lie below arcs")
		require.InDelta(t, 0, disc.AngularVelocity(), 1e-6)
	}
}

// A body that is far away in proportion gets the impulse per length times its width.
func TestExplosionFarAwayCountsTheWidth(t *testing.T) {
	for _, s := range allShapes() {
		c := newConvex(s)
		if c.Kind == shape.KindHalfPlane || c.Kind == shape.KindChainSegment {
			continue
		}
		w := newWorld(t, world.Config{})
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{1e4, 0}, Angle: 0.7}, s, world.ColliderDef{})
		require.NoError(t, w.Explode(world.Explosion{Radius: 2e4, ImpulsePerLength: -3, NoShielding: true}))
		down, up := b.LocalVector(mgl64.Vec2{0, -1}), b.LocalVector(mgl64.Vec2{0, 1})
		width := c.Support(geom.From(up)).Dot(geom.From(up)) + c.Support(geom.From(down)).Dot(geom.From(down))
		hits := explosionHits(w)
		require.Len(t, hits, 1)
		require.InEpsilon(t, -3*width, hits[0].Impulse[0], 1e-3, "%#v", s)
	}
}

func TestExplosionFallsOff(t *testing.T) {
	speedAt := func(distance float64) float64 {
		w := newWorld(t, world.Config{})
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{distance, 0}}, shape.Box(1e-3, 1e-3), world.ColliderDef{})
		require.NoError(t, w.Explode(world.Explosion{Radius: 2, Falloff: 3, ImpulsePerLength: 1}))
		return b.LinearVelocity()[0] * 2e-3 // the width over the mass is 1/2e-3
	}
	for distance, want := range map[float64]float64{0.5: 1, 1.9: 1, 3.5: 0.5, 4.7: 0.1, 5.1: 0, 50: 0} {
		require.InDelta(t, want, speedAt(distance), 1e-3, "%v m", distance)
	}
}

// A wall shields all of a crate or half of it, a thin leaf only when it is heavy enough.
func TestExplosionIsShielded(t *testing.T) {
	explode := func(def body.Def, wall shape.Support, e world.Explosion) (impulse, spin float64) {
		w := newWorld(t, world.Config{})
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{4, 0}}, shape.Box(0.5, 0.5), world.ColliderDef{})
		addBody(t, w, def, wall, world.ColliderDef{})
		e.Radius, e.ImpulsePerLength = 20, 1
		require.NoError(t, w.Explode(e))
		for _, h := range explosionHits(w) {
			if h.Body == b {
				impulse = h.Impulse[0]
			}
		}
		return impulse, b.AngularVelocity()
	}
	static := body.Def{Type: body.Static, Position: mgl64.Vec2{2, 0}}
	free, _ := explode(body.Def{Type: body.Static, Position: mgl64.Vec2{0, 9}}, shape.Box(0.1, 3), world.Explosion{})
	require.InDelta(t, 3.5*2*math.Atan(0.5/3.5), free, 1e-4)
	whole, _ := explode(static, shape.Box(0.1, 3), world.Explosion{})
	require.Zero(t, whole)
	open, _ := explode(static, shape.Box(0.1, 3), world.Explosion{NoShielding: true})
	require.Equal(t, free, open)
	half, spin := explode(static, shape.OffsetBox(0.1, 3, mgl64.Vec2{0, 3}, 0), world.Explosion{})
	require.InDelta(t, free/2, half, 0.1*free)
	require.Greater(t, spin, 0.0, "hit below its centre, away from the point: counter-clockwise")

	leaf := body.Def{Position: mgl64.Vec2{2, 0}}
	heavy, _ := explode(leaf, shape.Box(0.1, 3), world.Explosion{MinShieldMass: 1.1})
	light, _ := explode(leaf, shape.Box(0.1, 3), world.Explosion{MinShieldMass: 1.3})
	require.Zero(t, heavy)
	require.Equal(t, free, light)
	ignored, _ := explode(static, shape.Box(0.1, 3), world.Explosion{Shields: world.QueryFilter{Mask: 2}})
	require.Equal(t, free, ignored)
	around, _ := explode(body.Def{Type: body.Static}, shape.Box(1, 1), world.Explosion{})
	require.Equal(t, free, around, "a body around the point shields nothing")
}

// The filter selects; static bodies, sensors and disabled bodies are left alone; sleeping bodies
// wake if they are hit.
func TestExplosionSelectsAndWakes(t *testing.T) {
	w := newWorld(t, world.Config{})
	box := shape.Box(0.5, 0.5)
	hit := addBody(t, w, body.Def{Position: mgl64.Vec2{2, 0}, Asleep: true}, box, world.ColliderDef{})
	other := addBody(t, w, body.Def{Position: mgl64.Vec2{-2, 0}, Asleep: true}, box, world.ColliderDef{Filter: shape.Filter{Category: 2}})
	far := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 9}, Asleep: true}, box, world.ColliderDef{})
	sensor := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 2}, Asleep: true}, box, world.ColliderDef{Sensor: true})
	disabled := addBody(t, w, body.Def{Position: mgl64.Vec2{0, -2}, Disabled: true}, box, world.ColliderDef{})
	locked := addBody(t, w, body.Def{Position: mgl64.Vec2{2, 2}, LockX: true, LockRotation: true}, box, world.ColliderDef{})
	kinematic := addBody(t, w, body.Def{Type: body.Kinematic, Position: mgl64.Vec2{-2, 2}}, box, world.ColliderDef{})
	require.NoError(t, w.Explode(world.Explosion{Radius: 4, ImpulsePerLength: 1, Filter: world.QueryFilter{Mask: 1}}))
	require.True(t, hit.Awake())
	require.False(t, other.Awake())
	require.False(t, far.Awake())
	require.False(t, sensor.Awake())
	require.True(t, !disabled.Enabled())
	require.Zero(t, kinematic.LinearVelocity())
	require.Zero(t, locked.LinearVelocity()[0])
	require.Zero(t, locked.AngularVelocity())
	require.Greater(t, locked.LinearVelocity()[1], 0.1)
	require.Len(t, explosionHits(w), 2)
	w.Tick()
	require.Len(t, w.Events().Wakes, 1)
	require.NoError(t, hit.Destroy())
	require.Len(t, explosionHits(w), 1)
}

func TestExplosionErrors(t *testing.T) {
	w := newWorld(t, world.Config{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{2, 0}}, shape.Box(1, 1), world.ColliderDef{})
	for name, e := range map[string]world.Explosion{
		"Point: {NaN 0} must be finite":           {Point: mgl64.Vec2{nan}},
		"Radius: -1 must not be negative":         {Radius: -1},
		"Falloff: NaN must be finite":             {Falloff: nan},
		"ImpulsePerLength: +Inf must be finite":   {ImpulsePerLength: math.Inf(1)},
		"ImpulsePerLength: 1e+19 is out of range": {ImpulsePerLength: 1e19},
		"MinShieldMass: -1 must not be negative":  {MinShieldMass: -1},
		"Point: {1e+300 0} is out of range":       {Point: mgl64.Vec2{1e300}},
		"Radius: 1e+19 is out of range":           {Radius: 1e19},
	} {
		require.EqualError(t, w.Explode(e), name)
	}
	require.NoError(t, w.Explode(world.Explosion{}))
	require.Empty(t, explosionHits(w))
	require.Zero(t, b.LinearVelocity())
	for _, x := range []float64{1e18, -1e18} {
		require.NoError(t, w.Explode(world.Explosion{Radius: 1e18, Falloff: 1e18, ImpulsePerLength: x}))
		require.NoError(t, w.Explode(world.Explosion{Point: mgl64.Vec2{1 - 1e-16}, Radius: 1e-300, ImpulsePerLength: x}))
		requireFiniteWorld(t, "explosion", w, 20)
	}
}

// Random heaps get the same from an explosion with every broadphase and any number of workers,
// no momentum about the point, and finite energy.
func TestExplosionInAHeap(t *testing.T) {
	heap := func(c world.Config) (*world.World, []world.Body) {
		r := rand.New(rand.NewPCG(5, 6))
		w := newRecordedWorld(t, c)
		shapes := allShapes()
		var bodies []world.Body
		for range 60 {
			s := shapes[r.IntN(13)]
			def := body.Def{Position: mgl64.Vec2{r.Float64()*16 - 8, r.Float64()*16 - 8}, Angle: r.Float64() * 6}
			if r.IntN(5) == 0 {
				def.Type = body.Static
			}
			bodies = append(bodies, addBody(t, w, def, s, world.ColliderDef{}))
		}
		require.NoError(t, w.Explode(world.Explosion{Radius: 3, Falloff: 6, ImpulsePerLength: 5}))
		return w, bodies
	}
	w, _ := heap(world.Config{Workers: 1})
	hits := explosionHits(w)
	require.Greater(t, len(hits), 10)
	for i, h := range hits {
		require.True(t, i == 0 || hits[i-1].Body.ID() < h.Body.ID())
		c := h.Body.WorldCenter()
		require.InDelta(t, 0, h.AngularImpulse+c[0]*h.Impulse[1]-c[1]*h.Impulse[0], 1e-9*h.Impulse.Len()+1e-12)
		require.Less(t, h.Body.KineticEnergy(), 1e4)
	}
	runSeconds(w, 1)
	for _, c := range []world.Config{{Workers: 4}, {Broadphase: world.BroadphaseSweep}, {Broadphase: world.BroadphaseBrute}} {
		v, bodies := heap(c)
		again := explosionHits(v)
		require.Len(t, again, len(hits))
		for i := range hits {
			require.Equal(t, hits[i].Impulse, again[i].Impulse)
			require.Equal(t, hits[i].AngularImpulse, again[i].AngularImpulse)
		}
		if c.Workers == 4 {
			runSeconds(v, 1)
			i := 0
			for b := range w.Bodies() {
				require.Equal(t, b.Position(), bodies[i].Position())
				i++
			}
		}
	}
}

// The code of a shape may panic while the blast looks at it: then nothing has moved.
func TestExplosionIsAllOrNothing(t *testing.T) {
	w := newWorld(t, world.Config{})
	first := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 2}}, shape.Box(0.5, 0.5), world.ColliderDef{})
	fuse := &countdown{left: 1 << 30}
	addBody(t, w, body.Def{Position: mgl64.Vec2{2, 0}}, fuseShape{fuse, 0}, world.ColliderDef{})
	fuse.left, fuse.armed = 5, true
	require.PanicsWithValue(t, "no", func() { _ = w.Explode(world.Explosion{Radius: 5, ImpulsePerLength: 1}) })
	require.Zero(t, first.LinearVelocity())
	fuse.armed = false
	require.NoError(t, w.Explode(world.Explosion{Radius: 5, ImpulsePerLength: 1}))
	require.NotZero(t, first.LinearVelocity())
}
