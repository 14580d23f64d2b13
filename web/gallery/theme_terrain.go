package gallery

import (
	"math"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
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
			for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 { // ground goes from right to left
				points[i], points[j] = points[j], points[i]
			}
			world.Must(s.fixed(vec{}, 0).AttachChain(shape.Chain{Points: points}, smooth))
		}
		var slope []vec
		for i := range 40 {
			x := -12 + 0.3*float64(i)
			down, bumps := (x+0.3)/-11.7, math.Max(0, 1-(x+6)*(x+6)/36)
			slope = append(slope, vec{x, 1 + 7*down*down + 0.25*bumps*bumps*bumps*sine(2*x)})
		}
		chain(append(slope, vec{3, 1}, vec{6.3, 0.9})...)
		// Marbles come in below the left half of the loop and leave below the right one: at the top
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
