package manifold

import (
	"math"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// fuzzShape makes a shape from any three numbers.
func fuzzShape(kind uint8, x, y, skin float64) shape.Support {
	switch shape.Kind(kind % shape.KindCount) {
	case shape.KindCircle:
		return shape.Circle{Center: mgl64.Vec2{x, y}, Radius: skin}
	case shape.KindCapsule:
		return shape.Capsule{A: mgl64.Vec2{-x, y}, B: mgl64.Vec2{x, x}, Radius: skin}
	case shape.KindSegment:
		return shape.Segment{A: mgl64.Vec2{x, y}, B: mgl64.Vec2{-y, x}, Radius: skin}
	case shape.KindBox:
		return shape.RoundedBox(x, y, skin)
	case shape.KindPolygon:
		p, _ := shape.NewPolygon([]mgl64.Vec2{{x, 0}, {0, y}, {-y, 0}, {x, -x}}, skin)
		return p
	case shape.KindChainSegment:
		return shape.ChainSegment{Before: mgl64.Vec2{x, 0}, A: mgl64.Vec2{y, skin}, B: mgl64.Vec2{-x, y}, After: mgl64.Vec2{skin, y}}
	case shape.KindHalfPlane:
		return shape.HalfPlane{Point: mgl64.Vec2{skin, skin}, Normal: mgl64.Vec2{x, y}}
	case shape.KindEllipse:
		return shape.Ellipse{RX: x, RY: y, Angle: skin}
	case shape.KindHalfEllipse:
		return shape.HalfEllipse{RX: x, RY: y, Skin: skin}
	case shape.KindSector:
		return shape.Sector{Radius: x, Sweep: y, Skin: skin}
	default:
		return onlySupport{shape.RoundedBox(x, y, skin)}
	}
}

// FuzzManifold gives shapes and poses of any size to every pair function. Every shape that
// a constructor accepts must give a valid manifold, the same one each time, and shapes
// with vertices and of similar size the separation of the oracle.
func FuzzManifold(f *testing.F) {
	f.Add(uint8(3), 0.5, 0.5, 0.0, uint8(3), 0.5, 0.5, 0.0, 0.0, 0.99, 0.0)
	f.Add(uint8(4), 0.5, 0.5, 0.1, uint8(1), 0.5, 0.5, 0.2, 0.3, 0.9, 1.0)
	f.Add(uint8(5), 1.0, 0.5, 0.1, uint8(9), 0.5, 1.5, 0.0, 0.3, 0.2, 2.0)
	f.Add(uint8(7), 1.0, 1e-3, 0.1, uint8(10), 1e3, 1.5, 0.0, 0.3, 0.2, 2.0)
	f.Add(uint8(2), 0.5, 0.0, 0.0, uint8(2), 0.5, 0.0, 0.0, 1.0, 0.0, 0.0)
	f.Fuzz(func(t *testing.T, ka uint8, xa, ya, sa float64, kb uint8, xb, yb, sb, px, py, angle float64) {
		a, errA := shape.New(fuzzShape(ka, xa, ya, sa))
		b, errB := shape.New(fuzzShape(kb, xb, yb, sb))
		pose := geom.Transform{P: geom.Vec2{X: px, Y: py}, R: geom.RotFromAngle(angle)}
		if errA != nil || errB != nil || !pose.Finite() || pose.P.Length() > 1e7 || math.Abs(angle) > 1e5 {
			return
		}
		var m, o Manifold
		CollideConvex(&m, a, b, &pose, testSpeculative)
		checkInvariants(t, &m, testSpeculative, *a.Geometry, *b.Geometry, pose)
		CollideConvex(&o, a, b, &pose, testSpeculative)
		require.True(t, m == o, "%v, then %v", m, o)
		if oracleApplies(a) && oracleApplies(b) && pose.P.Length() < 100 {
			checkAgainstOracle(t, &m, a, b, pose)
		}
	})
}

// oracleApplies reports whether the oracle's tolerance suits a shape: it has vertices
// and no edge below a millimetre or above ten metres.
func oracleApplies(c shape.Convex) bool {
	if c.Kind > shape.KindPolygon || c.BoundingRadius > 10 {
		return false
	}
	v := coreOf(c, geom.IdentityTransform).vertices
	for i, p := range v {
		if len(v) > 1 && p.Distance(v[(i+1)%len(v)]) < 1e-3 {
			return false
		}
	}
	return true
}
