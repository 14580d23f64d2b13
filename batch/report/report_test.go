package report

import (
	"bytes"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/carom2d/carom/batch/metric"
	"github.com/carom2d/carom/batch/plan"
	"github.com/carom2d/carom/batch/sample"
	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
)

func somePlan() *plan.Plan {
	return &plan.Plan{
		Parameters: []plan.Parameter{{Name: "zeta", From: 0, To: 2, Steps: 3}, {Name: "a", From: 0, To: 1, Steps: 2}},
		Sampler:    plan.Sampler{Kind: "grid"},
		Metrics:    []metric.Def{{Name: "m"}, {Name: "b"}},
		Record:     &plan.Record{Metric: "m", Goal: "max", Best: 2, Worst: 1, Broken: 1},
		Heatmap:    &plan.Heatmap{X: "zeta", Y: "a", Metric: "m"},
	}
}

func someRows() []Row {
	return []Row{
		{Run: 2, Sample: 1, Values: []float64{1, 0}, Metrics: []float64{7, math.Inf(1)}, Broken: []string{"b"}, Hash: 15},
		{Run: 0, Values: []float64{0, 0.1}, Metrics: []float64{7, 1}, Hash: 1 << 63},
		{Run: 1, Seed: 1, Values: []float64{0, 1}, Failure: "panic: a, b"},
		{Run: 3, Sample: 1, Seed: 1, Values: []float64{2, 1}, Metrics: []float64{-4, 3}, Hash: 3},
		{Run: 2, Sample: 1, Values: []float64{1, 0}, Metrics: []float64{7, math.Inf(1)}, Broken: []string{"b"}, Hash: 15},
	}
}

func TestRowsAreSortedAndSingle(t *testing.T) {
	data, err := Encode(someRows())
	require.NoError(t, err)
	rows, err := Decode(data)
	require.NoError(t, err)
	require.Equal(t, `run,sample,seed,zeta,a,m,b,broken,failure,hash
0,0,0,0,0.1,7,1,,,8000000000000000
1,0,1,0,1,,,,"panic: a, b",
2,1,0,1,0,7,+Inf,b,,000000000000000f
3,1,1,2,1,-4,3,,,0000000000000003
`, string(CSV(somePlan(), Sort(rows))))
}

func TestParquetHasTheColumnsOfCSV(t *testing.T) {
	p, rows := somePlan(), Sort(someRows())
	data, err := Parquet(p, rows)
	require.NoError(t, err)
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	header, _, _ := strings.Cut(string(CSV(p, rows)), "\n")
	var names []string
	for _, c := range file.Root().Columns() {
		names = append(names, c.Name())
	}
	require.Equal(t, strings.Split(header, ","), names)
	require.EqualValues(t, 4, file.NumRows())

	type line struct {
		Run     int64    `parquet:"run"`
		Zeta    float64  `parquet:"zeta"`
		M       *float64 `parquet:"m,optional"`
		B       *float64 `parquet:"b,optional"`
		Broken  *string  `parquet:"broken,optional"`
		Failure *string  `parquet:"failure,optional"`
		Hash    *string  `parquet:"hash,optional"`
	}
	lines := make([]line, 4)
	reader := parquet.NewGenericReader[line](bytes.NewReader(data))
	n, err := reader.Read(lines)
	require.Equal(t, 4, n)
	if err != nil {
		require.ErrorIs(t, err, io.EOF)
	}
	require.Equal(t, 7.0, *lines[0].M)
	require.Equal(t, "8000000000000000", *lines[0].Hash)
	require.Nil(t, lines[0].Broken)
	require.Nil(t, lines[1].M)
	require.Equal(t, "panic: a, b", *lines[1].Failure)
	require.Equal(t, "b", *lines[2].Broken)
	require.True(t, math.IsInf(*lines[2].B, 1))
	require.Equal(t, 2.0, lines[3].Zeta)
	again, err := Parquet(p, rows)
	require.NoError(t, err)
	require.Equal(t, data, again)
}

func TestChoiceIsByRankThenRun(t *testing.T) {
	names := map[int][]string{}
	for _, c := range Choose(somePlan(), Sort(someRows())) {
		data, err := c.Encode()
		require.NoError(t, err)
		again, err := DecodeChoice(data)
		require.NoError(t, err)
		require.Equal(t, c, again)
		names[c.Row.Run] = c.Names
	}
	require.Equal(t, map[int][]string{
		0: {"best-001-run-0000000.rec"},
		2: {"best-002-run-0000002.rec", "broken-001-run-0000002.rec"},
		3: {"worst-001-run-0000003.rec"},
	}, names)
	p := somePlan()
	p.Record.Goal, p.Record.Worst, p.Record.Broken, p.Record.Best = "min", 5, 0, 1
	chosen := Choose(p, Sort(someRows()))
	require.Equal(t, []string{"worst-001-run-0000000.rec"}, chosen[0].Names)
	require.Equal(t, []string{"best-001-run-0000003.rec", "worst-003-run-0000003.rec"}, chosen[2].Names)
	p.Record = nil
	require.Nil(t, Choose(p, someRows()))
}

func TestQuantilesInterpolate(t *testing.T) {
	var rows []Row
	for i := range 101 {
		rows = append(rows, Row{Run: i, Metrics: []float64{float64(100-i) / 2, math.Inf(1)}})
	}
	rows[3].Broken = []string{"m"}
	require.Equal(t, `metric,runs,broken,mean,q0,q0.01,q0.05,q0.25,q0.5,q0.75,q0.95,q0.99,q1
m,101,1,25,0,0.5,2.5,12.5,25,37.5,47.5,49.5,50
b,0,0,,,,,,,,,,
`, string(Quantiles(somePlan(), rows)))
	require.Equal(t, 1.75, quantile([]float64{1, 2}, 0.75))
	require.Equal(t, 4.0, quantile([]float64{4}, 0.3))
}

func TestHeatmapHasTheMeanOfEachCell(t *testing.T) {
	p := somePlan()
	rows := append(Sort(someRows()), Row{Run: 9, Values: []float64{2, 1}, Metrics: []float64{-6, 0}})
	c := newCells(p, rows)
	require.Equal(t, [][]float64{{-0.5, 0.5, 1.5, 2.5}, {-0.5, 0.5, 1.5}}, [][]float64{c.x.edges, c.y.edges})
	require.InDelta(t, 1, (c.X(599)+c.X(600))/2, 1e-12)
	require.Equal(t, 7.0, c.Z(799, 599))
	require.True(t, math.IsNaN(c.Z(800, 599)), "no run")
	require.Equal(t, -5.0, c.Z(800, 600))
	require.True(t, math.IsNaN(c.Z(0, 600)), "the failed run")
	picture, err := Heatmap(p, rows)
	require.NoError(t, err)
	decoded, err := png.Decode(bytes.NewReader(picture))
	require.NoError(t, err)
	require.Greater(t, decoded.Bounds().Dx(), 600)
	colors := map[[3]uint32]int{}
	for y := range decoded.Bounds().Dy() {
		for x := range decoded.Bounds().Dx() {
			r, g, b, _ := decoded.At(x, y).RGBA()
			colors[[3]uint32{r >> 8, g >> 8, b >> 8}]++
		}
	}
	require.Greater(t, colors[[3]uint32{160, 160, 160}], 100_000, "three of six cells have no number")
	p.Sampler.Kind = "random"
	c = newCells(p, rows)
	require.Equal(t, defaultBins, c.x.bins())
	p.Heatmap.Bins = 7
	c = newCells(p, rows)
	require.Equal(t, 7, c.x.bins())
	p.Heatmap = nil
	picture, err = Heatmap(p, rows)
	require.NoError(t, err)
	require.Nil(t, picture)
}

// A parameter with few values has a cell around each of them, and no empty cells between them.
func TestHeatmapHasACellForEachValue(t *testing.T) {
	for _, c := range []struct {
		axis  sample.Axis
		kind  sample.Kind
		edges []float64
	}{
		{sample.Axis{Values: []float64{8, 1, 2, 4, 2}}, sample.Grid, []float64{0.5, 1.5, 3, 6, 10}},
		{sample.Axis{Values: []float64{1, 3}, Noise: 1}, sample.Uniform, []float64{0, 2, 4}},
		{sample.Axis{From: -1.2, To: 2.4, Whole: true}, sample.LatinHypercube, []float64{-1.5, -0.5, 0.5, 1.5, 2.5}},
		{sample.Axis{From: 1, To: 2, Steps: 5, Whole: true}, sample.Grid, []float64{0.5, 1.5, 2.5}},
		{sample.Axis{From: 0.6, To: 1.4, Whole: true}, sample.Uniform, []float64{0.5, 1.5}},
	} {
		require.Equal(t, c.edges, newScale(c.axis, c.kind, 0).edges, "%+v", c.axis)
	}
	fine, many := newScale(sample.Axis{To: 1000, Whole: true}, sample.Uniform, 0), newScale(sample.Axis{To: 1, Steps: 201}, sample.Grid, 0)
	require.Equal(t, [2]int{defaultBins, defaultBins}, [2]int{fine.bins(), many.bins()})
}

func TestHeatmapOfOneNumber(t *testing.T) {
	p := somePlan()
	p.Parameters[0].To, p.Parameters[0].Steps = 0, 1
	picture, err := Heatmap(p, []Row{{Values: []float64{0, 0}, Metrics: []float64{3, 0}}})
	require.NoError(t, err)
	require.NotEmpty(t, picture)
	picture, err = Heatmap(p, []Row{{Values: []float64{0, 0}, Failure: "x"}})
	require.NoError(t, err)
	require.Nil(t, picture)
}
