package main

import (
	"fmt"
	"io"
	"math"
	"time"
)

// runScene is the command run.
func runScene(args []string, stdout, stderr io.Writer) error {
	o, err := parseOptions(args, stdout)
	if err != nil {
		return err
	}
	s, err := findScene(o.scene)
	if err != nil {
		return err
	}
	w, err := s.start(o.workers)
	if err != nil {
		return err
	}
	defer w.Close()
	files := &outputs{stderr: stderr}
	defer files.watchSignals()()
	defer files.discard()
	f, err := openPictures(o, s, w.World, files)
	if err != nil {
		return err
	}
	seconds := o.seconds
	if seconds == 0 {
		seconds = s.seconds
	}
	timestep := w.Config().Timestep
	ticks := max(1, int(math.Round(seconds/timestep)))
	m := newTimings(ticks)
	p := newProgress(stderr, ticks, time.Now)
	for i := range ticks {
		f.addFrame(float64(i) * timestep)
		start := time.Now()
		w.advance()
		m.add(time.Since(start), w.Profile())
		p.show(i + 1)
	}
	f.addFrame(float64(ticks) * timestep)
	p.clear()
	if err := f.save(); err != nil {
		return err
	}
	// Files get their names last, so that they stay as they were if the report fails.
	if o.drawsToStdout() {
		stdout = stderr
	}
	if err := report(stdout, s, w.World, m, o); err != nil {
		return fmt.Errorf("cannot print the report: %w", err)
	}
	return files.commit()
}
