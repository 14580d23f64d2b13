package snapshot

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/carom2d/carom/internal/statefile"
)

// gameValues writes and reads the values of the game in one file. An item of CBOR is
//
//	true, 1.5, "text", h'0102'                plain values: bool, float64, string, []byte
//	["int32", 7]                              plain values of other types
//	["string", h'ff']                         a string that is not UTF-8
//	{"name": "bounce"}                        a named value
//	{"name": "enemy", "data": h'...'}         a value of a named type
//	{"name": "enemy", "data": h'...', "id": 3} a pointer that may come again
//	{"same": 3}                               the pointer with that id
type gameValues struct {
	names    *Names
	ids      map[any]uint64 // of pointers that were written
	pointers map[uint64]any // that were read
}

type gameItem struct {
	Name string  `cbor:"name,omitempty"`
	Data *[]byte `cbor:"data,omitempty"`
	ID   uint64  `cbor:"id,omitempty"`
	Same uint64  `cbor:"same,omitempty"`
}

func newGameValues(n *Names) *gameValues { return &gameValues{n, map[any]uint64{}, map[uint64]any{}} }

var anyType = reflect.TypeFor[any]()

// isOptional reports whether the simulation can do without a value of a type: user data, and
// callbacks of Config.
func isOptional(at statefile.Place, t reflect.Type) bool {
	return t == anyType || t.Kind() == reflect.Func && strings.HasPrefix(at.Field, PartClock+"/")
}

func (g *gameValues) Encode(at statefile.Place, v any, t reflect.Type) ([]byte, error) {
	if t == anyType {
		if item, ok := plainItem(v); ok {
			return statefile.Marshal(item)
		}
	}
	if u, ok := v.(UnknownValue); ok {
		item := gameItem{Name: u.Name}
		if u.Data != nil {
			item.Data = &u.Data
		}
		return statefile.Marshal(item)
	}
	if name := g.names.nameOf(v); name != "" {
		return statefile.Marshal(gameItem{Name: name})
	}
	if g.names.StandIn != nil && t != anyType {
		if name, data := g.names.StandIn(v); data != nil {
			return statefile.Marshal(gameItem{Name: name, Data: &data})
		} else if name != "" {
			return statefile.Marshal(gameItem{Name: name})
		}
	}
	name, named := g.names.typeNames[reflect.TypeOf(v)]
	switch {
	case !named && g.names.Partial && isOptional(at, t):
		return statefile.Marshal(nil)
	case !named:
		return nil, &ValueError{At: at, Type: fmt.Sprintf("%T", v), Err: ErrNoName}
	}
	item := gameItem{Name: name}
	if reflect.TypeOf(v).Kind() == reflect.Pointer {
		if id := g.ids[v]; id != 0 {
			return statefile.Marshal(gameItem{Same: id})
		}
		item.ID = uint64(len(g.ids)) + 1
		g.ids[v] = item.ID
	}
	data, err := g.names.types[name].encode(v)
	if err != nil {
		return nil, &ValueError{At: at, Name: name, Err: err}
	}
	if data == nil {
		data = []byte{} // which is written, unlike nil
	}
	item.Data = &data
	return statefile.Marshal(item)
}

// plainItem returns the item for a value of a type of the language.
func plainItem(v any) (item any, ok bool) {
	switch x := v.(type) {
	case bool, float64:
		return v, true
	case string:
		if !utf8.ValidString(x) {
			return []any{"string", []byte(x)}, true
		}
		return v, true
	case []byte:
		return v, x != nil // CBOR has no nil bytes
	case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, uintptr, float32:
		return []any{reflect.TypeOf(v).Name(), v}, true
	case complex64:
		return []any{"complex64", []float32{real(x), imag(x)}}, true
	case complex128:
		return []any{"complex128", []float64{real(x), imag(x)}}, true
	}
	return nil, false
}

func (g *gameValues) Decode(at statefile.Place, item []byte, t reflect.Type) (any, error) {
	const major = 5 // bits below the major type
	switch item[0] >> major {
	case 5: // map
		return g.decodeNamed(at, item, t)
	case 4: // array
		v, err := decodePlain(item)
		if err != nil {
			return nil, statefile.Invalid(at.String(), "%v", err)
		}
		return v, nil
	}
	var v any
	if err := statefile.Unmarshal(item, &v); err != nil {
		return nil, statefile.Invalid(at.String(), "%v", err)
	}
	switch v.(type) {
	case bool, float64, string, []byte:
		return v, nil
	}
	return nil, statefile.Invalid(at.String(), "a value of type %T", v)
}

// plainTypes are the types of the language whose items have their names.
var plainTypes = [...]reflect.Type{
	reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](),
	reflect.TypeFor[uint](), reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](),
	reflect.TypeFor[uintptr](), reflect.TypeFor[float32](),
}

func decodePlain(item []byte) (any, error) {
	var pair []statefile.RawValue
	if err := statefile.Unmarshal(item, &pair); err != nil {
		return nil, err
	}
	var name string
	if len(pair) != 2 {
		return nil, fmt.Errorf("%d items in place of a type and a value", len(pair))
	}
	if err := statefile.Unmarshal(pair[0], &name); err != nil {
		return nil, err
	}
	switch name {
	case "string":
		var x []byte
		err := statefile.Unmarshal(pair[1], &x)
		return string(x), err
	case "complex64":
		var x [2]float32
		err := statefile.Unmarshal(pair[1], &x)
		return complex(x[0], x[1]), err
	case "complex128":
		var x [2]float64
		err := statefile.Unmarshal(pair[1], &x)
		return complex(x[0], x[1]), err
	}
	for _, t := range plainTypes {
		if t.Name() == name {
			v := reflect.New(t)
			err := statefile.Unmarshal(pair[1], v.Interface())
			return v.Elem().Interface(), err
		}
	}
	return nil, fmt.Errorf("type %q", name)
}

func (g *gameValues) decodeNamed(at statefile.Place, data []byte, t reflect.Type) (any, error) {
	var item gameItem
	if err := statefile.Unmarshal(data, &item); err != nil {
		return nil, statefile.Invalid(at.String(), "%v", err)
	}
	if item.Same != 0 {
		v, ok := g.pointers[item.Same]
		if !ok {
			return nil, statefile.Invalid(at.String(), "there is no pointer %d", item.Same)
		}
		return g.fitting(at, "", v, t)
	}
	v, isValue := g.names.values[item.Name]
	codec, isType := g.names.types[item.Name]
	switch {
	case isValue && item.Data == nil:
	case isType && item.Data != nil:
		var err error
		if v, err = codec.decode(*item.Data); err != nil {
			return nil, &ValueError{At: at, Name: item.Name, Err: err}
		}
	case g.names.Partial && t == anyType:
		v = UnknownValue{Name: item.Name}
		if item.Data != nil {
			v = UnknownValue{item.Name, append([]byte{}, *item.Data...)}
		}
	case g.names.Partial && isOptional(at, t):
		return nil, nil
	default:
		return nil, &ValueError{At: at, Name: item.Name, Err: ErrUnknownName}
	}
	if item.ID != 0 {
		g.pointers[item.ID] = v
	}
	return g.fitting(at, item.Name, v, t)
}

// fitting returns a value that can be assigned to a type.
func (g *gameValues) fitting(at statefile.Place, name string, v any, t reflect.Type) (any, error) {
	if v != nil && reflect.TypeOf(v).AssignableTo(t) {
		return v, nil
	}
	return nil, &ValueError{At: at, Name: name, Err: fmt.Errorf("is a %T, not a %v", v, t)}
}
