package report

import (
	"bytes"
	"encoding/csv"
	"math"
	"slices"
	"strconv"

	"github.com/carom2d/carom/batch/plan"
)

// shares are the quantiles of the table.
var shares = []float64{0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1}

// Quantiles returns a table with a line for each metric: the number of runs with a finite number,
// the number of runs that broke a rule on it, the mean, and quantiles by linear interpolation
// between the two nearest ranks.
func Quantiles(p *plan.Plan, rows []Row) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	line := []string{"metric", "runs", "broken", "mean"}
	for _, share := range shares {
		line = append(line, "q"+number(share))
	}
	writeLine(w, line)
	for i := range p.Metrics {
		writeLine(w, quantileLine(p.Metrics[i].Name, i, rows))
	}
	w.Flush()
	return out.Bytes()
}

func quantileLine(name string, metric int, rows []Row) []string {
	var values []float64
	broken, sum := 0, 0.0
	for i := range rows {
		if x, ok := rows[i].Metric(metric); ok {
			values = append(values, x)
			sum += x
		}
		if slices.Contains(rows[i].Broken, name) {
			broken++
		}
	}
	line := []string{name, strconv.Itoa(len(values)), strconv.Itoa(broken)}
	if len(values) == 0 {
		return append(line, make([]string, 1+len(shares))...)
	}
	line = append(line, number(sum/float64(len(values))))
	slices.Sort(values)
	for _, share := range shares {
		line = append(line, number(quantile(values, share)))
	}
	return line
}

// quantile returns the number below which a share of sorted values lies.
func quantile(values []float64, share float64) float64 {
	at := share * float64(len(values)-1)
	below := math.Floor(at)
	i := int(below)
	if i == len(values)-1 {
		return values[i]
	}
	return values[i] + float64((at-below)*(values[i+1]-values[i]))
}
