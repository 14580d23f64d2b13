package polygon

import (
	"cmp"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// TileGrid is a grid of square tiles, each solid or empty. Tile (0, 0) is the lower
// left one: y counts upward.
type TileGrid struct {
	Width, Height int
	Size          float64    // side of a tile, metres; zero means 1
	Origin        mgl64.Vec2 // lower left corner of tile (0, 0)

	// Solid reports whether a tile is solid. It is called once for every tile of the
	// grid, row by row from below. Everything around the grid is empty.
	Solid func(x, y int) bool
}

// OutlineTiles returns the border of the solid tiles as closed loops. There is no edge
// between two solid tiles, and a point only where the border turns, so bodies that
// slide along the border meet no inner corner. Each loop has the solid on its left:
// outer loops run counter-clockwise, holes clockwise, as a closed shape.Chain needs
// them.
//
// Where four tiles meet and only two opposite ones are solid, those two are
// joined: nothing can pass between them. A loop may therefore pass one corner twice,
// which Decompose and Triangulate accept.
//
// Loops come in the order of their lowest, then leftmost points, and begin there.
// A grid without solid tiles has none. Equal corners have equal coordinates.
//
// The error is a *geom.FieldError that names Width, Height, Size or Origin and
// wraps geom.ErrNegative, geom.ErrOutOfRange (more than 2^26 tiles, or too far
// out), geom.ErrNotFinite or geom.ErrNotPositive. Solid must not be nil.
func OutlineTiles(tiles TileGrid) ([][]mgl64.Vec2, error) {
	tiles.Size = cmp.Or(tiles.Size, 1)
	if err := tiles.check(); err != nil {
		return nil, err
	}
	m := tileMap{w: tiles.Width + 2, solid: make([]bool, (tiles.Width+2)*(tiles.Height+2))}
	for y := range tiles.Height {
		for x := range tiles.Width {
			m.solid[(y+1)*m.w+x+1] = tiles.Solid(x, y)
		}
	}
	m.visited = make([][2]bool, len(m.solid))
	var loops [][]mgl64.Vec2
	// From its lowest, then leftmost corner an outer loop runs east, a hole north.
	for y := 0; y <= tiles.Height; y++ {
		for x := 0; x <= tiles.Width; x++ {
			for _, d := range [2]direction{east, north} {
				loops = tiles.appendLoop(loops, &m, x, y, d)
			}
		}
	}
	return loops, nil
}

// appendLoop appends the loop whose border turns at corner (x, y) to direction d, unless there is
// no such loop or it was traced before.
func (t TileGrid) appendLoop(loops [][]mgl64.Vec2, m *tileMap, x, y int, d direction) [][]mgl64.Vec2 {
	step := gridStep[d]
	if !m.hasBorder(x, y, d) || m.hasBorder(x-step[0], y-step[1], d) || m.visited[m.index(x, y)][d] {
		return loops
	}
	return append(loops, t.points(m.trace(x, y, d)))
}

func (t TileGrid) check() error {
	if t.Solid == nil {
		panic("polygon: OutlineTiles of tiles without Solid")
	}
	const maxTiles = 1 << 26
	for _, side := range []struct {
		name  string
		count int
	}{{"Width", t.Width}, {"Height", t.Height}} {
		if side.count < 0 {
			return geom.NewFieldError(side.name, side.count, geom.ErrNegative)
		}
		if side.count > maxTiles {
			return geom.NewFieldError(side.name, side.count, geom.ErrOutOfRange)
		}
	}
	if t.Width > 0 && t.Height > maxTiles/t.Width {
		return geom.NewFieldError("Height", t.Height, geom.ErrOutOfRange)
	}
	return cmp.Or(
		geom.CheckSize("Size", t.Size), geom.CheckExtent("Origin", geom.From(t.Origin)),
		geom.CheckExtent("Origin", geom.From(t.corner(t.Width, t.Height))),
	)
}

// corner returns the lower left corner of tile (x, y).
func (t TileGrid) corner(x, y int) mgl64.Vec2 {
	return geom.From(t.Origin).Add(geom.Vec2{X: float64(x), Y: float64(y)}.Mul(t.Size)).Mgl()
}

func (t TileGrid) points(corners [][2]int) []mgl64.Vec2 {
	loop := make([]mgl64.Vec2, len(corners))
	for i, c := range corners {
		loop[i] = t.corner(c[0], c[1])
	}
	return loop
}

// direction is a direction along the grid. The next direction is a quarter turn to the left.
type direction int

const (
	east direction = iota
	north
	west
	south
)

// gridStep is a step in each direction. leftTile and rightTile are the tiles on both
// sides of the step, as offsets from the tile with the start of the step as its lower
// left corner.
var (
	gridStep  = [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	leftTile  = [4][2]int{{0, 0}, {-1, 0}, {-1, -1}, {0, -1}}
	rightTile = [4][2]int{{0, -1}, {0, 0}, {-1, 0}, {-1, -1}}
)

// tileMap is a grid with a rim of empty tiles around it.
type tileMap struct {
	w       int
	solid   []bool
	visited [][2]bool // by corner: the edges that start here to the east and to the north belong to a loop already
}

func (m *tileMap) index(x, y int) int { return (y+1)*m.w + x + 1 }

// hasBorder reports whether the border runs from corner (x, y) in direction d, with
// solid on the left and empty on the right.
func (m *tileMap) hasBorder(x, y int, d direction) bool {
	l, r := leftTile[d], rightTile[d]
	return m.solid[m.index(x+l[0], y+l[1])] && !m.solid[m.index(x+r[0], y+r[1])]
}

// trace follows the border from corner (x, y), where it turns to direction d, and
// returns the corners where it turns.
func (m *tileMap) trace(x, y int, d direction) [][2]int {
	var corners [][2]int
	for startX, startY, start := x, y, d; ; {
		corners = append(corners, [2]int{x, y})
		if d == east || d == north {
			m.visited[m.index(x, y)][d] = true
		}
		before := d
		for d == before {
			x, y = x+gridStep[d][0], y+gridStep[d][1]
			d = m.nextDirection(x, y, d)
		}
		if x == startX && y == startY && d == start {
			return corners
		}
	}
}

// nextDirection returns the direction in which the border continues from corner (x, y)
// after direction d: right if possible, which joins solid tiles that touch at a corner.
func (m *tileMap) nextDirection(x, y int, d direction) direction {
	for _, next := range [2]direction{(d + 3) % 4, d} {
		if m.hasBorder(x, y, next) {
			return next
		}
	}
	return (d + 1) % 4
}
