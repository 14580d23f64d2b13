package polygon

import (
	"cmp"
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// ScalarGrid holds the values of a field at the corners of square cells, such as heights, densities
// or signed distances.
type ScalarGrid struct {
	Width, Height int        // numbers of samples, at least 2
	Values        []float64  // sample (x, y) is Values[y*Width+x]
	Size          float64    // side of a cell, metres; zero means 1
	Origin        mgl64.Vec2 // place of sample (0, 0)
}

// Contour returns the area in which a field is at least level, as closed loops: marching squares
// with linear interpolation along the sides of the cells (Wyvill, McPheeters and Wyvill, 1986;
// Lorensen and Cline, 1987). Around the grid the field counts as below level, so an outline that
// reaches the border follows it. In a cell with only two opposite corners inside, the mean of the
// four corners decides whether the two are joined.
//
// Outer loops run counter-clockwise, holes clockwise, and none crosses another. Where the field
// equals level at a sample, loops may touch there. Loops are in the order of the lowest cells that
// they enter. Regions turns the loops into regions.
//
// The error is a *geom.FieldError that names Width, Height, Size, Origin, Values, Values[7] or
// Level and wraps geom.ErrOutOfRange, geom.ErrNotFinite, geom.ErrNotPositive or
// geom.ErrTooFewPoints.
func Contour(field ScalarGrid, level float64) ([][]mgl64.Vec2, error) {
	field.Size = cmp.Or(field.Size, 1)
	if err := field.check(level); err != nil {
		return nil, err
	}
	m := &marcher{ScalarGrid: field, level: level, visited: make([]bool, 4*(field.Width+1)*(field.Height+1))}
	var loops [][]mgl64.Vec2
	for i := range m.visited {
		cell, side := i/4, i%4
		if loop := m.trace(cell%(field.Width+1)-1, cell/(field.Width+1)-1, side); len(loop) > 2 {
			loops = append(loops, loop)
		}
	}
	return loops, nil
}

func (f *ScalarGrid) check(level float64) error {
	const most = 1 << 26
	if f.Width < 2 || f.Width > most {
		return geom.NewFieldError("Width", f.Width, geom.ErrOutOfRange)
	}
	if f.Height < 2 || f.Height > most/f.Width {
		return geom.NewFieldError("Height", f.Height, geom.ErrOutOfRange)
	}
	if len(f.Values) != f.Width*f.Height {
		return geom.NewFieldError("Values", len(f.Values), geom.ErrOutOfRange)
	}
	if err := geom.CheckSize("Size", f.Size); err != nil {
		return err
	}
	far := f.place(f.Width-1, f.Height-1)
	if err := geom.CheckExtent("Origin", geom.From(f.Origin)); err != nil {
		return err
	}
	if err := geom.CheckExtent("Size", far); err != nil {
		return geom.NewFieldError("Size", f.Size, geom.ErrOutOfRange)
	}
	if err := geom.CheckFinite("Level", level); err != nil {
		return err
	}
	for i, v := range f.Values {
		if !geom.Finite(v) {
			return geom.CheckFinite(fmt.Sprintf("Values[%d]", i), v)
		}
	}
	return nil
}

func (f *ScalarGrid) place(x, y int) geom.Vec2 {
	return geom.From(f.Origin).MulAdd(f.Size, geom.Vec2{X: float64(x), Y: float64(y)})
}

// marcher follows outlines from cell to cell. Cell (x, y) has sample (x, y) at its lower left
// corner. The cells from -1 on have corners outside the grid. The sides of a cell are 0 below, 1
// right, 2 above, 3 left, and side i goes from corner i to corner i+1, counter-clockwise.
//
// An outline has the inside on its left: it enters a cell where the side goes from inside to
// outside, and leaves it where another goes from outside to inside.
type marcher struct {
	ScalarGrid
	level   float64
	visited []bool // per cell and side by which it is entered
}

var (
	corners   = [4][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
	neighbors = [4][2]int{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}
)

// inside reports whether a sample is inside. Samples around the grid are outside.
func (m *marcher) inside(x, y int) bool {
	return m.onGrid(x, y) && m.Values[y*m.Width+x] >= m.level
}

func (m *marcher) onGrid(x, y int) bool { return x >= 0 && y >= 0 && x < m.Width && y < m.Height }

func (m *marcher) corner(x, y, i int) (int, int) {
	return x + corners[i%4][0], y + corners[i%4][1]
}

// enters reports whether an outline enters a cell by a side.
func (m *marcher) enters(x, y, side int) bool {
	return m.inside(m.corner(x, y, side)) && !m.inside(m.corner(x, y, side+1))
}

// exit returns the side by which an outline leaves a cell that it has entered by another side. The
// outside is on its right: the outline goes around the next corner if only that corner is outside.
func (m *marcher) exit(x, y, side int) int {
	leaves := func(s int) bool { return !m.inside(m.corner(x, y, s)) && m.inside(m.corner(x, y, s+1)) }
	near, far := (side+1)%4, (side+3)%4
	if !leaves(near) {
		for s := side + 2; ; s++ {
			if leaves(s % 4) {
				return s % 4
			}
		}
	}
	if leaves(far) && !m.meanInside(x, y) { // a saddle: the outside is joined
		return far
	}
	return near
}

// meanInside reports whether the mean of a cell's corners is inside. A saddle has all its corners
// on the grid, because a cell across the border has at most two neighbouring corners on the grid.
func (m *marcher) meanInside(x, y int) bool {
	i := y*m.Width + x
	quarter := func(k int) float64 { return float64(m.Values[k] / 4) } // no sum overflows
	below, above := quarter(i)+quarter(i+1), quarter(i+m.Width)+quarter(i+m.Width+1)
	return below+above >= m.level
}

// trace follows the outline that enters a cell by a side, unless there is no such outline or it was
// followed before.
func (m *marcher) trace(x, y, side int) []mgl64.Vec2 {
	var loop []mgl64.Vec2
	for m.enters(x, y, side) && !m.visited[m.index(x, y, side)] {
		m.visited[m.index(x, y, side)] = true
		if p := m.crossing(x, y, side).Mgl(); len(loop) == 0 || loop[len(loop)-1] != p {
			loop = append(loop, p)
		}
		out := m.exit(x, y, side)
		x, y, side = x+neighbors[out][0], y+neighbors[out][1], (out+2)%4
	}
	for len(loop) > 1 && loop[0] == loop[len(loop)-1] {
		loop = loop[:len(loop)-1]
	}
	return loop
}

func (m *marcher) index(x, y, side int) int { return 4*((y+1)*(m.Width+1)+x+1) + side }

// crossing returns the point where the outline crosses a side of a cell, from the inner to the
// outer corner. Both cells of the side find the same bits. At the border of the grid the crossing
// is the sample itself.
func (m *marcher) crossing(x, y, side int) geom.Vec2 {
	ix, iy := m.corner(x, y, side)
	ox, oy := m.corner(x, y, side+1)
	p := m.place(ix, iy)
	if !m.onGrid(ox, oy) {
		return p
	}
	in, out := m.Values[iy*m.Width+ix], m.Values[oy*m.Width+ox]
	half := float64(in / 2) // so that no difference overflows
	length := half - float64(out/2)
	if length == 0 { // they differ in the last place of a subnormal number
		return p
	}
	return p.Lerp(m.place(ox, oy), min((half-float64(m.level/2))/length, 1))
}
