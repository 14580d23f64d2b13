package terrain_test

import (
	"errors"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// waves is endless ground with caves.
type waves struct {
	reads map[image.Point]int
	fails error
	add   float64 // to each sample
}

func waveAt(p image.Point) float64 {
	x, y := float64(p.X), float64(p.Y)
	caves := math.Abs(3*math.Sin(0.31*x+0.2)+4*math.Sin(0.23*y)) - 1.2
	return max(-1, min(caves, 2*math.Sin(0.07*x)-y, 1))
}

func (s *waves) ReadChunk(at image.Point, samples *terrain.Samples) error {
	s.reads[at]++
	for i := range samples {
		samples[i] = waveAt(at.Mul(terrain.ChunkSide).Add(image.Pt(i%terrain.ChunkSide, i/terrain.ChunkSide))) + s.add
	}
	return s.fails
}

func newWaves(t testing.TB, def terrain.DensityDef) (*world.World, *terrain.Density, *waves) {
	source := &waves{reads: map[image.Point]int{}}
	def.Source = source
	w, ground := newDensity(t, gravity(), def)
	return w, ground, source
}

// outlinesBetween returns the outlines of the colliders of all static bodies whose place lies in a
// box, in order.
func outlinesBetween(w *world.World, low, high mgl64.Vec2) []string {
	var list []string
	for b := range w.Bodies() {
		p := b.Position()
		if b.Type() != body.Static || p[0] < low[0] || p[1] < low[1] || p[0] >= high[0] || p[1] >= high[1] {
			continue
		}
		for c := range b.Colliders() {
			list = append(list, fmt.Sprint(p, c.Shape().(shape.Polygon).Points()))
		}
	}
	slices.Sort(list)
	return list
}

// However chunks came and went, and wherever the ground was dug meanwhile, it has the samples and
// the colliders of ground that was there as a whole. A chunk that was edited is not read again.
func TestDensityChunksComeAndGo(t *testing.T) {
	for seed := range uint64(2) {
		r := rand.New(rand.NewPCG(seed, 11))
		def := terrain.DensityDef{Size: 0.5, Origin: mgl64.Vec2{0.25, -0.25}}
		whole, all := newDensity(t, gravity(), def)
		w, ground, source := newWaves(t, def)
		box := image.Rect(-96, -96, 96, 64)
		samples := make([]float64, 0, box.Dx()*box.Dy())
		each(box, func(p image.Point) { samples = append(samples, waveAt(p)) })
		require.NoError(t, all.SetSamples(box, samples))
		for range 25 {
			require.NoError(t, ground.Focus(12, mgl64.Vec2{40*r.Float64() - 20, 40*r.Float64() - 30}))
			center, radius := mgl64.Vec2{46*r.Float64() - 23, 36*r.Float64() - 23}, 0.5+4*r.Float64()
			if r.IntN(3) == 0 {
				require.NoError(t, errors.Join(ground.FillCircle(center, radius), all.FillCircle(center, radius)))
			} else {
				require.NoError(t, errors.Join(ground.DigCircle(center, radius), all.DigCircle(center, radius)))
			}
		}
		require.NoError(t, ground.Focus(0, mgl64.Vec2{1e5, 1000}))
		loaded, solid := ground.LoadedChunks()
		require.Equal(t, []int{1, 0, 0}, []int{loaded, solid, w.BodyCount()})
		clear(source.reads)
		require.NoError(t, ground.Focus(32, mgl64.Vec2{}))
		each(box.Inset(32), func(p image.Point) {
			require.True(t, all.Sample(p) == ground.Sample(p), "sample %v is %v, not %v", p, ground.Sample(p), all.Sample(p))
		})
		low, high := mgl64.Vec2{-33, -33}, mgl64.Vec2{30, 15}
		require.Greater(t, len(outlinesBetween(w, low, high)), 100)
		require.Equal(t, outlinesBetween(whole, low, high), outlinesBetween(w, low, high))
		require.NoError(t, ground.Focus(0, mgl64.Vec2{1e5, 1000}))
		require.NoError(t, ground.Focus(32, mgl64.Vec2{}))
		once, twice := 0, 0
		for _, n := range source.reads {
			once, twice = once+min(n, 1), twice+n/2
		}
		require.Positive(t, twice, "what was not edited is forgotten")
		require.Less(t, twice, once)
	}
}

// A chunk that was edited is kept, one that was not is read again, and one at whose samples the
// cells of a loaded chunk end is read once.
func TestDensityReadsAgain(t *testing.T) {
	_, ground, source := newWaves(t, terrain.DensityDef{})
	focus := func(x float64) { require.NoError(t, ground.Focus(1, mgl64.Vec2{x, -16})) }
	focus(16)
	require.Equal(t, map[image.Point]int{{0, -1}: 1, {1, -1}: 1, {0, 0}: 1, {1, 0}: 1}, source.reads)
	require.NoError(t, ground.DigCircle(mgl64.Vec2{16, -16}, 3))
	require.Positive(t, ground.Sample(image.Pt(8, -20)))
	focus(1000)
	require.Equal(t, -1.0, ground.Sample(image.Pt(40, -30)), "away, and not edited")
	require.Positive(t, ground.Sample(image.Pt(8, -20)), "edited")
	focus(16)
	require.Equal(t, []int{1, 2}, []int{source.reads[image.Pt(0, -1)], source.reads[image.Pt(1, -1)]})
	focus(48)
	require.Equal(t, 2, source.reads[image.Pt(1, -1)])
	require.Equal(t, -1.0, ground.Sample(image.Pt(16, -16)))
}

// A body whose ground is not there waits asleep, and goes on when it comes.
func TestBodyWaitsForItsDensity(t *testing.T) {
	w, ground, _ := newWaves(t, terrain.DensityDef{})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{500, 6}, LinearVelocity: mgl64.Vec2{0, -1}, AngularVelocity: 2}, shape.Box(0.5, 0.5))
	require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0}))
	require.Equal(t, []terrain.Wait{{Body: b}}, ground.Waits())
	for range 60 {
		w.Tick()
		require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0}))
		require.Empty(t, ground.Waits())
	}
	require.Equal(t, mgl64.Vec2{500, 6}, b.Position())
	require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0}, mgl64.Vec2{500, 0}))
	require.Equal(t, []terrain.Wait{{Body: b, Ended: true}}, ground.Waits())
	require.Equal(t, mgl64.Vec3{0, -1, 2}, b.LinearVelocity().Vec3(b.AngularVelocity()))
	touched := false
	for range 120 {
		w.Tick()
		require.NoError(t, ground.Focus(20, b.Position()))
		for c := range b.Contacts() {
			touched = touched || ground.Has(c.ColliderA) || ground.Has(c.ColliderB)
		}
	}
	require.True(t, touched)
}

// tower is ground in columns of a width of 3: rock from y = 0 down, a pillar over it, and in the
// second chunk a beam from the pillar to the right, which ends in air or leads to a second pillar.
type tower struct{ second bool }

func (s tower) ReadChunk(at image.Point, samples *terrain.Samples) error {
	for i := range samples {
		p := at.Mul(terrain.ChunkSide).Add(image.Pt(i%terrain.ChunkSide, i/terrain.ChunkSide))
		solid := p.Y <= 0 || p.Y <= 20 && p.X >= 10 && p.X <= 13 || p.Y >= 18 && p.Y <= 20 && p.X >= 10 && p.X <= 43
		if solid || s.second && p.Y <= 20 && p.X >= 40 && p.X <= 43 {
			samples[i] = 0.5
		}
	}
	return nil
}

// Ground that reaches to a chunk which is not there is held until that comes. Then it falls, or is
// held by what came.
func TestHoldAtTheBorderOfWhatIsLoaded(t *testing.T) {
	for _, second := range []bool{false, true} {
		def := terrain.DensityDef{Held: bedrock(-10), Source: tower{second}, Collider: world.ColliderDef{Density: 2}}
		w, ground := newDensity(t, gravity(), def)
		require.NoError(t, ground.Focus(4, mgl64.Vec2{16, -5}, mgl64.Vec2{16, 10}))
		loaded, _ := ground.LoadedChunks()
		require.Equal(t, 2, loaded)
		require.NoError(t, ground.DigCircle(mgl64.Vec2{11.5, 8}, 4))
		require.Empty(t, ground.Loosened(), "it may be held by what is to the right")
		require.Positive(t, ground.Sample(image.Pt(12, 19)))
		var saved terrain.DensityState
		var snapshot world.Snapshot
		require.NoError(t, w.Save(&snapshot))
		ground.Save(&saved)
		fork := world.Must(w.Fork())
		t.Cleanup(fork.Close)
		forked := ground.Fork(fork)
		for range 2 {
			require.NoError(t, ground.Focus(4, mgl64.Vec2{16, -5}, mgl64.Vec2{16, 10}))
			require.Empty(t, ground.Loosened())
			require.NoError(t, ground.Focus(4, mgl64.Vec2{16, -5}, mgl64.Vec2{16, 10}, mgl64.Vec2{48, -5}, mgl64.Vec2{48, 10}))
			checkTower(t, ground, second)
			require.NoError(t, ground.Focus(4, mgl64.Vec2{16, -5}, mgl64.Vec2{16, 10}))
			require.Empty(t, ground.Loosened())
			require.NoError(t, w.Restore(&snapshot))
			ground.Restore(&saved)
		}
		require.NoError(t, forked.Focus(40, mgl64.Vec2{32, 10}))
		checkTower(t, forked, second)
		// Far away the answer is no other: the ground waits for its chunk, too.
		require.NoError(t, ground.Focus(4, mgl64.Vec2{1e4, 0}))
		require.NoError(t, ground.Focus(40, mgl64.Vec2{32, 10}))
		checkTower(t, ground, second)
		// What is dug where nothing is loaded comes loose when its chunk comes.
		require.NoError(t, ground.Focus(4, mgl64.Vec2{1e4, 0}))
		require.NoError(t, ground.FillCircle(mgl64.Vec2{-80, 16}, 5))
		require.Empty(t, ground.Loosened())
		require.NoError(t, ground.Focus(4, mgl64.Vec2{-80, 16}))
		require.Len(t, ground.Loosened(), 1)
		require.InDelta(t, 25*math.Pi, ground.Loosened()[0].Area, 1)
	}
}

// checkTower requires that the beam has come loose with its mass, or is there.
func checkTower(t *testing.T, ground *terrain.Density, second bool) {
	t.Helper()
	if second {
		require.Empty(t, ground.Loosened())
		require.Positive(t, ground.Sample(image.Pt(12, 19)))
		return
	}
	require.Len(t, ground.Loosened(), 1)
	piece := ground.Loosened()[0]
	require.InDelta(t, 2*piece.Area, piece.Body.Mass(), 1e-9*piece.Body.Mass())
	require.InDelta(t, 33.67*2.67+3.67*5.7, piece.Area, 1)
	require.Equal(t, ground.World(), piece.Body.World())
	require.Equal(t, -1.0, ground.Sample(image.Pt(12, 19)))
	require.Equal(t, -1.0, ground.Sample(image.Pt(42, 19)))
}

// waveScript digs while chunks come and go and bodies fall, and returns the state.
func waveScript(t testing.TB, w *world.World, ground *terrain.Density) uint64 {
	for i := range 90 {
		x := 40 - math.Abs(float64(i)-45)
		require.NoError(t, ground.Focus(10, mgl64.Vec2{x, 0}))
		if i%4 == 0 {
			require.NoError(t, ground.DigCircle(mgl64.Vec2{x - 3, -2}, 1.7))
		}
		w.Tick()
	}
	return w.StateHash()
}

func waveWorld(t testing.TB) (*world.World, *terrain.Density) {
	w, ground, _ := newWaves(t, terrain.DensityDef{Size: 0.5, Held: bedrock(-60)})
	for i := range 10 {
		addBody(t, w, body.Def{Position: mgl64.Vec2{8*float64(i) - 22, 5}, Angle: 0.2 * float64(i)}, shape.Box(0.4, 0.3))
	}
	return w, ground
}

// Ground that streams and is restored, and the ground of a fork, goes on as the one that was saved.
func TestDensityStreamRollback(t *testing.T) {
	w, ground := waveWorld(t)
	waveScript(t, w, ground)
	requireRollback[terrain.DensityState](t, w, ground, waveScript)
}

// goldenWaves is the state of a world whose smooth ground came, went and was dug.
const goldenWaves = 0x453422d98e86702c

// TestGoldenWaves: the same bits on every platform.
func TestGoldenWaves(t *testing.T) {
	w, ground := waveWorld(t)
	require.Equal(t, uint64(goldenWaves), waveScript(t, w, ground))
}

// A source that fails, or has a sample that is no number, stops Focus with an error that names the
// chunk, and so it does an edit. Nothing has changed then.
func TestDensitySourceErrors(t *testing.T) {
	w, ground, source := newWaves(t, terrain.DensityDef{Held: bedrock(-9)})
	failure := errors.New("disk")
	for _, want := range []error{failure, geom.ErrNotFinite} {
		source.fails, source.add = nil, math.NaN()
		if want == failure {
			source.fails = failure
		}
		for _, err := range []error{ground.Focus(1, mgl64.Vec2{40, 5}), ground.DigCircle(mgl64.Vec2{40, 5}, 1)} {
			require.ErrorIs(t, err, want)
			require.ErrorContains(t, err, "chunk (1,0)")
		}
	}
	var field *geom.FieldError
	require.ErrorAs(t, ground.Focus(1, mgl64.Vec2{40, 5}), &field)
	require.Equal(t, "Samples[0]", field.Field)
	require.ErrorAs(t, ground.Focus(-1), &field)
	require.ErrorAs(t, ground.Focus(1, mgl64.Vec2{}, mgl64.Vec2{math.NaN(), 0}), &field)
	require.Equal(t, "Points[1]", field.Field)
	all, _ := ground.LoadedChunks()
	require.Equal(t, []int{0, 0}, []int{all, w.BodyCount()})
	_, still := newDensity(t, gravity(), terrain.DensityDef{})
	require.PanicsWithValue(t, "terrain: Focus without a source", func() { _ = still.Focus(1) })
	source.add, source.fails = 0, nil
	require.NoError(t, ground.Focus(20, mgl64.Vec2{}))
	require.NoError(t, ground.Destroy())
	all, _ = ground.LoadedChunks()
	require.Equal(t, []int{0, 0}, []int{all, w.BodyCount()})
}
