package world_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

func allShapes() []shape.Support {
	triangle, err := shape.NewPolygon([]mgl64.Vec2{{-1, 0}, {1, 0}, {0, 1}}, 0.1)
	if err != nil {
		panic(err)
	}
	return []shape.Support{
		shape.Circle{Radius: 1}, shape.Capsule{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 0}, Radius: 0.5},
		shape.Segment{A: mgl64.Vec2{-1, 0}, B: mgl64.Vec2{1, 1}}, shape.Segment{B: mgl64.Vec2{1, 1}, Radius: 0.2},
		shape.Box(1, 0.5), shape.RoundedBox(1, 0.5, 0.1), triangle, shape.RegularPolygon(60, 1),
		shape.Ellipse{RX: 1, RY: 0.3}, shape.Ellipse{RX: 1, RY: 0.3, Skin: 0.1},
		shape.HalfEllipse{RX: 1, RY: 0.4}, shape.Sector{Radius: 1, Sweep: 1}, customBox{0.5, 1},
		shape.HalfPlane{Normal: mgl64.Vec2{0, 1}, Point: mgl64.Vec2{0, -50}},
		shape.ChainSegment{Before: mgl64.Vec2{2, 0}, A: mgl64.Vec2{1, 0}, B: mgl64.Vec2{-1, 0}, After: mgl64.Vec2{-2, 0}},
	}
}

// Shapes with special values are refused, or behave.
func TestSpecialValuesInShapes(t *testing.T) {
	for _, s := range allShapes() {
		v := reflect.New(reflect.TypeOf(s)).Elem()
		v.Set(reflect.ValueOf(s))
		if v.Kind() != reflect.Struct || reflect.TypeOf(s) == reflect.TypeOf(customBox{}) || len(numberFields(v)) == 0 {
			continue
		}
		for i := range numberFields(v) {
			for j, x := range specialValues {
				if geom.Finite(x) && (i+j)%wideStep != 0 {
					continue
				}
				v.Set(reflect.ValueOf(s))
				k := numberFields(v)[i]
				if !k.value.CanSet() {
					continue
				}
				k.value.SetFloat(x)
				bad := v.Interface().(shape.Support)
				name := fmt.Sprintf("%#v", bad)
				for _, kind := range []body.Type{body.Dynamic, body.Static} {
					w := newGravityWorld(t)
					addTwoBoxes(t, w)
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
					requireFiniteWorld(t, name, w, 20)
					w.Close()
				}
			}
		}
	}
}

// Queries with special values give finite numbers or no result, and the same with every
// broadphase.
func TestSpecialValuesInQueries(t *testing.T) {
	kinds := broadphases
	var worlds []*world.World
	for _, kind := range kinds {
		w := newWorld(t, world.Config{Broadphase: kind})
		for i, s := range allShapes() {
			addBody(t, w, body.Def{Type: body.Type(i % 3), Position: mgl64.Vec2{float64(i%4) * 3, float64(i/4) * 3}, Angle: float64(i)}, s, world.ColliderDef{Massless: true})
		}
		addBody(t, w, body.Def{Position: mgl64.Vec2{1e9, -1e9}}, shape.Box(1e3, 1), world.ColliderDef{})
		addBody(t, w, body.Def{Position: mgl64.Vec2{-1e9, 1e9}}, shape.Circle{Radius: 1e-4}, world.ColliderDef{})
		w.Tick()
		worlds = append(worlds, w)
	}
	numbers := append([]float64{0.5, 3, -2}, specialValues...)
	r := rand.New(rand.NewPCG(3, 1))
	pick := func() float64 { return numbers[r.IntN(len(numbers))] }
	requireFinite := func(label string, list ...float64) {
		for _, v := range list {
			if !geom.Finite(v) {
				t.Fatalf("%s answers %v", label, list)
			}
		}
	}
	for range 20_000 / sampleStep {
		p, q, angle, queryShape := mgl64.Vec2{pick(), pick()}, mgl64.Vec2{pick(), pick()}, pick(), allShapes()[r.IntN(15)]
		label := fmt.Sprintf("p %v q %v angle %v %T", p, q, angle, queryShape)
		convex := newConvex(queryShape)
		var results [3][]any
		for i, w := range worlds {
			note := func(list ...any) { results[i] = append(results[i], list...) }
			if hit, ok := w.RayCast(p, q, world.QueryFilter{}); ok {
				requireFinite("RayCast "+label, hit.Fraction, hit.Point[0], hit.Point[1], hit.Normal[0], hit.Normal[1])
				require.True(t, hit.Fraction >= 0 && hit.Fraction <= 1, label)
				note(hit.Collider.ID(), hit.Fraction)
			}
			minFraction, n := 2.0, 0
			for hit := range w.RayCastAll(p, q, world.QueryFilter{}) {
				minFraction, n = min(minFraction, hit.Fraction), n+1
			}
			note(minFraction, n)
			for hit := range w.RayCastAll(p, q, world.QueryFilter{}) {
				require.Equal(t, minFraction, hit.Fraction, label)
				break
			}
			n = 0
			for range w.OverlapBox(p, q, world.QueryFilter{}) {
				n++
			}
			for range w.OverlapPoint(p, world.QueryFilter{}) {
				n++
			}
			note(n)
			n = 0
			for range w.OverlapShape(convex, p, angle, world.QueryFilter{}) {
				n++
			}
			hit, ok := w.ShapeCast(convex, p, angle, q, world.QueryFilter{})
			if ok {
				requireFinite("ShapeCast "+label, hit.Fraction, hit.Point[0], hit.Point[1], hit.Normal[0], hit.Normal[1])
				note(hit.Collider.ID(), hit.Fraction)
			}
			note(n, ok)
		}
		require.Equal(t, results[0], results[1], label)
		require.Equal(t, results[0], results[2], label)
		for b := range worlds[0].Bodies() {
			c := firstCollider(b)
			inside := c.Contains(p)
			near := c.ClosestPoint(p)
			if geom.From(p).Finite() && max(p[0], -p[0], p[1], -p[1]) <= 1e12 {
				requireFinite(fmt.Sprintf("ClosestPoint %v of %T", p, c.Shape()), near[0], near[1])
			} else {
				require.False(t, inside && !geom.From(p).Finite(), "%T contains %v", c.Shape(), p)
			}
		}
	}
}

// readEverything calls everything that may be read during a step, and returns how many
// things there were.
func readEverything(w *world.World) (n int) {
	w.RayCast(mgl64.Vec2{-20, 0.7}, mgl64.Vec2{40, 0.5}, world.QueryFilter{})
	for c := range w.OverlapBox(mgl64.Vec2{-3, -3}, mgl64.Vec2{3, 3}, world.QueryFilter{Sensors: true}) {
		n++
		lower, upper := c.Bounds()
		for range w.OverlapPoint(lower.Add(upper).Mul(0.5), world.QueryFilter{}) {
			n++
		}
		if n >= 50 {
			break
		}
	}
	w.ShapeCast(newConvex(shape.Box(0.3, 0.3)), mgl64.Vec2{-9, 1}, 0.3, mgl64.Vec2{18, 0}, world.QueryFilter{})
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

// readingConstraint is a constraint that reads the world.
type readingConstraint struct {
	distanceConstraint
	read func()
}

func (p readingConstraint) Measure(m *joint.ConstraintContext) {
	p.read()
	p.distanceConstraint.Measure(m)
}

// Reading from any callback changes nothing, for any number of workers, and the results are
// the same.
func TestReadingFromCallbacksChangesNothing(t *testing.T) {
	simulate := func(reads bool, workers int) (hash uint64, readCount int) {
		var w *world.World
		readWorld := func() {
			if reads {
				readCount += readEverything(w)
			}
		}
		w = newWorld(t, world.Config{
			Gravity: mgl64.Vec2{0, -10}, Workers: workers,
			ShouldCollide:  func(a, b world.Collider) bool { readWorld(); return (a.ID()+b.ID())%7 != 0 },
			PreSolve:       func(c *world.ContactEdit) bool { readWorld(); return c.ID()%5 != 0 },
			MixFriction:    func(a, b shape.Material) float64 { readWorld(); return 0.5 },
			MixRestitution: func(a, b shape.Material) float64 { readWorld(); return 0.2 },
		})
		if workers > 1 {
			w.ParallelizeAlways()
		}
		addFloor(t, w, world.ColliderDef{})
		r := rng{rand.New(rand.NewPCG(8, 8))}
		var list []world.Body
		for i := range 40 {
			b := addBody(t, w, body.Def{Position: mgl64.Vec2{r.between(-4, 4), r.between(0.5, 12)}, LinearVelocity: r.point().Mul(90), Bullet: i%5 == 0}, shape.Box(0.3, 0.3),
				world.ColliderDef{PreSolve: i%3 == 0, Sensor: i%11 == 10})
			list = append(list, b)
		}
		world.Must(w.CreateCustom(list[:3], joint.Custom{Constraint: readingConstraint{distanceConstraint{1}, readWorld}}))
		world.Must(w.CreateDistance(list[4], list[5], joint.Distance{Length: 2, Law: func(x, v float64) float64 { readWorld(); return 20*(2-x) - v }}))
		runTicks(w, 60)
		w.Validate()
		return w.Hash(), readCount
	}
	want, _ := simulate(false, 1)
	again, readCount := simulate(true, 1)
	require.Equal(t, want, again)
	require.Positive(t, readCount)
	again, same := simulate(true, 3)
	require.Equal(t, want, again)
	require.Equal(t, readCount, same)
}

// A world in which bodies come and go does not grow.
func TestCreateDestroyDoesNotLeak(t *testing.T) {
	churnedBodies := long.Pick(5_000, 1_000_000)
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1})
	addFloor(t, w, world.ColliderDef{})
	heapBytes := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // unique values are freed a cycle later
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const maxAlive = 300
	var list [maxAlive]world.Body
	r := rng{rand.New(rand.NewPCG(9, 2))}
	addRandomBody := func(i int) {
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{r.between(-20, 20), r.between(0.3, 9)}, Name: fmt.Sprint(i), Asleep: i%3 == 0}))
		m := shape.Material{Friction: r.between(0, 1), TangentSpeed: r.between(-1, 1)}
		d := world.ColliderDef{Material: &m, Density: r.between(0.5, 2), Sensor: i%7 == 0, HitEvents: true}
		switch i % 5 {
		case 0:
			world.Must(b.Attach(shape.RegularPolygon(3+i%9, r.between(0.1, 0.5)), d))
		case 1:
			world.Must(b.Attach(customBox{r.between(0.1, 0.5), r.between(0.1, 0.5)}, d))
		case 2:
			world.Must(b.AttachChain(shape.Chain{Points: []mgl64.Vec2{{r.between(1, 2), 0}, {0, r.between(0, 1)}, {-1, 0}}}, d))
		default:
			world.Must(b.Attach(shape.Box(r.between(0.1, 0.5), r.between(0.1, 0.5)), d))
		}
		if other := list[(i+1)%maxAlive]; other.Valid() && i%2 == 0 {
			_, err := r.randomJoint(w, other, b)
			_ = err // such as a rod without length
			a := addRevolute(t, w, w.Ground(), other)
			world.Must(w.CreateGear(a.Joint, addRevolute(t, w, w.Ground(), b).Joint, joint.Gear{}))
		}
		list[i%maxAlive] = b
	}
	var before uint64
	for i := range churnedBodies {
		if old := list[i%maxAlive]; old.Valid() {
			require.NoError(t, old.Destroy())
		}
		addRandomBody(i)
		if i%64 == 0 {
			w.Tick()
		}
		if i == churnedBodies/4 {
			before = heapBytes()
		}
	}
	w.Validate()
	after := heapBytes()
	require.Less(t, float64(after), float64(before)*1.15+1e6, "from %d bytes", before)
	require.Equal(t, maxAlive+1, w.BodyCount())
}
