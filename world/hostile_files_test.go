package world_test

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// readHostile reads a file whose checksums are right. It is refused with a typed error, or the world that it holds runs.
func readHostile(t testing.TB, content []byte) (accepted bool) {
	n := scriptNames()
	n.MaxBytes = 16 << 20
	s, err := world.DecodeSnapshot(bytes.NewReader(world.PackSnapshot(content)), n)
	if err != nil {
		var file *world.FileError
		var name *world.NameError
		require.True(t, errors.As(err, &file) || errors.As(err, &name), "%T: %v", err, err)
		return false
	}
	w, err := s.NewWorld()
	require.NoError(t, err)
	defer w.Close()
	w.Validate()
	for range 3 {
		w.Tick()
	}
	w.StateHash()
	require.NoError(t, w.Save(s))
	return true
}

// contents returns what the golden files hold.
func contents(t testing.TB) (list [][]byte) {
	paths, err := filepath.Glob("testdata/snapshots/*/*.carom")
	require.NoError(t, err)
	for _, path := range paths {
		file, err := os.ReadFile(path)
		require.NoError(t, err)
		content, err := world.SnapshotContent(file)
		require.NoError(t, err)
		list = append(list, content)
	}
	return list
}

// Files with some bytes changed, behind checksums that are right, do no harm.
func TestHostileFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	accepted, tried := 0, 0
	for _, content := range contents(t) {
		for range hostileFiles {
			changed := bytes.Clone(content)
			for range 1 + r.IntN(3) {
				at := r.IntN(len(changed))
				switch r.IntN(6) {
				case 4: // a whole number, or a large one, where one may stand
					putLittleEndian(changed[at:], []uint64{0, 1, 2, 3, 5, 100, 1 << 31, 1<<32 - 1, 1<<64 - 1}[r.IntN(9)], 4+4*r.IntN(2))
				case 5: // a float32 or a float64
					x := []float64{0, -1, 1e-30, 1e9, -1e18, 3e38, 1e300, math.Inf(1), math.NaN()}[r.IntN(9)]
					if r.IntN(2) == 0 {
						putLittleEndian(changed[at:], uint64(math.Float32bits(float32(x))), 4)
					} else {
						putLittleEndian(changed[at:], math.Float64bits(x), 8)
					}
				case 0:
					changed[at] ^= 1 << r.IntN(8)
				case 1:
					changed[at] = 0xff
				case 2:
					changed[at]++
				default:
					changed[at] = byte(r.Uint32())
				}
			}
			tried++
			if readHostile(t, changed) {
				accepted++
			}
		}
	}
	t.Log(accepted, "of", tried, "accepted")
	require.Greater(t, accepted, tried/40, "the changes are too coarse to pass the checks")
}

// putLittleEndian writes the lowest bytes of a number, as many as there is room for.
func putLittleEndian(p []byte, x uint64, size int) {
	for i := range min(size, len(p)) {
		p[i] = byte(x >> (8 * i))
	}
}

// A file of which one byte has changed is refused, and so is one that ends too early.
func TestDamagedFilesAreRefused(t *testing.T) {
	file, err := os.ReadFile("testdata/snapshots/v1/asleep.carom")
	require.NoError(t, err)
	var s world.Snapshot
	for at := range file {
		file[at] ^= 0x10
		err := s.UnmarshalBinary(file)
		file[at] ^= 0x10
		require.True(t, errors.Is(err, world.ErrDamaged) || at < 8 && errors.Is(err, world.ErrNotSnapshot), "byte %d: %v", at, err)
	}
	for n := range file {
		require.ErrorIs(t, s.UnmarshalBinary(file[:n]), world.ErrDamaged)
	}
	require.ErrorIs(t, s.UnmarshalBinary(append(file, 0)), world.ErrDamaged)
	require.ErrorIs(t, s.UnmarshalBinary([]byte("a short file")), world.ErrNotSnapshot)
	require.ErrorIs(t, newGravityWorld(t).Restore(&s), world.ErrNoSnapshot, "a refused file leaves the snapshot alone")
	require.NoError(t, s.UnmarshalBinary(file))
	n := world.Names{MaxBytes: 1000}
	_, err = world.DecodeSnapshot(bytes.NewReader(file), &n)
	require.ErrorIs(t, err, world.ErrTooLarge)
}

// FuzzSnapshotFile reads contents of files, whose checksums are made right.
func FuzzSnapshotFile(f *testing.F) {
	for _, content := range contents(f) {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) { readHostile(t, content) })
}
