package games

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/carom2d/carom/e2e/chromium"
	"github.com/stretchr/testify/require"
)

func TestEveryGameIsListed(t *testing.T) {
	entries, err := os.ReadDir(filepath.Join(root, "examples", "games"))
	require.NoError(t, err)
	var found, listed []string
	for _, e := range entries {
		if e.IsDir() && e.Name() != "internal" {
			found = append(found, e.Name())
		}
	}
	for _, g := range all {
		listed = append(listed, g.name)
	}
	require.Equal(t, found, listed)
}

// need fails without a program: a check that cannot run is an error.
func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		_, err := exec.LookPath(p)
		require.NoError(t, err, "apt-get install xvfb xdotool imagemagick libgl1-mesa-dri")
	}
}

// display starts a screen that nobody sees, and returns its name.
func display(t *testing.T) string {
	t.Helper()
	read, write, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { _ = read.Close() })
	cmd := exec.Command("Xvfb", "-noreset", "-displayfd", "3", "-screen", "0", "640x480x24", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{write}
	require.NoError(t, cmd.Start())
	require.NoError(t, write.Close())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	number, err := bufio.NewReader(read).ReadString('\n')
	require.NoError(t, err)
	return ":" + strings.TrimSpace(number)
}

// size is the size of a game's window: a quarter of the pixels of its own, since each pixel takes
// time without a graphics card.
const size = "480x300"

// window is a running game.
type window struct {
	t       *testing.T
	display string
	id      string
	log     string // a file
	cmd     *exec.Cmd
}

func (w *window) run(program string, args ...string) ([]byte, error) {
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "DISPLAY="+w.display)
	return cmd.Output()
}

// open starts a game and waits for its window.
func open(t *testing.T, display, file string) *window {
	t.Helper()
	w := &window{t: t, display: display, cmd: exec.Command(file, "-size", size), log: file + ".log"}
	log, err := os.Create(w.log)
	require.NoError(t, err)
	defer log.Close()
	w.cmd.Env = append(os.Environ(), "DISPLAY="+display)
	w.cmd.Stderr = log
	require.NoError(t, w.cmd.Start())
	t.Cleanup(func() {
		_ = w.cmd.Process.Kill()
		_ = w.cmd.Wait()
	})
	for begin := time.Now(); time.Since(begin) < timeout; time.Sleep(100 * time.Millisecond) {
		require.NotContains(t, w.text(), "panic")
		out, err := w.run("xdotool", "search", "--onlyvisible", "--pid", fmt.Sprint(w.cmd.Process.Pid))
		if ids := strings.Fields(string(out)); err == nil && len(ids) > 0 {
			w.id = ids[0]
			_, _ = w.run("xdotool", "windowfocus", "--sync", w.id) // no window manager does it here
			return w
		}
	}
	t.Fatalf("no window came:\n%s", w.text())
	return nil
}

// text is what the game has written.
func (w *window) text() string {
	text, err := os.ReadFile(w.log)
	require.NoError(w.t, err)
	return string(text)
}

func (w *window) keys(action string, names ...string) {
	w.t.Helper()
	_, err := w.run("xdotool", append([]string{action}, names...)...)
	require.NoError(w.t, err)
}

// picture takes what the window shows.
func (w *window) picture() image.Image {
	w.t.Helper()
	out, err := w.run("import", "-window", w.id, "png:-")
	require.NoError(w.t, err)
	m, err := png.Decode(bytes.NewReader(out))
	require.NoError(w.t, err)
	return m
}

func save(t *testing.T, m image.Image, name string) {
	t.Helper()
	dir, err := output()
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, m))
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o644))
}

// Each game opens a window, shows more than a background, and answers to keys; P stops it, and F1
// shows the engine.
func TestGamesInWindows(t *testing.T) {
	t.Parallel()
	need(t, "Xvfb", "xdotool", "import")
	dir, err := programs()
	require.NoError(t, err)
	screen := display(t)
	for _, g := range all {
		t.Run(g.name, func(t *testing.T) {
			file := filepath.Join(dir, g.name)
			obeysKeys(t, screen, file, g)
			w := open(t, screen, file)
			first := await(t, w.picture, "hardly anything is drawn", drawn)
			save(t, changes(t, w.picture, first, func() {
				w.keys("keydown", g.keys...)
				time.Sleep(time.Second)
				w.keys("keyup", g.keys...)
			}), g.name+".png")

			save(t, takesKeys(t, w.picture, w.hold), g.name+"_F1.png")
			require.NotContains(t, w.text(), "panic")
		})
	}
}

// obeysKeys plays a game twice for the same frames of a sixtieth of a second, once with its keys
// held and once without: what differs in the last picture is what the keys did, for without them
// the game moves in the same way.
func obeysKeys(t *testing.T, display, file string, g game) {
	t.Helper()
	const frames = 90
	var shots []image.Image
	for _, keys := range []string{script(g.keys), ""} {
		shot := fmt.Sprintf("%s_%d.png", file, len(shots))
		cmd := exec.Command(file, "-size", size, "-keys", keys, "-frames", fmt.Sprint(frames), "-shot", shot)
		cmd.Env = append(os.Environ(), "DISPLAY="+display)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		data, err := os.ReadFile(shot)
		require.NoError(t, err)
		m, err := png.Decode(bytes.NewReader(data))
		require.NoError(t, err)
		shots = append(shots, m)
	}
	require.Greater(t, chromium.Difference(shots[0], shots[1]), 0.0005, "with its keys it shows what it shows without")
}

// script holds keys from the first half second on, and lets them go in the next.
func script(keys []string) string {
	var events []string
	for _, k := range keys {
		name := map[string]string{"Left": "ArrowLeft", "Right": "ArrowRight", "Up": "ArrowUp", "Down": "ArrowDown", "space": "Space", "n": "N"}[k]
		events = append(events, "20 +"+name, "60 -"+name)
	}
	return strings.Join(events, "; ")
}

// hold presses a key for some frames, though they take long without a graphics card: Ebitengine
// asks for the state of keys once a frame.
func (w *window) hold(key string) {
	w.keys("keydown", key)
	time.Sleep(250 * time.Millisecond)
	w.keys("keyup", key)
	time.Sleep(250 * time.Millisecond)
}
