package main

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"os"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	_ "gonum.org/v1/plot/vg/vgsvg"
)

// plot draws both scenes as bars on a logarithmic axis, because the slowest engine takes a hundred
// times as long as the fastest. The lines over the bars' ends reach from the fastest run to the
// slowest.
func (t *table) plot(name string) error {
	plot.DefaultFont = font.Font{Typeface: "Liberation", Variant: "Sans"}
	p := plot.New()
	p.Title.Text = t.Title + ", ms per tick"
	p.Title.Padding = vg.Points(8)
	p.X.Scale = plot.LogScale{}
	p.X.Tick.Marker = plot.LogTicks{Prec: -1}
	// Readers without the plot's font see wider letters, so the text gets more room than it needs.
	p.Legend.Top, p.Legend.Left, p.Legend.XOffs = true, true, vg.Points(330)
	p.Y.Tick.Label.Font.Size, p.Y.Tick.Width = vg.Points(10), 0
	p.Legend.Padding = vg.Points(4)
	grid := plotter.NewGrid()
	grid.Horizontal.Width = 0
	p.Add(grid)
	var names []string
	n := len(t.Rows)
	for i := range t.Rows { // the first row on top
		names = append(names, t.Rows[n-1-i].Engine+"      ")
	}
	p.NominalY(names...)
	for i, s := range []struct {
		name  string
		color color.Color
		of    func(*row) (float64, [2]float64)
	}{
		{"pyramid, 1035 boxes", color.RGBA{0x35, 0x6e, 0xa8, 0xff}, func(r *row) (float64, [2]float64) { return r.PyramidMS, r.PyramidSpread }},
		{"rain, 1000 mixed bodies", color.RGBA{0xe0, 0x8b, 0x3e, 0xff}, func(r *row) (float64, [2]float64) { return r.RainMS, r.RainSpread }},
	} {
		if err := t.bars(p, s.name, s.color, 0.18-0.36*float64(i), s.of); err != nil {
			return err
		}
	}
	p.X.Min, p.X.Max = t.extent()
	image, err := p.WriterTo(vg.Points(640), vg.Points(float64(90+44*n)), "svg")
	if err != nil {
		return err
	}
	var svg bytes.Buffer
	if _, err := image.WriteTo(&svg); err != nil {
		return err
	}
	// Few readers have this font, but most readers have a font with the same letter widths.
	return os.WriteFile(name, bytes.ReplaceAll(svg.Bytes(), []byte("Liberation Sans"), []byte("Liberation Sans,Arial,Helvetica,sans-serif")), 0o666)
}

// bars adds a bar for every engine, shifted from the middle of the engine's place.
func (t *table) bars(p *plot.Plot, name string, c color.Color, move float64, of func(*row) (float64, [2]float64)) error {
	const half = 0.16
	least, _ := t.extent()
	var labels plotter.XYLabels
	for i, r := range t.Rows {
		ms, spread := of(r)
		y := float64(len(t.Rows)-1-i) + move
		bar, err := plotter.NewPolygon(plotter.XYs{{X: least, Y: y - half}, {X: ms, Y: y - half}, {X: ms, Y: y + half}, {X: least, Y: y + half}})
		if err != nil {
			return err
		}
		bar.Color, bar.LineStyle.Width = c, 0
		line, err := plotter.NewLine(plotter.XYs{{X: spread[0], Y: y}, {X: spread[1], Y: y}})
		if err != nil {
			return err
		}
		p.Add(bar, line)
		if i == 0 {
			p.Legend.Add(name, bar)
		}
		labels.XYs = append(labels.XYs, plotter.XY{X: max(ms, spread[1]), Y: y - half/2})
		labels.Labels = append(labels.Labels, fmt.Sprintf("%.3g", ms))
	}
	text, err := plotter.NewLabels(labels)
	if err != nil {
		return err
	}
	text.Offset.X = vg.Points(4)
	p.Add(text)
	return nil
}

// extent returns the ends of the axis, with room for labels.
func (t *table) extent() (least, most float64) {
	least, most = math.Inf(1), 0
	for _, r := range t.Rows {
		least = min(least, r.PyramidSpread[0], r.RainSpread[0])
		most = max(most, r.PyramidSpread[1], r.RainSpread[1])
	}
	return least / 2, most * 4
}
