package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/carom2d/carom/internal/leftout"
)

func main() {
	program := flag.String("make", "make", "the program that makes a target")
	name := flag.String("name", "make", "what the last line calls the run")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: parts [-make program] -name name target...")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(os.Stdout, *program, *name, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", *name, err)
		os.Exit(1)
	}
}

// run makes the groups of targets in order and prints a table of their times, then the last line.
func run(out io.Writer, program, name string, targets []string) error {
	names, forget, err := namesFile()
	if err != nil {
		return err
	}
	defer forget()
	var table strings.Builder
	start := time.Now()
	for _, group := range targets {
		if err := runGroup(out, &table, program, names, strings.Split(group, ",")); err != nil {
			_, failed, unread := readNames(names)
			fmt.Fprint(out, table.String(), strings.Join(failed, ""))
			return errors.Join(err, unread)
		}
	}
	missing, _, err := readNames(names)
	if err != nil {
		return err
	}
	fmt.Fprint(out, table.String(), lastLine(name, missing, time.Since(start)))
	return nil
}

// runGroup makes chains of targets at the same time, waits for all of them, and appends the times
// of the targets to a table in their order. If there are several chains, lines begin with the names
// of their targets. A chain ends with a target that fails; the error is of the first of these.
func runGroup(out io.Writer, table io.Writer, program, names string, chains []string) error {
	var parts []*part
	var writing sync.Mutex
	var wait sync.WaitGroup
	for _, targets := range chains {
		var chain []*part
		for target := range strings.SplitSeq(targets, "+") {
			p := &part{target: target, out: out, err: os.Stderr}
			if len(chains) > 1 {
				p.out = &lineWriter{to: out, prefix: target + ": ", writing: &writing}
				p.err = p.out
			}
			chain = append(chain, p)
		}
		parts = append(parts, chain...)
		wait.Go(func() { makeChain(chain, program, names) })
	}
	wait.Wait()
	var failure error
	for _, p := range parts {
		if w, ok := p.out.(*lineWriter); ok {
			w.end()
		}
		if p.took > 0 { // it began
			fmt.Fprintf(table, "%-16s %5.0f s %6.0f s of processor time\n", p.target, p.took.Seconds(), p.used.Seconds())
		}
		if failure == nil {
			failure = p.failure
		}
	}
	return failure
}

// makeChain makes parts one after the other, up to one that fails.
func makeChain(chain []*part, program, names string) {
	for _, p := range chain {
		if p.make(program, names); p.failure != nil {
			return
		}
	}
}

// part is a target that is being made.
type part struct {
	target     string
	out, err   io.Writer
	took, used time.Duration // by the clock, and of processors
	failure    error
}

func (p *part) make(program, names string) {
	began := time.Now()
	cmd := exec.Command(program, "--no-print-directory", p.target)
	cmd.Stdout, cmd.Stderr = p.out, p.err
	cmd.Env = append(os.Environ(), leftout.Variable+"="+names)
	if err := cmd.Run(); err != nil {
		p.failure = fmt.Errorf("%s: %w", p.target, err)
	}
	p.took = time.Since(began)
	if s := cmd.ProcessState; s != nil { // it has started
		p.used = s.UserTime() + s.SystemTime()
	}
}

// lineWriter writes whole lines, each with a prefix, to a shared writer.
type lineWriter struct {
	to      io.Writer
	prefix  string
	writing *sync.Mutex
	rest    []byte // of a line without an end
}

// Write implements io.Writer.
func (w *lineWriter) Write(text []byte) (int, error) {
	w.rest = append(w.rest, text...)
	i := bytes.LastIndexByte(w.rest, '\n') + 1
	err := w.lines(w.rest[:i])
	w.rest = append(w.rest[:0], w.rest[i:]...)
	return len(text), err
}

func (w *lineWriter) lines(text []byte) error {
	w.writing.Lock()
	defer w.writing.Unlock()
	for line := range bytes.Lines(text) {
		if _, err := fmt.Fprintf(w.to, "%s%s", w.prefix, line); err != nil {
			return err
		}
	}
	return nil
}

// end writes the last line if it has no end.
func (w *lineWriter) end() {
	if len(w.rest) > 0 {
		w.Write([]byte("\n"))
	}
}

// namesFile returns the file in which the parts note the tests that they leave out. It is the file
// of the run around this run, or else a new file, which forget removes.
func namesFile() (file string, forget func(), err error) {
	if file := os.Getenv(leftout.Variable); file != "" {
		return file, func() {}, nil
	}
	f, err := os.CreateTemp("", "left_out")
	if err != nil {
		return "", nil, err
	}
	return f.Name(), func() { os.Remove(f.Name()) }, f.Close()
}

// readNames returns the names in a file, each once, in their order: what is missing, and the lines
// of tests that have failed.
func readNames(file string) (missing, failed []string, err error) {
	text, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		return nil, nil, err
	}
	for line := range strings.Lines(string(text)) {
		names, name := &missing, strings.TrimSpace(line)
		if strings.HasPrefix(line, leftout.Failed) {
			names, name = &failed, line
		}
		if name != "" && !slices.Contains(*names, name) {
			*names = append(*names, name)
		}
	}
	return missing, failed, nil
}

// lastLine is the verdict on a run whose parts have all passed.
func lastLine(name string, leftOut []string, took time.Duration) string {
	what := "nothing was left out"
	if len(leftOut) > 0 {
		what = leftout.Mark + strings.Join(leftOut, "; ")
	}
	return fmt.Sprintf("%s: all passed in %.0f s; %s\n", name, took.Seconds(), what)
}
