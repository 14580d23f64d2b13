package report

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/carom2d/carom/batch/plan"
)

// Row is the result of a run.
type Row struct {
	Run, Sample, Seed int
	Values            []float64 // by parameter
	Metrics           []float64 // by metric; none if the run failed
	Broken            []string  // the metrics of the rules that it broke
	Failure           string    // the reason why it has no result
	Hash              uint64    // World.StateHash at the end
}

// Failed returns the row of a run without a result.
func (r Row) Failed(why string) Row {
	r.Metrics, r.Broken, r.Hash, r.Failure = nil, nil, 0, why
	return r
}

// Metric returns a metric, and false if the run failed or the number is not finite.
func (r *Row) Metric(i int) (float64, bool) {
	if i >= len(r.Metrics) || math.IsNaN(r.Metrics[i]) || math.IsInf(r.Metrics[i], 0) {
		return 0, false
	}
	return r.Metrics[i], true
}

// brokenText is the cell of a row.
func (r *Row) brokenText() string { return strings.Join(r.Broken, " ") }

// hashText is the cell of a row. It is a text, because a hash has no meaning as a number.
func (r *Row) hashText() string {
	if r.Failure != "" {
		return ""
	}
	return fmt.Sprintf("%016x", r.Hash)
}

// Encode returns rows as bytes, for Decode.
func Encode(rows []Row) ([]byte, error) {
	var out bytes.Buffer
	err := gob.NewEncoder(&out).Encode(rows)
	return out.Bytes(), err
}

// Decode reads the bytes of Encode.
func Decode(data []byte) ([]Row, error) {
	var rows []Row
	err := gob.NewDecoder(bytes.NewReader(data)).Decode(&rows)
	return rows, err
}

// Sort puts rows into the order of their runs, and removes duplicates: a block that came twice has
// the same rows twice.
func Sort(rows []Row) []Row {
	slices.SortFunc(rows, func(a, b Row) int { return a.Run - b.Run })
	return slices.CompactFunc(rows, func(a, b Row) bool { return a.Run == b.Run })
}

// Choice is a run to record.
type Choice struct {
	Row   Row
	Names []string // of its recordings, without folder
}

// Choose returns the runs that the plan wants recorded, by run. Among runs with the same number,
// the first run counts. Failed runs are not recorded.
func Choose(p *plan.Plan, rows []Row) []Choice {
	r := p.Record
	if r == nil {
		return nil
	}
	index := p.MetricIndex(r.Metric)
	ranked := slices.DeleteFunc(slices.Clone(rows), func(row Row) bool { _, ok := row.Metric(index); return !ok })
	chosen := map[int]*Choice{}
	pick := func(what string, rank int, row Row) {
		c := chosen[row.Run]
		if c == nil {
			c = &Choice{Row: row}
			chosen[row.Run] = c
		}
		c.Names = append(c.Names, fmt.Sprintf("%s-%03d-run-%07d.rec", what, rank, row.Run))
	}
	sign := 1.0
	if r.Goal == "max" {
		sign = -1
	}
	rank := func(sign float64) {
		slices.SortStableFunc(ranked, func(a, b Row) int {
			return cmp.Compare(sign*a.Metrics[index], sign*b.Metrics[index])
		})
	}
	rank(sign)
	for i := range min(r.Best, len(ranked)) {
		pick("best", i+1, ranked[i])
	}
	slices.SortFunc(ranked, func(a, b Row) int { return a.Run - b.Run })
	rank(-sign)
	for i := range min(r.Worst, len(ranked)) {
		pick("worst", i+1, ranked[i])
	}
	broken := 0
	for _, row := range rows {
		if len(row.Broken) > 0 && broken < r.Broken {
			broken++
			pick("broken", broken, row)
		}
	}
	out := make([]Choice, 0, len(chosen))
	for _, c := range chosen {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b Choice) int { return a.Row.Run - b.Row.Run })
	return out
}

// Encode returns the choice as bytes, for DecodeChoice.
func (c *Choice) Encode() ([]byte, error) {
	var out bytes.Buffer
	err := gob.NewEncoder(&out).Encode(c)
	return out.Bytes(), err
}

// DecodeChoice reads the bytes of Encode.
func DecodeChoice(data []byte) (Choice, error) {
	var c Choice
	err := gob.NewDecoder(bytes.NewReader(data)).Decode(&c)
	return c, err
}
