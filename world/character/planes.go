package character

import (
	"math"

	"github.com/carom2d/carom/geom"
)

// A plane bounds a displacement x: normal . x >= offset. The normal points from an obstacle to the
// character, and the offset is minus the gap between the two.
type plane struct {
	normal geom.Vec2
	offset float64
	compliance
	recedes float64 // m/s along minus the normal, of the obstacle that a slide has met, at least 0
	level   float64 // m/s to the right, of an obstacle that recedes
}

// compliance is the order in which planes are relaxed if no displacement satisfies all of them.
type compliance uint8

const (
	staticPlane    compliance = iota // does not move
	kinematicPlane                   // moves whatever is in its way
	dynamicPlane                     // a dynamic body
)

// maxPlanes bounds the planes of a displacement. Two planes determine it, so a few more are enough.
const maxPlanes = 16

// planeSet is the planes of one displacement.
type planeSet struct {
	planes [maxPlanes]plane
	count  int
	reach  float64 // m, the farthest from the wish: two planes that are almost parallel meet far away
}

func (s *planeSet) reset(reach float64) { s.count, s.reach = 0, reach }

// add adds a plane. If a plane of the same compliance has the same normal, the plane with less room
// remains.
func (s *planeSet) add(p plane) {
	for i := range s.count {
		q := &s.planes[i]
		if q.compliance == p.compliance && q.normal.Dot(p.normal) > sameFacing {
			if p.offset > q.offset {
				*q = p
			}
			return
		}
	}
	if s.count < maxPlanes {
		s.planes[s.count] = p
		s.count++
	}
}

// sameFacing is the cosine from which on two planes count as one, 0.0026 degrees.
const sameFacing = 1 - 1e-9

// planeTolerance is the part of its size by which a displacement may miss a plane: the
// intersection of two planes that are almost parallel is rounded.
const planeTolerance = 1e-9

// nearest returns the displacement nearest to the wish that violates no plane, and whether one is
// in reach. In two dimensions it is the wish itself, its projection on one plane, or the corner of
// two planes.
func (s *planeSet) nearest(wish geom.Vec2) (geom.Vec2, bool) {
	if s.admits(wish) {
		return wish, true
	}
	none := float64(s.reach * s.reach)
	best, distance := geom.Vec2{}, none
	consider := func(x geom.Vec2) {
		if d := x.Sub(wish).LengthSquared(); d < distance && s.admits(x) {
			best, distance = x, d
		}
	}
	for i := range s.count {
		p := &s.planes[i]
		if miss := p.offset - p.normal.Dot(wish); miss > 0 {
			consider(wish.MulAdd(miss, p.normal))
		}
	}
	if distance < none {
		return best, true // no corner is nearer than a projection that is admitted
	}
	for i := range s.count {
		for j := range i {
			if x, ok := cornerOf(&s.planes[i], &s.planes[j]); ok {
				consider(x)
			}
		}
	}
	return best, distance < none
}

// admits reports whether a displacement violates no plane.
func (s *planeSet) admits(x geom.Vec2) bool {
	tolerance := float64(planeTolerance * (math.Abs(x.X) + math.Abs(x.Y)))
	for i := range s.count {
		p := &s.planes[i]
		if p.normal.Dot(x) < p.offset-tolerance-float64(planeTolerance*math.Abs(p.offset)) {
			return false
		}
	}
	return true
}

// cornerOf returns the displacement that lies on both planes.
func cornerOf(p, q *plane) (geom.Vec2, bool) {
	det := p.normal.Cross(q.normal)
	if math.Abs(det) < 1e-7 {
		return geom.Vec2{}, false
	}
	// x . p = a and x . q = b: x = (b p' - a q') / det with p' = (-py, px), turned.
	a, b := p.offset/det, q.offset/det
	return q.normal.RightPerp().Mul(a).MulSub(b, p.normal.RightPerp()), true
}

// relaxed returns the displacement nearest to the wish after the most compliant planes are relaxed
// by the least common depth: first the planes of dynamic bodies, then also the planes of
// kinematic bodies, and last all planes.
func (s *planeSet) relaxed(wish geom.Vec2, most float64) geom.Vec2 {
	x, ok := s.nearest(wish)
	for softest := dynamicPlane; !ok; softest-- {
		if x, ok = s.relaxedFrom(wish, most, softest); softest == staticPlane {
			break
		}
	}
	return x
}

// relaxedFrom relaxes the planes of a compliance and above by the least depth, which it finds by
// bisection: after forty steps the interval is below rounding. Planes of dynamic bodies are relaxed
// by a little more where this spares a way that is ten times as long: between a wall and the side
// of a crate that leans by a hair, the least depth is far up along the side.
func (s *planeSet) relaxedFrom(wish geom.Vec2, most float64, softest compliance) (x geom.Vec2, ok bool) {
	low, high := 0.0, most
	for i := range 41 {
		depth := high
		if i > 0 {
			depth = 0.5 * (low + high)
		}
		y, found := s.relaxedBy(depth, softest, wish)
		switch {
		case found:
			x, ok, high = y, true, depth
		case i == 0:
			return wish, false
		default:
			low = depth
		}
	}
	if softest == dynamicPlane {
		more := float64(moreRelaxed * most)
		y, found := s.relaxedBy(high+more, softest, wish)
		if found && x.Distance(wish)-y.Distance(wish) > 10*more {
			x = y
		}
	}
	return x, ok
}

// moreRelaxed is the part of the greatest depth by which planes of dynamic bodies may be relaxed
// beyond the least depth.
const moreRelaxed = 0.05

// relaxedBy returns the displacement nearest to a wish after the planes of a compliance and above
// are relaxed by a depth.
func (s *planeSet) relaxedBy(depth float64, softest compliance, wish geom.Vec2) (geom.Vec2, bool) {
	r := *s
	for i := range r.count {
		if r.planes[i].compliance >= softest {
			r.planes[i].offset -= depth
		}
	}
	return r.nearest(wish)
}
