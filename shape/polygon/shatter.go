package polygon

import (
	"cmp"
	"fmt"
	"math"
	"sort"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// Shatter divides the inside of loops among seeds: each point belongs to the nearest seed (Voronoi,
// 1908). It returns the regions of each seed, in the order of the seeds: none for a seed whose cell
// misses the loops, several if the cell meets the inside in several places. Together they cover the
// whole, and neighbours have the same points along their common border.
//
// Seeds may lie anywhere, but the grid covers them too: its spacing is up to 2^-36 of the size of
// loops and seeds together. n seeds take time n log n, in addition to the time of Regions.
//
// Loops, rule and errors are as of Regions. The error may also name Seeds with geom.ErrTooFewPoints
// (none) or Seeds[3] with geom.ErrNotFinite, geom.ErrOutOfRange or geom.ErrDuplicate.
func Shatter(loops [][]mgl64.Vec2, seeds []mgl64.Vec2, rule FillRule) ([][]Region, error) {
	o := operand{"Loops", loops}
	if err := cmp.Or(rule.check(), o.check()); err != nil {
		return nil, err
	}
	cells, err := newVoronoi(o.box(), seeds)
	if err != nil {
		return nil, err
	}
	var s segmentList
	for _, loop := range loops {
		s.add(geomPoints(loop), windings{a: 1})
	}
	// One winding number identifies the cell of a point: each point that is on no border is in one
	// cell.
	for i := range seeds {
		s.add(cells.cell(i), windings{b: int32(i + 1)})
	}
	g, l := s.arrange()
	cellAt := func(w windings) int32 {
		if !rule.fills(w.a) || w.b < 1 || int(w.b) > len(seeds) {
			return 0
		}
		return w.b
	}
	borders := make([][]int32, len(seeds)+1)
	for h := range int32(2 * len(g.edges)) {
		left, right := g.sides(h)
		if c := cellAt(left); c != cellAt(right) {
			borders[c] = append(borders[c], h)
		}
	}
	parts := make([][]Region, len(seeds))
	t := newRegionTracer(g, l)
	for i := range parts {
		parts[i] = t.regions(borders[i+1])
	}
	return parts, nil
}

// voronoi holds the cells of seeds, as the dual of their Delaunay triangulation. Four ghosts around
// all seeds close the cells. They are so far away that no point of the box is nearer to a ghost
// than to a seed.
type voronoi struct {
	*mesh
	centers []geom.Vec2 // per triangle: the centre of its circle, a corner of the cells of its three points
	point   []int32     // per seed: its point of the mesh
}

func newVoronoi(box geom.Box, seeds []mgl64.Vec2) (*voronoi, error) {
	if err := geom.CheckExtents("Seeds", seeds); err != nil {
		return nil, err
	}
	n := len(seeds)
	if n == 0 {
		return nil, geom.NewFieldError("Seeds", n, geom.ErrTooFewPoints)
	}
	points := geomPoints(seeds)
	order := make([]int32, n)
	for i, p := range points {
		order[i] = int32(i)
		box = box.Include(p)
	}
	e, center := box.Extents(), box.Center()
	// The circle through two seeds that are nearer than this would have no finite centre.
	least := 0x1p-150 * (e.X + e.Y)
	for i := range points {
		points[i] = geom.Vec2{X: withoutTiny(points[i].X, least), Y: withoutTiny(points[i].Y, least)}
	}
	sort.Sort(&byOrder{order, func(i, j int32) int { return cmp.Or(comparePoints(points[i], points[j]), cmp.Compare(i, j)) }})
	for k := 1; k < n; k++ {
		if i, j := order[k-1], order[k]; points[i] == points[j] {
			return nil, geom.NewFieldError(fmt.Sprintf("Seeds[%d]", j), points[j], fmt.Errorf("%w Seeds[%d]", geom.ErrDuplicate, i))
		}
	}
	// Of a box with radius r, a point is nearer than 2r to each seed and farther than 3r from
	// a ghost at a distance of 4r.
	// A box without a size may lie so far away that the ghosts need the distance of its rounding.
	far := float64(4*max(e.X+e.Y, geom.MinSize, 0x1p-48*(math.Abs(center.X)+math.Abs(center.Y)))) + geom.MinSize
	points = append(points, center.Add(geom.Vec2{X: far}), center.Add(geom.Vec2{Y: far}),
		center.Sub(geom.Vec2{X: far}), center.Sub(geom.Vec2{Y: far}))
	order = append(order, int32(n), int32(n+1), int32(n+2), int32(n+3))
	sort.Sort(&byOrder{order, func(i, j int32) int { return comparePoints(points[i], points[j]) }})
	sorted := make([]geom.Vec2, len(order))
	v := &voronoi{point: make([]int32, len(order))}
	for k, i := range order {
		sorted[k], v.point[i] = points[i], int32(k)
	}
	v.mesh = newMesh(sorted)
	v.findCenters()
	return v, nil
}

// withoutTiny returns x, or zero for a number that is smaller than the least.
func withoutTiny(x, least float64) float64 {
	if math.Abs(x) < least {
		return 0
	}
	return x
}

// findCenters computes the centres of the circles through the corners of the triangles.
func (v *voronoi) findCenters() {
	v.centers = make([]geom.Vec2, len(v.org)/3)
	for t := range v.centers {
		a := v.points[v.org[3*t]]
		b, c := v.points[v.org[3*t+1]].Sub(a), v.points[v.org[3*t+2]].Sub(a)
		// With the origin at a, the centre u has b u = |b|^2 / 2 and c u = |c|^2 / 2.
		toward := c.RightPerp().Mul(b.LengthSquared()).Sub(b.RightPerp().Mul(c.LengthSquared()))
		v.centers[t] = a.Add(toward.Mul(1 / float64(2*v.orient(v.org[3*t], v.org[3*t+1], v.org[3*t+2]))))
	}
}

// cell returns the corners of the cell of a seed, counter-clockwise.
func (v *voronoi) cell(seed int) []geom.Vec2 {
	var corners []geom.Vec2
	first := v.outgoing[v.point[seed]]
	for h := first; ; {
		corners = append(corners, v.centers[h/3])
		if h = v.twin[prevEdge(h)]; h == first {
			return corners
		}
	}
}
