package scene

import (
	"fmt"
	"math"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

// The names of the shapes in a document.
const (
	nameCircle       = "circle"
	nameCapsule      = "capsule"
	nameSegment      = "segment"
	nameBox          = "box"
	namePolygon      = "polygon"
	nameEllipse      = "ellipse"
	nameHalfEllipse  = "halfEllipse"
	nameSector       = "sector"
	nameHalfPlane    = "halfPlane"
	nameChainSegment = "chainSegment"
	nameCustom       = "custom"
	nameCompound     = "compound"
)

var shapeNames = []string{
	nameCircle, nameCapsule, nameSegment, nameBox, namePolygon,
	nameEllipse, nameHalfEllipse, nameSector, nameHalfPlane, nameChainSegment, nameCustom, nameCompound,
}

var partNames = shapeNames[:len(shapeNames)-1] // of the parts of a compound

// box is a rectangle in a document.
type box struct {
	half, center mgl64.Vec2
	angle        float64
	radius       float64
}

func (b box) polygon() shape.Polygon {
	p := shape.RoundedBox(b.half[0], b.half[1], b.radius)
	if b.center == (mgl64.Vec2{}) && b.angle == 0 {
		return p
	}
	return shape.Transformed(p, b.angle, b.center).(shape.Polygon)
}

// asBox returns the axis-aligned box that gives exactly the points of p, if there is one.
// Rotated boxes are written as polygons, because their angle cannot be recovered to the
// last bit.
func asBox(p shape.Polygon) (box, bool) {
	points := p.Points()
	if len(points) != 4 {
		return box{}, false
	}
	low, high := points[0], points[2]
	b := box{
		half:   mgl64.Vec2{(high[0] - low[0]) / 2, (high[1] - low[1]) / 2},
		center: mgl64.Vec2{float64(low[0]/2) + float64(high[0]/2), float64(low[1]/2) + float64(high[1]/2)},
		radius: p.SkinRadius(),
	}
	exact := b.half
	b.half = mgl64.Vec2{max(exact[0], minLength), max(exact[1], minLength)} // less only by the rounding of the corners
	if slices.Equal(points, b.polygon().Points()) {
		return b, true
	}
	b.half = exact
	return b, slices.Equal(points, b.polygon().Points())
}

// walkShape describes the fields of every shape. They stand among the collider's own fields, and
// "type" selects them.
func walkShape(f visitor, s *shape.Support, in *surroundings) {
	name := shapeName(*s)
	f.choice("type", &name, true, shapeNames...)
	if name == nameCompound {
		walkCompound(f, s, in)
		return
	}
	walkConvex(f, name, s, in)
}

func walkCompound(f visitor, s *shape.Support, in *surroundings) {
	c, _ := (*s).(shape.Compound)
	list(f, "parts", &c.Parts, in.limits.Colliders, func(f visitor, part *shape.Support) {
		name := shapeName(*part)
		f.choice("type", &name, true, partNames...)
		walkConvex(f, name, part, in)
	})
	if f.reading() {
		*s = c
	}
	f.finish(c.Validate)
}

func walkConvex(f visitor, name string, s *shape.Support, in *surroundings) {
	switch name {
	case nameCircle:
		c, _ := (*s).(shape.Circle)
		f.point("center", &c.Center, localPosition)
		f.number("radius", &c.Radius, positiveLength.asRequired())
		storeShape(f, s, c)
	case nameCapsule:
		c, _ := (*s).(shape.Capsule)
		f.point("a", &c.A, localPosition.asRequired())
		f.point("b", &c.B, localPosition.asRequired())
		f.number("radius", &c.Radius, positiveLength.asRequired())
		storeShape(f, s, c)
	case nameSegment:
		c, _ := (*s).(shape.Segment)
		f.point("a", &c.A, localPosition.asRequired())
		f.point("b", &c.B, localPosition.asRequired())
		f.number("radius", &c.Radius, optionalLength)
		storeShape(f, s, c)
	case nameBox:
		walkBox(f, s)
	case namePolygon:
		walkPolygon(f, s, in)
	case nameEllipse:
		e, _ := (*s).(shape.Ellipse)
		walkEllipse(f, &e.Center, &e.RX, &e.RY, &e.Angle, &e.Skin)
		storeShape(f, s, e)
	case nameHalfEllipse:
		e, _ := (*s).(shape.HalfEllipse)
		walkEllipse(f, &e.Center, &e.RX, &e.RY, &e.Angle, &e.Skin)
		storeShape(f, s, e)
	case nameSector:
		c, _ := (*s).(shape.Sector)
		f.point("center", &c.Center, localPosition)
		f.number("radius", &c.Radius, positiveLength.asRequired())
		f.number("angle", &c.Angle, anyAngle)
		f.number("sweep", &c.Sweep, numberRange{min: 1e-3, max: math.Pi}.asRequired())
		f.number("skin", &c.Skin, optionalLength)
		storeShape(f, s, c)
	case nameHalfPlane:
		h, _ := (*s).(shape.HalfPlane)
		f.point("point", &h.Point, localPosition)
		f.point("normal", &h.Normal, localPosition.asRequired())
		storeShape(f, s, h)
	case nameChainSegment:
		c, _ := (*s).(shape.ChainSegment)
		f.point("before", &c.Before, localPosition.asRequired())
		f.point("a", &c.A, localPosition.asRequired())
		f.point("b", &c.B, localPosition.asRequired())
		f.point("after", &c.After, localPosition.asRequired())
		storeShape(f, s, c)
	case nameCustom:
		walkCustom(f, in.shapes, s)
	}
}

// shapeName returns the name of a shape's type, or "" for none.
func shapeName(s shape.Support) string {
	switch s := s.(type) {
	case nil:
		return ""
	case shape.Circle:
		return nameCircle
	case shape.Capsule:
		return nameCapsule
	case shape.Segment:
		return nameSegment
	case shape.Polygon:
		if _, ok := asBox(s); ok {
			return nameBox
		}
		return namePolygon
	case shape.Ellipse:
		return nameEllipse
	case shape.HalfEllipse:
		return nameHalfEllipse
	case shape.Sector:
		return nameSector
	case shape.HalfPlane:
		return nameHalfPlane
	case shape.ChainSegment:
		return nameChainSegment
	case shape.Compound:
		return nameCompound
	}
	return nameCustom
}

// storeShape stores a shape whose fields are complete, and checks it.
func storeShape(f visitor, s *shape.Support, created shape.Support) {
	if f.reading() {
		*s = created
	}
	f.finish(func() error {
		_, err := shape.New(created)
		return err
	})
}

func walkBox(f visitor, s *shape.Support) {
	var b box
	if p, ok := (*s).(shape.Polygon); ok {
		b, _ = asBox(p)
	}
	f.point("halfExtents", &b.half, positiveLength.asRequired())
	f.point("center", &b.center, localPosition)
	f.number("angle", &b.angle, anyAngle)
	f.number("radius", &b.radius, optionalLength)
	storeShape(f, s, b.polygon())
}

func walkPolygon(f visitor, s *shape.Support, in *surroundings) {
	var points []mgl64.Vec2
	var radius float64
	if p, ok := (*s).(shape.Polygon); ok {
		points, radius = p.Points(), p.SkinRadius()
	}
	f.points("points", &points, localPosition.asRequired(), in.limits.Points)
	f.number("radius", &radius, optionalLength)
	f.finish(func() error {
		if p, ok := (*s).(shape.Polygon); ok && p.Validate() != nil {
			return p.Validate() // checks the arguments of its constructor
		}
		p, err := shape.NewPolygon(points, radius)
		if err != nil {
			return err
		}
		// A polygon too small for the solver is rejected as a box is. The corners of a box that
		// lies off the origin are rounded.
		low, high := bounds(points)
		rounding := float64(max(-low[0], high[0], -low[1], high[1]) * 0x1p-51)
		if d := high.Sub(low); float64(min(d[0], d[1])/2)+radius+rounding < minLength {
			return geom.NewFieldError("Points", fmt.Sprintf("%v by %v", d[0], d[1]), geom.ErrOutOfRange)
		}
		if f.reading() {
			*s = p
		}
		return nil
	})
}

// bounds returns the corners of the box around the points.
func bounds(points []mgl64.Vec2) (low, high mgl64.Vec2) {
	b := geom.EmptyBox()
	for _, p := range points {
		b = b.Include(geom.From(p))
	}
	return b.Min.Mgl(), b.Max.Mgl()
}

func walkEllipse(f visitor, center *mgl64.Vec2, rx, ry, angle, skinRadius *float64) {
	f.point("center", center, localPosition)
	pair(f, "radii", rx, ry, positiveLength.asRequired())
	f.number("angle", angle, anyAngle)
	f.number("skin", skinRadius, optionalLength)
}
