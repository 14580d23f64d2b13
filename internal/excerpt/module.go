package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// nothing is a pattern that matches no test.
var nothing = regexp.MustCompile(`^$`)

// note keeps the imports that a file needs.
func (e *excerpt) note(f *file) {
	for _, s := range f.imports() {
		if p := strings.Trim(s.Path.Value, `"`); !slices.Contains(e.imports, p) {
			e.imports = append(e.imports, p)
		}
	}
}

// module writes the needed part of a module. It also writes a go.mod that replaces the module by
// this part, for the flag -modfile of the go command.
func (e *excerpt) module(module string) error {
	listed, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return err
	}
	from, to := strings.TrimSpace(string(listed)), filepath.Join(e.to, "module")
	packages, err := e.packages(module, from)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(packages)) {
		folder := filepath.Join(to, filepath.FromSlash(strings.TrimPrefix(path, module)))
		if err := writePackage(folder, packages[path]); err != nil {
			return err
		}
	}
	own, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return err
	}
	gomod := strings.TrimSpace(string(own))
	gosum := strings.TrimSuffix(gomod, ".mod") + ".sum"
	for name, of := range map[string]string{"module/go.mod": filepath.Join(from, "go.mod"), "go.mod": gomod, "go.sum": gosum} {
		text, err := os.ReadFile(of)
		if err != nil {
			return err
		}
		if name == "go.mod" {
			text = append(text, "\nreplace "+module+" => "+strconv.Quote(to)+"\n"...)
		}
		if err := os.WriteFile(filepath.Join(e.to, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func writePackage(folder string, files []*file) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		text := f.excerpt()
		if text == nil {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(f.path)), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// packages returns the files of the imported packages of a module, with the needed declarations
// marked. It examines a package again while other packages need more of it.
func (e *excerpt) packages(module, dir string) (map[string][]*file, error) {
	packages := map[string][]*file{}
	for known := -1; known != len(e.selected)+len(e.imports); {
		known = len(e.selected) + len(e.imports)
		for _, path := range slices.Clone(e.imports) {
			inside, ok := strings.CutPrefix(path, module)
			if !ok {
				continue
			}
			files, err := read(filepath.Join(dir, filepath.FromSlash(inside)), e.tags, false)
			if err != nil {
				return nil, err
			}
			maps.Copy(e.selected, keep(files, nothing, e.selected))
			for _, f := range files {
				e.note(f)
			}
			packages[path] = files
		}
	}
	return packages, nil
}
