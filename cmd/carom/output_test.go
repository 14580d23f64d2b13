//go:build unix

package main

import (
	"bytes"
	"image/gif"
	"image/png"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/carom2d/carom/internal/leftout"
	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// asCommand is the variable that makes the test binary the command itself.
const asCommand = "CAROM_TEST_AS_COMMAND"

// TestAsCommand is the command, when realCommand starts the test binary.
func TestAsCommand(*testing.T) {
	if os.Getenv(asCommand) == "" {
		return
	}
	os.Args = append(os.Args[:1], os.Args[slices.Index(os.Args, "--")+1:]...)
	main()
}

// asArguments come before the arguments of the command.
var asArguments = []string{"-test.run=^TestAsCommand$", "--"}

// realCommand prepares the real program in a folder.
func realCommand(t *testing.T, folder string, args ...string) (c *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	self := world.Must(os.Executable())
	c = exec.Command(self, append(asArguments, args...)...)
	c.Dir, c.Env = folder, append(os.Environ(), asCommand+"=1")
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	c.Stdout, c.Stderr = stdout, stderr
	return c, stdout, stderr
}

// oldFiles fills a folder with files that a run is to replace.
func oldFiles(t *testing.T, names ...string) (folder string) {
	folder = t.TempDir()
	for _, name := range names {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("old "+name), 0o640))
	}
	return folder
}

// requireUntouched checks that a folder holds the old files and nothing else.
func requireUntouched(t *testing.T, folder string, names ...string) {
	t.Helper()
	entries := world.Must(os.ReadDir(folder))
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
		if e.Type().IsRegular() {
			data := world.Must(os.ReadFile(filepath.Join(folder, e.Name())))
			require.Equal(t, "old "+e.Name(), string(data))
		}
	}
	require.ElementsMatch(t, names, found)
}

func TestSignalsLeaveWhatWasThere(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if s == syscall.SIGHUP && signal.Ignored(s) {
			continue // as under nohup
		}
		for _, args := range [][]string{
			{"run", "pyramid", "-seconds", "100000", "-gif", "a.gif", "-png", "new.png", "-fps", "1"},
			{"bench", "-scene", "tumbler", "-ticks", "1000000", "-cpuprofile", "a.gif"},
		} {
			folder := oldFiles(t, "a.gif")
			c, stdout, stderr := realCommand(t, folder, args...)
			require.NoError(t, c.Start())
			require.Eventually(t, func() bool { // the temporary files are there
				entries, err := os.ReadDir(folder)
				return err == nil && len(entries) > 1
			}, 60*time.Second, 5*time.Millisecond)
			time.Sleep(20 * time.Millisecond)
			require.NoError(t, c.Process.Signal(s))
			_ = c.Wait()
			require.Equal(t, 128+int(s), c.ProcessState.ExitCode(), stderr)
			require.Regexp(t, `^carom: stopped by a signal: \w+; not written: .*a.gif\n$`, stderr.String())
			require.Empty(t, stdout.String())
			requireUntouched(t, folder, "a.gif")
		}
	}
}

func TestFailedWritesLeaveWhatWasThere(t *testing.T) {
	shell := func(folder, script string) (status int, stderr string) {
		self := world.Must(os.Executable())
		script = strings.ReplaceAll(script, `"$1"`, `"$1" `+strings.Join(asArguments, " "))
		c := exec.Command("bash", "-c", script, "bash", self)
		var out bytes.Buffer
		c.Dir, c.Env, c.Stderr = folder, append(os.Environ(), asCommand+"=1"), &out
		_ = c.Run()
		return c.ProcessState.ExitCode(), out.String()
	}
	if _, err := exec.LookPath("bash"); err != nil {
		leftout.Installable(t, "bash")
	}
	full := ""
	if _, err := os.Stat("/dev/full"); err == nil {
		full = "/dev/full"
	}
	for _, c := range []struct{ name, script, want string }{
		{"closed pipe", `"$1" run slope -seconds .1 -png a.png -gif new.gif | true; exit ${PIPESTATUS[0]}`, "carom: cannot print the report: .*broken pipe\n"},
		{"closed pipe as a picture", `"$1" run slope -seconds .1 -gif /dev/stdout -png a.png | true; exit ${PIPESTATUS[0]}`, "carom: cannot write /dev/stdout: broken pipe\n"},
		{"closed pipe of a bench", `"$1" bench -scene tumbler -ticks 2 -cpuprofile a.png | true; exit ${PIPESTATUS[0]}`, "carom: .*broken pipe\n"},
		{"file size", `ulimit -f 1; "$1" run slope -seconds 1 -png a.png -gif new.gif`, `carom: cannot write (new\.gif|a\.png): file too large\n`},
		{"full device", `"$1" run slope -seconds .1 -gif ` + full + ` -png a.png`, "carom: cannot write /dev/full: no space left on device\n"},
		{"full stdout", `"$1" run slope -seconds .1 -png a.png > ` + full, "carom: cannot print the report: .*no space left on device\n"},
	} {
		if full == "" && strings.HasPrefix(c.name, "full") {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			folder := oldFiles(t, "a.png")
			// The reader of the pipe has ended when the command writes.
			status, stderr := shell(folder, c.script)
			require.Equal(t, exitFailed, status, stderr)
			require.Regexp(t, "^"+c.want+"$", stderr)
			requireUntouched(t, folder, "a.png")
		})
	}
	if full != "" {
		info := world.Must(os.Stat(full))
		require.NotZero(t, info.Mode()&os.ModeCharDevice, "a device stays one")
	}
}

func TestDevicesAndPipesAreWrittenAsTheyAre(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"/dev/stdout", "-"} {
		c, stdout, stderr := realCommand(t, folder, "run", "slope", "-seconds", ".1", "-png", name, "-gif", "/dev/null")
		require.NoError(t, c.Run(), stderr)
		_, err := png.Decode(stdout)
		require.NoError(t, err)
		require.Zero(t, stdout.Len(), "the picture is alone in the output")
		require.Contains(t, stderr.String(), "wrote "+name)
	}

	// Redirected to a file, the picture is in it and the file stays the same.
	redirected, err := os.Create(filepath.Join(folder, "redirected.png"))
	require.NoError(t, err)
	c, _, stderr := realCommand(t, folder, "run", "slope", "-seconds", ".1", "-png", "/dev/fd/1")
	c.Stdout = redirected
	require.NoError(t, c.Run(), stderr)
	_, err = redirected.Seek(0, 0)
	require.NoError(t, err)
	_, err = png.Decode(redirected)
	require.NoError(t, err)

	fifo := filepath.Join(folder, "fifo")
	require.NoError(t, syscall.Mkfifo(fifo, 0o600))
	c, _, stderr = realCommand(t, folder, "run", "slope", "-seconds", ".1", "-gif", "fifo")
	require.NoError(t, c.Start())
	reader, err := os.Open(fifo)
	require.NoError(t, err)
	_, err = gif.DecodeAll(reader)
	require.NoError(t, err)
	require.NoError(t, c.Wait(), stderr)
	info, err := os.Lstat(fifo)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeNamedPipe)
}

func TestReplacedFilesKeepTheirLinksAndPermissions(t *testing.T) {
	folder := oldFiles(t, "old.png")
	inner := filepath.Join(folder, "inner")
	require.NoError(t, os.Mkdir(inner, 0o755))
	require.NoError(t, os.Rename(filepath.Join(folder, "old.png"), filepath.Join(inner, "old.png")))
	link := filepath.Join(folder, "link.png")
	require.NoError(t, os.Symlink("inner/old.png", link))
	dangling := filepath.Join(folder, "dangling.gif")
	require.NoError(t, os.Symlink("inner/new.gif", dangling))
	succeed(t, "run", "slope", "-seconds", ".1", "-png", link, "-gif", dangling)
	for _, l := range []string{link, dangling} {
		info := world.Must(os.Lstat(l))
		require.NotZero(t, info.Mode()&os.ModeSymlink)
	}
	info := world.Must(os.Stat(filepath.Join(inner, "old.png")))
	require.Equal(t, os.FileMode(0o640), info.Mode().Perm())
	entries := world.Must(os.ReadDir(inner))
	require.Len(t, entries, 2)
}

func TestOneFileGivenTwice(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	require.NoError(t, os.Mkdir("inner", 0o755))
	require.NoError(t, os.Symlink("inner", "folder"))
	document := []byte(`{"version": 1, "seconds": 0.1}`)
	require.NoError(t, os.WriteFile("a.json", document, 0o644))
	require.NoError(t, os.Symlink("a.json", "link"))
	require.NoError(t, os.Link("a.json", "hard"))
	require.NoError(t, os.Symlink("inner/new", "dangling"))
	for _, c := range [][2]string{
		{"b", "./b"}, {"b", folder + "/b"}, {"inner/b", "folder/b"}, {"inner/../b", "b"}, {"folder/../b", "inner/../b"},
		{"link", "a.json"}, {"hard", "a.json"}, {"hard", "link"}, {"dangling", "inner/new"}, {"dangling", "folder/new"},
		{"/dev/stdout", "/dev/fd/1"}, {"/dev/stdout", "-"},
	} {
		for _, pair := range [][2]string{c, {c[1], c[0]}} {
			refuses(t, exitUsage, "carom: -gif and -png name the same file: "+pair[0]+" and "+pair[1]+"\n", "run", "slope", "-seconds", "0.1", "-gif", pair[0], "-png", pair[1])
		}
	}
	for _, name := range []string{"./a.json", "link", "hard", folder + "/a.json", "folder/../a.json"} {
		_, stderr := exits(t, exitUsage, "run", "a.json", "-png", name)
		require.Equal(t, "carom: -png and the scene name the same file: "+name+" and a.json\n", stderr)
	}
	data := world.Must(os.ReadFile("a.json"))
	require.Equal(t, document, data)

	// A redirected standard output is the same file too.
	out := world.Must(os.Create("out.png"))
	c, _, stderr := realCommand(t, folder, "run", "slope", "-png", "out.png")
	c.Stdout = out
	require.Error(t, c.Run())
	require.Equal(t, "carom: -png and the standard output are the same file: out.png\n", stderr.String())

	// Different files are different.
	for _, c := range [][2]string{{"b", "c"}, {"b", "inner/b"}, {"dangling", "inner/other"}, {"link", "inner/other"}} {
		require.False(t, sameFile(c[0], c[1]), c)
	}
}

func TestUnwritableTargets(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{folder, folder + "/", folder + "/.", filepath.Join(folder, "no", "a.png")} {
		stdout, stderr := exits(t, exitFailed, "run", "slope", "-seconds", "0.1", "-png", name)
		require.True(t, strings.HasPrefix(stderr, "carom: open "+name+": "), stderr)
		require.Empty(t, stdout)
	}
	requireUntouched(t, folder)
	if os.Geteuid() == 0 {
		return // root may write anything
	}
	folder = oldFiles(t, "a.png")
	require.NoError(t, os.Chmod(filepath.Join(folder, "a.png"), 0o400))
	_, stderr := exits(t, exitFailed, "run", "slope", "-seconds", "0.1", "-png", filepath.Join(folder, "a.png"))
	require.Contains(t, stderr, "permission denied")
	requireUntouched(t, folder, "a.png")
}

// A file that never ends is not read to its end.
func TestEndlessFiles(t *testing.T) {
	_, stderr := exits(t, exitFailed, "run", "/dev/zero")
	require.Equal(t, "carom: /dev/zero: scene: 33554433 bytes are too many: at most 33554432\n", stderr)
	_, stderr = exits(t, exitFailed, "slim", "/dev/zero", "-o", filepath.Join(t.TempDir(), "main.wasm"))
	require.Equal(t, "carom: /dev/zero: it is no file\n", stderr)
}
