package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/carom2d/carom/benchmarks/peers"
)

// second is the number of ticks in a second.
const second = 60

// table is a contest on the pyramid and the rain. Times are milliseconds.
type table struct {
	Title   string `json:"title"`
	Date    string `json:"date"`
	Machine string `json:"machine"`
	Note    string `json:"note,omitempty"`
	Repeat  int    `json:"runs"`
	Rows    []*row `json:"rows"`
}

// row is an engine. The numbers of bodies and contacts are counted at the end of the pyramid.
// Rain's contacts are a separate column, because the heaps of different engines differ.
type row struct {
	Engine        string     `json:"engine"`
	Version       string     `json:"version"`
	Steps         string     `json:"steps"`
	PyramidMS     float64    `json:"pyramid_ms"`
	PyramidSpread [2]float64 `json:"pyramid_spread"`
	RainMS        float64    `json:"rain_ms"`
	RainSpread    [2]float64 `json:"rain_spread"`
	Bodies        int        `json:"bodies"`
	Contacts      int        `json:"contacts"`
	RainBodies    int        `json:"rain_bodies"`
	RainContacts  int        `json:"rain_contacts"`
	PyramidWorst  worst      `json:"pyramid_worst"`
	RainWorst     worst      `json:"rain_worst"`
	PyramidHeight float64    `json:"pyramid_height"`
	RainHeight    float64    `json:"rain_height"`
}

// worst holds the longest ticks. The time of a tick is its time in the fastest run: all runs do the
// same work, and other programs on the machine only add to it. The last two fields are not
// corrected in this way.
type worst struct {
	Cold      float64 `json:"first_second_cold_ms"` // of a program that has just begun
	Warm      float64 `json:"first_second_warm_ms"` // after a first world that is not shown
	Ratio     float64 `json:"later_to_median"`      // longest tick after the first second / median of these ticks
	ColdClock float64 `json:"first_second_cold_ms_by_clock"`
	Clock     float64 `json:"later_to_median_by_clock"`
}

// run is the output of a process (see package race/run).
type run struct {
	Start            float64
	Cold, Ticks      []float64
	Bodies, Contacts int
	Height           float64
}

// fill lets the entrants take turns.
func (t *table) fill(entrants []entrant, repeat int) error {
	var runs [][][]run // by scene and entrant
	for _, s := range peers.Races() {
		list, err := inTurns(entrants, s.Name, repeat)
		if err != nil {
			return err
		}
		runs = append(runs, list)
	}
	for j, e := range entrants {
		pyramid, rain := runs[0][j], runs[1][j]
		r := &row{Engine: e.name, Version: e.version, Steps: e.steps}
		r.PyramidMS, r.PyramidSpread, r.PyramidWorst = summary(pyramid)
		r.RainMS, r.RainSpread, r.RainWorst = summary(rain)
		r.Bodies, r.Contacts, r.PyramidHeight = pyramid[0].Bodies, pyramid[0].Contacts, pyramid[0].Height
		r.RainBodies, r.RainContacts, r.RainHeight = rain[0].Bodies, rain[0].Contacts, rain[0].Height
		t.Rows = append(t.Rows, r)
	}
	return t.check()
}

// inTurns returns the runs of a scene by entrant, which take turns.
func inTurns(entrants []entrant, scene string, repeat int) ([][]run, error) {
	runs := make([][]run, len(entrants))
	for range repeat {
		for i, e := range entrants {
			r, err := e.run(scene)
			if err != nil {
				return nil, err
			}
			runs[i] = append(runs[i], r)
		}
	}
	return runs, nil
}

// run starts a process and reads its output.
func (e entrant) run(scene string) (run, error) {
	var r run
	out, _, err := output(e.command(scene))
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	if err != nil {
		return run{}, fmt.Errorf("%s, %s: %w", e.name, scene, err)
	}
	if len(r.Cold) < second || len(r.Ticks) <= second {
		return run{}, fmt.Errorf("%s, %s: %d and %d ticks", e.name, scene, len(r.Cold), len(r.Ticks))
	}
	return r, nil
}

// check rejects results of engines that did not do the same work: all bodies must exist, the
// pyramid must stand, and the rain must lie in its trough.
func (t *table) check() error {
	for _, r := range t.Rows {
		if r.Bodies != 1035 || r.RainBodies != 1000 {
			return fmt.Errorf("%s moves %d and %d bodies, want 1035 and 1000", r.Engine, r.Bodies, r.RainBodies)
		}
		if r.PyramidHeight < 14 || r.PyramidHeight > 15.5 {
			return fmt.Errorf("%s: the pyramid's mean height is %.2f m, want 14 to 15.5", r.Engine, r.PyramidHeight)
		}
		// matter-js presses its heap together by a quarter.
		if first := t.Rows[0].RainHeight; r.RainHeight < 0.7*first || r.RainHeight > 1.3*first {
			return fmt.Errorf("%s: the rain's mean height is %.2f m, want %.2f within three tenths", r.Engine, r.RainHeight, first)
		}
		if strings.HasPrefix(r.Engine, "Carom") && (r.Contacts != 2025 || r.RainHeight != t.Rows[0].RainHeight || r.PyramidHeight != t.Rows[0].PyramidHeight) {
			return fmt.Errorf("%s: not the bits of %s", r.Engine, t.Rows[0].Engine)
		}
	}
	return nil
}

// summary returns the median tick after the first second, as the median and the range over the
// runs, and the longest ticks. A mean would measure other programs, which interrupt a few ticks for
// whole time slices of milliseconds.
func summary(runs []run) (ms float64, spread [2]float64, w worst) {
	var medians, coldClock, clock []float64
	cold, warm := slices.Clone(runs[0].Cold[:second]), slices.Clone(runs[0].Ticks)
	for _, r := range runs {
		rest := r.Ticks[second:]
		medians = append(medians, median(rest))
		coldClock = append(coldClock, slices.Max(r.Cold[:second]))
		clock = append(clock, slices.Max(rest)/median(rest))
		for i := range cold {
			cold[i] = min(cold[i], r.Cold[i])
		}
		for i := range warm {
			warm[i] = min(warm[i], r.Ticks[i])
		}
	}
	later := warm[second:]
	w = worst{round(slices.Max(cold)), round(slices.Max(warm[:second])), round(slices.Max(later) / median(later)), round(median(coldClock)), round(median(clock))}
	return round(median(medians)), [2]float64{round(slices.Min(medians)), round(slices.Max(medians))}, w
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

// round rounds to tenths of a microsecond.
func round(ms float64) float64 { return math.Round(ms*1e4) / 1e4 }

// String returns the table as Markdown.
func (t *table) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s (%s; %s; medians of %d runs in turn", t.Title, t.Date, t.Machine, t.Repeat)
	if t.Note != "" {
		fmt.Fprintf(&b, "; %s", t.Note)
	}
	b.WriteString("), ms per tick\n\n")
	w := tabwriter.NewWriter(&b, 0, 0, 1, ' ', 0)
	fmt.Fprintln(w, "| engine\t| a tick\t| pyramid\t| range\t| rain\t| range\t| contacts\t| worst tick of the first second, cold\t| warmed up\t| worst later tick / median\t|")
	fmt.Fprintln(w, "| ---\t| ---\t| ---\t| ---\t| ---\t| ---\t| ---\t| ---\t| ---\t| ---\t|")
	for _, r := range t.Rows {
		p, q := r.PyramidWorst, r.RainWorst
		fmt.Fprintf(w, "| %s %s\t| %s\t| %.3g\t| %.3g-%.3g\t| %.3g\t| %.3g-%.3g\t| %d, %d\t| %.3g, %.3g\t| %.3g, %.3g\t| %.1f, %.1f\t|\n",
			r.Engine, r.Version, r.Steps, r.PyramidMS, r.PyramidSpread[0], r.PyramidSpread[1],
			r.RainMS, r.RainSpread[0], r.RainSpread[1], r.Contacts, r.RainContacts,
			p.Cold, q.Cold, p.Warm, q.Warm, p.Ratio, q.Ratio)
	}
	w.Flush()
	return b.String() + "\n"
}

func writeJSON(name string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(data, '\n'), 0o666)
}
