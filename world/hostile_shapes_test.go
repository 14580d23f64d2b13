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

// liar is a custom shape that answers as its function says: not as a convex shape does.
type liar struct {
	answer func(d mgl64.Vec2) mgl64.Vec2
}

func (l liar) Support(d mgl64.Vec2) mgl64.Vec2 { return l.answer(d) }

// spiteful is a liar that tells of flat sides too.
type spiteful struct{ liar }

func (s spiteful) FarthestFeature(d mgl64.Vec2) (a, b mgl64.Vec2) {
	return s.answer(d), s.answer(d.Mul(-1))
}

// keel is an honest disc whose mass is a lie.
type keel struct {
	round
	mass shape.Mass
}

type round struct{}

func (round) Support(d mgl64.Vec2) mgl64.Vec2 { return d.Normalize().Mul(0.5) }

func (k keel) Mass(float64) shape.Mass { return k.mass }

// liars are fresh liars: some count what they were asked. The first 64 questions of each
// are those of the compilation, and most are honest then.
func liars() map[string]func(d mgl64.Vec2) mgl64.Vec2 {
	disc := func(d mgl64.Vec2) mgl64.Vec2 { return d.Normalize().Mul(0.5) }
	later := func(f func(n int, d mgl64.Vec2) mgl64.Vec2) func(mgl64.Vec2) mgl64.Vec2 {
		n := 0
		return func(d mgl64.Vec2) mgl64.Vec2 {
			if n++; n <= 640 {
				return disc(d)
			}
			return f(n, d)
		}
	}
	// The compass of the compilation has 64 directions.
	between := func(f func(d mgl64.Vec2) mgl64.Vec2) func(mgl64.Vec2) mgl64.Vec2 {
		return func(d mgl64.Vec2) mgl64.Vec2 {
			at := math.Atan2(d[1], d[0]) / (2 * math.Pi) * 64
			if math.Abs(at-math.Round(at)) < 1e-6 {
				return disc(d)
			}
			return f(d)
		}
	}
	r := rand.New(rand.NewPCG(6, 7))
	anywhere := func(mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{r.Float64() - 0.5, r.Float64() - 0.5} }
	return map[string]func(d mgl64.Vec2) mgl64.Vec2{
		"nan":             func(mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{nan, nan} },
		"infinite":        func(d mgl64.Vec2) mgl64.Vec2 { return d.Mul(inf) },
		"nothing":         func(mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{} },
		"a point":         func(mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{3, 4} },
		"a direction":     func(d mgl64.Vec2) mgl64.Vec2 { return d },
		"inside out":      func(d mgl64.Vec2) mgl64.Vec2 { return disc(d).Mul(-1) },
		"anywhere":        anywhere,
		"a flower":        func(d mgl64.Vec2) mgl64.Vec2 { return disc(d).Mul(1 + 0.3*math.Cos(5*math.Atan2(d[1], d[0]))) },
		"a slight flower": func(d mgl64.Vec2) mgl64.Vec2 { return disc(d).Mul(1 + 1e-7*math.Cos(500*math.Atan2(d[1], d[0]))) },
		"nan between":     between(func(mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{nan, 0} }),
		"far between":     between(func(d mgl64.Vec2) mgl64.Vec2 { return d.Normalize().Mul(1e300) }),
		"lost between":    between(anywhere),
		"nan later":       later(func(int, mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{nan, nan} }),
		"infinite later":  later(func(int, mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{inf, -inf} }),
		"huge later":      later(func(n int, d mgl64.Vec2) mgl64.Vec2 { return disc(d).Mul(1e200) }),
		"growing":         later(func(n int, d mgl64.Vec2) mgl64.Vec2 { return disc(d).Mul(1 + float64(n)/100) }),
		"shrinking":       later(func(n int, d mgl64.Vec2) mgl64.Vec2 { return disc(d).Mul(100 / float64(n)) }),
		"shivering":       later(func(n int, d mgl64.Vec2) mgl64.Vec2 { return disc(d).Mul(1 + float64(n%3)/10) }),
		"lost later":      later(func(_ int, d mgl64.Vec2) mgl64.Vec2 { return anywhere(d) }),
		"gone later":      later(func(int, mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{} }),
	}
}

// A custom shape that lies is refused, or is wrong itself; what it touches does not
// break, nor does a query.
func TestShapesThatLie(t *testing.T) {
	for name := range liars() {
		for _, features := range []bool{false, true} {
			for _, still := range []bool{false, true} {
				t.Run(fmt.Sprint(name, features, still), func(t *testing.T) {
					var s shape.Support = liar{liars()[name]}
					if features {
						s = spiteful{liar{liars()[name]}}
					}
					w := earth(t)
					low, high := arena(t, w)
					d := body.Def{Position: mgl64.Vec2{0.3, 2.4}, Bullet: true, Name: "liar"}
					if still {
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
					put(t, w, body.Def{Position: mgl64.Vec2{0, 4}, LinearVelocity: mgl64.Vec2{0, -300}}, shape.Circle{Radius: 0.2}, world.ColliderDef{})
					healthy(t, name, w, 100)
					require.Less(t, low.Position().Len(), 1e3)
					require.Less(t, high.Position().Len(), 1e3)
					for range 20 {
						p := b.Position()
						hit, ok := w.RayCast(p.Add(mgl64.Vec2{5, 0.1}), mgl64.Vec2{-9, 0}, world.QueryFilter{})
						require.True(t, !ok || geom.Finite(hit.Fraction) && geom.From(hit.Point).Finite() && geom.From(hit.Normal).Finite())
						hit, _, err := w.CastShape(shape.Box(1, 1), p.Add(mgl64.Vec2{5, 0.1}), 0, mgl64.Vec2{-9, 0}, world.QueryFilter{})
						require.NoError(t, err)
						require.True(t, geom.Finite(hit.Fraction) && geom.From(hit.Point).Finite())
						first(b).Contains(p)
						require.True(t, geom.From(first(b).ClosestPoint(mgl64.Vec2{9, 9})).Finite())
					}
				})
			}
		}
	}
}

// The mass that a custom shape tells is checked like any other.
func TestMassesThatLie(t *testing.T) {
	for _, m := range []shape.Mass{
		{Mass: nan, Inertia: 1}, {Mass: 1, Inertia: nan}, {Mass: -1}, {Mass: 1, Inertia: -1}, {Mass: inf}, {Mass: 1, Inertia: inf},
		{Mass: 1, Center: geom.Vec2{X: nan}}, {Mass: 1, Center: geom.Vec2{Y: inf}}, {Mass: 1, Center: geom.Vec2{X: 1e300}, Inertia: 1},
		{Mass: 1e300, Inertia: 1}, {Mass: 1, Inertia: 1e300},
	} {
		w := earth(t)
		_, b := arena(t, w)
		hash, counters := w.Hash(), w.Counters()
		_, err := b.Attach(keel{mass: m}, world.ColliderDef{})
		var field *geom.FieldError
		require.ErrorAs(t, err, &field, "%+v", m)
		require.Equal(t, hash, w.Hash())
		require.Equal(t, counters, w.Counters())
	}
	for _, m := range []shape.Mass{{}, {Inertia: 1}, {Mass: 5e-324, Inertia: 5e-324}, {Mass: 1, Center: geom.Vec2{X: 1e9}}, {Mass: 1e18, Inertia: 1e50}, {Mass: 1e-30, Inertia: 1e30}} {
		w := earth(t)
		_, b := arena(t, w)
		_, err := b.Attach(keel{mass: m}, world.ColliderDef{})
		require.NoError(t, err, "%+v", m)
		healthy(t, fmt.Sprintf("%+v", m), w, 30)
	}
}

// Bodies of any mass stand on each other and hang on each other without a number going
// bad.
func TestEveryMassWithEveryOther(t *testing.T) {
	masses := []float64{1e-300, 1e-30, 1e-18, 1e-9, 1e-4, 1, 1e4, 1e9, 1e18}
	for _, m := range masses {
		for _, n := range masses {
			w := earth(t)
			low, high := arena(t, w)
			require.NoError(t, low.SetMassData(world.MassData{Mass: m, Inertia: m / 6}))
			require.NoError(t, high.SetMassData(world.MassData{Mass: n, Inertia: n / 6}))
			// A ring of pins is no tree: it is swept.
			mid := put(t, w, body.Def{Position: mgl64.Vec2{5, 5}}, shape.Box(0.5, 0.5), world.ColliderDef{})
			up := put(t, w, body.Def{Position: mgl64.Vec2{6, 6}}, shape.Circle{Radius: 0.5}, world.ColliderDef{})
			require.NoError(t, mid.SetMassData(world.MassData{Mass: m, Inertia: m / 6}))
			require.NoError(t, up.SetMassData(world.MassData{Mass: n, Inertia: n / 6}))
			pin(t, w, mid, up)
			pin(t, w, w.Ground(), mid)
			pin(t, w, up, w.Ground())
			world.Must(w.CreateWeld(mid, up, world.WeldAt(mid, up, mgl64.Vec2{5, 6})))
			healthy(t, fmt.Sprintf("%v and %v kg", m, n), w, 60)
			m, n := min(m, 1e17), min(n, 1e17) // impulses are bounded too
			require.NoError(t, low.ApplyImpulse(mgl64.Vec2{m, m / 2}, low.WorldPoint(mgl64.Vec2{0.2, 0.5})))
			require.NoError(t, up.ApplyImpulse(mgl64.Vec2{n / 2, n}, up.WorldPoint(mgl64.Vec2{0, -0.5})))
			healthy(t, fmt.Sprintf("%v and %v kg, pushed", m, n), w, 60)
		}
	}
}
