package polygon

import (
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// FillRule says which points lie inside a set of loops, by the winding number: the number of
// counter-clockwise turns of the loops around the point minus the number of clockwise turns.
type FillRule uint8

// The rules. The zero FillRule is EvenOdd. On loops that neither cross nor overlap, outer ones
// counter-clockwise and holes clockwise, all rules agree.
const (
	EvenOdd  FillRule = iota // odd winding numbers: a loop inside another is a hole, whatever their directions
	NonZero                  // all but zero: loops that overlap add up
	Positive                 // above zero: a clockwise loop takes away
)

// String returns the rule in words.
func (r FillRule) String() string {
	switch r {
	case EvenOdd:
		return "even-odd"
	case NonZero:
		return "non-zero"
	case Positive:
		return "positive"
	default:
		return fmt.Sprintf("rule(%d)", uint8(r))
	}
}

func (r FillRule) check() error {
	if r > Positive {
		return geom.NewFieldError("Rule", r, geom.ErrOutOfRange)
	}
	return nil
}

// fills reports whether a winding number is inside.
func (r FillRule) fills(w int32) bool {
	switch r {
	case EvenOdd:
		return w&1 != 0
	case NonZero:
		return w != 0
	default:
		return w > 0
	}
}

// Regions returns the inside of loops as regions without overlaps. The outlines may cross or touch
// themselves and each other in any way. The result is accepted by Decompose and Triangulate.
//
// Loops are given once around, not closed, in either direction. Points that repeat their
// predecessor, edges that lie on each other and loops without area are allowed. The points are
// rounded to a grid whose spacing is 2^-40 of the size of all loops, or the last place of the
// coordinates if that is more. No point of the border is farther than that spacing from the border
// of the exact result. On the grid the result is exact: loops touch each other in common points at
// most, and corners are strict unless another loop touches there. A point of the input on the grid,
// such as one with integer coordinates, is unchanged.
//
// Regions come in the order of their leftmost points. n edges that cross k times take time
// (n + k) log n if they are not much longer than their distances.
//
// The error is a *geom.FieldError that names Rule, Loops[1] or Loops[1][5] and wraps
// geom.ErrNotFinite, geom.ErrOutOfRange or geom.ErrTooFewPoints (fewer than three).
func Regions(loops [][]mgl64.Vec2, rule FillRule) ([]Region, error) {
	o, err := newOverlay(rule, operand{"Loops", loops})
	if err != nil {
		return nil, err
	}
	return o.regions(func(a, _ bool) bool { return a }), nil
}

// Union returns the points inside a or b. The fill rule applies to each operand by itself. Loops,
// accuracy and errors are as in Regions, but errors name A[1][5] or B[1][5].
func Union(a, b [][]mgl64.Vec2, rule FillRule) ([]Region, error) {
	return combine(a, b, rule, func(inA, inB bool) bool { return inA || inB })
}

// Intersection returns the points inside a and b; all else is as in Union.
func Intersection(a, b [][]mgl64.Vec2, rule FillRule) ([]Region, error) {
	return combine(a, b, rule, func(inA, inB bool) bool { return inA && inB })
}

// Difference returns the points inside a and outside b; all else is as in Union.
func Difference(a, b [][]mgl64.Vec2, rule FillRule) ([]Region, error) {
	return combine(a, b, rule, func(inA, inB bool) bool { return inA && !inB })
}

// Xor returns the points inside either a or b and outside the other; all else is as in Union.
func Xor(a, b [][]mgl64.Vec2, rule FillRule) ([]Region, error) {
	return combine(a, b, rule, func(inA, inB bool) bool { return inA != inB })
}

func combine(a, b [][]mgl64.Vec2, rule FillRule, inside func(inA, inB bool) bool) ([]Region, error) {
	o, err := newOverlay(rule, operand{"A", a}, operand{"B", b})
	if err != nil {
		return nil, err
	}
	return o.regions(inside), nil
}

// operand is a set of loops with the name that errors give it.
type operand struct {
	name  string
	loops [][]mgl64.Vec2
}

func (o operand) check() error {
	for i, loop := range o.loops {
		name := o.name + "[" + fmt.Sprint(i) + "]"
		if err := geom.CheckExtents(name, loop); err != nil {
			return err
		}
		if len(loop) < 3 {
			return geom.NewFieldError(name, len(loop), geom.ErrTooFewPoints)
		}
	}
	return nil
}

// overlay is the arrangement of operands. It serves any number of results.
type overlay struct {
	*arrangement
	snapGrid
	rule FillRule
}

// newOverlay checks the operands. The first is A, the others are B.
func newOverlay(rule FillRule, operands ...operand) (*overlay, error) {
	if err := rule.check(); err != nil {
		return nil, err
	}
	for _, o := range operands {
		if err := o.check(); err != nil {
			return nil, err
		}
	}
	return overlayOf(rule, operands...), nil
}

func overlayOf(rule FillRule, operands ...operand) *overlay {
	var s segmentList
	for i, o := range operands {
		weight := windings{a: 1}
		if i > 0 {
			weight = windings{b: 1}
		}
		for _, loop := range o.loops {
			s.add(geomPoints(loop), weight)
		}
	}
	g, l := s.arrange()
	return &overlay{g, l, rule}
}

func (o *overlay) regions(inside func(inA, inB bool) bool) []Region {
	return o.arrangement.regions(o.snapGrid, func(w windings) bool {
		return inside(o.rule.fills(w.a), o.rule.fills(w.b))
	})
}

// segmentList collects the edges of loops.
type segmentList struct {
	points   []geom.Vec2 // in metres
	segments []segment
}

// add appends a loop, on whose left the winding numbers are larger by weight.
func (s *segmentList) add(loop []geom.Vec2, weight windings) {
	first, n := int32(len(s.points)), int32(len(loop))
	s.points = append(s.points, loop...)
	for i := range n {
		s.segments = append(s.segments, segment{first + i, first + (i+1)%n, weight.a, weight.b})
	}
}

// arrange rounds the points to a lattice and returns the arrangement of the edges.
func (s *segmentList) arrange() (*arrangement, snapGrid) {
	box := geom.EmptyBox()
	for _, p := range s.points {
		box = box.Include(p)
	}
	l := newSnapGrid(box)
	for i, p := range s.points {
		s.points[i] = l.round(p)
	}
	return newArrangement(s.points, s.segments), l
}
