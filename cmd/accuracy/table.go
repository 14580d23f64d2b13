package main

import (
	"fmt"
	"math"
	"runtime/debug"
	"strings"
	"sync"
)

// row is a line of the table: one promise, and the scenes that test it.
type row struct {
	name  string
	setup string // the set-up in a few words
	peer  string // the result of Box2D v3, where it was measured
	cases func(size) []scene
}

// size is the extent to which the rows are run.
type size struct {
	throws int  // of each row that throws bodies at walls
	short  bool // fewer scenes and shorter runs, for the tests
}

// pick returns full, or few in a short run.
func (s size) pick(full, few int) int {
	if s.short {
		return few
	}
	return full
}

// scene is one case of a row: a world that is built, run and measured.
type scene struct {
	name string
	run  func(*record)
}

// scenesOf returns a scene for each of some values, which a format puts into its name.
func scenesOf[T any](format string, values []T, run func(*record, T)) []scene {
	scenes := make([]scene, len(values))
	for i, x := range values {
		scenes[i] = scene{fmt.Sprintf(format, x), func(r *record) { run(r, x) }}
	}
	return scenes
}

// record gathers the measurements of a scene.
type record struct{ figures []figure }

// figure is a number with its bounds. Bounds that do not exist are infinite.
type figure struct {
	Name      string
	Value     float64
	Unit      string
	Low, High float64
	Sum       bool // a count: the table has the sum over the scenes, not the worst scene
}

func (r *record) between(name string, value, low, high float64, unit string) {
	r.figures = append(r.figures, figure{Name: name, Value: value, Unit: unit, Low: low, High: high})
}

// count adds a number of cases. The row allows none.
func (r *record) count(name string, n int) {
	r.figures = append(r.figures, figure{Name: name, Value: float64(n), Low: math.Inf(-1), Sum: true})
}

// throws counts the throws that get through, among n throws. The row allows none.
func (r *record) throws(n int, getsThrough func(i int) bool) {
	through := 0
	for i := range n {
		if getsThrough(i) {
			through++
		}
	}
	r.count("through", through)
	r.tally(n)
}

// tell adds a figure that has no bound.
func (r *record) tell(name string, value float64, unit string) {
	r.between(name, value, math.Inf(-1), math.Inf(1), unit)
}

// tally adds the number of all cases.
func (r *record) tally(n int) {
	r.figures = append(r.figures, figure{Name: "of", Value: float64(n), Low: math.Inf(-1), High: math.Inf(1), Sum: true})
}

func (r *record) below(name string, value, bound float64, unit string) {
	r.between(name, value, math.Inf(-1), bound, unit)
}

func (r *record) above(name string, value, bound float64, unit string) {
	r.between(name, value, bound, math.Inf(1), unit)
}

// met reports whether the figure lies within its bounds. NaN does not.
func (f *figure) met() bool { return f.Value >= f.Low && f.Value <= f.High }

// miss is the distance outside the bounds, negative inside. It orders figures of a name.
func (f *figure) miss() float64 {
	if math.IsNaN(f.Value) {
		return math.Inf(1)
	}
	return max(f.Low-f.Value, f.Value-f.High)
}

func (f *figure) bound() string {
	unit := f.unit()
	switch {
	case math.IsInf(f.Low, -1) && math.IsInf(f.High, 1):
		return ""
	case math.IsInf(f.Low, -1) && f.High == 0:
		return "0" + unit
	case math.IsInf(f.Low, -1):
		return "at most " + number(f.High) + unit
	case math.IsInf(f.High, 1):
		return "at least " + number(f.Low) + unit
	default:
		return number(f.Low) + " to " + number(f.High) + unit
	}
}

func (f *figure) unit() string {
	if f.Unit == "" {
		return ""
	}
	return " " + f.Unit
}

// number formats a figure with four significant digits.
func number(x float64) string {
	if a := math.Abs(x); a != 0 && (a < 1e-3 || a >= 1e6) {
		return fmt.Sprintf("%.3g", x)
	}
	s := fmt.Sprintf("%.4g", x)
	if math.Abs(x-1) < 0.01 { // shares of energy
		s = fmt.Sprintf("%.5g", x)
	}
	if strings.Contains(s, "e") {
		s = fmt.Sprintf("%.0f", x)
	}
	return s
}

// result is a row that was run.
type result struct {
	Name, Setup, Peer string
	Met               bool
	Worst             []worst
	Cases             []caseResult
}

// caseResult holds the measurements of one scene.
type caseResult struct {
	Name    string
	Failure string // the panic of a scene that did not end
	Figures []figure
}

// met reports whether a scene ended and kept all its bounds.
func (c *caseResult) met() bool {
	for i := range c.Figures {
		if !c.Figures[i].met() {
			return false
		}
	}
	return c.Failure == ""
}

// worst is the figure of a name that is nearest to its bound, or misses it by the most.
type worst struct {
	figure
	Case string
}

// runRows runs the scenes of all rows on a number of goroutines. The results have the order
// of the rows; finished is called as each row ends.
func runRows(rows []row, s size, workers int, finished func(string)) []result {
	type job struct{ row, scene int }
	results, scenes, left := make([]result, len(rows)), make([][]scene, len(rows)), make([]int, len(rows))
	var lock sync.Mutex
	run := func(j job) {
		results[j.row].Cases[j.scene] = runScene(scenes[j.row][j.scene])
		lock.Lock()
		defer lock.Unlock()
		if left[j.row]--; left[j.row] == 0 {
			finished(rows[j.row].name)
		}
	}
	jobs := make(chan job)
	for i, r := range rows {
		scenes[i] = r.cases(s)
		left[i] = len(scenes[i])
		results[i] = result{Name: r.name, Setup: r.setup, Peer: r.peer, Cases: make([]caseResult, len(scenes[i]))}
	}
	var group sync.WaitGroup
	for range max(1, workers) {
		group.Go(func() {
			for j := range jobs {
				run(j)
			}
		})
	}
	for i := range rows {
		for k := range scenes[i] {
			jobs <- job{i, k}
		}
	}
	close(jobs)
	group.Wait()
	for i := range results {
		results[i].summarize()
	}
	return results
}

// runScene runs a scene. A panic of the engine is a finding like any other.
func runScene(s scene) (c caseResult) {
	c.Name = s.name
	defer func() {
		if r := recover(); r != nil {
			c.Failure = fmt.Sprintf("%v\n%s", r, debug.Stack())
		}
	}()
	var r record
	s.run(&r)
	c.Figures = r.figures
	return c
}

// summarize finds the worst figure of each name that has a bound, in the order in which they
// appear.
func (r *result) summarize() {
	r.Met = true
	index := map[string]int{}
	for _, c := range r.Cases {
		r.Met = r.Met && c.met()
		for _, f := range c.Figures {
			if f.bound() == "" && !f.Sum {
				continue
			}
			i, known := index[f.Name]
			if !known {
				index[f.Name] = len(r.Worst)
				r.Worst = append(r.Worst, worst{f, c.Name})
			} else if f.Sum {
				r.Worst[i].Value += f.Value
			} else if f.miss() > r.Worst[i].miss() {
				r.Worst[i] = worst{f, c.Name}
			}
		}
	}
}

// allRows lists the rows in the order of the table.
func allRows() []row {
	var rows []row
	for _, part := range [][]row{swingRows(), jointRows(), chainRows(), rollRows(), impactRows(), loadRows(), stackRows(), boundRows(), roomRows(), wallRows(), classicRows()} {
		rows = append(rows, part...)
	}
	return rows
}
