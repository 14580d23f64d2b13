package main

import (
	"image/color"
	"math"
	"slices"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/carom2d/carom/world/scene"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func Example() {
	run("")
	// Output:
	// 19 bodies, 34 colliders, 25 contacts, 0 awake
}

// A body can have every shape. Queries find it, the picture shows it in its place, and a
// document restores it.
func TestEveryKindOfShape(t *testing.T) {
	triangle := shape.Triangle(mgl64.Vec2{-1, -0.5}, mgl64.Vec2{1, -0.5}, mgl64.Vec2{0, 1})
	for name, s := range map[string]shape.Support{
		"circle":               shape.Circle{Center: mgl64.Vec2{0.1, 0}, Radius: 0.7},
		"capsule":              shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.5},
		"segment":              shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}},
		"segment with skin":    shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.2},
		"triangle":             triangle,
		"rounded triangle":     world.Must(shape.NewPolygon(triangle.Points(), 0.1)),
		"box":                  shape.Box(1, 0.5),
		"rounded box":          shape.RoundedBox(1, 0.5, 0.1),
		"offset box":           shape.OffsetBox(1, 0.5, mgl64.Vec2{0.1, 0.2}, 0.3),
		"polygon":              shape.RegularPolygon(7, 1),
		"rounded polygon":      world.Must(shape.NewPolygon(shape.RegularPolygon(5, 1).Points(), 0.2)),
		"ellipse":              shape.Ellipse{RX: 1, RY: 0.5, Angle: 0.2},
		"rounded ellipse":      shape.Ellipse{RX: 1, RY: 0.5, Skin: 0.1},
		"half ellipse":         shape.HalfEllipse{Center: mgl64.Vec2{0, -0.2}, RX: 1, RY: 0.8},
		"rounded half ellipse": shape.HalfEllipse{Center: mgl64.Vec2{0, -0.2}, RX: 1, RY: 0.8, Skin: 0.1},
		"sector":               shape.Sector{Center: mgl64.Vec2{-0.3, 0}, Radius: 1, Sweep: 2},
		"rounded sector":       shape.Sector{Center: mgl64.Vec2{-0.3, 0}, Radius: 1, Sweep: 1, Skin: 0.1},
		"half-plane":           shape.HalfPlane{Point: mgl64.Vec2{0, 0.5}, Normal: mgl64.Vec2{0, 1}},
		"chain segment": shape.ChainSegment{
			Before: mgl64.Vec2{2, -0.5}, A: mgl64.Vec2{1, 0}, B: mgl64.Vec2{-1, 0.2}, After: mgl64.Vec2{-2, 0}},
		"superellipse":        superellipse{1, 0.5},
		"turned superellipse": shape.Transformed(superellipse{1, 0.5}, 0.4, mgl64.Vec2{0.1, 0.1}),
		"kite":                kite{0.7},
	} {
		t.Run(name, func(t *testing.T) {
			for _, kind := range []body.Type{body.Static, body.Dynamic} {
				w := world.Must(world.New(world.Config{Workers: 1}))
				defer w.Close()
				b := world.Must(w.CreateBody(body.Def{Type: kind, Position: mgl64.Vec2{3, 4}, Angle: 0.3}))
				c := world.Must(b.Attach(s, world.ColliderDef{Massless: name == "half-plane"}))
				requireFound(t, w, c)
				requireDrawn(t, w, c)
				requireRoundTrip(t, w)
			}
		})
	}
}

// A chain is many colliders, and is restored as one chain.
func TestChain(t *testing.T) {
	points := []mgl64.Vec2{{1, 0}, {0, 0.3}, {-1, 0}}
	ice := &shape.Material{Friction: 0.1}
	for _, given := range []shape.Chain{
		{Points: points},
		{Points: points, Materials: []*shape.Material{ice, nil}},
		{Points: append(points, mgl64.Vec2{0, -1}), Closed: true},
	} {
		w := world.Must(world.New(world.Config{Workers: 1}))
		defer w.Close()
		b := world.Must(w.CreateBody(body.Def{Type: body.Static, Position: mgl64.Vec2{3, 4}, Angle: 0.3}))
		chain := world.Must(b.AttachChain(given, world.ColliderDef{HitEvents: true}))
		requireFound(t, w, chain.Segments()[0], chain.Segments()...)
		requireDrawn(t, w, chain.Segments()...)
		s := requireRoundTrip(t, w)
		require.Len(t, s.Bodies[0].Chains, 1)
		require.Empty(t, s.Bodies[0].Colliders)
		back := s.Bodies[0].Chains[0]
		require.Equal(t, given.Points, back.Points)
		require.Equal(t, given.Closed, back.Closed)
		require.Equal(t, len(given.Materials), len(back.Materials))
		require.True(t, back.Def.HitEvents)
	}
}

// requireFound finds the collider with every kind of query, from above.
func requireFound(t *testing.T, w *world.World, c world.Collider, others ...world.Collider) {
	lower, upper := c.Bounds()
	origin := mgl64.Vec2{(lower[0] + upper[0]) / 2, math.Min(upper[1], 10) + 5}
	if math.IsInf(origin[0], 0) || math.IsNaN(origin[0]) {
		origin[0] = 3
	}
	translation := mgl64.Vec2{0, -20}
	hit, ok := w.RayCast(origin, translation, world.QueryFilter{})
	require.True(t, ok)
	require.Equal(t, c, hit.Collider)
	require.InDelta(t, 0, c.ClosestPoint(hit.Point).Sub(hit.Point).Len(), 1e-9)
	require.InDelta(t, 1, hit.Normal.Len(), 1e-9)
	require.Positive(t, hit.Normal[1])

	ball := world.Must(shape.New(shape.Circle{Radius: 0.25}))
	cast, ok := w.ShapeCast(ball, origin, 0, translation, world.QueryFilter{})
	require.True(t, ok)
	require.Contains(t, append(others, c), cast.Collider)
	castCenter := origin.Add(translation.Mul(cast.Fraction))
	require.InDelta(t, 0.25, cast.Collider.ClosestPoint(castCenter).Sub(castCenter).Len(), 1e-6)

	half := mgl64.Vec2{0.01, 0.01}
	for _, at := range []struct {
		place mgl64.Vec2
		meets bool
	}{{hit.Point, true}, {origin, false}} {
		overlaps := map[string][]world.Collider{
			"shape": slices.Collect(w.OverlapShape(ball, at.place, 0, world.QueryFilter{})),
			"box":   slices.Collect(w.OverlapBox(at.place.Sub(half), at.place.Add(half), world.QueryFilter{})),
		}
		for query, all := range overlaps {
			if at.meets {
				require.Contains(t, all, c, query)
			} else {
				require.Empty(t, all, query)
			}
		}
	}
	inside := hit.Point.Sub(mgl64.Vec2{0, 0.01})
	require.Equal(t, c.Contains(inside), len(slices.Collect(w.OverlapPoint(inside, world.QueryFilter{}))) > 0)
}

// recorder is a Drawer that records the box around all that is drawn.
type recorder struct{ lower, upper mgl64.Vec2 }

func (r *recorder) add(p mgl64.Vec2, radius float64) {
	for i := range 2 {
		r.lower[i] = min(r.lower[i], p[i]-radius)
		r.upper[i] = max(r.upper[i], p[i]+radius)
	}
}

func (r *recorder) Polygon(points []mgl64.Vec2, _ draw.Style) {
	for _, p := range points {
		r.add(p, 0)
	}
}
func (r *recorder) Circle(center mgl64.Vec2, radius float64, _ draw.Style) { r.add(center, radius) }
func (r *recorder) Line(a, b mgl64.Vec2, _ float64, _ color.NRGBA) {
	r.add(a, 0)
	r.add(b, 0)
}
func (r *recorder) Point(mgl64.Vec2, float64, draw.Style) {}
func (r *recorder) Text(mgl64.Vec2, string, color.NRGBA)  {}

// requireDrawn compares the box around the picture with that around the colliders.
func requireDrawn(t *testing.T, w *world.World, colliders ...world.Collider) {
	inf := math.Inf(1)
	r := &recorder{mgl64.Vec2{inf, inf}, mgl64.Vec2{-inf, -inf}}
	want := &recorder{mgl64.Vec2{inf, inf}, mgl64.Vec2{-inf, -inf}}
	draw.World(w, r, draw.Options{NoGround: true, NoMarks: true, Tolerance: 1e-4})
	for _, c := range colliders {
		lower, upper := c.Bounds()
		if _, ok := c.Shape().(shape.HalfPlane); ok {
			require.Less(t, r.lower[0], -1e3)
			require.Greater(t, r.upper[0], 1e3)
			return
		}
		want.add(lower, 0)
		want.add(upper, 0)
	}
	require.InDelta(t, 0, r.lower.Sub(want.lower).Len(), 1e-3)
	require.InDelta(t, 0, r.upper.Sub(want.upper).Len(), 1e-3)
}

// requireRoundTrip writes the world into a document and reads it again.
func requireRoundTrip(t *testing.T, w *world.World) *scene.Scene {
	s, err := shapes.FromWorld(w)
	require.NoError(t, err)
	written, err := s.Encode()
	require.NoError(t, err)
	again, err := shapes.Parse(written)
	require.NoError(t, err, "%s", written)
	require.Equal(t, s, again)
	reloaded, contents, err := again.New(func(c *world.Config) { c.Workers = 1 })
	require.NoError(t, err)
	defer reloaded.Close()
	require.Equal(t, w.Counters(), reloaded.Counters())
	for b := range w.Bodies() {
		other := contents.Bodies[0]
		require.InDelta(t, b.Mass(), other.Mass(), 1e-12)
		otherColliders := slices.Collect(other.Colliders())
		for i, c := range slices.Collect(b.Colliders()) {
			require.Equal(t, c.Shape(), otherColliders[i].Shape())
			require.Equal(t, c.Material(), otherColliders[i].Material())
			require.Equal(t, c.Filter(), otherColliders[i].Filter())
		}
	}
	return again
}
