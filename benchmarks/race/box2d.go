package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/carom2d/carom/world/gallery"
)

// fieldTable is the contest with Box2D's own program. Times are milliseconds for all ticks of a
// scene except the first, which both programs leave out. The processor time covers whole processes,
// including the building of the scene. Other programs on the machine hardly change it.
type fieldTable struct {
	Date    string      `json:"date"`
	Machine string      `json:"machine"`
	Note    string      `json:"note,omitempty"`
	Repeat  int         `json:"runs"`
	Rows    []*fieldRow `json:"rows"`
	Means   []mean      `json:"geometric_means"`
}

// mean is the geometric mean of the ratios of all scenes.
type mean struct {
	Workers int     `json:"workers"`
	Ratio   float64 `json:"ratio"`
	CPU     float64 `json:"cpu_ratio"`
}

// fieldRow is a scene with a number of workers. The ratio is the median over the pairs of
// runs.
type fieldRow struct {
	Scene         string     `json:"scene"`
	Workers       int        `json:"workers"`
	CaromMS       float64    `json:"carom_ms"`
	Box2DMS       float64    `json:"box2d_ms"`
	Ratio         float64    `json:"ratio"`
	Spread        [2]float64 `json:"ratio_spread"`
	CPURatio      float64    `json:"cpu_ratio"` // of the processor time
	CPUSpread     [2]float64 `json:"cpu_ratio_spread"`
	Bodies        int        `json:"bodies"` // Carom's gallery has one more body, to which joints are attached
	CaromContacts int        `json:"carom_contacts"`
	Box2DBodies   int        `json:"box2d_bodies"`
	Box2DContacts int        `json:"box2d_contacts"`
}

// besideBox2D runs every scene of the gallery in both programs in turn.
func (o *options) besideBox2D() error {
	t := &fieldTable{Date: time.Now().UTC().Format(time.DateOnly), Machine: machine(), Note: o.note, Repeat: o.repeat}
	scenes := gallery.Scenes()
	if o.fields != "" {
		scenes = nil
		for name := range strings.SplitSeq(o.fields, ",") {
			s, ok := gallery.ByName(name)
			if !ok {
				return fmt.Errorf("no scene %q", name)
			}
			scenes = append(scenes, s)
		}
	}
	for _, workers := range []int{1, 2} {
		if workers > runtime.NumCPU() {
			fmt.Printf("LEFT OUT: %d workers, for there is one processor\n", workers)
			continue
		}
		logs, cpuLogs := 0.0, 0.0
		for _, s := range scenes {
			r, err := o.fieldRow(s.Name, workers)
			if err != nil {
				return err
			}
			t.Rows = append(t.Rows, r)
			logs += math.Log(r.Ratio)
			cpuLogs += math.Log(r.CPURatio)
		}
		n := float64(len(scenes))
		t.Means = append(t.Means, mean{workers, math.Exp(logs / n), math.Exp(cpuLogs / n)})
	}
	fmt.Print(t)
	return writeJSON(filepath.Join(o.out, "box2d.json"), t)
}

func (o *options) fieldRow(scene string, workers int) (*fieldRow, error) {
	r := &fieldRow{Scene: scene, Workers: workers}
	var carom, box2d, ratios, cpuRatios []float64
	for range o.repeat {
		a, cpuA, err := o.runCarom(r)
		if err != nil {
			return nil, err
		}
		b, cpuB, err := o.runBox2D(r)
		if err != nil {
			return nil, err
		}
		carom, box2d = append(carom, a), append(box2d, b)
		ratios, cpuRatios = append(ratios, a/b), append(cpuRatios, cpuA/cpuB)
	}
	r.CaromMS, r.Box2DMS, r.Ratio = median(carom), median(box2d), median(ratios)
	r.Spread = [2]float64{slices.Min(ratios), slices.Max(ratios)}
	r.CPURatio, r.CPUSpread = median(cpuRatios), [2]float64{slices.Min(cpuRatios), slices.Max(cpuRatios)}
	return r, nil
}

// runCarom runs a scene once and returns its time, and the processor time of the process in
// seconds.
func (o *options) runCarom(r *fieldRow) (ms, cpu float64, err error) {
	out, cpu, err := output(exec.Command(o.carom, "bench", "-json", "-scene", r.Scene, "-workers", strconv.Itoa(r.Workers)))
	if err != nil {
		return 0, 0, err
	}
	var results []struct {
		Median           float64 `json:"median_ms"`
		Bodies, Contacts int
	}
	if err := json.Unmarshal(out, &results); err != nil {
		return 0, 0, err
	}
	if len(results) != 1 {
		return 0, 0, fmt.Errorf("carom bench printed %d results", len(results))
	}
	r.Bodies, r.CaromContacts = results[0].Bodies, results[0].Contacts
	return results[0].Median, cpu, nil
}

// runBox2D does the same for Box2D. The program writes files to its working folder, so it gets a
// folder of its own.
func (o *options) runBox2D(r *fieldRow) (ms, cpu float64, err error) {
	program, err := filepath.Abs(o.box2d)
	if err != nil {
		return 0, 0, err
	}
	folder, err := os.MkdirTemp("", "race")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(folder)
	workers := strconv.Itoa(r.Workers)
	cmd := exec.Command(program, "-b="+r.Scene, "-t="+workers, "-w="+workers, "-r=1")
	cmd.Dir = folder
	out, cpu, err := output(cmd)
	if err != nil {
		return 0, 0, err
	}
	ms, err = r.parseBox2D(string(out))
	return ms, cpu, err
}

// parseBox2D reads lines such as "run 0 : 1570.3 (ms)" and "body 5051 / shape 5051 / contact 14750
// / ...".
func (r *fieldRow) parseBox2D(text string) (float64, error) {
	ms := 0.0
	named := false
	for line := range strings.Lines(text) {
		var run int
		if strings.HasPrefix(line, "benchmark: "+r.Scene+",") {
			named = true
		}
		fmt.Sscanf(line, "run %d : %g (ms)", &run, &ms)
		var bodies, shapes, contacts int
		if n, _ := fmt.Sscanf(line, "body %d / shape %d / contact %d", &bodies, &shapes, &contacts); n == 3 {
			r.Box2DBodies, r.Box2DContacts = bodies, contacts
		}
	}
	if !named || ms <= 0 {
		return 0, fmt.Errorf("Box2D's program printed no time of %s:\n%s", r.Scene, text)
	}
	return ms, nil
}

// output runs a program and returns its output, and its processor time in seconds.
func output(cmd *exec.Cmd) (out []byte, cpu float64, err error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err = cmd.Output()
	if err != nil {
		return nil, 0, fmt.Errorf("%v: %w\n%s", cmd.Args, err, &stderr)
	}
	return out, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), nil
}

// String returns the table as Markdown.
func (t *fieldTable) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nBeside Box2D v3 (%s; %s; medians of %d pairs of runs", t.Date, t.Machine, t.Repeat)
	if t.Note != "" {
		fmt.Fprintf(&b, "; %s", t.Note)
	}
	b.WriteString("), ms for all ticks\n\n")
	w := tabwriter.NewWriter(&b, 0, 0, 1, ' ', 0)
	fmt.Fprintln(w, "| scene\t| workers\t| Carom\t| Box2D\t| ratio\t| range\t| CPU ratio\t| range\t| bodies\t| contacts\t|")
	fmt.Fprintln(w, "| ---\t| ---\t| ---\t| ---\t| ---\t| ---\t| ---\t| ---\t| ---\t| ---\t|")
	for _, r := range t.Rows {
		fmt.Fprintf(w, "| %s\t| %d\t| %.0f\t| %.0f\t| %.2f\t| %.2f-%.2f\t| %.2f\t| %.2f-%.2f\t| %d, %d\t| %d, %d\t|\n", r.Scene, r.Workers,
			r.CaromMS, r.Box2DMS, r.Ratio, r.Spread[0], r.Spread[1], r.CPURatio, r.CPUSpread[0], r.CPUSpread[1], r.Bodies, r.Box2DBodies, r.CaromContacts, r.Box2DContacts)
	}
	w.Flush()
	b.WriteString("\n")
	for _, m := range t.Means {
		fmt.Fprintf(&b, "Geometric mean of the ratios, workers %d: %.3f by the clock, %.3f by processor time\n", m.Workers, m.Ratio, m.CPU)
	}
	return b.String()
}
