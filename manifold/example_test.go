package manifold_test

import (
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/manifold"
	"github.com/carom2d/carom/shape"
)

func compile(s shape.Support) shape.Convex {
	c, err := shape.New(s)
	if err != nil {
		panic(err)
	}
	return c
}

// A crate overlaps the table that it stands on by 4 mm.
func ExampleCollideConvex() {
	table, crate := compile(shape.Box(2, 0.5)), compile(shape.Box(0.25, 0.25))
	pose := geom.Transform{P: geom.Vec2{X: 1, Y: 0.746}, R: geom.Identity} // of the crate in the table's frame
	var m manifold.Manifold
	manifold.CollideConvex(&m, table, crate, &pose, 0.02)
	fmt.Printf("normal (%g, %g)\n", m.Normal.X, m.Normal.Y)
	for _, p := range m.Points[:m.Count] {
		fmt.Printf("point (%.3f, %.3f), separation %.3f\n", p.Anchor.X, p.Anchor.Y, p.Separation)
	}
	// Output:
	// normal (0, 1)
	// point (1.250, 0.498), separation -0.004
	// point (0.750, 0.498), separation -0.004
}

// A manifold drawn with characters: shape A below (a), shape B above (b), their overlap
// (x), and from each contact point (o) three steps along the normal (^).
func ExampleManifold() {
	a, b := compile(shape.Box(3, 1)), compile(shape.RegularPolygon(6, 1.5))
	pose := geom.Transform{P: geom.Vec2{X: 0.55, Y: 1.83}, R: geom.Identity}
	var m manifold.Manifold
	manifold.CollideConvex(&m, a, b, &pose, 0.02)

	p := newPicture(geom.Box{Min: geom.Vec2{X: -3.5, Y: -1.25}, Max: geom.Vec2{X: 3.5, Y: 3.75}}, 56, 20)
	p.fill(func(at geom.Vec2) byte {
		inA, inB := shape.Contains(a, at), shape.Contains(b, pose.ApplyInverse(at))
		switch {
		case inA && inB:
			return 'x'
		case inA:
			return 'a'
		case inB:
			return 'b'
		}
		return '.'
	})
	for _, point := range m.Points[:m.Count] {
		for step := 0.25; step < 1; step += 0.25 {
			p.plot(point.Anchor.MulAdd(step, m.Normal), '^')
		}
		p.plot(point.Anchor, 'o')
	}
	p.print()
	// Output:
	// ........................................................
	// ........................................................
	// ..........................bbbbbbbbbbbb..................
	// .........................bbbbbbbbbbbbbbb................
	// ........................bbbbbbbbbbbbbbbbb...............
	// .......................bbbbbbbbbbbbbbbbbbb..............
	// ......................bbbbbbbbbbbbbbbbbbbbb.............
	// .....................bbbbbbbbbbbbbbbbbbbbbbb............
	// .....................bbbbb^bbbbbbbbbbb^bbbb.............
	// .......................bbb^bbbbbbbbbbb^bbb..............
	// ........................bb^bbbbbbbbbbb^bb...............
	// ....aaaaaaaaaaaaaaaaaaaaaxoxxxxxxxxxxxoxaaaaaaaaaaaa....
	// ....aaaaaaaaaaaaaaaaaaaaaaxxxxxxxxxxxxxaaaaaaaaaaaaa....
	// ....aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa....
	// ....aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa....
	// ....aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa....
	// ....aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa....
	// ....aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa....
	// ....aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa....
	// ........................................................
}

// picture is a raster of characters over a part of the plane; y runs up.
type picture struct {
	area          geom.Box
	width, height int
	rows          [][]byte
}

func newPicture(area geom.Box, width, height int) *picture {
	p := &picture{area: area, width: width, height: height}
	for range height {
		p.rows = append(p.rows, make([]byte, width))
	}
	return p
}

// fill sets every character to the character of its centre.
func (p *picture) fill(at func(geom.Vec2) byte) {
	size := p.area.Max.Sub(p.area.Min)
	for row := range p.height {
		for column := range p.width {
			p.rows[row][column] = at(geom.Vec2{
				X: p.area.Min.X + size.X*(float64(column)+0.5)/float64(p.width),
				Y: p.area.Max.Y - size.Y*(float64(row)+0.5)/float64(p.height),
			})
		}
	}
}

// plot sets the character at a point inside the area.
func (p *picture) plot(at geom.Vec2, c byte) {
	size := p.area.Max.Sub(p.area.Min)
	column := int((at.X - p.area.Min.X) / size.X * float64(p.width))
	row := int((p.area.Max.Y - at.Y) / size.Y * float64(p.height))
	p.rows[row][column] = c
}

func (p *picture) print() {
	for _, row := range p.rows {
		fmt.Printf("%s\n", row)
	}
}

// Collide wants the kinds in ascending order, so here the box is its shape B and the result is
// flipped.
func ExampleCollide() {
	ball, box := compile(shape.Circle{Radius: 0.5}), compile(shape.Box(1, 1))
	fmt.Println("the ball comes first:", ball.Kind < box.Kind)
	var m manifold.Manifold
	for _, x := range []float64{1.6, 1.5, 1.4} {
		pose := geom.Transform{P: geom.Vec2{X: x}, R: geom.Identity} // of the ball in the box's frame
		inverse := pose.Inverse()
		manifold.Collide(&m, ball, box, &inverse, 0.02)
		if m.Count == 0 {
			fmt.Println("no points")
			continue
		}
		m.Flip(&pose)
		fmt.Printf("separation %.2f along %v\n", m.Points[0].Separation, m.Normal)
	}
	// Output:
	// the ball comes first: true
	// no points
	// separation 0.00 along {1 0}
	// separation -0.10 along {1 0}
}

// The feature of a point says which face made it, so that the search for the best face of
// two polygons can start there in the next step.
func ExampleHintFromFeature() {
	box := compile(shape.Box(1, 1))
	pose := geom.Transform{P: geom.Vec2{X: 1.99}, R: geom.Identity}
	var m manifold.Manifold
	manifold.CollideConvex(&m, box, box, &pose, 0.02)
	hint := manifold.HintFromFeature(m.Points[0].Feature)
	fmt.Println("face", hint-1, "of the first box, normal", box.EdgeNormals()[hint-1])
	// Output: face 1 of the first box, normal {1 0}
}
