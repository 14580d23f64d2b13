package main

import (
	"fmt"
	"image/color"
	"math"

	"github.com/carom2d/carom/world/draw"
	"github.com/carom2d/carom/world/worlds/env"
	"github.com/go-gl/mathgl/mgl64"
)

const (
	curveWidth, curveHeight = 720.0, 360.0
	curveLeft, curveBottom  = 60.0, 40.0
	curveRight, curveTop    = 690.0, 320.0
)

// drawCurve draws the mean return over the steps, and the range of the episodes as a band. A metre
// of the picture is a pixel.
func drawCurve(task env.Task, curve []point) *draw.Image {
	image := draw.NewImage(draw.Camera{Center: mgl64.Vec2{curveWidth / 2, curveHeight / 2}, Scale: 1, Width: curveWidth, Height: curveHeight})
	palette := draw.DefaultPalette()
	image.Clear(palette.Background)
	low, high := 0.0, 1.0
	for _, p := range curve {
		low, high = min(low, p.lowest), max(high, p.highest)
	}
	last := float64(curve[len(curve)-1].steps)
	at := func(steps, value float64) mgl64.Vec2 {
		return mgl64.Vec2{curveLeft + (curveRight-curveLeft)*steps/last, curveBottom + (curveTop-curveBottom)*(value-low)/(high-low)}
	}
	for value, step := 0.0, roundStep((high-low)/5); value <= high; value += step {
		image.Line(at(0, value), at(last, value), 1, palette.Grid)
		image.Text(at(0, value).Add(mgl64.Vec2{-26, 0}), fmt.Sprintf("%g", value), palette.Text)
	}
	for steps, step := 0.0, roundStep(last/5); steps <= last; steps += step {
		image.Line(at(steps, low), at(steps, high), 1, palette.Grid)
		image.Text(at(steps, low).Add(mgl64.Vec2{0, -14}), fmt.Sprintf("%g k", steps/1000), palette.Text)
	}
	band, line := color.NRGBA{0x3B, 0x7D, 0xB8, 0x40}, color.NRGBA{0x1F, 0x5A, 0x92, 0xFF}
	for i, p := range curve[1:] {
		q := curve[i]
		a, b := float64(q.steps), float64(p.steps)
		image.Polygon([]mgl64.Vec2{at(a, q.lowest), at(b, p.lowest), at(b, p.highest), at(a, q.highest)}, draw.Style{Fill: band})
		image.Line(at(a, q.mean), at(b, p.mean), 2, line)
	}
	image.Caption(task.Name+": return of an episode, mean and range", "steps of the environment", palette.Text)
	return image
}

// roundStep returns the smallest of 1, 2, 5 times a power of ten that is not below x.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, k := range []float64{1, 2, 5} {
		if k*power >= x {
			return k * power
		}
	}
	return 10 * power
}
