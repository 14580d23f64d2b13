package draw

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// springCoils is the number of zigzags of a spring.
const springCoils = 6

// joints draws for each joint a line from the centre of each body that is not static to its
// anchor, a dot there, and the connection of the two anchors.
func (p *painter) joints() {
	c := p.palette.Joint
	for j := range p.world.Joints() {
		switch j.Kind() {
		case joint.KindNoCollision:
			continue
		case joint.KindCustom, joint.KindGear:
			p.multiBodyJoint(j)
			continue
		}
		anchorA, anchorB := j.Anchors()
		p.anchorLine(j.BodyA(), anchorA)
		p.anchorLine(j.BodyB(), anchorB)
		p.jointLine(j, anchorA, anchorB)
		p.drawer.Point(anchorA, 2.5, Style{Fill: p.palette.Background, Stroke: c, Width: 1.2})
		if anchorB.Sub(anchorA).Len() > 1e-3 {
			p.drawer.Point(anchorB, 2.5, Style{Fill: p.palette.Background, Stroke: c, Width: 1.2})
		}
	}
}

func (p *painter) anchorLine(b world.Body, anchor mgl64.Vec2) {
	if b.Type() != body.Static {
		p.drawer.Line(b.WorldCenter(), anchor, 1, p.palette.Joint)
	}
}

// jointLine draws the connection of the two anchors of a joint.
func (p *painter) jointLine(j world.Joint, anchorA, anchorB mgl64.Vec2) {
	c := p.palette.Joint
	picture := j.Picture()
	first, second := picture.Points[0], picture.Points[1]
	switch picture.Line {
	case joint.LineWheels:
		p.drawer.Line(anchorA, first, 1, c)
		p.drawer.Line(first, second, 1, c)
		p.drawer.Line(second, anchorB, 1, c)
		for _, wheel := range picture.Points {
			p.drawer.Point(wheel, 3.5, Style{Stroke: c, Width: 1.2})
		}
	case joint.LineSlot:
		p.drawer.Line(j.BodyA().WorldPoint(first), j.BodyA().WorldPoint(second), 1.6, c)
	case joint.LineSpring:
		p.spring(anchorA, anchorB)
	case joint.LineThick:
		p.drawer.Line(anchorA, anchorB, 1.6, c)
	case joint.LineNone:
	default:
		p.drawer.Line(anchorA, anchorB, 1, c)
	}
}

// spring draws a zigzag line.
func (p *painter) spring(from, to mgl64.Vec2) {
	d := to.Sub(from)
	offset := mgl64.Vec2{-d[1], d[0]}.Mul(0.4 / (2 * springCoils))
	last := from
	for i := 1; i <= 2*springCoils; i++ {
		next := from.Add(d.Mul((float64(i) - 0.5) / (2 * springCoils)))
		if i%2 == 0 {
			next = next.Sub(offset)
		} else {
			next = next.Add(offset)
		}
		p.drawer.Line(last, next, 1, p.palette.Joint)
		last = next
	}
	p.drawer.Line(last, to, 1, p.palette.Joint)
}

// multiBodyJoint draws a joint of many bodies, or of joints, as a line through the centres
// of those bodies that move.
func (p *painter) multiBodyJoint(j world.Joint) {
	list := []world.Body{j.BodyA(), j.BodyB()}
	if custom, ok := j.Custom(); ok {
		list = custom.Bodies()
	}
	var last *world.Body
	for i := range list {
		if list[i].Type() == body.Static {
			continue
		}
		if last != nil {
			p.drawer.Line(last.WorldCenter(), list[i].WorldCenter(), 0.8, p.palette.Joint)
		}
		last = &list[i]
	}
}
