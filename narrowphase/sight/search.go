package sight

import (
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// Search is the search for what is seen from an eye. The zero Search is ready for Begin.
type Search struct {
	eye       geom.Vec2 // in the world
	radius    float64
	tolerance float64 // m, at most the depth of a round border beyond its chords
	obstacles []obstacle
	edges     []edge
	near      []geom.Vec2 // the near side of one shape

	pieces, spare   []piece // envelopes one after the other
	ends, spareEnds []int   // where each of them ends
	begin, wrapped  int     // of the obstacle that is added: its first piece, and the first after the x axis
}

// obstacle is a shape at a pose. Its number is its place in the order of Add.
type obstacle struct {
	convex shape.Convex
	pose   *geom.Transform
	number int32
}

// Begin begins a search without obstacles from an eye (m), up to a radius (m) above zero.
func (s *Search) Begin(eye geom.Vec2, radius float64) {
	s.eye, s.radius = eye, radius
	s.obstacles, s.edges, s.pieces, s.ends = s.obstacles[:0], s.edges[:0], s.pieces[:0], s.ends[:0]
}

// Add adds an obstacle, which must not change before Look.
func (s *Search) Add(c shape.Convex, pose *geom.Transform) {
	s.obstacles = append(s.obstacles, obstacle{c, pose, int32(len(s.obstacles))})
}

const (
	eyeGapUlps    = 0x1p-46 // in coordinates of the eye, how near a border counts as on it
	eyeStep       = 4       // gaps, how far an eye on a border steps out
	eyeDirections = 64
)

// Look finds what is seen. A border within a gap of the eye (m) counts as on it, and the eye
// moves out of it by a few gaps. An obstacle that contains the eye hides everything, and Look
// reports false, unless it is told to ignore those.
func (s *Search) Look(gap float64, ignoreContaining bool) bool {
	gap += float64(eyeGapUlps * max(math.Abs(s.eye.X), math.Abs(s.eye.Y)))
	if !s.stepOutside(gap, ignoreContaining) {
		return false
	}
	for i := range s.obstacles {
		o := &s.obstacles[i]
		s.addNearSide(o.convex, o.pose, o.number)
	}
	s.mergeAll()
	return true
}

// stepOutside moves an eye on a border a little before it. It leaves out the obstacles that
// contain the eye, or reports false if there are some and they count.
func (s *Search) stepOutside(gap float64, ignoreContaining bool) bool {
	var exits geom.Vec2
	touching := false
	outside := func(o *obstacle) bool {
		distance, exit := o.gapTo(s.eye, gap)
		if distance < gap/2 && distance >= -gap {
			exits, touching = exits.Add(exit), true
		}
		return distance >= -gap
	}
	if !s.keepObstacles(outside, ignoreContaining) {
		return false
	}
	if !touching {
		return true
	}
	eye := s.eye
	out, length := exits.Unit()
	if length == 0 {
		out = firstDirection
	}
	// In a corner between borders the sum of the ways out may lead nowhere: then the first
	// direction of many that leads out.
	for i := range eyeDirections {
		s.eye = eye.MulAdd(eyeStep*gap, geom.RotFromAngle(2*math.Pi/eyeDirections*float64(i)).Apply(out))
		if s.isOutside(gap) {
			return true
		}
	}
	s.eye = eye
	return s.keepObstacles(func(o *obstacle) bool {
		distance, _ := o.gapTo(eye, gap)
		return distance >= gap/2
	}, ignoreContaining)
}

// isOutside reports whether the eye lies before the borders of all obstacles.
func (s *Search) isOutside(gap float64) bool {
	for i := range s.obstacles {
		if distance, _ := s.obstacles[i].gapTo(s.eye, 2*eyeStep*gap); distance < gap/4 {
			return false
		}
	}
	return true
}

// keepObstacles leaves out the obstacles that the eye is not outside of, or reports false if
// there are some and they count.
func (s *Search) keepObstacles(outside func(*obstacle) bool, ignoreContaining bool) bool {
	kept := 0
	for i := range s.obstacles {
		if outside(&s.obstacles[i]) {
			s.obstacles[kept] = s.obstacles[i]
			kept++
		} else if !ignoreContaining {
			return false
		}
	}
	s.obstacles = s.obstacles[:kept]
	return true
}

// pointShape is a circle without a radius.
var pointShape = shape.Convex{Geometry: &shape.Geometry{Kind: shape.KindCircle}, Arena: new(shape.Arena)}

// gapTo returns the distance of the eye from an obstacle, negative inside, and the way out, if
// it is below a limit. A segment of a chain is left towards its front.
func (o *obstacle) gapTo(eye geom.Vec2, limit float64) (gap float64, exit geom.Vec2) {
	pose, convex := o.pose, o.convex
	local := pose.ApplyInverse(eye)
	if convex.Kind != shape.KindHalfPlane && local.Distance(convex.Center) > convex.BoundingRadius+limit {
		return math.Inf(1), geom.Vec2{}
	}
	rel := geom.Transform{P: local, R: geom.Identity}
	r := narrowphase.SignedDistance(convex, pointShape, &rel, nil)
	if r.Distance > limit {
		return math.Inf(1), geom.Vec2{}
	}
	if convex.Kind == shape.KindChainSegment {
		n, _ := convex.B.Sub(convex.A).RightPerp().Unit()
		return local.Sub(convex.A).Dot(n), pose.R.Apply(n)
	}
	return r.Distance, pose.R.Apply(r.Normal)
}

// AppendSeen appends the numbers of the obstacles of which some part is seen, ascending.
func (s *Search) AppendSeen(dst []int32) []int32 {
	start := len(dst)
	for i := range s.pieces {
		dst = append(dst, s.edges[s.pieces[i].edge].obstacle)
	}
	slices.Sort(dst[start:])
	return dst[:start+len(slices.Compact(dst[start:]))]
}
