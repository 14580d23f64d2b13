package tape

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/carom2d/carom/internal/item"
	"github.com/fxamacker/cbor/v2"
)

// The simple values of CBOR.
const (
	simpleFalse   = item.Simple | 20
	simpleTrue    = item.Simple | 21
	simpleNull    = item.Simple | 22
	simpleFloat64 = item.Simple | 27
)

// MaxArguments is the largest number of items in a record.
const MaxArguments = 23

// Record begins a record: an array to which Grow adds the items that are appended behind it.
func Record(dst []byte) []byte { return append(dst, item.Array) }

// Grow counts one more item in the record that begins at a place.
func Grow(dst []byte, place int) { dst[place]++ }

// AppendUint appends a number.
func AppendUint(dst []byte, n uint64) []byte { return item.AppendHead(dst, item.Uint, n) }

// AppendInt appends a number that may be negative.
func AppendInt(dst []byte, n int64) []byte {
	if n < 0 {
		return item.AppendHead(dst, item.Negint, uint64(^n))
	}
	return AppendUint(dst, uint64(n))
}

// AppendFloat appends a number with all its bits.
func AppendFloat(dst []byte, x float64) []byte {
	return binary.BigEndian.AppendUint64(append(dst, simpleFloat64), math.Float64bits(x))
}

// AppendBool appends a truth value.
func AppendBool(dst []byte, on bool) []byte {
	if on {
		return append(dst, simpleTrue)
	}
	return append(dst, simpleFalse)
}

// AppendNull appends nothing.
func AppendNull(dst []byte) []byte { return append(dst, simpleNull) }

// AppendText appends a string.
func AppendText(dst []byte, s string) []byte {
	return item.AppendText(dst, s)
}

// AppendBytes appends a string of bytes.
func AppendBytes(dst, b []byte) []byte {
	return append(item.AppendHead(dst, item.Bytes, uint64(len(b))), b...)
}

// The modes are made at the first use: a program that neither records nor replays does not link what a variable would hold.
var modes struct {
	once     sync.Once
	encoding cbor.EncMode
	decoding cbor.DecMode
}

func makeModes() {
	modes.encoding = must(cbor.EncOptions{
		Sort: cbor.SortBytewiseLexical, ShortestFloat: cbor.ShortestFloatNone, NaNConvert: cbor.NaNConvertNone, InfConvert: cbor.InfConvertNone,
	}.EncMode())
	modes.decoding = must(cbor.DecOptions{
		MaxNestedLevels: 16, MaxArrayElements: 1 << 20, MaxMapPairs: 1 << 10, IndefLength: cbor.IndefLengthForbidden,
		TagsMd: cbor.TagsForbidden, DupMapKey: cbor.DupMapKeyEnforcedAPF, IntDec: cbor.IntDecConvertNone,
		DefaultMapType: nil,
	}.DecMode())
}

func encoding() cbor.EncMode {
	modes.once.Do(makeModes)
	return modes.encoding
}

func decoding() cbor.DecMode {
	modes.once.Do(makeModes)
	return modes.decoding
}

func must[M any](mode M, err error) M {
	if err != nil {
		panic(err)
	}
	return mode
}

// AppendTree appends a value of numbers, strings, truth values, lists ([]any) and maps (map[string]any).
func AppendTree(dst []byte, tree any) []byte { return append(dst, must(encoding().Marshal(tree))...) }

// ErrItem is wrapped when an item is not what it should be.
var ErrItem = errors.New("is not what belongs here")

// Items reads the items of a record, or records one behind the other. The first error stays.
type Items struct {
	data []byte
	err  error
}

// NewItems returns a reader of items.
func NewItems(data []byte) Items { return Items{data: data} }

// Err returns the first error.
func (r *Items) Err() error { return r.err }

// Empty reports whether no items are left.
func (r *Items) Empty() bool { return len(r.data) == 0 || r.err != nil }

// Fail makes an error that of the reader.
func (r *Items) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.data = nil
}

func (r *Items) fail(want string) {
	r.Fail(fmt.Errorf("tape: an item where a %s is expected %w", want, ErrItem))
}

// head reads the head of an item.
func (r *Items) head() (major byte, n uint64, ok bool) {
	major, n, rest := item.ReadHead(r.data)
	if major == item.None {
		return 0, 0, false
	}
	r.data = rest
	return major, n, true
}

// Record returns the items of the next record.
func (r *Items) Record() Items {
	var raw cbor.RawMessage
	if len(r.data) == 0 || r.data[0]&0xe0 != item.Array || r.data[0]&0x1f > MaxArguments {
		r.fail("record")
		return Items{err: r.err}
	}
	rest, err := decoding().UnmarshalFirst(r.data, &raw)
	if err != nil {
		r.Fail(fmt.Errorf("tape: %w", err))
		return Items{err: r.err}
	}
	items := Items{data: r.data[1 : len(r.data)-len(rest)]}
	r.data = rest
	return items
}

// Uint reads a number.
func (r *Items) Uint() uint64 {
	major, n, ok := r.head()
	if !ok || major != item.Uint {
		r.fail("number")
		return 0
	}
	return n
}

// Int reads a number that may be negative.
func (r *Items) Int() int64 {
	switch major, n, ok := r.head(); {
	case ok && major == item.Uint && n <= math.MaxInt64:
		return int64(n)
	case ok && major == item.Negint && n <= math.MaxInt64:
		return ^int64(n)
	}
	r.fail("number")
	return 0
}

// Float reads a number.
func (r *Items) Float() float64 {
	if len(r.data) < 9 || r.data[0] != simpleFloat64 {
		r.fail("float64")
		return 0
	}
	x := math.Float64frombits(binary.BigEndian.Uint64(r.data[1:]))
	r.data = r.data[9:]
	return x
}

// Bool reads a truth value.
func (r *Items) Bool() bool {
	if len(r.data) == 0 || r.data[0] != simpleFalse && r.data[0] != simpleTrue {
		r.fail("truth value")
		return false
	}
	on := r.data[0] == simpleTrue
	r.data = r.data[1:]
	return on
}

// Null reports whether the next item is nothing, and reads it then.
func (r *Items) Null() bool {
	if len(r.data) == 0 || r.data[0] != simpleNull {
		return false
	}
	r.data = r.data[1:]
	return true
}

// Text reads a string.
func (r *Items) Text() string { return string(r.bytes(item.Text)) }

// Bytes reads a string of bytes, which are those of the tape.
func (r *Items) Bytes() []byte { return r.bytes(item.Bytes) }

func (r *Items) bytes(want byte) []byte {
	major, n, ok := r.head()
	if !ok || major != want || n > uint64(len(r.data)) {
		r.fail("string")
		return nil
	}
	b := r.data[:n:n]
	r.data = r.data[n:]
	return b
}

// Tree reads a value that AppendTree appended. Its numbers are float64, uint64 and int64.
func (r *Items) Tree() any {
	var tree any
	rest, err := decoding().UnmarshalFirst(r.data, &tree)
	if err != nil {
		r.Fail(fmt.Errorf("tape: %w", err))
		return nil
	}
	r.data = rest
	return tree
}
