package terrain_test

import (
	"image"
	"testing"

	"github.com/carom2d/carom/shape/polygon"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// FuzzDensity digs and fills by bytes. What has come loose and what is left weigh what the ground
// weighed, what is left is all held, and the colliders follow from the samples.
func FuzzDensity(f *testing.F) {
	f.Add([]byte{1, 100, 90, 30, 0, 100, 90, 12, 0, 90, 120, 40})
	f.Add([]byte("\x7f\x00\xcfx")) // the outline of the disk is straightened at other places than its blocks
	f.Add([]byte{3, 0, 0, 255, 0, 128, 128, 64, 2, 60, 60, 20, 0, 60, 40, 9, 1, 200, 130, 50})
	f.Fuzz(func(t *testing.T, script []byte) {
		w, ground := newDensity(t, world.Config{Workers: 1}, terrain.DensityDef{Held: bedrock(-5)})
		_, plain := newDensity(t, world.Config{Workers: 1}, terrain.DensityDef{})
		box := image.Rect(-29, -29, 29, 29)
		require.NoError(t, ground.Fill(rectangle(-14, -8, 14, 1)))
		for ; len(script) >= 4; script = script[4:] {
			center := mgl64.Vec2{float64(script[1])/8 - 16, float64(script[2])/8 - 16}
			radius := 0.5 + float64(script[3])/24
			var before []float64
			each(box, func(p image.Point) { before = append(before, ground.Sample(p)) })
			require.NoError(t, plain.SetSamples(box, before))
			if script[0]%2 == 0 {
				require.NoError(t, ground.DigCircle(center, radius))
				require.NoError(t, plain.DigCircle(center, radius))
			} else {
				require.NoError(t, ground.FillCircle(center, radius))
				require.NoError(t, plain.FillCircle(center, radius))
			}
			loose := 0.0
			for _, x := range ground.Loosened() {
				loose += x.Area
				if x.Body != (world.Body{}) {
					require.InDelta(t, x.Area, x.Body.Mass(), 1e-6*x.Area) // masses are float32
				}
			}
			strip := unevenness * borderOfLoose(box, plain, ground)
			require.InDelta(t, solidArea(t, plain.World()), solidArea(t, w)+loose, 1e-9+min(strip, 1e-4+strip/16))
			checkHeld(t, ground, box)
		}
		var samples []float64
		each(box, func(p image.Point) { samples = append(samples, ground.Sample(p)) })
		_, again := newDensity(t, world.Config{Workers: 1}, terrain.DensityDef{})
		require.NoError(t, again.SetSamples(box, samples))
		require.InDelta(t, solidArea(t, again.World()), solidArea(t, w), 1e-9)
	})
}

// unevenness is the distance, in cells, by which outlines are straightened. A piece that has come
// loose is straightened as a whole, the ground block by block. On a long border, areas that are
// lost in some places are gained in others.
const unevenness = 1.0 / 8192

// borderOfLoose returns the length of the border of the ground that one of two Densities lacks.
func borderOfLoose(box image.Rectangle, whole, left *terrain.Density) (length float64) {
	grid := polygon.ScalarGrid{Width: box.Dx(), Height: box.Dy()}
	each(box, func(p image.Point) {
		value := whole.Sample(p)
		if left.Sample(p) >= 0 {
			value = -1
		}
		grid.Values = append(grid.Values, value)
	})
	for _, loop := range world.Must(polygon.Contour(grid, 0)) {
		for i, p := range loop {
			length += p.Sub(loop[(i+1)%len(loop)]).Len()
		}
	}
	return length
}

func each(box image.Rectangle, f func(image.Point)) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			f(image.Pt(x, y))
		}
	}
}

// checkHeld requires that all ground is connected with ground at or below -5, by a flood over the
// samples.
func checkHeld(t *testing.T, ground *terrain.Density, box image.Rectangle) {
	held := map[image.Point]bool{}
	var stack []image.Point
	add := func(p image.Point) {
		if p.In(box) && !held[p] && ground.Sample(p) >= 0 {
			held[p] = true
			stack = append(stack, p)
		}
	}
	each(box, func(p image.Point) {
		if p.Y <= -5 {
			add(p)
		}
	})
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, step := range [4]image.Point{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
			add(p.Add(step))
		}
		for _, step := range [4]image.Point{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}} {
			a, b := ground.Sample(p.Add(image.Pt(step.X, 0))), ground.Sample(p.Add(image.Pt(0, step.Y)))
			if max(a, b) < 0 && a+b+ground.Sample(p)+ground.Sample(p.Add(step)) >= 0 {
				add(p.Add(step))
			}
		}
	}
	each(box, func(p image.Point) {
		require.Equal(t, ground.Sample(p) >= 0, held[p], "%v", p)
	})
}

// FuzzHeightField edits by bytes. The field is a list of heights and one of holes, and a straight
// ray down meets the ground where HeightAt has it.
func FuzzHeightField(f *testing.F) {
	f.Add([]byte{0, 10, 4, 20, 1, 12, 30, 200, 2, 40, 3, 1})
	f.Fuzz(func(t *testing.T, script []byte) {
		const n = 200
		w, field := newHeights(t, world.Config{Workers: 1}, terrain.HeightFieldDef{Heights: make([]float64, n)})
		heights, holes := make([]float64, n), make([]bool, n-1)
		for ; len(script) >= 4; script = script[4:] {
			from, value := int(script[1])%(n-1), float64(script[3])/16-8
			count := 1 + int(script[2])%(n-1-from)
			switch script[0] % 4 {
			case 0:
				require.NoError(t, field.SetHeights(from, repeated(value, count)))
				copy(heights[from:], repeated(value, count))
			case 1:
				require.NoError(t, field.Raise(from, repeated(value, count)))
				for i := range count {
					heights[from+i] += value
				}
			case 2:
				require.NoError(t, field.SetHoles(from, from+count, script[3]%2 == 0))
				for i := range count {
					holes[from+i] = script[3]%2 == 0
				}
			case 3:
				require.NoError(t, field.Follow(float64(script[2]), mgl64.Vec2{float64(script[1]), 0}))
			}
		}
		require.NoError(t, field.Follow(n, mgl64.Vec2{}))
		for i, hole := range holes {
			x := float64(i) + 0.3
			hit, ok := w.RayCast(mgl64.Vec2{x, 1e4}, mgl64.Vec2{0, -2e4}, world.QueryFilter{})
			require.Equal(t, hole, !ok)
			y, ok := field.HeightAt(x)
			require.Equal(t, hole, !ok)
			if ok {
				require.InDelta(t, heights[i]*0.7+heights[i+1]*0.3, y, 1e-9)
				require.InDelta(t, y, hit.Point[1], 1e-6)
			}
		}
	})
}

func repeated(value float64, n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = value
	}
	return list
}
