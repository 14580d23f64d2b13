package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"strings"
	"time"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the program. It returns the exit code: 0 if every row keeps its bounds, 1 if one
// does not, 2 for arguments that cannot be used.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("accuracy", flag.ContinueOnError)
	flags.SetOutput(stderr)
	only := flags.String("rows", "", "run only the rows whose names begin with one of these, by commas")
	list := flags.Bool("list", false, "print the names of the rows and stop")
	asJSON := flags.Bool("json", false, "print JSON")
	document := flags.Bool("markdown", false, "print the page docs/accuracy.md")
	verbose := flags.Bool("v", false, "print every scene of a row")
	quiet := flags.Bool("q", false, "do not say on standard error which row has ended")
	throws := flags.Int("throws", 100_000, "bodies that are thrown in each row that throws")
	short := flags.Bool("short", false, "fewer scenes and shorter runs, as in go test")
	workers := flags.Int("workers", runtime.NumCPU(), "scenes that run at a time")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	selected := selectRows(*only)
	if len(selected) == 0 || flags.NArg() > 0 || *throws < 1 {
		fmt.Fprintln(stderr, "accuracy: no row of that name; -list prints the names")
		return 2
	}
	if *list {
		for _, r := range selected {
			fmt.Fprintf(stdout, "%-20s %s\n", r.name, r.setup)
		}
		return 0
	}
	start := time.Now()
	results := runRows(selected, size{throws: *throws, short: *short}, *workers, func(name string) {
		if !*quiet {
			fmt.Fprintf(stderr, "%6.1f s  %s\n", time.Since(start).Seconds(), name)
		}
	})
	switch {
	case *asJSON:
		printJSON(stdout, results)
	case *document:
		fmt.Fprint(stdout, pageHead)
		printTable(stdout, results)
		fmt.Fprint(stdout, pageFoot)
	default:
		printTable(stdout, results)
	}
	if *verbose {
		printCases(stdout, results)
	}
	return verdict(results)
}

func verdict(results []result) int {
	for i := range results {
		if !results[i].Met {
			return 1
		}
	}
	return 0
}

// selectRows returns the rows whose names begin with one of the prefixes.
func selectRows(prefixes string) []row {
	var selected []row
	for _, r := range allRows() {
		for _, p := range strings.Split(prefixes, ",") {
			if strings.HasPrefix(r.name, strings.TrimSpace(p)) {
				selected = append(selected, r)
				break
			}
		}
	}
	return selected
}

// printTable prints the table in Markdown, a line per row.
func printTable(w io.Writer, results []result) {
	fmt.Fprintln(w, "| row | set-up | Carom | must be | met | Box2D v3 |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- |")
	for i := range results {
		r := &results[i]
		var figures, bounds []string
		for k := range r.Worst {
			f := &r.Worst[k]
			figures = append(figures, f.Name+" "+number(f.Value)+f.unit())
			if b := f.bound(); b != "" {
				bounds = append(bounds, f.Name+" "+b)
			}
		}
		for _, c := range r.Cases {
			if c.Failure != "" {
				figures = append(figures, "panic in "+c.Name)
				break
			}
		}
		met := "yes"
		if !r.Met {
			met = "**no**"
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s |\n", r.Name, r.Setup,
			strings.Join(figures, "<br>"), strings.Join(bounds, "<br>"), met, cmp.Or(r.Peer, "-"))
	}
}

// printCases prints every figure of every scene, with a star where a bound is missed.
func printCases(w io.Writer, results []result) {
	for _, r := range results {
		fmt.Fprintf(w, "\n%s\n", r.Name)
		for _, c := range r.Cases {
			fmt.Fprintf(w, "  %s:", c.Name)
			for _, f := range c.Figures {
				fmt.Fprintf(w, " %s %s%s%s;", f.Name, number(f.Value), f.unit(), f.star())
			}
			if c.Failure != "" {
				fmt.Fprintf(w, " PANIC %s", c.Failure)
			}
			fmt.Fprintln(w)
		}
	}
}

// star marks a figure outside its bounds.
func (f *figure) star() string {
	if f.met() {
		return ""
	}
	return " *"
}

// printJSON prints the results. JSON has no infinity: missing bounds and infinite figures become
// the largest numbers.
func printJSON(w io.Writer, results []result) {
	finite := func(f *figure) {
		for _, x := range []*float64{&f.Value, &f.Low, &f.High} {
			if math.IsNaN(*x) {
				*x = math.MaxFloat64
			}
			*x = max(-math.MaxFloat64, min(math.MaxFloat64, *x))
		}
	}
	for i := range results {
		for k := range results[i].Worst {
			finite(&results[i].Worst[k].figure)
		}
		for _, c := range results[i].Cases {
			for k := range c.Figures {
				finite(&c.Figures[k])
			}
		}
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(results); err != nil {
		panic(err)
	}
}

const pageHead = `# Accuracy

Every row is a promise, and the scenes that put it to the test. All have the defaults (60 ticks a second, 4 sub-steps),
gravity 10 where there is gravity, and sleep off where motion is watched. A figure is the worst of all scenes of its row.
The figures of Box2D v3 (its main branch of August 2026) are from trials of the same kind, the figures of penetration from the
same throws.

` + "`make accuracy`" + ` prints the table in minutes, ` + "`go run ./cmd/accuracy -rows hanging -v`" + ` one row with all its scenes, and
` + "`go run ./cmd/accuracy -markdown > docs/accuracy.md`" + ` writes this page.

`

const pageFoot = `
Energies are kinetic and potential; the potential energy counts from the lowest pose that the scene allows, as fractions of the first. A slop
is 5 mm. Depths are the largest of all ticks, not of the last alone. A body has left a room when its centre is 5 cm outside, or
outside for a quarter of a second; it is through a corner when its centre is behind a wall after any tick.
`
