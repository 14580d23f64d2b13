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

// form is one shape as each engine has it.
type form struct {
	name   string
	carom  shape.Convex
	arena  box2d.B2ShapeInterface
	points []cp.Vector // of cp's polygon; none is a disc of half a metre
}

func disc() form {
	c, _ := shape.New(shape.Circle{Radius: 0.5})
	made := box2d.MakeB2CircleShape()
	made.M_radius = 0.5
	return form{"circle", c, &made, nil}
}

func polygon(name string, points [][2]float64) form {
	var ours []mgl64.Vec2
	var b2 []box2d.B2Vec2
	var theirs []cp.Vector
	for _, p := range points {
		ours = append(ours, mgl64.Vec2(p))
		b2 = append(b2, box2d.MakeB2Vec2(p[0], p[1]))
		theirs = append(theirs, cp.Vector{X: p[0], Y: p[1]})
	}
	p, err := shape.NewPolygon(ours, 0)
	if err != nil {
		panic(err)
	}
	c, _ := shape.New(p)
	made := box2d.MakeB2PolygonShape()
	made.Set(b2, len(b2))
	return form{name, c, &made, theirs}
}

func square() form {
	return polygon("box", [][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}})
}

func pentagon() form {
	var points [][2]float64
	for i := range 5 {
		s, c := math.Sincos(2 * math.Pi * float64(i) / 5)
		points = append(points, [2]float64{0.5 * c, 0.5 * s})
	}
	return polygon("polygon", points)
}

// chipmunk returns the shape for cp at a place; cp keeps the posed outline.
func (f *form) chipmunk(p pose) *cp.Shape {
	owner := cp.NewBody(1, 1)
	var made *cp.Shape
	if f.points == nil {
		made = cp.NewCircle(owner, 0.5, cp.Vector{})
	} else {
		made = cp.NewPolyShapeRaw(owner, len(f.points), f.points, 0)
	}
	made.Update(cp.NewTransformRigid(cp.Vector{X: p.x, Y: p.y}, p.angle))
	return made
}

// pose is where the second shape stands; the first is at the origin.
type pose struct{ x, y, angle float64 }

func (p pose) geom() geom.Transform {
	return geom.Transform{P: geom.Vec2{X: p.x, Y: p.y}, R: geom.RotFromAngle(p.angle)}
}

func (p pose) arena() box2d.B2Transform {
	return box2d.MakeB2TransformByPositionAndRotation(box2d.MakeB2Vec2(p.x, p.y), box2d.MakeB2RotFromAngle(p.angle))
}

const rounds = 1024 // poses of one benchmark; a power of two

// poses rests the second shape on the first, a quarter of them at any angle and
// the others almost upright, and then lifts it by the gap.
func poses(height, gap float64) []pose {
	r := rand.New(rand.NewPCG(1, 2))
	made := make([]pose, rounds)
	for i := range made {
		angle := 0.02 * r.Float64()
		if i%4 == 0 {
			angle = 6 * r.Float64()
		}
		made[i] = pose{0.8*r.Float64() - 0.4, height + gap, angle}
	}
	return made
}

// reach is how far apart contact points are wanted: each engine's own margin would
// make the work differ, so the poses stay clear of it.
const reach = 0.005

func BenchmarkManifold(b *testing.B) {
	circle, box, five := disc(), square(), pentagon()
	for _, pair := range []struct {
		a, b   form
		height float64
	}{{circle, circle, 0.9}, {circle, box, 0.95}, {circle, five, 0.87}, {box, box, 1}, {five, five, 0.9}} {
		for _, gap := range []struct {
			name string
			size float64
		}{{"touching", -0.01}, {"apart", 0.6}} {
			b.Run(pair.a.name+"_"+pair.b.name+"/"+gap.name, func(b *testing.B) {
				benchManifold(b, pair.a, pair.b, poses(pair.height, gap.size))
			})
		}
	}
}

func benchManifold(b *testing.B, first, second form, at []pose) {
	b.Run("carom", func(b *testing.B) {
		var where [rounds]geom.Transform
		for i, p := range at {
			where[i] = p.geom()
		}
		collide, _ := manifold.For(first.carom.Kind, second.carom.Kind)
		var m manifold.Manifold
		points, i := 0, 0
		for b.Loop() {
			collide(&m, first.carom, second.carom, &where[i&(rounds-1)], reach)
			points += m.Count
			i++
		}
		report(b, points, i)
	})
	b.Run("cp", func(b *testing.B) {
		fixed := first.chipmunk(pose{})
		var moving [rounds]*cp.Shape
		for i, p := range at {
			moving[i] = second.chipmunk(p)
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
		var where [rounds]box2d.B2Transform
		for i, p := range at {
			where[i] = p.arena()
		}
		still := pose{}.arena()
		m := box2d.NewB2Manifold()
		collide := arenaCollide(first, second, m, still)
		points, i := 0, 0
		for b.Loop() {
			collide(&where[i&(rounds-1)])
			points += m.PointCount
			i++
		}
		report(b, points, i)
	})
}

// arenaCollide chooses box2d's function for a pair; a polygon comes before a
// circle there.
func arenaCollide(first, second form, m *box2d.B2Manifold, still box2d.B2Transform) func(*box2d.B2Transform) {
	if first.points == nil && second.points == nil {
		a, c := first.arena.(*box2d.B2CircleShape), second.arena.(*box2d.B2CircleShape)
		return func(at *box2d.B2Transform) { box2d.B2CollideCircles(m, a, still, c, *at) }
	}
	c := second.arena.(*box2d.B2PolygonShape)
	if first.points == nil {
		a := first.arena.(*box2d.B2CircleShape)
		return func(at *box2d.B2Transform) { box2d.B2CollidePolygonAndCircle(m, c, *at, a, still) }
	}
	a := first.arena.(*box2d.B2PolygonShape)
	return func(at *box2d.B2Transform) { box2d.B2CollidePolygons(m, a, still, c, *at) }
}

// report adds how many points a call finds, to see that the work is the same.
func report(b *testing.B, points, calls int) {
	b.ReportAllocs()
	b.ReportMetric(float64(points)/float64(calls), "points/op")
}

// BenchmarkDistance measures from scratch and with the simplex of the call before;
// cp does not offer the call.
func BenchmarkDistance(b *testing.B) {
	box, five := square(), pentagon()
	for _, pair := range [][2]form{{box, box}, {five, five}} {
		at := poses(1, 0.6)
		for _, warm := range []bool{false, true} {
			name := pair[0].name + "_" + pair[1].name + "/cold"
			if warm {
				name = pair[0].name + "_" + pair[1].name + "/warm"
			}
			b.Run(name, func(b *testing.B) { benchDistance(b, pair[0], pair[1], at, warm) })
		}
	}
}

func benchDistance(b *testing.B, first, second form, at []pose, warm bool) {
	b.Run("carom", func(b *testing.B) {
		var where [rounds]geom.Transform
		var caches [rounds]narrowphase.Cache
		for i, p := range at {
			where[i] = p.geom()
		}
		sum, i := 0.0, 0
		b.ReportAllocs()
		for b.Loop() {
			cache := &caches[i&(rounds-1)]
			if !warm {
				cache = nil
			}
			sum += narrowphase.Distance(first.carom, second.carom, &where[i&(rounds-1)], cache).Distance
			i++
		}
		b.ReportMetric(sum/float64(i), "m/op")
	})
	b.Run("bytearena", func(b *testing.B) {
		var where [rounds]box2d.B2Transform
		var caches [rounds]box2d.B2SimplexCache
		for i, p := range at {
			where[i] = p.arena()
		}
		input := box2d.MakeB2DistanceInput()
		input.ProxyA.Set(first.arena, 0)
		input.ProxyB.Set(second.arena, 0)
		input.TransformA = pose{}.arena()
		var output box2d.B2DistanceOutput
		sum, i := 0.0, 0
		b.ReportAllocs()
		for b.Loop() {
			input.TransformB = where[i&(rounds-1)]
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

// BenchmarkTimeOfImpact turns a box while it falls on another; cp has no such
// call.
func BenchmarkTimeOfImpact(b *testing.B) {
	box := square()
	at := poses(2, 0.5)
	b.Run("carom", func(b *testing.B) {
		var sweeps [rounds]narrowphase.Sweep
		for i, p := range at {
			sweeps[i] = narrowphase.Sweep{Start: p.geom(), End: pose{-p.x, -1, p.angle + 0.5}.geom()}
		}
		still := narrowphase.Still(geom.Stay)
		sum, i := 0.0, 0
		b.ReportAllocs()
		for b.Loop() {
			sum += narrowphase.TimeOfImpact(box.carom, &still, box.carom, &sweeps[i&(rounds-1)], 0.005, 0.00125).Time
			i++
		}
		b.ReportMetric(sum/float64(i), "fraction/op")
	})
	b.Run("bytearena", func(b *testing.B) {
		input := box2d.MakeB2TOIInput()
		input.ProxyA.Set(box.arena, 0)
		input.ProxyB.Set(box.arena, 0)
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
	for _, f := range []form{disc(), square(), pentagon()} {
		r := rand.New(rand.NewPCG(3, 4))
		var rays [rounds]geom.Ray
		for i := range rays {
			away := geom.RotFromAngle(7 * r.Float64()).X()
			from := away.Mul(4)
			to := away.Mul(-4).MulAdd(4*r.Float64()-2, away.Left())
			rays[i] = geom.Ray{Origin: from, Translation: to.Sub(from)}
		}
		b.Run(f.name, func(b *testing.B) { benchRays(b, f, &rays) })
	}
}

func benchRays(b *testing.B, f form, rays *[rounds]geom.Ray) {
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
		s := f.chipmunk(pose{})
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
		still := pose{}.arena()
		input := box2d.MakeB2RayCastInput()
		input.MaxFraction = 1
		output := box2d.MakeB2RayCastOutput()
		hits, i := 0, 0
		for b.Loop() {
			ray := &rays[i&(rounds-1)]
			to := ray.Origin.Add(ray.Translation)
			input.P1, input.P2 = box2d.B2Vec2(ray.Origin), box2d.B2Vec2(to)
			if f.arena.RayCast(&output, input, still, 0) {
				hits++
			}
			i++
		}
		done(b, hits, i)
	})
}
