package item_test

import (
	"bytes"
	"math"
	"math/rand"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"testing/quick"
	"time"

	"github.com/carom2d/carom/internal/item"
	"github.com/carom2d/carom/internal/must"
	"github.com/fxamacker/cbor/v2"
	"github.com/stretchr/testify/require"
)

var bounds = item.Bounds{Nesting: 16, Elements: 1 << 16, Pairs: 4096, NoTags: true}

// library returns the modes of the library with which this package agrees.
func library(t testing.TB) (cbor.EncMode, cbor.DecMode) {
	t.Helper()
	encoding := must.Get(cbor.EncOptions{
		Sort: cbor.SortBytewiseLexical, NaNConvert: cbor.NaNConvertNone, InfConvert: cbor.InfConvertNone,
	}.EncMode())
	decoding := must.Get(cbor.DecOptions{
		DupMapKey: cbor.DupMapKeyEnforcedAPF, MaxNestedLevels: bounds.Nesting, MaxMapPairs: bounds.Pairs, MaxArrayElements: bounds.Elements,
		IndefLength: cbor.IndefLengthForbidden, TagsMd: cbor.TagsForbidden, IntDec: cbor.IntDecConvertNone,
	}.DecMode())
	return encoding, decoding
}

type (
	level string
	part  struct{ X, Y float64 }
	all   struct {
		Bool   bool
		I      int
		I8     int8
		I64    int64
		U      uint
		U16    uint16
		F32    float32
		F64    float64
		S      string
		Level  level
		B      []byte
		Hash   [5]byte
		Parts  []part
		Three  [3]int16
		Names  map[string]uint8
		Deep   map[int32][]map[string]float32
		To     *part
		Hidden int `cbor:"-"`
		Short  int `cbor:"n,omitempty"`
		Empty  []string
		Named  `cbor:"named"`
		Also   bool `json:"also,omitempty"`
		Inner
	}
	// Named is embedded as a field of its own.
	Named struct{ S, T string }
	// Inner is embedded.
	Inner struct{ Depth, Y int }
)

// What the library writes, this package writes, and each reads what the other has written.
func TestValuesAreThoseOfTheLibrary(t *testing.T) {
	encoding, decoding := library(t)
	check := func(v all) bool {
		want := must.Get(encoding.Marshal(v))
		got := must.Get(item.Append(nil, v))
		require.Equal(t, want, got)
		var back, theirs all
		require.NoError(t, item.Read(want, &bounds, &back))
		require.NoError(t, decoding.Unmarshal(want, &theirs))
		again := must.Get(item.Append(nil, back))
		require.Equal(t, want, again)
		require.Equal(t, theirs, back)

		var tree, theirTree any
		require.NoError(t, item.Read(want, &bounds, &tree))
		require.NoError(t, decoding.Unmarshal(want, &theirTree))
		require.Equal(t, theirTree, tree)
		return true
	}
	require.NoError(t, quick.Check(check, &quick.Config{MaxCount: 300, Rand: rand.New(rand.NewSource(1))}))
	check(all{})
	check(all{I: math.MinInt, I64: math.MaxInt64, U: math.MaxUint, F64: math.Inf(-1), F32: float32(math.Copysign(0, -1)), Empty: []string{}, B: []byte{}})
}

func TestOtherValues(t *testing.T) {
	encoding, _ := library(t)
	noon := time.Date(2030, 1, 2, 12, 0, 0, 5, time.UTC)
	for _, v := range []any{
		nil, true, int8(-3), uint64(math.MaxUint64), float32(0.1), "text", []byte{1, 2}, []any{nil, 1, "a", []any{}}, map[string]any{"b": 1, "a": nil, "": 2},
		map[any]any{"x": uint64(1), int64(-1): "y"}, netip.MustParseAddr("10.0.0.1"), &part{1, 2}, struct{}{}, [0]int{},
	} {
		want := must.Get(encoding.Marshal(v))
		got := must.Get(item.Append([]byte{7}, v))
		require.Equal(t, append([]byte{7}, want...), got, "%#v", v)
	}
	data := must.Get(item.Append(nil, noon))
	var back time.Time
	require.NoError(t, item.Read(data, &bounds, &back))
	require.True(t, noon.Equal(back))
	nan := math.Float64frombits(0x7ff8_0000_0000_0123)
	data = must.Get(item.Append(nil, nan))
	var x float64
	require.NoError(t, item.Read(data, &bounds, &x))
	require.Equal(t, math.Float64bits(nan), math.Float64bits(x))
}

func TestValuesThatAreRefused(t *testing.T) {
	type loop struct{ Next *loop }
	cycle := &loop{}
	cycle.Next = cycle
	for want, v := range map[string]any{
		"a value of type chan int cannot be written":   make(chan int),
		"a value of type func() cannot be written":     struct{ F func() }{func() {}},
		"a value of type complex128 cannot be written": []complex128{1i},
		"it may hold itself":                           cycle,
		"struct { x int } has no exported field":       struct{ x int }{1},
		`the string "\xff" is not UTF-8`:               "\xff",
		`has an unknown option "keyasint"`: struct {
			A int `cbor:"1,keyasint"`
		}{},
		`has two fields "A"`: struct {
			A int
			B int `cbor:"A"`
		}{},
		"two keys of a map[interface {}]int are written alike": map[any]int{int8(1): 1, uint8(1): 2},
	} {
		_, err := item.Append(nil, v)
		require.ErrorContains(t, err, want)
		if ofType := item.CheckType(reflect.TypeOf(v)); strings.Contains(want, "written") && reflect.TypeOf(v).Kind() != reflect.Map ||
			strings.Contains(want, "has ") {
			require.ErrorContains(t, ofType, want, "the type tells")
		} else {
			require.NoError(t, ofType, "only the value tells")
		}
	}
	require.ErrorContains(t, item.CheckType(reflect.TypeFor[map[string][]*struct {
		F any
		R error
	}]()), "type error could not be read again")
	require.NoError(t, item.CheckType(reflect.TypeFor[all]()))
	for want, into := range map[string]any{
		"a number does not fit a variable of type uint8":                new(uint8),
		"a number does not fit a variable of type string":               new(string),
		"a number does not fit a variable of type error":                new(error),
		"an array of 2 elements does not fit a variable of type [3]int": new([3]int),
	} {
		data := []byte{0x19, 1, 0}
		if reflect.TypeOf(into).Elem().Kind() == reflect.Array {
			data = []byte{0x82, 1, 2}
		}
		err := item.Read(data, &bounds, into)
		if reflect.TypeOf(into).Elem().Kind() == reflect.Interface {
			require.Error(t, err)
			continue
		}
		require.ErrorContains(t, err, want)
	}
	var m map[string]int
	require.ErrorIs(t, item.Read([]byte{0xa2, 0x61, 'a', 1, 0x61, 'a', 2}, &bounds, &m), item.ErrMalformed, "two entries")
	var p part
	require.ErrorIs(t, item.Read([]byte{0xa2, 0x61, 'X', 1, 0x61, 'X', 2}, &bounds, &p), item.ErrMalformed, "two fields")
	require.ErrorIs(t, item.Read([]byte{1, 2}, &bounds, new(int)), item.ErrMalformed, "more behind it")
	require.ErrorIs(t, item.Read([]byte{0x9a, 0, 1, 0, 1}, &bounds, new([]int)), item.ErrBounds)
	require.ErrorIs(t, item.Read([]byte{0xb9, 0x10, 1}, &bounds, &m), item.ErrBounds)
	require.ErrorIs(t, item.Read(append(bytes.Repeat([]byte{0x81}, 17), 0), &bounds, new(any)), item.ErrBounds)
	require.ErrorIs(t, item.Read([]byte{0xc0, 0}, &bounds, new(any)), item.ErrBounds, "a tag")
	require.Panics(t, func() { _ = item.Read([]byte{0}, &bounds, 1) })
}

// FuzzRead compares what is read from any bytes with what the library reads.
func FuzzRead(f *testing.F) {
	encoding, decoding := library(f)
	r := rand.New(rand.NewSource(1))
	for range 20 {
		v, _ := quick.Value(reflect.TypeFor[all](), r)
		if data, err := encoding.Marshal(v.Interface()); err == nil {
			f.Add(data)
			data[r.Intn(len(data))] ^= byte(1 + r.Intn(255))
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := item.Check(data, &bounds)
		_, wellformed := decoding.UnmarshalFirst(data, new(cbor.RawMessage))
		require.Equal(t, wellformed == nil, err == nil, "%v, library: %v", err, wellformed)
		var got, want any
		rest, err := item.ReadFirst(data, &bounds, &got)
		theirs, wrong := decoding.UnmarshalFirst(data, &want)
		if wrong != nil {
			require.Error(t, err)
		}
		if err == nil {
			require.Equal(t, theirs, rest)
			a, err := item.Append(nil, got)
			b, wrong := item.Append(nil, want)
			require.NoError(t, err)
			require.NoError(t, wrong)
			require.Equal(t, b, a)
			var record all
			if item.Read(a, &bounds, &record) == nil {
				require.NoError(t, decoding.Unmarshal(a, new(all)))
			}
		}
	})
}
