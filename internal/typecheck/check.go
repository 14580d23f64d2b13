package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// listed is a package as the go command lists it; see go help list.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
	DepOnly         bool
	Error           *struct{ Err string }
}

// check checks packages with their tests and returns their number, including packages that only
// tests import. Imported packages are read without the bodies of their functions.
func check(patterns []string) (count int, err error) {
	packages, err := list(patterns)
	if err != nil {
		return 0, err
	}
	c := &checker{fset: token.NewFileSet(), known: map[string]*types.Package{"unsafe": types.Unsafe}, sizes: types.SizesFor("gc", goEnv("GOARCH"))}
	for i := range packages {
		p := &packages[i]
		if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") { // the main packages of tests are generated
			continue
		}
		if p.Error != nil {
			return 0, fmt.Errorf("%s: %s", p.ImportPath, p.Error.Err)
		}
		if err := c.check(p); err != nil {
			return 0, err
		}
		if !p.DepOnly {
			count++
		}
	}
	return count, nil
}

// list returns packages, their tests and all packages that these import, each after its imports.
func list(patterns []string) (all []listed, err error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,ImportMap,DepOnly,Error"}, patterns...)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

func goEnv(name string) string {
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// checker holds the checked packages, by the path that the go command gives them. The path of a
// package that is rebuilt for a test contains the name of the test.
type checker struct {
	fset  *token.FileSet
	sizes types.Sizes
	known map[string]*types.Package
}

func (c *checker) check(p *listed) error {
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(c.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	config := types.Config{
		Importer: importer{c.known, p.ImportMap}, Sizes: c.sizes, IgnoreFuncBodies: p.DepOnly,
	}
	path, _, _ := strings.Cut(p.ImportPath, " ")
	checked, err := config.Check(path, c.fset, files, nil)
	c.known[p.ImportPath] = checked
	return err
}

// importer finds the imports of one package.
type importer struct {
	known map[string]*types.Package
	named map[string]string // the paths that the go command uses in place of import paths
}

// Import implements types.Importer.
func (i importer) Import(path string) (*types.Package, error) {
	if name, ok := i.named[path]; ok {
		path = name
	}
	p := i.known[path]
	if p == nil {
		return nil, fmt.Errorf("%s is not listed", path)
	}
	return p, nil
}
