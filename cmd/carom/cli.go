package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/carom2d/carom/internal/spelling"
)

// The exit statuses.
const (
	exitOK = iota
	exitFailed
	exitUsage
)

// usageError is an error in the arguments. Its text is one line that names the remedy.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

// reportedError is the failure of another program, which has printed the reason itself.
type reportedError struct {
	program, file string
	status        int
}

func (e *reportedError) Error() string {
	return fmt.Sprintf("%s: %s: exit status %d", e.file, e.program, e.status)
}

// command is a value of the first argument.
type command struct {
	name, synopsis, description string
	run                         func(args []string, stdout, stderr io.Writer) error
}

func commands() []command {
	return []command{
		{"list", "carom list", "name the scenes that are built in", listScenes},
		{"run", "carom run SCENE [flags]", "simulate a built-in scene or a scene file; carom run -h names the flags", runScene},
		{"replay", "carom replay FILE [flags]", "replay a recording; carom replay -h names the flags", replayRecording},
		{"diff", "carom diff A B", "tell where two recordings differ first", diffRecordings},
		{"inspect", "carom inspect FILE", "tell what is in a recording or a snapshot", inspectFile},
		{"bench", "carom bench [flags]", "time the ten scenes that engines are compared by; carom bench -h names the flags", benchScenes},
		{"check", "carom check SCENE... [flags]", "name all errors of scene files", checkScenes},
		{"gen", "carom gen SCENE [flags]", "write a Go program that builds a scene; carom gen -h names the flags", generateProgram},
		{"import", "carom import LEVEL -o FILE", "make a scene file of a level of Tiled, LDtk or a drawing in SVG", importLevel},
		{"slim", "carom slim PROGRAM -o FILE", "make a Go program for browsers lighter, without lines and inlined functions in its traces", slimProgram},
		{"version", "carom version", "name the version of the command", printVersion},
	}
}

// run is the program. It returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	err := dispatch(args, stdout, stderr)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if reported, ok := err.(*reportedError); ok {
		return reported.status
	}
	fmt.Fprintf(stderr, "carom: %v\n", err)
	var usage *usageError
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFailed
}

func dispatch(args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		return usagef("what shall I do? Try: carom list, or: carom run pyramid -gif pyramid.gif")
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		if len(args) == 1 {
			return help(stdout)
		}
		args = []string{args[1], "-h"}
	}
	var names []string
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(args[1:], stdout, stderr)
		}
		names = append(names, c.name)
	}
	if closest := spelling.Closest(args[0], names); closest != "" {
		return usagef("unknown command %q: did you mean %s? (carom help names all)", args[0], closest)
	}
	return usagef("unknown command %q: want %s or help", args[0], strings.Join(names, ", "))
}

func help(w io.Writer) error {
	var b strings.Builder
	b.WriteString("Carom simulates rigid bodies in two dimensions.\n\n")
	width := 0
	for _, c := range commands() {
		width = max(width, len(c.synopsis))
	}
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-*s  %s\n", width, c.synopsis, c.description)
	}
	b.WriteString("\nFor example: carom run dominoes -gif dominoes.gif\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// parseArguments parses the arguments of a command and returns those that are not flags. For -h
// it prints the help and the flags, and returns flag.ErrHelp.
func parseArguments(set *flag.FlagSet, args []string, stdout io.Writer, help string) ([]string, error) {
	set.SetOutput(io.Discard)
	rest, err := parseMixed(set, args)
	if err == flag.ErrHelp {
		var b strings.Builder
		fmt.Fprintln(&b, help)
		set.SetOutput(&b)
		set.PrintDefaults()
		if _, failed := io.WriteString(stdout, b.String()); failed != nil {
			return nil, failed
		}
	}
	return rest, err
}

func printJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// parseMixed parses flags that may stand before, between or after the other arguments, and returns
// the other arguments. After "--" nothing is a flag.
func parseMixed(set *flag.FlagSet, args []string) ([]string, error) {
	var rest []string
	for {
		if err := set.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, err
			}
			return nil, usagef("%v; carom %s -h names the flags", err, set.Name())
		}
		left := set.Args()
		taken := len(args) - len(left)
		if taken > 0 && args[taken-1] == "--" {
			return append(rest, left...), nil
		}
		if len(left) == 0 {
			return rest, nil
		}
		rest = append(rest, left[0])
		args = left[1:]
	}
}

// wholeNumber and number are flags. Their errors name the value that a flag takes.
type (
	wholeNumber int
	number      float64
)

func (n *wholeNumber) String() string { return strconv.Itoa(int(*n)) }

func (n *wholeNumber) Set(text string) error {
	x, err := strconv.ParseInt(text, 0, strconv.IntSize)
	*n = wholeNumber(x)
	return wanted("a whole number", err)
}

func (n *number) String() string { return strconv.FormatFloat(float64(*n), 'g', -1, 64) }

func (n *number) Set(text string) error {
	x, err := strconv.ParseFloat(text, 64)
	*n = number(x)
	return wanted("a number", err)
}

// wanted returns the error of a flag for an error of package strconv.
func wanted(what string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, strconv.ErrRange):
		return errors.New("is out of range")
	}
	return fmt.Errorf("want %s", what)
}

func usagef(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }
