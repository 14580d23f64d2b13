//go:build !js

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/carom2d/carom/importers/ldtk"
	"github.com/carom2d/carom/importers/svg"
	"github.com/carom2d/carom/importers/tiled"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/scene"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// suffix of programs on this system.
var suffix = map[bool]string{true: ".exe"}[runtime.GOOS == "windows"]

// A level of the default size has as many units of length in every world.
func TestLevelsInEveryLengthUnit(t *testing.T) {
	for name, build := range map[string]func(*world.World) error{
		"tiled": func(w *world.World) error {
			_, err := world.Must(tiled.Read(os.DirFS("../../tiled/testdata"), "objects.tmx")).Build(w, tiled.Options{})
			return err
		},
		"ldtk": func(w *world.World) error {
			_, err := world.Must(ldtk.Read(os.DirFS("../../ldtk/testdata"), "castle.ldtk")).Build(w, ldtk.Options{Tiles: []ldtk.Rule{{Name: "ladder", Ignore: true}}})
			return err
		},
		"svg": func(w *world.World) error {
			_, err := world.Must(svg.Read(os.DirFS("../../svg/testdata"), "hills.svg")).Build(w, svg.Options{})
			return err
		},
	} {
		bounds := func(unit float64) (all [][2]mgl64.Vec2) {
			w := world.Must(world.New(world.Config{LengthUnit: unit}))
			defer w.Close()
			require.NoError(t, build(w), name)
			for b := range w.Bodies() {
				for c := range b.Colliders() {
					low, high := c.Bounds()
					all = append(all, [2]mgl64.Vec2{low.Mul(1 / unit), high.Mul(1 / unit)})
				}
			}
			return all
		}
		require.NotEmpty(t, bounds(1), name)
		require.Equal(t, bounds(1), bounds(64), name)
	}
}

// Every editor's level becomes a document that parses, holds what the level holds, and runs.
func TestImport(t *testing.T) {
	for _, c := range []struct {
		level                     string
		bodies, colliders, joints int
		warning                   string
	}{
		{"../../tiled/testdata/objects.tmx", 9, 11, 2, "densty"},
		{"../../tiled/testdata/level.tmx", 1, 9, 0, "was clipped"},
		{"../../ldtk/testdata/castle.ldtk", 4, 8, 2, "nobody"},
		{"../../svg/testdata/hills.svg", 10, 24, 2, "data-loot"},
	} {
		out := filepath.Join(t.TempDir(), "scene.json")
		var stdout, stderr bytes.Buffer
		require.Zero(t, run([]string{c.level, "-o", out, "-tile", "ladder=none"}, &stdout, &stderr), stderr.String())
		require.Empty(t, stdout.String())
		require.Contains(t, stderr.String(), c.warning)
		isLDtk := filepath.Ext(c.level) == ".ldtk"
		require.Equal(t, !isLDtk, strings.Contains(stderr.String(), "only levels of LDtk have values for -tile"))
		data, err := os.ReadFile(out)
		require.NoError(t, err)
		s, err := scene.Parse(data)
		require.NoError(t, err)
		w, contents, err := s.New()
		require.NoError(t, err)
		defer w.Close()
		colliders := 0
		for _, b := range contents.Bodies {
			for range b.Colliders() {
				colliders++
			}
		}
		assert.Equal(t, []int{c.bodies, c.colliders, c.joints}, []int{len(contents.Bodies), colliders, len(contents.Joints)}, c.level)
		for range 120 {
			w.Tick()
		}
		// The same document comes to the standard output.
		require.Zero(t, run([]string{"-tile", "ladder=none", c.level}, &stdout, &stderr))
		require.Equal(t, string(data), stdout.String())
	}
}

// The level of the page's gallery is the level of the platformer. It is written again by
//
//	go run . ../../../examples/games/platformer/level.tmx -gravity 0,-20 -o ../../../web/gallery/testdata/level.json
func TestLevelOfTheGalleryIsCurrent(t *testing.T) {
	var stdout, stderr bytes.Buffer
	require.Zero(t, run([]string{"../../../examples/games/platformer/level.tmx", "-gravity", "0,-20"}, &stdout, &stderr))
	require.Empty(t, stderr.String())
	data, err := os.ReadFile("../../../web/gallery/testdata/level.json")
	require.NoError(t, err)
	require.Equal(t, string(data), stdout.String())
}

// The command carom finds this one beside itself: carom run level.tmx draws the level, and carom
// import writes its document.
func TestDoorOfCarom(t *testing.T) {
	folder := t.TempDir()
	build := func(name, in, what string) string {
		path := filepath.Join(folder, name+suffix)
		cmd := exec.Command("go", "build", "-o", path, what)
		cmd.Dir = in
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return path
	}
	build("carom-import", ".", ".")
	carom := build("carom", "../../..", "./cmd/carom")
	picture, document := filepath.Join(folder, "out.gif"), filepath.Join(folder, "scene.json")
	for _, args := range [][]string{
		{"run", "../../tiled/testdata/level.tmx", "-seconds", "0.2", "-gif", picture},
		{"import", "../../svg/testdata/hills.svg", "-o", document},
		{"check", document},
		{"check", "-root", "../../tiled", "../../tiled/testdata/level.tmx"},
		{"gen", "-root", "../../tiled", "../../tiled/testdata/level.tmx", "-o", filepath.Join(folder, "level.go")},
	} {
		out, err := exec.Command(carom, args...).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	data, err := os.ReadFile(picture)
	require.NoError(t, err)
	require.Equal(t, "GIF89a", string(data[:6]))
}

func TestArguments(t *testing.T) {
	for _, c := range []struct {
		args    []string
		status  int
		message string
	}{
		{nil, 2, "which level"},
		{[]string{"a.tmx", "b.tmx"}, 2, "a.tmx and b.tmx"},
		{[]string{"a.png"}, 2, "ends in"},
		{[]string{"a.ldtk", "-tile", "ramp=round"}, 2, "round"},
		{[]string{"a.ldtk", "-gravity", "down"}, 2, `invalid value "down" for flag -gravity: want two numbers, such as 0,-10: `},
		{[]string{"a.ldtk", "-pixels", "few"}, 2, `invalid value "few" for flag -pixels: want a number: `},
		{[]string{"a.ldtk", "-root", "testdata"}, 2, "a.ldtk does not lie in the folder testdata of -root"},
		{[]string{"a.tmx", "-o", "a.tmx"}, 2, "-o a.tmx: the name of the file must end in .json"},
		{[]string{"../../tiled/testdata/level.tmx", "-o", "gone/a.json"}, 1, "carom-import: gone/a.json cannot be written: "},
		{[]string{"gone.tmx"}, 1, "gone.tmx"},
		{[]string{"../../ldtk/testdata/castle.ldtk", "-level", "Moat"}, 1, "Moat"},
	} {
		var stdout, stderr bytes.Buffer
		require.Equal(t, c.status, run(c.args, &stdout, &stderr), "%v", c.args)
		require.Contains(t, stderr.String(), c.message)
	}
	var stdout, stderr bytes.Buffer
	require.Zero(t, run([]string{"-h"}, &stdout, &stderr))
	require.Contains(t, stdout.String(), "-gravity")
}

// A project of several worlds has one that the command does not read without its name.
func TestOneOfSeveralWorlds(t *testing.T) {
	level := filepath.Join(t.TempDir(), "worlds.ldtk")
	const text = `{"jsonVersion": "1.5.3", "levels": [], "worlds": [{"identifier": "Earth", "levels": []}, {"identifier": "Moon", "levels": [{"identifier": "Crater", "layerInstances":
		[{"__identifier": "Ground", "__type": "IntGrid", "__cWid": 1, "__cHei": 1, "__gridSize": 16, "intGridCsv": [1]}]}]}]}`
	require.NoError(t, os.WriteFile(level, []byte(text), 0o644))
	var stdout, stderr bytes.Buffer
	require.Zero(t, run([]string{level, "-world", "Moon", "-level", "Crater"}, &stdout, &stderr), stderr.String())
	require.Empty(t, stderr.String())
	made, err := scene.Parse(stdout.Bytes())
	require.NoError(t, err)
	require.Len(t, made.Bodies, 1)
}

// Numbers that a world takes and a document does not are reported for the object of the level.
func TestErrorsOfTheDocumentNameTheObject(t *testing.T) {
	drawing := func(attributes string) string {
		return `<svg><rect id="ice" width="64" height="64" data-friction="0"/><rect id="crate" width="64" height="64" ` + attributes + `/></svg>`
	}
	const unnamed = `<map orientation="orthogonal" tilewidth="16" tileheight="16"><objectgroup id="1"><object id="7" x="16" y="32" width="16" height="16">` +
		`<properties><property name="density" value="1e30"/></properties></object></objectgroup></map>`
	for _, c := range []struct{ name, text, want string }{
		{"level.svg", drawing(`data-density="1e30"`), "object crate: colliders[0].density: 1e+30 is out of range: 0 to 1e+09"},
		{"level.svg", drawing(`data-friction="1e7"`), "object crate: friction: 1e+07 is out of range: 0 to 1e+06"},
		{"level.tmx", unnamed, "body at [1 -2]: colliders[0].density: 1e+30 is out of range: 0 to 1e+09"},
	} {
		level := filepath.Join(t.TempDir(), c.name)
		require.NoError(t, os.WriteFile(level, []byte(c.text), 0o644))
		var stdout, stderr bytes.Buffer
		require.Equal(t, 1, run([]string{level}, &stdout, &stderr))
		require.Equal(t, "carom-import: "+level+": "+c.want+"\n", stderr.String())
		require.Empty(t, stdout.String())
	}
}

// A splinter of an outline, and a body that is one, are left out with a warning.
func TestShapesTooSmallForADocument(t *testing.T) {
	name := filepath.Join(t.TempDir(), "level.tmx")
	require.NoError(t, os.WriteFile(name, []byte(`<map orientation="orthogonal" tilewidth="16" tileheight="16"><objectgroup name="things"><object id="1" name="needle" width="0.001" height="160"/>`+
		`<object id="2" name="blade"><polygon points="0,0 16,0 16,8 32,8.000244140625 16,8.00048828125 16,16 0,16"/></object></objectgroup></map>`), 0o644))
	var stdout, stderr bytes.Buffer
	require.Zero(t, run([]string{name}, &stdout, &stderr), stderr.String())
	require.Equal(t, name+": object needle: a shape was left out: halfExtents[0]: 3.125e-05 is out of range: 0.0001 to 1e+06\n"+
		name+": object blade: a shape was left out: points: 1 by 3.0517578125e-05 is out of range\n", stderr.String())
	made := world.Must(scene.Parse(stdout.Bytes()))
	require.Len(t, made.Bodies, 1)
	require.Len(t, made.Bodies[0].Colliders, 1)
}

// The level may lie in a folder below the root, given from elsewhere.
func TestRoot(t *testing.T) {
	root, err := filepath.Abs("../../tiled")
	require.NoError(t, err)
	var stdout, stderr bytes.Buffer
	require.Zero(t, run([]string{"../../tiled/testdata/level.tmx", "-root", root}, &stdout, &stderr), stderr.String())

	name := filepath.Join(t.TempDir(), "level.tmx")
	require.Zero(t, run([]string{"../../tiled/testdata/level.tmx", "-o", "-"}, &stdout, &stderr), stderr.String())
	require.NoFileExists(t, "-")
	require.NoError(t, os.WriteFile(name, []byte(`<map orientation="orthogonal" tilewidth="16" tileheight="16"><tileset source="../tiles/own.tsx"/></map>`), 0o644))
	require.Equal(t, 1, run([]string{name}, &stdout, &stderr))
	require.Contains(t, stderr.String(), "../tiles/own.tsx: the file lies outside the folder from which files may be read: invalid argument; -root names a larger folder")
}
