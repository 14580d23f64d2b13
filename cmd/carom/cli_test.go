package main

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/carom2d/carom/testdata/scenes"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/draw"
	"github.com/stretchr/testify/require"
)

// succeed runs the program, which must succeed without a message, and returns what it printed.
func succeed(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	stdout, stderr := exits(t, exitOK, args...)
	require.Empty(t, stderr)
	return stdout
}

// exits runs the program, which must exit with a status, and returns what it printed.
func exits(t *testing.T, status int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	require.Equal(t, status, run(args, &out, &err), "%q: %s", args, &err)
	return out.String(), err.String()
}

// refuses runs the program, which must exit with a status and print a message alone.
func refuses(t *testing.T, status int, message string, args ...string) {
	t.Helper()
	stdout, stderr := exits(t, status, args...)
	require.Equal(t, message, stderr)
	require.Empty(t, stdout)
}

func TestUsageErrors(t *testing.T) {
	var known []string
	for _, c := range commands() {
		known = append(known, c.name)
	}
	names := strings.Join(known, ", ")
	for _, c := range []struct{ args, want string }{
		{"", "carom: what shall I do? Try: carom list, or: carom run pyramid -gif pyramid.gif"},
		{"walk", `carom: unknown command "walk": want ` + names + ` or help`},
		{"runn pyramid", `carom: unknown command "runn": did you mean run? (carom help names all)`},
		{"-x", `carom: unknown command "-x": want ` + names + ` or help`},
		{"list all", `carom: list takes no arguments, not "all"`},
		{"run", "carom: run which scene? carom list names them; for example: carom run pyramid"},
		{"run -stats", "carom: run which scene? carom list names them; for example: carom run pyramid"},
		{"run pyramid slope", "carom: run takes one scene, not 2: pyramid slope"},
		{"run pyramd", `carom: no scene is called "pyramd": did you mean pyramid? (carom list names all)`},
		{"run Newtons_Cradle", `carom: no scene is called "Newtons_Cradle": did you mean newtons_cradle? (carom list names all)`},
		{"run xyzzy", `carom: no scene is called "xyzzy": carom list names all, a file's name ends in .json`},
		{"run pyramid -speed 3", "carom: flag provided but not defined: -speed; carom run -h names the flags"},
		{"run pyramid -seconds", "carom: flag needs an argument: -seconds; carom run -h names the flags"},
		{"run pyramid -seconds soon", `carom: invalid value "soon" for flag -seconds: want a number; carom run -h names the flags`},
		{"run pyramid -workers two", `carom: invalid value "two" for flag -workers: want a whole number; carom run -h names the flags`},
		{"run pyramid -workers 1.5", `carom: invalid value "1.5" for flag -workers: want a whole number; carom run -h names the flags`},
		{"run pyramid -workers 1e999999", `carom: invalid value "1e999999" for flag -workers: want a whole number; carom run -h names the flags`},
		{"run pyramid -fps 1e999", `carom: invalid value "1e999" for flag -fps: is out of range; carom run -h names the flags`},
		{"bench -repeat x", `carom: invalid value "x" for flag -repeat: want a whole number; carom bench -h names the flags`},
		{"run pyramid -seconds -1", "carom: -seconds -1: want a number from 0 to 100000"},
		{"run pyramid -seconds NaN", "carom: -seconds NaN: want a number from 0 to 100000"},
		{"run pyramid -workers 65", "carom: -workers 65: want 0 to 64"},
		{"run pyramid -fps 51", "carom: -fps 51: want 1 to 50"},
		{"run pyramid -size 800", `carom: invalid value "800" for flag -size: want two numbers from 16 to 4096, such as 800x600; carom run -h names the flags`},
		{"run pyramid -size 8x9999", `carom: invalid value "8x9999" for flag -size: want two numbers from 16 to 4096, such as 800x600; carom run -h names the flags`},
		{"run pyramid -show ghosts", `carom: invalid value "ghosts" for flag -show: there is no "ghosts" to show; carom run -h names the flags`},
		{"run pyramid -gif a -png a", "carom: -gif and -png name the same file: a"},
		{"run pyramid -gif a.png", "carom: -gif a.png: the name of the file must end in .gif"},
		{"run pyramid -png out/a.jpeg", "carom: -png out/a.jpeg: the name of the file must end in .png"},
		{"gen pyramid -o pyramid.json", "carom: -o pyramid.json: the name of the file must end in .go"},
		{"check cli.go", "carom: cli.go is no scene file, whose name ends in .json; carom inspect tells what is in a recording or a snapshot"},
		{"check", "carom: check which scene? for example: carom check my_scene.json"},
		{"check pyramd", `carom: no scene is called "pyramd": did you mean pyramid? (carom list names all)`},
		{"version 2", `carom: version takes no arguments, not "2"`},
	} {
		refuses(t, exitUsage, c.want+"\n", strings.Fields(c.args)...)
	}
}

// whyMissing returns what the system says of a file that does not exist.
func whyMissing(t *testing.T, path string) string {
	_, err := os.Stat(path)
	require.ErrorIs(t, err, fs.ErrNotExist)
	return errors.Unwrap(err).Error()
}

func TestFailuresAtRunTime(t *testing.T) {
	folder := t.TempDir()
	broken := filepath.Join(folder, "broken.json")
	require.NoError(t, os.WriteFile(broken, []byte("{\"version\": 1,\n\"bodies\": [{\n\"angle\": true}]}"), 0o644))
	missing := filepath.Join(folder, "missing.json")
	missingFolder := filepath.Join(folder, "no", "such", "folder.gif")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"run", missing}, "carom: open " + missing + ": " + whyMissing(t, missing)},
		{[]string{"run", broken}, "carom: " + broken + ":3:10: bodies[0].angle: true has the wrong type: must be a number"},
		{[]string{"run", "slope", "-gif", missingFolder}, "carom: open " + missingFolder + ": "},
		{[]string{"run", "slope", "-png", missingFolder + ".png"}, "carom: open " + missingFolder + ".png: "},
	} {
		stdout, stderr := exits(t, exitFailed, c.args...)
		require.True(t, strings.HasPrefix(stderr, c.want), stderr)
		require.Equal(t, 1, strings.Count(stderr, "\n"))
		require.Empty(t, stdout)
	}
}

// A document with custom shapes says why the command cannot run it.
func TestCustomShapeSceneFails(t *testing.T) {
	stdout, stderr := exits(t, exitFailed, "run", "../../examples/everyshape/scene.json")
	require.Empty(t, stdout)
	require.Regexp(t, `^carom: \S+scene.json:\d+:\d+: bodies\[\d+\]\.colliders\[\d+\]\.name: "\w+" names no custom shape that is registered; custom shapes are Go code, `, stderr)
	require.Equal(t, 1, strings.Count(stderr, "\n"))
}

func TestFailedRunRemovesPictures(t *testing.T) {
	folder := t.TempDir()
	picture := filepath.Join(folder, "left.png")
	exits(t, exitFailed, "run", "slope", "-png", picture, "-gif", filepath.Join(folder, "no", "such.gif"))
	require.NoFileExists(t, picture)
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"-h"}, {"--help"}} {
		stdout := succeed(t, args...)
		for _, c := range commands() {
			require.Regexp(t, `(?m)^  `+regexp.QuoteMeta(c.synopsis)+` {2,}`+regexp.QuoteMeta(c.description)+`$`, stdout)
		}
	}
	stdout := succeed(t, "help", "bench")
	require.Contains(t, stdout, "carom bench [flags]")
	_, stderr := exits(t, exitUsage, "help", "me")
	require.Contains(t, stderr, `unknown command "me"`)
	stdout = succeed(t, "list", "-h")
	require.Equal(t, "carom list names the scenes that are built in. It has no flags.\n", stdout)
	stdout = succeed(t, "run", "-h")
	for _, name := range []string{"-seconds", "-workers", "-gif", "-png", "-fps", "-size", "-show", "-stats", "-hash"} {
		require.Contains(t, stdout, "  "+name)
	}
}

// Help that cannot be printed is a failure, as of every other output.
func TestUnprintedHelpFails(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"run", "-h"}, {"bench", "-h"}} {
		reader, writer := io.Pipe()
		require.NoError(t, reader.Close())
		var stderr bytes.Buffer
		require.Equal(t, exitFailed, run(args, writer, &stderr), "%v", args)
		require.Contains(t, stderr.String(), io.ErrClosedPipe.Error())
	}
}

func TestListNamesEveryScene(t *testing.T) {
	stdout := succeed(t, "list")
	for _, name := range allNames() {
		require.Regexp(t, `(?m)^`+name+` +\S`, stdout)
	}
	require.GreaterOrEqual(t, len(allNames()), 12+10)
}

func TestFlagsInAnyPosition(t *testing.T) {
	hash := regexp.MustCompile(`(?m)^hash +([0-9a-f]{16})$`)
	var hashes []string
	for _, args := range []string{
		"run slope -seconds 0.5 -hash",
		"run -seconds 0.5 slope -hash",
		"run -hash -seconds=0.5 slope",
		"run -hash -seconds 0.5 -- slope",
		"run -hash -seconds 0.5 -workers 2 slope",
	} {
		stdout := succeed(t, strings.Fields(args)...)
		match := hash.FindStringSubmatch(stdout)
		require.NotNil(t, match, stdout)
		hashes = append(hashes, match[1])
	}
	for _, h := range hashes[1:] {
		require.Equal(t, hashes[0], h, "the same run gives the same state")
	}
	stdout := succeed(t, "run", "slope", "-seconds", "0.25", "-hash")
	require.NotEqual(t, hashes[0], hash.FindStringSubmatch(stdout)[1])
}

func TestTable(t *testing.T) {
	stdout := succeed(t, "run", "pyramid", "-seconds", "2", "-workers", "1")
	for _, line := range []string{
		`scene +pyramid`,
		`steps +120 of 16\.67 ms, 4 sub-steps: 2\.00 s`,
		`bodies +211, 0 awake`,
		`contacts +\d+ touching, \d+ near`,
		`step time +median [\d.]+ ms, p99 [\d.]+ ms, max [\d.]+ ms`,
		`run time +[\d.]+ ms, [\d.e+]+ times as fast as the clock`,
		`where the time went`,
	} {
		require.Regexp(t, `(?m)^`+line+`$`, stdout)
	}
	for _, stage := range append(newTimings(0).stages, stage{name: "other"}) {
		require.Regexp(t, `(?m)^  `+stage.name+` +[\d.]+ ms +[\d.]+ %$`, stdout)
	}
	require.NotContains(t, stdout, "islands")
	require.NotContains(t, stdout, "hash")

	stdout = succeed(t, "run", "pyramid", "-seconds", "2", "-workers", "1", "-stats")
	for _, line := range []string{
		`colliders +211 on 1 static, 210 sleeping and 0 awake bodies`,
		`joints +0`, `islands +\d+`, `colours +\d+`, `overlap +0\.00\d\d m at the deepest contact`, `speed +0 m/s .*`,
	} {
		require.Regexp(t, `(?m)^`+line+`$`, stdout)
	}
}

func TestPictures(t *testing.T) {
	folder := t.TempDir()
	movie, picture := filepath.Join(folder, "run.gif"), filepath.Join(folder, "end.png")
	stdout := succeed(t, "run", "bouncing_balls", "-seconds", "1", "-fps", "20", "-size", "160x120",
		"-gif", movie, "-png", picture, "-show", "all")
	require.Contains(t, stdout, "wrote "+movie)
	require.Contains(t, stdout, "wrote "+picture)

	require.Equal(t, image.Pt(160, 120), readPNG(t, picture).Bounds().Max)
	size, delay := readGIF(t, movie)
	require.Equal(t, image.Pt(160, 120), size)
	require.Equal(t, 105, delay, "20 pictures in the second and the one at its end")
}

func TestDarkPicture(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "dark.png")
	succeed(t, "run", "slope", "-seconds", "0.1", "-png", picture, "-dark")
	require.Equal(t, draw.DarkPalette().Background, color.NRGBAModel.Convert(readPNG(t, picture).At(2, 40)))
}

func TestPictureSizeFitsView(t *testing.T) {
	o := &options{}
	for _, c := range []struct {
		w, h       float64
		wide, high int
	}{{8, 6, 800, 600}, {8, 2, 800, 200}, {2, 8, 150, 600}, {1e9, 1, 800, 16}, {0, 0, 800, 600}} {
		wide, high := o.size(c.w, c.h)
		require.Equal(t, [2]int{c.wide, c.high}, [2]int{wide, high})
	}
	o.width, o.height = 320, 200
	wide, high := o.size(1, 1)
	require.Equal(t, [2]int{320, 200}, [2]int{wide, high})
}

func TestSceneFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "one.json")
	require.NoError(t, os.WriteFile(file, []byte(`{"version": 1, "seconds": 0.5, "world": {"timestep": 0.01},
		"bodies": [{"colliders": [{"type": "circle", "radius": 1}]}]}`), 0o644))
	stdout := succeed(t, "run", file)
	require.Regexp(t, `(?m)^steps +50 of 10 ms`, stdout)
	require.Regexp(t, `(?m)^bodies +1, `, stdout)
}

func TestBenchmarkScene(t *testing.T) {
	stdout := succeed(t, "run", "joint_grid", "-seconds", "0.05", "-stats", "-workers", "1")
	require.Regexp(t, `(?m)^joints +19[78]\d\d$`, stdout)
}

func TestShow(t *testing.T) {
	o := world.Must(parseOptions(strings.Fields("run x")[1:], &bytes.Buffer{}))
	require.True(t, o.show.Joints)
	o = world.Must(parseOptions([]string{"x", "-show", "contacts,boxes"}, &bytes.Buffer{}))
	require.True(t, o.show.Contacts && o.show.Boxes)
	require.False(t, o.show.Joints || o.show.Normals)
	o = world.Must(parseOptions([]string{"x", "-show", "none"}, &bytes.Buffer{}))
	require.False(t, o.show.Joints)
	o = world.Must(parseOptions([]string{"x", "-show", "all"}, &bytes.Buffer{}))
	require.True(t, o.show.Contacts && o.show.Normals && o.show.Boxes && o.show.Centers && o.show.Velocities && o.show.Joints && o.show.Names)
}

func TestEveryBuiltInSceneRuns(t *testing.T) {
	for _, name := range scenes.Names() {
		stdout := succeed(t, "run", name, "-seconds", "0.1", "-workers", "1")
		require.Regexp(t, `(?m)^scene +`+name+`$`, stdout)
	}
}
