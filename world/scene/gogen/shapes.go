package gogen

import (
	"fmt"
	"math"
	"slices"

	"github.com/carom2d/carom/shape"
	"github.com/go-gl/mathgl/mgl64"
)

func shapeNode(s shape.Support) (node, error) {
	switch s := s.(type) {
	case shape.Circle, shape.Capsule, shape.Segment, shape.Ellipse, shape.HalfEllipse, shape.Sector, shape.HalfPlane, shape.ChainSegment:
		return literal(s), nil
	case shape.Polygon:
		return polygonNode(s), nil
	case shape.Compound:
		parts := node{text: "[]shape.Support", open: "{"}
		for _, part := range s.Parts {
			n, err := shapeNode(part)
			if err != nil {
				return node{}, err
			}
			parts.items = append(parts.items, n)
		}
		return node{text: "shape.Compound", open: "{", keys: []string{"Parts"}, items: []node{parts}}, nil
	}
	return node{}, fmt.Errorf("%T %w", s, ErrCustomShape)
}

// polygonNode returns the expression of a polygon: a box if that gives the same points.
func polygonNode(p shape.Polygon) node {
	corners, radius := p.Points(), p.SkinRadius()
	if len(corners) == 4 {
		low, high := corners[0], corners[2]
		hx, hy := (high[0]-low[0])/2, (high[1]-low[1])/2
		center := mgl64.Vec2{float64(low[0]/2) + float64(high[0]/2), float64(low[1]/2) + float64(high[1]/2)}
		switch {
		case radius == 0 && samePoints(corners, shape.Box(hx, hy)):
			return node{text: "shape.Box", open: "(", items: row(hx, hy)}
		case samePoints(corners, shape.RoundedBox(hx, hy, radius)):
			return node{text: "shape.RoundedBox", open: "(", items: row(hx, hy, radius)}
		case radius == 0 && samePoints(corners, shape.OffsetBox(hx, hy, center, 0)):
			return call("shape.OffsetBox", number(hx), number(hy), point(center), atom("0"))
		}
	}
	return must("shape.NewPolygon", points(corners), number(radius))
}

// samePoints reports whether a polygon has exactly these points.
func samePoints(points []mgl64.Vec2, p shape.Polygon) bool {
	return slices.EqualFunc(points, p.Points(), func(a, b mgl64.Vec2) bool {
		return sameBits(a[0], b[0]) && sameBits(a[1], b[1])
	})
}

// sameBits compares bits, so it distinguishes minus zero from zero.
func sameBits(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
