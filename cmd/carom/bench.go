package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/gallery"
)

// benchOptions are the flags of the command bench.
type benchOptions struct {
	scenes     []gallery.Scene
	workers    int
	repeat     int
	ticks      int // zero: the scene's own number
	profile    bool
	json       bool
	scaling    bool
	cpuProfile string
}

// benchResult is the result of all runs of one scene. Times are milliseconds for all ticks except
// the first.
type benchResult struct {
	Scene     string             `json:"scene"`
	Workers   int                `json:"workers"`
	Ticks     int                `json:"ticks"`
	Runs      []float64          `json:"runs_ms"` // ascending
	Median    float64            `json:"median_ms"`
	Bodies    int                `json:"bodies"`
	Contacts  int                `json:"contacts"`
	Touching  int                `json:"touching"`
	Joints    int                `json:"joints"`
	Islands   int                `json:"islands"`
	Colors    int                `json:"colors"`
	Hash      string             `json:"hash"`
	StageTime map[string]float64 `json:"stages_ms"` // of the median run
	stages    []stage
}

// benchScenes runs the command bench.
func benchScenes(args []string, stdout, stderr io.Writer) error {
	o, err := parseBench(args, stdout)
	if err != nil {
		return err
	}
	files := &outputs{stderr: stderr}
	defer files.watchSignals()()
	defer files.discard()
	if o.cpuProfile == "" {
		return o.run(stdout)
	}
	file, err := files.create(o.cpuProfile)
	if err != nil {
		return err
	}
	var profile bytes.Buffer // the profiler does not report errors of its writer
	if err := pprof.StartCPUProfile(&profile); err != nil {
		return err
	}
	err = o.run(stdout)
	pprof.StopCPUProfile()
	if err != nil {
		return err
	}
	if err := file.writeBytes(profile.Bytes()); err != nil {
		return err
	}
	return files.commit()
}

// run runs the scenes and prints their results.
func (o *benchOptions) run(stdout io.Writer) error {
	if o.scaling {
		return o.runScaling(stdout)
	}
	var results []*benchResult
	for _, s := range o.scenes {
		r := bench(s, o)
		results = append(results, r)
		if o.json {
			continue
		}
		text := r.row(o.profile)
		if len(results) == 1 {
			text = fmt.Sprintf("%-14s %6s %10s %19s %8s %9s %9s %7s %7s\n",
				"scene", "ticks", "median ms", "fastest..slowest", "bodies", "touching", "contacts", "islands", "colours") + text
		}
		if _, err := io.WriteString(stdout, text); err != nil {
			return err
		}
	}
	if !o.json {
		return nil
	}
	return printJSON(stdout, results)
}

// parseBench reads the arguments of the command bench.
func parseBench(args []string, stdout io.Writer) (*benchOptions, error) {
	o := &benchOptions{workers: 1, repeat: 1}
	set := flag.NewFlagSet("bench", flag.ContinueOnError)
	only := set.String("scene", "", "run only this scene, or a comma-separated `list`")
	set.Var((*wholeNumber)(&o.workers), "workers", "a `number` of goroutines that share the work; 0 chooses by the number of processors")
	set.Var((*wholeNumber)(&o.repeat), "repeat", "run every scene a `number` of times and report the median")
	set.Var((*wholeNumber)(&o.ticks), "ticks", "run a `number` of ticks, from 2 up; 0 runs as many as the field does")
	set.BoolVar(&o.profile, "profile", false, "print the time of each stage")
	set.BoolVar(&o.json, "json", false, "print JSON instead of a table")
	set.BoolVar(&o.scaling, "scaling", false, "print the serial share of a tick and what 2 to 16 workers would take, modelled from the times of blocks; -repeat takes the least of each")
	set.StringVar(&o.cpuProfile, "cpuprofile", "", "write a profile for go tool pprof to this `file`")
	rest, err := parseArguments(set, args, stdout, "carom bench [flags] times the ten scenes that engines are compared by, all ticks but the first, which builds the rest:")
	if err != nil {
		return nil, err
	}
	switch {
	case len(rest) > 0:
		return nil, usagef("bench takes no argument %q; name scenes with -scene", rest[0])
	case o.workers < 0 || o.workers > maxWorkers:
		return nil, usagef("-workers %d: want 0 to %d", o.workers, maxWorkers)
	case o.scaling && o.workers != 1:
		return nil, usagef("-scaling has its own numbers of workers; leave out -workers")
	case o.repeat < 1 || o.repeat > 1000:
		return nil, usagef("-repeat %d: want 1 to 1000", o.repeat)
	case o.ticks < 0 || o.ticks == 1 || o.ticks > 1e6:
		return nil, usagef("-ticks %d: want 0, or 2 to 1000000, as the first tick is not timed", o.ticks)
	}
	if err := checkDistinct(stdout, namedFile{"-cpuprofile", o.cpuProfile}); err != nil {
		return nil, err
	}
	if *only == "" {
		o.scenes = gallery.Scenes()
		return o, nil
	}
	for _, name := range strings.Split(*only, ",") {
		s, ok := gallery.ByName(name)
		if !ok {
			var names []string
			for _, s := range gallery.Scenes() {
				names = append(names, s.Name)
			}
			return nil, usagef("-scene %q: want one of %s", name, strings.Join(names, ", "))
		}
		o.scenes = append(o.scenes, s)
	}
	return o, nil
}

// bench runs one scene the given number of times.
func bench(s gallery.Scene, o *benchOptions) *benchResult {
	ticks := cmp.Or(o.ticks, s.Ticks)
	result := &benchResult{Scene: s.Name, Workers: o.workers, Ticks: ticks}
	var runs []*timings
	for range o.repeat {
		r := s.Start(world.Config{Workers: o.workers})
		m := newTimings(ticks)
		for tick := range ticks {
			start := time.Now()
			r.Advance()
			if tick > 0 { // the first one builds everything
				m.add(time.Since(start), r.Profile())
			}
		}
		c := r.Counters()
		result.Bodies, result.Contacts, result.Touching = c.Bodies, c.Contacts, c.Touching
		result.Joints, result.Islands, result.Colors = c.Joints, c.Islands, c.Colors
		result.Hash = fmt.Sprintf("%016x", r.Hash())
		r.Close()
		runs = append(runs, m)
	}
	slices.SortFunc(runs, func(a, b *timings) int { return int(a.total - b.total) })
	for _, m := range runs {
		result.Runs = append(result.Runs, milliseconds(m.total))
	}
	median := runs[(len(runs)-1)/2]
	result.Median = milliseconds(median.total)
	result.stages = median.stages
	result.StageTime = map[string]float64{"other": milliseconds(median.other())}
	for _, st := range median.stages {
		result.StageTime[st.name] = milliseconds(st.sum)
	}
	return result
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// row is the scene's line of the table, and one more per stage when asked.
func (r *benchResult) row(profile bool) string {
	var b strings.Builder
	spread := fmt.Sprintf("%.1f..%.1f", r.Runs[0], r.Runs[len(r.Runs)-1])
	fmt.Fprintf(&b, "%-14s %6d %10.1f %19s %8d %9d %9d %7d %7d\n",
		r.Scene, r.Ticks, r.Median, spread, r.Bodies, r.Touching, r.Contacts, r.Islands, r.Colors)
	if profile {
		for _, s := range r.stages {
			fmt.Fprintf(&b, "  %-12s %16.1f\n", s.name, milliseconds(s.sum))
		}
		fmt.Fprintf(&b, "  %-12s %16.1f\n", "other", r.StageTime["other"])
	}
	return b.String()
}
