package polygon

import (
	"cmp"
	"fmt"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Join says how an offset outline turns around a corner.
type Join uint8

// The joins. The zero Join is JoinRound.
const (
	JoinRound  Join = iota // an arc around the corner
	JoinMiter              // the sides are continued until they meet; where that is too far, as JoinSquare
	JoinSquare             // the corner is cut off at the distance of the offset, square to its bisector
)

// String returns the name of a join.
func (j Join) String() string {
	switch j {
	case JoinRound:
		return "round"
	case JoinMiter:
		return "miter"
	case JoinSquare:
		return "square"
	default:
		return fmt.Sprintf("join(%d)", uint8(j))
	}
}

// OffsetDef says how far Offset moves a border, and how it turns.
type OffsetDef struct {
	Distance float64 // metres; positive outward, negative inward
	Join     Join    // of corners that stick out in the direction of the offset
	Rule     FillRule

	// MiterLimit is the largest distance of the tip of a miter from its corner, as a multiple of
	// Distance; at least 1. Zero means 2, which is enough for corners of 60 degrees.
	MiterLimit float64

	// Tolerance is the largest distance of the segments of an arc inside the arc, in metres. Zero
	// means a hundredth of Distance. A full turn has 4096 segments at most.
	Tolerance float64
}

const maxArcSegments = 4096

// Offset returns the points whose distance from the inside of the loops is at most Distance. If
// Distance is negative, it returns the points of the inside whose distance from the outside is at
// least -Distance. Parts may grow together, fall apart or vanish. Corners that the offset turns
// around get the join.
//
// The result equals an exact offset of the regions of the loops (see Regions), except for the
// rounding to the grid and the chords of arcs. Time and promises are as of Regions.
//
// The error is a *geom.FieldError that names Distance, Join, MiterLimit, Tolerance, Rule,
// Loops[1] or Loops[1][5] and wraps geom.ErrNotFinite, geom.ErrNegative, geom.ErrOutOfRange or
// geom.ErrTooFewPoints.
func Offset(loops [][]mgl64.Vec2, def OffsetDef) ([]Region, error) {
	if err := def.complete(); err != nil {
		return nil, err
	}
	regions, err := Regions(loops, def.Rule)
	if err != nil || def.Distance == 0 {
		return regions, err
	}
	o := &offsetter{OffsetDef: def}
	var s segmentList
	for _, loop := range Loops(regions) {
		s.add(o.curve(geomPoints(loop)), windings{a: 1})
	}
	g, l := s.arrange()
	return g.regions(l, func(w windings) bool { return Positive.fills(w.a) }), nil
}

// complete checks a definition and replaces zeros by defaults.
func (d *OffsetDef) complete() error {
	if err := geom.CheckFinite("Distance", d.Distance); err != nil {
		return err
	}
	if math.Abs(d.Distance) > geom.MaxExtent {
		return geom.NewFieldError("Distance", d.Distance, geom.ErrOutOfRange)
	}
	if d.Join > JoinSquare {
		return geom.NewFieldError("Join", d.Join, geom.ErrOutOfRange)
	}
	if err := geom.CheckNotNegative("MiterLimit", d.MiterLimit); err != nil {
		return err
	}
	if err := geom.CheckNotNegative("Tolerance", d.Tolerance); err != nil {
		return err
	}
	d.MiterLimit = cmp.Or(d.MiterLimit, 2)
	if d.MiterLimit < 1 {
		return geom.NewFieldError("MiterLimit", d.MiterLimit, geom.ErrOutOfRange)
	}
	d.Tolerance = cmp.Or(d.Tolerance, float64(math.Abs(d.Distance)*0.01))
	return nil
}

// offsetter makes the raw curve of an offset: each edge moved along its normal, with joins around
// the corners that stick out. At all other corners the curve passes through the corner itself.
//
// Derivation: each edge sweeps a rectangle, and each corner that sticks out sweeps a convex wedge.
// As counter-clockwise loops, their winding numbers add up to at least one wherever the offset
// passes and to zero elsewhere. The sum is added to the winding number of the region (outward) or
// subtracted from it (inward). Then the inner edges cancel, and the curve remains. So the result is
// the area in which the winding number of the curve is positive.
type offsetter struct {
	OffsetDef
	out []geom.Vec2
}

// curve returns the curve of one loop of a region.
func (o *offsetter) curve(loop []geom.Vec2) []geom.Vec2 {
	o.out = o.out[:0]
	n := len(loop)
	before := o.normal(loop[n-1], loop[0])
	for i, p := range loop {
		next := loop[(i+1)%n]
		after := o.normal(p, next)
		turn := geom.Orient(loop[(i+n-1)%n], p, next)
		switch {
		case turn > 0 && o.Distance > 0 || turn < 0 && o.Distance < 0:
			o.join(p, before, after)
		default:
			o.emit(p, before)
			o.out = append(o.out, p)
			o.emit(p, after)
		}
		before = after
	}
	return o.out
}

// normal returns the unit vector by which the edge from a to b moves.
func (o *offsetter) normal(a, b geom.Vec2) geom.Vec2 {
	n, _ := b.Sub(a).RightPerp().Unit()
	if o.Distance < 0 {
		return n.Neg()
	}
	return n
}

func (o *offsetter) emit(p, direction geom.Vec2) {
	o.out = append(o.out, p.MulAdd(math.Abs(o.Distance), direction))
}

// join appends the points around corner p from one unit normal to the other.
func (o *offsetter) join(p, before, after geom.Vec2) {
	o.emit(p, before)
	// With m half the sum of the normals and c their half angle: |m| = cos c.
	m := before.Add(after).Mul(0.5)
	square := m.LengthSquared()
	switch {
	case o.Join == JoinRound:
		o.arc(p, before, after)
	case o.Join == JoinMiter && float64(square*float64(o.MiterLimit*o.MiterLimit)) >= 1:
		o.emit(p, m.Mul(1/square)) // its length is 1/cos c
	default:
		o.square(p, before, after)
	}
	o.emit(p, after)
}

// arc appends the points between two normals. A chord of angle x is r (1 - cos x/2) < r x^2 / 8
// inside of its arc. The normals turn in the direction of the corner, whatever their rounding.
func (o *offsetter) arc(p, before, after geom.Vec2) {
	angle := math.Abs(geom.Atan2(before.Cross(after), before.Dot(after)))
	step := max(math.Sqrt(float64(8*o.Tolerance)/math.Abs(o.Distance)), 2*math.Pi/maxArcSegments)
	count := math.Ceil(angle / step)
	for i := 1.0; i < count; i++ {
		sin, cos := geom.SinCos(float64(angle*i) / count)
		if o.Distance < 0 {
			sin = -sin
		}
		o.emit(p, geom.Rot{C: cos, S: sin}.Apply(before))
	}
}

// square appends the two ends of the cut at distance one along the bisector m. From the ends of
// the normals they lie along the sides by tan(c/2) = sin c / (1 + cos c), with c half the angle
// between the normals.
func (o *offsetter) square(p, before, after geom.Vec2) {
	along, back := before.LeftPerp(), after.RightPerp()
	if o.Distance < 0 {
		along, back = before.RightPerp(), after.LeftPerp()
	}
	m, cos := before.Add(after).Mul(0.5).Unit()
	if cos == 0 { // a spike: the sides run back to back
		m = along
	}
	t := math.Abs(before.Cross(m)) / (1 + cos)
	o.emit(p, before.MulAdd(t, along))
	o.emit(p, after.MulAdd(t, back))
}
