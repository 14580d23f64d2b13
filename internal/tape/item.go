package tape

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/carom2d/carom/internal/item"
)

// MaxArguments is the largest number of items in a record.
const MaxArguments = 23

// Record begins a record: an array to which Grow adds the items that are appended after it.
func Record(dst []byte) []byte { return append(dst, item.Array) }

// Grow counts one more item in the record that begins at a place.
func Grow(dst []byte, place int) { dst[place]++ }

// bounds are the limits of a record.
var bounds = item.Bounds{Nesting: 16, Elements: 1 << 20, Pairs: 1 << 10, NoTags: true}

// AppendTree appends a value of numbers, strings in UTF-8, byte strings, truth values, lists
// ([]any) and maps (map[string]any).
func AppendTree(dst []byte, tree any) []byte {
	dst, err := item.Append(dst, tree)
	if err != nil {
		panic(err)
	}
	return dst
}

// ErrItem is wrapped when an item has a wrong type or value.
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

// Fail makes an error the error of the reader.
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
	if len(r.data) == 0 || r.data[0]&0xe0 != item.Array || r.data[0]&0x1f > MaxArguments {
		r.fail("record")
		return Items{err: r.err}
	}
	rest, err := item.Check(r.data, &bounds)
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
	if len(r.data) < 9 || r.data[0] != item.Float64 {
		r.fail("float64")
		return 0
	}
	x := math.Float64frombits(binary.BigEndian.Uint64(r.data[1:]))
	r.data = r.data[9:]
	return x
}

// Bool reads a truth value.
func (r *Items) Bool() bool {
	if len(r.data) == 0 || r.data[0] != item.False && r.data[0] != item.True {
		r.fail("truth value")
		return false
	}
	on := r.data[0] == item.True
	r.data = r.data[1:]
	return on
}

// Text reads a string, which is a byte string if it is not UTF-8.
func (r *Items) Text() string {
	if major, _, _ := item.ReadHead(r.data); major == item.Bytes {
		return string(r.bytes(item.Bytes))
	}
	return string(r.bytes(item.Text))
}

// Bytes reads a string of bytes, which the tape still owns.
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
	rest, err := item.ReadFirst(r.data, &bounds, &tree)
	if err != nil {
		r.Fail(fmt.Errorf("tape: %w", err))
		return nil
	}
	r.data = rest
	return tree
}
