package benchmarks

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ByteArena/box2d"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/jakecoffman/cp/v2"
)

// testShape is one shape as each engine has it.
type testShape struct {
	name      string
	carom     shape.Convex
	byteArena box2d.B2ShapeInterface
	points    []cp.Vector // of cp's polygon; none is a disc of half a metre
}

func disc() testShape {
	c, _ := shape.New(shape.Circle{Radius: 0.5})
	created := box2d.MakeB2CircleShape()
	created.M_radius = 0.5
	return testShape{"circle", c, &created, nil}
}

func polygon(name string, points [][2]float64) testShape {
	var caromPoints []mgl64.Vec2
	var box2dPoints []box2d.B2Vec2
	var cpPoints []cp.Vector
	for _, p := range points {
		caromPoints = append(caromPoints, mgl64.Vec2(p))
		box2dPoints = append(box2dPoints, box2d.MakeB2Vec2(p[0], p[1]))
		cpPoints = append(cpPoints, cp.Vector{X: p[0], Y: p[1]})
	}
	p, err := shape.NewPolygon(caromPoints, 0)
	if err != nil {
		panic(err)
	}
	c, _ := shape.New(p)
	created := box2d.MakeB2PolygonShape()
	created.Set(box2dPoints, len(box2dPoints))
	return testShape{name, c, &created, cpPoints}
}

func square() testShape {
	return polygon("box", [][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}})
}

func pentagon() testShape {
	var points [][2]float64
	for i := range 5 {
		s, c := math.Sincos(2 * math.Pi * float64(i) / 5)
		points = append(points, [2]float64{0.5 * c, 0.5 * s})
	}
	return polygon("polygon", points)
}

// cpShape returns the shape for cp at a place; cp keeps the posed outline.
func (f *testShape) cpShape(p pose) *cp.Shape {
	owner := cp.NewBody(1, 1)
	var created *cp.Shape
	if f.points == nil {
		created = cp.NewCircle(owner, 0.5, cp.Vector{})
	} else {
		created = cp.NewPolyShapeRaw(owner, len(f.points), f.points, 0)
	}
	created.Update(cp.NewTransformRigid(cp.Vector{X: p.x, Y: p.y}, p.angle))
	return created
}

// pose is where the second shape stands; the first is at the origin.
type pose struct{ x, y, angle float64 }

func (p pose) geom() geom.Transform {
	return geom.Transform{P: geom.Vec2{X: p.x, Y: p.y}, R: geom.RotFromAngle(p.angle)}
}

func (p pose) byteArena() box2d.B2Transform {
	return box2d.MakeB2TransformByPositionAndRotation(box2d.MakeB2Vec2(p.x, p.y), box2d.MakeB2RotFromAngle(p.angle))
}

const rounds = 1024 // poses of one benchmark; a power of two

// randomPoses rests the second shape on the first, a quarter of them at any angle and
// the others almost upright, and then lifts it by the gap.
func randomPoses(height, gap float64) []pose {
	r := rand.New(rand.NewPCG(1, 2))
	created := make([]pose, rounds)
	for i := range created {
		angle := 0.02 * r.Float64()
		if i%4 == 0 {
			angle = 6 * r.Float64()
		}
		created[i] = pose{0.8*r.Float64() - 0.4, height + gap, angle}
	}
	return created
}

// contactMargin is a distance without contact points. The margins of the engines differ,
// and so would their work; the poses stay clear of them.
const contactMargin = 0.005

func BenchmarkManifold(b *testing.B) {
	circle, box, five := disc(), square(), pentagon()
	for _, pair := range []struct {
		a, b   testShape
		height float64
	}{{circle, circle, 0.9}, {circle, box, 0.95}, {circle, five, 0.87}, {box, box, 1}, {five, five, 0.9}} {
		for _, gap := range []struct {
			name string
			size float64
		}{{"touching", -0.01}, {"apart", 0.6}} {
			b.Run(pair.a.name+"_"+pair.b.name+"/"+gap.name, func(b *testing.B) {
				benchManifold(b, pair.a, pair.b, randomPoses(pair.height, gap.size))
			})
		}
	}
}

func benchManifold(b *testing.B, first, second testShape, at []pose) {
	b.Run("carom", func(b *testing.B) {
		var transforms [rounds]geom.Transform
		for i, p := range at {
			transforms[i] = p.geom()
		}
		var m manifold.Manifold
		points, i := 0, 0
		for b.Loop() {
			manifold.Collide(&m, first.carom, second.carom, &transforms[i&(rounds-1)], contactMargin)
			points += m.Count
			i++
		}
		report(b, points, i)
	})
	b.Run("cp", func(b *testing.B) {
		fixed := first.cpShape(pose{})
		var moving [rounds]*cp.Shape
		for i, p := range at {
			moving[i] = second.cpShape(p)
		}
		var contacts [cp.MAX_CONTACTS_PER_ARBITER]cp.Contact
		i := 0
		for b.Loop() {
			cp.Collide(fixed, moving[i&(rounds-1)], 0, contacts[:])
			i++
		}
		points := 0
		for _, s := range moving {
			points += cp.ShapesCollide(fixed, s).Count
		}
		report(b, points, rounds)
	})
	b.Run("bytearena", func(b *testing.B) {
		var transforms [rounds]box2d.B2Transform
		for i, p := range at {
			transforms[i] = p.byteArena()
		}
		identity := pose{}.byteArena()
		m := box2d.NewB2Manifold()
		collide := byteArenaCollide(first, second, m, identity)
		points, i := 0, 0
		for b.Loop() {
			collide(&transforms[i&(rounds-1)])
			points += m.PointCount
			i++
		}
		report(b, points, i)
	})
}

// byteArenaCollide chooses box2d's function for a pair. There, a polygon comes before a
// circle.
func byteArenaCollide(first, second testShape, m *box2d.B2Manifold, identity box2d.B2Transform) func(*box2d.B2Transform) {
	if first.points == nil && second.points == nil {
		a, c := first.byteArena.(*box2d.B2CircleShape), second.byteArena.(*box2d.B2CircleShape)
		return func(at *box2d.B2Transform) { box2d.B2CollideCircles(m, a, identity, c, *at) }
	}
	c := second.byteArena.(*box2d.B2PolygonShape)
	if first.points == nil {
		a := first.byteArena.(*box2d.B2CircleShape)
		return func(at *box2d.B2Transform) { box2d.B2CollidePolygonAndCircle(m, c, *at, a, identity) }
	}
	a := first.byteArena.(*box2d.B2PolygonShape)
	return func(at *box2d.B2Transform) { box2d.B2CollidePolygons(m, a, identity, c, *at) }
}

// report adds the number of points per call, to show that the work is the same.
func report(b *testing.B, points, calls int) {
	b.ReportAllocs()
	b.ReportMetric(float64(points)/float64(calls), "points/op")
}

// BenchmarkDistance measures the call from scratch and with the simplex of the call before.
// cp does not offer it.
func BenchmarkDistance(b *testing.B) {
	box, five := square(), pentagon()
	for _, pair := range [][2]testShape{{box, box}, {five, five}} {
		at := randomPoses(1, 0.6)
		for _, warm := range []bool{false, true} {
			name := pair[0].name + "_" + pair[1].name + "/cold"
			if warm {
				name = pair[0].name + "_" + pair[1].name + "/warm"
			}
			b.Run(name, func(b *testing.B) { benchDistance(b, pair[0], pair[1], at, warm) })
		}
	}
}

func benchDistance(b *testing.B, first, second testShape, at []pose, warm bool) {
	b.Run("carom", func(b *testing.B) {
		var transforms [rounds]geom.Transform
		var caches [rounds]narrowphase.Cache
		for i, p := range at {
			transforms[i] = p.geom()
		}
		sum, i := 0.0, 0
		b.ReportAllocs()
		for b.Loop() {
			cache := &caches[i&(rounds-1)]
			if !warm {
				cache = nil
			}
			sum += narrowphase.Distance(first.carom, second.carom, &transforms[i&(rounds-1)], cache).Distance
			i++
		}
		b.ReportMetric(sum/float64(i), "m/op")
	})
	b.Run("bytearena", func(b *testing.B) {
		var transforms [rounds]box2d.B2Transform
		var caches [rounds]box2d.B2SimplexCache
		for i, p := range at {
			transforms[i] = p.byteArena()
		}
		input := box2d.MakeB2DistanceInput()
		input.ProxyA.Set(first.byteArena, 0)
		input.ProxyB.Set(second.byteArena, 0)
		input.TransformA = pose{}.byteArena()
		var output box2d.B2DistanceOutput
		sum, i := 0.0, 0
		b.ReportAllocs()
		for b.Loop() {
			input.TransformB = transforms[i&(rounds-1)]
			cache := &caches[i&(rounds-1)]
			if !warm {
				cache.Count = 0
			}
			box2d.B2Distance(&output, cache, &input)
			sum += output.Distance
			i++
		}
		b.ReportMetric(sum/float64(i), "m/op")
	})
}

// BenchmarkTimeOfImpact turns a box while it falls on another. cp has no such call.
func BenchmarkTimeOfImpact(b *testing.B) {
	box := square()
	at := randomPoses(2, 0.5)
	b.Run("carom", func(b *testing.B) {
		var sweeps [rounds]narrowphase.Sweep
		for i, p := range at {
			sweeps[i] = narrowphase.Sweep{Start: p.geom(), End: pose{-p.x, -1, p.angle + 0.5}.geom()}
		}
		identity := narrowphase.StaticSweep(geom.IdentityTransform)
		sum, i := 0.0, 0
		b.ReportAllocs()
		for b.Loop() {
			sum += narrowphase.TimeOfImpact(box.carom, &identity, box.carom, &sweeps[i&(rounds-1)], 0.005, 0.00125).Time
			i++
		}
		b.ReportMetric(sum/float64(i), "fraction/op")
	})
	b.Run("bytearena", func(b *testing.B) {
		input := box2d.MakeB2TOIInput()
		input.ProxyA.Set(box.byteArena, 0)
		input.ProxyB.Set(box.byteArena, 0)
		input.TMax = 1
		output := box2d.MakeB2TOIOutput()
		sum, i := 0.0, 0
		b.ReportAllocs()
		for b.Loop() {
			p := at[i&(rounds-1)]
			input.SweepB = box2d.B2Sweep{
				C0: box2d.MakeB2Vec2(p.x, p.y), C: box2d.MakeB2Vec2(-p.x, -1), A0: p.angle, A: p.angle + 0.5,
			}
			box2d.B2TimeOfImpact(&output, &input)
			sum += output.T
			i++
		}
		b.ReportMetric(sum/float64(i), "fraction/op")
	})
}

// BenchmarkRayCast sends rays at a shape from four metres away; half of them miss.
func BenchmarkRayCast(b *testing.B) {
	for _, f := range []testShape{disc(), square(), pentagon()} {
		r := rand.New(rand.NewPCG(3, 4))
		var rays [rounds]geom.Ray
		for i := range rays {
			direction := geom.RotFromAngle(7 * r.Float64()).X()
			from := direction.Mul(4)
			to := direction.Mul(-4).MulAdd(4*r.Float64()-2, direction.LeftPerp())
			rays[i] = geom.Ray{Origin: from, Translation: to.Sub(from)}
		}
		b.Run(f.name, func(b *testing.B) { benchRays(b, f, &rays) })
	}
}

func benchRays(b *testing.B, f testShape, rays *[rounds]geom.Ray) {
	done := func(b *testing.B, hits, calls int) {
		b.ReportAllocs()
		b.ReportMetric(float64(hits)/float64(calls), "hits/op")
	}
	b.Run("carom", func(b *testing.B) {
		hits, i := 0, 0
		for b.Loop() {
			if _, ok := shape.RayCast(f.carom, rays[i&(rounds-1)]); ok {
				hits++
			}
			i++
		}
		done(b, hits, i)
	})
	b.Run("cp", func(b *testing.B) {
		s := f.cpShape(pose{})
		hits, i := 0, 0
		var info cp.SegmentQueryInfo
		for b.Loop() {
			ray := &rays[i&(rounds-1)]
			to := ray.Origin.Add(ray.Translation)
			if s.SegmentQuery(cp.Vector(ray.Origin), cp.Vector(to), 0, &info) {
				hits++
			}
			i++
		}
		done(b, hits, i)
	})
	b.Run("bytearena", func(b *testing.B) {
		identity := pose{}.byteArena()
		input := box2d.MakeB2RayCastInput()
		input.MaxFraction = 1
		output := box2d.MakeB2RayCastOutput()
		hits, i := 0, 0
		for b.Loop() {
			ray := &rays[i&(rounds-1)]
			to := ray.Origin.Add(ray.Translation)
			input.P1, input.P2 = box2d.B2Vec2(ray.Origin), box2d.B2Vec2(to)
			if f.byteArena.RayCast(&output, input, identity, 0) {
				hits++
			}
			i++
		}
		done(b, hits, i)
	})
}
