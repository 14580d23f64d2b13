package peers

import (
	"math"
	"math/rand/v2"
)

// Races returns the two scenes that every engine runs, including engines in other languages. No
// body sleeps.
func Races() []Scene { return []Scene{Pyramid(), Rain()} }

// Pyramid stacks 1035 boxes of one metre in 45 rows. The boxes of a row are a tenth of a metre
// apart, so that they touch only the rows above and below. There are 45 contacts with the ground
// and two contacts for each of the 990 other boxes.
func Pyramid() Scene {
	const base, step = 45, 1.1
	s := Scene{Name: "pyramid", Gravity: -10, Ticks: 180}
	s.Bodies = append(s.Bodies, Body{Y: -1, Kind: Static, Shapes: []Shape{box(50, 1, 0, 0)}})
	for row := range base {
		for column := range base - row {
			x := step * (float64(column) - 0.5*float64(base-row-1))
			s.Bodies = append(s.Bodies, Body{X: x, Y: float64(row) + 0.5, Density: 1, Shapes: []Shape{box(0.5, 0.5, 0, 0)}})
		}
	}
	return s
}

// Rain drops 1000 bodies into a trough: circles, boxes, triangles, pentagons and hexagons in turn,
// of 0.25 to 0.45 m, at any angle.
func Rain() Scene {
	const columns, rows = 40, 25
	random := rand.New(rand.NewPCG(1, 2))
	s := Scene{Name: "rain", Gravity: -10, Ticks: 180}
	s.Bodies = append(s.Bodies,
		Body{Y: -1, Kind: Static, Shapes: []Shape{box(24, 1, 0, 0)}},
		Body{X: -22, Y: 20, Kind: Static, Shapes: []Shape{box(1, 20, 0, 0)}},
		Body{X: 22, Y: 20, Kind: Static, Shapes: []Shape{box(1, 20, 0, 0)}})
	for row := range rows {
		for column := range columns {
			size := 0.25 + 0.2*random.Float64()
			b := Body{
				X: float64(column) - 0.5*(columns-1) + 0.1*random.Float64(), Y: float64(row) + 1,
				Angle: 2 * math.Pi * random.Float64(), Density: 1,
			}
			switch kind := (column + row) % 5; kind {
			case 0:
				b.Radius = size
			case 1:
				b.Shapes = []Shape{box(size, 0.8*size, 0, 0)}
			default:
				b.Shapes = []Shape{regular([...]int{2: 3, 3: 5, 4: 6}[kind], size)}
			}
			s.Bodies = append(s.Bodies, b)
		}
	}
	return s
}

// regular returns a polygon with its corners on a circle.
func regular(corners int, radius float64) Shape {
	var p Shape
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(corners))
		p = append(p, [2]float64{radius * cos, radius * sin})
	}
	return p
}
