package scene

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl64"
)

// reader reads the fields of an object of a document. It keeps the first error of the whole
// document and does nothing after it.
type reader struct {
	node  *node
	at    *docPath
	known []bool // the fields that the format knows
	first *firstError
}

// read fills variables from an object and rejects unknown fields.
func read(n *node, at *docPath, first *firstError, walk func(visitor)) {
	if first.err != nil {
		return
	}
	if n.kind != kindObject {
		first.record(at, wrongType(n, kindObject))
		return
	}
	r := &reader{node: n, at: at, known: make([]bool, len(n.keys)), first: first}
	walk(r)
	if first.err != nil {
		return
	}
	if i := slices.Index(r.known, false); i >= 0 {
		first.record(at.field(n.keys[i]), ErrUnknownField)
	}
}

// wrongType names the type that is there and the type that should be.
func wrongType(n *node, want jsonKind) error {
	return fmt.Errorf("%v %w: must be %v", n.describe(), ErrWrongType, want)
}

// describe writes a value for a message.
func (n *node) describe() string {
	switch n.kind {
	case kindNumber:
		return shorten(n.text)
	case kindText:
		return strconv.Quote(shorten(n.text))
	case kindBool:
		return strconv.FormatBool(n.boolean)
	default:
		return n.kind.String()
	}
}

// shorten limits a message to a line.
func shorten(s string) string {
	const limit = 40
	if len(s) <= limit {
		return s
	}
	return s[:limit] + "..."
}

func (r *reader) reading() bool { return true }

// find returns the value of a field. It returns nil when the field is absent or of none of
// the given kinds, and after an error.
func (r *reader) find(key string, want jsonKind, required bool) *node {
	if r.first.err != nil {
		return nil
	}
	i := slices.Index(r.node.keys, key)
	if i < 0 {
		if required {
			r.fail(key, ErrMissing)
		}
		return nil
	}
	r.known[i] = true
	n := &r.node.items[i]
	if n.kind != want {
		r.fail(key, wrongType(n, want))
		return nil
	}
	return n
}

func (r *reader) number(key string, x *float64, s numberRange) {
	*x = s.fallback
	if n := r.find(key, kindNumber, s.required); n != nil {
		r.parse(n, r.at.field(key), x, s)
	}
}

// parse reads the digits of a number into x.
func (r *reader) parse(n *node, at *docPath, x *float64, s numberRange) {
	v, err := strconv.ParseFloat(n.text, 64)
	if err == nil {
		v += 0 // there is no minus zero in a scene
		err = s.check(v)
	} else {
		err = fmt.Errorf("%s %w", shorten(n.text), errTooLarge)
	}
	if err != nil {
		r.first.record(at, err)
		return
	}
	*x = v
}

func (r *reader) integer(key string, x *int, limit int) {
	*x = 0
	n := r.find(key, kindNumber, false)
	if n == nil {
		return
	}
	v, err := strconv.Atoi(n.text)
	if err == nil {
		err = checkInteger(v, limit)
	} else {
		err = fmt.Errorf("%s %w: must be a whole number", shorten(n.text), ErrWrongType)
	}
	if err != nil {
		r.fail(key, err)
		return
	}
	*x = v
}

func (r *reader) bits(key string, x *uint64) {
	*x = 0
	n := r.find(key, kindNumber, false)
	if n == nil {
		return
	}
	v, err := strconv.ParseUint(n.text, 10, 64)
	if err != nil {
		r.fail(key, fmt.Errorf("%s %w: must be a whole number of 64 bits", shorten(n.text), ErrWrongType))
		return
	}
	*x = v
}

func (r *reader) flag(key string, x *bool) {
	n := r.find(key, kindBool, false)
	*x = n != nil && n.boolean
}

func (r *reader) text(key string, x *string, limit int) {
	*x = ""
	if n := r.find(key, kindText, false); n != nil {
		*x = n.text
		if err := checkText(n.text, limit); err != nil {
			r.fail(key, err)
		}
	}
}

func (r *reader) names(key string, x *[]string, limit int) {
	*x = nil
	r.each(key, limit, false, func(n int) { *x = make([]string, n) }, func(i int, n *node, at *docPath) {
		if n.kind != kindText {
			r.first.record(at, wrongType(n, kindText))
			return
		}
		(*x)[i] = n.text
	})
}

func (r *reader) choice(key string, x *string, required bool, of ...string) {
	*x = of[0]
	n := r.find(key, kindText, required)
	if n == nil {
		return
	}
	*x = n.text
	if !slices.Contains(of, n.text) {
		r.fail(key, unknownChoice(n.text, of))
	}
}

func (r *reader) point(key string, x *mgl64.Vec2, s numberRange) {
	*x = mgl64.Vec2{}
	if n := r.find(key, kindList, s.required); n != nil {
		r.coordinates(n, r.at.field(key), x, s)
	}
}

// coordinates reads a list of two numbers.
func (r *reader) coordinates(n *node, at *docPath, x *mgl64.Vec2, s numberRange) {
	if n.kind != kindList || len(n.items) != 2 {
		r.first.record(at, fmt.Errorf("%v %w: must be a list of two numbers", n.describe(), ErrWrongType))
		return
	}
	for i := range n.items {
		item := &n.items[i]
		if item.kind != kindNumber {
			r.first.record(at.item(i), wrongType(item, kindNumber))
			return
		}
		if r.parse(item, at.item(i), &x[i], s); r.first.err != nil {
			return
		}
	}
}

func (r *reader) points(key string, x *[]mgl64.Vec2, s numberRange, limit int) {
	*x = nil
	r.each(key, limit, s.required, func(n int) { *x = make([]mgl64.Vec2, n) }, func(i int, n *node, at *docPath) {
		r.coordinates(n, at, &(*x)[i], s)
	})
}

func (r *reader) object(key string, _ bool, walk func(visitor)) {
	if n := r.find(key, kindObject, false); n != nil {
		read(n, r.at.field(key), r.first, walk)
	}
}

func (r *reader) list(key string, _, limit int, resize func(int), walk func(int, visitor)) {
	r.each(key, limit, false, resize, func(i int, n *node, at *docPath) {
		read(n, at, r.first, func(f visitor) { walk(i, f) })
	})
}

// each visits the items of a list up to the first with an error. An absent list has none.
func (r *reader) each(key string, limit int, required bool, resize func(int), visit func(int, *node, *docPath)) {
	n := r.find(key, kindList, required)
	if n == nil {
		return
	}
	if err := checkCount(len(n.items), limit); err != nil {
		r.fail(key, err)
		return
	}
	if len(n.items) == 0 {
		return
	}
	resize(len(n.items))
	at := r.at.field(key)
	for i := range n.items {
		if visit(i, &n.items[i], at.item(i)); r.first.err != nil {
			return
		}
	}
}

func (r *reader) finish(build func() error) {
	if r.first.err != nil {
		return
	}
	if err := build(); err != nil {
		r.first.record(locateError(r.at, err))
	}
}

func (r *reader) fail(key string, err error) { r.first.record(r.at.field(key), err) }
