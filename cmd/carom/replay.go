package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/carom2d/carom/world/draw"
	"github.com/carom2d/carom/world/record"
)

// replayOptions are the flags of the command replay.
type replayOptions struct {
	options
	file  string
	at    time.Duration
	until bool // the flag -at was given
}

// replayRecording is the command replay.
func replayRecording(args []string, stdout, stderr io.Writer) error {
	o, err := parseReplay(args, stdout)
	if err != nil {
		return err
	}
	r, closeFile, err := openRecording(o.file)
	if err != nil {
		return err
	}
	defer closeFile()
	p, err := r.Player()
	if err != nil {
		return fmt.Errorf("%s: %w", o.file, err)
	}
	defer p.Close()
	files := &outputs{stderr: stderr}
	defer files.watchSignals()()
	defer files.discard()
	seconds := r.Seconds()
	if o.until {
		if seconds = o.at.Seconds(); seconds > r.Seconds()+maxSlack {
			return fmt.Errorf("%s: second %v %w: it has %v", o.file, seconds, record.ErrRange, r.Seconds())
		}
	}
	if o.until && o.gif == "" {
		if err := p.SeekTime(seconds); err != nil {
			return fmt.Errorf("%s: %w", o.file, err)
		}
	}
	f, err := openPictures(&o.options, &source{}, p.World(), files)
	if err != nil {
		return err
	}
	differs, err := replayTo(p, f, seconds, o.until)
	if err != nil {
		return fmt.Errorf("%s: %w", o.file, err)
	}
	if err := f.save(); err != nil {
		return err
	}
	if o.drawsToStdout() {
		stdout = stderr
	}
	if err := reportReplay(stdout, o, r, p, differs); err != nil {
		return fmt.Errorf("cannot print the report: %w", err)
	}
	if err := files.commit(); err != nil || differs == nil {
		return err
	}
	return fmt.Errorf("the replay is not what was recorded")
}

// maxSlack is the largest rounding error of a time, s.
const maxSlack = 1e-9

// replayTo takes the pictures of a replay up to a time, or to its end, and returns the first
// difference from the recording.
func replayTo(p *record.Player, f *pictures, seconds float64, until bool) (differs *record.Difference, err error) {
	now := 0.0 // of the movie: the time of a world that is restored goes back
	for !until || p.Time() < seconds-maxSlack {
		f.world = p.World()
		f.addFrame(now)
		if ok, err := p.Step(); err != nil {
			return nil, err
		} else if !ok {
			break
		}
		if differs == nil {
			differs = p.Difference()
		}
		now += p.World().Config().Timestep
	}
	f.world = p.World()
	f.addFrame(now)
	return differs, nil
}

func reportReplay(out io.Writer, o *replayOptions, r *record.Recording, p *record.Player, differs *record.Difference) error {
	c := p.World().Counters()
	var b strings.Builder
	fmt.Fprintf(&b, "recording  %s\n", o.file)
	fmt.Fprintf(&b, "at         tick %d of %d, %.3f s of %.3f s\n", p.Tick(), r.Ticks(), p.Time(), r.Seconds())
	fmt.Fprintf(&b, "world      %d bodies, %d awake; %d contacts, %d joints\n", p.World().BodyCount(), c.Awake, c.Contacts, c.Joints)
	fmt.Fprintf(&b, "hash       %016x\n", p.World().StateHash())
	if differs != nil {
		fmt.Fprintf(&b, "differs    %s\n", differs)
	}
	if torn := r.Torn(); torn != nil {
		fmt.Fprintf(&b, "note       %v\n", torn)
	}
	for _, file := range []string{o.png, o.gif} {
		if file != "" {
			fmt.Fprintf(&b, "wrote      %s\n", file)
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func parseReplay(args []string, stdout io.Writer) (*replayOptions, error) {
	o := &replayOptions{options: options{show: draw.Options{Joints: true}}}
	set := flag.NewFlagSet("replay", flag.ContinueOnError)
	set.Func("at", "replay up to this `time`, such as 3.2s; without it to the end", func(s string) (err error) {
		o.until = true
		if o.at, err = time.ParseDuration(s); err == nil && o.at < 0 {
			err = fmt.Errorf("want a time that is not negative")
		}
		return err
	})
	o.addPictures(set)
	rest, err := parseArguments(set, args, stdout, "carom replay FILE [flags], where FILE is a recording:")
	if err != nil {
		return nil, err
	}
	if len(rest) != 1 {
		return nil, usagef("replay takes one recording, not %d; for example: carom replay game.rec -at 3.2s -png then.png", len(rest))
	}
	o.file = rest[0]
	return o, o.check(stdout, namedFile{"the recording", o.file})
}

func openRecording(name string) (*record.Recording, func(), error) {
	file, size, err := openRegular(name)
	if err != nil {
		return nil, nil, err
	}
	r, err := record.Open(file, size)
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return r, func() { file.Close() }, nil
}

// openRegular opens a file that has an end, and returns its size. Folders and devices have none.
func openRegular(name string) (file *os.File, size int64, err error) {
	if file, err = os.Open(name); err != nil {
		return nil, 0, nameInError(err, name)
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("it is no file")
	}
	if err != nil {
		file.Close()
		return nil, 0, fmt.Errorf("%s: %w", name, err)
	}
	return file, info.Size(), nil
}

// diffRecordings is the command diff.
func diffRecordings(args []string, stdout, _ io.Writer) error {
	set := flag.NewFlagSet("diff", flag.ContinueOnError)
	names, err := parseArguments(set, args, stdout, "carom diff A B, where A and B are recordings: the first tick, body and field that is not the same; the exit status is 0 if there is none and 1 if there is one")
	if err != nil {
		return err
	}
	if len(names) != 2 {
		return usagef("diff takes two recordings, not %d", len(names))
	}
	var recordings [2]*record.Recording
	for i, name := range names {
		r, closeFile, err := openRecording(name)
		if err != nil {
			return err
		}
		defer closeFile()
		recordings[i] = r
	}
	d, err := record.Diff(recordings[0], recordings[1])
	if err != nil {
		return err
	}
	var b strings.Builder
	if d == nil {
		fmt.Fprintf(&b, "the same in all %d ticks\n", recordings[0].Ticks())
	} else {
		fmt.Fprintln(&b, d)
	}
	for i, r := range recordings {
		if torn := r.Torn(); torn != nil {
			fmt.Fprintf(&b, "note: %s: %v\n", names[i], torn)
		}
	}
	if _, err := io.WriteString(stdout, b.String()); err != nil || d == nil {
		return err
	}
	return fmt.Errorf("the recordings are not the same")
}
