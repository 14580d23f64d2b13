package gogen

import (
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/invariant"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/gallery"
	"github.com/carom2d/carom/world/scene"
	"github.com/stretchr/testify/require"
)

const sceneFolder = "../../../testdata/scenes"

// parseScenes returns the example scenes, in the order of their names.
func parseScenes(t *testing.T) []*scene.Scene {
	files := world.Must(filepath.Glob(filepath.Join(sceneFolder, "*.json")))
	require.Greater(t, len(files), 25)
	var out []*scene.Scene
	for _, file := range files {
		out = append(out, world.Must(scene.Parse(world.Must(os.ReadFile(file)))))
	}
	return out
}

// sleepers are bodies that turn and are to be asleep, in a world that lets them sleep and in one
// that does not. Which of them are awake depends on more than their definitions. Two of the bodies
// with joints sleep again, and two do not.
func sleepers(t *testing.T) (out []*scene.Scene) {
	const bodies = `"bodies": [
		{"asleep": true, "angularVelocity": 2, "linearVelocity": [1, 2]},
		{"asleep": true, "angularVelocity": 2, "linearVelocity": [1, 2], "neverSleep": true, "colliders": [{"type": "circle", "radius": 1, "center": [1, 0]}]},
		{"asleep": true, "angularVelocity": 2, "mass": {"mass": 2, "center": [1, 0]}, "linearVelocity": [1, 2]},
		{"disabled": true, "angularVelocity": 2, "mass": {"mass": 2, "center": [1, 0]}, "linearVelocity": [1, 2]},
		{"type": "kinematic", "asleep": true, "angularVelocity": 2, "linearVelocity": [1, 2], "colliders": [{"type": "circle", "radius": 1, "center": [9, 0]}]},
		{"type": "static", "angularVelocity": 2, "linearVelocity": [1, 2], "colliders": [{"type": "circle", "radius": 1, "center": [9, 9]}]},
		{"name": "a", "asleep": true}, {"name": "b", "asleep": true}, {"name": "c", "asleep": true}, {"name": "d"}],
		"joints": [{"type": "revolute", "a": "a", "b": "b"}, {"type": "revolute", "a": "c", "b": "d"}, {"type": "revolute", "b": "a"}]`
	for _, settings := range []string{`{}`, `{"noSleep": true}`} {
		out = append(out, world.Must(scene.Parse([]byte(`{"version": 1, "world": `+settings+`, `+bodies+`}`))))
	}
	return out
}

// largeScenes returns the benchmark scenes as they begin.
func largeScenes(t *testing.T) (out []*scene.Scene) {
	for _, s := range gallery.Scenes() {
		run := s.Start(world.Config{Workers: 1})
		captured, err := scene.FromWorld(run.World)
		run.Close()
		if s.Name == "spinner" { // its motor is stronger than a document can say
			require.ErrorIs(t, err, geom.ErrOutOfRange)
			continue
		}
		require.NoError(t, err, s.Name)
		out = append(out, captured)
	}
	return out
}

// ticksOfPrograms is the number of ticks after which states are compared again.
const ticksOfPrograms = 20

// TestProgramsBuildTheSameWorlds compiles the programs of the example scenes and of random ones
// into one program, and compares the states of its worlds with the scenes'.
func TestProgramsBuildTheSameWorlds(t *testing.T) {
	scenes := slices.Concat(parseScenes(t), sleepers(t))
	if long.Enabled {
		scenes = append(scenes, largeScenes(t)...)
	}
	random := long.Pick(12, 1000)
	for seed := range uint64(random) {
		s := randomScene(t, seed)
		if w, _, err := s.New(); err == nil {
			w.Close()
			scenes = append(scenes, s)
		} else { // a motor too fast for bodies that Validate does not build
			_, generated := Generate(s, Options{})
			require.EqualError(t, generated, err.Error())
		}
	}
	require.Greater(t, len(scenes), random)
	want := make([]string, len(scenes))
	for i, s := range scenes {
		w, c, err := s.New(func(c *world.Config) { c.Workers = 1 })
		require.NoError(t, err)
		want[i] = statesOf(w, c.Characters...)
	}
	got := runPrograms(t, scenes)
	require.Len(t, got, len(want))
	for i := range want {
		require.Equal(t, want[i], got[i], "scene %d", i)
	}
}

func statesOf(w *world.World, characters ...*character.Controller) string {
	defer w.Close()
	names := ""
	for b := range w.Bodies() {
		names += b.Name() + ","
	}
	first := w.StateHash()
	for tick := range ticksOfPrograms {
		for _, c := range characters {
			if err := c.Tick(1, tick%8 < 4); err != nil {
				names += err.Error()
			}
		}
		w.Tick()
	}
	return fmt.Sprintf("%016x %016x %q", first, w.StateHash(), names)
}

// mainOfPrograms is the function that prints the states of all worlds.
const mainOfPrograms = `package programs

import (
	"fmt"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
)

func statesOf(w *world.World, characters ...*character.Controller) string {
	defer w.Close()
	names := ""
	for b := range w.Bodies() {
		names += b.Name() + ","
	}
	first := w.StateHash()
	for tick := range %d {
		for _, c := range characters {
			if err := c.Tick(1, tick%%8 < 4); err != nil {
				names += err.Error()
			}
		}
		w.Tick()
	}
	return fmt.Sprintf("%%016x %%016x %%q", first, w.StateHash(), names)
}

func main() {
	one := func(c *world.Config) { c.Workers = 1 }
`

// runPrograms generates, compiles and runs a program for each scene. Their files exist for the
// compiler only, as an overlay over a folder that is not there.
func runPrograms(t *testing.T, scenes []*scene.Scene) []string {
	folder, overlay := t.TempDir(), map[string]string{}
	here, err := os.Getwd()
	require.NoError(t, err)
	put := func(name, text string) {
		file := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		overlay[filepath.Join(here, "programs", name)] = file
	}
	var main strings.Builder
	fmt.Fprintf(&main, strings.Replace(mainOfPrograms, "package programs", "package main", 1), ticksOfPrograms)
	for i, s := range scenes {
		constructor := fmt.Sprintf("NewScene%d", i)
		text, err := Generate(s, Options{Package: "programs", Func: constructor})
		require.NoError(t, err)
		formatted, err := format.Source(text)
		require.NoError(t, err, "%s", text)
		require.Equal(t, string(formatted), string(text))
		again, err := Generate(s, Options{Package: "programs", Func: constructor})
		require.NoError(t, err)
		require.Equal(t, text, again)
		put(fmt.Sprintf("scene%d.go", i), strings.Replace(string(text), "package programs", "package main", 1))
		arguments := "l.World"
		for _, name := range newGenerator(s, Options{}).characterFields {
			arguments += ", &l.Characters." + name
		}
		fmt.Fprintf(&main, "\t{\n\t\tl := %s(one)\n\t\tfmt.Println(statesOf(%s))\n\t}\n", constructor, arguments)
	}
	put("main.go", main.String()+"}\n")
	data, err := json.Marshal(map[string]any{"Replace": overlay})
	require.NoError(t, err)
	file := filepath.Join(folder, "overlay.json")
	require.NoError(t, os.WriteFile(file, data, 0o644))
	// The engine is compiled as for this test, and the programs are not optimized.
	tags := ""
	if invariant.Enabled {
		tags = "invariants"
	}
	cmd := exec.Command("go", "run", "-tags", tags, "-gcflags=-N -l", "-overlay", file, "./programs")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	require.NoError(t, err, "%s", stderr.String())
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}
