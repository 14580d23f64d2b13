package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/carom2d/carom/internal/leftout"
)

// reasonLength is how many characters the last lines of a run give of the output of a failed test.
const reasonLength = 600

// event is a line of go test -json; see go doc test2json and go help buildjson.
type event struct {
	Action, Package, Test, Output string
}

// report follows the events of all packages.
type report struct {
	out      io.Writer
	packages map[string]*packageLog
	order    []string // packages that have started and not ended
	start    time.Time
	printed  time.Time // when the last line was printed

	passed, failed, skipped, ended int

	lacking  map[string]string // the missing part of each left-out test, by package and test
	leftOut  []string          // each name of a missing part once
	without  int               // top-level tests that were left out
	failures []string          // of each test that has failed or was cut off: its name and its reason
}

// packageLog is the output of a package so far.
type packageLog struct {
	running []string            // top-level tests, in the order of their starts
	output  map[string][]string // by top-level test; the package's own lines under ""
	passed  int
}

func newReport(out io.Writer) *report {
	now := time.Now()
	return &report{out: out, packages: map[string]*packageLog{}, lacking: map[string]string{}, start: now, printed: now}
}

func (r *report) printf(format string, args ...any) {
	fmt.Fprintf(r.out, format, args...)
	r.printed = time.Now()
}

// line takes one line of the go command.
func (r *report) line(line []byte) {
	var e event
	if json.Unmarshal(line, &e) != nil {
		r.printf("%s\n", line)
		return
	}
	switch {
	case e.Action == "build-output":
		r.printf("%s", e.Output)
	case e.Package == "" || e.Action == "build-fail":
	case e.Test == "":
		r.ofPackage(e)
	default:
		r.ofTest(e)
	}
}

func (r *report) log(name string) *packageLog {
	p := r.packages[name]
	if p == nil {
		p = &packageLog{output: map[string][]string{}}
		r.packages[name] = p
		r.order = append(r.order, name)
	}
	return p
}

// ofPackage takes an event of a package as a whole. Its lines are printed when it ends, after
// the output of tests that a panic or a timeout has cut off.
func (r *report) ofPackage(e event) {
	p := r.log(e.Package)
	switch e.Action {
	case "output":
		if e.Output != "PASS\n" && e.Output != "FAIL\n" && !strings.HasSuffix(e.Output, "[no test files]\n") {
			p.output[""] = append(p.output[""], e.Output)
		}
	case "pass", "fail", "skip":
		for _, test := range p.running {
			r.printAll(p.output[test])
			r.failures = append(r.failures, failure(e.Package, test, p.output[test]))
		}
		r.printAll(p.output[""])
		r.order = slices.DeleteFunc(r.order, func(name string) bool { return name == e.Package })
		if e.Action != "skip" { // no test files
			r.ended++
		}
	}
}

// ofTest takes an event of a test. The output of a subtest belongs to its test.
func (r *report) ofTest(e event) {
	p := r.log(e.Package)
	top, _, isSubtest := strings.Cut(e.Test, "/")
	switch e.Action {
	case "run":
		if !isSubtest {
			p.running = append(p.running, top)
		}
		return
	case "output":
		if _, name, marked := strings.Cut(e.Output, leftout.Mark); marked {
			r.lacking[e.Package+" "+e.Test] = strings.TrimSpace(name)
		}
		if text := strings.TrimSpace(e.Output); !strings.HasPrefix(text, "=== ") && !strings.HasPrefix(text, "--- PASS") {
			p.output[top] = append(p.output[top], e.Output)
		}
		return
	case "pass", "fail":
		if isSubtest {
			return
		}
	case "skip":
		r.ofSkipped(e, p.output[top])
		if isSubtest {
			return
		}
	default:
		return
	}
	switch e.Action {
	case "pass":
		p.passed++
		r.passed++
	case "fail":
		r.failed++
		r.printAll(p.output[top])
		r.failures = append(r.failures, failure(e.Package, top, p.output[top]))
	}
	delete(p.output, top)
	p.running = slices.DeleteFunc(p.running, func(name string) bool { return name == top })
}

// ofSkipped takes a skipped test: it was left out if it has named the missing part of this machine.
func (r *report) ofSkipped(e event, output []string) {
	name, said := r.lacking[e.Package+" "+e.Test]
	if !said {
		r.skipped++
		r.printf("skipped: %s %s\n", e.Package, e.Test)
		r.printAll(output)
		return
	}
	if !strings.Contains(e.Test, "/") {
		r.without++
	}
	if !slices.Contains(r.leftOut, name) {
		r.leftOut = append(r.leftOut, name)
	}
}

// failure is a line with the name of a test and the start of its output.
func failure(pkg, test string, output []string) string {
	reason := []rune(strings.Join(strings.Fields(strings.Join(output, "")), " "))
	return fmt.Sprintf("%s %s: %s", pkg, test, string(reason[:min(len(reason), reasonLength)]))
}

func (r *report) printAll(lines []string) {
	for _, line := range lines {
		r.printf("%s", line)
	}
}

// tick gives a sign of life when nothing has been printed for long.
func (r *report) tick(now time.Time) {
	if now.Sub(r.printed) < quiet {
		return
	}
	var at []string
	for _, name := range r.order {
		if p := r.packages[name]; len(p.running) > 0 {
			at = append(at, fmt.Sprintf("%s %s, %d tests passed", name[strings.LastIndex(name, "/")+1:], p.running[0], p.passed))
		}
	}
	if len(at) == 0 {
		at = []string{"compiling"}
	}
	r.printf("... %d s: %s\n", int(now.Sub(r.start).Seconds()), strings.Join(at, "; "))
}

// close prints the sum, the left-out tests and the failed ones, and returns why the run failed:
// tests that were skipped without naming a missing part, or another number of tests than wanted
// (-1: any).
func (r *report) close(want int) (complaint string) {
	r.printf("%d tests passed in %d packages, %d failed, %d s\n", r.passed, r.ended, r.failed, int(time.Since(r.start).Seconds()))
	for _, name := range r.leftOut {
		r.printf("left out: %s\n", name)
	}
	for _, name := range r.failures {
		r.printf("failed: %s\n", name)
	}
	switch {
	case r.skipped > 0:
		return fmt.Sprintf("%d tests were skipped", r.skipped)
	case r.passed+r.failed+r.without == 0:
		return "no test has run"
	case want >= 0 && r.passed+r.failed+r.without != want:
		return fmt.Sprintf("%d tests have run, not %d", r.passed+r.failed+r.without, want)
	}
	return ""
}
