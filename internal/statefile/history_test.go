package statefile

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

type oldRow struct {
	A    int32
	Gone float64
}

type newRow struct {
	A     int32
	Added []string
}

// A release that has added and removed fields and columns reads the files of the one before. Without a word in the
// History they are refused.
func TestNewerReadsOlder(t *testing.T) {
	rows, old := []oldRow{{1, 2}, {-3, 4}}, []uint8{1}
	s := NewScheme(nil, History{})
	content, err := Encode(s, "test", nil, []Column{{"p", "rows", &rows}, {"p", "old", &old}})
	require.NoError(t, err)

	history := History{
		Added:   map[string]uint32{"p/rows.Added": 2, "p/new": 2},
		Removed: map[string]uint32{"p/rows.Gone": 2, "p/old": 2},
	}
	read := func(h History, version uint32) (rows []newRow, err error) {
		extra := []uint8{7}
		file, err := Open(NewScheme(nil, h), content, version, "test", 1<<20)
		require.NoError(t, err)
		if err := file.Read(Column{"p", "rows", &rows}, Column{"p", "new", &extra}); err != nil {
			return nil, err
		}
		require.Empty(t, extra)
		return rows, file.Finish()
	}
	got, err := read(history, 1)
	require.NoError(t, err)
	require.Equal(t, []newRow{{A: 1}, {A: -3}}, got)
	_, err = read(history, 2)
	require.ErrorIs(t, err, ErrInvalid, "in a file of version 2 nothing may be missing")
	for field := range history.Added {
		h := history
		h.Added = map[string]uint32{field: 2}
		_, err = read(h, 1)
		require.ErrorIs(t, err, ErrInvalid)
	}
	for field := range history.Removed {
		h := history
		h.Removed = map[string]uint32{field: 2}
		_, err = read(h, 1)
		require.ErrorIs(t, err, ErrInvalid)
	}
}

// The bytes of a file are the same on every platform.
func TestGoldenFile(t *testing.T) {
	type row struct {
		I int
		F float32
		B bool
		L []uint16
		S string
	}
	rows := []row{{-2, 1.5, true, []uint16{1, 0x203}, "x"}, {1 << 30, -1, false, nil, "é"}}
	content, err := Encode(NewScheme(nil, History{}), "test", map[string]any{"n": 1}, []Column{{"p", "rows", &rows}})
	require.NoError(t, err)
	require.Equal(t, uint32(0xb4159c2a), checksum(content))
	var back []row
	file, err := Open(NewScheme(nil, History{}), content, 1, "test", 1<<20)
	require.NoError(t, err)
	require.NoError(t, file.Read(Column{"p", "rows", &back}))
	require.Equal(t, rows, back)
	var packed bytes.Buffer
	require.NoError(t, Pack(&packed, [8]byte{1}, 1, content))
	_, unpacked, err := Unpack(&packed, [8]byte{1}, 1<<20)
	require.NoError(t, err)
	require.Equal(t, content, unpacked)
}

// A list that claims to be longer than the file, or than the limit, takes no memory.
func TestLengthsAreBounded(t *testing.T) {
	rows := make([]uint64, 1000)
	content, err := Encode(NewScheme(nil, History{}), "test", nil, []Column{{"p", "rows", &rows}})
	require.NoError(t, err)
	file, err := Open(NewScheme(nil, History{}), content, 1, "test", 7999)
	require.NoError(t, err)
	require.ErrorIs(t, file.Read(Column{"p", "rows", &rows}), ErrTooLarge)
	at := bytes.Index(content, []byte("length")) + len("length")
	require.Equal(t, []byte{0x19, 0x03, 0xe8}, content[at:at+3], reflect.TypeOf(rows))
	content[at+1] = 0xff
	file, err = Open(NewScheme(nil, History{}), content, 1, "test", 1<<30)
	require.NoError(t, err)
	require.ErrorIs(t, file.Read(Column{"p", "rows", &rows}), ErrInvalid)
}

// A packer gives back what Pack does, with columns that stay as they are, noise, and fields that are not in the order of their names.
func TestPackedContentsComeBack(t *testing.T) {
	type row struct {
		Noise  float64
		Zero   [3]float32
		Bytes  uint8
		Number int
		Short  int16
	}
	type cold struct {
		Value any
		Name  string
		B, A  float64
	}
	random := rand.New(rand.NewPCG(1, 2))
	colds, rows := make([]cold, 100), []row(nil)
	for i := range colds {
		colds[i] = cold{Value: uint64(i), Name: fmt.Sprint(i % 7), B: random.Float64()}
	}
	e := NewEncoder(NewScheme(numbersOnly{}, History{}), true)
	p, err := NewPacker()
	require.NoError(t, err)
	kept := 0
	for n := range 40 {
		rows = rows[:0]
		for range n * n * 4 {
			rows = append(rows, row{Noise: random.NormFloat64(), Bytes: uint8(random.Uint32()), Number: -n, Short: int16(random.Uint32())})
		}
		large := make([]float64, 0, n/39*40000) // more than a block of zstd
		for range cap(large) {
			large = append(large, random.NormFloat64())
		}
		if n%5 == 4 {
			colds[n].A++
		}
		columns := []Column{{"p", "rows", &rows}, {"q", "colds", &colds}, {"p", "b", &rows}, {"p", "n", &n}, {"r", "large", &large}}
		want, err := Encode(e.Scheme, "test", map[string]any{"n": n}, columns)
		require.NoError(t, err)
		c, err := e.Encode("test", map[string]any{"n": n}, columns)
		require.NoError(t, err)
		require.Equal(t, want, c.Bytes)
		kept += len(c.kept)
		file := p.Pack([8]byte{1}, 3, c)
		_, got, err := Unpack(bytes.NewReader(file), [8]byte{1}, len(want))
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, got))
		require.Less(t, len(file), len(want)*3/4+1000)
		opened, err := Open(e.Scheme, got, 1, "test", 1<<24)
		require.NoError(t, err)
		var back []row
		var coldsBack []cold
		require.NoError(t, opened.Read(Column{"p", "rows", &back}, Column{"q", "colds", &coldsBack}))
		require.Equal(t, len(rows), len(back))
		require.True(t, slices.Equal(rows, back))
		require.Equal(t, colds, coldsBack)
	}
	require.Equal(t, 40-9, kept)
}

// numbersOnly are values of the game of which all are numbers.
type numbersOnly struct{}

func (numbersOnly) Encode(_ Place, v any, _ reflect.Type) ([]byte, error) { return Marshal(v) }

func (numbersOnly) Decode(_ Place, item []byte, _ reflect.Type) (v any, err error) {
	err = Unmarshal(item, &v)
	return v, err
}
