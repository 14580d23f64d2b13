package statefile

import (
	"reflect"

	"github.com/carom2d/carom/internal/item"
)

// reader reads the columns of one file.
type reader struct {
	*Scheme
	limit  int // of the length of a list: no element takes less than a byte
	memory int // that may still be taken, bytes

	infinite bool // numbers need not be finite where it is
}

// File is the content of a file.
type File struct {
	r     *reader
	facts []byte
	parts map[string]map[string][]byte // columns that are yet to be read
}

// Open opens the content of a file. No more than a limit of bytes is taken for the elements of its
// columns.
func Open(s *Scheme, content []byte, format string, limit int) (*File, error) {
	r := &reader{Scheme: s, limit: len(content), memory: limit}
	if rest, err := item.Check(content, &bounds); err != nil {
		return nil, Invalid("content", "%v", err)
	} else if len(rest) > 0 {
		return nil, Invalid("content", "%d bytes behind it", len(rest))
	}
	document, err := r.maps("content", content)
	if err != nil {
		return nil, err
	}
	var got string
	if err := Unmarshal(document[keyFormat], &got); err != nil || got != format {
		return nil, refuse(ErrFormat, "content", "%q", got)
	}
	parts, err := r.maps(keyColumns, document[keyColumns])
	if err != nil {
		return nil, err
	}
	f := &File{r: r, facts: document[keyFacts], parts: map[string]map[string][]byte{}}
	for part, columns := range parts {
		if f.parts[part], err = r.maps(keyColumns, columns); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// Facts reads the facts into a struct or a map.
func (f *File) Facts(v any) error {
	if err := Unmarshal(f.facts, v); err != nil {
		return Invalid(keyFacts, "%v", err)
	}
	return nil
}

// Read fills columns. After an error their content is unspecified.
func (f *File) Read(columns ...Column) error {
	for i := range columns {
		c := &columns[i]
		data := f.parts[c.Part][c.Name]
		if data == nil {
			return Invalid(c.Part+"/"+c.Name, "it is missing")
		}
		delete(f.parts[c.Part], c.Name)
		if err := f.r.readColumn(c, data); err != nil {
			return err
		}
	}
	return nil
}

// Finish returns an error if there are columns that were not read.
func (f *File) Finish() error {
	for _, columns := range f.parts {
		if len(columns) > 0 {
			return Invalid("content", "it has columns that are not known")
		}
	}
	return nil
}

func (r *reader) readColumn(c *Column, data []byte) error {
	where := c.Part + "/" + c.Name
	v := reflect.ValueOf(c.Variable).Elem()
	node, n, err := r.column(where, data)
	if err != nil {
		return err
	}
	if v.Kind() != reflect.Slice {
		if n != 1 {
			return Invalid(where, "%d values", n)
		}
		return r.decode(where, c.array(), node)
	}
	elements, err := r.take(where, v.Type().Elem(), n)
	if err != nil {
		return err
	}
	v.Set(elements.Convert(v.Type()))
	return r.decode(where, c.array(), node)
}

// maps returns the entries of a map. They are parts of the data, which are well-formed.
func (r *reader) maps(where string, data []byte) (map[string][]byte, error) {
	major, n, rest := item.ReadHead(data)
	if major != item.Map {
		return nil, Invalid(where, "no map")
	}
	m := make(map[string][]byte, min(n, 64))
	for range n {
		major, length, text := item.ReadHead(rest)
		if major != item.Text || length > uint64(len(text)) {
			return nil, Invalid(where, "a key is no text")
		}
		name := string(text[:length])
		value := text[length:]
		if m[name] != nil {
			return nil, Invalid(where, "two entries of a name")
		}
		rest = item.Skip(value)
		m[name] = value[:len(value)-len(rest)]
	}
	return m, nil
}

// fields returns the entries of a map with known names.
func (r *reader) fields(where string, data []byte, names []string) (map[string][]byte, error) {
	m, err := r.maps(where, data)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if m[name] == nil {
			return nil, Invalid(where+"."+name, "it is missing")
		}
	}
	if len(m) > len(names) {
		return nil, Invalid(where, "it has fields that are not known")
	}
	return m, nil
}

// column returns the node of a column and its length.
func (r *reader) column(where string, data []byte) (node []byte, n int, err error) {
	m, err := r.maps(where, data)
	if err != nil {
		return nil, 0, err
	}
	var length uint64
	if err := Unmarshal(m[keyLength], &length); err != nil {
		return nil, 0, Invalid(where, "no length: %v", err)
	}
	if length > uint64(r.limit) {
		return nil, 0, Invalid(where, "%d elements in %d bytes", length, r.limit)
	}
	return m[keyData], int(length), nil
}

func (r *reader) take(where string, t reflect.Type, n int) (reflect.Value, error) {
	if size := int(t.Size()); n > 0 && size > r.memory/n {
		return reflect.Value{}, refuse(ErrTooLarge, where, "%d elements of %d bytes", n, size)
	}
	r.memory -= n * int(t.Size())
	return reflect.MakeSlice(reflect.SliceOf(t), n, n), nil
}

// decode fills elements from their node.
func (r *reader) decode(where string, a array, node []byte) error {
	if r.Scheme.infinite[a.t] && !r.infinite {
		r.infinite = true
		defer func() { r.infinite = false }()
	}
	if v, ok := r.vias[a.t]; ok {
		return r.decodeVia(where, a, &v, node)
	}
	switch k := a.t.Kind(); {
	case isRecord(a.t):
		return r.decodeRecords(where, a, node)
	case k == reflect.Slice:
		return r.decodeLists(where, a, node)
	case k == reflect.String:
		return r.sequence(where, node, a.length, func(i int, encoded []byte) error {
			s, err := item.ReadString(encoded, &bounds)
			if err != nil {
				return Invalid(where, "%v", err)
			}
			if r.memory -= len(s); r.memory < 0 {
				return refuse(ErrTooLarge, where, "")
			}
			a.value(i).SetString(s)
			return nil
		})
	case k == reflect.Interface && r.variants[a.t] != nil:
		return r.decodeVariants(where, a, node)
	case k == reflect.Interface, k == reflect.Func:
		return r.decodeValues(where, a, node)
	default:
		return r.decodeNumbers(where, a, node)
	}
}

func (r *reader) decodeVia(where string, a array, v *via, node []byte) error {
	list, err := r.take(where, v.as, a.length)
	if err != nil {
		return err
	}
	converted := arrayOf(list, a.slots)
	if err := r.decode(where, converted, node); err != nil {
		return err
	}
	for i := range a.length {
		if err := v.from(Place{where, a.slot(i)}, a.at(i), converted.at(i)); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) decodeRecords(where string, a array, node []byte) error {
	var names []string
	err := r.parts(a, func(name string, _ array) error {
		names = append(names, name)
		return nil
	})
	if err != nil {
		return err
	}
	m, err := r.fields(where, node, names)
	if err != nil {
		return err
	}
	return r.parts(a, func(name string, part array) error {
		return r.decode(where+"."+name, part, m[name])
	})
}

// typed returns the bytes of a typed array with a given length.
func (r *reader) typed(where string, node []byte, k reflect.Kind, n int) ([]byte, error) {
	tag, size := tagOf(k)
	data, err := r.tagged(where, node, tag)
	if err == nil && len(data) != n*size {
		err = Invalid(where, "%d bytes for %d numbers", len(data), n)
	}
	return data, err
}

// tagged returns the byte string after a tag.
func (r *reader) tagged(where string, node []byte, tag uint64) ([]byte, error) {
	major, number, rest := item.ReadHead(node)
	if major != item.Tag || number != tag {
		return nil, Invalid(where, "tag %d is missing", tag)
	}
	major, n, data := item.ReadHead(rest)
	if major != item.Bytes || n != uint64(len(data)) {
		return nil, Invalid(where, "no byte string behind tag %d", tag)
	}
	return data, nil
}

func (r *reader) decodeNumbers(where string, a array, node []byte) error {
	data, err := r.typed(where, node, a.t.Kind(), a.length)
	if err != nil {
		return err
	}
	if !putNumbers(a, data) {
		return Invalid(where, "a number does not fit")
	}
	if !r.infinite && !allFinite(a.t.Kind(), data) {
		return Invalid(where, "a number is not finite")
	}
	return nil
}

func (r *reader) decodeLists(where string, a array, node []byte) error {
	m, err := r.maps(where, node)
	if err != nil {
		return err
	}
	data, err := r.typed(where, m[keyEnds], reflect.Uint32, a.length)
	if err != nil {
		return err
	}
	ends := make([]uint32, a.length)
	putNumbers(arrayOf(reflect.ValueOf(ends), nil), data)
	inner, total, err := r.column(where+"[]", m[keyElements])
	if err != nil {
		return err
	}
	list, err := r.take(where, a.t.Elem(), total)
	if err != nil {
		return err
	}
	slots, err := r.slotsOf(where, a, ends, total)
	if err != nil {
		return err
	}
	if err := r.decode(where+"[]", arrayOf(list, slots), inner); err != nil {
		return err
	}
	start := 0
	for i, end := range ends {
		if end := int(end); end > start {
			a.value(i).Set(list.Slice3(start, end, end).Convert(a.t))
			start = end
		}
	}
	return nil
}

// slotsOf returns the slots of the elements of lists that end at given places.
func (r *reader) slotsOf(where string, a array, ends []uint32, total int) ([]int, error) {
	list, err := r.take(where, reflect.TypeFor[int](), total)
	if err != nil {
		return nil, err
	}
	slots, n := list.Interface().([]int), 0
	for i, end := range ends {
		if int(end) < n || int(end) > total {
			return nil, Invalid(where, "list %d ends at %d", i, end)
		}
		for ; n < int(end); n++ {
			slots[n] = a.slot(i)
		}
	}
	if n != total {
		return nil, Invalid(where, "elements behind the last list")
	}
	return slots, nil
}

// sequence yields the items of a sequence, which must have a given number.
func (r *reader) sequence(where string, node []byte, n int, yield func(i int, encoded []byte) error) error {
	data, err := r.tagged(where, node, sequenceTag)
	if err != nil {
		return err
	}
	for i := range n {
		rest, err := item.Check(data, &bounds)
		if err != nil {
			return Invalid(where, "item %d: %v", i, err)
		}
		if err := yield(i, data[:len(data)-len(rest)]); err != nil {
			return err
		}
		data = rest
	}
	if len(data) > 0 {
		return Invalid(where, "more than %d items", n)
	}
	return nil
}

func (r *reader) decodeValues(where string, a array, node []byte) error {
	return r.sequence(where, node, a.length, func(i int, encoded []byte) error {
		if encoded[0] == null {
			return nil
		}
		v, err := r.values.Decode(Place{where, a.slot(i)}, encoded, a.t)
		if err != nil || v == nil {
			return err
		}
		x := reflect.ValueOf(v)
		if !x.Type().AssignableTo(a.t) {
			return Invalid(where, "%v in place of %v", x.Type(), a.t)
		}
		a.value(i).Set(x)
		return nil
	})
}

func (r *reader) decodeVariants(where string, a array, node []byte) error {
	v := r.variants[a.t]
	m, err := r.maps(where, node)
	if err != nil {
		return err
	}
	kinds, err := r.typed(where, m[keyKinds], reflect.Uint8, a.length)
	if err != nil {
		return err
	}
	of, err := r.maps(where, m[keyOf])
	if err != nil {
		return err
	}
	count := make([]int, len(v.kinds)+2)
	for _, k := range kinds {
		if uint(k) >= uint(len(count)) {
			return Invalid(where, "kind %d", k)
		}
		count[k]++
	}
	for kind := 1; kind < len(count); kind++ {
		name := v.nameOf(kind)
		if of[name] == nil && count[kind] == 0 {
			continue
		}
		data, n, err := r.column(where+"("+name+")", of[name])
		if err != nil {
			return err
		}
		if n != count[kind] {
			return Invalid(where+"("+name+")", "%d elements, %d wanted", n, count[kind])
		}
		delete(of, name)
		if err := r.decodeKind(where, a, kinds, kind, n, data); err != nil {
			return err
		}
	}
	if len(of) > 0 {
		return Invalid(where, "it has kinds that are not known")
	}
	return nil
}

// decodeKind fills the elements of one kind.
func (r *reader) decodeKind(where string, a array, kinds []byte, kind, n int, data []byte) error {
	v := r.variants[a.t]
	t := v.elementOf(kind, a.t)
	list, err := r.take(where, t, n)
	if err != nil {
		return err
	}
	elements := arrayOf(list, a.slotsOf(kinds, kind))
	if kind > len(v.kinds) {
		err = r.decodeValues(where, elements, data)
	} else {
		err = r.decode(where+"("+v.nameOf(kind)+")", elements, data)
	}
	if err != nil {
		return err
	}
	next := 0
	for i, k := range kinds {
		if int(k) != kind {
			continue
		}
		x := list.Index(next)
		next++
		if kind <= len(v.kinds) && v.kinds[kind-1].Kind() == reflect.Pointer {
			one := reflect.New(t) // each its own, so that one does not keep the others in memory
			one.Elem().Set(x)
			x = one
		}
		a.value(i).Set(x)
	}
	return nil
}
