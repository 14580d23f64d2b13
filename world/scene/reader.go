package scene

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl64"
)

// reader is the fields of an object of a document. It keeps the first fault of
// the whole document and does nothing more after it.
type reader struct {
	node  *node
	at    *place
	taken []bool // the fields that the format knows
	fault *faults
}

// read fills variables from an object and refuses what the format does not know.
func read(n *node, at *place, fault *faults, walk func(fields)) {
	if fault.err != nil {
		return
	}
	if n.kind != kindObject {
		fault.keep(at, wrongType(n, kindObject))
		return
	}
	r := &reader{node: n, at: at, taken: make([]bool, len(n.keys)), fault: fault}
	walk(r)
	if fault.err != nil {
		return
	}
	if i := slices.Index(r.taken, false); i >= 0 {
		fault.keep(at.field(n.keys[i]), ErrUnknownField)
	}
}

// wrongType says what is there and what should be.
func wrongType(n *node, want kind) error {
	return fmt.Errorf("%v %w: must be %v", n.describe(), ErrWrongType, want)
}

// describe writes a value as a message shows it.
func (n *node) describe() string {
	switch n.kind {
	case kindNumber:
		return shorten(n.text)
	case kindText:
		return strconv.Quote(shorten(n.text))
	case kindBool:
		return strconv.FormatBool(n.on)
	default:
		return n.kind.String()
	}
}

// shorten keeps messages to a line.
func shorten(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return s[:most] + "..."
}

func (r *reader) reading() bool { return true }

// find returns the value of a field, or nil when it is absent or something went
// wrong before. Only the kinds wanted pass.
func (r *reader) find(key string, want kind, required bool) *node {
	if r.fault.err != nil {
		return nil
	}
	i := slices.Index(r.node.keys, key)
	if i < 0 {
		if required {
			r.refuse(key, ErrMissing)
		}
		return nil
	}
	r.taken[i] = true
	n := &r.node.items[i]
	if n.kind != want {
		r.refuse(key, wrongType(n, want))
		return nil
	}
	return n
}

func (r *reader) number(key string, x *float64, s span) {
	*x = s.fallback
	if n := r.find(key, kindNumber, s.required); n != nil {
		r.parse(n, r.at.field(key), x, s)
	}
}

// parse reads the digits of a number into x.
func (r *reader) parse(n *node, at *place, x *float64, s span) {
	v, err := strconv.ParseFloat(n.text, 64)
	if err == nil {
		v += 0 // there is no minus zero in a scene
		err = s.check(v)
	} else {
		err = fmt.Errorf("%s %w", shorten(n.text), errTooLarge)
	}
	if err != nil {
		r.fault.keep(at, err)
		return
	}
	*x = v
}

func (r *reader) integer(key string, x *int, most int) {
	*x = 0
	n := r.find(key, kindNumber, false)
	if n == nil {
		return
	}
	v, err := strconv.Atoi(n.text)
	if err == nil {
		err = checkInteger(v, most)
	} else {
		err = fmt.Errorf("%s %w: must be a whole number", shorten(n.text), ErrWrongType)
	}
	if err != nil {
		r.refuse(key, err)
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
		r.refuse(key, fmt.Errorf("%s %w: must be a whole number of 64 bits", shorten(n.text), ErrWrongType))
		return
	}
	*x = v
}

func (r *reader) flag(key string, x *bool) {
	n := r.find(key, kindBool, false)
	*x = n != nil && n.on
}

func (r *reader) text(key string, x *string, most int) {
	*x = ""
	if n := r.find(key, kindText, false); n != nil {
		*x = n.text
		if err := checkText(n.text, most); err != nil {
			r.refuse(key, err)
		}
	}
}

func (r *reader) names(key string, x *[]string, most int) {
	*x = nil
	r.each(key, most, false, func(n int) { *x = make([]string, n) }, func(i int, n *node, at *place) {
		if n.kind != kindText {
			r.fault.keep(at, wrongType(n, kindText))
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
		r.refuse(key, unknownChoice(n.text, of))
	}
}

func (r *reader) point(key string, x *mgl64.Vec2, s span) {
	*x = mgl64.Vec2{}
	if n := r.find(key, kindList, s.required); n != nil {
		r.coordinates(n, r.at.field(key), x, s)
	}
}

// coordinates reads a list of two numbers.
func (r *reader) coordinates(n *node, at *place, x *mgl64.Vec2, s span) {
	if n.kind != kindList || len(n.items) != 2 {
		r.fault.keep(at, fmt.Errorf("%v %w: must be a list of two numbers", n.describe(), ErrWrongType))
		return
	}
	for i := range n.items {
		item := &n.items[i]
		if item.kind != kindNumber {
			r.fault.keep(at.item(i), wrongType(item, kindNumber))
			return
		}
		if r.parse(item, at.item(i), &x[i], s); r.fault.err != nil {
			return
		}
	}
}

func (r *reader) points(key string, x *[]mgl64.Vec2, s span, most int) {
	*x = nil
	r.each(key, most, s.required, func(n int) { *x = make([]mgl64.Vec2, n) }, func(i int, n *node, at *place) {
		r.coordinates(n, at, &(*x)[i], s)
	})
}

func (r *reader) object(key string, _ bool, walk func(fields)) {
	if n := r.find(key, kindObject, false); n != nil {
		read(n, r.at.field(key), r.fault, walk)
	}
}

func (r *reader) list(key string, _, most int, resize func(int), walk func(int, fields)) {
	r.each(key, most, false, resize, func(i int, n *node, at *place) {
		read(n, at, r.fault, func(f fields) { walk(i, f) })
	})
}

// each visits the items of a list until one is at fault. An absent list has none.
func (r *reader) each(key string, most int, required bool, resize func(int), visit func(int, *node, *place)) {
	n := r.find(key, kindList, required)
	if n == nil {
		return
	}
	if err := checkCount(len(n.items), most); err != nil {
		r.refuse(key, err)
		return
	}
	if len(n.items) == 0 {
		return
	}
	resize(len(n.items))
	at := r.at.field(key)
	for i := range n.items {
		if visit(i, &n.items[i], at.item(i)); r.fault.err != nil {
			return
		}
	}
}

func (r *reader) made(build func() error) {
	if r.fault.err != nil {
		return
	}
	if err := build(); err != nil {
		r.fault.keep(locate(r.at, err))
	}
}

func (r *reader) refuse(key string, err error) { r.fault.keep(r.at.field(key), err) }
