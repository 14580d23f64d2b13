package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	tests := flag.String("run", "", "a regular expression that matches the names of the tests")
	tags := flag.String("tags", "", "build tags, separated by commas")
	module := flag.String("module", "", "a module of which only what the tests need is to be compiled")
	to := flag.String("to", "", "the folder for overlay.json, go.mod and the files that these name")
	flag.Parse()
	e := excerpt{tags: strings.Split(*tags, ","), to: *to, selected: map[string]bool{}}
	if err := e.write(*tests, *module, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "excerpt:", err)
		os.Exit(1)
	}
}

// excerpt holds the declarations that some tests need.
type excerpt struct {
	tags     []string
	to       string
	selected map[string]bool // names that the tests mention behind a point
	imports  []string        // paths
}

// write writes the overlay for some folders, and the excerpt of a module.
func (e *excerpt) write(tests, module string, dirs []string) error {
	if e.to == "" || len(dirs) == 0 {
		return errors.New("-to and folders of packages are needed")
	}
	match, err := regexp.Compile(tests)
	if err != nil {
		return err
	}
	if e.to, err = filepath.Abs(e.to); err != nil {
		return err
	}
	if err := os.MkdirAll(e.to, 0o755); err != nil {
		return err
	}
	replace := map[string]string{}
	for _, dir := range dirs {
		if err := e.tests(dir, match, replace); err != nil {
			return err
		}
	}
	overlay, err := json.MarshalIndent(struct{ Replace map[string]string }{replace}, "", "\t")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(e.to, "overlay.json"), overlay, 0o644); err != nil || module == "" {
		return err
	}
	return e.module(module)
}

// tests writes the declarations that the tests of a folder need, and notes the replaced files in
// replace. A file without needed declarations is replaced by no file.
func (e *excerpt) tests(dir string, match *regexp.Regexp, replace map[string]string) error {
	files, err := read(dir, e.tags, true)
	if err != nil {
		return err
	}
	maps.Copy(e.selected, keep(files, match, map[string]bool{}))
	for _, f := range files {
		path, err := filepath.Abs(f.path)
		if err != nil {
			return err
		}
		replace[path] = ""
		text := f.excerpt()
		if text == nil {
			continue
		}
		e.note(f)
		replace[path] = filepath.Join(e.to, strconv.Itoa(len(replace))+filepath.Base(path))
		if err := os.WriteFile(replace[path], text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
