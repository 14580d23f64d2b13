package world_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/world"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/stretchr/testify/require"
)

// readHostile reads a file whose checksums are right. It is refused with a typed error, or the
// world that it holds runs.
func readHostile(t testing.TB, version uint32, content []byte) (accepted bool) {
	n := scriptNames()
	n.MaxBytes = 16 << 20
	s, err := world.DecodeSnapshot(bytes.NewReader(world.PackSnapshot(version, content)), n)
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
	runTicks(w, 3)
	w.StateHash()
	require.NoError(t, w.Save(s))
	return true
}

// fileContent is what a golden file holds.
type fileContent struct {
	version uint32
	data    []byte
}

func contents(t testing.TB) (list []fileContent) {
	paths := world.Must(filepath.Glob("testdata/snapshots/*/*.carom"))
	for _, path := range paths {
		file, err := os.ReadFile(path)
		require.NoError(t, err)
		version, data, err := world.SnapshotContent(file)
		require.NoError(t, err)
		list = append(list, fileContent{version, data})
	}
	return list
}

// Files with some bytes changed, behind checksums that are right, do no harm.
func TestHostileFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	accepted, tried := 0, 0
	for _, content := range contents(t) {
		for range long.Pick(10, 20_000) {
			changed := bytes.Clone(content.data)
			for n := 1 + r.IntN(3)/2; n > 0 || bytes.Equal(changed, content.data); n-- {
				changeAt(r, changed, r.IntN(len(changed)))
			}
			tried++
			if readHostile(t, content.version, changed) {
				accepted++
			}
		}
	}
	t.Log(accepted, "of", tried, "accepted")
	require.Greater(t, accepted, tried/20, "the changes are too coarse to pass the checks")
}

// changeAt changes what stands at a place: coarsely, as in a file of somebody who wants to do harm,
// or finely, so that it passes the first checks.
func changeAt(r *rand.Rand, p []byte, at int) {
	size := 4 + 4*r.IntN(2)
	switch r.IntN(9) {
	case 0:
		p[at] ^= 1 << r.IntN(8)
	case 1:
		p[at] = 0xff
	case 2:
		p[at]++
	case 3:
		p[at] = byte(r.Uint32())
	case 4: // a whole number, or a large one, where one may stand
		putLittleEndian(p[at:], []uint64{0, 1, 2, 3, 5, 100, 1 << 31, 1<<32 - 1, 1<<64 - 1}[r.IntN(9)], size)
	case 5: // a float32 or a float64
		x := []float64{0, -1, 1e-30, 1e9, -1e18, 3e38, 1e300, math.Inf(1), math.NaN()}[r.IntN(9)]
		if size == 4 {
			putLittleEndian(p[at:], uint64(math.Float32bits(float32(x))), 4)
		} else {
			putLittleEndian(p[at:], math.Float64bits(x), 8)
		}
	case 6: // the last digits of a float64, or a number near that which stands there
		p[at] ^= 1 << r.IntN(3)
	case 7: // a number of the same column comes again
		copy(p[at:], p[min(at+size, len(p)):min(at+2*size, len(p))])
	default: // two numbers of a column change places
		if at+2*size <= len(p) {
			var kept [8]byte
			copy(kept[:], p[at:at+size])
			copy(p[at:], p[at+size:at+2*size])
			copy(p[at+size:], kept[:size])
		}
	}
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
	decode := func(data []byte) error {
		_, err := world.DecodeSnapshot(bytes.NewReader(data), nil)
		return err
	}
	for at := range file {
		file[at] ^= 0x10
		err := decode(file)
		file[at] ^= 0x10
		require.True(t, errors.Is(err, world.ErrDamaged) || at < 8 && errors.Is(err, world.ErrNotSnapshot), "byte %d: %v", at, err)
	}
	for n := range file {
		require.ErrorIs(t, decode(file[:n]), world.ErrDamaged)
	}
	require.ErrorIs(t, decode([]byte("a short file")), world.ErrNotSnapshot)
	require.NoError(t, decode(file))
	n := world.Names{MaxBytes: 1000}
	_, err = world.DecodeSnapshot(bytes.NewReader(file), &n)
	require.ErrorIs(t, err, world.ErrTooLarge)
}

// contentOf returns the version and the content of the file of a world.
func contentOf(t *testing.T, w *world.World) (version uint32, content []byte) {
	var saved world.Snapshot
	require.NoError(t, w.Save(&saved))
	var file bytes.Buffer
	require.NoError(t, saved.Encode(&file, nil))
	version, content, err := world.SnapshotContent(file.Bytes())
	require.NoError(t, err)
	return version, content
}

// A file whose chain lists its second segment in the place of its third was accepted, and Destroy
// of the chain panicked.
func TestFileOfAChainThatListsASegmentTwice(t *testing.T) {
	w := newWorld(t, world.Config{})
	ground := world.Must(w.CreateBody(body.Def{Type: body.Static}))
	chain := world.Must(ground.AttachChain(shape.Chain{Points: []mgl64.Vec2{{0, 0}, {1, 0}, {2, 1}, {3, 0}}}, world.ColliderDef{}))
	version, content := contentOf(t, w)
	var ids []byte
	for _, s := range chain.Segments() {
		ids = binary.LittleEndian.AppendUint64(ids, uint64(s.ID()))
	}
	at := bytes.LastIndex(content, ids) // behind the IDs of all colliders
	copy(content[at+16:], ids[8:16])
	_, err := world.DecodeSnapshot(bytes.NewReader(world.PackSnapshot(version, content)), nil)
	require.ErrorContains(t, err, "chains: a segment is listed twice")
}

// A file whose sleeping contact of two points has the flags of a contact of one was accepted. After
// the body was woken, the solver took the contact for one of one point.
func TestFileOfASleepingContactWithOtherFlags(t *testing.T) {
	w := newWorld(t, world.Config{Gravity: mgl64.Vec2{0, -10}})
	addBody(t, w, body.Def{Type: body.Static}, shape.Box(5, 1), world.ColliderDef{})
	crate := addBody(t, w, body.Def{Position: mgl64.Vec2{0, 2}}, shape.Box(1, 1), world.ColliderDef{})
	for crate.Awake() {
		w.Tick()
	}
	version, content := contentOf(t, w)
	key := []byte("eFlags\xd8\x46\x44") // of the one element of a column of uint32
	at := bytes.Index(content, []byte("dPair"))
	at += bytes.Index(content[at:], key) + len(key)
	flags := binary.LittleEndian.Uint32(content[at:])
	require.NotZero(t, flags&uint32(state.ContactTwoPoints))
	binary.LittleEndian.PutUint32(content[at:], flags&^uint32(state.ContactTwoPoints))
	_, err := world.DecodeSnapshot(bytes.NewReader(world.PackSnapshot(version, content)), nil)
	require.ErrorContains(t, err, "the flags of contact 0 are out of date")
}

// FuzzSnapshotFile reads contents of files, whose checksums are made right.
func FuzzSnapshotFile(f *testing.F) {
	for _, content := range contents(f) {
		f.Add(content.version, content.data)
	}
	f.Fuzz(func(t *testing.T, version uint32, content []byte) { readHostile(t, version, content) })
}
