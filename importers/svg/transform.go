package svg

import (
	"fmt"
	"math"
	"strings"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// matrix is a transform of SVG: x' = a x + c y + e, y' = b x + d y + f.
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

func (m matrix) apply(p mgl64.Vec2) mgl64.Vec2 {
	return mgl64.Vec2{
		float64(m.a*p[0]) + float64(m.c*p[1]) + m.e,
		float64(m.b*p[0]) + float64(m.d*p[1]) + m.f,
	}
}

// times returns the transform that applies n first.
func (m matrix) times(n matrix) matrix {
	origin := m.apply(mgl64.Vec2{n.e, n.f})
	return matrix{
		a: float64(m.a*n.a) + float64(m.c*n.b), b: float64(m.b*n.a) + float64(m.d*n.b),
		c: float64(m.a*n.c) + float64(m.c*n.d), d: float64(m.b*n.c) + float64(m.d*n.d),
		e: origin[0], f: origin[1],
	}
}

// scale returns the factor on lengths of a transform that keeps circles round. It returns false for
// a transform that stretches circles by more than a millionth.
func (m matrix) scale() (float64, bool) {
	x2, y2 := float64(m.a*m.a)+float64(m.b*m.b), float64(m.c*m.c)+float64(m.d*m.d)
	dot := float64(m.a*m.c) + float64(m.b*m.d)
	const stretch = 1e-6
	return math.Sqrt(x2), math.Abs(x2-y2) <= float64(stretch*x2) && math.Abs(dot) <= float64(stretch*x2)
}

// reach bounds the factor on any length.
func (m matrix) reach() float64 {
	return math.Sqrt(float64(m.a*m.a) + float64(m.b*m.b) + float64(m.c*m.c) + float64(m.d*m.d))
}

// maxTransforms bounds the list of an attribute.
const maxTransforms = 64

// parseTransform reads the attribute transform.
func parseTransform(text string) (matrix, error) {
	m := identity
	if strings.TrimSpace(text) == "none" {
		return m, nil
	}
	for n := 0; ; n++ {
		text = strings.TrimLeft(text, " \t\r\n,")
		if text == "" {
			return m, nil
		}
		name, rest, ok := strings.Cut(text, "(")
		list, after, closed := strings.Cut(rest, ")")
		if !ok || !closed || n == maxTransforms {
			return m, fmt.Errorf("%w: transform %.40q", ErrFormat, text)
		}
		v, err := parseNumbers(list, 6)
		if err != nil {
			return m, err
		}
		step, ok := transformOf(strings.TrimSpace(name), v)
		if !ok {
			return m, fmt.Errorf("%w: transform %.40q", ErrFormat, text)
		}
		m, text = m.times(step), after
	}
}

// transformOf returns one transform of a list, and false if no transform has this name and this
// number of arguments.
func transformOf(name string, v []float64) (matrix, bool) {
	switch {
	case name == "matrix" && len(v) == 6:
		return matrix{v[0], v[1], v[2], v[3], v[4], v[5]}, true
	case name == "translate" && len(v) == 1:
		return matrix{a: 1, d: 1, e: v[0]}, true
	case name == "translate" && len(v) == 2:
		return matrix{a: 1, d: 1, e: v[0], f: v[1]}, true
	case name == "scale" && len(v) == 1:
		return matrix{a: v[0], d: v[0]}, true
	case name == "scale" && len(v) == 2:
		return matrix{a: v[0], d: v[1]}, true
	case name == "rotate" && len(v) == 1:
		return rotation(v[0]), true
	case name == "rotate" && len(v) == 3:
		about := matrix{a: 1, d: 1, e: v[1], f: v[2]}
		return about.times(rotation(v[0])).times(matrix{a: 1, d: 1, e: -v[1], f: -v[2]}), true
	case name == "skewX" && len(v) == 1:
		sin, cos := geom.SinCos(v[0] * math.Pi / 180)
		return matrix{a: 1, c: sin / cos, d: 1}, true
	case name == "skewY" && len(v) == 1:
		sin, cos := geom.SinCos(v[0] * math.Pi / 180)
		return matrix{a: 1, b: sin / cos, d: 1}, true
	}
	return matrix{}, false
}

// rotation returns the rotation by an angle in degrees, clockwise on the screen.
func rotation(degrees float64) matrix {
	sin, cos := geom.SinCos(degrees * math.Pi / 180)
	return matrix{a: cos, b: sin, c: -sin, d: cos}
}
