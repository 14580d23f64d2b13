package narrowphase

import (
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// fuzzReader reads numbers from a fuzzer's bytes; at the end it goes on with zeros.
type fuzzReader []byte

func (d *fuzzReader) byte() byte {
	if len(*d) == 0 {
		return 0
	}
	b := (*d)[0]
	*d = (*d)[1:]
	return b
}

// number is between -1 and 1, round values likely, with 24 bits.
func (d *fuzzReader) number() float64 {
	high := float64(int8(d.byte())) / 127
	low := float64(int8(d.byte()))
	if low == 0 {
		return high
	}
	return high + math.Copysign(math.Pow(2, -math.Abs(low)/4), low)/128
}

// randomSize is between 1e-3 and 1e3.
func (d *fuzzReader) size() float64        { return math.Pow(10, 3*d.number()) }
func (d *fuzzReader) point() mgl64.Vec2    { return mgl64.Vec2{d.number(), d.number()} }
func (d *fuzzReader) rotation() geom.Rot   { return geom.RotFromAngle(math.Pi * d.number()) }
func (d *fuzzReader) vector() geom.Vec2    { return geom.From(d.point()).Mul(d.size()) }
func (d *fuzzReader) pose() geom.Transform { return geom.Transform{P: d.vector(), R: d.rotation()} }

// shape is any shape at all, or false for an invalid one.
func (d *fuzzReader) shape() (shape.Convex, bool) {
	var s shape.Support
	switch k := d.size(); d.byte() % 10 {
	case 0:
		s = shape.Circle{Center: d.point(), Radius: k}
	case 1:
		s = shape.Capsule{A: d.point(), B: d.point().Mul(k), Radius: d.size()}
	case 2:
		s = shape.Segment{A: d.point(), B: d.point().Mul(k)}
	case 3:
		s = shape.RoundedBox(k, d.size(), max(0, d.number()))
	case 4, 5:
		points := make([]mgl64.Vec2, 3+d.byte()%8)
		for i := range points {
			points[i] = d.point().Mul(k)
		}
		p, err := shape.NewHullPolygon(points, max(0, d.number()))
		if err != nil {
			return shape.Convex{}, false
		}
		s = p
	case 6:
		s = shape.Ellipse{Center: d.point(), RX: k, RY: d.size(), Angle: d.number()}
	case 7:
		s = shape.HalfEllipse{Center: d.point(), RX: k, RY: d.size(), Angle: d.number()}
	case 8:
		s = shape.Sector{Center: d.point(), Radius: k, Angle: d.number(), Sweep: math.Abs(d.number()) * math.Pi}
	case 9:
		s = shape.HalfPlane{Point: d.point(), Normal: d.point()}
	}
	return tryCompile(s)
}

func (d *fuzzReader) pair() (a, b shape.Convex, ok bool) {
	a, okA := d.shape()
	b, okB := d.shape()
	if !okA || !okB || a.Kind == shape.KindHalfPlane && b.Kind == shape.KindHalfPlane {
		return a, b, false
	}
	return a, b, true
}

func seeds(f *testing.F) {
	f.Add([]byte{})
	for k := range byte(10) {
		f.Add([]byte{0, 0, k, 10, 3, 20, 5, 30, 7, 40, 0, 50, 0, 60, 0, 1, 9 - k, 10, 3, 20, 5, 30, 7, 40, 0, 50, 0, 60, 0, 70, 0, 80, 0, 90, 0})
		f.Add([]byte{127, 0, k, 127, 127, 1, 1, 255, 0, 0, 0, 127, 0, 128, 0, k, 128, 0, 0, 127, 127, 0, 255, 3, 9, 27, 81, 1, 2, 3, 4, 5, 6, 7, 8})
	}
}

// fuzzTolerance is wide: sizes differ by six orders of magnitude.
func fuzzTolerance(a, b shape.Convex, pose *geom.Transform) float64 {
	return 1e-6 * extent(a, b, pose)
}

func FuzzDistance(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		d := fuzzReader(data)
		a, b, ok := d.pair()
		if !ok {
			return
		}
		pose := d.pose()
		tolerance := fuzzTolerance(a, b, &pose)
		cold := SignedDistance(a, b, &pose, nil)
		checkLoose(t, a, b, &pose, cold, tolerance)
		var cache Cache
		moved := pose
		moved.P = moved.P.Add(d.vector())
		SignedDistance(a, b, &moved, &cache)
		warm := SignedDistance(a, b, &pose, &cache)
		checkLoose(t, a, b, &pose, warm, tolerance)
		inverse := pose.Inverse()
		swapped := SignedDistance(b, a, &inverse, nil)
		for _, other := range []Result{warm, swapped} {
			if math.Abs(other.Distance-cold.Distance) > tolerance {
				t.Fatalf("%+v and %+v\nA %+v\nB %+v\npose %+v", cold, other, *a.Geometry, *b.Geometry, pose)
			}
		}
		if want := cold.Distance; math.Abs(want) > tolerance {
			if Intersects(a, b, &pose) != (want < 0) || Distance(a, b, &pose, nil).Overlap != (want < 0) {
				t.Fatalf("meeting contradicts distance %v", want)
			}
			if c, ok := SAT(a, b, &pose); ok != (want < 0) || ok && math.Abs(c.Depth+want) > tolerance {
				t.Fatalf("SAT %v %+v contradicts distance %v", ok, c, want)
			}
		}
	})
}

func checkLoose(t *testing.T, a, b shape.Convex, pose *geom.Transform, r Result, tolerance float64) {
	t.Helper()
	ok := math.Abs(r.Normal.Length()-1) < 1e-12 && r.Iterations < 4*maxIterations &&
		r.PointB.Sub(r.PointA).Sub(r.Normal.Mul(r.Distance)).Length() <= tolerance &&
		outside(a, r.PointA) <= tolerance && outside(b, pose.ApplyInverse(r.PointB)) <= tolerance
	if !hasHalfPlane(a, b) {
		ok = ok && math.Abs(separationAlong(a, b, pose, r.Normal)-r.Distance) <= tolerance
	}
	require.True(t, ok, "%+v\nA %+v\nB %+v\npose %+v", r, *a.Geometry, *b.Geometry, *pose)
}

func FuzzCast(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		d := fuzzReader(data)
		a, b, ok := d.pair()
		if !ok {
			return
		}
		pose, v := d.pose(), d.vector()
		hit, ok := ShapeCast(a, b, &pose, v, 1)
		tolerance := fuzzTolerance(a, b, &pose) + 1e-6*v.Length()
		if hit.Iterations > maxCastSteps || !geom.Finite(hit.Fraction) {
			t.Fatalf("%+v", hit)
		}
		end := 1.0
		if ok {
			end = hit.Fraction
			moved := pose
			moved.P = pose.P.MulAdd(end, v)
			gap := SignedDistance(a, b, &moved, nil).Distance
			if hit.InitialOverlap != (end == 0 && gap < -tolerance) && math.Abs(gap) > tolerance || math.Abs(hit.Normal.Length()-1) > 1e-12 {
				t.Fatalf("%+v at distance %v", hit, gap)
			}
		}
		for i := range 20 {
			moved := pose
			moved.P = pose.P.MulAdd(end*float64(i)/20, v)
			if gap := SignedDistance(a, b, &moved, nil).Distance; gap < -tolerance && !hit.InitialOverlap {
				t.Fatalf("%v %+v passed an overlap of %v\nA %+v\nB %+v\npose %+v motion %v", ok, hit, gap, *a.Geometry, *b.Geometry, pose, v)
			}
		}
		if coreVertexCount(a) > 0 && coreVertexCount(b) > 0 && coreVertexCount(b) < 3 {
			closedForm, okClosed := CapsuleCast(a, b, &pose, v, 1)
			if length := v.Length(); ok && okClosed && math.Abs(closedForm.Fraction-hit.Fraction)*length > tolerance {
				moved := pose
				moved.P = pose.P.MulAdd(closedForm.Fraction, v)
				if gap := SignedDistance(a, b, &moved, nil).Distance; math.Abs(gap) > tolerance {
					t.Fatalf("%+v, closed form %+v at distance %v", hit, closedForm, gap)
				}
			}
		}
	})
}

func FuzzTOI(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		d := fuzzReader(data)
		a, b, ok := d.pair()
		if !ok {
			return
		}
		sa, sb := Sweep{d.pose(), d.pose()}, Sweep{d.pose(), d.pose()}
		pose := sa.Start.InverseMul(sb.Start)
		reach := extent(a, b, &pose) + sa.Start.P.Distance(sa.End.P) + sb.Start.P.Distance(sb.End.P)
		target, tolerance := 1e-3*reach, 1e-4*reach
		got := TimeOfImpact(a, &sa, b, &sb, target, tolerance)
		if !(got.Time >= 0 && got.Time <= 1) || got.Iterations > maxImpactSteps {
			t.Fatalf("%+v", got)
		}
		tol := 1e-9 * reach
		if got.State == ReachedTarget && (got.Distance < target-tol || got.Distance > target+tolerance+tol) {
			t.Fatalf("%+v wants %v\nA %+v\nB %+v\n%+v\n%+v", got, target, *a.Geometry, *b.Geometry, sa, sb)
		}
		for i := range 20 {
			if got.State == Overlapped {
				break
			}
			time := got.Time * float64(i) / 20
			if gap := impactDistance(a, b, &sa, &sb, time).Distance; gap < target-tol {
				t.Fatalf("%+v passed %v at %v, target %v\nA %+v\nB %+v\n%+v\n%+v", got, gap, time, target, *a.Geometry, *b.Geometry, sa, sb)
			}
		}
	})
}
