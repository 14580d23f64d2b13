package joint

import (
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/go-gl/mathgl/mgl64"
)

// Pulley hangs two bodies on the ends of a rope that runs over two wheels: the
// length on A's side plus Ratio times that on B's is at most Length, so Ratio is
// that of a block and tackle. The zero Pulley has both wheels at the world's origin.
// Metres.
type Pulley struct {
	Base

	WheelA, WheelB             mgl64.Vec2 // where the rope leaves each wheel, in the world
	LocalAnchorA, LocalAnchorB mgl64.Vec2 // its ends, from each body's origin in its own axes

	Ratio  float64 // zero means 1
	Length float64 // zero means as long as it lies when the joint is made, plus Slack
	Slack  float64 // more rope than that, which hangs loose at first
	Rigid  bool    // the lengths are held both ways, as by two rods and a lever
}

// Validate returns a *geom.FieldError for the first field that cannot be used.
func (d *Pulley) Validate() error {
	var c checks
	c.base(&d.Base)
	c.point("WheelA", d.WheelA)
	c.point("WheelB", d.WheelB)
	c.point("LocalAnchorA", d.LocalAnchorA)
	c.point("LocalAnchorB", d.LocalAnchorB)
	c.size("Ratio", d.Ratio)
	c.size("Length", d.Length)
	c.size("Slack", d.Slack)
	return c.err
}

func (d *Pulley) kind() Kind        { return KindPulley }
func (d *Pulley) clone() Definition { c := *d; return &c }

func (d *Pulley) compile(b *genericJoint, bodies *state.Bodies, l *Link) {
	b.setAnchors(bodies, l, d.LocalAnchorA, d.LocalAnchorB)
	b.axis = geom.Vec2{Y: -1}
	b.wheelA, b.wheelB = geom.From(d.WheelA), geom.From(d.WheelB)
	b.ratio = d.Ratio
	if d.Ratio == 0 {
		b.ratio = 1
	}
	if d.Length == 0 {
		d.Length = b.coordinates(bodies, l)[0] + d.Slack
	}
	b.reference = d.Length
	if d.Rigid {
		b.block = blockPlan{n: 1, linear: 1, on: true}
		return
	}
	b.scalars[0].addLimit(true, -unlimited, d.Length)
}

// ropes returns the two lengths of rope, each from its wheel to its body.
func (b *genericJoint) ropes(bodies *state.Bodies, l *Link) (atA, atB geom.Vec2) {
	pa, pb := bodies.Pose[bodies.Rows[l.BodyA]], bodies.Pose[bodies.Rows[l.BodyB]]
	return pa.P.Sub(b.wheelA).Add(pa.R.Apply(b.anchorA)), pb.P.Sub(b.wheelB).Add(pb.R.Apply(b.anchorB))
}

// measurePulley: the coordinate is the length of rope in use. A body at its wheel
// hangs down from it.
func (w *genericConstraint) measurePulley(a, b *state.BodyState) {
	w.gx, w.gy = w.ex+(a.DX+(w.ux-w.ax)), w.ey+(a.DY+(w.uy-w.ay))
	hx, hy := w.fx+(b.DX+(w.vx-w.bx)), w.fy+(b.DY+(w.vy-w.by))
	la, ax, ay := lengthOf(w.gx, w.gy)
	lb, bx, by := lengthOf(hx, hy)
	bx, by = float32(w.ratio*bx), float32(w.ratio*by)
	x := &w.scalars[0]
	x.jacobian = jacobian{
		ax, ay, float32(w.ux*ay) - float32(w.uy*ax),
		bx, by, float32(w.vx*by) - float32(w.vy*bx),
	}
	x.now = la + float32(w.ratio*lb)
	w.block.jacobians[0], w.block.err[0] = x.jacobian, w.startError+x.moved()
}

// lengthOf returns the length and the direction of a rope.
func lengthOf(x, y float32) (length, dx, dy float32) {
	length = float32(math.Sqrt(float64(float64(x)*float64(x)) + float64(float64(y)*float64(y))))
	if length > 1e-9 {
		return length, x / length, y / length
	}
	return length, 0, -1
}
