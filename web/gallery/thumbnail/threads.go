package thumbnail

import (
	"image/color"

	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
)

// farthest is the largest distance of tied nodes of a soft thing, in diameters. At a larger
// distance a joint is a rod between two balls.
const farthest = 2.2

// threads are the soft things of a world, as on the page: discs that distance joints tie together
// closely are drawn as one line as thick as the nodes.
type threads struct {
	links [][2]world.Body
	root  map[world.BodyID]world.Body
}

func threadsOf(w *world.World) threads {
	t := threads{root: map[world.BodyID]world.Body{}}
	for j := range w.Joints() {
		a, b := j.BodyA(), j.BodyB()
		if j.Kind() != joint.KindDistance || radius(a) == 0 || radius(b) == 0 ||
			a.Position().Sub(b.Position()).Len() > 2*farthest*min(radius(a), radius(b)) {
			continue
		}
		t.links = append(t.links, [2]world.Body{a, b})
		r, s := t.find(a), t.find(b)
		if slot(r) > slot(s) {
			r, s = s, r
		}
		t.root[s.ID()] = r
	}
	return t
}

func slot(b world.Body) uint32 { return uint32(b.ID()) }

// find returns the first body of a soft thing.
func (t *threads) find(b world.Body) world.Body {
	for {
		next, ok := t.root[b.ID()]
		if !ok {
			t.root[b.ID()] = b
		}
		if !ok || next == b {
			return b
		}
		b = next
	}
}

// radius returns the radius of a body that is a single disc around its origin, m, else 0.
func radius(b world.Body) (r float64) {
	n := 0
	for c := range b.Colliders() {
		if disc, ok := c.Shape().(shape.Circle); ok && disc.Center.Len() == 0 {
			r = disc.Radius
		}
		n++
	}
	if n != 1 {
		return 0
	}
	return r
}

// draw draws the borders of all lines, then the lines.
func (t *threads) draw(m *draw.Image, p *draw.Palette) {
	border := min(2.5, 0.1*m.Camera.Scale)
	for _, inner := range []bool{false, true} {
		for _, l := range t.links {
			style := p.Tints[uint64(t.find(l[0]).ID())%uint64(len(p.Tints))]
			width, c := max(1.5, 2*min(radius(l[0]), radius(l[1]))*m.Camera.Scale), style.Stroke
			if inner {
				width, c = width-border, style.Fill
			}
			line(m, l, width, c)
		}
	}
}

// line draws a line with round ends.
func line(m *draw.Image, l [2]world.Body, width float64, c color.NRGBA) {
	m.Line(l[0].Position(), l[1].Position(), width, c)
	for _, b := range l {
		m.Circle(b.Position(), width/2/m.Camera.Scale, draw.Style{Fill: c, NoMark: true})
	}
}
