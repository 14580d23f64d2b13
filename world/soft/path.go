package soft

import (
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// checkPath checks the points of a path: two or more, each different from the point before.
func checkPath(path []mgl64.Vec2) error {
	if len(path) < 2 {
		return geom.NewFieldError("Path", len(path), geom.ErrTooFewPoints)
	}
	if err := geom.CheckExtents("Path", path); err != nil {
		return err
	}
	if length := lengthOf(path); length < geom.MinSize {
		return geom.NewFieldError("Path", length, geom.ErrDegenerate)
	}
	return nil
}

func lengthOf(path []mgl64.Vec2) float64 {
	length := 0.0
	for i := 1; i < len(path); i++ {
		length += geom.From(path[i-1]).Distance(geom.From(path[i]))
	}
	return length
}

// divide returns the ends of n parts of a path of equal length along it: n + 1 points, which begin
// and end with the ends of the path.
func divide(path []mgl64.Vec2, n int) []geom.Vec2 {
	points := make([]geom.Vec2, 0, n+1)
	part := lengthOf(path) / float64(n)
	passed, i := 0.0, 1 // length of the path before its side that ends in point i
	for k := range n {
		at := float64(part * float64(k))
		a, b := geom.From(path[i-1]), geom.From(path[i])
		for passed+a.Distance(b) < at && i < len(path)-1 {
			passed += a.Distance(b)
			i++
			a, b = geom.From(path[i-1]), geom.From(path[i])
		}
		t := 0.0
		if side := a.Distance(b); side > 0 {
			t = min((at-passed)/side, 1)
		}
		points = append(points, a.MulAdd(t, b.Sub(a)))
	}
	return append(points, geom.From(path[len(path)-1]))
}

// defaultRadius returns the radius of nodes without one of their own: a number of radii fits on the
// path. If the number is not positive, the radius decides on the number of nodes.
func defaultRadius(w *world.World, path []mgl64.Vec2, radii int) float64 {
	radius := float64(0.1 * w.Config().LengthUnit)
	if radii <= 0 {
		return radius
	}
	return min(radius, lengthOf(path)/float64(radii))
}

// partsFor returns the number of parts of a path for an approximate length of a part.
func partsFor(path []mgl64.Vec2, part float64) (int, error) {
	length := lengthOf(path)
	parts := max(math.Round(length/part), 1)
	if !(parts < maxNodes) {
		return 0, geom.NewFieldError("Path", length, fmt.Errorf("%w: longer than %d nodes", geom.ErrOutOfRange, maxNodes))
	}
	return int(parts), nil
}

// line is the centre line of a piece of a rope, chain or blob: the points from which its outline is
// made.
type line struct {
	n      *Net
	first  int  // node
	nodes  int  // in the piece, counted around a ring
	closed bool // a whole ring
}

// len returns the number of points: a chain has its pins and ends, one more than its nodes.
func (l *line) len() int {
	if l.n.ids.Kind == KindChain {
		return l.nodes + 1
	}
	return l.nodes
}

// point returns a point of the centre line.
func (l *line) point(k int) geom.Vec2 {
	if l.n.ids.Kind != KindChain {
		return geom.From(l.n.Body((l.first + k) % l.n.Len()).Position())
	}
	node, half := l.first+k-1, 0.5
	if k == 0 {
		node, half = l.first, -0.5
	}
	return geom.From(l.n.Body(node).WorldPoint(mgl64.Vec2{float64(half * l.n.ids.Lengths[node]), 0}))
}

// along returns the direction of the centre line at a point.
func (l *line) along(k int) geom.Vec2 {
	m := l.len()
	before, after := max(k-1, 0), min(k+1, m-1)
	if l.closed {
		before, after = (k+m-1)%m, (k+1)%m
	}
	u, length := l.point(after).Sub(l.point(before)).Unit()
	if length == 0 {
		return geom.Vec2{X: 1}
	}
	return u
}

// side returns the point of the outline beside a point of the centre line; positive is to the
// right. Open ends reach out by the radius.
func (l *line) side(k int, distance float64) mgl64.Vec2 {
	u, p := l.along(k), l.point(k)
	if !l.closed && k == 0 {
		p = p.MulSub(l.n.ids.Radius, u)
	}
	if !l.closed && k == l.len()-1 {
		p = p.MulAdd(l.n.ids.Radius, u)
	}
	return p.MulAdd(distance, u.RightPerp()).Mgl()
}

// appendOutline appends the outline of a piece, counter-clockwise.
func (l *line) appendOutline(dst []mgl64.Vec2) []mgl64.Vec2 {
	m, radius := l.len(), l.n.ids.Radius
	switch {
	case l.closed:
		for k := range m {
			dst = append(dst, l.side(k, radius))
		}
	case m == 1:
		p := l.point(0)
		for _, corner := range [...]geom.Vec2{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}} {
			dst = append(dst, p.MulAdd(radius, corner).Mgl())
		}
	default:
		for k := range m {
			dst = append(dst, l.side(k, radius))
		}
		for k := m - 1; k >= 0; k-- {
			dst = append(dst, l.side(k, -radius))
		}
	}
	return dst
}

// appendOutline appends the outline of the piece whose first node is node k, and returns the place
// of the next piece. In a ring, nodes are counted from the node after its last torn link.
func (n *Net) appendOutline(dst []mgl64.Vec2, k int) ([]mgl64.Vec2, int) {
	count := n.Len()
	if k < 0 || k >= count {
		panic(fmt.Sprintf("soft: AppendOutline from node %d of %d", k, count))
	}
	l := line{n: n, nodes: 1}
	if n.ids.Kind == KindBlob {
		torn := count - 1
		for torn >= 0 && !n.Torn(torn) {
			torn--
		}
		l.first, l.closed = torn+1, torn < 0
	}
	l.first = (l.first + k) % count
	for k+l.nodes < count && !n.Torn((l.first+l.nodes-1)%count) {
		l.nodes++
	}
	return l.appendOutline(dst), k + l.nodes
}
