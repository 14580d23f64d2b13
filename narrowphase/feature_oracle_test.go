package narrowphase

import (
	"math"
	"sort"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
)

// The oracles of signed distance. For polygonal cores: closest points over all
// pairs of features, and the hull of all vertex differences. For round cores: the
// best separating direction of a dense set, refined. Each is slow and obvious, and none
// shares code with the functions under test but the support function.

func signedOracle(a, b shape.Convex, pose *geom.Transform) float64 {
	if coreVertexCount(a) > 0 && coreVertexCount(b) > 0 {
		return featureOracle(a, b, pose)
	}
	return sampleOracle(a, b, pose, manyDirections)
}

// featureOracle is exact for polygonal cores.
func featureOracle(a, b shape.Convex, pose *geom.Transform) float64 {
	va, vb := coreVertices(a, geom.IdentityTransform), coreVertices(b, *pose)
	skins := a.Radius + b.Radius
	if depth, inside := hullDepth(va, vb); inside {
		return -depth - skins
	}
	minDistance := math.Inf(1)
	for i := range va {
		for j := range vb {
			minDistance = min(minDistance,
				pointSegmentDistance(vb[j], va[i], va[(i+1)%len(va)]),
				pointSegmentDistance(va[i], vb[j], vb[(j+1)%len(vb)]))
		}
	}
	return minDistance - skins
}

func coreVertices(c shape.Convex, pose geom.Transform) []geom.Vec2 {
	v := make([]geom.Vec2, coreVertexCount(c))
	for i := range v {
		v[i] = pose.Apply(c.CoreVertex(uint32(i)))
	}
	return v
}

func pointSegmentDistance(p, a, b geom.Vec2) float64 {
	e := b.Sub(a)
	l := e.LengthSquared()
	if l == 0 {
		return p.Distance(a)
	}
	t := math.Max(0, math.Min(1, p.Sub(a).Dot(e)/l))
	return p.Distance(a.Add(e.Mul(t)))
}

// hullDepth returns the distance of the origin from the border of the hull of all
// vertex differences, if it is inside.
func hullDepth(va, vb []geom.Vec2) (depth float64, inside bool) {
	var all []geom.Vec2
	for _, a := range va {
		for _, b := range vb {
			all = append(all, a.Sub(b))
		}
	}
	hull := chainHull(all)
	if len(hull) < 3 {
		return 0, false
	}
	depth = math.Inf(1)
	for i, p := range hull {
		n, _ := hull[(i+1)%len(hull)].Sub(p).RightPerp().Unit()
		d := n.Dot(p)
		if d < 0 {
			return 0, false
		}
		depth = min(depth, d)
	}
	return depth, true
}

// chainHull is Andrew's monotone chain, counter-clockwise.
func chainHull(points []geom.Vec2) []geom.Vec2 {
	sort.Slice(points, func(i, j int) bool {
		if points[i].X != points[j].X {
			return points[i].X < points[j].X
		}
		return points[i].Y < points[j].Y
	})
	var hull []geom.Vec2
	half := func(from, to, step int) {
		start := len(hull)
		for i := from; i != to; i += step {
			p := points[i]
			for len(hull) >= start+2 && hull[len(hull)-1].Sub(hull[len(hull)-2]).Cross(p.Sub(hull[len(hull)-2])) <= 0 {
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, p)
		}
		hull = hull[:len(hull)-1]
	}
	half(0, len(points), 1)
	half(len(points)-1, -1, -1)
	return hull
}

// separationAlong returns how far the shapes are apart along a unit axis.
func separationAlong(a, b shape.Convex, pose *geom.Transform, n geom.Vec2) float64 {
	pa, _ := a.CoreSupport(n)
	pb, _ := b.CoreSupport(pose.R.ApplyInverse(n.Neg()))
	return n.Dot(pose.Apply(pb).Sub(pa)) - a.Radius - b.Radius
}

// Evenly spread unit vectors, for the sampling oracle and for outside.
var manyDirections, fewDirections = unitDirections(256), unitDirections(90)

func unitDirections(count int) []geom.Vec2 {
	d := make([]geom.Vec2, count)
	for i := range d {
		d[i].Y, d[i].X = math.Sincos(float64(i) * 2 * math.Pi / float64(count))
	}
	return d
}

// sampleOracle finds the direction of the greatest separation: its value is the distance
// of shapes that are apart and minus the depth of those that overlap. Local maxima of the
// samples are refined by golden section. Rotating a direction by an angle changes the
// separation by at most the angle times the extent of the pair. A maximum that cannot
// exceed the best so far by that is not refined.
func sampleOracle(a, b shape.Convex, pose *geom.Transform, directions []geom.Vec2) float64 {
	count := len(directions)
	values := make([]float64, count)
	best := math.Inf(-1)
	for i, n := range directions {
		values[i] = separationAlong(a, b, pose, n)
		best = max(best, values[i])
	}
	step := 2 * math.Pi / float64(count)
	maxGain := step * extent(a, b, pose)
	for i, v := range values {
		if v+maxGain < best || v < values[(i+1)%count] || v < values[(i+count-1)%count] {
			continue
		}
		best = max(best, goldenSectionMax(func(angle float64) float64 {
			s, c := math.Sincos(angle)
			return separationAlong(a, b, pose, geom.Vec2{X: c, Y: s})
		}, float64(i-1)*step, float64(i+1)*step))
	}
	return best
}

// goldenSectionMax returns the maximum of a function with one peak in (low, high).
func goldenSectionMax(f func(float64) float64, low, high float64) float64 {
	const ratio = 0.6180339887498949
	x, y := high-ratio*(high-low), low+ratio*(high-low)
	fx, fy := f(x), f(y)
	for high-low > 1e-15 {
		if fx >= fy {
			high, y, fy = y, x, fx
			x = high - ratio*(high-low)
			if x >= y {
				break
			}
			fx = f(x)
		} else {
			low, x, fx = x, y, fy
			y = low + ratio*(high-low)
			if y <= x {
				break
			}
			fy = f(y)
		}
	}
	return max(fx, fy)
}
