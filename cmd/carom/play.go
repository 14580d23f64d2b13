package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/carom2d/carom/world"
)

// runScene is the command run.
func runScene(args []string, stdout, stderr io.Writer) error {
	o, err := parseOptions(args, stdout)
	if err != nil {
		return err
	}
	s, err := findScene(o.scene, o.root)
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
	saveRecording, err := startRecording(o.record, w.World, files)
	if err != nil {
		return err
	}
	seconds := cmp.Or(o.seconds, s.seconds)
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
	if err := saveRecording(); err != nil {
		return err
	}
	// Files are renamed last, so that the old files stay if the report fails.
	if o.drawsToStdout() {
		stdout = stderr
	}
	if err := report(stdout, s, w.World, m, o); err != nil {
		return fmt.Errorf("cannot print the report: %w", err)
	}
	return files.commit()
}

// startRecording records the world if the name of a file is given. The function that it returns
// writes the file.
func startRecording(name string, w *world.World, files *outputs) (save func() error, err error) {
	if name == "" {
		return func() error { return nil }, nil
	}
	file, err := files.create(name)
	if err != nil {
		return nil, err
	}
	var recorded bytes.Buffer
	if err := w.Record(&recorded); err != nil {
		return nil, err
	}
	return func() error {
		if err := w.StopRecording(); err != nil {
			return err
		}
		return file.writeBytes(recorded.Bytes())
	}, nil
}
