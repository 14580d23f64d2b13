package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
)

// inspectFile is the command inspect.
func inspectFile(args []string, stdout, _ io.Writer) error {
	set := flag.NewFlagSet("inspect", flag.ContinueOnError)
	names, err := parseArguments(set, args, stdout, "carom inspect FILE, where FILE is a recording or a snapshot: what is in it")
	if err != nil {
		return err
	}
	if len(names) != 1 {
		return usagef("inspect takes one recording or snapshot, not %d", len(names))
	}
	var b strings.Builder
	r, closeFile, err := openRecording(names[0])
	switch {
	case err == nil:
		defer closeFile()
		if err = inspectRecording(&b, r); err != nil {
			err = fmt.Errorf("%s: %w", names[0], err)
		}
	case errors.Is(err, record.ErrNotRecording):
		err = inspectSnapshot(&b, names[0], err)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(stdout, b.String())
	return err
}

func inspectRecording(b *strings.Builder, r *record.Recording) error {
	contents, err := r.Contents()
	if err != nil {
		return err
	}
	p, err := r.Player()
	if err != nil {
		return err
	}
	defer p.Close()
	fmt.Fprintf(b, "recording  version %d, made on %s\n", r.Version(), r.Platform())
	fmt.Fprintf(b, "time       %d ticks, %.3f s\n", r.Ticks(), r.Seconds())
	describeWorld(b, p.World())
	fmt.Fprintf(b, "states     %d\n", contents.States)
	for i, part := range contents.Parts {
		fmt.Fprintf(b, "%-11s%-20s%12d bytes in %d chunks\n", first(i, "size"), part.Name, part.Bytes, part.N)
	}
	for i, call := range contents.Calls {
		fmt.Fprintf(b, "%-11s%-32s%8d\n", first(i, "calls"), call.Name, call.N)
	}
	if torn := r.Torn(); torn != nil {
		fmt.Fprintf(b, "note       %v\n", torn)
	}
	return nil
}

func first(i int, name string) string {
	if i > 0 {
		return ""
	}
	return name
}

// inspectSnapshot prints the contents of a snapshot. If the file is a recording after all,
// notRecording is the reason why it cannot be read.
func inspectSnapshot(b *strings.Builder, name string, notRecording error) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return nameInError(err, name)
	}
	if record.IsRecording(data) {
		return notRecording
	}
	s, err := world.DecodeSnapshot(bytes.NewReader(data), &world.Names{Partial: true})
	if len(data) == 0 || errors.Is(err, world.ErrNotSnapshot) {
		return fmt.Errorf("%s: this is neither a recording nor a snapshot", name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	w, err := s.NewWorld()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer w.Close()
	fmt.Fprintf(b, "snapshot   %d bytes, %d in memory\n", len(data), s.Bytes())
	fmt.Fprintf(b, "time       tick %d, %.3f s\n", s.Ticks(), s.Time())
	describeWorld(b, w)
	fmt.Fprintf(b, "hash       %016x\n", w.StateHash())
	return nil
}

// describeWorld prints the counts of a world.
func describeWorld(b *strings.Builder, w *world.World) {
	c, config, areas := w.Counters(), w.Config(), 0
	for range w.Areas() {
		areas++
	}
	fmt.Fprintf(b, "world      %d bodies, %d awake; %d contacts, %d joints, %d areas\n",
		w.BodyCount(), c.Awake, c.Contacts, c.Joints, areas)
	fmt.Fprintf(b, "settings   timestep %.6g s, %d sub-steps, gravity (%g, %g)\n",
		config.Timestep, config.SubSteps, config.Gravity[0], config.Gravity[1])
}
