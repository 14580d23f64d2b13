package world_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// badShape is a custom shape with any support function, which need not belong to a convex
// shape.
type badShape struct {
	support func(d mgl64.Vec2) mgl64.Vec2
}

func (l badShape) Support(d mgl64.Vec2) mgl64.Vec2 { return l.support(d) }

// badFeatureShape is a badShape that also reports flat sides.
type badFeatureShape struct{ badShape }

func (s badFeatureShape) FarthestFeature(d mgl64.Vec2) (a, b mgl64.Vec2) {
	return s.support(d), s.support(d.Mul(-1))
}

// badMassShape is a disc that reports a wrong mass.
type badMassShape struct {
	unitDisc
	mass shape.Mass
}

type unitDisc struct{}

func (unitDisc) Support(d mgl64.Vec2) mgl64.Vec2 { return d.Normalize().Mul(0.5) }

func (k badMassShape) Mass(float64) shape.Mass { return k.mass }

// badSupports makes new support functions that no convex shape has; some count
// their calls. The compilation makes the first calls of each, and most answer as a disc
// then.
func badSupports() map[string]func(d mgl64.Vec2) mgl64.Vec2 {
	disc := func(d mgl64.Vec2) mgl64.Vec2 { return d.Normalize().Mul(0.5) }
	afterCompile := func(f func(n int, d mgl64.Vec2) mgl64.Vec2) func(mgl64.Vec2) mgl64.Vec2 {
		n := 0
		return func(d mgl64.Vec2) mgl64.Vec2 {
			if n++; n <= 640 {
				return disc(d)
			}
			return f(n, d)
		}
	}
	// The compilation samples 64 directions.
	betweenSamples := func(f func(d mgl64.Vec2) mgl64.Vec2) func(mgl64.Vec2) mgl64.Vec2 {
		return func(d mgl64.Vec2) mgl64.Vec2 {
			sample := math.Atan2(d[1], d[0]) / (2 * math.Pi) * 64
			if math.Abs(sample-math.Round(sample)) < 1e-6 {
				return disc(d)
			}
			return f(d)
		}
	}
	r := rand.New(rand.NewPCG(6, 7))
	randomPoint := func(mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{r.Float64() - 0.5, r.Float64() - 0.5} }
	return map[string]func(d mgl64.Vec2) mgl64.Vec2{
		"nan":             func(mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{nan, nan} },
		"infinite":        func(d mgl64.Vec2) mgl64.Vec2 { return d.Mul(inf) },
		"nothing":         func(mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{} },
		"a point":         func(mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{3, 4} },
		"a direction":     func(d mgl64.Vec2) mgl64.Vec2 { return d },
		"inside out":      func(d mgl64.Vec2) mgl64.Vec2 { return disc(d).Mul(-1) },
		"anywhere":        randomPoint,
		"a flower":        func(d mgl64.Vec2) mgl64.Vec2 { return disc(d).Mul(1 + 0.3*math.Cos(5*math.Atan2(d[1], d[0]))) },
		"a slight flower": func(d mgl64.Vec2) mgl64.Vec2 { return disc(d).Mul(1 + 1e-7*math.Cos(500*math.Atan2(d[1], d[0]))) },
		"nan between":     betweenSamples(func(mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{nan, 0} }),
		"far between":     betweenSamples(func(d mgl64.Vec2) mgl64.Vec2 { return d.Normalize().Mul(1e300) }),
		"lost between":    betweenSamples(randomPoint),
		"nan later":       afterCompile(func(int, mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{nan, nan} }),
		"infinite later":  afterCompile(func(int, mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{inf, -inf} }),
		"huge later":      afterCompile(func(n int, d mgl64.Vec2) mgl64.Vec2 { return disc(d).Mul(1e200) }),
		"growing":         afterCompile(func(n int, d mgl64.Vec2) mgl64.Vec2 { return disc(d).Mul(1 + float64(n)/100) }),
		"shrinking":       afterCompile(func(n int, d mgl64.Vec2) mgl64.Vec2 { return disc(d).Mul(100 / float64(n)) }),
		"shivering":       afterCompile(func(n int, d mgl64.Vec2) mgl64.Vec2 { return disc(d).Mul(1 + float64(n%3)/10) }),
		"lost later":      afterCompile(func(_ int, d mgl64.Vec2) mgl64.Vec2 { return randomPoint(d) }),
		"gone later":      afterCompile(func(int, mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{} }),
	}
}

// A custom shape that is not convex is refused, or its own motion is wrong. Bodies that
// touch it stay sound, and so do queries.
func TestNonConvexCustomShapesDoNoHarm(t *testing.T) {
	for name := range badSupports() {
		for _, features := range []bool{false, true} {
			for _, static := range []bool{false, true} {
				t.Run(fmt.Sprint(name, features, static), func(t *testing.T) {
					var s shape.Support = badShape{badSupports()[name]}
					if features {
						s = badFeatureShape{badShape{badSupports()[name]}}
					}
					w := newGravityWorld(t)
					bottom, top := addTwoBoxes(t, w)
					d := body.Def{Position: mgl64.Vec2{0.3, 2.4}, Bullet: true, Name: "bad"}
					if static {
						d.Type = body.Static
					}
					b := world.Must(w.CreateBody(d))
					counters := w.Counters()
					if _, err := b.Attach(s, world.ColliderDef{}); err != nil {
						var field *geom.FieldError
						require.ErrorAs(t, err, &field)
						require.Equal(t, counters, w.Counters())
						return
					}
					world.Must(b.Attach(s, world.ColliderDef{Sensor: true}))
					addBody(t, w, body.Def{Position: mgl64.Vec2{0, 4}, LinearVelocity: mgl64.Vec2{0, -300}}, shape.Circle{Radius: 0.2}, world.ColliderDef{})
					requireFiniteWorld(t, name, w, 100)
					require.Less(t, bottom.Position().Len(), 1e3)
					require.Less(t, top.Position().Len(), 1e3)
					for range 20 {
						p := b.Position()
						hit, ok := w.RayCast(p.Add(mgl64.Vec2{5, 0.1}), mgl64.Vec2{-9, 0}, world.QueryFilter{})
						require.True(t, !ok || geom.Finite(hit.Fraction) && geom.From(hit.Point).Finite() && geom.From(hit.Normal).Finite())
						hit, _ = w.ShapeCast(newConvex(shape.Box(1, 1)), p.Add(mgl64.Vec2{5, 0.1}), 0, mgl64.Vec2{-9, 0}, world.QueryFilter{})
						require.True(t, geom.Finite(hit.Fraction) && geom.From(hit.Point).Finite())
						firstCollider(b).Contains(p)
						require.True(t, geom.From(firstCollider(b).ClosestPoint(mgl64.Vec2{9, 9})).Finite())
					}
				})
			}
		}
	}
}

// The mass that a custom shape reports is checked like any other.
func TestBadCustomMassesAreRejected(t *testing.T) {
	for _, m := range []shape.Mass{
		{Mass: nan, Inertia: 1}, {Mass: 1, Inertia: nan}, {Mass: -1}, {Mass: 1, Inertia: -1}, {Mass: inf}, {Mass: 1, Inertia: inf},
		{Mass: 1, Center: geom.Vec2{X: nan}}, {Mass: 1, Center: geom.Vec2{Y: inf}}, {Mass: 1, Center: geom.Vec2{X: 1e300}, Inertia: 1},
		{Mass: 1e300, Inertia: 1}, {Mass: 1, Inertia: 1e300},
	} {
		w := newGravityWorld(t)
		_, b := addTwoBoxes(t, w)
		hash, counters := w.Hash(), w.Counters()
		_, err := b.Attach(badMassShape{mass: m}, world.ColliderDef{})
		var field *geom.FieldError
		require.ErrorAs(t, err, &field, "%+v", m)
		require.Equal(t, hash, w.Hash())
		require.Equal(t, counters, w.Counters())
	}
	for _, m := range []shape.Mass{{}, {Inertia: 1}, {Mass: 5e-324, Inertia: 5e-324}, {Mass: 1, Center: geom.Vec2{X: 1e9}}, {Mass: 1e18, Inertia: 1e50}, {Mass: 1e-30, Inertia: 1e30}} {
		w := newGravityWorld(t)
		_, b := addTwoBoxes(t, w)
		_, err := b.Attach(badMassShape{mass: m}, world.ColliderDef{})
		require.NoError(t, err, "%+v", m)
		requireFiniteWorld(t, fmt.Sprintf("%+v", m), w, 30)
	}
}

// Bodies of any mass stand on each other and hang on each other, and every number stays
// finite.
func TestAllMassRatiosStayFinite(t *testing.T) {
	masses := []float64{1e-300, 1e-30, 1e-18, 1e-9, 1e-4, 1, 1e4, 1e9, 1e18}
	for _, m := range masses {
		for _, n := range masses {
			w := newGravityWorld(t)
			low, high := addTwoBoxes(t, w)
			require.NoError(t, low.SetMassData(world.MassData{Mass: m, Inertia: m / 6}))
			require.NoError(t, high.SetMassData(world.MassData{Mass: n, Inertia: n / 6}))
			// A ring of revolute joints is no articulation: it is solved by iteration.
			left := addBody(t, w, body.Def{Position: mgl64.Vec2{5, 5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
			right := addBody(t, w, body.Def{Position: mgl64.Vec2{6, 6}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
			require.NoError(t, left.SetMassData(world.MassData{Mass: m, Inertia: m / 6}))
			require.NoError(t, right.SetMassData(world.MassData{Mass: n, Inertia: n / 6}))
			addRevolute(t, w, left, right)
			addRevolute(t, w, w.Ground(), left)
			addRevolute(t, w, right, w.Ground())
			world.Must(w.CreateWeld(left, right, world.WeldAt(left, right, mgl64.Vec2{5, 6})))
			requireFiniteWorld(t, fmt.Sprintf("%v and %v kg", m, n), w, 60)
			m, n := min(m, 1e17), min(n, 1e17) // impulses are bounded too
			require.NoError(t, low.ApplyImpulse(mgl64.Vec2{m, m / 2}, low.WorldPoint(mgl64.Vec2{0.2, 0.5})))
			require.NoError(t, right.ApplyImpulse(mgl64.Vec2{n / 2, n}, right.WorldPoint(mgl64.Vec2{0, -0.5})))
			requireFiniteWorld(t, fmt.Sprintf("%v and %v kg, pushed", m, n), w, 60)
		}
	}
}
