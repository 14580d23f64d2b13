package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

// progress is a progress bar. It appears after a second, so that short runs print nothing,
// and only on a terminal.
type progress struct {
	out   io.Writer // nil when it is no terminal
	now   func() time.Time
	start time.Time
	drawn time.Time // when the bar was drawn last
	total int
	width int // characters on the line
}

const (
	progressDelay  = time.Second
	progressPeriod = 100 * time.Millisecond
	progressCells  = 30
)

// newProgress returns the bar of a run of the given number of ticks.
func newProgress(out io.Writer, total int, now func() time.Time) *progress {
	file, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		out = nil
	}
	return &progress{out: out, now: now, start: now(), total: total}
}

// show draws the bar when it is time to.
func (p *progress) show(done int) {
	if p.out == nil {
		return
	}
	now := p.now()
	passed := now.Sub(p.start)
	if passed < progressDelay || now.Sub(p.drawn) < progressPeriod || done == 0 {
		return
	}
	p.drawn = now
	left := time.Duration(float64(passed) / float64(done) * float64(p.total-done))
	cells := done * progressCells / p.total
	text := fmt.Sprintf("[%s%s] %3d %%, %.0f s left", strings.Repeat("=", cells), strings.Repeat(" ", progressCells-cells),
		done*100/p.total, left.Seconds())
	fmt.Fprintf(p.out, "\r%-*s", p.width, text)
	p.width = len(text)
}

func (p *progress) clear() {
	if p.width > 0 {
		fmt.Fprintf(p.out, "\r%*s\r", p.width, "")
		p.width = 0
	}
}
