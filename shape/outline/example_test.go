package outline_test

import (
	"fmt"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/outline"
)

// A disc of radius 1 floats half submerged: the part below the water is half a disc, whose
// centroid lies 4/(3 pi) below the water.
func Example() {
	disc, err := shape.New(shape.Circle{Radius: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	pieces := outline.Append(nil, disc, geom.IdentityTransform)
	wet := outline.Clip(nil, pieces, outline.Side{Normal: geom.Vec2{Y: 1}})
	m := outline.MomentsOf(wet, geom.Vec2{})
	fmt.Printf("area %.4f, centroid at y = %.4f\n", m.Area, m.Centroid().Y)
	// Output:
	// area 1.5708, centroid at y = -0.4244
}

// A wave through three points covers a part of a box.
func ExampleBelow() {
	box, err := shape.New(shape.Box(1, 1))
	if err != nil {
		fmt.Println(err)
		return
	}
	var scratch outline.Scratch
	wave := []geom.Vec2{{X: -1, Y: -1}, {X: 0, Y: 0}, {X: 1, Y: -1}}
	wet := outline.Below(nil, outline.Append(nil, box, geom.IdentityTransform), wave, &scratch)
	fmt.Printf("%.2f of %.2f\n", outline.MomentsOf(wet, geom.Vec2{}).Area, 4.0)
	// Output:
	// 1.00 of 4.00
}

// The facets that face a direction are together as wide as the shape across it.
func ExampleAppendFacets() {
	box, err := shape.New(shape.Box(1, 0.5))
	if err != nil {
		fmt.Println(err)
		return
	}
	wind := geom.Vec2{X: -1}
	width := 0.0
	for _, f := range outline.AppendFacets(nil, outline.Append(nil, box, geom.IdentityTransform), wind) {
		if n, length := f.Normal(); n.Dot(wind) < 0 {
			width -= n.Dot(wind) * length
		}
	}
	fmt.Println(width, "m across the wind")
	// Output:
	// 1 m across the wind
}
