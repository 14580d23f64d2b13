package pointer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Errors of documents and pointers. Match them with errors.Is.
var (
	ErrSyntax    = errors.New("is not JSON")
	ErrDuplicate = errors.New("stands there twice")
	ErrTooDeep   = errors.New("is nested too deeply")
)

// maxDepth bounds the recursion of Walk. Scene documents have a depth of at most 9.
const maxDepth = 64

// Value is a value of a document.
type Value struct {
	Start, End int  // bytes of the text
	Number     bool // a number, and nothing else
}

// Error is an error with its place.
type Error struct {
	Pointer string // of the value; empty for the whole document
	Offset  int    // bytes before it
	Err     error  // wraps one of the reasons above
}

// Error returns the pointer and the reason.
func (e *Error) Error() string { return fmt.Sprintf("%q: %v", e.Pointer, e.Err) }

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// Walk calls visit for every value of a document with its pointer, and for containers after their
// contents. The error is an *Error.
func Walk(data []byte, visit func(pointer string, v Value)) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	w := walker{data: data, decoder: d, visit: visit}
	if err := w.value("", 0); err != nil {
		return err
	}
	if rest := bytes.TrimLeft(data[d.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return &Error{Offset: len(data) - len(rest), Err: fmt.Errorf("what follows the document %w", ErrSyntax)}
	}
	return nil
}

type walker struct {
	data    []byte
	decoder *json.Decoder
	visit   func(string, Value)
}

// begin returns the begin of the next token.
func (w *walker) begin() int {
	at := int(w.decoder.InputOffset())
	for at < len(w.data) && strings.IndexByte(" \t\r\n,:", w.data[at]) >= 0 {
		at++
	}
	return at
}

func (w *walker) fail(pointer string, at int, err error) error {
	return &Error{Pointer: pointer, Offset: at, Err: err}
}

func (w *walker) value(pointer string, depth int) error {
	start := w.begin()
	if depth > maxDepth {
		return w.fail(pointer, start, ErrTooDeep)
	}
	token, err := w.decoder.Token()
	if err != nil {
		return w.fail(pointer, start, fmt.Errorf("%w: %v", ErrSyntax, err))
	}
	_, number := token.(json.Number)
	switch token {
	case json.Delim('{'):
		err = w.object(pointer, depth)
	case json.Delim('['):
		err = w.list(pointer, depth)
	case json.Delim('}'), json.Delim(']'):
		err = w.fail(pointer, start, ErrSyntax)
	}
	if err == nil {
		w.visit(pointer, Value{Start: start, End: int(w.decoder.InputOffset()), Number: number})
	}
	return err
}

func (w *walker) object(pointer string, depth int) error {
	seen := map[string]bool{}
	for w.decoder.More() {
		start := w.begin()
		token, err := w.decoder.Token()
		key, ok := token.(string)
		if err != nil || !ok {
			return w.fail(pointer, start, fmt.Errorf("%w: %v", ErrSyntax, err))
		}
		child := pointer + "/" + escape.Replace(key)
		if seen[key] {
			return w.fail(child, start, ErrDuplicate)
		}
		seen[key] = true
		if err := w.value(child, depth+1); err != nil {
			return err
		}
	}
	return w.end(pointer)
}

func (w *walker) list(pointer string, depth int) error {
	for i := 0; w.decoder.More(); i++ {
		if err := w.value(pointer+"/"+strconv.Itoa(i), depth+1); err != nil {
			return err
		}
	}
	return w.end(pointer)
}

func (w *walker) end(pointer string) error {
	start := w.begin()
	if _, err := w.decoder.Token(); err != nil {
		return w.fail(pointer, start, fmt.Errorf("%w: %v", ErrSyntax, err))
	}
	return nil
}

var escape = strings.NewReplacer("~", "~0", "/", "~1")

// Place returns line and column of a byte of the text, both from 1, columns in characters.
func Place(data []byte, offset int) (line, column int) {
	before := data[:min(max(offset, 0), len(data))]
	last := bytes.LastIndexByte(before, '\n')
	return 1 + bytes.Count(before, []byte{'\n'}), 1 + utf8.RuneCount(before[last+1:])
}

// Replace returns the document with numbers in place of values. The values are disjoint and
// ascending. The slice order holds the index of the number for each value.
func Replace(data []byte, values []Value, order []int, numbers []float64) []byte {
	out := make([]byte, 0, len(data)+24*len(values))
	at := 0
	for i, v := range values {
		out = append(out, data[at:v.Start]...)
		out = appendNumber(out, numbers[order[i]])
		at = v.End
	}
	return append(out, data[at:]...)
}

// appendNumber writes whole numbers without an exponent, which a field for whole numbers would not
// accept.
func appendNumber(out []byte, x float64) []byte {
	const most = 1 << 64 // beyond all whole numbers of documents
	if x == math.Trunc(x) && math.Abs(x) < most {
		return strconv.AppendFloat(out, x, 'f', -1, 64)
	}
	return strconv.AppendFloat(out, x, 'g', -1, 64)
}

// Of returns the pointer to a member of the document's object.
func Of(key string) string { return "/" + escape.Replace(key) }
