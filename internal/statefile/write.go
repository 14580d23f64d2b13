package statefile

import (
	"bytes"
	"reflect"
	"slices"
	"unsafe"

	"github.com/carom2d/carom/internal/column"
	"github.com/carom2d/carom/internal/item"
)

// sequenceTag marks a byte string that holds a sequence of CBOR items (RFC 9277).
const sequenceTag = 63

// null is the item of nil.
const null = 0xf6

// The keys of a file's maps.
const (
	keyFormat   = "format"
	keyFacts    = "facts"
	keyColumns  = "columns"
	keyLength   = "length"
	keyData     = "data"
	keyEnds     = "ends"
	keyElements = "elements"
	keyKinds    = "kinds"
	keyOf       = "of"
)

// Encoder encodes contents. It keeps its memory from one to the next.
type Encoder struct {
	*Scheme
	keeps   bool
	out     []byte        // the node of the column that is being encoded
	noisy   []column.Span // of out
	moved   []byte
	columns map[string]*encodedColumn
	content Content
}

// Content is the content of a file, to be packed.
type Content struct {
	Bytes []byte
	noisy []column.Span // ascending
	kept  []keptSpan
}

// keptSpan is a part of a content that has not changed since the content before.
type keptSpan struct {
	column.Span
	column *encodedColumn
}

// encodedColumn is a column as it was written last.
type encodedColumn struct {
	memory reflect.Value // a copy of the elements, which keeps their pointees alive
	raw    []byte        // the bytes of the copy
	node   []byte
	noisy  []column.Span // of node
	frames []byte        // node, packed, or nil
	isSame bool          // as it was in the content before
}

// NewEncoder returns an encoder. An encoder that keeps columns reuses the written form of unchanged
// columns. Then the result of Values.Encode must depend only on the value.
func NewEncoder(s *Scheme, keeps bool) *Encoder {
	return &Encoder{Scheme: s, keeps: keeps, columns: map[string]*encodedColumn{}}
}

// Encode returns a content, which lasts until the next call. Package item tells which facts it can
// write.
func (e *Encoder) Encode(format string, facts map[string]any, columns []Column) (Content, error) {
	parts := map[string][]entry{}
	var names []entry
	for i := range columns { // in their order, in which they are read too: a value of the game is written where it comes first
		c := &columns[i]
		if parts[c.Part] == nil {
			names = append(names, entry{name: c.Part})
		}
		x, err := e.encoded(c)
		if err != nil {
			return Content{}, err
		}
		parts[c.Part] = append(parts[c.Part], entry{name: c.Name, column: x})
	}
	encodedFacts, err := Marshal(facts)
	if err != nil {
		return Content{}, err
	}
	x := &e.content
	x.noisy, x.kept = x.noisy[:0], x.kept[:0]
	b := item.AppendHead(x.Bytes[:0], item.Map, 3)
	b = append(item.AppendText(b, keyFacts), encodedFacts...)
	b = item.AppendText(item.AppendText(b, keyFormat), format)
	b = item.AppendHead(item.AppendText(b, keyColumns), item.Map, uint64(len(names)))
	sortEntries(names)
	for _, part := range names {
		list := parts[part.name]
		sortEntries(list)
		b = item.AppendHead(item.AppendText(b, part.name), item.Map, uint64(len(list)))
		for _, c := range list {
			b = item.AppendText(b, c.name)
			at := len(b)
			b = append(b, c.column.node...)
			if c.column.isSame {
				x.kept = append(x.kept, keptSpan{column.Span{Lo: at, Hi: len(b)}, c.column})
				continue
			}
			for _, n := range c.column.noisy {
				x.noisy = append(x.noisy, column.Span{Lo: at + n.Lo, Hi: at + n.Hi})
			}
		}
	}
	x.Bytes = b
	return *x, nil
}

// encoded returns a column in its written form.
func (e *Encoder) encoded(c *Column) (*encodedColumn, error) {
	where, a := c.Part+"/"+c.Name, c.array()
	x := e.columns[where]
	if x == nil {
		x = &encodedColumn{}
		e.columns[where] = x
	}
	raw := unsafe.Slice((*byte)(a.first), a.length*int(a.t.Size()))
	if x.isSame = x.memory.IsValid() && bytes.Equal(raw, x.raw); x.isSame {
		return x, nil
	}
	e.out, e.noisy, x.frames, x.memory = x.node[:0], x.noisy[:0], nil, reflect.Value{}
	err := e.column(where, a, e.node)
	x.node, x.noisy = e.out, e.noisy
	if err != nil {
		return nil, err
	}
	if e.keeps && a.length > 0 && isKept(a.t) {
		x.memory = reflect.MakeSlice(reflect.SliceOf(a.t), 0, a.length)
		x.memory = reflect.AppendSlice(x.memory, reflect.SliceAt(a.t, a.first, a.length))
		x.raw = unsafe.Slice((*byte)(x.memory.UnsafePointer()), len(raw))
	}
	return x, nil
}

// isKept reports whether keeping elements of a type pays: elements of numbers alone are written
// quickly. Lists change in place.
func isKept(t reflect.Type) bool { return holds(t, isReference) && !holds(t, isList) }

func isReference(k reflect.Kind) bool {
	return k == reflect.Pointer || k == reflect.Interface || k == reflect.Func
}

func isList(k reflect.Kind) bool {
	return k == reflect.Slice || k == reflect.Map || k == reflect.UnsafePointer
}

// holds reports whether a type, or a field of it, is of a kind.
func holds(t reflect.Type, is func(reflect.Kind) bool) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if holds(t.Field(i).Type, is) {
				return true
			}
		}
	case reflect.Array:
		return holds(t.Elem(), is)
	}
	return is(t.Kind())
}

// column appends some elements, whose node a function appends, and their number.
func (e *Encoder) column(where string, a array, node func(where string, a array) error) error {
	e.key(keyData)
	err := node(where, a)
	e.out = item.AppendHead(item.AppendText(e.out, keyLength), item.Uint, uint64(a.length))
	return err
}

// key appends the head of a map of two keys and the first of them.
func (e *Encoder) key(key string) {
	e.out = item.AppendText(item.AppendHead(e.out, item.Map, 2), key)
}

// node appends the node of some elements.
func (e *Encoder) node(where string, a array) error {
	if v, ok := e.vias[a.t]; ok {
		converted := arrayOf(reflect.MakeSlice(reflect.SliceOf(v.as), a.length, a.length), a.slots)
		for i := range a.length {
			v.to(converted.at(i), a.at(i))
		}
		return e.node(where, converted)
	}
	switch k := a.t.Kind(); {
	case isRecord(a.t):
		return e.records(where, a)
	case k == reflect.Slice:
		return e.lists(where, a)
	case k == reflect.String:
		e.strings(a)
		return nil
	case k == reflect.Interface && e.variants[a.t] != nil:
		return e.variantsOf(where, a)
	case k == reflect.Interface, k == reflect.Func:
		return e.valuesOf(where, a)
	default:
		if _, size := tagOf(k); size == 0 {
			panic("statefile: no way to write " + where + " of type " + a.t.String())
		}
		e.numbers(a)
		return nil
	}
}

func (e *Encoder) records(where string, a array) error {
	type field struct {
		entry
		array
	}
	var fields []field
	err := e.parts(a, func(name string, part array) error {
		fields = append(fields, field{entry{name: name}, part})
		return nil
	})
	if err != nil {
		return err
	}
	if !holds(a.t, isReference) { // the order in which they are encoded makes no difference
		slices.SortFunc(fields, func(x, y field) int { return compareNames(x.entry, y.entry) })
	}
	e.out = item.AppendHead(e.out, item.Map, uint64(len(fields)))
	entries := make([]entry, 0, len(fields))
	for _, f := range fields {
		if err := e.entry(&entries, f.name, func() error { return e.node(where+"."+f.name, f.array) }); err != nil {
			return err
		}
	}
	e.sort(entries)
	return nil
}

// numbers appends a typed array.
func (e *Encoder) numbers(a array) {
	tag, size := tagOf(a.t.Kind())
	e.out = item.AppendHead(item.AppendHead(e.out, item.Tag, tag), item.Bytes, uint64(size*a.length))
	start := len(e.out)
	e.out = appendNumbers(e.out, a)
	if isNoisy(e.out[start:]) {
		e.noisy = append(e.noisy, column.Span{Lo: start, Hi: len(e.out)})
	}
}

func (e *Encoder) lists(where string, a array) error {
	ends, slots := make([]uint32, a.length), []int{}
	for i := range a.length {
		for range a.value(i).Len() {
			slots = append(slots, a.slot(i))
		}
		ends[i] = uint32(len(slots))
	}
	elements := reflect.MakeSlice(reflect.SliceOf(a.t.Elem()), 0, len(slots))
	for i := range a.length {
		elements = reflect.AppendSlice(elements, exported(a.value(i)))
	}
	e.key(keyEnds)
	e.numbers(arrayOf(reflect.ValueOf(ends), nil))
	e.out = item.AppendText(e.out, keyElements)
	return e.column(where+"[]", arrayOf(elements, slots), e.node)
}

// exported returns a list of a named type as a []T.
func exported(v reflect.Value) reflect.Value { return v.Convert(reflect.SliceOf(v.Type().Elem())) }

func (e *Encoder) strings(a array) {
	sequence := []byte{}
	for i := range a.length {
		sequence = item.AppendString(sequence, a.value(i).String())
	}
	e.sequence(sequence)
}

// sequence appends a byte string that holds items.
func (e *Encoder) sequence(items []byte) {
	e.out = append(item.AppendHead(item.AppendHead(e.out, item.Tag, sequenceTag), item.Bytes, uint64(len(items))), items...)
}

func (e *Encoder) valuesOf(where string, a array) error {
	sequence := []byte{}
	for i := range a.length {
		v := a.value(i)
		if v.IsNil() {
			sequence = append(sequence, null)
			continue
		}
		encoded, err := e.values.Encode(Place{where, a.slot(i)}, v.Interface(), a.t)
		if err != nil {
			return err
		}
		sequence = append(sequence, encoded...)
	}
	e.sequence(sequence)
	return nil
}

func (e *Encoder) variantsOf(where string, a array) error {
	v := e.variants[a.t]
	kinds, values := make([]uint8, a.length), make([]any, a.length)
	for i := range a.length {
		if x := a.value(i); !x.IsNil() {
			values[i] = x.Interface()
			if v.normal != nil {
				values[i] = v.normal(values[i])
			}
		}
		kinds[i] = uint8(v.kindOf(values[i]))
	}
	used := 0
	for kind := range len(v.kinds) + 1 {
		if slices.Contains(kinds, uint8(kind+1)) {
			used++
		}
	}
	e.key(keyOf)
	e.out = item.AppendHead(e.out, item.Map, uint64(used))
	entries := make([]entry, 0, used)
	for kind := 1; kind <= len(v.kinds)+1; kind++ {
		slots := a.slotsOf(kinds, kind)
		if len(slots) == 0 {
			continue
		}
		list := reflect.MakeSlice(reflect.SliceOf(v.elementOf(kind, a.t)), 0, len(slots))
		for i, k := range kinds {
			if int(k) != kind {
				continue
			}
			x := reflect.ValueOf(values[i])
			if kind <= len(v.kinds) && x.Kind() == reflect.Pointer {
				x = x.Elem()
			}
			list = reflect.Append(list, x)
		}
		name := v.nameOf(kind)
		at, node := where+"("+name+")", e.node
		if kind > len(v.kinds) {
			at, node = where, e.valuesOf
		}
		err := e.entry(&entries, name, func() error { return e.column(at, arrayOf(list, slots), node) })
		if err != nil {
			return err
		}
	}
	e.sort(entries)
	e.out = item.AppendText(e.out, keyKinds)
	e.numbers(arrayOf(reflect.ValueOf(kinds), nil))
	return nil
}

// elementOf returns the type of the elements of a kind: the struct, and the interface itself for
// values of the game.
func (v *variant) elementOf(kind int, iface reflect.Type) reflect.Type {
	if kind > len(v.kinds) {
		return iface
	}
	if t := v.kinds[kind-1]; t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return v.kinds[kind-1]
}
