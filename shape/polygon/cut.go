package polygon

import (
	"cmp"
	"math"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Cut divides the inside of loops along the line through a and b. It returns the regions to the
// left and to the right of the direction from a to b. Together they cover the whole. Both sides
// have the same points along the cut, because the cut is rounded once.
//
// Loops, rule, accuracy and errors are as of Regions. The error may also name Line[0] or Line[1],
// or Line with geom.ErrDegenerate if the two points are closer than geom.MinSize.
func Cut(loops [][]mgl64.Vec2, a, b mgl64.Vec2, rule FillRule) (left, right []Region, err error) {
	line := [2]geom.Vec2{geom.From(a), geom.From(b)}
	if err := checkLine(line, []mgl64.Vec2{a, b}); err != nil {
		return nil, nil, err
	}
	o := operand{"Loops", loops}
	if err := cmp.Or(rule.check(), o.check()); err != nil {
		return nil, nil, err
	}
	half := operand{name: "Line"}
	if box := o.box(); box.Valid() {
		half.loops = halfBox(box, line)
	}
	cut := overlayOf(rule, o, half)
	left = cut.regions(func(in, isLeft bool) bool { return in && isLeft })
	right = cut.regions(func(in, isLeft bool) bool { return in && !isLeft })
	return left, right, nil
}

func checkLine(line [2]geom.Vec2, points []mgl64.Vec2) error {
	if err := geom.CheckExtents("Line", points); err != nil {
		return err
	}
	if line[0].Distance(line[1]) < geom.MinSize {
		return geom.NewFieldError("Line", line[1], geom.ErrDegenerate)
	}
	return nil
}

func (o operand) box() geom.Box {
	box := geom.EmptyBox()
	for _, l := range o.loops {
		for _, p := range l {
			box = box.Include(geom.From(p))
		}
	}
	return box
}

// halfBox returns a square to the left of a line that contains all of a box on that side, or
// nothing if the box lies to the right of the line.
func halfBox(box geom.Box, line [2]geom.Vec2) [][]mgl64.Vec2 {
	along, _ := line[1].Sub(line[0]).Unit()
	center := box.Center()
	foot := line[0].MulAdd(center.Sub(line[0]).Dot(along), along)
	extents := box.Extents()
	reach := 2 * float64(math.Abs(extents.X)+math.Abs(extents.Y)) // twice the radius, and more
	if foot.Distance(center) >= reach {                           // the line misses the box
		if foot.Sub(center).Dot(along.LeftPerp()) > 0 {
			return nil
		}
		foot = center.MulSub(reach, along.LeftPerp())
	}
	from, to := foot.MulSub(reach, along), foot.MulAdd(reach, along)
	up := along.LeftPerp().Mul(2 * reach)
	return [][]mgl64.Vec2{mglPoints([]geom.Vec2{from, to, to.Add(up), from.Add(up)})}
}
