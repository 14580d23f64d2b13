package draw

import (
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/joint"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
)

// coils is how many times a spring is drawn to and fro.
const coils = 6

// joints draws, for each joint, a line from the centre of each body that is not
// static to where it is held, and a dot there; between the two what ties them.
func (p *painter) joints() {
	c := p.palette.Joint
	for j := range p.world.Joints() {
		switch j.Kind() {
		case joint.KindFilter:
			continue
		case joint.KindCustom, joint.KindGear:
			p.group(j)
			continue
		}
		pinA, pinB := j.Anchors()
		p.lever(j.BodyA(), pinA)
		p.lever(j.BodyB(), pinB)
		p.link(j, pinA, pinB)
		p.to.Point(pinA, 2.5, Style{Fill: p.palette.Background, Stroke: c, Width: 1.2})
		if pinB.Sub(pinA).Len() > 1e-3 {
			p.to.Point(pinB, 2.5, Style{Fill: p.palette.Background, Stroke: c, Width: 1.2})
		}
	}
}

// lever draws the line from a body's centre to where a joint holds it.
func (p *painter) lever(b world.Body, pin mgl64.Vec2) {
	if b.Type() != body.Static {
		p.to.Line(b.WorldCenter(), pin, 1, p.palette.Joint)
	}
}

// link draws what lies between the two points that a joint holds.
func (p *painter) link(j world.Joint, pinA, pinB mgl64.Vec2) {
	c := p.palette.Joint
	switch j.Kind() {
	case joint.KindPulley:
		pulley, _ := j.Pulley()
		d := pulley.Def()
		p.to.Line(pinA, d.WheelA, 1, c)
		p.to.Line(d.WheelA, d.WheelB, 1, c)
		p.to.Line(d.WheelB, pinB, 1, c)
		for _, wheel := range [2]mgl64.Vec2{d.WheelA, d.WheelB} {
			p.to.Point(wheel, 3.5, Style{Stroke: c, Width: 1.2})
		}
	case joint.KindGroove:
		groove, _ := j.Groove()
		d := groove.Def()
		p.to.Line(j.BodyA().WorldPoint(d.LocalGrooveA1), j.BodyA().WorldPoint(d.LocalGrooveA2), 1.6, c)
	case joint.KindDistance:
		distance, _ := j.Distance()
		if d := distance.Def(); d.SpringHertz > 0 || d.Law != nil {
			p.spring(pinA, pinB)
			return
		}
		p.to.Line(pinA, pinB, 1.6, c)
	case joint.KindMouse, joint.KindWheel:
		p.spring(pinA, pinB)
	case joint.KindAngle, joint.KindRatchet, joint.KindRotarySpring, joint.KindMotor, joint.KindFriction:
		// These hold no point; a line across the picture would say that they do.
	default:
		p.to.Line(pinA, pinB, 1, c) // slides, and seen of others only when they give way
	}
}

// spring draws a line that goes to and fro.
func (p *painter) spring(from, to mgl64.Vec2) {
	d := to.Sub(from)
	aside := mgl64.Vec2{-d[1], d[0]}.Mul(0.4 / (2 * coils))
	last := from
	for i := 1; i <= 2*coils; i++ {
		next := from.Add(d.Mul((float64(i) - 0.5) / (2 * coils)))
		if i%2 == 0 {
			next = next.Sub(aside)
		} else {
			next = next.Add(aside)
		}
		p.to.Line(last, next, 1, p.palette.Joint)
		last = next
	}
	p.to.Line(last, to, 1, p.palette.Joint)
}

// group draws a joint of many bodies, or of joints, as a line through the centres
// of those that move.
func (p *painter) group(j world.Joint) {
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
			p.to.Line(last.WorldCenter(), list[i].WorldCenter(), 0.8, p.palette.Joint)
		}
		last = &list[i]
	}
}
