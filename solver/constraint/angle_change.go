package constraint

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
)

// angleChangeFar is angleChange for angles of any size.
func angleChangeFar(sin, cos float32) float32 {
	return float32(geom.Atan2(float64(sin), float64(cos)))
}

// minSeriesCos is the cosine down to which the series of AngleChange is accurate.
const minSeriesCos = 0.7

// AngleChange returns the angle by which b has turned relative to a since the beginning of the
// tick. It is 2 atan t with t the tangent of half the angle. The series stops at t^13 with an error
// below 3e-7 for angles up to pi/4. angleChangeFar computes larger angles.
func AngleChange(a, b *state.BodyState) float32 {
	sin := float32(a.DC*b.DS) - float32(a.DS*b.DC)
	cos := float32(a.DC*b.DC) + float32(a.DS*b.DS)
	if !(cos > minSeriesCos) {
		return angleChangeFar(sin, cos)
	}
	t := sin / (1 + cos)
	if t < 1e-12 && t > -1e-12 { // z would be subnormal, which is slow, and p would round away
		return float32(2 * t)
	}
	z := float32(t * t)
	p := float32(z * (1.0 / 13))
	p = float32(z * (1.0/11 - p))
	p = float32(z * (1.0/9 - p))
	p = float32(z * (1.0/7 - p))
	p = float32(z * (1.0/5 - p))
	p = float32(z * (1.0/3 - p))
	return float32(2 * t * (1 - p))
}

// bodyAngleChange returns the angle by which a body has turned since the beginning of the tick.
func bodyAngleChange(s *state.BodyState) float32 {
	unmoved := state.BodyState{DC: 1}
	return AngleChange(&unmoved, s)
}

// unwrapNear returns the angle nearest to last that differs from x by whole turns: a fast wheel may
// turn by more than half a turn per tick, but hardly per sub-step.
func unwrapNear(x, last float32) float32 {
	if d := x - last; d > -math.Pi && d < math.Pi {
		return x
	}
	return float32(state.Unwrap(float64(x), float64(last)))
}

// Rotated returns an anchor (x, y), m, turned by the rotation of its body since the beginning of
// the tick.
func Rotated(s *state.BodyState, x, y float32) (float32, float32) {
	return float32(s.DC*x) - float32(s.DS*y), float32(s.DS*x) + float32(s.DC*y)
}
