package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/internal/leftout"
	"github.com/stretchr/testify/require"
)

// logged returns the lines that are printed for the given events.
func logged(events ...event) (*report, *strings.Builder) {
	var out strings.Builder
	r := newReport(&out)
	for _, e := range events {
		r.line(fmt.Appendf(nil, `{"Action":%q,"Package":%q,"Test":%q,"Output":%q}`, e.Action, e.Package, e.Test, e.Output))
	}
	return r, &out
}

func TestPassedTestsAreOneLine(t *testing.T) {
	r, out := logged(
		event{"start", "m/a", "", ""},
		event{"run", "m/a", "TestX", ""},
		event{"output", "m/a", "TestX", "=== RUN   TestX\n"},
		event{"run", "m/a", "TestX/sub", ""},
		event{"output", "m/a", "TestX/sub", "a log\n"},
		event{"pass", "m/a", "TestX/sub", ""},
		event{"pass", "m/a", "TestX", ""},
		event{"output", "m/a", "", "PASS\n"},
		event{"output", "m/a", "", "ok  \tm/a\t1.5s\n"},
		event{"pass", "m/a", "", ""},
		event{"output", "m/b", "", "?   \tm/b\t[no test files]\n"},
		event{"skip", "m/b", "", ""},
	)
	require.Equal(t, "ok  \tm/a\t1.5s\n", out.String())
	require.Empty(t, r.close(-1))
	require.Empty(t, r.close(1))
	require.Equal(t, "1 tests have run, not 2", r.close(2))
}

func TestFailuresArePrinted(t *testing.T) {
	r, out := logged(
		event{"run", "m/a", "TestX", ""},
		event{"run", "m/a", "TestX/sub", ""},
		event{"output", "m/a", "TestX/sub", "the reason\n"},
		event{"output", "m/a", "TestX", "--- FAIL: TestX\n"},
		event{"fail", "m/a", "TestX/sub", ""},
		event{"fail", "m/a", "TestX", ""},
		event{"run", "m/a", "TestY", ""},
		event{"output", "m/a", "TestY", "panic: cut off\n"},
		event{"output", "m/a", "", "FAIL\tm/a\n"},
		event{"fail", "m/a", "", ""},
		event{"build-output", "", "", "x.go:1: wrong\n"},
	)
	r.line([]byte("no event"))
	require.Equal(t, "the reason\n--- FAIL: TestX\npanic: cut off\nFAIL\tm/a\nx.go:1: wrong\nno event\n", out.String())
	require.Empty(t, r.close(-1))
	require.Contains(t, out.String(), "\nfailed: m/a TestX: the reason --- FAIL: TestX\nfailed: m/a TestY: panic: cut off\n")
}

func TestSkippedTestsAreNoSuccess(t *testing.T) {
	for _, name := range []string{"TestX", "TestX/sub"} {
		r, out := logged(
			event{"run", "m/a", name, ""},
			event{"output", "m/a", name, "no compiler\n"},
			event{"skip", "m/a", name, ""},
		)
		require.Equal(t, "skipped: m/a "+name+"\nno compiler\n", out.String())
		require.Equal(t, "1 tests were skipped", r.close(-1))
	}
	r, _ := logged()
	require.Equal(t, "no test has run", r.close(-1))
}

// What the machine lacks is left out by name: a test counts as run, and the run is a success. A
// skip that does not say so is a failure beside it, also in another part of the same test.
func TestMissingHardwareIsLeftOutByName(t *testing.T) {
	skip := func(name, output string) []event {
		return []event{{"run", "m/a", name, ""}, {"output", "m/a", name, "    x_test.go:1: " + output + "\n"}, {"skip", "m/a", name, ""}}
	}
	lacking := append(skip("TestX", leftout.Mark+"AVX2"), skip("TestY", leftout.Mark+"AVX2")...)
	r, out := logged(lacking...)
	require.Empty(t, out.String())
	require.Empty(t, r.close(-1))
	require.Empty(t, r.close(2))
	require.Equal(t, "2 tests have run, not 3", r.close(3))
	require.Equal(t, []string{"AVX2"}, r.leftOut)
	require.Contains(t, out.String(), "left out: AVX2\n")

	r, out = logged(append(skip("TestZ/first", leftout.Mark+"bash"), skip("TestZ/second", "no time")...)...)
	require.Equal(t, []string{"bash"}, r.leftOut)
	require.Contains(t, out.String(), "skipped: m/a TestZ/second\n")
	require.Equal(t, "1 tests were skipped", r.close(-1))
}

func TestSignOfLife(t *testing.T) {
	r, out := logged()
	r.tick(r.start.Add(quiet - 1))
	require.Empty(t, out.String())
	r.tick(r.start.Add(time.Minute))
	require.Equal(t, "... 60 s: compiling\n", out.String())

	r, out = logged(
		event{"start", "m/b", "", ""},
		event{"run", "m/a", "TestX", ""},
		event{"pass", "m/a", "TestX", ""},
		event{"run", "m/a", "TestY", ""},
	)
	r.tick(r.start.Add(time.Minute))
	require.Equal(t, "... 60 s: a TestY, 1 tests passed\n", out.String())
}
