package report

import (
	"bytes"
	"encoding/csv"
	"strconv"

	"github.com/carom2d/carom/batch/plan"
)

// CSV returns the rows as a table (RFC 4180) with a line of names. Numbers have the shortest form
// that reads back as the same bits. A failed run has empty cells.
func CSV(p *plan.Plan, rows []Row) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	line := []string{"run", "sample", "seed"}
	for i := range p.Parameters {
		line = append(line, p.Parameters[i].Name)
	}
	for i := range p.Metrics {
		line = append(line, p.Metrics[i].Name)
	}
	writeLine(w, append(line, "broken", "failure", "hash"))
	for i := range rows {
		r := &rows[i]
		line = append(line[:0], strconv.Itoa(r.Run), strconv.Itoa(r.Sample), strconv.Itoa(r.Seed))
		for _, x := range r.Values {
			line = append(line, number(x))
		}
		for i := range p.Metrics {
			if i < len(r.Metrics) {
				line = append(line, number(r.Metrics[i]))
			} else {
				line = append(line, "")
			}
		}
		writeLine(w, append(line, r.brokenText(), r.Failure, r.hashText()))
	}
	w.Flush()
	return out.Bytes()
}

// writeLine writes to memory, which cannot fail.
func writeLine(w *csv.Writer, cells []string) {
	if err := w.Write(cells); err != nil {
		panic("report: a table in memory cannot be written: " + err.Error())
	}
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
