package statefile

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/carom2d/carom/internal/deflate"
	"github.com/carom2d/carom/internal/must"
	"github.com/stretchr/testify/require"
)

// encode returns the content of a file.
func encode(s *Scheme, format string, facts map[string]any, columns []Column) ([]byte, error) {
	c, err := NewEncoder(s, false).Encode(format, facts, columns)
	return c.Bytes, err
}

// A file that lacks a field or a column, or has one that is not known, is refused.
func TestFieldsOfAnotherFormat(t *testing.T) {
	type row struct{ A, B int32 }
	type less struct{ A int32 }
	type more struct{ A, B, C int32 }
	scheme := NewScheme(nil)
	read := func(columns ...Column) error {
		content := must.Get(encode(scheme, "test", nil, columns))
		file := must.Get(Open(scheme, content, "test", 1<<20))
		var rows []row
		if err := file.Read(Column{"p", "rows", &rows}); err != nil {
			return err
		}
		return file.Finish()
	}
	rows := []row{{1, 2}}
	require.NoError(t, read(Column{"p", "rows", &rows}))
	for message, columns := range map[string][]Column{
		"state file: p/rows.B: contradicts itself: it is missing":                    {{"p", "rows", &[]less{{1}}}},
		"state file: p/rows: contradicts itself: it has fields that are not known":   {{"p", "rows", &[]more{{1, 2, 3}}}},
		"state file: p/rows: contradicts itself: it is missing":                      {{"p", "other", &rows}},
		"state file: content: contradicts itself: it has columns that are not known": {{"p", "rows", &rows}, {"p", "other", &rows}},
	} {
		require.EqualError(t, read(columns...), message)
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
	content, err := encode(NewScheme(nil), "test", map[string]any{"n": 1}, []Column{{"p", "rows", &rows}})
	require.NoError(t, err)
	require.Equal(t, uint32(0xb4159c2a), deflate.Checksum(content))
	var back []row
	file, err := Open(NewScheme(nil), content, "test", 1<<20)
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
	content := must.Get(encode(NewScheme(nil), "test", nil, []Column{{"p", "rows", &rows}}))
	file := must.Get(Open(NewScheme(nil), content, "test", 7999))
	require.ErrorIs(t, file.Read(Column{"p", "rows", &rows}), ErrTooLarge)
	at := bytes.Index(content, []byte("length")) + len("length")
	require.Equal(t, []byte{0x19, 0x03, 0xe8}, content[at:at+3], reflect.TypeOf(rows))
	content[at+1] = 0xff
	file = must.Get(Open(NewScheme(nil), content, "test", 1<<30))
	require.ErrorIs(t, file.Read(Column{"p", "rows", &rows}), ErrInvalid)
}

// A packer gives back what Pack does, with columns that stay as they are, noise, and fields that
// are not in the order of their names.
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
	e := NewEncoder(NewScheme(numbersOnly{}), true)
	p := NewPacker()
	kept := 0
	for n := range 40 {
		rows = rows[:0]
		for range n * n * 4 {
			rows = append(rows, row{Noise: random.NormFloat64(), Bytes: uint8(random.Uint32()), Number: -n, Short: int16(random.Uint32())})
		}
		large := make([]float64, 0, n/39*40000) // many numbers that differ
		for range cap(large) {
			large = append(large, random.NormFloat64())
		}
		if n%5 == 4 {
			colds[n].A++
		}
		columns := []Column{{"p", "rows", &rows}, {"q", "colds", &colds}, {"p", "b", &rows}, {"p", "n", &n}, {"r", "large", &large}}
		want, err := encode(e.Scheme, "test", map[string]any{"n": n}, columns)
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
		opened, err := Open(e.Scheme, got, "test", 1<<24)
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
