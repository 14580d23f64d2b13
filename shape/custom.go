package shape

import (
	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Rounder is a shape with a skin: Support includes it, and without it a convex core
// remains. Collisions use the core and add the skin back, which is faster and exact
// for round parts. The radius must not change.
type Rounder interface {
	// SkinRadius returns the thickness of the skin in metres, zero for none.
	SkinRadius() float64
}

// FarthestFeature is a shape that knows its flat sides. Flat sides of other custom shapes
// are found by probing Support on both sides of the direction.
type FarthestFeature interface {
	// FarthestFeature returns the flat side that lies farthest along dir, skin
	// included, counter-clockwise: its outward normal is to the right of b - a.
	// It must contain the point Support(dir). Where the boundary is round, a
	// and b are that point.
	FarthestFeature(dir mgl64.Vec2) (a, b mgl64.Vec2)
}

// Masser is a shape that knows its mass. The mass of other custom shapes is an integral
// over their boundary.
type Masser interface {
	// Mass returns mass, centre of mass and inertia for a density in kg/m^2.
	Mass(density float64) Mass
}

// Validator is a shape that checks its own fields. All built-in shapes do. Validate of a custom
// shape is called before its other methods.
type Validator interface {
	// Validate returns nil for a usable shape. geom has errors and checks for it.
	Validate() error
}

// Transformed returns s rotated by angle (radians) about its origin and then translated by offset.
// For a built-in shape the result has the same type, and for nil it is nil. An unusable angle or
// offset is reported by Validate of the result.
func Transformed(s Support, angle float64, offset mgl64.Vec2) Support {
	t := geom.Transform{P: geom.From(offset), R: geom.RotFromAngle(angle)}
	transform := func(p mgl64.Vec2) mgl64.Vec2 { return t.Apply(geom.From(p)).Mgl() }
	switch s := dereference(s).(type) {
	case nil:
		return nil
	case Circle:
		s.Center = transform(s.Center)
		return s
	case Capsule:
		s.A, s.B = transform(s.A), transform(s.B)
		return s
	case Segment:
		s.A, s.B = transform(s.A), transform(s.B)
		return s
	case Polygon:
		if err := checkTransform(angle, offset); err != nil {
			return invalidPolygon(err)
		}
		return s.moved(t)
	case Ellipse:
		s.Center, s.Angle = transform(s.Center), s.Angle+angle
		return s
	case HalfEllipse:
		s.Center, s.Angle = transform(s.Center), s.Angle+angle
		return s
	case Sector:
		s.Center, s.Angle = transform(s.Center), s.Angle+angle
		return s
	case HalfPlane:
		s.Point, s.Normal = transform(s.Point), t.R.Apply(geom.From(s.Normal)).Mgl()
		return s
	case ChainSegment:
		s.Before, s.A, s.B, s.After = transform(s.Before), transform(s.A), transform(s.B), transform(s.After)
		return s
	case Compound:
		parts := make([]Support, len(s.Parts))
		for i, part := range s.Parts {
			parts[i] = Transformed(part, angle, offset)
		}
		return Compound{parts}
	case transformed:
		s.pose, s.angle = t.Mul(s.pose), s.angle+angle
		if s.err == nil {
			s.err = checkTransform(angle, offset)
		}
		return s
	default:
		return transformed{inner: s, pose: t, angle: angle, err: checkTransform(angle, offset)}
	}
}

// Placement undoes Transformed for custom shapes: Transformed(inner, angle, offset) is s.
// Any other shape is its own inner shape, with angle and offset zero; for a pointer to
// a built-in shape, inner is the shape itself. A writer of documents uses it to store
// custom shapes.
func Placement(s Support) (inner Support, angle float64, offset mgl64.Vec2) {
	if t, ok := s.(transformed); ok {
		return t.inner, t.angle, t.pose.P.Mgl()
	}
	return dereference(s), 0, mgl64.Vec2{}
}

func checkTransform(angle float64, offset mgl64.Vec2) error {
	if err := geom.CheckFinite("angle", angle); err != nil {
		return err
	}
	return geom.CheckExtent("offset", geom.From(offset))
}

// transformed is a custom shape in another pose. The compiled row holds the pose and
// the inner shape, so the transformation costs nothing at run time.
type transformed struct {
	_     [0]func() // not comparable, so no program has code for a comparison
	inner Support
	pose  geom.Transform
	angle float64 // of the pose
	err   error
}

// Support returns the boundary point farthest along dir.
func (s transformed) Support(dir mgl64.Vec2) mgl64.Vec2 {
	local := s.inner.Support(s.pose.R.ApplyInverse(geom.From(dir)).Mgl())
	return s.pose.Apply(geom.From(local)).Mgl()
}

// SkinRadius returns the thickness of the inner shape's skin.
func (s transformed) SkinRadius() float64 { return skinOf(s.inner) }

// Validate returns the error about the transform or the inner shape.
func (s transformed) Validate() error {
	if s.err != nil {
		return s.err
	}
	if v, ok := s.inner.(Validator); ok {
		return v.Validate()
	}
	return nil
}

func skinOf(s Support) float64 {
	if r, ok := s.(Rounder); ok {
		return r.SkinRadius()
	}
	return 0
}

// dereference returns the value behind a pointer to a built-in shape: such a pointer has
// the methods of the value, so a game can pass it. A nil pointer is no shape.
func dereference(s Support) Support {
	switch p := s.(type) {
	case *Circle:
		return pointee(p)
	case *Capsule:
		return pointee(p)
	case *Segment:
		return pointee(p)
	case *Polygon:
		return pointee(p)
	case *Ellipse:
		return pointee(p)
	case *HalfEllipse:
		return pointee(p)
	case *Sector:
		return pointee(p)
	case *HalfPlane:
		return pointee(p)
	case *ChainSegment:
		return pointee(p)
	case *Compound:
		return pointee(p)
	}
	return s
}

func pointee[S Support](p *S) Support {
	if p == nil {
		return nil
	}
	return *p
}

// customSupport returns the user's shape behind a custom geometry.
func (c Convex) customSupport() Support { return c.Arena.Customs[c.First] }

// customCoreSupport is CoreSupport for custom shapes: the point from Support without the skin. A
// point outside the bounding circle contradicts the support points from the time of compilation.
// The centre replaces such a point, and NaN too: the shape is then wrong, but the bodies that touch
// it remain finite.
func (c Convex) customCoreSupport(d geom.Vec2) geom.Vec2 {
	rot := c.Rotation()
	local := rot.ApplyInverse(d)
	p := geom.From(c.customSupport().Support(local.Mgl()))
	if c.Radius > 0 {
		u, _ := local.Unit()
		p = p.MulSub(c.Radius, u)
	}
	if p = c.A.Add(rot.Apply(p)); !c.inBoundingCircle(p) {
		return c.Center
	}
	return p
}

// inBoundingCircle reports whether a point may belong to a custom shape.
func (c Convex) inBoundingCircle(p geom.Vec2) bool {
	abs := c.Center.Abs()
	limit := c.BoundingRadius + float64(1e-9*(c.BoundingRadius+abs.X+abs.Y))
	return p.Sub(c.Center).LengthSquared() <= float64(limit*limit)
}

// customFeature returns the feature from the shape itself if it knows its features, else by
// probing.
func (c Convex) customFeature(d geom.Vec2) Feature {
	provider, ok := c.customSupport().(FarthestFeature)
	if !ok {
		return c.probeFeature(d)
	}
	rot := c.Rotation()
	local := rot.ApplyInverse(d)
	ma, mb := provider.FarthestFeature(local.Mgl())
	a, b := geom.From(ma), geom.From(mb)
	n, length := b.Sub(a).RightPerp().Unit()
	if length == 0 {
		n, _ = local.Unit()
	}
	a, b = a.MulSub(c.Radius, n), b.MulSub(c.Radius, n)
	a, b = c.A.Add(rot.Apply(a)), c.A.Add(rot.Apply(b))
	if !c.inBoundingCircle(a) || !c.inBoundingCircle(b) {
		return c.probeFeature(d)
	}
	if length == 0 {
		return Feature{A: a, B: b, Point: true}
	}
	return flatSide(a, b, c.cornerID(a), c.cornerID(b))
}
