package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/carom2d/carom/batch/files"
	"github.com/carom2d/carom/batch/pipeline"
	"github.com/carom2d/carom/batch/plan"
	"github.com/carom2d/carom/batch/simulate"
	"github.com/carom2d/carom/geom"
	"golang.org/x/exp/slog"
)

// flags of run.
var flags = struct {
	out, state *string
	threads    *int
	block      *int
	every      *time.Duration
	retries    *int
	quiet      *bool
	verbose    *bool
}{
	out:     flag.String("out", "", "folder of the results, or a path such as gs://bucket/folder (the plan's name without .json)"),
	state:   flag.String("state", "", "folder of what is done already, from which the command continues; none keeps nothing (state in -out)"),
	threads: flag.Int("threads", 0, "runs at the same time in a process; 0 is one per processor here and one on a cluster"),
	block:   flag.Int("block", 0, "runs in a unit of work; 0 chooses 16 to 64 by their number"),
	every:   flag.Duration("snapshot-every", 10*time.Second, "time between two snapshots of a run that is not at its end"),
	retries: flag.Int("retries", 2, "how often the pipeline begins again after an error, from what is done already"),
	quiet:   flag.Bool("quiet", false, "print no progress"),
	verbose: flag.Bool("verbose", false, "print what Beam logs"),
}

// quietBeam keeps the messages of Beam and its local runner to warnings.
func quietBeam(verbose bool) {
	if verbose {
		return
	}
	log.SetLogger(&log.Standard{Level: log.SevError})
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
}

// isLocal reports whether the workers are goroutines of this process.
func isLocal(runner string) bool {
	return strings.EqualFold(strings.TrimSuffix(runner, "Runner"), "prism") && *jobopts.Endpoint == "" || jobopts.IsLoopback()
}

func runPlan(ctx context.Context, path string, messages io.Writer) error {
	p, err := plan.Read(path)
	if err != nil {
		return err
	}
	if _, err := simulate.New(p); err != nil {
		return err
	}
	runner := cmp.Or(*runners.Runner, "prism")
	j, err := newJob(p, path, isLocal(runner))
	if err != nil {
		return err
	}
	if isLocal(runner) { // elsewhere the workers write, and their folders may be of other machines
		if err := cmp.Or(files.Try(j.Out), files.Try(j.State)); err != nil {
			return err
		}
	}
	remove, err := ownTemporary()
	if err != nil {
		return err
	}
	defer remove()
	began := time.Now()
	o := pipeline.Options{Runner: runner, Attempts: 1 + *flags.retries, Failed: func(err error) {
		fmt.Fprintf(messages, "carom-batch: begins again after an error: %v\n", err)
	}}
	if !*flags.quiet && isLocal(runner) {
		o.Progress = progress(messages, began)
	}
	if err := pipeline.Run(ctx, j, o); err != nil {
		return err
	}
	if files.IsLocal(j.State) && j.State != "" {
		_ = os.Remove(filepath.Dir(j.State)) // unless another plan has its state there
	}
	if !*flags.quiet {
		fmt.Fprintf(messages, "%d runs in %s: %s\n", p.Runs(), time.Since(began).Round(time.Millisecond), j.Out)
	}
	return nil
}

// ownTemporary gives the process a folder of its own for temporary files, because Beam leaves a
// file behind for each attempt. The returned function removes the folder.
func ownTemporary() (remove func(), err error) {
	folder, err := os.MkdirTemp("", "carom-batch-*")
	if err != nil {
		return nil, err
	}
	for _, name := range [2]string{"TMPDIR", "TMP"} { // the second on Windows
		err = errors.Join(err, os.Setenv(name, folder))
	}
	return func() { _ = os.RemoveAll(folder) }, err
}

// newJob returns the job that the flags ask for.
func newJob(p *plan.Plan, path string, local bool) (pipeline.Job, error) {
	for _, f := range []struct {
		name  string
		value int
	}{{"-threads", *flags.threads}, {"-block", *flags.block}, {"-retries", *flags.retries}} {
		if f.value < 0 {
			return pipeline.Job{}, geom.NewFieldError(f.name, f.value, geom.ErrNegative)
		}
	}
	out, state, threads := *flags.out, *flags.state, *flags.threads
	out = cmp.Or(out, strings.TrimSuffix(path, ".json")+"_batch")
	if files.IsLocal(out) {
		absolute, err := filepath.Abs(out)
		if err != nil {
			return pipeline.Job{}, err
		}
		out = absolute
	}
	switch state {
	case "":
		state = files.Join(out, "state")
	case "none":
		state = ""
	}
	if threads == 0 && !local {
		threads = 1
	}
	j, err := pipeline.NewJob(p, out, state, threads)
	if *flags.block > 0 {
		j.Block = *flags.block
	}
	j.Every = *flags.every
	return j, err
}

// progress returns a function that prints a line: in place on a terminal, otherwise every ten
// seconds.
func progress(messages io.Writer, began time.Time) func(done, all int) {
	terminal := false
	if f, ok := messages.(*os.File); ok {
		info, err := f.Stat()
		terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	var last time.Time
	first := -1
	return func(done, all int) {
		if first < 0 {
			first = done // runs that were done before this command
		}
		if !terminal && done < all && time.Since(last) < 10*time.Second {
			return
		}
		last = time.Now()
		end := "\n"
		if terminal && done < all {
			end = " \r"
		}
		fmt.Fprintf(messages, "%s%s", progressLine(done, all, done-first, time.Since(began)), end)
	}
}

// progressLine returns the progress of the runs, and estimates their end from the rate of this
// command.
func progressLine(done, all, here int, took time.Duration) string {
	line := fmt.Sprintf("%d of %d runs, %.1f %%", done, all, 100*float64(done)/float64(all))
	rate := float64(here) / took.Seconds()
	if here <= 0 || math.IsInf(rate, 0) {
		return line
	}
	left := time.Duration(float64(all-done) / rate * float64(time.Second))
	return fmt.Sprintf("%s, %.1f per second, %s left", line, rate, left.Round(time.Second))
}
