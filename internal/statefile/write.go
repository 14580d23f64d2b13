package statefile

import (
	"reflect"
	"unsafe"

	"github.com/fxamacker/cbor/v2"
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

// Encode returns the content of a file: its format, facts, which must be values that CBOR knows, and columns.
func Encode(s *Scheme, format string, facts map[string]any, columns []Column) ([]byte, error) {
	parts := map[string]map[string]any{}
	for i := range columns {
		c := &columns[i]
		node, err := s.encodeColumn(c.Part+"/"+c.Name, c.array())
		if err != nil {
			return nil, err
		}
		if parts[c.Part] == nil {
			parts[c.Part] = map[string]any{}
		}
		parts[c.Part][c.Name] = node
	}
	return encoding().Marshal(map[string]any{keyFormat: format, keyFacts: facts, keyColumns: parts})
}

func (s *Scheme) encodeColumn(where string, a array) (any, error) {
	node, err := s.encode(where, a)
	return map[string]any{keyLength: a.length, keyData: node}, err
}

// encode returns the node of some elements.
func (s *Scheme) encode(where string, a array) (any, error) {
	if v, ok := s.vias[a.t]; ok {
		converted := makeArray(v.as, a.length)
		for i := range a.length {
			v.to(converted.at(i), a.at(i))
		}
		return s.encode(where, converted)
	}
	switch k := a.t.Kind(); {
	case isRecord(a.t):
		node := map[string]any{}
		err := s.parts(a, func(name string, part array) (err error) {
			node[name], err = s.encode(where+"."+name, part)
			return err
		})
		return node, err
	case k == reflect.Slice:
		return s.encodeLists(where, a)
	case k == reflect.String:
		return encodeStrings(a)
	case k == reflect.Interface && s.variants[a.t] != nil:
		return s.encodeVariants(where, a)
	case k == reflect.Interface, k == reflect.Func:
		return s.encodeValues(where, a)
	default:
		tag, size := tagOf(k)
		if size == 0 {
			panic("statefile: no way to write " + where + " of type " + a.t.String())
		}
		return cbor.Tag{Number: tag, Content: appendNumbers(make([]byte, 0, size*a.length), a)}, nil
	}
}

func (s *Scheme) encodeLists(where string, a array) (any, error) {
	ends, total := make([]uint32, a.length), 0
	for i := range a.length {
		total += a.value(i).Len()
		ends[i] = uint32(total)
	}
	elements := reflect.MakeSlice(reflect.SliceOf(a.t.Elem()), 0, total)
	for i := range a.length {
		elements = reflect.AppendSlice(elements, exported(a.value(i)))
	}
	list, err := s.encodeColumn(where+"[]", array{a.t.Elem(), elements.UnsafePointer(), a.t.Elem().Size(), total})
	return map[string]any{keyEnds: numbers(ends), keyElements: list}, err
}

// exported returns a list of any named type as one of the type []T.
func exported(v reflect.Value) reflect.Value { return v.Convert(reflect.SliceOf(v.Type().Elem())) }

// numbers returns the typed array of numbers.
func numbers[T uint8 | uint32](list []T) cbor.Tag {
	t := reflect.TypeFor[T]()
	tag, _ := tagOf(t.Kind())
	return cbor.Tag{Number: tag, Content: appendNumbers([]byte{}, array{t, unsafe.Pointer(unsafe.SliceData(list)), t.Size(), len(list)})}
}

func encodeStrings(a array) (any, error) {
	sequence := []byte{}
	for i := range a.length {
		item, err := encoding().Marshal(a.value(i).String())
		if err != nil {
			return nil, err
		}
		sequence = append(sequence, item...)
	}
	return cbor.Tag{Number: sequenceTag, Content: sequence}, nil
}

func (s *Scheme) encodeValues(where string, a array) (any, error) {
	sequence := []byte{}
	for i := range a.length {
		v := a.value(i)
		if v.IsNil() {
			sequence = append(sequence, null)
			continue
		}
		item, err := s.values.Encode(Place{where, i}, v.Interface(), a.t)
		if err != nil {
			return nil, err
		}
		sequence = append(sequence, item...)
	}
	return cbor.Tag{Number: sequenceTag, Content: sequence}, nil
}

func (s *Scheme) encodeVariants(where string, a array) (any, error) {
	v := s.variants[a.t]
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
	of := map[string]any{}
	for kind := 1; kind <= len(v.kinds)+1; kind++ {
		t := v.elementOf(kind, a.t)
		list := reflect.MakeSlice(reflect.SliceOf(t), 0, 0)
		for i, k := range kinds {
			if int(k) == kind {
				x := reflect.ValueOf(values[i])
				if kind <= len(v.kinds) && x.Kind() == reflect.Pointer {
					x = x.Elem()
				}
				list = reflect.Append(list, x)
			}
		}
		if list.Len() == 0 {
			continue
		}
		elements := array{t, list.UnsafePointer(), t.Size(), list.Len()}
		name := v.nameOf(kind)
		var node any
		var err error
		if kind > len(v.kinds) {
			var data any
			data, err = s.encodeValues(where, elements)
			node = map[string]any{keyLength: elements.length, keyData: data}
		} else {
			node, err = s.encodeColumn(where+"("+name+")", elements)
		}
		if err != nil {
			return nil, err
		}
		of[name] = node
	}
	return map[string]any{keyKinds: numbers(kinds), keyOf: of}, nil
}

// elementOf returns the type of the elements of a kind: the struct, and the interface itself for values of the game.
func (v *variant) elementOf(kind int, iface reflect.Type) reflect.Type {
	if kind > len(v.kinds) {
		return iface
	}
	if t := v.kinds[kind-1]; t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return v.kinds[kind-1]
}
