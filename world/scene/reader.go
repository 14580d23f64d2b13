package scene

import (
	"fmt"
	"strconv"

	"github.com/carom2d/carom/internal/spelling"
	"github.com/go-gl/mathgl/mgl64"
)

// readingState is the state that the readers of a document share.
type readingState struct {
	firstError
	limits Limits
	memory int // bytes that the scene may still take
}

// reader reads the fields of an object of a document. It keeps the first error of the whole
// document and does nothing after it. It formats the place of that error only.
type reader struct {
	*readingState
	value value
	known uint64 // a bit for each field that the format knows; see maxKeys

	parent *reader
	key    string // of the object, or of the list that holds it
	index  int    // in the list, negative for an object of its own

	before int      // the faults before this object, see firstError
	unsure bool     // a fault hides which fields the object has
	asking bool     // the object is read only to learn its fields
	keys   []string // then those that the format has and the object has not
}

// read fills variables from an object and rejects unknown fields.
func (r *reader) read(walk func(visitor)) {
	if r.err != nil {
		return
	}
	if r.value.kind() != kindObject {
		r.record(r.at(), wrongType(r.value, kindObject))
		return
	}
	r.before, r.unsure = len(r.all), false
	walk(r)
	if r.err != nil || r.unsure {
		return
	}
	end := r.value.entry().next
	for i, key := 0, r.value.first(); key.i < end && r.err == nil; i, key = i+1, key.next().next() {
		if r.known>>i&1 == 0 {
			name := string(decoded(key.raw()))
			r.record(r.at().field(name), r.unknownField(name, walk))
		}
	}
}

// unknownField returns the likely name of a misspelt field, among the fields of the format that the
// object lacks. To find these, it reads the object once more, without nested objects.
func (r *reader) unknownField(name string, walk func(visitor)) error {
	again := &reader{
		readingState: &readingState{limits: r.limits, memory: r.limits.Memory},
		value:        r.value, parent: r.parent, key: r.key, index: r.index, asking: true,
	}
	walk(again)
	if meant := spelling.Closest(name, again.keys); meant != "" {
		return fmt.Errorf("%w: did you mean %s?", ErrUnknownField, meant)
	}
	return ErrUnknownField
}

// at returns the place of the object.
func (r *reader) at() *docPath {
	switch {
	case r.parent == nil:
		return &docPath{}
	case r.index < 0:
		return r.parent.at().field(r.key)
	}
	return r.parent.at().field(r.key).item(r.index)
}

// place is the place of a field, of an item in it and of a coordinate of the item; item and
// coordinate are negative if there is none.
type place struct {
	key             string
	item, component int
}

func (r *reader) failAt(p place, err error) {
	if err == nil || r.err != nil {
		return
	}
	at := r.at().field(p.key)
	if p.item >= 0 {
		at = at.item(p.item)
	}
	if p.component >= 0 {
		at = at.item(p.component)
	}
	r.record(at, err)
}

// spend subtracts bytes from the memory that the scene may take.
func (r *reader) spend(key string, bytes int) bool {
	if r.memory -= bytes; r.memory >= 0 {
		return true
	}
	r.fail(key, fmt.Errorf("the scene's bytes are %w: at most about %d", ErrTooMany, r.limits.Memory))
	return false
}

// wrongType names the present type and the expected type.
func wrongType(v value, want jsonKind) error {
	return fmt.Errorf("%v %w: must be %v", v.describe(), ErrWrongType, want)
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

// find returns the value of a field. It returns false if the field is absent or of another kind,
// and after an error.
func (r *reader) find(key string, want jsonKind, required bool) (v value, ok bool) {
	if r.err != nil {
		return value{}, false
	}
	end, known := r.value.entry().next, r.known
	if r.asking {
		defer func() {
			if r.known == known { // not there
				r.keys = append(r.keys, key)
			}
		}()
	}
	for i, k := 0, r.value.first(); k.i < end; i++ {
		v = k.next()
		if !k.isKey(key) {
			k = v.next()
			continue
		}
		r.known |= 1 << i
		if v.kind() != want {
			r.fail(key, wrongType(v, want))
			return value{}, false
		}
		return v, true
	}
	if required {
		r.fail(key, ErrMissing)
	}
	return value{}, false
}

func (r *reader) number(key string, x *float64, s numberRange) {
	*x = s.fallback
	if v, ok := r.find(key, kindNumber, s.required); ok {
		r.parse(v, place{key, -1, -1}, x, s)
	}
}

// parse reads the digits of a number into x.
func (r *reader) parse(v value, at place, x *float64, s numberRange) {
	raw := v.raw()
	parsed, err := strconv.ParseFloat(string(raw), 64)
	if err == nil {
		parsed += 0 // there is no minus zero in a scene
		err = s.check(parsed)
	} else {
		err = fmt.Errorf("%s %w", v.describe(), errTooLarge)
	}
	if err != nil {
		r.failAt(at, err)
		return
	}
	*x = parsed
}

func (r *reader) integer(key string, x *int, limit int) {
	*x = 0
	v, ok := r.find(key, kindNumber, false)
	if !ok {
		return
	}
	n, err := strconv.Atoi(string(v.raw()))
	if err == nil {
		err = checkInteger(n, limit)
	} else {
		err = fmt.Errorf("%s %w: must be a whole number", v.describe(), ErrWrongType)
	}
	if err != nil {
		r.fail(key, err)
		return
	}
	*x = n
}

func (r *reader) bits(key string, x *uint64) {
	*x = 0
	v, ok := r.find(key, kindNumber, false)
	if !ok {
		return
	}
	n, err := strconv.ParseUint(string(v.raw()), 10, 64)
	if err != nil {
		r.fail(key, fmt.Errorf("%s %w: must be a whole number of 64 bits", v.describe(), ErrWrongType))
		return
	}
	*x = n
}

func (r *reader) flag(key string, x *bool) {
	v, ok := r.find(key, kindBool, false)
	*x = ok && v.boolean()
}

func (r *reader) text(key string, x *string, limit int) {
	*x = ""
	if v, ok := r.find(key, kindText, false); ok {
		*x = r.string(v, place{key, -1, -1}, limit)
	}
}

// string reads a text that is not longer than the limit.
func (r *reader) string(v value, at place, limit int) string {
	text := v.raw()
	if len(text) <= maxEscape*limit {
		text = decoded(text)
	}
	if err := checkText(len(text), limit); err != nil {
		r.failAt(at, err)
		return ""
	}
	if !r.spend(at.key, len(text)) {
		return ""
	}
	return string(text)
}

func (r *reader) names(key string, x *[]string, limit int) {
	*x = nil
	r.each(key, limit, false, 16, func(n int) { *x = make([]string, n) }, func(i int, v value) {
		if v.kind() != kindText {
			r.failAt(place{key, i, -1}, wrongType(v, kindText))
			return
		}
		(*x)[i] = r.string(v, place{key, i, -1}, MaxText)
	})
}

func (r *reader) choice(key string, x *string, required bool, of ...string) {
	*x = of[0]
	v, ok := r.find(key, kindText, required)
	if !ok {
		return
	}
	for _, name := range of {
		if v.isKey(name) { // a text begins and ends as a key does
			*x = name
			r.spend(key, choiceMemory[name])
			return
		}
	}
	*x = shorten(string(decoded(v.rawPrefix())))
	r.fail(key, unknownChoice(*x, of))
}

func (r *reader) point(key string, x *mgl64.Vec2, s numberRange) {
	*x = mgl64.Vec2{}
	if v, ok := r.find(key, kindList, s.required); ok {
		r.coordinates(v, place{key, -1, -1}, x, s)
	}
}

// coordinates reads a list of two numbers.
func (r *reader) coordinates(v value, at place, x *mgl64.Vec2, s numberRange) {
	if v.kind() != kindList || v.length() != 2 {
		r.failAt(at, fmt.Errorf("%v %w: must be a list of two numbers", v.describe(), ErrWrongType))
		return
	}
	item, whole := v.first(), at
	for i := range 2 {
		if whole.item < 0 {
			at.item = i
		} else {
			at.component = i
		}
		if item.kind() != kindNumber {
			r.failAt(at, wrongType(item, kindNumber))
			return
		}
		if r.parse(item, at, &x[i], s); r.err != nil {
			return
		}
		item = item.next()
	}
}

func (r *reader) points(key string, x *[]mgl64.Vec2, s numberRange, limit int) {
	*x = nil
	r.each(key, limit, s.required, 16, func(n int) { *x = make([]mgl64.Vec2, n) }, func(i int, v value) {
		r.coordinates(v, place{key, i, -1}, &(*x)[i], s)
	})
}

func (r *reader) object(key string, _ bool, walk func(visitor)) {
	if v, ok := r.find(key, kindObject, false); ok && !r.asking {
		(&reader{readingState: r.readingState, value: v, parent: r, key: key, index: -1}).read(walk)
	}
}

func (r *reader) list(key string, _, limit int, resize func(int), walk func(int, visitor)) {
	item := &reader{readingState: r.readingState, parent: r, key: key}
	visit := func(f visitor) { walk(item.index, f) }
	r.each(key, limit, false, itemMemory[key], resize, func(i int, v value) {
		item.index, item.value, item.known = i, v, 0
		item.read(visit)
	})
}

// each visits the items of a list up to the first with an error. An absent list has none.
// The memory counts for each item.
func (r *reader) each(key string, limit int, required bool, memory int, resize func(int), visit func(int, value)) {
	v, ok := r.find(key, kindList, required)
	if !ok || r.asking {
		return
	}
	n := v.length()
	if err := checkCount(n, limit); err != nil {
		r.fail(key, err)
		return
	}
	if n == 0 || !r.spend(key, n*memory) {
		return
	}
	resize(n)
	item := v.first()
	for i := range n {
		if visit(i, item); r.err != nil {
			return
		}
		item = item.next()
	}
}

func (r *reader) finish(build func() error) {
	if r.err != nil || len(r.all) > r.before || r.asking {
		return
	}
	if err := build(); err != nil {
		r.record(locateError(r.at(), err))
	}
}

func (r *reader) fail(key string, err error) {
	if key == "type" || key == "name" { // they select the other fields
		if r.unsure {
			return
		}
		r.unsure = true
	}
	r.failAt(place{key, -1, -1}, err)
}

// itemMemory is the approximate size of an item of a list in the scene and while it is read, in
// bytes.
var itemMemory = map[string]int{"bodies": 500, "colliders": 500, "chains": 300, "joints": 700, "materials": 240, "areas": 900, "characters": 1000, "effects": 200, "parts": 300}

// choiceMemory is the additional size of some items.
var choiceMemory = map[string]int{nameBox: 1000, namePolygon: 500, nameSector: 600, nameCustom: 2000}
