package gallery

import (
	"cmp"
	"image"
	"math"
	"slices"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
)

//scene:landslide

var landslide = Scene{
	Name: "landslide", Title: "Landslide", Theme: "terrain", Poster: 4,
	About: "Stones of all shapes come down a mountain of one smooth chain into a valley of huts.",
	Params: []Param{
		{"stones", 10, 300, 10, 140, ""},
		{"roughness", 0, 1.5, 0.05, 0.5, "m"},
		{"friction", 0, 1, 0.05, 0.4, ""},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		heights := make([]float64, 81)
		for i := range heights {
			x := float64(i) / 80
			heights[i] = 14*(1-x)*(1-x) + s.between(0, p["roughness"])*(1-x)
			if i > 50 {
				heights[i] = 14 * (30.0 / 80) * (30.0 / 80)
			}
		}
		s.terrain(-20, 0.5, heights)
		s.fixed(vec{-20.2, 15}, 0, shape.Box(0.2, 12))
		s.fixed(vec{20.2, 8}, 0, shape.Box(0.2, 9))
		base := heights[60]
		for i := range 3 {
			x := 9 + 3.4*float64(i)
			for _, dx := range []float64{-0.8, 0.8} {
				s.body(body.Def{Position: vec{x + dx, base + 0.7}}, of(0.3), shape.Box(0.12, 0.7))
			}
			s.body(body.Def{Position: vec{x, base + 1.5}}, of(0.3), shape.Box(1.2, 0.1))
			s.body(body.Def{Position: vec{x, base + 1.6}}, of(0.3), shape.Triangle(vec{-1.1, 0}, vec{1.1, 0}, vec{0, 0.9}))
		}
		count := 0
		r := s.show(-20, -1, 20, 20)
		r.BeforeTick = func(Keys) {
			for s.Ticks()%3 == 0 && count < p.Int("stones") {
				count++
				shapes := []shape.Support{shape.RegularPolygon(3+count%5, s.between(0.25, 0.7)), shape.Circle{Radius: s.between(0.2, 0.5)}, shape.Box(s.between(0.2, 0.5), 0.3), shape.Ellipse{RX: 0.5, RY: 0.3}}
				s.body(body.Def{Position: vec{s.between(-19, -14), s.between(17, 20)}, LinearVelocity: vec{3, 0}}, surface(p["friction"], 0.1), shapes[count%4])
				break
			}
		}
		return r, nil
	},
}

//scene:marble_run

var marbleRun = Scene{
	Name: "marble_run", Title: "Marble run", Theme: "terrain", Poster: 5,
	About: "Marbles roll over a smooth wave, through a loop and into a bowl. Chains have no seams to catch on.",
	Params: []Param{
		{"marbles", 1, 40, 1, 14, ""},
		{"loop", 0.8, 2, 0.1, 1.4, "m"},
		{"size", 0.1, 0.3, 0.02, 0.2, "m"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		smooth := surface(0.2, 0.2)
		chain := func(points ...vec) {
			slices.Reverse(points) // ground goes from right to left
			world.Must(s.fixed(vec{}, 0).AttachChain(shape.Chain{Points: points}, smooth))
		}
		var slope []vec
		for i := range 40 {
			x := -12 + 0.3*float64(i)
			down, bumps := (x+0.3)/-11.7, math.Max(0, 1-(x+6)*(x+6)/36)
			slope = append(slope, vec{x, 1 + 7*down*down + 0.25*bumps*bumps*bumps*sine(2*x)})
		}
		chain(append(slope, vec{3, 1}, vec{6.3, 0.9})...)
		// Marbles enter below the left half of the loop and leave below the right half. At the top
		// they change the half that they collide with.
		const rightHalf, leftHalf = 2, 4
		center := vec{1.5, 1 + p["loop"]}
		for i := range 48 {
			a, b := center.Add(polar(p["loop"], 2*math.Pi*float64(i)/48)), center.Add(polar(p["loop"], 2*math.Pi*float64(i+1)/48))
			half := uint64(rightHalf)
			if a[0]+b[0] < 2*center[0] {
				half = leftHalf
			}
			s.body(body.Def{Type: body.Static}, world.ColliderDef{Material: smooth.Material, Filter: shape.Filter{Category: half}}, shape.Segment{A: a, B: b})
		}
		var bowl []vec
		for i := range 25 {
			angle := math.Pi * (1 + float64(i)/24)
			bowl = append(bowl, vec{9.6, 1.5}.Add(polar(2.6, angle)))
		}
		chain(bowl...)
		count := 0
		out := s.show(-13, -2, 13, 9.5)
		out.BeforeTick = func(Keys) {
			if s.Ticks()%40 == 0 && count < p.Int("marbles") {
				count++
				s.body(body.Def{Position: vec{-11.6, 8.4}}, world.ColliderDef{Material: smooth.Material, Filter: shape.Filter{Mask: ^uint64(leftHalf)}}, shape.Circle{Radius: p["size"]})
			}
			for b := range s.Bodies() {
				if at := b.Position(); b.Type() == body.Dynamic && at.Sub(center).Len() < p["loop"] && at[1] > center[1]+p["loop"]/2 && at[0] < center[0] {
					for c := range b.Colliders() {
						world.Check(c.SetFilter(shape.Filter{Mask: ^uint64(rightHalf)}))
					}
				}
			}
		}
		return out, nil
	},
}

//scene:hourglass

var hourglass = Scene{
	Name: "hourglass", Title: "Hourglass", Theme: "terrain", Poster: 3,
	About: "A closed chain is a room. Grains trickle through the neck, and the glass turns over when they have.",
	Params: []Param{
		{"grains", 50, 500, 10, 260, ""},
		{"neck", 0.35, 1.2, 0.05, 0.85, "m"},
		{"turn", 4, 30, 1, 12, "s"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		glass := s.moving(vec{})
		half := p["neck"] / 2
		right := []vec{{half, 0.3}, {3.2, 3.6}, {3.2, 6}, {2.6, 6.6}}
		var points []vec // clockwise: a cave
		for i := range right {
			points = append(points, right[len(right)-1-i])
		}
		for _, v := range right {
			points = append(points, vec{v[0], -v[1]})
		}
		for i := range right {
			v := right[len(right)-1-i]
			points = append(points, vec{-v[0], -v[1]})
		}
		for _, v := range right {
			points = append(points, vec{-v[0], v[1]})
		}
		world.Must(glass.AttachChain(shape.Chain{Points: points, Closed: true}, surface(0.2, 0)))
		for i := range p.Int("grains") {
			at := vec{-2.4 + 0.26*float64(i%19), 3.3 + 0.26*float64(i/19)}
			if i >= 19*12 { // the rest lies below
				j := i - 19*12
				at = vec{-2.4 + 0.26*float64(j%19), -5.8 + 0.26*float64(j/19)}
			}
			s.body(body.Def{Position: at.Add(vec{s.between(0, 0.02), 0})}, surface(0.1, 0), shape.Circle{Radius: 0.12})
		}
		r := s.show(-11, -7.5, 11, 7.5)
		r.BeforeTick = func(Keys) { // it rests, and turns by half a turn in the last two seconds of each turn
			period := p["turn"]
			next := s.Time() + 1.0/60
			turns, phase := math.Floor(next/period), math.Mod(next, period)
			part := math.Max(0, (phase-period+2)/2)
			world.Check(glass.MoveTo(vec{}, math.Pi*(turns+part*part*(3-2*part))))
		}
		return r, nil
	},
}

//scene:dig

var dig = Scene{
	Name: "dig", Title: "Dig", Theme: "terrain", Poster: 3.5, Pointer: "dig",
	About: "Ground of small tiles: what nothing holds any more falls, as a body of its mass. A mole digs until you do.",
	Params: []Param{
		{"brush", 0.3, 1.2, 0.1, 0.6, "m"},
		{"stones", 0, 120, 10, 40, ""},
		{"density", 0.2, 5, 0.2, 1, "kg/m²"},
	},
	Build: func(p Values) (*Running, error) {
		s := newStage(10)
		s.fixed(vec{}, 0, shape.OffsetBox(0.5, 9, vec{-14.5, -1}, 0), shape.OffsetBox(0.5, 9, vec{14.5, -1}, 0), shape.OffsetBox(15, 0.5, vec{0, -10.5}, 0))
		pit := newPit(s, p["density"])
		for i := range p.Int("stones") {
			at := vec{-12 + 1.7*float64(i%15), 0.6 + 0.8*float64(i/15)}
			s.add(at, 0, shape.RegularPolygon(3+i%5, s.between(0.2, 0.4)))
		}
		var last vec
		var holds, manual bool
		point := func(at vec, down bool) {
			if !holds {
				last = at
			}
			if holds = down; down {
				pit.dig(last, at, p["brush"])
				last = at
			}
		}
		r := s.show(-14, -10.5, 14, 5)
		r.Point = func(at vec, down bool) {
			manual, holds = true, holds && manual
			point(at, down)
		}
		r.Keep = func() func() {
			state := new(terrain.State)
			pit.ground.Save(state)
			return func() { pit.ground.Restore(state) }
		}
		r.BeforeTick = func(Keys) { // the mole digs four bows from the meadow down and up again
			if t := s.Time() / 2.5; !manual && s.Ticks()%3 == 0 && t < 5 {
				bow, part := math.Floor(t), t-math.Floor(t)
				point(vec{-12.5 + 5.2*bow + 4.8*part, 0.5 - (2+bow)*sine(math.Pi*part)}, part < 0.95)
			}
			pit.collapse()
		}
		return r, nil
	},
}

// pit is ground of tiles. Tiles that are not connected with its bottom fall.
type pit struct {
	*stage
	ground  *terrain.Terrain
	cells   image.Rectangle
	density float64
	dug     bool   // since the last collapse
	left    []bool // scratch: the tiles that no piece has yet
}

const pitTile = 0.25 // m

func newPit(s *stage, density float64) *pit {
	ground := world.Must(terrain.New(s.World, terrain.Def{Side: pitTile, Kinds: make([]terrain.Kind, 1)}))
	p := &pit{stage: s, ground: ground, cells: image.Rect(-56, -40, 56, 0), density: density}
	world.Check(ground.Fill(p.cells, 1))
	return p
}

// dig takes tiles away from one point to another.
func (p *pit) dig(from, to vec, brush float64) {
	low, high := vec{-14, -10}, vec{14, 5}
	for i := range to {
		from[i], to[i] = min(max(from[i], low[i]), high[i]), min(max(to[i], low[i]), high[i])
	}
	steps := math.Ceil(to.Sub(from).Len()/brush) + 1
	for i := range int(steps) {
		at := from.Add(to.Sub(from).Mul(float64(i+1) / steps))
		for y := math.Floor((at[1] - brush) / pitTile); y*pitTile < at[1]+brush; y++ {
			up := (y+0.5)*pitTile - at[1]
			half := math.Sqrt(max(0, brush*brush-up*up))
			row := image.Rect(int(math.Round((at[0]-half)/pitTile)), int(y), int(math.Round((at[0]+half)/pitTile)), int(y)+1)
			world.Check(p.ground.Fill(row.Intersect(p.cells), 0))
		}
	}
	p.dug = true
}

// collapse makes bodies of tiles that are no longer connected with the bottom.
func (p *pit) collapse() {
	if !p.dug {
		return
	}
	p.dug = false
	p.left = p.left[:0]
	for y := p.cells.Min.Y; y < p.cells.Max.Y; y++ {
		for x := p.cells.Min.X; x < p.cells.Max.X; x++ {
			p.left = append(p.left, p.ground.At(image.Pt(x, y)) != 0)
		}
	}
	for x := p.cells.Min.X; x < p.cells.Max.X; x++ {
		p.connected(image.Pt(x, p.cells.Min.Y))
	}
	for y := p.cells.Min.Y; y < p.cells.Max.Y; y++ {
		for x := p.cells.Min.X; x < p.cells.Max.X; x++ {
			if piece := p.connected(image.Pt(x, y)); len(piece) > 0 {
				p.loosen(piece)
			}
		}
	}
}

// connected returns the remaining tiles that are connected with the first tile, and removes them
// from left.
func (p *pit) connected(first image.Point) (piece []image.Point) {
	visit := func(at image.Point) {
		if i := (at.Y-p.cells.Min.Y)*p.cells.Dx() + at.X - p.cells.Min.X; at.In(p.cells) && p.left[i] {
			p.left[i] = false
			piece = append(piece, at)
		}
	}
	visit(first)
	for i := 0; i < len(piece); i++ {
		for _, step := range [4]image.Point{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			visit(piece[i].Add(step))
		}
	}
	return piece
}

// loosen makes a body of tiles, a box for each row of them. Crumbs vanish.
func (p *pit) loosen(piece []image.Point) {
	slices.SortFunc(piece, func(a, b image.Point) int { return cmp.Or(a.Y-b.Y, a.X-b.X) })
	origin := p.ground.Corner(piece[0])
	parts := world.BodyParts{Def: body.Def{Position: origin}}
	for first := 0; first < len(piece); {
		end := first + 1
		for end < len(piece) && piece[end] == piece[first].Add(image.Pt(end-first, 0)) {
			end++
		}
		row := image.Rectangle{Min: piece[first], Max: piece[end-1].Add(image.Pt(1, 1))}
		world.Check(p.ground.Fill(row, 0))
		half := vec{float64(row.Dx()), 1}.Mul(pitTile / 2)
		box := shape.OffsetBox(half[0], half[1], p.ground.Corner(row.Min).Sub(origin).Add(half), 0)
		parts.Colliders = append(parts.Colliders, world.ColliderParts{Shape: box, Def: of(p.density)})
		first = end
	}
	if len(piece) > 3 {
		world.Must(p.CreateBodies(nil, []world.BodyParts{parts}))
	}
}
