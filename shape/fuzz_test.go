package shape_test

import (
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// floats reads the data as float64s, eight bytes each.
func floats(data []byte) []float64 {
	var out []float64
	for ; len(data) >= 8; data = data[8:] {
		out = append(out, math.Float64frombits(binary.LittleEndian.Uint64(data)))
	}
	return out
}

func bytesOf(xs ...float64) []byte {
	var out []byte
	for _, x := range xs {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(x))
	}
	return out
}

// FuzzNewPolygon: every list of points is either refused with a FieldError or gives
// a consistent polygon.
func FuzzNewPolygon(f *testing.F) {
	f.Add(bytesOf(0, 0, 0, 1, 0, 0, 1))
	f.Add(bytesOf(0.5, -1, -1, 1, -1, 1, 1, -1, 1))
	f.Add(bytesOf(0, 0, 3, -2, -3, 3, 1, -3, 1, 2, -3))
	f.Add(bytesOf(0, 1e6, 0, 1e6+3e-4, 0, 1e6, 1e3))
	f.Add(bytesOf(0, 0, 0, 1, 1e-9, 2, 1e-9, 3, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		xs := floats(data)
		if len(xs) == 0 || len(xs) > 200 {
			return
		}
		var points []mgl64.Vec2
		for i := 1; i+1 < len(xs); i += 2 {
			points = append(points, mgl64.Vec2{xs[i], xs[i+1]})
		}
		p, err := shape.NewPolygon(points, xs[0])
		if err != nil {
			requireFieldError(t, err)
		} else {
			requireConsistent(t, p)
		}
		if p, err := shape.NewHullPolygon(points, xs[0]); err != nil {
			requireFieldError(t, err)
		} else {
			requireConsistent(t, p)
		}
	})
}

// FuzzCompile: every set of fields is either refused or gives a consistent shape.
func FuzzCompile(f *testing.F) {
	for kind := range byte(8) {
		f.Add(kind, bytesOf(1, 2, 3, 1, 0.5, 0.25, 1))
		f.Add(kind, bytesOf(0, 0, 1e-9, 1e-9, 3, 0, 1e-6))
	}
	f.Fuzz(func(t *testing.T, kind byte, data []byte) {
		x := append(floats(data), make([]float64, 7)...)
		at := mgl64.Vec2{x[0], x[1]}
		var s shape.Support
		switch kind % 8 {
		case 0:
			s = shape.Circle{Center: at, Radius: x[2]}
		case 1:
			s = shape.Capsule{A: at, B: mgl64.Vec2{x[2], x[3]}, Radius: x[4]}
		case 2:
			s = shape.Segment{A: at, B: mgl64.Vec2{x[2], x[3]}, Radius: x[4]}
		case 3:
			s = shape.Ellipse{Center: at, RX: x[2], RY: x[3], Angle: x[4], Skin: x[5]}
		case 4:
			s = shape.HalfEllipse{Center: at, RX: x[2], RY: x[3], Angle: x[4], Skin: x[5]}
		case 5:
			s = shape.Sector{Center: at, Radius: x[2], Angle: x[3], Sweep: x[4], Skin: x[5]}
		case 6:
			s = shape.Transformed(shape.RoundedBox(x[2], x[3], x[4]), x[5], at)
		case 7:
			s = shape.OffsetBox(x[2], x[3], at, x[5])
		}
		if _, err := shape.New(s); err != nil {
			requireFieldError(t, err)
			return
		}
		requireConsistent(t, s)
	})
}

func requireFieldError(t *testing.T, err error) {
	t.Helper()
	var field *geom.FieldError
	if !errors.As(err, &field) || field.Field == "" || field.Err == nil {
		t.Fatalf("not a field error: %#v", err)
	}
}

// requireConsistent checks the properties of every accepted shape, however odd.
func requireConsistent(t *testing.T, s shape.Support) {
	t.Helper()
	c, err := shape.New(s)
	require.NoError(t, err, "constructed but not compiled: %v", err)
	m, err := shape.MassOf(s, 1)
	require.NoError(t, err)
	if c.Kind != shape.KindSegment && !(m.Mass > 0) || !(m.Mass >= 0) || !(m.Inertia >= 0) || !geom.Finite(m.Inertia) || !m.Center.Finite() {
		t.Fatalf("mass %+v", m)
	}
	if !(c.BoundingRadius > 0) || !geom.Finite(c.BoundingRadius) {
		t.Fatalf("bound %v", c.BoundingRadius)
	}
	far := c.Center.Abs()
	tol := 1e-14 * (max(far.X, far.Y) + c.BoundingRadius)
	for _, n := range c.EdgeNormals() {
		require.LessOrEqual(t, math.Abs(n.Length()-1), 1e-12, "normal %v", n)
	}
	box := shape.BoxOf(c, geom.IdentityTransform)
	for i := range 16 {
		d := geom.RotFromAngle(float64(i) * math.Pi / 8).X()
		p := c.Support(d)
		if q := geom.From(s.Support(d.Mgl())); math.Abs(p.Sub(q).Dot(d)) > tol {
			t.Fatalf("support along %v: compiled %v, shape %v", d, p, q)
		}
		require.LessOrEqual(t, p.Distance(c.Center), c.BoundingRadius+tol, "%v is outside of the bounding circle", p)
		require.True(t, box.Grow(tol).ContainsPoint(p), "%v is outside of the box %v", p, box)
		if q := shape.ClosestPoint(c, p); q.Distance(p) > 2*tol {
			t.Fatalf("support point %v is %g off the shape", p, q.Distance(p))
		}
		out := p.MulAdd(c.BoundingRadius, d)
		ray := geom.Ray{Origin: out, Translation: p.Sub(out).Mul(2)}
		if hit, ok := shape.RayCast(c, ray); ok && !(hit.Fraction >= 0 && hit.Fraction <= 1 && hit.Point.Finite()) {
			t.Fatalf("hit %+v", hit)
		}
	}
	if d := m.Center.Distance(c.Center); m.Mass > 0 && d > c.BoundingRadius+tol {
		t.Fatalf("center of mass %v is outside of the bounding circle", m.Center)
	}
}
