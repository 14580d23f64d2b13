package terrain_test

import (
	"errors"
	"image"
	"math"
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

// plain is an endless plain: rock below 0, nothing above.
type plain struct {
	reads map[image.Point]int
	fails error
}

func (s *plain) ReadChunk(at image.Point, tiles *terrain.Tiles) error {
	s.reads[at]++
	if at.Y < 0 {
		for i := range tiles {
			tiles[i] = rock
		}
	}
	return s.fails
}

func newPlain(t *testing.T) (*world.World, *terrain.Terrain, *plain) {
	t.Helper()
	w := newWorld(t, gravity())
	source := &plain{reads: map[image.Point]int{}}
	ground := world.Must(terrain.New(w, terrain.Def{Kinds: testKinds(), Source: source}))
	return w, ground, source
}

// Chunks come with the focus and go behind it, edits outlast that, and what was never loaded may
// be edited too.
func TestChunksComeAndGo(t *testing.T) {
	w, ground, source := newPlain(t)
	require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0.5}))
	all, solid := ground.LoadedChunks()
	require.Equal(t, []int{6, 3}, []int{all, solid})
	require.Equal(t, rock, ground.At(image.Pt(5, -1)))
	require.NoError(t, ground.Set(image.Pt(5, -1), 0))
	require.NoError(t, ground.Set(image.Pt(1000, -1), ice))
	require.NoError(t, ground.Focus(20, mgl64.Vec2{1000, 0.5}))
	require.Equal(t, ice, ground.At(image.Pt(1000, -1)))
	require.Equal(t, rock, ground.At(image.Pt(1001, -1)))
	require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0.5}))
	require.Equal(t, terrain.Tile(0), ground.At(image.Pt(5, -1)))
	hit, ok := w.RayCast(mgl64.Vec2{5.5, 3}, mgl64.Vec2{0, -6}, world.QueryFilter{})
	require.True(t, ok)
	require.InDelta(t, -1, hit.Point[1], 1e-9)
	for at, n := range source.reads {
		require.LessOrEqual(t, n, 2, "%v", at)
	}
	require.Equal(t, 1, source.reads[image.Pt(0, -1)], "an edited chunk is not read again")
}

// A body whose ground is not there waits asleep, and falls on with its velocity when it is.
func TestBodyWaitsForItsGround(t *testing.T) {
	w, ground, _ := newPlain(t)
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{500, 5}, LinearVelocity: mgl64.Vec2{3, -1}}, shape.Box(0.5, 0.5))
	near := addBody(t, w, body.Def{Position: mgl64.Vec2{10, 5}}, shape.Box(0.5, 0.5))
	for range 60 {
		require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0}))
		w.Tick()
	}
	require.Equal(t, mgl64.Vec2{500, 5}, b.Position())
	require.False(t, b.Awake())
	require.True(t, near.Awake())
	require.Empty(t, ground.Waits())
	var saved terrain.State
	ground.Save(&saved)
	require.NoError(t, ground.Focus(20, mgl64.Vec2{500, 0}, mgl64.Vec2{10, 0}))
	require.Equal(t, []terrain.Wait{{Body: b, Ended: true}}, ground.Waits())
	require.Equal(t, mgl64.Vec2{3, -1}, b.LinearVelocity())
	for range 200 {
		w.Tick()
		require.NoError(t, ground.Focus(40, b.Position(), mgl64.Vec2{10, 0}))
	}
	require.InDelta(t, 0.5, b.Position()[1], 0.01)
	require.Greater(t, b.Position()[0], 505.0)
	// Far from every point it waits again, until it is destroyed.
	require.NoError(t, b.Wake())
	require.NoError(t, ground.Focus(20, mgl64.Vec2{10, 0}))
	require.Equal(t, []terrain.Wait{{Body: b}}, ground.Waits())
	require.NoError(t, b.Destroy())
	require.NoError(t, ground.Focus(20, mgl64.Vec2{10, 0}))
	require.Empty(t, ground.Waits())
}

// A body that waits, and then is kept awake, ends to wait: it falls as any other body, and does not
// get the velocity with which it fell asleep before every tick.
func TestBodyThatCannotSleepEndsToWait(t *testing.T) {
	for name, keepAwake := range map[string]func(w *world.World, b world.Body) error{
		"NeverSleep": func(_ *world.World, b world.Body) error { return b.SetNeverSleep(true) },
		"NoSleep": func(w *world.World, _ world.Body) error {
			config := w.Config()
			config.NoSleep = true
			return w.SetConfig(config)
		},
	} {
		w, ground, _ := newPlain(t)
		b := addBody(t, w, body.Def{Position: mgl64.Vec2{500, 50}, LinearVelocity: mgl64.Vec2{3, -1}}, shape.Box(0.5, 0.5))
		require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0}))
		require.False(t, b.Awake(), name)
		require.NoError(t, keepAwake(w, b))
		require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0}))
		require.Equal(t, []terrain.Wait{{Body: b, Ended: true}}, ground.Waits(), name)
		for range 30 {
			w.Tick()
			require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0}))
			require.Empty(t, ground.Waits(), name)
		}
		require.InDelta(t, 0, b.LinearVelocity().Sub(mgl64.Vec2{3, -6}).Len(), 1e-4, name)
	}
}

// A body that is disabled while it waits has its velocity when it is enabled again.
func TestDisabledBodyKeepsItsWait(t *testing.T) {
	w, ground, _ := newPlain(t)
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{500, 5}, LinearVelocity: mgl64.Vec2{3, -1}}, shape.Box(0.5, 0.5))
	require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0}))
	require.NoError(t, b.SetEnabled(false))
	require.NoError(t, ground.Focus(20, mgl64.Vec2{500, 0}))
	require.Empty(t, ground.Waits())
	require.NoError(t, b.SetEnabled(true))
	require.NoError(t, ground.Focus(20, mgl64.Vec2{500, 0}))
	require.Equal(t, []terrain.Wait{{Body: b, Ended: true}}, ground.Waits())
	require.Equal(t, mgl64.Vec2{3, -1}, b.LinearVelocity())
}

// A Focus that is refused during a step keeps the list of Waits, and does not panic over a waiting
// body that the game has woken.
func TestFocusDuringStepKeepsWaits(t *testing.T) {
	var ground *terrain.Terrain
	var waiting world.Body
	requireRefusedInStep(t, func() []error { return []error{ground.Focus(20, mgl64.Vec2{16, 0})} }, func(config world.Config) *world.World {
		w := newWorld(t, config)
		ground = world.Must(terrain.New(w, terrain.Def{Kinds: testKinds(), Source: &plain{reads: map[image.Point]int{}}}))
		waiting = addBody(t, w, body.Def{Position: mgl64.Vec2{500, 5}}, shape.Box(0.5, 0.5))
		addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5))
		require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0}))
		require.NoError(t, waiting.Wake())
		return w
	})
	require.Equal(t, []terrain.Wait{{Body: waiting}}, ground.Waits())
}

// A source that fails, or has a tile without a kind, stops Focus with an error that names the
// chunk.
func TestSourceErrors(t *testing.T) {
	_, ground, source := newPlain(t)
	source.fails = errors.New("disk")
	require.ErrorIs(t, ground.Focus(1, mgl64.Vec2{}), source.fails)
	for _, far := range []float64{1e7, math.MaxFloat64} {
		var field *geom.FieldError
		require.ErrorAs(t, ground.Focus(far, mgl64.Vec2{}), &field)
		require.Equal(t, "Distance", field.Field)
		require.ErrorIs(t, field, geom.ErrOutOfRange)
	}
	all, _ := ground.LoadedChunks()
	require.Zero(t, all)
}

// Bodies that fall asleep with a body that waits for its ground keep their velocities too. The pair
// goes on when the last of it has its ground.
func TestConnectedBodiesWaitWithTheirVelocities(t *testing.T) {
	w, ground, _ := newPlain(t)
	def := body.Def{LinearVelocity: mgl64.Vec2{10, 2}, ZeroGravity: true}
	var pair [2]world.Body
	for i := range pair {
		def.Position = mgl64.Vec2{60 + 0.999*float64(i), 5}
		pair[i] = addBody(t, w, def, shape.Box(0.5, 0.5))
	}
	began := false
	var motion [2]mgl64.Vec3 // before they began to wait
	for range 30 {
		for i, b := range pair {
			if b.Awake() {
				motion[i] = b.LinearVelocity().Vec3(b.AngularVelocity())
			}
		}
		require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0}))
		if !began && len(ground.Waits()) > 0 {
			began = true
			require.Equal(t, []terrain.Wait{{Body: pair[1]}}, ground.Waits(), "the other one has its ground")
			require.False(t, pair[0].Awake())
		}
		w.Tick()
	}
	require.True(t, began)
	require.Less(t, pair[0].Position()[0], 63.5)
	require.NoError(t, pair[0].SetTransform(mgl64.Vec2{63.8, 5}, 0))
	require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0}))
	require.Equal(t, []terrain.Wait{{Body: pair[0]}}, ground.Waits(), "its ground is missing now too")
	require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0}, mgl64.Vec2{70, 0}))
	require.Len(t, ground.Waits(), 2)
	for i, b := range pair {
		require.True(t, b.Awake())
		require.InDelta(t, 10, b.LinearVelocity()[0], 0.5)
		require.Equal(t, motion[i], b.LinearVelocity().Vec3(b.AngularVelocity()), "body %d", i)
	}
}

// A Focus that the source or the world refuses has no effect, wherever the chunk lies that fails.
func TestRefusedFocusHasNoEffect(t *testing.T) {
	w, ground, source := newPlain(t)
	samples := &waves{reads: map[image.Point]int{}}
	smooth := world.Must(terrain.NewDensity(w, terrain.DensityDef{Origin: mgl64.Vec2{0, -200}, Source: samples}))
	require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0}))
	require.NoError(t, smooth.Focus(20, mgl64.Vec2{16, -200}))
	tiles, solid := ground.LoadedChunks()
	all, firm := smooth.LoadedChunks()
	require.Positive(t, solid)
	require.Positive(t, firm)
	hash, failure := w.StateHash(), errors.New("disk")
	source.fails, samples.fails = failure, failure
	require.ErrorIs(t, ground.Focus(20, mgl64.Vec2{500, 0}), failure)
	require.ErrorIs(t, smooth.Focus(20, mgl64.Vec2{500, -200}), failure)
	now, is := ground.LoadedChunks()
	require.Equal(t, []int{tiles, solid}, []int{now, is})
	now, is = smooth.LoadedChunks()
	require.Equal(t, []int{all, firm}, []int{now, is})
	require.Equal(t, hash, w.StateHash())
}

// Edits that need no new body, and a Focus, are refused during a step too.
func TestEveryChangeIsRefusedDuringStep(t *testing.T) {
	var ground *terrain.Terrain
	edits := func() []error {
		return []error{
			ground.Set(image.Pt(0, -1), ore),   // collides as the rock that is there
			ground.Set(image.Pt(500, 50), ore), // in a chunk that is not loaded
			ground.Fill(image.Rect(0, 33, 1, 34), rock),
			ground.Focus(20, mgl64.Vec2{16, 100}), // air
		}
	}
	requireRefusedInStep(t, edits, func(config world.Config) *world.World {
		w := newWorld(t, config)
		ground = world.Must(terrain.New(w, terrain.Def{Kinds: testKinds(), Source: &plain{reads: map[image.Point]int{}}}))
		require.NoError(t, ground.Focus(20, mgl64.Vec2{16, 0}))
		addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5))
		return w
	})
	require.Equal(t, []terrain.Tile{rock, 0}, []terrain.Tile{ground.At(image.Pt(0, -1)), ground.At(image.Pt(500, 50))})
}

// An edit that changes nothing leaves a chunk that is not loaded to the source.
func TestEditWithoutChangeKeepsNothing(t *testing.T) {
	_, ground, source := newPlain(t)
	require.NoError(t, ground.Set(image.Pt(500, -1), rock))
	require.Equal(t, terrain.Tile(0), ground.At(image.Pt(500, -1)), "not loaded, and never edited")
	require.NoError(t, ground.Focus(1, mgl64.Vec2{500, -16}))
	require.Equal(t, rock, ground.At(image.Pt(500, -1)))
	require.Equal(t, 2, source.reads[image.Pt(15, -1)])
}

// A refused change of the world leaves the terrain as it was.
func TestEditWhileSteppingIsRefused(t *testing.T) {
	var ground *terrain.Terrain
	edits := func() []error {
		return []error{ground.Set(image.Pt(0, -1), 0), ground.Set(image.Pt(100, 0), rock)}
	}
	requireRefusedInStep(t, edits, func(config world.Config) (w *world.World) {
		w, ground = newTerrain(t, config)
		require.NoError(t, ground.Fill(image.Rect(-2, -2, 2, 0), rock))
		addBody(t, w, body.Def{Position: mgl64.Vec2{0, 0.5}}, shape.Box(0.5, 0.5))
		return w
	})
	require.Equal(t, []terrain.Tile{rock, 0}, []terrain.Tile{ground.At(image.Pt(0, -1)), ground.At(image.Pt(100, 0))})
}

// An edit of ground of which the game has destroyed a body or a collider is refused, and changes
// nothing. The rest of the ground can be removed.
func TestEditOfDestroyedGroundIsRefused(t *testing.T) {
	for name, destroy := range map[string]func(world.Body) error{
		"body": world.Body.Destroy,
		"collider": func(b world.Body) error {
			for c := range b.Colliders() {
				return c.Destroy()
			}
			return nil
		},
	} {
		w, tiles := newTerrain(t, world.Config{Workers: 1})
		require.NoError(t, tiles.Fill(image.Rect(30, -2, 34, 0), rock)) // in two chunks
		smooth := world.Must(terrain.NewDensity(w, terrain.DensityDef{Origin: mgl64.Vec2{0, 100}}))
		require.NoError(t, smooth.Fill(rectangle(30, 101, 34, 104)))
		hills := world.Must(terrain.NewHeightField(w, terrain.HeightFieldDef{Origin: mgl64.Vec2{0, 200}, Heights: make([]float64, 600)}))
		require.NoError(t, hills.Follow(100, mgl64.Vec2{50, 200}))
		for _, point := range []mgl64.Vec2{{33, -1}, {33, 103}, {70, 200}} {
			hit, ok := w.RayCast(point.Add(mgl64.Vec2{0, 5}), mgl64.Vec2{0, -10}, world.QueryFilter{})
			require.True(t, ok, name)
			require.NoError(t, destroy(hit.Collider.Body()), name)
		}
		before := w.StateHash()
		for _, err := range []error{
			tiles.Fill(image.Rect(30, -2, 34, 0), 0), smooth.Dig(rectangle(29, 100, 35, 105)), hills.Raise(55, slices.Repeat([]float64{1}, 20)),
		} {
			require.ErrorIs(t, err, world.ErrDestroyed, name)
		}
		require.Equal(t, before, w.StateHash(), name)
		require.Equal(t, []any{rock, 0.0}, []any{tiles.At(image.Pt(30, -1)), hills.Height(60)}, name)
		require.Positive(t, smooth.Sample(image.Pt(31, 2)), name)
		require.NoError(t, errors.Join(hills.Follow(0, mgl64.Vec2{500, 200}), tiles.Destroy(), smooth.Destroy(), hills.Destroy()), name)
		require.Zero(t, w.BodyCount(), name)
	}
}

// A character runs over the seams of tiles, of blocks and of chunks at its speed and height, and up
// and down slopes at the speed of the ground.
func TestCharacterRunsOverSeams(t *testing.T) {
	for _, speed := range []float64{1, 5, 10, 30} {
		w, ground := newTerrain(t, gravity())
		require.NoError(t, ground.Fill(image.Rect(-40, -3, 40, 0), rock))
		for x := -39; x < 40; x += 3 {
			require.NoError(t, ground.Set(image.Pt(x, -1), ice))
		}
		runOnLevel(t, w, speed)
	}
}
