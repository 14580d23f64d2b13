package level

import (
	"errors"
	"fmt"

	"github.com/carom2d/carom/world/terrain"
)

// ErrTooLarge is the reason for rejecting a file whose level would be too large.
var ErrTooLarge = errors.New("is too large")

// The largest sizes of a level.
const (
	MaxWork      = 1 << 22 // points, properties and objects; see Outline
	MaxColliders = 1 << 19
	MaxWarnings  = 1000
)

// Budget counts the cost of a level. The zero Budget has spent nothing.
type Budget struct{ work, colliders int }

// Work spends points of outlines, properties and objects. The error wraps ErrTooLarge.
func (b *Budget) Work(n int) error {
	if b.work += n; b.work > MaxWork || n > MaxWork {
		return fmt.Errorf("a level of more than %d points, properties and objects %w", MaxWork, ErrTooLarge)
	}
	return nil
}

// Outline spends the points of an outline. An outline of a thousand corners costs as much as
// sixteen thousand points, because the time of the checks grows with the square of its corners. The
// error wraps ErrTooLarge.
func (b *Budget) Outline(points int) error {
	if points > MaxWork>>6 {
		return b.Work(MaxWork + 1)
	}
	return b.Work(points + points*points/64)
}

// Colliders spends colliders. The error wraps ErrTooLarge.
func (b *Budget) Colliders(n int) error {
	if b.colliders += n; b.colliders > MaxColliders || n > MaxColliders {
		return fmt.Errorf("a level of more than %d colliders %w", MaxColliders, ErrTooLarge)
	}
	return nil
}

// block is the side of the squares in which package terrain merges tiles.
const block = 8

// Pieces returns an upper bound of the number of colliders that a rectangle of tiles becomes,
// except for tiles with several outlines. Rows have the given width.
func Pieces(width int, tiles []terrain.Tile) (n int) {
	if width <= 0 {
		return 0
	}
	height := len(tiles) / width
	for y := 0; y < height; y += block {
		for x := 0; x < width; x += block {
			n += blockPieces(width, tiles, x, y, min(x+block, width), min(y+block, height))
		}
	}
	return n
}

// blockPieces counts one collider for a block of equal tiles, and otherwise one for each run
// of equal tiles in a row.
func blockPieces(width int, tiles []terrain.Tile, x0, y0, x1, y1 int) (n int) {
	first, equal := tiles[y0*width+x0], true
	for y := y0; y < y1; y++ {
		last := terrain.Tile(0)
		for _, tile := range tiles[y*width+x0 : y*width+x1] {
			if tile != 0 && tile != last {
				n++
			}
			last = tile
			equal = equal && tile == first
		}
	}
	if equal {
		return min(n, 1)
	}
	return n
}
