//go:build gates

package slim

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/leftout"
	"github.com/stretchr/testify/require"
)

// source is a program that collects garbage, recovers from panics as far as the language says, and
// panics in an inlined function.
const source = `package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

type list struct{ next *list }

func inlined(x []int, i int) int { return x[i] }

//go:noinline
func called(x []int, i int) int { return 2 * inlined(x, i) }

func try() {
	defer func() { fmt.Println("recovered:", recover()) }()
	fmt.Println(strings.Repeat("=", called([]int{1, 2}, len(os.Args))))
	called(nil, len(os.Args))
}

type handler struct{ name string }

//go:noinline
func rescue(name string) { fmt.Println(name, recover()) }

func (h handler) direct() { fmt.Println(h.name, recover()) }

func (h handler) indirect() { rescue(h.name) }

type deferred interface {
	direct()
	indirect()
}

func tryWrapped(d deferred) {
	defer d.direct()
	defer d.indirect() // a function that it calls recovers from nothing
	panic("wrapped")
}

//go:noinline
func deep(n int) int {
	if n == 0 {
		runtime.GC()
		return 0
	}
	return 1 + deep(n-1)
}

func main() {
	var l *list
	for i := range 1_000_000 {
		if l = (&list{l}); i%1000 == 0 {
			l = nil
		}
	}
	fmt.Println(deep(3000))
	try()
	tryWrapped(&handler{"wrapper:"})
	called(nil, len(os.Args))
}
`

// inlinedFrame is the frame of an inlined function in a trace, and values are what else a trace of
// a slim program has not: the arguments, the places and the code addresses.
var (
	inlinedFrame = regexp.MustCompile(`(?m)^\S+\(\.\.\.\)\n.*\n`)
	values       = regexp.MustCompile(`\(.*\)\n|/\S+\.(go|s):\d+|\?:0|\n`)
)

// A slim program prints what it printed, and its trace has the same functions but for inlined ones.
func TestProgramComputesTheSame(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		leftout.Installable(t, "node")
	}
	folder := t.TempDir()
	file, full, light := filepath.Join(folder, "main.go"), filepath.Join(folder, "full.wasm"), filepath.Join(folder, "light.wasm")
	require.NoError(t, os.WriteFile(file, []byte(source), 0o600))
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", full, file)
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=js", "GOARCH=wasm")
	text, err := build.CombinedOutput()
	require.NoError(t, err, "%s", text)
	program, err := os.ReadFile(full)
	require.NoError(t, err)
	slimmed, err := Program(program)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(light, slimmed, 0o600))

	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	run := func(name string) (stdout, stderr string) {
		cmd := exec.Command("node", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), name)
		var out, trace bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &trace
		require.Error(t, cmd.Run(), "it panics")
		return out.String(), trace.String()
	}
	stdout, trace := run(full)
	lightOut, lightTrace := run(light)
	require.Contains(t, stdout, "recovered: runtime error: index out of range [1] with length 0\n")
	require.Equal(t, stdout, lightOut)
	require.Contains(t, stdout, "3000\n")
	require.Contains(t, stdout, "wrapper: <nil>\nwrapper: wrapped\n")
	require.Contains(t, trace, "main.inlined(...)")
	require.Contains(t, trace, "main.go:")
	require.NotContains(t, lightTrace, ".go:")
	require.NotContains(t, lightTrace, "main.inlined")
	require.Equal(t, values.ReplaceAllString(inlinedFrame.ReplaceAllString(trace, ""), ";"), values.ReplaceAllString(lightTrace, ";"))
}
