package world_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// zoo are shapes of all kinds.
func zoo() []shape.Support {
	triangle, err := shape.NewPolygon([]mgl64.Vec2{{-1, 0}, {1, 0}, {0, 1}}, 0.1)
	if err != nil {
		panic(err)
	}
	return []shape.Support{
		shape.Circle{Radius: 1}, shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.5},
		shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 1}}, shape.Segment{B: mgl64.Vec2{1, 1}, Radius: 0.2},
		shape.Box(1, 0.5), shape.RoundedBox(1, 0.5, 0.1), triangle, shape.RegularPolygon(60, 1),
		shape.Ellipse{RX: 1, RY: 0.3}, shape.Ellipse{RX: 1, RY: 0.3, Skin: 0.1},
		shape.HalfEllipse{RX: 1, RY: 0.4}, shape.Sector{Radius: 1, Sweep: 1}, blob{0.5, 1},
		shape.HalfPlane{Normal: mgl64.Vec2{0, 1}, Point: mgl64.Vec2{0, -50}},
		shape.ChainSegment{Before: mgl64.Vec2{2, 0}, A: mgl64.Vec2{1, 0}, B: mgl64.Vec2{-1, 0}, After: mgl64.Vec2{-2, 0}},
	}
}

// Shapes with nasty numbers are refused, or behave.
func TestNastyNumbersInShapes(t *testing.T) {
	for _, s := range zoo() {
		v := reflect.New(reflect.TypeOf(s)).Elem()
		v.Set(reflect.ValueOf(s))
		if v.Kind() != reflect.Struct || reflect.TypeOf(s) == reflect.TypeOf(blob{}) || len(knobs(v)) == 0 {
			continue
		}
		for i := range knobs(v) {
			for _, x := range nasty {
				v.Set(reflect.ValueOf(s))
				k := knobs(v)[i]
				if !k.at.CanSet() {
					continue
				}
				k.at.SetFloat(x)
				bad := v.Interface().(shape.Support)
				name := fmt.Sprintf("%#v", bad)
				for _, kind := range []body.Type{body.Dynamic, body.Static} {
					w := earth(t)
					arena(t, w)
					b := world.Must(w.CreateBody(body.Def{Type: kind, Position: mgl64.Vec2{0.2, 2.5}, AngularVelocity: 1, Name: "bad"}))
					_, err := b.Attach(bad, world.ColliderDef{})
					if err != nil {
						var field *geom.FieldError
						require.ErrorAs(t, err, &field, name)
						break
					}
					if !geom.Finite(x) {
						t.Errorf("%s is accepted", name)
					}
					healthy(t, name, w, 20)
					w.Close()
				}
			}
		}
	}
}

// Queries with nasty numbers answer with numbers, or nothing, and the same whatever
// the broadphase.
func TestNastyNumbersInQueries(t *testing.T) {
	kinds := []world.BroadphaseKind{world.Tree, world.Sweep, world.Brute}
	var worlds []*world.World
	for _, kind := range kinds {
		w := open(t, world.Config{Broadphase: kind})
		for i, s := range zoo() {
			put(t, w, body.Def{Type: body.Type(i % 3), Position: mgl64.Vec2{float64(i%4) * 3, float64(i/4) * 3}, Angle: float64(i)}, s, world.ColliderDef{Massless: true})
		}
		put(t, w, body.Def{Position: mgl64.Vec2{1e9, -1e9}}, shape.Box(1e3, 1), world.ColliderDef{})
		put(t, w, body.Def{Position: mgl64.Vec2{-1e9, 1e9}}, shape.Circle{Radius: 1e-4}, world.ColliderDef{})
		w.Tick()
		worlds = append(worlds, w)
	}
	numbers := append([]float64{0.5, 3, -2}, nasty...)
	r := rand.New(rand.NewPCG(3, 1))
	x := func() float64 { return numbers[r.IntN(len(numbers))] }
	sound := func(what string, list ...float64) {
		for _, v := range list {
			if !geom.Finite(v) {
				t.Fatalf("%s answers %v", what, list)
			}
		}
	}
	for range 20_000 {
		p, q, angle, probe := mgl64.Vec2{x(), x()}, mgl64.Vec2{x(), x()}, x(), zoo()[r.IntN(15)]
		what := fmt.Sprintf("p %v q %v angle %v %T", p, q, angle, probe)
		var log [3][]any
		for i, w := range worlds {
			note := func(list ...any) { log[i] = append(log[i], list...) }
			if hit, ok := w.RayCast(p, q, world.QueryFilter{}); ok {
				sound("RayCast "+what, hit.Fraction, hit.Point[0], hit.Point[1], hit.Normal[0], hit.Normal[1])
				require.True(t, hit.Fraction >= 0 && hit.Fraction <= 1, what)
				note(hit.Collider.ID(), hit.Fraction)
			}
			least, n := 2.0, 0
			w.RayCastAll(p, q, world.QueryFilter{}, func(hit world.RayHit) float64 {
				least, n = min(least, hit.Fraction), n+1
				return 1
			})
			note(least, n)
			for _, to := range []float64{nan, inf, -inf, 7, 0.5} {
				w.RayCastAll(p, q, world.QueryFilter{}, func(world.RayHit) float64 { return to })
			}
			n = 0
			w.OverlapBox(p, q, world.QueryFilter{}, func(world.Collider) bool { n++; return true })
			w.OverlapPoint(p, world.QueryFilter{}, func(world.Collider) bool { n++; return true })
			note(n)
			n = 0
			err := w.OverlapShape(probe, p, angle, world.QueryFilter{}, func(world.Collider) bool { n++; return true })
			note(err != nil, n)
			hit, ok, err := w.CastShape(probe, p, angle, q, world.QueryFilter{})
			if err == nil && ok {
				sound("CastShape "+what, hit.Fraction, hit.Point[0], hit.Point[1], hit.Normal[0], hit.Normal[1])
				note(hit.Collider.ID(), hit.Fraction)
			}
			note(err != nil, ok)
		}
		require.Equal(t, log[0], log[1], what)
		require.Equal(t, log[0], log[2], what)
		for b := range worlds[0].Bodies() {
			c := first(b)
			inside := c.Contains(p)
			near := c.ClosestPoint(p)
			if geom.From(p).Finite() && max(p[0], -p[0], p[1], -p[1]) <= 1e12 {
				sound(fmt.Sprintf("ClosestPoint %v of %T", p, c.Shape()), near[0], near[1])
			} else {
				require.False(t, inside && !geom.From(p).Finite(), "%T contains %v", c.Shape(), p)
			}
		}
	}
}

// nosy looks at everything that may be looked at during a step, and tells how much
// there was.
func nosy(w *world.World) (n int) {
	w.RayCast(mgl64.Vec2{-20, 0.7}, mgl64.Vec2{40, 0.5}, world.QueryFilter{})
	w.OverlapBox(mgl64.Vec2{-3, -3}, mgl64.Vec2{3, 3}, world.QueryFilter{Sensors: true}, func(c world.Collider) bool {
		n++
		lower, upper := c.Box()
		w.OverlapPoint(lower.Add(upper).Mul(0.5), world.QueryFilter{}, func(world.Collider) bool { n++; return true })
		return n < 50
	})
	_, _, _ = w.CastShape(shape.Box(0.3, 0.3), mgl64.Vec2{-9, 1}, 0.3, mgl64.Vec2{18, 0}, world.QueryFilter{})
	for b := range w.Bodies() {
		for range b.Contacts() {
			n++
		}
		b.RenderPose()
		for range b.Joints() {
			n++
		}
		if n > 200 {
			break
		}
	}
	for range w.Contacts() {
		n++
	}
	w.Counters()
	w.Hash()
	return n
}

// prying is a constraint that looks at the world.
type prying struct {
	rod
	look func()
}

func (p prying) Measure(m *joint.ConstraintContext) {
	p.look()
	p.rod.Measure(m)
}

// Looking at the world from any callback changes nothing, for any number of workers,
// and what is seen is the same.
func TestLookingFromCallbacksChangesNothing(t *testing.T) {
	ride := func(look bool, workers int) (hash uint64, seen int) {
		var w *world.World
		eye := func() {
			if look {
				seen += nosy(w)
			}
		}
		w = open(t, world.Config{
			Gravity: mgl64.Vec2{0, -10}, Workers: workers,
			Filter:         func(a, b world.Collider) bool { eye(); return (a.ID()+b.ID())%7 != 0 },
			PreSolve:       func(c world.Contact) bool { eye(); return c.ID()%5 != 0 },
			MixFriction:    func(a, b shape.Material) float64 { eye(); return 0.5 },
			MixRestitution: func(a, b shape.Material) float64 { eye(); return 0.2 },
		})
		if workers > 1 {
			w.ShareAll()
		}
		floor(t, w, world.ColliderDef{})
		r := dice{rand.New(rand.NewPCG(8, 8))}
		var list []world.Body
		for i := range 40 {
			b := put(t, w, body.Def{Position: mgl64.Vec2{r.in(-4, 4), r.in(0.5, 12)}, LinearVelocity: r.point().Mul(90), Bullet: i%5 == 0}, shape.Box(0.3, 0.3),
				world.ColliderDef{PreSolve: i%3 == 0, Sensor: i%11 == 10})
			list = append(list, b)
		}
		world.Must(w.CreateCustom(list[:3], joint.Custom{Constraint: prying{rod{1}, eye}}))
		world.Must(w.CreateDistance(list[4], list[5], joint.Distance{Length: 2, Law: func(x, v float64) float64 { eye(); return 20*(2-x) - v }}))
		for range 60 {
			w.Tick()
		}
		w.Validate()
		return w.Hash(), seen
	}
	want, _ := ride(false, 1)
	again, seen := ride(true, 1)
	require.Equal(t, want, again)
	require.Positive(t, seen)
	again, same := ride(true, 3)
	require.Equal(t, want, again)
	require.Equal(t, seen, same)
}

// A world in which things come and go does not grow.
func TestWorldsThatChangeDoNotGrow(t *testing.T) {
	w := open(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
	floor(t, w, world.ColliderDef{})
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // what is unique goes a cycle later
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const alive = 300
	var list [alive]world.Body
	r := dice{rand.New(rand.NewPCG(9, 2))}
	come := func(i int) {
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{r.in(-20, 20), r.in(0.3, 9)}, Name: fmt.Sprint(i), Asleep: i%3 == 0}))
		m := shape.Material{Friction: r.in(0, 1), TangentSpeed: r.in(-1, 1)}
		d := world.ColliderDef{Material: &m, Density: r.in(0.5, 2), Sensor: i%7 == 0, HitEvents: true}
		switch i % 5 {
		case 0:
			world.Must(b.Attach(shape.RegularPolygon(3+i%9, r.in(0.1, 0.5)), d))
		case 1:
			world.Must(b.Attach(blob{r.in(0.1, 0.5), r.in(0.1, 0.5)}, d))
		case 2:
			world.Must(b.AttachChain(shape.Chain{Points: []mgl64.Vec2{{r.in(1, 2), 0}, {0, r.in(0, 1)}, {-1, 0}}}, d))
		default:
			world.Must(b.Attach(shape.Box(r.in(0.1, 0.5), r.in(0.1, 0.5)), d))
		}
		if other := list[(i+1)%alive]; other.Valid() && i%2 == 0 {
			_, err := r.link(w, other, b)
			_ = err // such as a rod without length
			a := pin(t, w, w.Ground(), other)
			world.Must(w.CreateGear(a.Joint, pin(t, w, w.Ground(), b).Joint, joint.Gear{}))
		}
		list[i%alive] = b
	}
	var before uint64
	for i := range churned {
		if old := list[i%alive]; old.Valid() {
			require.NoError(t, old.Destroy())
		}
		come(i)
		if i%64 == 0 {
			w.Tick()
		}
		if i == churned/4 {
			before = heap()
		}
	}
	w.Validate()
	after := heap()
	require.Less(t, float64(after), float64(before)*1.15+1e6, "from %d bytes", before)
	require.Equal(t, alive+1, w.BodyCount())
}
