package terrain_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func newHeights(t testing.TB, config world.Config, def terrain.HeightFieldDef) (*world.World, *terrain.HeightField) {
	t.Helper()
	w := newWorld(t, config)
	if def.Collider.Material == nil {
		def.Collider.Material = &shape.Material{}
	}
	field := world.Must(terrain.NewHeightField(w, def))
	return w, field
}

// stopSign is a custom shape that stands on a side.
type stopSign struct{}

func (stopSign) Support(dir mgl64.Vec2) mgl64.Vec2 {
	best := mgl64.Vec2{}
	for i := range 8 {
		sin, cos := geom.SinCos(math.Pi * (0.125 + 0.25*float64(i)))
		if p := (mgl64.Vec2{0.5 * cos, 0.5 * sin}); i == 0 || p.Dot(dir) > best.Dot(dir) {
			best = p
		}
	}
	return best
}

// On a straight stretch of samples, level or sloped, no shape rises or loses speed.
func TestHeightFieldIsSmooth(t *testing.T) {
	for _, slope := range []float64{0, 0.25, -0.5} {
		heights := make([]float64, 400)
		for i := range heights {
			heights[i] = slope * 0.5 * float64(i)
		}
		length := math.Sqrt(1 + slope*slope)
		normal, along := mgl64.Vec2{-slope / length, 1 / length}, mgl64.Vec2{1 / length, slope / length}
		for _, s := range append(slidingShapes(), slidingShape{"custom", stopSign{}, 0.5 * math.Cos(math.Pi/8)}) {
			for _, speed := range []float64{1, 10, 30} {
				w, field := newHeights(t, world.Config{Gravity: normal.Mul(-10), Workers: 1}, terrain.HeightFieldDef{Spacing: 0.5, Heights: heights})
				start := mgl64.Vec2{20, 20 * slope}.Add(normal.Mul(s.height))
				b := addBody(t, w, body.Def{Position: start, Angle: math.Atan(slope), LinearVelocity: along.Mul(speed), NeverSleep: true}, s.shape)
				rise, fall := 0.0, 0.0
				for range int(math.Min(90/speed, slideSeconds) / dt) {
					require.NoError(t, field.Follow(0))
					w.Tick()
					off := b.Position().Sub(start).Dot(normal)
					rise, fall = max(rise, off), min(fall, off)
				}
				name := fmt.Sprintf("%s at %v on %v", s.name, speed, slope)
				require.Less(t, rise, 1e-4, name)
				require.Greater(t, fall, -0.02, name)
				require.InDelta(t, speed, b.LinearVelocity().Dot(along), 2e-4*speed, name) // tilted gravity is narrowed to float32
				require.Less(t, field.Loaded(), 200, name)
			}
		}
	}
}

// A character runs over the samples at its speed and height.
func TestCharacterRunsOverHeightField(t *testing.T) {
	for _, speed := range []float64{1, 10, 30} {
		w, field := newHeights(t, gravity(), terrain.HeightFieldDef{Spacing: 0.5, Heights: make([]float64, 200)})
		c := world.Must(character.New(w, character.Def{}, mgl64.Vec2{10, 1.2}))
		move := func(v mgl64.Vec2) {
			require.NoError(t, field.Follow(3, c.Body().Position()))
			require.NoError(t, c.Move(v))
			w.Tick()
		}
		for range 60 {
			move(mgl64.Vec2{0, -5})
		}
		start := c.Body().Position()
		ticks := int(60 / speed / dt)
		for range ticks {
			move(mgl64.Vec2{speed, -10 * dt})
			require.InDelta(t, start[1], c.Body().Position()[1], 1e-4)
		}
		require.InDelta(t, float64(ticks)*speed*dt, c.Body().Position()[0]-start[0], 1e-3)
	}
}

// A million samples are there at once, few colliders are, and bodies far apart all have ground.
func TestMillionHeights(t *testing.T) {
	heights := make([]float64, 1_000_000)
	for i := range heights {
		heights[i] = 3 * math.Sin(0.01*float64(i))
	}
	memory := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := memory()
	w, field := newHeights(t, gravity(), terrain.HeightFieldDef{Heights: heights})
	bytes := float64(memory()-before) / float64(len(heights))
	t.Logf("%.2f bytes a sample", bytes)
	require.Less(t, bytes, 5.0)
	var bodies []world.Body
	for i := range 10 {
		x := 100_000*float64(i) + 50
		y, ok := field.HeightAt(x)
		require.True(t, ok)
		bodies = append(bodies, addBody(t, w, body.Def{Position: mgl64.Vec2{x, y + 1}, LinearDamping: 2}, shape.Box(0.5, 0.5)))
	}
	for range 200 {
		require.NoError(t, field.Follow(0))
		w.Tick()
	}
	for _, b := range bodies {
		y, ok := field.HeightAt(b.Position()[0])
		require.True(t, ok)
		require.InDelta(t, y+0.5, b.Position()[1], 0.05)
	}
	require.LessOrEqual(t, field.Loaded(), 10*2*32)
	require.Positive(t, field.Loaded())
	hit, ok := field.RayCast(mgl64.Vec2{10, 2.9999}, mgl64.Vec2{999_000, 0})
	require.True(t, ok)
	require.Less(t, hit.Segment, 1000)
	for _, b := range bodies {
		require.NoError(t, b.Destroy())
	}
	require.NoError(t, field.Follow(0))
	require.Zero(t, field.Loaded())
	require.Zero(t, w.Counters().Colliders)
	runtime.KeepAlive(heights)
}

// After any edits the colliders, the field's own answers and a plain list of heights agree, and
// every segment is where it would be in a field made of the list.
func TestRandomHeightsAgainstModel(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 5))
		const n = 3000
		model, holes := make([]float64, n), make([]bool, n-1)
		origin := mgl64.Vec2{-7.3, 2.1}
		def := terrain.HeightFieldDef{Origin: origin, Spacing: 0.75, Heights: slices.Clone(model)}
		w, field := newHeights(t, world.Config{Workers: 1}, def)
		for range 150 {
			if r.IntN(3) == 0 {
				require.NoError(t, field.Follow(100, mgl64.Vec2{2250 * r.Float64(), 0}))
			}
			from, count := r.IntN(n-1), 1+r.IntN(40)
			if r.IntN(20) == 0 {
				count = 1500
			}
			count = min(count, n-1-from)
			by := make([]float64, count)
			for i := range by {
				by[i] = math.Floor(1024*r.Float64())/512 - 1 // exact in float32
			}
			switch r.IntN(3) {
			case 0:
				require.NoError(t, field.SetHeights(from, by))
				copy(model[from:], by)
			case 1:
				require.NoError(t, field.Raise(from, by))
				for i := range by {
					model[from+i] += by[i]
				}
			case 2:
				hole := r.IntN(2) == 0
				require.NoError(t, field.SetHoles(from, from+count, hole))
				for i := range by {
					holes[from+i] = hole
				}
			}
		}
		require.NoError(t, field.Follow(5000, mgl64.Vec2{0, 0}))
		solid := 0
		for i, h := range holes {
			require.Equal(t, h, field.Hole(i))
			require.Equal(t, model[i], field.Height(i))
			if !h {
				solid++
			}
		}
		require.Equal(t, []int{solid, solid}, []int{field.Loaded(), w.Counters().Colliders})
		def.Heights = model
		whole, again := newHeights(t, world.Config{Workers: 1}, def)
		require.NoError(t, again.Follow(5000, mgl64.Vec2{0, 0}))
		for i := range holes {
			if holes[i] {
				require.NoError(t, again.SetHoles(i, i+1, true))
			}
		}
		require.Equal(t, segments(t, whole, again), segments(t, w, field))
		for range 400 {
			x := origin[0] + float64(n)*0.75*r.Float64()
			checkRay(t, w, field, mgl64.Vec2{x, 8}, mgl64.Vec2{40*r.Float64() - 20, -18})
			checkRay(t, w, field, mgl64.Vec2{x, 8 * r.Float64()}, mgl64.Vec2{2000*r.Float64() - 1000, -8 * r.Float64()})
		}
	}
}

func segments(t *testing.T, w *world.World, field *terrain.HeightField) map[int]shape.ChainSegment {
	list := map[int]shape.ChainSegment{}
	for b := range w.Bodies() {
		for c := range b.Colliders() {
			i, ok := field.SegmentOf(c)
			require.True(t, ok)
			list[i] = c.Shape().(shape.ChainSegment)
		}
	}
	return list
}

// checkRay compares the answers of the world, by colliders, and of the field, by index.
func checkRay(t *testing.T, w *world.World, field *terrain.HeightField, from, along mgl64.Vec2) {
	t.Helper()
	y, ok := field.HeightAt(from[0])
	if ok && from[1] <= y+1e-6 {
		return // below the ground
	}
	want, expected := w.RayCast(from, along, world.QueryFilter{})
	got, ok := field.RayCast(from, along)
	require.Equal(t, expected, ok, "%v %v", from, along)
	if !ok {
		return
	}
	require.InDelta(t, want.Fraction, got.Fraction, 1e-9)
	i, found := field.SegmentOf(want.Collider)
	require.True(t, found)
	require.InDelta(t, i, got.Segment, 1) // a sample belongs to two
	if i == got.Segment {
		require.InDelta(t, 0, want.Normal.Sub(got.Normal).Len(), 1e-9)
		normal, _ := field.NormalAt(got.Point[0])
		if at, _, _ := field.SegmentAt(got.Point[0]); at == i {
			require.Equal(t, got.Normal, normal)
		}
	}
}

// An edit wakes what lies on the segments that change. Other contacts stay, also those on the same
// chunk.
func TestHeightEditWakesWhatLayOnIt(t *testing.T) {
	w, field := newHeights(t, gravity(), terrain.HeightFieldDef{Heights: make([]float64, 200)})
	var bodies []world.Body
	for _, x := range []float64{70.5, 80.5, 90.5} { // all on one chunk
		bodies = append(bodies, addBody(t, w, body.Def{Position: mgl64.Vec2{x, 0.4}}, shape.Box(0.4, 0.4)))
	}
	for range 120 {
		require.NoError(t, field.Follow(0))
		w.Tick()
	}
	require.Positive(t, field.Loaded(), "bodies that sleep keep their ground")
	requireSecondWakes(t, w, bodies, 0, func() error { return field.SetHeights(80, []float64{-1, -1}) })
	require.NoError(t, field.SetHoles(90, 91, true))
	require.True(t, bodies[2].Awake())
	before := w.Hash()
	require.NoError(t, field.SetHeights(70, []float64{0, 0}))
	require.Equal(t, before, w.Hash())
	for range 200 {
		require.NoError(t, field.Follow(0))
		w.Tick()
	}
	require.Less(t, bodies[2].Position()[1], -5.0, "it fell into the hole")
	require.NoError(t, field.Destroy())
	require.Equal(t, 3, w.BodyCount())
}

// A field that is restored, and the field of a fork, goes on as the one that was saved.
func TestHeightFieldRollback(t *testing.T) {
	w, field := heightWorld(t)
	requireRollback[terrain.HeightFieldState](t, w, field, heightScript)
}

func heightWorld(t testing.TB) (*world.World, *terrain.HeightField) {
	heights := make([]float64, 500)
	for i := range heights {
		heights[i] = float64(i*i%17) / 16
	}
	w, field := newHeights(t, gravity(), terrain.HeightFieldDef{Origin: mgl64.Vec2{-5, 0}, Heights: heights})
	for i := range 8 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{40*float64(i) + 10, 2}, LinearVelocity: mgl64.Vec2{float64(3*i) - 9, 0}}, shape.Circle{Radius: 0.5})
	}
	return w, field
}

func heightScript(t testing.TB, w *world.World, field *terrain.HeightField) uint64 {
	for i := range 90 {
		require.NoError(t, field.Follow(0))
		if i%10 == 0 {
			require.NoError(t, field.Raise(4*i, []float64{0.5, 1, 0.5}))
			require.NoError(t, field.SetHoles(3*i, 3*i+2, i%20 == 0))
		}
		w.Tick()
	}
	return w.StateHash()
}

// goldenHeights is the state of a world on a height field that was edited.
const goldenHeights = 0x67f2c4d5955e5ee9

// TestGoldenHeights: the same bits on every platform.
func TestGoldenHeights(t *testing.T) {
	w, field := heightWorld(t)
	require.Equal(t, uint64(goldenHeights), heightScript(t, w, field))
}

// A refused call changes nothing.
func TestHeightFieldRefuses(t *testing.T) {
	nan := math.NaN()
	w, field := newHeights(t, world.Config{Workers: 1}, terrain.HeightFieldDef{Heights: make([]float64, 100)})
	require.NoError(t, field.Follow(200, mgl64.Vec2{}))
	for name, def := range map[string]terrain.HeightFieldDef{
		"Origin":           {Origin: mgl64.Vec2{nan, 0}},
		"Spacing":          {Spacing: -1},
		"Heights":          {Heights: []float64{1}},
		"Heights[1]":       {Heights: []float64{1, nan}},
		"Collider.Density": {Collider: world.ColliderDef{Density: -1}},
	} {
		if def.Heights == nil {
			def.Heights = []float64{0, 0}
		}
		_, err := terrain.NewHeightField(w, def)
		var refused *geom.FieldError
		require.ErrorAs(t, err, &refused, name)
		require.ErrorContains(t, err, name)
	}
	before := w.Hash()
	for _, err := range []error{
		field.SetHeights(-1, []float64{1}),
		field.SetHeights(99, []float64{1, 1}),
		field.SetHeights(0, []float64{1, math.Inf(1)}),
		field.Raise(0, []float64{nan}),
		field.SetHoles(-1, 5, true),
		field.SetHoles(5, 4, true),
		field.SetHoles(5, 100, true),
		field.Follow(nan),
		field.Follow(-1),
		field.Follow(1, mgl64.Vec2{nan, 0}),
	} {
		var refused *geom.FieldError
		require.ErrorAs(t, err, &refused)
	}
	require.Equal(t, before, w.Hash())
	require.Equal(t, []float64{0, 0}, []float64{field.Height(0), field.Height(99)})
	_, ok := field.HeightAt(nan)
	require.False(t, ok)
	_, ok = field.RayCast(mgl64.Vec2{nan, 0}, mgl64.Vec2{1, 1})
	require.False(t, ok)
	_, ok = field.HeightAt(99.001)
	require.False(t, ok)
}

// While the world steps nothing of a field changes.
func TestHeightEditWhileSteppingIsRefused(t *testing.T) {
	var field *terrain.HeightField
	edits := func() []error {
		return []error{
			field.SetHeights(20, []float64{3}),
			field.SetHeights(500, []float64{3}), // of a segment that is not in the world
			field.SetHoles(500, 501, true),
			field.SetKinds(500, 501, 0),
		}
	}
	requireRefusedInStep(t, edits, func(config world.Config) (w *world.World) {
		w, field = newHeights(t, config, terrain.HeightFieldDef{Heights: make([]float64, 600)})
		addBody(t, w, body.Def{Position: mgl64.Vec2{20, 0.5}}, shape.Box(0.5, 0.5))
		require.NoError(t, field.Follow(0))
		return w
	})
	require.Equal(t, []float64{0, 0}, []float64{field.Height(20), field.Height(500)})
	require.False(t, field.Hole(500))
}

func BenchmarkLoadMillionHeights(b *testing.B) {
	heights := make([]float64, 1_000_000)
	for b.Loop() {
		newHeights(b, gravity(), terrain.HeightFieldDef{Heights: heights})
	}
}

func BenchmarkEditInMillionHeights(b *testing.B) {
	w, field := newHeights(b, gravity(), terrain.HeightFieldDef{Heights: make([]float64, 1_000_000)})
	require.NoError(b, field.Follow(2000, mgl64.Vec2{1000, 0}))
	i := 0
	for b.Loop() {
		i++
		require.NoError(b, field.SetHeights(i*37%2000, []float64{float64(i & 1), 0.5}))
	}
	b.ReportMetric(float64(w.Counters().Colliders), "colliders")
}

// One tick of a hundred bodies, and Follow beside it.
func BenchmarkFollow(b *testing.B) {
	for _, name := range []string{"follow", "tick"} {
		b.Run(name, func(b *testing.B) {
			w, field := newHeights(b, gravity(), terrain.HeightFieldDef{Heights: make([]float64, 1_000_000)})
			for i := range 100 {
				addBody(b, w, body.Def{Position: mgl64.Vec2{9000*float64(i) + 50, 1}, LinearVelocity: mgl64.Vec2{5, 0}, NeverSleep: true}, shape.Circle{Radius: 0.5})
			}
			for range 30 {
				require.NoError(b, field.Follow(0))
				w.Tick()
			}
			for b.Loop() {
				if name == "follow" {
					require.NoError(b, field.Follow(0))
				} else {
					w.Tick()
				}
			}
		})
	}
}
