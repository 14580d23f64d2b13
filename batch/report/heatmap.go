package report

import (
	"bytes"
	"fmt"
	"image/color"
	"math"

	"github.com/carom2d/carom/batch/plan"
	"github.com/carom2d/carom/batch/sample"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// defaultBins is the number of cells on a side where the parameter has no steps.
const defaultBins = 50

// cells is the grid of a heat map: the mean of a metric in each cell.
type cells struct {
	x, y   scale
	sum    []float64
	counts []float64
}

// scale divides the range of a parameter into cells of equal width.
type scale struct {
	least, width float64 // of the first cell: its lower end
	bins         int
}

// newScale centres the cells of a grid on its values. Other cells divide the range.
func newScale(a sample.Axis, kind sample.Kind, bins int) scale {
	least, most := a.Ends()
	steps := kind == sample.Grid && len(a.Values) == 0 && a.Steps <= plan.MaxBins && bins == 0
	switch {
	case least == most:
		return scale{least - 0.5, 1, 1}
	case steps:
		width := (most - least) / float64(a.Steps-1)
		return scale{least - float64(width/2), width, a.Steps}
	case bins == 0:
		bins = defaultBins
	}
	return scale{least, (most - least) / float64(bins), bins}
}

// bin returns the cell of a value. It clamps values that noise has moved out of the range.
func (s *scale) bin(x float64) int {
	return min(max(int(math.Floor((x-s.least)/s.width)), 0), s.bins-1)
}

func (s *scale) center(i int) float64 { return s.least + float64((float64(i)+0.5)*s.width) }

func newCells(p *plan.Plan, rows []Row) *cells {
	h := p.Heatmap
	x, y, metric := p.ParameterIndex(h.X), p.ParameterIndex(h.Y), p.MetricIndex(h.Metric)
	c := &cells{
		x: newScale(p.Parameters[x].Axis(), p.Sampler.Kind, h.Bins),
		y: newScale(p.Parameters[y].Axis(), p.Sampler.Kind, h.Bins),
	}
	c.sum, c.counts = make([]float64, c.x.bins*c.y.bins), make([]float64, c.x.bins*c.y.bins)
	for i := range rows {
		if value, ok := rows[i].Metric(metric); ok {
			at := c.y.bin(rows[i].Values[y])*c.x.bins + c.x.bin(rows[i].Values[x])
			c.sum[at] += value
			c.counts[at]++
		}
	}
	return c
}

// Dims, Z, X and Y are plotter.GridXYZ.
func (c *cells) Dims() (columns, rows int) { return c.x.bins, c.y.bins }
func (c *cells) X(column int) float64      { return c.x.center(column) }
func (c *cells) Y(row int) float64         { return c.y.center(row) }
func (c *cells) Z(column, row int) float64 { i := row*c.x.bins + column; return c.sum[i] / c.counts[i] }

// ends returns the smallest and largest mean of a cell, and false if no cell has one.
func (c *cells) ends() (least, most float64, ok bool) {
	least, most = math.Inf(1), math.Inf(-1)
	for i, n := range c.counts {
		if n > 0 {
			least, most = min(least, c.sum[i]/n), max(most, c.sum[i]/n)
		}
	}
	return least, most, least <= most
}

// pixels is the approximate number of points on a side of the picture's grid.
const pixels = 1200

// finer repeats each cell, so that an image with one point per number has sharp cells when it is
// scaled. Separate rectangles would show the background in their seams.
type finer struct {
	*cells
	columns, rows int // per cell
}

// Dims, Z, X and Y are plotter.GridXYZ.
func (f finer) Dims() (columns, rows int) { return f.x.bins * f.columns, f.y.bins * f.rows }
func (f finer) Z(column, row int) float64 { return f.cells.Z(column/f.columns, row/f.rows) }
func (f finer) X(column int) float64      { return f.x.part(column, f.columns) }
func (f finer) Y(row int) float64         { return f.y.part(row, f.rows) }

// part returns the centre of a part of a cell.
func (s *scale) part(i, parts int) float64 {
	return s.least + float64((float64(i)+0.5)*s.width)/float64(parts)
}

// Heatmap returns the picture of the plan as a PNG. Cells without a number are grey. The picture is
// nil if the plan has no heat map, or no run has a number.
func Heatmap(p *plan.Plan, rows []Row) ([]byte, error) {
	if p.Heatmap == nil {
		return nil, nil
	}
	c := newCells(p, rows)
	least, most, ok := c.ends()
	if !ok {
		return nil, nil
	}
	if least == most {
		most = least + 1
	}
	colors := moreland.Kindlmann()
	colors.SetMin(least)
	colors.SetMax(most)
	picture := plotter.NewHeatMap(finer{c, max(1, pixels/c.x.bins), max(1, pixels/c.y.bins)}, colors.Palette(255))
	picture.Rasterized = true
	picture.Min, picture.Max = least, most
	picture.NaN = color.Gray{Y: 160}

	main := plot.New()
	main.Title.Text = fmt.Sprintf("%s: %s", p.Name, p.Heatmap.Metric)
	if p.Name == "" {
		main.Title.Text = p.Heatmap.Metric
	}
	main.X.Label.Text, main.Y.Label.Text = p.Heatmap.X, p.Heatmap.Y
	main.X.Padding, main.Y.Padding = 0, 0
	main.Add(picture)
	return render(main, &plotter.ColorBar{ColorMap: colors, Vertical: true})
}

// render draws a plot with its scale of colours on the right.
func render(main *plot.Plot, bar *plotter.ColorBar) ([]byte, error) {
	legend := plot.New()
	legend.HideX()
	legend.X.Padding = 0
	legend.Y.Padding = 0
	legend.Title.Text = " "
	legend.Add(bar)

	const width, height, side, foot = 16 * vg.Centimeter, 12 * vg.Centimeter, 2 * vg.Centimeter, 11 * vg.Millimeter
	canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(110))}
	all := draw.New(canvas)
	main.Draw(draw.Crop(all, 0, -side-vg.Millimeter, 0, 0))
	legend.Draw(draw.Crop(all, width-side, -2*vg.Millimeter, foot, 0))
	var out bytes.Buffer
	_, err := canvas.WriteTo(&out)
	return out.Bytes(), err
}
