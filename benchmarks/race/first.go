package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/carom2d/carom/benchmarks/peers"
)

// firstEntrants is the number of WebAssembly engines under node. They come before the other
// engines.
const firstEntrants = 6

// first prints the times of the first ticks of a fresh process. Each figure comes from the fastest
// run and, behind a slash, from the median of the runs. All runs do the same work, and other
// programs on the machine only add to the times.
func (o *options) first(entrants []entrant) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\nThe first second of a process (%s; %d runs in turn), ms: fastest run / median\n\n", machine(), o.repeat)
	w := tabwriter.NewWriter(&b, 0, 0, 1, ' ', 0)
	fmt.Fprintln(w, "| engine\t| scene\t| start of the process to first tick\t| 1st tick\t| 2nd\t| 10th\t| first 60 together\t|")
	fmt.Fprintln(w, "| ---\t| ---\t| ---\t| ---\t| ---\t| ---\t| ---\t|")
	for _, s := range peers.Races() {
		runs, err := inTurns(entrants, s.Name, o.repeat)
		if err != nil {
			return err
		}
		for i, e := range entrants {
			fmt.Fprintf(w, "| %s %s\t| %s\t| %s\t|\n", e.name, e.version, s.Name, strings.Join(firstSecond(runs[i]), "\t| "))
		}
	}
	w.Flush()
	fmt.Println(b.String())
	return nil
}

// firstSecond returns the figures of an engine: start, ticks 1, 2 and 10, and the sum of a second.
func firstSecond(runs []run) []string {
	figures := []func(run) float64{
		func(r run) float64 { return r.Start },
		func(r run) float64 { return r.Cold[0] },
		func(r run) float64 { return r.Cold[1] },
		func(r run) float64 { return r.Cold[9] },
		func(r run) float64 {
			sum := 0.0
			for _, ms := range r.Cold[:second] {
				sum += ms
			}
			return sum
		},
	}
	var cells []string
	for _, figure := range figures {
		var x []float64
		for _, r := range runs {
			x = append(x, figure(r))
		}
		cells = append(cells, fmt.Sprintf("%.3g / %.3g", slices.Min(x), median(x)))
	}
	return cells
}
