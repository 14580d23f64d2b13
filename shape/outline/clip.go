package outline

import "github.com/carom2d/carom/geom"

// Side is the half of the plane that lies behind a line: the points p with
// (p - Point) . Normal <= 0. Normal need not be unit length.
type Side struct{ Point, Normal geom.Vec2 }

// Clip appends the outline of the part of a convex outline that lies on a side. Where the
// line cuts through, it closes the outline by a line with Cut set. Nothing is appended when
// no part of the border lies there. dst must not share memory with src.
func Clip(dst, src []Piece, side Side) []Piece {
	first := len(dst)
	broken := false     // something was left out since the last piece
	brokenHead := false // something was left out before the first piece
	for i := range src {
		p := &src[i]
		f := p.along(side.Point, side.Normal)
		cuts := p.cutsOf(f)
		for k := 1; k < cuts.n; k++ {
			from, to := cuts.at[k-1], cuts.at[k]
			if p.value(f, float64(from/2)+float64(to/2)) > 0 {
				broken = true
				continue
			}
			part := *p
			if cuts.n > 2 {
				part = p.part(from, to)
			}
			if len(dst) == first {
				brokenHead = broken
			} else if broken {
				dst = appendCut(dst, dst[len(dst)-1].B, part.A)
			}
			broken = false
			dst = append(dst, part)
		}
	}
	if len(dst) > first && (broken || brokenHead) {
		dst = appendCut(dst, dst[len(dst)-1].B, dst[first].A)
	}
	return dst
}

func appendCut(dst []Piece, a, b geom.Vec2) []Piece {
	if a == b {
		return dst
	}
	p := line(a, b)
	p.Cut = true
	return append(dst, p)
}
