package main

import (
	"bytes"
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/item"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// recordedPile writes a recording of ten boxes that fall on a floor. At tick 20 box number 3 gets a
// velocity.
func recordedPile(t *testing.T, folder, name string, velocity float64, ticks int) string {
	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1}))
	defer w.Close()
	floor := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	world.Must(floor.Attach(shape.OffsetBox(8, 1, mgl64.Vec2{0, -1}, 0), world.ColliderDef{}))
	var third world.Body
	for i := range 10 {
		b := world.Must(w.CreateBody(body.Def{Position: mgl64.Vec2{float64(i%4) - 2, 1 + 1.5*float64(i/4)}, Angle: float64(i)}))
		world.Must(b.Attach(shape.Box(0.5, 0.3), world.ColliderDef{}))
		if i == 2 {
			third = b
			b.SetName("third")
		}
	}
	path := filepath.Join(folder, name)
	file := world.Must(os.Create(path))
	defer file.Close()
	require.NoError(t, w.Record(file))
	for tick := range ticks {
		if tick == 20 {
			require.NoError(t, third.SetLinearVelocity(mgl64.Vec2{velocity, 1}))
		}
		w.Tick()
	}
	require.NoError(t, w.StopRecording())
	return path
}

// damaged writes a copy of a recording in which the bytes of a chunk are changed; its checksums are
// right.
func damaged(t *testing.T, path string, kind tape.Kind, change func([]byte) []byte) string {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	in := bytes.NewReader(data)
	chunks, _, err := tape.Scan(in, int64(len(data)))
	require.NoError(t, err)
	reader := tape.NewReader(in)
	var out bytes.Buffer
	w, err := tape.NewWriter(&out)
	require.NoError(t, err)
	for i := range chunks {
		c := &chunks[i]
		content := world.Must(reader.Read(c))
		if c.Kind == kind {
			content = change(content)
		}
		require.NoError(t, w.Write(c.Kind, c.Ticks, c.Time, content, c.Kind == tape.KindKeyframe))
	}
	path = strings.TrimSuffix(path, ".rec") + "-damaged.rec"
	require.NoError(t, os.WriteFile(path, out.Bytes(), 0o644))
	return path
}

func TestRecordingCommandsUsageErrors(t *testing.T) {
	const take = "carom: replay takes one recording, not "
	const example = "; for example: carom replay game.rec -at 3.2s -png then.png"
	for _, c := range []struct{ args, want string }{
		{"replay", take + "0" + example},
		{"replay a.rec b.rec", take + "2" + example},
		{"replay a.rec -at soon", `carom: invalid value "soon" for flag -at: time: invalid duration "soon"; carom replay -h names the flags`},
		{"replay a.rec -at 3", `carom: invalid value "3" for flag -at: time: missing unit in duration "3"; carom replay -h names the flags`},
		{"replay a.rec -at -1s", `carom: invalid value "-1s" for flag -at: want a time that is not negative; carom replay -h names the flags`},
		{"replay a.rec -fps 0", "carom: -fps 0: want 1 to 50"},
		{"replay a.rec -size 1x1", `carom: invalid value "1x1" for flag -size: want two numbers from 16 to 4096, such as 800x600; carom replay -h names the flags`},
		{"replay a.rec -show ghosts", `carom: invalid value "ghosts" for flag -show: there is no "ghosts" to show; carom replay -h names the flags`},
		{"replay a.rec -gif a.png", "carom: -gif a.png: the name of the file must end in .gif"},
		{"replay a.rec -png a.gif", "carom: -png a.gif: the name of the file must end in .png"},
		{"replay a.rec -png a.rec", "carom: -png and the recording name the same file: a.rec"},
		{"replay a.rec -gif b -png b", "carom: -gif and -png name the same file: b"},
		{"run slope -record b -png b", "carom: -png and -record name the same file: b"},
		{"diff", "carom: diff takes two recordings, not 0"},
		{"diff a.rec", "carom: diff takes two recordings, not 1"},
		{"diff a.rec b.rec c.rec", "carom: diff takes two recordings, not 3"},
		{"diff a.rec b.rec -all", "carom: flag provided but not defined: -all; carom diff -h names the flags"},
		{"inspect", "carom: inspect takes one recording or snapshot, not 0"},
		{"inspect a b", "carom: inspect takes one recording or snapshot, not 2"},
	} {
		refuses(t, exitUsage, c.want+"\n", strings.Fields(c.args)...)
	}
}

// A file that is missing, empty, cut off before its first state or something else is refused by all
// three commands, in one line with its name.
func TestRecordingCommandsRefuseOtherFiles(t *testing.T) {
	folder := t.TempDir()
	good := recordedPile(t, folder, "good.rec", 0, 3)
	whole := world.Must(os.ReadFile(good))
	write := func(name string, data []byte) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, data, 0o644))
		return path
	}
	missing := filepath.Join(folder, "missing.rec")
	const short = "record: this is no recording: it ends before its first state"
	for _, c := range []struct{ path, replay, inspect string }{
		{missing, "open PATH: " + whyMissing(t, missing), ""},
		{folder, "PATH: it is no file", ""},
		{write("empty.rec", nil), "PATH: record: this is no recording", "PATH: this is neither a recording nor a snapshot"},
		{write("picture.rec", []byte("\x89PNG\r\n\x1a\n and what follows in a picture")), "PATH: record: this is no recording", "PATH: this is neither a recording nor a snapshot"},
		{write("begun.rec", whole[:len(tape.Magic)+20]), "PATH: " + short, ""},
		{write("cut.rec", whole[:400]), "PATH: " + short, ""},
		{damaged(t, good, tape.KindHeader, func([]byte) []byte { return tape.AppendTree(nil, map[string]any{"version": uint64(99)}) }),
			"PATH: record: version 99 of the format is of a newer version: this release knows 1", ""},
		{damaged(t, recordedPile(t, folder, "state.rec", 0, 3), tape.KindKeyframe, func(b []byte) []byte { return b[:len(b)-9] }), "PATH: world: the recording cannot be replayed: .*", ""},
	} {
		if c.inspect == "" {
			c.inspect = c.replay
		}
		for _, command := range []struct {
			args []string
			want string
		}{
			{[]string{"replay", c.path}, c.replay},
			{[]string{"replay", c.path, "-gif", filepath.Join(folder, "new.gif")}, c.replay},
			{[]string{"inspect", c.path}, c.inspect},
			{[]string{"diff", c.path, good}, c.replay},
			{[]string{"diff", good, c.path}, c.replay},
		} {
			want := command.want
			if command.args[0] == "diff" {
				want = strings.Replace(want, "PATH: world: ", "the (first|second) recording: world: ", 1)
			}
			stdout, stderr := exits(t, exitFailed, command.args...)
			require.Regexp(t, "^carom: "+strings.Replace(want, "PATH", regexp.QuoteMeta(c.path), 1)+"\n$", stderr)
			require.Empty(t, stdout)
		}
	}
	require.NoFileExists(t, filepath.Join(folder, "new.gif"))
}

// Replay tells where it stands, and the hash there is the hash of the run.
func TestReplayTellsTheState(t *testing.T) {
	path := recordedPile(t, t.TempDir(), "pile.rec", 2, 90)
	stdout := succeed(t, "replay", path)
	require.Regexp(t, `^recording  \S+pile\.rec\nat         tick 90 of 90, 1\.500 s of 1\.500 s\nworld      11 bodies, 10 awake; \d+ contacts, 0 joints\nhash       [0-9a-f]{16}\n$`, stdout)

	half := succeed(t, "replay", path, "-at", "750ms")
	require.Contains(t, half, "at         tick 45 of 90, 0.750 s of 1.500 s\n")
	movie := succeed(t, "replay", "-at=0.75s", path, "-gif", filepath.Join(t.TempDir(), "a.gif"))
	hash := func(report string) string { return report[strings.Index(report, "hash "):][:27] }
	require.Equal(t, hash(half), hash(movie), "seeking and stepping lead to the same state")
	require.NotEqual(t, hash(stdout), hash(half))
	for at, want := range map[string]string{"0s": "tick 0 of 90, 0.000 s", "1us": "tick 1 of 90, 0.017 s", "1.5s": "tick 90 of 90, 1.500 s"} {
		stdout := succeed(t, "replay", path, "-at", at)
		require.Contains(t, stdout, want)
	}
}

// A time beyond the end is refused, with pictures and without, and no picture is written.
func TestReplayBeyondTheEnd(t *testing.T) {
	folder := t.TempDir()
	path := recordedPile(t, folder, "pile.rec", 2, 30)
	movie, picture := filepath.Join(folder, "a.gif"), filepath.Join(folder, "a.png")
	for _, more := range [][]string{nil, {"-gif", movie}, {"-png", picture}} {
		refuses(t, exitFailed, "carom: "+path+": second 0.6 is not in the recording: it has 0.5\n", append([]string{"replay", path, "-at", "0.6s"}, more...)...)
	}
	require.NoFileExists(t, movie)
	require.NoFileExists(t, picture)
}

// Replay writes an animation up to a time and the picture then: the last picture of the animation.
func TestReplayPictures(t *testing.T) {
	folder := t.TempDir()
	path := recordedPile(t, folder, "pile.rec", 2, 90)
	movie, picture := filepath.Join(folder, "a.gif"), filepath.Join(folder, "a.png")
	stdout := succeed(t, "replay", path, "-at", "1s", "-gif", movie, "-png", picture, "-fps", "10", "-size", "160x90", "-show", "all", "-dark")
	require.Contains(t, stdout, "wrote      "+picture+"\nwrote      "+movie+"\n")
	size, delay := readGIF(t, movie)
	require.Equal(t, image.Pt(160, 90), size)
	require.Equal(t, 110, delay, "10 pictures in the second and the one at its end")

	still := readPNG(t, picture)
	require.Equal(t, image.Pt(160, 90), still.Bounds().Max)
	require.Greater(t, colors(still), 4, "boxes and a floor on a background")

	// The same moment, sought.
	sought := filepath.Join(folder, "sought.png")
	succeed(t, "replay", path, "-at", "1s", "-png", sought, "-size", "160x90", "-show", "all", "-dark")
	require.Greater(t, colors(readPNG(t, sought)), 4)
	later := filepath.Join(folder, "later.png")
	succeed(t, "replay", path, "-png", later, "-size", "160x90", "-show", "all", "-dark")
	require.NotEqual(t, readPNG(t, sought), readPNG(t, later))
}

func readPNG(t *testing.T, path string) image.Image {
	file := world.Must(os.Open(path))
	defer file.Close()
	still := world.Must(png.Decode(file))
	return still
}

// readGIF returns the size of an animation and the sum of its delays, in hundredths of a second.
func readGIF(t *testing.T, path string) (size image.Point, delay int) {
	file := world.Must(os.Open(path))
	defer file.Close()
	moving := world.Must(gif.DecodeAll(file))
	for _, d := range moving.Delay {
		delay += d
	}
	return image.Pt(moving.Config.Width, moving.Config.Height), delay
}

// colors counts the colours of a picture.
func colors(m image.Image) int {
	seen := map[any]bool{}
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			seen[m.At(x, y)] = true
		}
	}
	return len(seen)
}

// A recording that was cut off replays up to there, and replay and inspect say so.
func TestTornRecordingSaysSo(t *testing.T) {
	folder := t.TempDir()
	whole := world.Must(os.ReadFile(recordedPile(t, folder, "pile.rec", 2, 200)))
	torn := filepath.Join(folder, "torn.rec")
	require.NoError(t, os.WriteFile(torn, whole[:len(whole)*3/4], 0o644))
	stdout := succeed(t, "replay", torn)
	require.Regexp(t, `at         tick \d+ of \d+, `, stdout)
	require.Regexp(t, `note       tape: the recording is cut off or damaged at byte \d+ of \d+\n$`, stdout)
	stdout = succeed(t, "inspect", torn)
	require.Contains(t, stdout, "note       tape: the recording is cut off or damaged")
}

// Of two recordings in one file the first replays, and replay, inspect and diff name the second.
func TestSecondRecordingOfAFileIsNamed(t *testing.T) {
	folder := t.TempDir()
	first := recordedPile(t, folder, "pile.rec", 2, 40)
	data := world.Must(os.ReadFile(first))
	both := filepath.Join(folder, "both.rec")
	require.NoError(t, os.WriteFile(both, append(bytes.Clone(data), data...), 0o644))
	note := fmt.Sprintf("cut off or damaged at byte %d of %d: another recording begins there\n", len(data), 2*len(data))
	for _, args := range [][]string{{"replay", both}, {"inspect", both}, {"diff", first, both}, {"diff", both, both}} {
		stdout := succeed(t, args...)
		require.Contains(t, stdout, note, args)
	}
}

// A replay that is not what was recorded tells the tick, the body and the field, and fails; its
// pictures stay.
func TestReplayTellsADifference(t *testing.T) {
	folder := t.TempDir()
	path := damaged(t, recordedPile(t, folder, "pile.rec", 2, 40), tape.KindLog, func(log []byte) []byte {
		velocity := item.AppendFloat(item.AppendFloat(nil, 2), 1)
		require.Equal(t, 1, bytes.Count(log, velocity))
		return bytes.Replace(log, velocity, item.AppendFloat(item.AppendFloat(nil, 2.5), 1), 1)
	})
	picture := filepath.Join(folder, "a.png")
	stdout, stderr := exits(t, exitFailed, "replay", path, "-png", picture)
	require.Regexp(t, `\ndiffers    tick 21, body 4 \(third\): position \(\S+, \S+\) in the replay\n`, stdout)
	require.Equal(t, "carom: the replay is not what was recorded\n", stderr)
	require.FileExists(t, picture)
}

// Diff is silent about nothing: the same recordings are said to be, and others differ at a tick, in
// a body and a field.
func TestDiffNamesTheFirstDifference(t *testing.T) {
	folder := t.TempDir()
	a, again := recordedPile(t, folder, "a.rec", 2, 40), recordedPile(t, folder, "again.rec", 2, 40)
	b, short := recordedPile(t, folder, "b.rec", 2.25, 40), recordedPile(t, folder, "short.rec", 2, 15)
	stdout := succeed(t, "diff", a, again)
	require.Equal(t, "the same in all 40 ticks\n", stdout)
	stdout, stderr := exits(t, exitFailed, "diff", a, b)
	require.Regexp(t, `^tick 21, body 4 \(third\): position \(\S+, \S+\) and \(\S+, \S+\) \[.*bodies.*\]\n$`, stdout)
	require.Equal(t, "carom: the recordings are not the same\n", stderr)
	stdout, _ = exits(t, exitFailed, "diff", a, short)
	require.Equal(t, "tick 15: ticks 40 and 15\n", stdout)
	stdout, _ = exits(t, exitFailed, "diff", b, a)
	require.Regexp(t, `^tick 21, body 4 `, stdout)
}

// Inspect tells what is in a recording and in a snapshot.
func TestInspect(t *testing.T) {
	folder := t.TempDir()
	stdout := succeed(t, "inspect", recordedPile(t, folder, "pile.rec", 2, 90))
	for _, line := range []string{
		`recording  version 1, made on \w+/\w+`,
		`time       90 ticks, 1\.500 s`,
		`world      11 bodies, 10 awake; \d+ contacts, 0 joints, 0 areas`,
		`settings   timestep 0\.0166667 s, 4 sub-steps, gravity \(0, -10\)`,
		`states     1`,
		`calls      Tick +90`,
		` +Body\.SetLinearVelocity +1`,
	} {
		require.Regexp(t, `(?m)^`+line+`$`, stdout)
	}
	for _, part := range []string{"header", "states", "calls and hashes", "end"} {
		require.Regexp(t, part+` +\d+ bytes in \d+ chunks\n`, stdout)
	}

	w := world.Must(world.New(world.Config{Gravity: mgl64.Vec2{0, -3}}))
	defer w.Close()
	world.Must(w.CreateBody(body.Def{}))
	w.Tick()
	var s world.Snapshot
	require.NoError(t, w.Save(&s))
	var file bytes.Buffer
	require.NoError(t, s.Encode(&file, nil))
	path := filepath.Join(folder, "now.carom")
	require.NoError(t, os.WriteFile(path, file.Bytes(), 0o644))
	stdout = succeed(t, "inspect", path)
	require.Regexp(t, `^snapshot   \d+ bytes, \d+ in memory\ntime       tick 1, 0\.017 s\nworld      1 bodies, 1 awake; 0 contacts, 0 joints, 0 areas\n`, stdout)
	require.Contains(t, stdout, "gravity (0, -3)\n")
	require.Regexp(t, `hash       [0-9a-f]{16}\n$`, stdout)

	require.NoError(t, os.WriteFile(path, file.Bytes()[:file.Len()/2], 0o644))
	_, stderr := exits(t, exitFailed, "inspect", path)
	require.True(t, strings.HasPrefix(stderr, "carom: "+path+": "), stderr)
}

// What run records replays to the same state.
func TestRunRecords(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "slope.rec")
	stdout := succeed(t, "run", "slope", "-seconds", "0.5", "-record", path, "-hash")
	require.Contains(t, stdout, "wrote "+path)
	hash := regexp.MustCompile(`(?m)^hash +([0-9a-f]{16})$`)
	atEnd := hash.FindStringSubmatch(stdout)[1]
	stdout = succeed(t, "replay", path)
	require.Contains(t, stdout, "tick 30 of 30")
	require.Equal(t, atEnd, hash.FindStringSubmatch(stdout)[1])

	again := filepath.Join(folder, "again.rec")
	succeed(t, "run", "slope", "-seconds", "0.5", "-record", again, "-workers", "2")
	stdout = succeed(t, "diff", path, again)
	require.Equal(t, "the same in all 30 ticks\n", stdout)

	missing := filepath.Join(folder, "no", "such.rec")
	_, stderr := exits(t, exitFailed, "run", "slope", "-seconds", "0.5", "-record", missing)
	require.Contains(t, stderr, whyMissing(t, missing))
}

func TestRecordingCommandsHelp(t *testing.T) {
	for command, want := range map[string][]string{
		"replay":  {"carom replay FILE [flags]", "  -at ", "  -gif ", "  -png ", "  -fps ", "  -size ", "  -show ", "  -dark"},
		"diff":    {"carom diff A B", "exit status"},
		"inspect": {"carom inspect FILE"},
	} {
		stdout := succeed(t, command, "-h")
		for _, text := range want {
			require.Contains(t, stdout, text)
		}
	}
}
