package report

import (
	"bytes"
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

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

// cells holds the mean of a metric in each cell of a heat map.
type cells struct {
	x, y   scale
	sum    []float64
	counts []float64
}

// scale divides the range of a parameter into cells.
type scale struct {
	edges []float64 // ascending: the ends of the cells
	fine  int       // points of the picture
}

// newScale puts the edges of cells halfway between the values of a parameter that has few of them,
// so that the cells of equal steps are centred on their values. Other cells divide the range.
func newScale(a sample.Axis, kind sample.Kind, bins int) scale {
	least, most := a.Ends()
	var edges []float64
	values := a.Distinct(kind, plan.MaxBins)
	switch n := len(values); {
	case least == most || n == 1:
		edges = []float64{a.Value(least) - 0.5, a.Value(least) + 0.5}
	case n > 0 && bins == 0:
		edges = append(edges, values[0]-float64((values[1]-values[0])/2))
		for i := 1; i < n; i++ {
			edges = append(edges, values[i-1]+float64((values[i]-values[i-1])/2))
		}
		edges = append(edges, values[n-1]+float64((values[n-1]-values[n-2])/2))
	default:
		bins = cmp.Or(bins, defaultBins)
		for i := range bins + 1 {
			edges = append(edges, least+float64((most-least)*float64(i))/float64(bins))
		}
	}
	bins = len(edges) - 1
	return scale{edges, bins * max(1, pixels/bins)}
}

// bins returns the number of cells.
func (s *scale) bins() int { return len(s.edges) - 1 }

// bin returns the cell of a value. It clamps values that noise has moved out of the range.
func (s *scale) bin(x float64) int {
	inner := s.edges[1:s.bins()]
	i, on := slices.BinarySearch(inner, x)
	if on {
		i++
	}
	return i
}

// point returns the place of a point of the picture.
func (s *scale) point(i int) float64 {
	least, most := s.edges[0], s.edges[s.bins()]
	return least + float64((float64(i)+0.5)*(most-least))/float64(s.fine)
}

func newCells(p *plan.Plan, rows []Row) *cells {
	h := p.Heatmap
	x, y, metric := p.ParameterIndex(h.X), p.ParameterIndex(h.Y), p.MetricIndex(h.Metric)
	c := &cells{
		x: newScale(p.Parameters[x].Axis(), p.Sampler.Kind, h.Bins),
		y: newScale(p.Parameters[y].Axis(), p.Sampler.Kind, h.Bins),
	}
	n := c.x.bins() * c.y.bins()
	c.sum, c.counts = make([]float64, n), make([]float64, n)
	for i := range rows {
		if value, ok := rows[i].Metric(metric); ok {
			at := c.at(rows[i].Values[x], rows[i].Values[y])
			c.sum[at] += value
			c.counts[at]++
		}
	}
	return c
}

// at returns the cell of two values.
func (c *cells) at(x, y float64) int { return c.y.bin(y)*c.x.bins() + c.x.bin(x) }

// Dims, Z, X and Y are plotter.GridXYZ. The grid has many points in a cell, so that an image with
// one point per number has sharp cells when it is scaled. Separate rectangles would show the
// background in their seams.
func (c *cells) Dims() (columns, rows int) { return c.x.fine, c.y.fine }
func (c *cells) X(column int) float64      { return c.x.point(column) }
func (c *cells) Y(row int) float64         { return c.y.point(row) }
func (c *cells) Z(column, row int) float64 {
	i := c.at(c.X(column), c.Y(row))
	return c.sum[i] / c.counts[i]
}

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
	picture := plotter.NewHeatMap(c, colors.Palette(255))
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
