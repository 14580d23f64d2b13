package svg

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/importers/level"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/go-gl/mathgl/mgl64"
)

// form is a shape or a chain. Its points are in the world, and after move in the frame of its body.
type form struct {
	kind    formKind
	points  []mgl64.Vec2
	radius  float64
	closed  bool
	surface level.Surface
}

type formKind int

const (
	convex formKind = iota
	circle
	capsule
	chain
)

// lineStyle holds the attributes of lines.
type lineStyle struct {
	side      string
	thickness float64 // user units
}

// set sets an attribute of lines. It reports false for any other attribute.
func (s *lineStyle) set(p property) (known bool, err error) {
	switch p.name {
	case "chain":
		s.side = p.text
		if !slices.Contains([]string{"left", "right", "inside", "outside"}, p.text) {
			err = fmt.Errorf("%w: data-chain %q is none of left, right, inside, outside", ErrFormat, p.text)
		}
	case "thickness":
		s.thickness, err = level.Float(p.name, p.text)
		if err == nil && (s.thickness < 0 || s.thickness > maxNumber) {
			err = fmt.Errorf("%w: data-thickness %q", ErrFormat, p.text)
		}
	default:
		return false, nil
	}
	return true, err
}

// draw returns the outlines of an element, and false for an element that is no shape.
func (b *builder) draw(e *element) ([]outline, bool, error) {
	p := &pen{m: b.toWorld.times(e.m), tolerance: b.tolerance}
	var v [6]float64
	lengths := func(names ...string) error {
		for i, name := range names {
			var err error
			if v[i], err = b.d.length(e, name); err != nil {
				return err
			}
		}
		return nil
	}
	var err error
	switch e.name {
	case "path":
		err = p.path(attribute(e.attrs, "d"))
	case "polygon", "polyline":
		err = p.polyline(attribute(e.attrs, "points"), e.name == "polygon")
	case "line":
		if err = lengths("x1", "y1", "x2", "y2"); err == nil {
			err = p.polyline(fmt.Sprint(v[0], v[1], v[2], v[3]), false)
		}
	case "rect":
		if err = lengths("x", "y", "width", "height", "rx", "ry"); err != nil || v[2] <= 0 || v[3] <= 0 {
			break
		}
		rx, ry := e.radii(v[4], v[5])
		err = p.rectangle(v[0], v[1], v[2], v[3], rx, ry)
	case "circle":
		if err = lengths("cx", "cy", "r"); err == nil && v[2] > 0 {
			err = p.ellipse(mgl64.Vec2{v[0], v[1]}, v[2], v[2])
		}
	case "ellipse":
		if err = lengths("cx", "cy", "rx", "ry"); err != nil {
			break
		}
		if rx, ry := e.radii(v[2], v[3]); rx > 0 && ry > 0 {
			err = p.ellipse(mgl64.Vec2{v[0], v[1]}, rx, ry)
		}
	default:
		return nil, false, nil
	}
	if err == nil {
		err = b.Work(p.total)
	}
	return p.done, true, err
}

// radii returns the radii of an element. A radius without a length of its own is as long as the
// other one.
func (e *element) radii(rx, ry float64) (float64, float64) {
	if e.automatic("rx") {
		rx = ry
	} else if e.automatic("ry") {
		ry = rx
	}
	return rx, ry
}

// automatic reports whether an attribute is missing or auto, which radii and sizes may be.
func (e *element) automatic(name string) bool {
	text := strings.TrimSpace(attribute(e.attrs, name))
	return text == "" || text == "auto" && slices.Contains([]string{"rx", "ry", "width", "height"}, name)
}

// corners returns the points of an element.
func (b *builder) corners(e *element) (list []mgl64.Vec2, err error) {
	lines, _, err := b.draw(e)
	for _, l := range lines {
		list = append(list, l.points...)
	}
	return list, err
}

// formsOf returns the forms of an element. Loops that lie in one another are a region with holes.
func (b *builder) formsOf(e *element, p *pending, how lineStyle) (forms []form, err error) {
	lines, ok, err := b.draw(e)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		b.Warn(p.at, "an element <%s> has no body", e.name)
		return nil, nil
	case len(lines) == 0:
		b.Warn(p.at, "a shape without a size has no body")
		return nil, nil
	}
	m := b.toWorld.times(e.m)
	if scale, round := m.scale(); round && e.name == "circle" && how.side == "" {
		return b.round(e, m, scale)
	}
	var loops [][]mgl64.Vec2
	for _, l := range lines {
		switch {
		case !l.closed || how.side != "":
			forms = append(forms, b.lineForms(p, l, how, m)...)
		case flat(l.points):
			b.warnFlat(p)
		default:
			loops = append(loops, l.points)
		}
	}
	solid, err := b.regions(p, loops)
	return append(forms, solid...), err
}

// round returns the circle of an element.
func (b *builder) round(e *element, m matrix, scale float64) ([]form, error) {
	var v [3]float64
	for i, name := range [3]string{"cx", "cy", "r"} {
		var err error
		if v[i], err = b.d.length(e, name); err != nil {
			return nil, err
		}
	}
	return []form{{kind: circle, points: []mgl64.Vec2{m.apply(mgl64.Vec2{v[0], v[1]})}, radius: float64(v[2] * scale)}}, nil
}

// lineForms returns the chains of a line, or its capsules. A chain collides to the right of its
// direction, so a line that names no side becomes two chains.
func (b *builder) lineForms(p *pending, l outline, how lineStyle, m matrix) (forms []form) {
	if how.thickness > 0 {
		scale, _ := m.scale()
		for i := range l.points {
			if i+1 == len(l.points) && !l.closed {
				break
			}
			ends := []mgl64.Vec2{l.points[i], l.points[(i+1)%len(l.points)]}
			forms = append(forms, form{kind: capsule, points: ends, radius: float64(how.thickness * scale / 2)})
		}
		return forms
	}
	if kind, _ := find(p.properties, "body"); kind == "dynamic" {
		b.Warn(p.at, "a line without data-thickness has no mass")
	}
	back := slices.Clone(l.points)
	slices.Reverse(back)
	along := func(points []mgl64.Vec2) form {
		return form{kind: chain, points: points, closed: l.closed}
	}
	turn := area(l.points) > 0 // counter-clockwise: the right is outside
	switch how.side {
	case "right":
		return []form{along(l.points)}
	case "left":
		return []form{along(back)}
	case "outside", "inside":
		if !l.closed {
			b.Warn(p.at, "a line that does not close has no %s: data-chain was taken for both sides", how.side)
			break
		}
		if turn == (how.side == "outside") {
			return []form{along(l.points)}
		}
		return []form{along(back)}
	}
	return []form{along(l.points), along(back)}
}

// regions cuts loops into convex parts: a loop inside an odd number of others is a hole of the
// smallest around it.
func (b *builder) regions(p *pending, loops [][]mgl64.Vec2) (forms []form, err error) {
	const maxLoops = 256
	if len(loops) > maxLoops {
		return nil, fmt.Errorf("%w: a path of more than %d loops", ErrTooLarge, maxLoops)
	}
	holes := make([][][]mgl64.Vec2, len(loops))
	hole := make([]bool, len(loops))
	for i, loop := range loops {
		around, owner := 0, -1
		for k, other := range loops {
			if k == i || !contains(other, loop) {
				continue
			}
			around++
			if owner < 0 || contains(loops[owner], other) {
				owner = k
			}
		}
		if hole[i] = around%2 == 1; hole[i] {
			holes[owner] = append(holes[owner], loop)
		}
	}
	for i, loop := range loops {
		if hole[i] {
			continue
		}
		parts, err := b.ConvexParts(p.at, loop, holes[i]...)
		if err != nil {
			return nil, err
		}
		if len(parts) == 0 {
			b.warnFlat(p)
		}
		for _, part := range parts {
			forms = append(forms, form{kind: convex, points: slices.Clone(part)})
		}
	}
	return forms, nil
}

func (b *builder) warnFlat(p *pending) { b.Warn(p.at, "an outline without an area was left out") }

// flat reports whether all points of a loop lie on a line.
func flat(loop []mgl64.Vec2) bool {
	_, err := polygon.Hull(loop)
	return errors.Is(err, geom.ErrTooFewPoints) || errors.Is(err, geom.ErrCollinear)
}

// contains reports whether a loop lies inside another. It tests one point of the inner loop, a
// corner or the middle of a side, that is not on the outer loop.
func contains(outer, inner []mgl64.Vec2) bool {
	for i, p := range inner {
		middle := p.Add(inner[(i+1)%len(inner)]).Mul(0.5)
		for _, q := range [2]mgl64.Vec2{p, middle} {
			if inside, on := place(outer, q); !on {
				return inside
			}
		}
	}
	return false
}

// place reports whether a point is inside a loop, and whether it is on its border but for rounding.
func place(loop []mgl64.Vec2, p mgl64.Vec2) (inside, on bool) {
	const rounding = 1e-9 // of the length of a side
	for i, a := range loop {
		c := loop[(i+1)%len(loop)]
		turn := geom.Orient(geom.From(a), geom.From(c), geom.From(p))
		side := c.Sub(a).Dot(c.Sub(a))
		if math.Abs(turn) <= rounding*side && p.Sub(a).Dot(p.Sub(c)) <= rounding*side {
			return false, true
		}
		if (a[1] > p[1]) != (c[1] > p[1]) && (turn > 0) == (c[1] > a[1]) {
			inside = !inside
		}
	}
	return inside, false
}

// area returns twice the area of a loop, positive if it is counter-clockwise.
func area(points []mgl64.Vec2) (sum float64) {
	for i, p := range points {
		q := points[(i+1)%len(points)]
		sum += float64(p[0]*q[1]) - float64(p[1]*q[0])
	}
	return sum
}

// extend returns a box that has the form in it too.
func (f *form) extend(box geom.Box) geom.Box {
	r := geom.Vec2{X: f.radius, Y: f.radius}
	for _, p := range f.points {
		box = box.Include(geom.From(p).Sub(r)).Include(geom.From(p).Add(r))
	}
	return box
}

// move puts the form into the frame of a body.
func (f *form) move(origin mgl64.Vec2) {
	f.points = slices.Clone(f.points)
	for i := range f.points {
		f.points[i] = f.points[i].Sub(origin)
	}
}

// shape returns the shape of a form that is no chain.
func (f *form) shape() (shape.Support, error) {
	switch f.kind {
	case circle:
		return shape.Circle{Center: f.points[0], Radius: f.radius}, nil
	case capsule:
		return shape.Capsule{A: f.points[0], B: f.points[1], Radius: f.radius}, nil
	}
	p, err := level.Polygon(f.points)
	return p, err
}
