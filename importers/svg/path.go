package svg

import (
	"fmt"
	"math"
	"strings"

	"github.com/carom2d/carom/geom"
	"github.com/go-gl/mathgl/mgl64"
)

// maxPoints bounds an outline.
const maxPoints = 4096

// outline is a line or a loop in the world, in metres.
type outline struct {
	points []mgl64.Vec2
	closed bool
}

// pen draws the outlines of a path. Places are in the drawing until they are added.
type pen struct {
	m         matrix
	tolerance float64
	done      []outline
	now       outline
	total     int
	at, start mgl64.Vec2
	control   mgl64.Vec2 // the last control point, for smooth curves
	last      byte       // the command before, in capitals
}

// same reports whether two points differ by rounding, as at the end of a path of relative places.
func (p *pen) same(a, b mgl64.Vec2) bool { return a.Sub(b).Len() <= 1e-6*p.tolerance }

// add ends a straight piece at a place.
func (p *pen) add(to mgl64.Vec2) error {
	p.at = to
	image := p.m.apply(to)
	if n := len(p.now.points); n > 0 && p.same(p.now.points[n-1], image) {
		return nil
	}
	if p.total++; p.total > maxPoints {
		return fmt.Errorf("%w: an outline of more than %d points", ErrTooLarge, maxPoints)
	}
	p.now.points = append(p.now.points, image)
	return nil
}

// move begins a new outline.
func (p *pen) move(to mgl64.Vec2) error {
	p.finish(false)
	p.start = to
	return p.add(to)
}

// finish ends the outline, which is closed if it came back to its beginning.
func (p *pen) finish(closed bool) {
	list := p.now.points
	if n := len(list); n > 3 && p.same(list[0], list[n-1]) {
		list, closed = list[:n-1], true
	}
	if len(list) > 1 {
		p.done = append(p.done, outline{list, closed})
	}
	p.now = outline{}
	p.at = p.start
}

// pieces returns the number of straight pieces for a Bezier curve whose second differences are at
// most d: a curve of degree n is at most n (n-1) d / (8 k^2) away from k chords (Wang, 1984).
func (p *pen) pieces(degree, d float64) (int, error) {
	k := math.Ceil(math.Sqrt(degree * (degree - 1) * d / (8 * p.tolerance)))
	if !(k <= maxPoints) {
		return 0, fmt.Errorf("%w: a curve that needs more than %d points", ErrTooLarge, maxPoints)
	}
	return max(1, int(k)), nil
}

// cubic draws a curve with two control points.
func (p *pen) cubic(b, c, d mgl64.Vec2) error {
	a := p.at
	p.control = c
	fold := func(x, y, z mgl64.Vec2) float64 {
		return p.m.apply(x).Sub(p.m.apply(y)).Add(p.m.apply(z).Sub(p.m.apply(y))).Len()
	}
	n, err := p.pieces(3, max(fold(a, b, c), fold(b, c, d)))
	if err != nil {
		return err
	}
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		ab, bc, cd := mix(a, b, t), mix(b, c, t), mix(c, d, t)
		if err := p.add(mix(mix(ab, bc, t), mix(bc, cd, t), t)); err != nil {
			return err
		}
	}
	p.at = d
	return nil
}

// quadratic draws a curve with one control point as the equal cubic curve.
func (p *pen) quadratic(b, c mgl64.Vec2) error {
	err := p.cubic(mix(p.at, b, 2.0/3), mix(c, b, 2.0/3), c)
	p.control = b
	return err
}

func mix(a, b mgl64.Vec2, t float64) mgl64.Vec2 {
	if t == 1 {
		return b
	}
	return mgl64.Vec2{a[0] + float64(t*(b[0]-a[0])), a[1] + float64(t*(b[1]-a[1]))}
}

// arc draws a piece of an ellipse, given as in SVG by its ends: the middle follows as in the
// implementation notes of SVG 1.1, F.6.5 and F.6.6.
func (p *pen) arc(rx, ry, degrees float64, large, sweep bool, to mgl64.Vec2) error {
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 || to == p.at {
		return p.add(to)
	}
	sin, cos := geom.SinCos(degrees * math.Pi / 180)
	half := p.at.Sub(to).Mul(0.5)
	x, y := float64(cos*half[0])+float64(sin*half[1]), float64(cos*half[1])-float64(sin*half[0])
	ux, uy := x/rx, y/ry
	size := float64(ux*ux) + float64(uy*uy)
	if size > 1 { // too small to reach: the radii grow
		grow := math.Sqrt(size)
		rx, ry, ux, uy, size = rx*grow, ry*grow, ux/grow, uy/grow, 1
	}
	// On the unit circle the middle lies square to the chord.
	side := math.Sqrt(max(0, 1/size-1))
	if large == sweep {
		side = -side
	}
	cx, cy := float64(side*uy), float64(-side*ux)
	from := geom.Atan2(uy-cy, ux-cx)
	span := geom.Atan2(-uy-cy, -ux-cx) - from
	if sweep && span < 0 {
		span += 2 * math.Pi
	} else if !sweep && span > 0 {
		span -= 2 * math.Pi
	}
	middle := mix(p.at, to, 0.5)
	e := matrix{
		a: float64(cos * rx), b: float64(sin * rx), c: float64(-sin * ry), d: float64(cos * ry), e: middle[0], f: middle[1],
	}
	return p.turn(e, mgl64.Vec2{cx, cy}, from, span, to)
}

// turn draws an arc of the unit circle about a middle, mapped by a transform. A chord of an angle t
// is at most r t^2 / 8 away from the arc.
func (p *pen) turn(e matrix, middle mgl64.Vec2, from, span float64, to mgl64.Vec2) error {
	r := p.m.times(e).reach()
	n := math.Ceil(math.Abs(span) * math.Sqrt(r/(8*p.tolerance)))
	if !(n <= maxPoints) {
		return fmt.Errorf("%w: an arc that needs more than %d points", ErrTooLarge, maxPoints)
	}
	// Eight chords in a turn keep the outline of the smallest circle an outline.
	n = max(n, math.Ceil(math.Abs(span)/(math.Pi/4)))
	if span == 2*math.Pi {
		n = 4 * math.Ceil(n/4) // symmetric: the middle of its bounds is the middle of the ellipse
	}
	for i := 1; i < int(n); i++ {
		sin, cos := geom.SinCos(from + float64(span*float64(i)/n))
		if err := p.add(e.apply(mgl64.Vec2{middle[0] + cos, middle[1] + sin})); err != nil {
			return err
		}
	}
	return p.add(to)
}

func (p *pen) ellipse(center mgl64.Vec2, rx, ry float64) error {
	begin := center.Add(mgl64.Vec2{rx, 0})
	if err := p.move(begin); err != nil {
		return err
	}
	err := p.turn(matrix{a: rx, d: ry, e: center[0], f: center[1]}, mgl64.Vec2{}, 0, 2*math.Pi, begin)
	p.finish(true)
	return err
}

// counts holds how many numbers each command of a path takes.
var counts = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'Q': 4, 'T': 2}

// path draws the data of a path.
func (p *pen) path(text string) error {
	s := &scanner{text}
	command := byte(0)
	for s.skip(); s.text != ""; s.skip() {
		switch {
		case !s.atNumber():
			command = s.text[0]
			s.text = s.text[1:]
		case command == 'M':
			command = 'L'
		case command == 'm':
			command = 'l'
		case command == 'Z' || command == 'z':
			return fmt.Errorf("%w: %.20q after a closed path", ErrFormat, s.text)
		}
		capital := command &^ 0x20
		if p.last == 0 && capital != 'M' {
			return fmt.Errorf("%w: a path that begins with %.20q", ErrFormat, text)
		}
		if err := p.command(s, capital, command != capital); err != nil {
			return err
		}
		p.last = capital
	}
	p.finish(false)
	return nil
}

// command draws one command with its numbers.
func (p *pen) command(s *scanner, command byte, relative bool) error {
	base := mgl64.Vec2{}
	if relative {
		base = p.at
	}
	if p.last == 'Z' && command != 'M' && command != 'Z' { // continues at the beginning of the last outline
		if err := p.add(p.at); err != nil {
			return err
		}
	}
	switch command {
	case 'Z':
		p.finish(true)
		return nil
	case 'A':
		return p.arcCommand(s, base)
	}
	n, ok := counts[command]
	if !ok {
		return fmt.Errorf("%w: a path has no command %q", ErrFormat, string(rune(command)))
	}
	var v [6]float64
	for i := range n {
		var err error
		if v[i], err = s.number(); err != nil {
			return err
		}
	}
	at := func(i int) mgl64.Vec2 { return base.Add(mgl64.Vec2{v[i], v[i+1]}) }
	smooth := p.at // the last control point mirrored
	if command == 'S' && (p.last == 'C' || p.last == 'S') || command == 'T' && (p.last == 'Q' || p.last == 'T') {
		smooth = p.at.Mul(2).Sub(p.control)
	}
	switch command {
	case 'M':
		return p.move(at(0))
	case 'L':
		return p.add(at(0))
	case 'H':
		return p.add(mgl64.Vec2{base[0] + v[0], p.at[1]})
	case 'V':
		return p.add(mgl64.Vec2{p.at[0], base[1] + v[0]})
	case 'C':
		return p.cubic(at(0), at(2), at(4))
	case 'S':
		return p.cubic(smooth, at(0), at(2))
	case 'Q':
		return p.quadratic(at(0), at(2))
	}
	return p.quadratic(smooth, at(0))
}

func (p *pen) arcCommand(s *scanner, base mgl64.Vec2) error {
	var v [3]float64
	for i := range v {
		var err error
		if v[i], err = s.number(); err != nil {
			return err
		}
	}
	large, err := s.flag()
	if err != nil {
		return err
	}
	sweep, err := s.flag()
	if err != nil {
		return err
	}
	x, err := s.number()
	if err != nil {
		return err
	}
	y, err := s.number()
	if err != nil {
		return err
	}
	return p.arc(v[0], v[1], v[2], large, sweep, base.Add(mgl64.Vec2{x, y}))
}

func (p *pen) polyline(text string, closed bool) error {
	numbers, err := parseNumbers(text, 2*maxPoints)
	if err != nil {
		return err
	}
	if len(numbers)%2 != 0 {
		return fmt.Errorf("%w: points %.40q: the last has no y", ErrFormat, strings.TrimSpace(text))
	}
	for i := 0; i < len(numbers); i += 2 {
		if err := p.add(mgl64.Vec2{numbers[i], numbers[i+1]}); err != nil {
			return err
		}
	}
	p.finish(closed)
	return nil
}

// rectangle draws a rectangle with rounded corners.
func (p *pen) rectangle(x, y, w, h, rx, ry float64) error {
	rx, ry = min(rx, w/2), min(ry, h/2)
	if rx <= 0 || ry <= 0 {
		rx, ry = 0, 0
	}
	if err := p.move(mgl64.Vec2{x + rx, y}); err != nil {
		return err
	}
	corners := [4][2]mgl64.Vec2{
		{{x + w - rx, y}, {x + w, y + ry}}, {{x + w, y + h - ry}, {x + w - rx, y + h}},
		{{x + rx, y + h}, {x, y + h - ry}}, {{x, y + ry}, {x + rx, y}},
	}
	for _, c := range corners {
		if err := p.add(c[0]); err != nil {
			return err
		}
		if err := p.arc(rx, ry, 0, false, true, c[1]); err != nil {
			return err
		}
	}
	p.finish(true)
	return nil
}
