package terrain_test

import (
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

// twoFields returns a random line with holes, once without any collider, and once with all of them
// in a world, by segment.
func twoFields(t *testing.T, r *rand.Rand, samples int) (field *terrain.HeightField, w *world.World, colliders []world.Collider) {
	heights := make([]float64, samples)
	for i := range heights {
		heights[i] = 3*math.Sin(0.02*float64(i)) + r.Float64()
	}
	def := terrain.HeightFieldDef{Origin: mgl64.Vec2{-7.3, 2.1}, Spacing: 0.75, Heights: heights}
	_, field = newHeights(t, world.Config{Workers: 1}, def)
	w, whole := newHeights(t, world.Config{Workers: 1}, def)
	for i := 0; i < samples-1; i += 5 + r.IntN(40) {
		last := min(samples-1, i+r.IntN(6))
		require.NoError(t, field.SetHoles(i, last, true))
		require.NoError(t, whole.SetHoles(i, last, true))
	}
	require.NoError(t, whole.Follow(1e4, mgl64.Vec2{}))
	colliders = make([]world.Collider, samples-1)
	for b := range w.Bodies() {
		for c := range b.Colliders() {
			i, ok := whole.SegmentOf(c)
			require.True(t, ok)
			colliders[i] = c
		}
	}
	require.Zero(t, field.Loaded())
	return field, w, colliders
}

func probes(t *testing.T) []shape.Convex {
	list := []shape.Convex{world.PointAt(mgl64.Vec2{}).Shape}
	for _, s := range []shape.Support{
		shape.Circle{Radius: 0.4}, shape.Capsule{A: mgl64.Vec2{-3, 0}, B: mgl64.Vec2{2, 1}, Radius: 0.2}, shape.Box(0.6, 0.3),
		shape.OffsetBox(30, 0.2, mgl64.Vec2{1, 0.5}, 0.3), shape.Ellipse{RX: 1.5, RY: 0.3}, shape.Segment{B: mgl64.Vec2{1, 2}}, stopSign{},
	} {
		c := world.Must(shape.New(s))
		list = append(list, c)
	}
	return list
}

// Without colliders a field answers as a loop over all of its segments does, each of which is asked
// alone.
func TestHeightQueriesAgainstAllSegments(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 9))
	field, w, colliders := twoFields(t, r, 2500)
	found := [3]int{}
	for range 40 {
		for k, s := range probes(t) {
			at := world.ShapeAt(s, mgl64.Vec2{2000*r.Float64() - 60, 14*r.Float64() - 4}, 6*r.Float64())
			if y, ok := field.HeightAt(at.Position[0]); ok && r.IntN(2) == 0 {
				at.Position[1] = y + 2*r.Float64() - 0.5
			}
			way := mgl64.Vec2{400*r.Float64() - 200, 30*r.Float64() - 20}
			switch r.IntN(3) {
			case 0:
				way[0] = 0
			case 1:
				way[0] /= 100
			}
			found[0] += checkCast(t, field, w, colliders, at, way)
			found[1] += checkOverlap(t, field, w, colliders, at)
			found[2] += checkNearest(t, field, colliders, at, []float64{0, 0.5, 6, math.Inf(1)}[(k+r.IntN(4))%4])
		}
	}
	require.Greater(t, min(found[0], found[1], found[2]), 60, "%v", found)
}

func checkCast(t *testing.T, field *terrain.HeightField, w *world.World, colliders []world.Collider, at world.PlacedShape, way mgl64.Vec2) int {
	t.Helper()
	first, expected := world.CastHit{}, false
	for _, c := range colliders {
		if c == (world.Collider{}) {
			continue
		}
		if hit, ok := c.ShapeCast(at, way, world.InsideHits); ok && (!expected || hit.Fraction < first.Fraction) {
			first, expected = hit, true
		}
	}
	got, ok := field.ShapeCast(at, way)
	require.Equal(t, expected, ok, "%v %v", at, way)
	again, ok := w.ShapeCast(at.Shape, at.Position, at.Angle, way, world.QueryFilter{})
	require.Equal(t, expected, ok)
	if !ok {
		return 0
	}
	require.InDelta(t, first.Fraction, got.Fraction, 1e-12)
	require.InDelta(t, again.Fraction, got.Fraction, 1e-12)
	own, ok := colliders[got.Segment].ShapeCast(at, way, world.InsideHits)
	require.True(t, ok)
	require.InDelta(t, own.Fraction, got.Fraction, 1e-12)
	require.InDelta(t, 0, own.Normal.Sub(got.Normal).Len(), 1e-9)
	if own.Normal != (mgl64.Vec2{}) {
		require.InDelta(t, 0, own.Point.Sub(got.Point).Len(), 1e-9)
	}
	return 1
}

func checkOverlap(t *testing.T, field *terrain.HeightField, w *world.World, colliders []world.Collider, at world.PlacedShape) int {
	t.Helper()
	var want []int
	for c := range w.OverlapShape(at.Shape, at.Position, at.Angle, world.QueryFilter{}) {
		want = append(want, slices.Index(colliders, c))
	}
	slices.Sort(want)
	got := slices.Collect(field.OverlapShape(at))
	require.Equal(t, want, got)
	for range field.OverlapShape(at) {
		break
	}
	return min(1, len(got))
}

func checkNearest(t *testing.T, field *terrain.HeightField, colliders []world.Collider, at world.PlacedShape, maxDistance float64) int {
	t.Helper()
	want, expected := terrain.HeightNear{}, false
	for i, c := range colliders {
		if c == (world.Collider{}) {
			continue
		}
		if apart, ok := c.Distance(at); ok && apart.Distance <= maxDistance && (!expected || apart.Distance < want.Distance) {
			want, expected = terrain.HeightNear{Segment: i, Separation: apart}, true
		}
	}
	got, ok := field.Nearest(at, maxDistance)
	require.Equal(t, expected, ok, "%v", at)
	if !ok {
		return 0
	}
	require.Equal(t, want.Distance, got.Distance)
	require.Equal(t, want.Segment, got.Segment)
	require.Equal(t, want.Separation, got.Separation)
	return 1
}

// No ray that is aimed at a sample slips between the two segments that meet there.
func TestHeightRaysAtSamplesHit(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	heights := make([]float64, 60)
	for i := range heights {
		heights[i] = 3 * r.Float64()
	}
	for range 20 {
		def := terrain.HeightFieldDef{Origin: mgl64.Vec2{100 * r.Float64(), 10 * r.Float64()}, Spacing: 0.1 + r.Float64(), Heights: heights}
		_, field := newHeights(t, world.Config{Workers: 1}, def)
		for range 1000 {
			i := 4 + r.IntN(len(heights)-8)
			at := def.Origin.Add(mgl64.Vec2{float64(i) * def.Spacing, field.Height(i)})
			from := at.Add(mgl64.Vec2{float64(4*r.Float64()-2) * def.Spacing, 4})
			_, ok := field.RayCast(from, at.Sub(from).Mul(2))
			require.True(t, ok, "%v to %v", from, at)
		}
	}
}

// A question with numbers that are none has no answer, nor one to a field of holes.
func TestHeightQueriesOfNothing(t *testing.T) {
	_, field := newHeights(t, world.Config{Workers: 1}, terrain.HeightFieldDef{Heights: make([]float64, 100)})
	nan, ball := math.NaN(), probes(t)[1]
	for _, at := range []world.PlacedShape{
		world.ShapeAt(ball, mgl64.Vec2{nan, 0}, 0), world.ShapeAt(ball, mgl64.Vec2{}, math.Inf(1)), world.ShapeAt(ball, mgl64.Vec2{0, 1e300}, 0),
	} {
		_, casts := field.ShapeCast(at, mgl64.Vec2{1, -1})
		_, near := field.Nearest(at, 1e9)
		require.False(t, casts || near)
		require.Empty(t, slices.Collect(field.OverlapShape(at)))
	}
	above := world.ShapeAt(ball, mgl64.Vec2{5, 3}, 0)
	_, casts := field.ShapeCast(above, mgl64.Vec2{nan, -9})
	_, near := field.Nearest(above, nan)
	require.False(t, casts || near)
	require.Panics(t, func() { field.Nearest(world.PlacedShape{}, 1) })
	_, near = field.Nearest(above, 9)
	require.True(t, near)
	require.NoError(t, field.SetHoles(0, 99, true))
	_, casts = field.ShapeCast(above, mgl64.Vec2{0, -9})
	_, near = field.Nearest(above, math.Inf(1))
	require.False(t, casts || near)
}

// Segments have the material of their kind, over edits, going and coming, and after a restore; what
// lies on a kind that stays keeps its contacts.
func TestHeightFieldKinds(t *testing.T) {
	ice := world.ColliderDef{Material: &shape.Material{Friction: 0.125}, Filter: shape.Filter{Category: 2}}
	def := terrain.HeightFieldDef{Heights: make([]float64, 3000), Kinds: []world.ColliderDef{ice, {Density: 3}}}
	w, field := newHeights(t, gravity(), def)
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{1030.5, 0.4}}, shape.Box(0.3, 0.4))
	kinds := func() map[int]float64 {
		list := map[int]float64{}
		for x := range w.Bodies() {
			for c := range x.Colliders() {
				if i, ok := field.SegmentOf(c); ok {
					list[i] = c.Material().Friction
				}
			}
		}
		return list
	}
	require.NoError(t, field.SetKinds(1000, 1030, 1))
	require.NoError(t, field.Follow(20, mgl64.Vec2{1015, 0}))
	runTicks(w, 120)
	require.False(t, b.Awake())
	var saved terrain.HeightFieldState
	var snapshot world.Snapshot
	require.NoError(t, w.Save(&snapshot))
	field.Save(&saved)
	require.NoError(t, field.SetKinds(1010, 1028, 0))
	require.False(t, b.Awake())
	require.NoError(t, field.SetKinds(1040, 1050, 2))
	check := func(first, last int) {
		t.Helper()
		for i, friction := range kinds() {
			want := 0.0
			if i >= 1000 && i < 1030 && (i < first || i >= last) {
				want = 0.125
			}
			if field.Kind(i) == 2 {
				want = shape.DefaultMaterial().Friction
			}
			require.Equal(t, want, friction, "%d", i)
			require.Equal(t, want == 0.125, field.Kind(i) == 1)
		}
	}
	check(1010, 1028)
	require.NoError(t, field.SetHeights(1005, []float64{1}))
	check(1010, 1028)
	require.NoError(t, w.Restore(&snapshot))
	field.Restore(&saved)
	require.Equal(t, 1, field.Kind(1012))
	require.NoError(t, field.Follow(0))
	require.NoError(t, field.Follow(20, mgl64.Vec2{1015, 0}))
	check(0, 0)
	require.NoError(t, field.SetKinds(1030, 1031, 1))
	require.True(t, b.Awake())
	var wrong *geom.FieldError
	for name, err := range map[string]error{
		"Kind": field.SetKinds(0, 1, 3), "From": field.SetKinds(-1, 1, 0), "To": field.SetKinds(5, 3000, 0),
	} {
		require.ErrorAs(t, err, &wrong)
		require.Equal(t, name, wrong.Field)
	}
	require.Panics(t, func() { field.Kind(2999) })
	def.Kinds = append(def.Kinds, world.ColliderDef{Density: -1})
	_, err := terrain.NewHeightField(w, def)
	require.ErrorContains(t, err, "Kinds[2].Collider.Density")
	def.Kinds = make([]world.ColliderDef, 256)
	_, err = terrain.NewHeightField(w, def)
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, "Kinds", wrong.Field)
}

// What a ray, a contact, an event of a sensor and Why name leads back to the sample.
func TestSampleOfWhatIsNamed(t *testing.T) {
	w, field := newHeights(t, gravity(), terrain.HeightFieldDef{Origin: mgl64.Vec2{3, 0}, Spacing: 0.5, Heights: make([]float64, 400)})
	b := addBody(t, w, body.Def{Position: mgl64.Vec2{103.2, 0.4}}, shape.Circle{Radius: 0.4})
	eye := world.Must(w.CreateBody(body.Def{Type: body.Kinematic, Position: mgl64.Vec2{53.05, 0}}))
	world.Must(eye.Attach(shape.Circle{Radius: 0.02}, world.ColliderDef{Sensor: true}))
	require.NoError(t, field.Follow(2, mgl64.Vec2{53, 0}))
	sampleOf := func(c world.Collider, p mgl64.Vec2) int {
		i, ok := field.SampleOf(c, p)
		require.True(t, ok)
		return i
	}
	hit, ok := w.RayCast(mgl64.Vec2{103.2, 0}, mgl64.Vec2{}, world.QueryFilter{})
	require.True(t, ok && hit.Collider.Body() == b)
	hit, ok = w.RayCast(mgl64.Vec2{102.7, 3}, mgl64.Vec2{0, -6}, world.QueryFilter{})
	require.True(t, ok)
	require.Equal(t, 199, sampleOf(hit.Collider, hit.Point))
	for range 5 {
		require.NoError(t, field.Follow(2, mgl64.Vec2{53, 0}))
		w.Tick()
	}
	touched := 0
	for c := range b.Contacts() {
		for _, p := range c.Points() {
			i, ok := field.SampleOf(c.ColliderA, p.Position)
			if !ok {
				i, ok = field.SampleOf(c.ColliderB, p.Position)
			}
			require.True(t, ok)
			require.Equal(t, 200, i)
			touched++
		}
	}
	require.Positive(t, touched)
	for c := range eye.Colliders() {
		for seen := range c.Overlaps() {
			require.Equal(t, 100, sampleOf(seen, mgl64.Vec2{53.05, 0}))
			touched = -1
		}
	}
	require.Equal(t, -1, touched, "the sensor saw the ground")
	i, ok := field.SegmentOf(hit.Collider)
	require.True(t, ok)
	require.Equal(t, 199, i)
	for c := range b.Colliders() {
		report := w.Why(c, hit.Collider)
		require.InDelta(t, 0, report.Distance, 1)
		_, ok = field.SampleOf(c, mgl64.Vec2{})
		require.False(t, ok)
	}
}
