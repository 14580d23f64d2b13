package main

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/must"
	"github.com/stretchr/testify/require"
)

// files writes files below a new folder, which becomes the current one.
func files(t *testing.T, texts map[string]string) {
	dir := t.TempDir()
	for name, text := range texts {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	t.Chdir(dir)
}

// words returns the words of a Go file, which must have no errors of syntax.
func words(t *testing.T, text []byte) string {
	_, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	require.NoError(t, err, "%s", text)
	return strings.Join(strings.Fields(string(text)), " ")
}

// What a test needs stays: helpers, types with their methods, constants of a group, what the
// package's own test files declare, what runs before all tests. Lines keep their numbers.
func TestTestsKeepWhatTheyNeed(t *testing.T) {
	files(t, map[string]string{
		"a/a.go":              "package a\n",
		"a/in_test.go":        "package a\n\nfunc Inner() int { return hidden }\n\nconst hidden = 1\n\nfunc (A) Extra() {}\n\nfunc (A) Other() {}\n",
		"a/none_test.go":      "package a\n\nimport \"testing\"\n\nfunc TestOther(t *testing.T) { unused() }\n\nfunc unused() {}\n",
		"a/far_plan9_test.go": "package a\n\nfunc TestWantedFar() {}\n",
		"a/long_test.go":      "//go:build long\n\npackage a\n\nconst hidden = 2\n",
		"a/out_test.go": `// Package a_test.
package a_test

import (
	"errors"
	"fmt"
	"testing"
	r "math/rand/v2"

	"m/a"
)

// TestOther is not wanted.
func TestOther(t *testing.T) { errors.New("x") }

// TestWanted is wanted.
func TestWanted(t *testing.T) {
	new(thing).do()
	a.Inner()
	a.A{}.Extra()
}

type thing struct{ r.Rand }

func (t *thing) do() { fmt.Println(first) }

const (
	zero = iota
	first
)

func TestMain(m *testing.M) { begin() }

func begin() {}

func BenchmarkWanted(b *testing.B) {}
`,
	})
	e := excerpt{tags: []string{"short"}, to: "to", selected: map[string]bool{}}
	require.NoError(t, e.write("^TestWanted", "", []string{"a"}))
	written := must.Get(os.ReadFile("to/overlay.json"))
	var overlay struct{ Replace map[string]string }
	require.NoError(t, json.Unmarshal(written, &overlay))
	got := map[string]string{}
	var out []byte
	for name, by := range overlay.Replace {
		text := ""
		if by != "" {
			out = must.Get(os.ReadFile(by))
			text = words(t, out)
			original := must.Get(os.ReadFile(name))
			require.Equal(t, strings.Count(string(original), "\n"), strings.Count(string(out), "\n"))
		}
		got[filepath.Base(name)] = text
	}
	require.Equal(t, map[string]string{
		"none_test.go": "",
		"in_test.go":   "package a func Inner() int { return hidden } const hidden = 1 func (A) Extra() {}",
		"out_test.go": `// Package a_test. package a_test import ( "fmt" "testing" r "math/rand/v2" "m/a" ) // TestWanted is wanted. ` +
			`func TestWanted(t *testing.T) { new(thing).do() a.Inner() a.A{}.Extra() } type thing struct{ r.Rand } ` +
			`func (t *thing) do() { fmt.Println(first) } const ( zero = iota first ) ` +
			`func TestMain(m *testing.M) { begin() } func begin() {}`,
	}, got)
	require.ElementsMatch(t, []string{"fmt", "testing", "math/rand/v2", "m/a"}, e.imports)
}

// Of a module there is what the tests select and what that needs, in its other packages too.
func TestModulesKeepWhatIsSelected(t *testing.T) {
	files(t, map[string]string{
		"require/r.go":   "package require\n\nimport (\n\t\"m/assert\"\n\t\"net/http\"\n)\n\nfunc Equal() { assert.Equal() }\n\nfunc Get() { http.Get(\"\") }\n",
		"assert/a.go":    "package assert\n\nfunc Equal() { same() }\n\nfunc Get() {}\n",
		"assert/b.go":    "package assert\n\nimport \"m/spew\"\n\nfunc same() { spew.Print() }\n",
		"assert/c.go":    "package assert\n\nimport \"net/http\"\n\nvar client http.Client\n",
		"spew/s.go":      "package spew\n\nfunc Print() {}\n",
		"spew/s_test.go": "package spew\n\nfunc Print() {}\n",
		"mock/m.go":      "package mock\n",
	})
	e := excerpt{selected: map[string]bool{"require.Equal": true, "t.Get": true, "Get": true}, imports: []string{"m/require", "testing"}}
	packages := must.Get(e.packages("m", "."))
	got := map[string]string{}
	for path, files := range packages {
		for _, f := range files {
			if text := f.excerpt(); text != nil {
				got[path] += words(t, text) + ";"
			}
		}
	}
	require.Equal(t, map[string]string{
		"m/require": `package require import ( "m/assert" ) func Equal() { assert.Equal() };`,
		"m/assert":  `package assert func Equal() { same() };package assert import "m/spew" func same() { spew.Print() };`,
		"m/spew":    `package spew func Print() {};`,
	}, got)
}

// Without a folder, packages or an expression that can be read nothing is written.
func TestMisuse(t *testing.T) {
	files(t, map[string]string{"a/a_test.go": "package a\n\nfunc {\n"})
	require.ErrorContains(t, (&excerpt{}).write("", "", []string{"a"}), "-to")
	require.ErrorContains(t, (&excerpt{to: "x"}).write("", "", nil), "packages")
	require.ErrorContains(t, (&excerpt{to: "x"}).write("(", "", []string{"a"}), "missing closing")
	require.ErrorContains(t, (&excerpt{to: "x"}).write("", "", []string{"a"}), "a_test.go:3")
	require.NoFileExists(t, "x/overlay.json")
}
