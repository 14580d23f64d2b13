package world_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// failureRecordings are the recordings of the newest world of each test that is running.
var failureRecordings = struct {
	sync.Mutex
	of map[testing.TB]*failureRecording
}{of: map[testing.TB]*failureRecording{}}

type failureRecording struct {
	w   *world.World
	out *bytes.Buffer
}

// recordForFailure records a world in memory. If the test fails, the recording of its newest world stays as a file in a folder.
func recordForFailure(t testing.TB, w *world.World, folder string) {
	x := &failureRecording{w, &bytes.Buffer{}}
	require.NoError(t, w.Record(x.out))
	failureRecordings.Lock()
	_, known := failureRecordings.of[t]
	failureRecordings.of[t] = x
	failureRecordings.Unlock()
	if known {
		return
	}
	t.Cleanup(func() {
		failureRecordings.Lock()
		x := failureRecordings.of[t]
		delete(failureRecordings.of, t)
		failureRecordings.Unlock()
		if !t.Failed() {
			return
		}
		func() {
			defer func() { _ = recover() }() // of a world that a panic has left in a step: what was flushed replays
			_ = x.w.StopRecording()
		}()
		name := filepath.Join(folder, "carom-"+strings.NewReplacer("/", "_", " ", "_").Replace(t.Name())+".rec")
		if err := os.WriteFile(name, x.out.Bytes(), 0o666); err != nil {
			t.Log("no recording of the failure:", err)
			return
		}
		t.Log("recording of the failure, for carom replay:", name)
	})
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

// A test that fails leaves the recording of its newest world, and its log names the file; one that passes leaves none.
func TestFailuresLeaveARecording(t *testing.T) {
	for _, failed := range []bool{false, true} {
		folder := t.TempDir()
		f := &fakeTB{TB: t, failed: failed}
		for range 2 {
			w := newGravityWorld(t)
			recordForFailure(f, w, folder)
			world.Must(w.CreateBody(body.Def{}))
			w.Tick()
		}
		require.Len(t, f.cleanups, 1)
		f.cleanups[0]()
		files, err := os.ReadDir(folder)
		require.NoError(t, err)
		if !failed {
			require.Empty(t, files)
			continue
		}
		require.Len(t, files, 1)
		name := filepath.Join(folder, files[0].Name())
		require.Contains(t, f.log, name)
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		p, ticks := replayAll(t, data)
		p.Close()
		require.Equal(t, 1, ticks)
	}
}
