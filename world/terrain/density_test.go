package terrain_test

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func bedrock(y int) func(image.Point) bool { return func(p image.Point) bool { return p.Y <= y } }

func newDensity(t testing.TB, config world.Config, def terrain.DensityDef) (*world.World, *terrain.Density) {
	t.Helper()
	w := newWorld(t, config)
	if def.Collider.Material == nil {
		def.Collider.Material = &shape.Material{}
	}
	ground := world.Must(terrain.NewDensity(w, def))
	return w, ground
}

func rectangle(x0, y0, x1, y1 float64) []mgl64.Vec2 {
	return []mgl64.Vec2{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}
}

// Straight borders are exact, and what a circle leaves is the level without it, by area and at
// points.
func TestDigOutlines(t *testing.T) {
	w, ground := newDensity(t, world.Config{Workers: 1}, terrain.DensityDef{Size: 0.5, Origin: mgl64.Vec2{0.3, -0.2}})
	require.NoError(t, ground.Fill(rectangle(-30, -20, 30, 0.125)))
	require.InDelta(t, 60*20.125, solidArea(t, w), 0.5) // corners are rounded off
	hit, ok := w.RayCast(mgl64.Vec2{1.234, 5}, mgl64.Vec2{0, -10}, world.QueryFilter{})
	require.True(t, ok)
	require.InDelta(t, 0.125, hit.Point[1], 1e-4)
	require.True(t, ground.Has(hit.Collider))
	before := solidArea(t, w)
	require.NoError(t, ground.DigCircle(mgl64.Vec2{3, -9}, 5))
	require.InDelta(t, 25*math.Pi, before-solidArea(t, w), 0.02*25*math.Pi)
	for i := range 200 {
		sin, cos := geom.SinCos(0.0314 * float64(i))
		require.False(t, isSolid(w, mgl64.Vec2{3 + 4.95*cos, -9 + 4.95*sin}))
		require.True(t, isSolid(w, mgl64.Vec2{3 + 5.05*cos, -9 + 5.05*sin}))
	}
	require.NoError(t, ground.FillCircle(mgl64.Vec2{3, -9}, 6))
	require.InDelta(t, before, solidArea(t, w), 1e-6)
	require.NoError(t, ground.Dig(rectangle(-40, -40, 40, 40)))
	require.Zero(t, w.BodyCount())
}

// densityModel is the field by its definition: a map of samples.
type densityModel map[image.Point]float64

// After any edits the samples equal a slow model's, the ground is where the model has it, and
// a field with the same samples from the start has the same colliders.
func TestRandomDigsAgainstModel(t *testing.T) {
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 7))
		w, ground := newDensity(t, world.Config{Workers: 1}, terrain.DensityDef{})
		model := densityModel{}
		for range 60 {
			center, radius := mgl64.Vec2{80*r.Float64() - 40, 60*r.Float64() - 30}, 1+8*r.Float64()
			if r.IntN(3) == 0 { // through samples
				center, radius = mgl64.Vec2{math.Floor(center[0]), math.Floor(center[1])}, math.Ceil(radius)
			}
			digs := r.IntN(2) == 0
			if digs {
				require.NoError(t, ground.DigCircle(center, radius))
			} else {
				require.NoError(t, ground.FillCircle(center, radius))
			}
			model.apply(center, radius, digs)
		}
		_, again := newDensity(t, world.Config{Workers: 1}, terrain.DensityDef{})
		box := image.Rect(-64, -64, 96, 64)
		var list []float64
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				require.InDelta(t, model.at(image.Pt(x, y)), ground.Sample(image.Pt(x, y)), 1.0/1024)
				list = append(list, ground.Sample(image.Pt(x, y)))
			}
		}
		require.NoError(t, again.SetSamples(box, list))
		require.Equal(t, again.World().Counters().Colliders, w.Counters().Colliders)
		require.InDelta(t, solidArea(t, again.World()), solidArea(t, w), 1e-9)
		for range 2000 {
			p := mgl64.Vec2{110*r.Float64() - 55, 90*r.Float64() - 45}
			solid, sure := model.isSolid(p)
			if sure {
				require.Equal(t, solid, isSolid(w, p), "%v", p)
			}
		}
	}
}

func (m densityModel) at(p image.Point) float64 {
	if v, ok := m[p]; ok {
		return v
	}
	return -1
}

func (m densityModel) apply(center mgl64.Vec2, radius float64, digs bool) {
	for y := -64; y < 64; y++ {
		for x := -64; x < 96; x++ {
			p := image.Pt(x, y)
			d := max(-1, min(math.Hypot(float64(x)-center[0], float64(y)-center[1])-radius, 1))
			if digs {
				m[p] = min(m.at(p), d)
			} else {
				m[p] = max(m.at(p), -d)
			}
		}
	}
}

// isSolid reports whether a point lies in the ground, where that is plain from the corners of its
// cell and the point is not near the border.
func (m densityModel) isSolid(p mgl64.Vec2) (solid, sure bool) {
	x, y := int(math.Floor(p[0])), int(math.Floor(p[1]))
	inside := 0
	for i := range 4 {
		if m.at(image.Pt(x+i&1, y+i>>1)) > 0.01 {
			inside++
		} else if m.at(image.Pt(x+i&1, y+i>>1)) > -0.01 {
			return false, false
		}
	}
	return inside == 4, inside == 0 || inside == 4
}

// A piece that loses its hold is a body at rest of the mass of what left the ground, and what is
// left of the ground is the ground without it.
func TestLoosenedPieceHasItsMass(t *testing.T) {
	for _, x := range []float64{0, 27.3, 31.5} { // inside of a chunk, and over its border
		material := &shape.Material{Friction: 0.7}
		def := terrain.DensityDef{Size: 0.5, Held: bedrock(-20), Collider: world.ColliderDef{Density: 3, Material: material}}
		w, ground := newDensity(t, world.Config{Workers: 1}, def)
		require.NoError(t, ground.Fill(rectangle(-30, -15, 30, 0)))
		require.NoError(t, ground.FillCircle(mgl64.Vec2{x, 4}, 4.5)) // stands on the ground
		require.NoError(t, ground.DigCircle(mgl64.Vec2{x, 4.5}, 2))  // has a hole
		require.Empty(t, ground.Loosened())
		whole := solidArea(t, w)
		require.NoError(t, ground.Dig(rectangle(x-3.5, -0.75, x+3.5, 1)))
		loose := ground.Loosened()
		require.Len(t, loose, 1)
		piece := loose[0]
		require.InDelta(t, 3*piece.Area, piece.Body.Mass(), 1e-9*piece.Body.Mass())
		require.InDelta(t, 0, piece.Body.WorldCenter().Sub(piece.Center).Len(), 1e-9*50)
		require.Zero(t, piece.Body.LinearVelocity().Len()+math.Abs(piece.Body.AngularVelocity()))
		for c := range piece.Body.Colliders() {
			require.Equal(t, *material, c.Material())
		}
		left := solidArea(t, w)
		_, bare := newDensity(t, world.Config{Workers: 1}, terrain.DensityDef{Size: 0.5})
		box := image.Rect(-80, -60, 80, 40)
		var list []float64
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				list = append(list, ground.Sample(image.Pt(x, y)))
			}
		}
		require.NoError(t, bare.SetSamples(box, list))
		require.InDelta(t, left, solidArea(t, bare.World()), 1e-9)
		require.Less(t, left+piece.Area, whole-2)
		// The same dig in ground that holds everywhere takes the same away.
		_, held := newDensity(t, world.Config{Workers: 1}, terrain.DensityDef{Size: 0.5})
		require.NoError(t, held.Fill(rectangle(-30, -15, 30, 0)))
		require.NoError(t, held.FillCircle(mgl64.Vec2{x, 4}, 4.5))
		require.NoError(t, held.DigCircle(mgl64.Vec2{x, 4.5}, 2))
		require.NoError(t, held.Dig(rectangle(x-3.5, -0.75, x+3.5, 1)))
		require.InDelta(t, solidArea(t, held.World()), left+piece.Area, 1e-9*left)
	}
}

// A piece larger than several chunks comes loose as one, small ones vanish, and the ground without
// a rule holds.
func TestLoosenedPieces(t *testing.T) {
	w, ground := newDensity(t, gravity(), terrain.DensityDef{Held: bedrock(0), MinArea: 3})
	require.NoError(t, ground.Fill(rectangle(-60, -4, 60, 1)))
	require.NoError(t, ground.Fill(rectangle(-1, 0, 1, 20)))
	require.NoError(t, ground.Fill(rectangle(-50, 22, 50, 60)))
	require.Len(t, ground.Loosened(), 1, "filled without a hold")
	require.NoError(t, ground.Loosened()[0].Body.Destroy())
	require.NoError(t, ground.Fill(rectangle(-50, 19, 50, 60)))
	require.Empty(t, ground.Loosened())
	require.NoError(t, ground.Dig(rectangle(-2, 9, 2, 11)))
	require.Len(t, ground.Loosened(), 1)
	require.InDelta(t, 100*41+2*8, ground.Loosened()[0].Area, 1)
	require.InDelta(t, 39, ground.Loosened()[0].Center[1], 0.5)
	count := w.BodyCount()
	require.NoError(t, ground.Dig(rectangle(-2, 6, 2, 8))) // a crumb of 2 m^2
	require.Len(t, ground.Loosened(), 1)
	require.Equal(t, world.Body{}, ground.Loosened()[0].Body)
	require.InDelta(t, 2, ground.Loosened()[0].Area, 0.1)
	require.Equal(t, count, w.BodyCount())
	require.Equal(t, -1.0, ground.Sample(image.Pt(0, 9)))
	runTicks(w, 300)
	require.NoError(t, ground.Destroy())
	require.Equal(t, 1, w.BodyCount(), "the loose piece")
}

// Dug ground is felt as one: on the level no shape rises or loses speed, over blocks and chunks.
func TestDensityIsSmooth(t *testing.T) {
	for _, s := range slidingShapes() {
		for _, speed := range []float64{1, 10, 30} {
			w, ground := newDensity(t, gravity(), terrain.DensityDef{Size: 0.7, Origin: mgl64.Vec2{0.1, 0.2}})
			require.NoError(t, ground.Fill(rectangle(-60, -9, 60, 5)))
			require.NoError(t, ground.Dig(rectangle(-70, 0, 70, 9)))
			slideOnLevel(t, w, s, 0, speed)
		}
	}
}

// On a slope of any angle nothing is caught, at corners of blocks that lie in the slope neither.
// Crossings are exact to a 16384th of a cell; that much the ground is uneven, and a fast box rocks
// on it. No tick stops a body at a corner: a rounded box at 19 m/s stood still at one for a tick.
func TestDensitySlopes(t *testing.T) {
	for _, s := range slidingShapes() {
		for _, angle := range []float64{0.1, 0.4, math.Pi / 4, 1} {
			w, ground := newDensity(t, gravity(), terrain.DensityDef{Size: 0.5})
			sin, cos := math.Sincos(angle)
			at := func(along, up float64) mgl64.Vec2 { return mgl64.Vec2{along*cos - up*sin, along*sin + up*cos} }
			require.NoError(t, ground.Fill([]mgl64.Vec2{at(-80, -4), at(80, -4), at(80, 0), at(-80, 0)}))
			b := addBody(t, w, body.Def{Position: at(60, s.height+0.01), Angle: angle, NeverSleep: true}, s.shape)
			high, low := 0.0, 0.0
			for tick := range 160 {
				before := b.Position()
				w.Tick()
				require.Greater(t, before.Sub(b.Position()).Dot(at(1, 0)), 10*sin*dt*dt*float64(tick-1), "%s at %v", s.name, angle)
				off := -b.Position()[0]*sin + b.Position()[1]*cos - s.height - 0.01
				high, low = max(high, off), min(low, off)
			}
			want := 10 * sin * 160 * dt
			speed := -b.LinearVelocity().Dot(at(1, 0))
			t.Logf("%s %.2f: speed lost %.2e, high %.1e, low %.1e", s.name, angle, 1-speed/want, high, low)
			require.InDelta(t, want, speed, 6e-5*want, "%s at %v", s.name, angle)
			require.Less(t, high, 0.02)
			require.Greater(t, low, -0.03)
		}
	}
}

// A character runs over dug ground at its speed and height.
func TestCharacterRunsOverDensity(t *testing.T) {
	for _, speed := range []float64{1, 10, 30} {
		w, ground := newDensity(t, gravity(), terrain.DensityDef{Size: 0.5})
		require.NoError(t, ground.Fill(rectangle(-40, -9, 40, 5)))
		require.NoError(t, ground.Dig(rectangle(-45, 0, 45, 9)))
		runOnLevel(t, w, speed)
	}
}

// An edit wakes what lay on it, and the contacts of others stay.
func TestDigWakesWhatLayOnIt(t *testing.T) {
	w, ground := newDensity(t, gravity(), terrain.DensityDef{Held: bedrock(-4)})
	require.NoError(t, ground.Fill(rectangle(-40, -5, 40, 0)))
	var bodies []world.Body
	for _, x := range []float64{-18.5, 4.5, 20.5} {
		bodies = append(bodies, addBody(t, w, body.Def{Position: mgl64.Vec2{x, 0.5}}, shape.Box(0.5, 0.5)))
	}
	runTicks(w, 120)
	requireSecondWakes(t, w, bodies, 2, func() error { return ground.DigCircle(mgl64.Vec2{4.5, 0}, 1.5) })
	before := w.Hash()
	require.NoError(t, ground.DigCircle(mgl64.Vec2{4.5, 30}, 1.5))
	require.Equal(t, before, w.Hash())
}

// digScript digs and fills while bodies fall, and returns the state.
func digScript(t testing.TB, w *world.World, ground *terrain.Density) uint64 {
	for i := range 60 {
		if i%4 == 0 {
			require.NoError(t, ground.DigCircle(mgl64.Vec2{float64(i) - 28.3, 0.3}, 1.7))
		}
		if i == 30 {
			require.NoError(t, ground.Dig([]mgl64.Vec2{{9.1, -1}, {17, 0.2}, {16.2, 3.3}, {10, 2}}))
			require.NoError(t, ground.Fill([]mgl64.Vec2{{-9, -1}, {-4, 0}, {-6, 3}}))
		}
		w.Tick()
	}
	return w.StateHash()
}

func digWorld(t testing.TB) (*world.World, *terrain.Density) {
	w, ground := newDensity(t, gravity(), terrain.DensityDef{Size: 0.5, Held: bedrock(-8), MinArea: 0.05})
	require.NoError(t, ground.Fill([]mgl64.Vec2{{-30, -5}, {30, -5}, {30, -0.3}, {12, 0.1}, {0, 0.7}, {-30, 0}}))
	require.NoError(t, ground.FillCircle(mgl64.Vec2{13, 3}, 3.2))
	for i := range 10 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{5*float64(i) - 22, 3}, Angle: 0.2 * float64(i)}, shape.Box(0.4, 0.3))
	}
	runTicks(w, 20)
	return w, ground
}

// Ground that is restored, and the ground of a fork, go on as the one that was saved.
func TestDensityRollback(t *testing.T) {
	w, ground := digWorld(t)
	requireRollback[terrain.DensityState](t, w, ground, digScript)
}

// goldenDig is the state of a world in which ground was dug and came loose.
const goldenDig = 0x5eba236e16c1aafc

// TestGoldenDig: the same bits on every platform.
func TestGoldenDig(t *testing.T) {
	w, ground := digWorld(t)
	require.Equal(t, uint64(goldenDig), digScript(t, w, ground))
}

// A refused call changes nothing.
func TestDensityRefuses(t *testing.T) {
	nan := math.NaN()
	for name, def := range map[string]terrain.DensityDef{
		"Size":                       {Size: -1},
		"Origin":                     {Origin: mgl64.Vec2{nan, 0}},
		"MinArea":                    {MinArea: -1},
		"Collider.Mass":              {Collider: world.ColliderDef{Mass: 1}},
		"Collider.Density":           {Collider: world.ColliderDef{Density: -1}},
		"Collider.Material.Friction": {Collider: world.ColliderDef{Material: &shape.Material{Friction: -1}}},
	} {
		_, err := terrain.NewDensity(newWorld(t, world.Config{Workers: 1}), def)
		var field *geom.FieldError
		require.ErrorAs(t, err, &field, name)
	}
	w, ground := newDensity(t, world.Config{Workers: 1}, terrain.DensityDef{})
	require.NoError(t, ground.FillCircle(mgl64.Vec2{}, 5))
	before := w.Hash()
	for _, err := range []error{
		ground.Dig(nil),
		ground.Dig([]mgl64.Vec2{{0, 0}, {1, nan}, {0, 1}}),
		ground.Dig(rectangle(0, 0, 1e9, 1)),
		ground.DigCircle(mgl64.Vec2{nan, 0}, 1),
		ground.DigCircle(mgl64.Vec2{}, nan),
		ground.FillCircle(mgl64.Vec2{}, -1),
		ground.FillCircle(mgl64.Vec2{}, 1e5),
		ground.SetSamples(image.Rect(0, 0, 2, 2), make([]float64, 3)),
		ground.SetSamples(image.Rect(0, 0, 1, 1), []float64{nan}),
		ground.SetSamples(image.Rect(1<<30, 0, 1<<30+1, 1), []float64{0}),
	} {
		var field *geom.FieldError
		require.ErrorAs(t, err, &field)
	}
	require.NoError(t, ground.SetSamples(image.Rectangle{}, nil))
	require.Equal(t, before, w.Hash())
}

// While the world steps nothing of the ground changes.
func TestDigWhileSteppingIsRefused(t *testing.T) {
	var ground *terrain.Density
	edits := func() []error {
		return []error{
			ground.DigCircle(mgl64.Vec2{}, 1), ground.FillCircle(mgl64.Vec2{100, 0}, 2),
			ground.DigCircle(mgl64.Vec2{100, 0}, 2), // in air
		}
	}
	requireRefusedInStep(t, edits, func(config world.Config) (w *world.World) {
		w, ground = newDensity(t, config, terrain.DensityDef{Held: bedrock(-3)})
		require.NoError(t, ground.Fill(rectangle(-4, -4, 4, 0)))
		require.NoError(t, ground.Fill(rectangle(50, 0, 54, 4)))
		addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5))
		return w
	})
	require.GreaterOrEqual(t, ground.Sample(image.Pt(0, -1)), 0.9)
	require.Equal(t, -1.0, ground.Sample(image.Pt(100, 0)))
	require.Len(t, ground.Loosened(), 1, "of the last edit that was accepted")
}

// Where a piece came loose no trace of its border is left, so what is filled there is as elsewhere.
func TestLoosenedPieceLeavesNoTrace(t *testing.T) {
	_, ground := newDensity(t, world.Config{Workers: 1}, terrain.DensityDef{Held: bedrock(-100)})
	require.NoError(t, ground.FillCircle(mgl64.Vec2{31.6, 0.3}, 4.3))
	require.Len(t, ground.Loosened(), 1)
	each(image.Rect(20, -12, 44, 12), func(p image.Point) {
		require.Equal(t, -1.0, ground.Sample(p), "%v", p)
	})
}

// A state into which nothing was saved is refused with a sentence, and the ground stays as it was.
func TestEmptyStatesAreRefused(t *testing.T) {
	const sentence, noState = "terrain: Restore of a state into which nothing was saved", "terrain: Save into no state"
	w := newWorld(t, world.Config{})
	tiles := world.Must(terrain.New(w, terrain.Def{Kinds: []terrain.Kind{{}}}))
	require.NoError(t, tiles.Fill(image.Rect(0, 0, 40, 2), 1))
	require.PanicsWithValue(t, sentence, func() { tiles.Restore(nil) })
	require.PanicsWithValue(t, noState, func() { tiles.Save(nil) })
	require.Equal(t, terrain.Tile(1), tiles.At(image.Pt(39, 1)))
	require.NoError(t, tiles.Set(image.Pt(39, 1), 0))

	smooth := world.Must(terrain.NewDensity(w, terrain.DensityDef{Origin: mgl64.Vec2{100, 0}}))
	require.NoError(t, smooth.FillCircle(mgl64.Vec2{100, 0}, 5))
	require.PanicsWithValue(t, sentence, func() { smooth.Restore(nil) })
	require.PanicsWithValue(t, noState, func() { smooth.Save(nil) })
	require.NoError(t, smooth.DigCircle(mgl64.Vec2{100, 0}, 2))

	hills := world.Must(terrain.NewHeightField(w, terrain.HeightFieldDef{Origin: mgl64.Vec2{200, 0}, Heights: []float64{0, 1, 2}}))
	require.PanicsWithValue(t, noState, func() { hills.Save(nil) })
	for _, s := range []*terrain.HeightFieldState{nil, {}} {
		require.PanicsWithValue(t, sentence, func() { hills.Restore(s) })
	}
	require.Equal(t, 1.0, hills.Height(1))
	require.NoError(t, tiles.Destroy())
	require.NoError(t, smooth.Destroy())
}
