package level

import (
	"errors"
	"fmt"
	"slices"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/go-gl/mathgl/mgl64"
)

// crossingWork is the work that a crossing costs: the edges between crossings are sorted and cut
// into parts, which takes some microseconds for each.
const crossingWork = 64

// ConvexParts cuts the inside of an outline, without its holes, into convex parts. An outline
// without an area has none. If an outline crosses itself, all that it surrounds is inside, with a
// warning. Holes may touch the outline and each other.
//
// The error is a *geom.FieldError, or wraps ErrTooLarge.
func (b *Builder) ConvexParts(at Place, outer []mgl64.Vec2, holes ...[]mgl64.Vec2) ([][]mgl64.Vec2, error) {
	loops := append([][]mgl64.Vec2{outer}, holes...)
	n := 0
	for _, loop := range loops {
		n += len(loop)
	}
	if err := b.Outline(n); err != nil {
		return nil, err
	}
	parts, err := polygon.Decompose(outer, holes...)
	switch {
	case errors.Is(err, geom.ErrTooFewPoints) || errors.Is(err, geom.ErrCollinear):
		return nil, nil
	case !errors.Is(err, geom.ErrSelfIntersecting):
		return parts, err
	}
	if err := b.Work(crossingWork * crossings(loops, MaxWork/crossingWork)); err != nil {
		return nil, fmt.Errorf("an outline crosses itself too often: %w", err)
	}
	regions, err := polygon.Difference(loops[:1], holes, polygon.NonZero)
	for _, r := range regions {
		cut, err := polygon.Decompose(r.Outer, r.Holes...)
		if err != nil {
			return nil, err
		}
		parts = append(parts, cut...)
	}
	crosses := func(loop []mgl64.Vec2) bool {
		_, err := polygon.Decompose(loop)
		return err != nil
	}
	if len(parts) > 0 && slices.ContainsFunc(loops, crosses) {
		b.Warn(at, "an outline crosses itself: all that it surrounds is solid")
	}
	return parts, err
}

// crossings counts the pairs of edges of loops that cross, up to one more than a number.
func crossings(loops [][]mgl64.Vec2, most int) (n int) {
	var edges [][2]geom.Vec2
	for _, loop := range loops {
		last := loop[len(loop)-1]
		for _, p := range loop {
			edges = append(edges, [2]geom.Vec2{geom.From(last), geom.From(p)})
			last = p
		}
	}
	apart := func(e, f [2]geom.Vec2) bool {
		return (geom.Orient(e[0], e[1], f[0]) > 0) != (geom.Orient(e[0], e[1], f[1]) > 0)
	}
	for i, e := range edges {
		for _, f := range edges[:i] {
			if apart(e, f) && apart(f, e) {
				n++
			}
		}
		if n > most {
			return n
		}
	}
	return n
}

// Polygons makes shapes of convex outlines, and counts the outlines that are too thin for a shape.
func Polygons(parts [][]mgl64.Vec2) (list []shape.Support, thin int) {
	for _, part := range parts {
		p, err := Polygon(part)
		if err != nil {
			thin++
			continue
		}
		list = append(list, p)
	}
	return list, thin
}

// Polygon makes a shape of a convex outline. A corner too flat for a polygon is left out; an
// outline too thin for a polygon is an error.
func Polygon(part []mgl64.Vec2) (shape.Polygon, error) {
	p, err := shape.NewPolygon(part, 0)
	if err != nil {
		return shape.NewHullPolygon(part, 0)
	}
	return p, nil
}
