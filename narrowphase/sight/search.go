package sight

import (
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// Search finds the obstacles that are seen from an eye. The zero Search is ready for Begin.
type Search struct {
	eye       geom.Vec2 // in the world
	radius    float64
	tolerance float64 // m, at most the depth of a round border beyond its chords
	obstacles []obstacle
	left      []int32 // the wholes that contain the eye
	edges     []edge
	near      []geom.Vec2 // the near side of one shape

	pieces, spare   []piece // envelopes one after the other
	ends, spareEnds []int   // where each of them ends
	begin, wrapped  int     // of the obstacle being added: its first piece, and its first piece after the x axis
}

// obstacle is a shape at a pose. Its number is its place in the order of Add.
type obstacle struct {
	convex shape.Convex
	pose   *geom.Transform
	number int32
	whole  int32 // noWhole, or the number that the caller gave to all parts of a whole
}

const noWhole = -1

// Begin begins a search without obstacles from an eye (m), up to a radius (m) above zero.
func (s *Search) Begin(eye geom.Vec2, radius float64) {
	s.eye, s.radius = eye, radius
	s.obstacles, s.edges, s.pieces, s.ends = s.obstacles[:0], s.edges[:0], s.pieces[:0], s.ends[:0]
}

// Add adds an obstacle, which must not change before Look.
func (s *Search) Add(c shape.Convex, pose *geom.Transform) {
	s.AddPart(c, pose, noWhole)
}

// AddPart adds an obstacle that is a part of a whole, such as a concave shape. The whole has a
// number of the caller's choice, zero or more. A part that contains the eye stands for the whole,
// so that all of its parts are left out together.
func (s *Search) AddPart(c shape.Convex, pose *geom.Transform, whole int32) {
	s.obstacles = append(s.obstacles, obstacle{c, pose, int32(len(s.obstacles)), whole})
}

const (
	eyeGapUlps    = 0x1p-46 // relative to the eye's coordinates: the distance at which a border touches the eye
	eyeStep       = 4       // gaps by which an eye on a border steps out
	eyeDirections = 64
)

// Look runs the search. A border whose distance from the eye is within gap (m) counts as touching
// the eye, and the eye moves out of the border by a few gaps. An obstacle that contains the eye
// hides everything, and Look reports false. With ignoreContaining, obstacles that contain the eye
// are left out.
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

// stepOutside moves an eye on a border a little in front of the border. It leaves out the obstacles
// that contain the eye, or reports false if there are such obstacles and they are not ignored.
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
	// In a corner between borders the sum of the exit directions may not lead out. Then the first
	// of many directions that leads out is used.
	for i := range eyeDirections {
		s.eye = eye.MulAdd(eyeStep*gap, geom.RotFromAngle(2*math.Pi/eyeDirections*float64(i)).Apply(out))
		if s.isOutside(gap) {
			s.radius = max(s.radius-float64(eyeStep*gap), 0.5*s.radius) // nothing beyond the radius is in sight from the old place
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

// keepObstacles leaves out the obstacles for which outside is false, with the other parts of their
// wholes, or reports false if there are such obstacles and they are not ignored.
func (s *Search) keepObstacles(outside func(*obstacle) bool, ignoreContaining bool) bool {
	kept := 0
	s.left = s.left[:0]
	for i := range s.obstacles {
		if outside(&s.obstacles[i]) {
			s.obstacles[kept] = s.obstacles[i]
			kept++
			continue
		}
		if !ignoreContaining {
			return false
		}
		if whole := s.obstacles[i].whole; whole != noWhole && !slices.Contains(s.left, whole) {
			s.left = append(s.left, whole)
		}
	}
	s.obstacles = s.obstacles[:kept]
	if len(s.left) > 0 {
		s.obstacles = slices.DeleteFunc(s.obstacles, func(o obstacle) bool { return slices.Contains(s.left, o.whole) })
	}
	return true
}

// gapTo returns the distance of the eye from an obstacle, negative inside, and the exit direction,
// if the distance is below a limit. The exit direction of a chain segment leads to its front.
func (o *obstacle) gapTo(eye geom.Vec2, limit float64) (gap float64, exit geom.Vec2) {
	pose, convex := o.pose, o.convex
	local := pose.ApplyInverse(eye)
	if convex.Kind != shape.KindHalfPlane && local.Distance(convex.Center) > convex.BoundingRadius+limit {
		return math.Inf(1), geom.Vec2{}
	}
	rel := geom.Transform{P: local, R: geom.Identity}
	r := narrowphase.SignedDistance(convex, narrowphase.Point, &rel, nil)
	if r.Distance > limit {
		return math.Inf(1), geom.Vec2{}
	}
	if convex.Kind == shape.KindChainSegment {
		n, _ := convex.B.Sub(convex.A).RightPerp().Unit()
		return local.Sub(convex.A).Dot(n), pose.R.Apply(n)
	}
	return r.Distance, pose.R.Apply(r.Normal)
}

// AppendSeen appends the numbers of the obstacles that are at least partly seen, in ascending
// order.
func (s *Search) AppendSeen(dst []int32) []int32 {
	start := len(dst)
	for i := range s.pieces {
		dst = append(dst, s.edges[s.pieces[i].edge].obstacle)
	}
	slices.Sort(dst[start:])
	return dst[:start+len(slices.Compact(dst[start:]))]
}
