package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// recordLong records a heap that is pushed about and restored, and returns the hashes after each
// tick of the recording.
func recordLong(t *testing.T, ticks int) (data []byte, hashes []world.StateHashes) {
	w := heap(t, 10)
	var out bytes.Buffer
	var saved world.Snapshot
	require.NoError(t, w.Record(&out))
	hashes = append(hashes, w.StateHashes())
	for tick := range ticks {
		switch {
		case tick%50 == 10:
			require.NoError(t, w.Save(&saved))
		case tick%50 == 30:
			require.NoError(t, w.Restore(&saved))
		case tick%7 == 3:
			require.NoError(t, bodyAt(w, uint64(2+tick%10)).ApplyImpulseToCenter(mgl64.Vec2{1, 3}))
		}
		w.Tick()
		hashes = append(hashes, w.StateHashes())
	}
	require.NoError(t, w.StopRecording())
	return out.Bytes(), hashes
}

// requirePrefix requires that a recording of which only the first part is whole replays that to the
// same bits, or is refused with a typed error. It returns how many ticks replay.
func requirePrefix(t *testing.T, data []byte, hashes []world.StateHashes) int {
	t.Helper()
	r, err := record.Read(data)
	if err != nil {
		require.ErrorIs(t, err, record.ErrNotRecording)
		return -1
	}
	require.ErrorIs(t, r.Torn(), record.ErrTorn)
	p := world.Must(r.Player())
	defer p.Close()
	require.Equal(t, hashes[0], p.World().StateHashes())
	for {
		more := world.Must(p.Step())
		if !more {
			break
		}
		require.Nil(t, p.Difference())
		require.Equal(t, hashes[p.Tick()].Sum(), p.World().StateHashes().Sum(), "after tick %d", p.Tick())
	}
	require.Equal(t, r.Ticks(), p.Tick())
	return p.Tick()
}

// A recording that is cut off anywhere replays up to there.
func TestTornRecordingsReplay(t *testing.T) {
	whole, hashes := recordLong(t, 200)
	last := -1
	for cut := 0; cut < len(whole); cut += long.Pick(1999, 97) {
		ticks := requirePrefix(t, whole[:cut], hashes)
		require.GreaterOrEqual(t, ticks, last, "cut at %d of %d", cut, len(whole))
		last = ticks
	}
	require.Greater(t, last, 100)
	random := rand.New(rand.NewPCG(9, 9))
	for range 15 {
		requirePrefix(t, whole[:random.IntN(len(whole))], hashes)
	}
	require.Less(t, requirePrefix(t, whole[:len(whole)-60], hashes), 200, "without the last ticks")
	require.Equal(t, 200, requirePrefix(t, whole[:len(whole)-40], hashes), "without the end")
}

// A recording with a byte changed anywhere replays up to the chunk in which it is.
func TestDamagedRecordingsReplay(t *testing.T) {
	whole, hashes := recordLong(t, 130)
	random := rand.New(rand.NewPCG(10, 9))
	seen := map[int]bool{}
	for range 40 {
		damaged := bytes.Clone(whole)
		damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
		seen[requirePrefix(t, damaged, hashes)] = true
	}
	require.Greater(t, len(seen), 2)
}

// limited is a disk with room for so many bytes.
type limited struct {
	left    int
	written bytes.Buffer
}

var errFull = errors.New("the disk is full")

func (l *limited) Write(b []byte) (int, error) {
	n := min(len(b), l.left)
	l.left -= n
	l.written.Write(b[:n])
	if n < len(b) {
		return n, errFull
	}
	return n, nil
}

// lines returns what is written to os.Stderr while a function runs.
func lines(t *testing.T, run func()) []string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "stderr")
	file := world.Must(os.Create(name))
	old := os.Stderr
	os.Stderr = file
	defer func() { os.Stderr = old }()
	run()
	require.NoError(t, file.Close())
	text := world.Must(os.ReadFile(name))
	return slices.Collect(strings.Lines(string(text)))
}

// A disk that is full ends the recording with one line that names the tick and the error. What was
// written replays. The game goes on as without a recording, and may begin another.
func TestFullDisksEndTheRecordingAlone(t *testing.T) {
	for _, room := range []int{30, 3000, 6000} {
		w, plain := heap(t, 8), heap(t, 8)
		disk := &limited{left: room}
		hashes := []world.StateHashes{w.StateHashes()}
		written := lines(t, func() { // the writer may meet the end of the disk at once
			require.NoError(t, w.Record(disk))
			for range 400 {
				w.Tick()
				plain.Tick()
				hashes = append(hashes, w.StateHashes())
			}
			require.Equal(t, plain.StateHash(), w.StateHash())
			require.ErrorIs(t, w.StopRecording(), errFull)
		})
		require.NoError(t, w.StopRecording())
		ticks := requirePrefix(t, disk.written.Bytes(), hashes)

		require.Len(t, written, 1)
		var tick int
		_, err := fmt.Sscanf(written[0], "world: the recording stops at tick %d: the disk is full\n", &tick)
		require.NoError(t, err, written[0])
		require.GreaterOrEqual(t, tick, ticks)

		var out bytes.Buffer
		require.NoError(t, w.Record(&out))
		require.ErrorIs(t, w.Record(&out), world.ErrRecording)
		w.Tick()
		require.NoError(t, w.StopRecording())
		r := world.Must(record.Read(out.Bytes()))
		require.NoError(t, r.Torn())
	}
}

// A disk that is full from the beginning refuses the recording at once.
func TestFullDiskRefusesTheRecording(t *testing.T) {
	w := heap(t, 2)
	require.ErrorIs(t, w.Record(&limited{left: 3}), errFull)
	require.NoError(t, w.StopRecording())
	w.Tick()
}

// What was flushed replays, also when the program ends in the middle: without StopRecording and
// without Close.
func TestWhatWasFlushedReplays(t *testing.T) {
	w := heap(t, 10)
	out := &flushed{}
	require.NoError(t, w.Record(out))
	hashes := []world.StateHashes{w.StateHashes()}
	for range 200 {
		w.Tick()
		hashes = append(hashes, w.StateHashes())
	}
	ticks := -1
	for begin := time.Now(); ticks < 60; time.Sleep(5 * time.Millisecond) {
		require.Less(t, time.Since(begin), 2*time.Minute, "the writer does not get on")
		ticks = requirePrefix(t, out.now(), hashes)
	}
}

// flushed keeps what was written.
type flushed struct {
	mutex sync.Mutex
	data  []byte
}

func (f *flushed) Write(b []byte) (int, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.data = append(f.data, b...)
	return len(b), nil
}

func (f *flushed) now() []byte {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return bytes.Clone(f.data)
}
