package world_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// failureRecordings are the recordings of the newest world of each test that is running.
var failureRecordings = struct {
	sync.Mutex
	of map[testing.TB]*failureRecording
}{of: map[testing.TB]*failureRecording{}}

type failureRecording struct {
	w    *world.World
	file *os.File
}

// newRecordedWorld makes a world for a test with random numbers: if the test fails, the recording
// of its newest world stays. A test of thousands of worlds makes the one that fails again, and
// records that alone.
func newRecordedWorld(t testing.TB, c world.Config) *world.World {
	w := newWorld(t, c)
	recordForFailure(t, w, os.TempDir())
	return w
}

// recordForFailure records a world in a file of a folder. If the test passes, the file is removed;
// if it fails, the file of its newest world stays, and the log names it. So it does if the process
// ends in the middle of the test.
func recordForFailure(t testing.TB, w *world.World, folder string) {
	name := strings.NewReplacer("/", "_", " ", "_", "*", "_").Replace(t.Name())
	file, err := os.CreateTemp(folder, "carom-"+name[:min(len(name), 100)]+"-*.rec")
	if err != nil {
		t.Log("no recording, should the test fail:", err)
		return
	}
	require.NoError(t, w.Record(file))
	failureRecordings.Lock()
	older := failureRecordings.of[t]
	failureRecordings.of[t] = &failureRecording{w, file}
	failureRecordings.Unlock()
	if older != nil {
		older.end()
		_ = os.Remove(older.file.Name())
		return
	}
	t.Cleanup(func() {
		failureRecordings.Lock()
		x := failureRecordings.of[t]
		delete(failureRecordings.of, t)
		failureRecordings.Unlock()
		x.end()
		if !t.Failed() {
			_ = os.Remove(x.file.Name())
			return
		}
		t.Log("recording of the failure, for carom replay:", x.file.Name())
	})
}

// end stops the recording. What was flushed of a world that a panic has left in a step replays.
func (x *failureRecording) end() {
	func() {
		defer func() { _ = recover() }()
		_ = x.w.StopRecording()
	}()
	_ = x.file.Close()
}

// fakeTB is a test that fails or does not.
type fakeTB struct {
	testing.TB
	failed   bool
	cleanups []func()
	log      []any
}

func (f *fakeTB) Failed() bool     { return f.failed }
func (f *fakeTB) Name() string     { return "Fake/one" }
func (f *fakeTB) Cleanup(c func()) { f.cleanups = append(f.cleanups, c) }
func (f *fakeTB) Log(args ...any)  { f.log = append(f.log, args...) }

// A test that fails leaves the recording of its newest world, and its log names the file; one that
// passes leaves none.
func TestFailuresLeaveARecording(t *testing.T) {
	for _, failed := range []bool{false, true} {
		folder := t.TempDir()
		f := &fakeTB{TB: t, failed: failed}
		for range 3 {
			w := newGravityWorld(t)
			recordForFailure(f, w, folder)
			world.Must(w.CreateBody(body.Def{}))
			w.Tick()
		}
		require.Len(t, f.cleanups, 1)
		require.Len(t, filesIn(t, folder), 1, "that of the newest world")
		f.cleanups[0]()
		files := filesIn(t, folder)
		if !failed {
			require.Empty(t, files)
			continue
		}
		require.Len(t, files, 1)
		require.Contains(t, filepath.Base(files[0]), "carom-Fake_one-")
		require.Contains(t, f.log, files[0])
		data := world.Must(os.ReadFile(files[0]))
		p, ticks := replayAll(t, data)
		p.Close()
		require.Equal(t, 1, ticks)
	}
}

func filesIn(t *testing.T, folder string) (paths []string) {
	entries := world.Must(os.ReadDir(folder))
	for _, e := range entries {
		paths = append(paths, filepath.Join(folder, e.Name()))
	}
	return paths
}

// A world that a panic has left in the middle of a step leaves what was flushed: the state in which
// the recording began at least.
func TestPanicsLeaveARecording(t *testing.T) {
	folder := t.TempDir()
	f := &fakeTB{TB: t, failed: true}
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}, Workers: 1, BeforeTick: func(w *world.World) {
		if w.Ticks() == 100 {
			panic("a mistake of the game")
		}
	}})
	world.Must(w.CreateBody(body.Def{}))
	recordForFailure(f, w, folder)
	require.Panics(t, func() {
		for {
			w.Tick()
		}
	})
	f.cleanups[0]()
	files := filesIn(t, folder)
	require.Len(t, files, 1)
	file, err := os.Open(files[0])
	require.NoError(t, err)
	defer file.Close()
	info, err := file.Stat()
	require.NoError(t, err)
	chunks, _, err := tape.Scan(file, info.Size())
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(chunks), 2, "header and state")
}

// A folder that cannot be written leaves the test alone.
func TestNoRoomForARecording(t *testing.T) {
	f := &fakeTB{TB: t}
	w := newGravityWorld(t)
	recordForFailure(f, w, filepath.Join(t.TempDir(), "no", "such"))
	require.Empty(t, f.cleanups)
	require.Contains(t, f.log, "no recording, should the test fail:")
	require.NoError(t, w.Record(io.Discard), "it is not recorded yet")
}
