package draw

import (
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// ground fills the solid side of chains, behind everything but areas. Platforms, which hold from
// one side and are thin, stay lines, and so do pairs of chains that make a line with two sides.
func (p *painter) ground() {
	if p.options.NoGround {
		return
	}
	for b := range p.world.Bodies() {
		p.chains = appendChains(p.chains[:0], b)
		for i, chain := range p.chains {
			if chain.OneWay() != (mgl64.Vec2{}) || i > 0 && opposite(chain, p.chains[i-1]) ||
				i+1 < len(p.chains) && opposite(chain, p.chains[i+1]) {
				continue
			}
			style := p.style(b, chain.Segments()[0])
			p.points = appendGround(p.points[:0], chain.Shape(), downOf(b), p.world.Config().LengthUnit)
			at := p.poseOf(b)
			for i, v := range p.points {
				p.points[i] = at.apply(v)
			}
			p.drawer.Polygon(p.points, Style{Fill: style.Fill})
		}
	}
}

// appendChains appends the chains of a body in the order of their creation.
func appendChains(dst []world.Chain, b world.Body) []world.Chain {
	var last world.Chain
	for c := range b.Colliders() {
		if chain, ok := c.Chain(); ok && chain != last {
			dst, last = append(dst, chain), chain
		}
	}
	return dst
}

// opposite reports whether a chain has the points of another in the opposite order.
func opposite(a, b world.Chain) bool {
	p, q := a.Shape(), b.Shape()
	if len(p.Points) != len(q.Points) || p.Closed != q.Closed {
		return false
	}
	slices.Reverse(q.Points)
	return slices.Equal(p.Points, q.Points)
}

// groundReach is how far ground reaches below an open chain, in lengths of the chain: below any
// picture of it.
const groundReach = 10

// downOf returns the direction of gravity in the frame of a static body. It is zero for other
// bodies, and in a world without gravity.
func downOf(b world.Body) mgl64.Vec2 {
	g := b.World().Gravity()
	if b.Type() == body.Dynamic || g == (mgl64.Vec2{}) {
		return mgl64.Vec2{}
	}
	return b.LocalVector(g).Normalize()
}

// appendGround appends the outline of the solid side of a chain, which is on the left of its
// direction: the inside of a closed chain that runs counter-clockwise, all below a chain that never
// turns back, and a border of the given width along any other.
func appendGround(dst []mgl64.Vec2, chain shape.Chain, down mgl64.Vec2, width float64) []mgl64.Vec2 {
	points := chain.Points
	if chain.Closed && twiceArea(points) > 0 {
		return append(dst, points...)
	}
	if !chain.Closed {
		first, last := points[0], points[len(points)-1]
		chord := last.Sub(first)
		for _, d := range [2]mgl64.Vec2{down, leftOf(chord)} {
			if d.Dot(leftOf(chord)) > 0 && goesOn(points, d) {
				d = d.Normalize().Mul(groundReach * chord.Len())
				return append(append(dst, points...), last.Add(d), first.Add(d))
			}
		}
	}
	dst = append(dst, points...)
	if chain.Closed {
		dst = append(dst, points[0]) // out again where the border began
	}
	for i := len(dst) - 1; i >= 0; i-- {
		k := i % len(points)
		dst = append(dst, points[k].Add(cornerOffset(chain, k).Mul(width)))
	}
	return dst
}

// goesOn reports whether no segment of an open chain has its solid side away from down, so that the
// ground below has no overlap. Walls along that direction are no obstacle.
func goesOn(points []mgl64.Vec2, down mgl64.Vec2) bool {
	for i, q := range points[1:] {
		if leftOf(q.Sub(points[i])).Dot(down) < -1e-9*down.Len() {
			return false
		}
	}
	return true
}

// cornerOffset returns the corner of a border of width one beside a point of a chain. At a sharp
// corner the border is cut off at twice its width.
func cornerOffset(chain shape.Chain, i int) mgl64.Vec2 {
	points := chain.Points
	n := len(points)
	normal := func(k int) mgl64.Vec2 { return leftOf(points[(k+1)%n].Sub(points[k%n])).Normalize() }
	before, after := i+n-1, i
	if !chain.Closed {
		before, after = max(i-1, 0), min(i, n-2)
	}
	u, v := normal(before), normal(after)
	sum := u.Add(v)
	return sum.Mul(1 / max(1+u.Dot(v), 0.5))
}

func leftOf(v mgl64.Vec2) mgl64.Vec2 { return mgl64.Vec2{-v[1], v[0]} }

// twiceArea is positive for a polygon that runs counter-clockwise.
func twiceArea(points []mgl64.Vec2) (sum float64) {
	for i, p := range points {
		q := points[(i+1)%len(points)]
		sum += p[0]*q[1] - p[1]*q[0]
	}
	return sum
}
