package shape

import (
	"fmt"

	"github.com/carom2d/carom/geom"
)

// sampleCount is the number of support calls when a custom shape is compiled. The
// bounding circle from their points is at most one part in 800 larger than necessary,
// which is 1/cos(pi/64).
const sampleCount = 64

// supportSamples are support points along directions at equal angles.
type supportSamples struct {
	points  [sampleCount]geom.Vec2
	heights [sampleCount]float64 // their projections on the directions
	dirs    [sampleCount]geom.Vec2
	extent  float64
}

// sample calls s.Support along every direction. It refuses points that no convex shape can
// have: infinite ones, and points that are not the farthest of all along their own direction.
// The caller owns w, which is too large to allocate for a query.
func (w *supportSamples) sample(s Support) error {
	for i := range sampleCount {
		w.dirs[i] = geom.RotFromAngle(twoPi * float64(i) / sampleCount).X()
		w.points[i] = geom.From(s.Support(w.dirs[i].Mgl()))
		if a := w.points[i].Abs(); !a.Finite() || max(a.X, a.Y) > geom.MaxExtent {
			return w.answerError(i, geom.ErrOutOfRange)
		}
		w.heights[i] = w.points[i].Dot(w.dirs[i])
	}
	for _, p := range w.points {
		w.extent = max(w.extent, p.Distance(w.points[0]))
	}
	if w.extent < geom.MinSize {
		return geom.NewFieldError("Shape", w.points[0], geom.ErrDegenerate)
	}
	tolerance := float64(1e-6 * w.extent)
	for i, d := range w.dirs {
		for _, p := range w.points {
			if p.Dot(d) > w.heights[i]+tolerance {
				return w.answerError(i, ErrBadSupport)
			}
		}
	}
	return nil
}

func (w *supportSamples) answerError(i int, reason error) error {
	return geom.NewFieldError(fmt.Sprintf("Support(%v)", w.dirs[i].Mgl()), w.points[i], reason)
}

// checkCore refuses a skin thicker than the shape, which leaves no core.
func (w *supportSamples) checkCore(skin float64) error {
	if err := geom.CheckThickness("SkinRadius", skin); err != nil {
		return err
	}
	for i := range sampleCount / 2 {
		width := w.heights[i] + w.heights[i+sampleCount/2]
		if float64(2*skin) > width+float64(1e-9*w.extent) {
			return geom.NewFieldError("SkinRadius", skin, geom.ErrOutOfRange)
		}
	}
	return nil
}

// boundingCircle returns a circle that certainly contains the shape. Its centre is the centre of
// the smallest circle around the support points. The circle contains the polygon of their tangents,
// which contains the shape.
func (w *supportSamples) boundingCircle() (center geom.Vec2, radius float64) {
	ring := make([]geom.Vec2, 0, sampleCount)
	for i, p := range w.points {
		if p.Distance(w.points[(i+sampleCount-1)%sampleCount]) > float64(1e-12*w.extent) {
			ring = append(ring, p)
		}
	}
	center = ring[0].Lerp(ring[1], 0.5)
	if len(ring) > 2 {
		center, _ = enclosingCircle(ring)
	}
	for i, d := range w.dirs {
		j := (i + 1) % sampleCount
		e := w.dirs[j]
		// The corner x of the tangents d.x = h and e.x = k.
		h, k := w.heights[i], w.heights[j]
		corner := e.LeftPerp().Mul(-h).Add(d.LeftPerp().Mul(k)).Mul(1 / d.Cross(e))
		radius = max(radius, corner.Distance(center))
	}
	far := center.Abs()
	return center, radius + float64(4e-15*max(far.X, far.Y, radius))
}

// fillCustom fills the row of a custom shape. Nothing is written if the shape is refused.
func (c Convex) fillCustom(s Support, origin geom.Vec2) error {
	pose := geom.IdentityTransform
	if t, ok := s.(transformed); ok {
		s, pose = t.inner, t.pose
	}
	if c.Arena.Wrap != nil {
		s = c.Arena.Wrap(s)
	}
	var w supportSamples
	if err := w.sample(s); err != nil {
		return err
	}
	skin := skinOf(s)
	if err := w.checkCore(skin); err != nil {
		return err
	}
	c.Kind, c.Radius = KindCustom, skin
	c.A, c.B = pose.P.Sub(origin), pose.R.X()
	center, bound := w.boundingCircle()
	c.Center = c.A.Add(c.Rotation().Apply(center))
	c.BoundingRadius = inflatedRadius(bound, 0)
	c.Arena.Customs[c.First] = s
	return nil
}
