package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/carom2d/carom/internal/spelling"
	"github.com/carom2d/carom/testdata/scenes"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/carom2d/carom/world/gallery"
	"github.com/carom2d/carom/world/scene"
)

// source is a scene that can be run: a document, built in or not, or one of the benchmark
// scenes, which are programs.
type source struct {
	name, description string
	seconds           float64
	view              scene.Camera // the zero Camera fits the world at the start
	start             func(workers int) (*runningScene, error)
}

// runningScene is a world with the calls that its scene makes before each tick.
type runningScene struct {
	*world.World
	advance func()
}

// defaultSeconds is the duration of a scene that has none of its own.
const defaultSeconds = 10

// listScenes is the command list.
func listScenes(args []string, stdout, _ io.Writer) error {
	set := flag.NewFlagSet("list", flag.ContinueOnError)
	rest, err := parseArguments(set, args, stdout, "carom list names the scenes that are built in. It has no flags.")
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("list takes no arguments, not %q", rest[0])
	}
	var b strings.Builder
	for _, name := range scenes.Names() {
		s, err := findScene(name, "")
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%-20s  %s\n", name, firstSentence(s.description))
	}
	fmt.Fprintf(&b, "\nBenchmark scenes, up to 22 000 bodies:\n")
	for _, s := range gallery.Scenes() {
		fmt.Fprintf(&b, "%-20s  %d ticks\n", s.Name, s.Ticks)
	}
	_, err = io.WriteString(stdout, b.String())
	return err
}

// findScene returns the scene of a name or of a file. An argument that looks like a path is a path.
// A name has priority over a file of the same name in the current folder. The root is the folder
// from which a level of an editor may read files, or empty for the folder of the level.
func findScene(name, root string) (*source, error) {
	if isPath(name) {
		data, err := readDocument(name, root)
		if err != nil {
			return nil, err
		}
		s, err := parse(name, data)
		if err != nil {
			return nil, errorInFile(name, err)
		}
		return s, nil
	}
	if data, err := scenes.Read(name); err == nil {
		return parse(name, data)
	}
	if s, ok := gallery.ByName(name); ok {
		return benchmark(s), nil
	}
	if closest := spelling.Closest(name, allNames()); closest != "" {
		return nil, usagef("no scene is called %q: did you mean %s? (carom list names all)", name, closest)
	}
	if info, err := os.Stat(name); err == nil && !info.IsDir() {
		return nil, usagef("%s is no scene file, whose name ends in .json; carom inspect tells what is in a recording or a snapshot", name)
	}
	return nil, usagef("no scene is called %q: carom list names all, a file's name ends in .json", name)
}

// errorInFile puts the name of a file before an error in its document, with line and column.
func errorInFile(name string, err error) error {
	if errors.Is(err, scene.ErrUnknownShape) {
		err = fmt.Errorf("%w; custom shapes are Go code, so only a program that registers them can run this scene: see examples/everyshape", err)
	}
	var sceneErr *scene.Error
	if errors.As(err, &sceneErr) && sceneErr.Line > 0 {
		return fmt.Errorf("%s:%d:%d: %w", name, sceneErr.Line, sceneErr.Column, err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// readDocument reads a file. It stops as soon as the file is too long. The importer reads levels of
// editors.
func readDocument(name, root string) ([]byte, error) {
	if isLevel(name) {
		return documentOfLevel(name, root)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, scene.MaxBytes+1))
}

// namedDocument returns the document of a name or of a file, or nil for a scene that is a program.
func namedDocument(name, root string) ([]byte, error) {
	if isPath(name) {
		return readDocument(name, root)
	}
	data, err := scenes.Read(name)
	if err != nil {
		_, err = findScene(name, root)
		return nil, err
	}
	return data, nil
}

// isPath reports whether the name of a scene is the name of a file.
func isPath(name string) bool {
	return strings.ContainsRune(name, os.PathSeparator) || strings.EqualFold(filepath.Ext(name), ".json") || isLevel(name)
}

// parse makes a source of a scene document.
func parse(name string, data []byte) (*source, error) {
	s, err := scene.Parse(data)
	if err != nil {
		return nil, err
	}
	seconds := cmp.Or(s.Seconds, defaultSeconds)
	return &source{
		name: name, description: s.Description, seconds: seconds, view: s.View,
		start: func(workers int) (*runningScene, error) {
			w, _, err := s.New(func(c *world.Config) { c.Workers = workers })
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			return &runningScene{w, w.Tick}, nil
		},
	}, nil
}

// benchmark makes a source of a scene that is a program.
func benchmark(s gallery.Scene) *source {
	return &source{
		name: s.Name, description: "one of the scenes by which engines are compared", seconds: float64(s.Ticks) / 60,
		start: func(workers int) (*runningScene, error) {
			r := s.Start(world.Config{Workers: workers})
			return &runningScene{r.World, r.Advance}, nil
		},
	}
}

// allNames lists the names of all scenes that need no file.
func allNames() []string {
	names := scenes.Names()
	for _, s := range gallery.Scenes() {
		names = append(names, s.Name)
	}
	return names
}

// firstSentence returns the text up to its first full stop or colon.
func firstSentence(s string) string {
	for _, end := range []string{". ", ": "} {
		if i := strings.Index(s, end); i >= 0 {
			s = s[:i]
		}
	}
	return strings.TrimSuffix(s, ".")
}

// viewOf returns the view of pictures of the source.
func (s *source) viewOf(w *world.World) scene.Camera {
	if s.view != (scene.Camera{}) {
		return s.view
	}
	low, high := draw.Bounds(w)
	return scene.Camera{Min: low, Max: high}
}
