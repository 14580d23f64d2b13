package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// fate is the result of a mutant.
type fate int

const (
	refused fate = iota // by the compiler
	noticed             // by a test
	lives
)

func (f fate) String() string { return [...]string{"refused", "noticed", "LIVES"}[f] }

// tester runs the tests of packages with mutants.
type tester struct {
	scratch string // a directory for changed files
	then    string // the package that is tested if the mutant's own package passes
	slow    time.Duration

	lock   sync.Mutex
	suites map[string]*suite // by directory
}

// suite is the result of a package's tests without any change.
type suite struct {
	once    sync.Once
	skip    string // names of the tests that are left out, as a pattern
	timeout time.Duration
}

// try returns the fate of a mutant, and the test that noticed it.
func (t *tester) try(m mutant) (fate, string, error) {
	overlay, err := t.overlay(m)
	if err != nil {
		return refused, "", err
	}
	packages := []string{m.dir}
	if m.dir != t.then {
		packages = append(packages, t.then)
	}
	for _, pkg := range packages {
		s := t.suiteOf(pkg)
		out, err := goTest(pkg, "-failfast", "-overlay", overlay, "-skip", s.skip, "-timeout", s.timeout.String())
		switch {
		case bytes.Contains(out, []byte("[build failed]")):
			return refused, "", nil
		case err != nil:
			return noticed, filepath.ToSlash(pkg) + " " + firstFailure(out), nil
		}
	}
	return lives, "", nil
}

// overlay writes the changed file and the list that puts it in the place of the file, and returns
// the path of the list.
func (t *tester) overlay(m mutant) (string, error) {
	src, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	if !bytes.HasPrefix(src[min(m.offset, len(src)):], []byte(m.old)) {
		return "", fmt.Errorf("%s has changed since the choice", m.file)
	}
	full, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp(t.scratch, "")
	if err != nil {
		return "", err
	}
	changed, path := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	list, err := json.Marshal(map[string]map[string]string{"Replace": {full: changed}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(changed, m.apply(src), 0o600); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, list, 0o600)
}

var failure = regexp.MustCompile(`(?m)^(?:--- FAIL: |panic: |fatal error: )(.{1,60})`)

// firstFailure returns the name of the first test that failed, or the first words of a panic.
func firstFailure(out []byte) string {
	if m := failure.FindSubmatch(out); m != nil {
		return string(m[1])
	}
	return ""
}

func goTest(pkg string, flags ...string) ([]byte, error) {
	args := append([]string{"test", "-vet=off", "-count=1", "-tags", tags}, flags...)
	return exec.Command("go", append(args, "./"+filepath.ToSlash(pkg))...).CombinedOutput()
}

// suiteOf runs the tests of a package without any change at the first call.
func (t *tester) suiteOf(pkg string) *suite {
	t.lock.Lock()
	s := t.suites[pkg]
	if s == nil {
		s = &suite{}
		t.suites[pkg] = s
	}
	t.lock.Unlock()
	s.once.Do(func() {
		start := time.Now()
		out, _ := goTest(pkg, "-json")
		left := unfit(out, t.slow)
		s.skip = "^(" + strings.Join(left, "|") + ")$"
		// A mutant on a busy machine must not be taken for one that hangs.
		s.timeout = (time.Minute + 8*time.Since(start)).Round(time.Second)
		fmt.Printf("    %s: timeout %s; left out: %s\n", pkg, s.timeout, strings.Join(left, " "))
	})
	return s
}

// unfit returns the tests that fail or take longer than slow, from the output of go test -json.
func unfit(out []byte, slow time.Duration) []string {
	var names []string
	for line := range bytes.Lines(out) {
		var e struct {
			Action, Test string
			Elapsed      float64
		}
		if json.Unmarshal(line, &e) != nil || e.Test == "" || strings.Contains(e.Test, "/") {
			continue
		}
		if e.Action == "fail" || e.Action == "pass" && e.Elapsed > slow.Seconds() {
			names = append(names, e.Test)
		}
	}
	slices.Sort(names)
	return names
}
