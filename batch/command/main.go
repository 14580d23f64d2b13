package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/carom2d/carom/batch"
	"github.com/carom2d/carom/batch/plan"
	"github.com/carom2d/carom/batch/simulate"
)

const usage = `carom-batch runs many simulations of a plan.

  carom-batch run [flags] plan.json    runs it and writes tables, a picture and recordings
  carom-batch check plan.json          checks the plan and prints what it would run
  carom-batch setups                   lists the set-ups that a plan may name

Flags of run, with those of Beam's runners behind them:
`

// Codes of the process.
const (
	codeFailed      = 1
	codeUsage       = 2
	codeInterrupted = 130 // the shell's code for Ctrl-C
)

// Main runs the command with the arguments of the process, and ends the process.
func Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run runs one command and returns the code of the process. The flags belong to the process,
// because Beam's runners define their flags there too.
func run(ctx context.Context, args []string, out, messages io.Writer) int {
	verb := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		verb, args = args[0], args[1:]
	}
	flag.CommandLine.Init("carom-batch", flag.ContinueOnError)
	flag.CommandLine.SetOutput(messages)
	flag.Usage = func() {} // an error is one line
	names, err := parseFlags(args)
	if errors.Is(err, flag.ErrHelp) || verb == "help" {
		fmt.Fprint(messages, usage)
		flag.PrintDefaults()
		return 0
	}
	if err != nil {
		fmt.Fprintln(messages, "carom-batch -h names the flags")
		return codeUsage
	}
	quietBeam(*flags.verbose)
	beam.Init() // does not return in a worker that a runner has started
	switch {
	case verb == "run" && len(names) == 1:
		err = runPlan(ctx, names[0], messages)
	case verb == "check" && len(names) == 1:
		err = checkPlan(names[0], out)
	case verb == "setups" && len(names) == 0:
		for _, name := range batch.Setups() {
			fmt.Fprintln(out, name)
		}
	case verb == "run" || verb == "check":
		fmt.Fprintf(messages, "carom-batch: %[1]s takes one plan, not %[2]d: carom-batch %[1]s [flags] plan.json\n", verb, len(names))
		return codeUsage
	default:
		fmt.Fprintf(messages, "carom-batch: no command is called %q: want run, check, setups or help\n", strings.Join(append([]string{verb}, names...), " "))
		return codeUsage
	}
	return report(err, messages)
}

// parseFlags reads flags before and behind the names.
func parseFlags(args []string) (names []string, err error) {
	for {
		if err := flag.CommandLine.Parse(args); err != nil {
			return nil, err
		}
		args = flag.Args()
		if len(args) == 0 {
			return names, nil
		}
		names, args = append(names, args[0]), args[1:]
	}
}

// report prints an error and returns the code of the process.
func report(err error, messages io.Writer) int {
	switch {
	case err == nil:
		return 0
	case errors.Is(err, simulate.ErrInterrupted):
		fmt.Fprintln(messages, "carom-batch: interrupted; the same command continues from here")
		return codeInterrupted
	}
	fmt.Fprintln(messages, "carom-batch:", err)
	return codeFailed
}

func checkPlan(path string, out io.Writer) error {
	p, err := plan.Read(path)
	if err != nil {
		return err
	}
	e, err := simulate.New(p)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d runs of %d ticks, %d parameters, %d metrics\n", e.Runs(), p.Ticks, len(p.Parameters), len(p.Metrics))
	return nil
}
