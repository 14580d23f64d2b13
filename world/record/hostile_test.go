package record_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/internal/item"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/internal/tape"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/record"
	"github.com/stretchr/testify/require"
)

// unpacked holds what is in a recording of a world that is restored once, without checksums.
type unpacked struct {
	header, state             []byte
	beginning, answers, calls []byte // the beginning of the keyframe in front of the state, and the two chunks behind it
	restored, later           []byte // the keyframe of the restore, and the calls behind it
}

// The ticks in the golden recording up to its restore, and in all.
const ticksToRestore, ticksInAll = 33, 66

func unpackGolden(t testing.TB) (u unpacked) {
	data, err := os.ReadFile(filepath.Join("testdata", "version1.rec"))
	require.NoError(t, err)
	in := bytes.NewReader(data)
	chunks, note, err := tape.Scan(in, int64(len(data)))
	require.NoError(t, err)
	require.NoError(t, note)
	reader := tape.NewReader(in)
	for i := range chunks {
		data := world.Must(reader.Read(&chunks[i]))
		switch chunks[i].Kind {
		case tape.KindHeader:
			u.header = data
		case tape.KindAnswers:
			u.answers = append(u.answers, data...)
		case tape.KindLog:
			if u.restored != nil {
				u.later = data
				continue
			}
			u.calls = data
		case tape.KindKeyframe:
			if u.state != nil {
				u.restored = data
				continue
			}
			a := tape.NewItems(data)
			a.Uint()
			a.Uint()
			a.Bytes()
			a.Tree()
			a.Bytes()
			u.state = a.Bytes()
			require.NoError(t, a.Err())
			u.beginning = data[:len(data)-len(item.AppendBytes(nil, u.state))]
		}
	}
	return u
}

// pack makes a recording, with checksums that are right.
func (u *unpacked) pack(t testing.TB) []byte {
	var out bytes.Buffer
	w := world.Must(tape.NewWriter(&out))
	require.NoError(t, w.Write(tape.KindHeader, 0, 0, u.header, false))
	require.NoError(t, w.Write(tape.KindKeyframe, 0, 0, item.AppendBytes(bytes.Clone(u.beginning), u.state), true))
	require.NoError(t, w.Write(tape.KindAnswers, 0, 0, u.answers, false))
	require.NoError(t, w.Write(tape.KindLog, ticksToRestore, 1, u.calls, false))
	require.NoError(t, w.Write(tape.KindKeyframe, ticksToRestore, 1, u.restored, true))
	require.NoError(t, w.Write(tape.KindLog, ticksInAll, 1, u.later, false))
	require.NoError(t, w.Write(tape.KindEnd, ticksInAll, 1, nil, false))
	return out.Bytes()
}

// replayHostile replays a recording whose checksums are right and whose contents need not be. It
// replays, with or without a difference, or the error is a typed one.
func replayHostile(t testing.TB, data []byte) (whole bool) {
	r, err := record.Read(data)
	if err != nil {
		requireTyped(t, err)
		return false
	}
	if _, err := r.Contents(); err != nil {
		requireTyped(t, err)
	}
	d, err := r.Verify()
	if err != nil {
		requireTyped(t, err)
		return false
	}
	if d != nil {
		_ = d.String()
	}
	return true
}

func requireTyped(t testing.TB, err error) {
	t.Helper()
	typed := errors.Is(err, record.ErrReplay) || errors.Is(err, record.ErrNotRecording) || errors.Is(err, record.ErrTorn) || errors.Is(err, record.ErrNewer)
	require.True(t, typed, "%T: %v", err, err)
}

// Recordings with some bytes changed, behind checksums that are right, do no harm.
func TestHostileRecordings(t *testing.T) {
	hostileTries := long.Pick(40, 2000)
	golden := unpackGolden(t)
	require.True(t, replayHostile(t, golden.pack(t)), "it replays as it is")
	random := rand.New(rand.NewPCG(3, 4))
	replayed := 0
	for range hostileTries {
		u := golden
		part := []*[]byte{&u.header, &u.beginning, &u.answers, &u.calls, &u.calls, &u.later}[random.IntN(6)]
		changed := bytes.Clone(*part)
		for range 1 + random.IntN(3) {
			at := random.IntN(len(changed))
			switch random.IntN(4) {
			case 0:
				changed[at] ^= 1 << random.IntN(8)
			case 1:
				changed[at] = byte(random.Uint32())
			case 2: // something is missing
				changed = append(changed[:at], changed[min(at+1+random.IntN(20), len(changed)-1):]...)
			default: // something comes twice
				changed = append(changed[:at:at], changed[max(at-random.IntN(60), 0):]...)
			}
		}
		*part = changed
		if replayHostile(t, u.pack(t)) {
			replayed++
		}
	}
	t.Log(replayed, "of", hostileTries, "replay to their end")
	require.Greater(t, replayed, hostileTries/20, "the changes are too coarse")
	require.Less(t, replayed, hostileTries*9/10, "the changes do nothing")
}

// FuzzRecording reads hostile bytes.
func FuzzRecording(f *testing.F) {
	data := world.Must(os.ReadFile(filepath.Join("testdata", "version1.rec")))
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) { replayHostile(t, data) })
}

// FuzzCalls replays hostile contents, whose checksums are made right.
func FuzzCalls(f *testing.F) {
	golden := unpackGolden(f)
	f.Add(golden.header, golden.beginning, golden.answers, golden.calls)
	f.Add(golden.header, golden.beginning, golden.answers, golden.calls[:len(golden.calls)/4])
	f.Fuzz(func(t *testing.T, header, beginning, answers, calls []byte) {
		if len(calls) > 1<<16 {
			return
		}
		u := golden
		u.header, u.beginning, u.answers, u.calls = header, beginning, answers, calls
		replayHostile(t, u.pack(t))
	})
}
