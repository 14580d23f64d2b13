package manifold

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// coreDistance is a shape without its skin as a list of vertices: the oracle's view.
type core struct {
	vertices []geom.Vec2
	radius   float64
}

func coreOf(c shape.Convex, pose geom.Transform) core {
	var v []geom.Vec2
	switch c.Kind {
	case shape.KindCircle:
		v = []geom.Vec2{c.A}
	case shape.KindCapsule, shape.KindSegment, shape.KindChainSegment:
		v = []geom.Vec2{c.A, c.B}
	case shape.KindBox, shape.KindPolygon:
		v = c.Points()
	default:
		panic("manifold: no vertices")
	}
	out := core{radius: c.Radius}
	for _, p := range v {
		out.vertices = append(out.vertices, pose.Apply(p))
	}
	return out
}

// along returns the gap between the cores along n, negative for overlap.
func gapAlong(a, b core, n geom.Vec2) float64 {
	gap := math.Inf(1)
	for _, p := range a.vertices {
		for _, q := range b.vertices {
			gap = min(gap, n.Dot(q.Sub(p)))
		}
	}
	return gap
}

// oracle returns the distance of the cores, or minus the depth, by trying every
// direction that can be the best: the normals of all edges and the lines
// between all vertices.
func oracle(a, b core) (separation float64, normal geom.Vec2) {
	separation = math.Inf(-1)
	tryDirection := func(d geom.Vec2) {
		n, l := d.Unit()
		if l < 1e-14 {
			return
		}
		for _, n := range []geom.Vec2{n, n.Neg()} {
			if s := gapAlong(a, b, n); s > separation {
				separation, normal = s, n
			}
		}
	}
	for _, c := range []core{a, b} {
		for i, p := range c.vertices {
			if len(c.vertices) > 1 {
				tryDirection(c.vertices[(i+1)%len(c.vertices)].Sub(p).LeftPerp())
			}
		}
	}
	for _, p := range a.vertices {
		for _, q := range b.vertices {
			tryDirection(q.Sub(p))
		}
	}
	if math.IsInf(separation, -1) {
		return 0, concentricNormal
	}
	return separation, normal
}

// randomShape returns a shape of about unit size, in any place of its frame.
func randomShape(r *rand.Rand, kind shape.Kind) shape.Support {
	point := func(size float64) mgl64.Vec2 {
		return mgl64.Vec2{size * (2*r.Float64() - 1), size * (2*r.Float64() - 1)}
	}
	skin := 0.0
	if r.IntN(2) == 0 {
		skin = 0.3 * r.Float64()
	}
	switch kind {
	case shape.KindCircle:
		return shape.Circle{Center: point(0.5), Radius: 0.05 + r.Float64()}
	case shape.KindCapsule:
		return shape.Capsule{A: point(1), B: point(1), Radius: 0.02 + 0.5*r.Float64()}
	case shape.KindSegment:
		return shape.Segment{A: point(1), B: point(1), Radius: skin}
	case shape.KindBox:
		box := shape.Support(shape.RoundedBox(0.05+r.Float64(), 0.05+r.Float64(), skin))
		if r.IntN(2) == 0 {
			box = shape.Transformed(box, 6*r.Float64(), point(0.5))
		}
		return box
	case shape.KindPolygon:
		n := 3 + r.IntN(6)
		points := make([]mgl64.Vec2, n)
		start := 7 * r.Float64()
		for i := range points {
			angle := start + 2*math.Pi*(float64(i)+0.6*r.Float64())/float64(n)
			points[i] = mgl64.Vec2{math.Cos(angle), 0.3 + 0.7*math.Sin(angle)}
		}
		polygon, err := shape.NewPolygon(points, skin)
		if err != nil {
			panic(err)
		}
		return polygon
	}
	return randomOtherShape(r, kind)
}

// randomOtherShape returns a shape of a kind that has no fast path, or of the ground.
func randomOtherShape(r *rand.Rand, kind shape.Kind) shape.Support {
	point := func() mgl64.Vec2 { return mgl64.Vec2{r.Float64() - 0.5, r.Float64() - 0.5} }
	size := func() float64 { return 0.1 + 0.9*r.Float64() }
	switch kind {
	case shape.KindChainSegment:
		a, b := point(), point()
		ab := b.Sub(a)
		left := mgl64.Vec2{-ab[1], ab[0]}
		return shape.ChainSegment{
			Before: a.Sub(ab).Add(left.Mul(r.Float64() - 0.3)), A: a,
			B: b, After: b.Add(ab).Add(left.Mul(r.Float64() - 0.3)),
		}
	case shape.KindHalfPlane:
		return shape.HalfPlane{Point: point(), Normal: point()}
	case shape.KindEllipse:
		return shape.Ellipse{Center: point(), RX: size(), RY: size(), Angle: 7 * r.Float64()}
	case shape.KindHalfEllipse:
		return shape.HalfEllipse{Center: point(), RX: size(), RY: size(), Angle: 7 * r.Float64()}
	case shape.KindSector:
		return shape.Sector{Center: point(), Radius: size(), Sweep: 0.2 + 2.9*r.Float64(), Angle: 7 * r.Float64(), Skin: 0.1 * r.Float64()}
	default:
		return shape.Transformed(superellipse{size(), size(), 1.4 + 0.6*r.Float64()}, 7*r.Float64(), point())
	}
}

// superellipse is |x/a|^p + |y/b|^p <= 1, known by its support point alone. Up
// to p = 2 it is nowhere almost flat, so that its contacts are well-defined.
type superellipse struct{ a, b, p float64 }

func (s superellipse) Support(dir mgl64.Vec2) mgl64.Vec2 {
	q := 1 / (s.p - 1)
	x, y := math.Pow(math.Abs(s.a*dir[0]), q), math.Pow(math.Abs(s.b*dir[1]), q)
	scale := math.Pow(math.Pow(x, s.p)+math.Pow(y, s.p), -1/s.p)
	return mgl64.Vec2{math.Copysign(s.a*scale*x, dir[0]), math.Copysign(s.b*scale*y, dir[1])}
}

var fastKinds = []shape.Kind{
	shape.KindCircle, shape.KindCapsule, shape.KindSegment, shape.KindBox, shape.KindPolygon,
}

func randomPose(r *rand.Rand, spread float64) geom.Transform {
	angle := 7 * r.Float64()
	if r.IntN(4) == 0 { // multiples of a quarter turn, and almost
		angle = float64(r.IntN(4)) * math.Pi / 2
		angle += []float64{0, 1e-15, 1e-9, 1e-3, -1e-3}[r.IntN(5)]
	}
	return geom.Transform{
		P: geom.Vec2{X: spread * (2*r.Float64() - 1), Y: spread * (2*r.Float64() - 1)},
		R: geom.RotFromAngle(angle),
	}
}

const testSpeculative = 0.02

func TestFastPairsAgainstOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for _, ka := range fastKinds {
		for _, kb := range fastKinds {
			counts := [3]int{}
			for range samples {
				sa, sb := randomShape(r, ka), randomShape(r, kb)
				a, b := mustCompile(t, sa), mustCompile(t, sb)
				pose := randomPose(r, 2)
				if r.IntN(2) == 0 { // bring them close
					ca, cb := coreOf(a, geom.IdentityTransform), coreOf(b, pose)
					separation, n := oracle(ca, cb)
					separation -= ca.radius + cb.radius
					pose.P = pose.P.MulAdd(0.1*r.Float64()-0.05-separation, n)
				}
				var m Manifold
				CollideConvex(&m, a, b, &pose, testSpeculative)
				counts[m.Count]++
				checkAgainstOracle(t, &m, a, b, pose)
				require.False(t, t.Failed(), "%#v\n%#v\n%v", sa, sb, pose)
			}
			t.Log(ka, kb, counts)
		}
	}
}

// checkAgainstOracle compares a manifold with the exact separation. The tolerance is that
// of edges that count as parallel: the points are measured along a normal that is off by
// parallelSlope at most.
func checkAgainstOracle(t *testing.T, m *Manifold, a, b shape.Convex, pose geom.Transform) {
	t.Helper()
	ca, cb := coreOf(a, geom.IdentityTransform), coreOf(b, pose)
	want, _ := oracle(ca, cb)
	tolerance := 1e-12 + parallelSlope*parallelSlope*math.Abs(want)
	want -= ca.radius + cb.radius
	if m.Count == 0 {
		require.GreaterOrEqual(t, want, testSpeculative-tolerance, "no points at a separation of %v", want)
		return
	}
	deepest := math.Inf(1)
	for _, p := range m.Points[:m.Count] {
		deepest = min(deepest, p.Separation)
		if !p.Anchor.Finite() || p.Separation > testSpeculative {
			t.Errorf("bad point %v", p)
		}
	}
	require.LessOrEqual(t, math.Abs(deepest-want), tolerance, "separation %v, want %v", deepest, want)
	require.LessOrEqual(t, math.Abs(m.Normal.Length()-1), 1e-14, "normal %v has length %v", m.Normal, m.Normal.Length())
	if m.Count == 2 && m.Points[0].Feature == m.Points[1].Feature {
		t.Errorf("both points have feature %x", m.Points[0].Feature)
	}
}
