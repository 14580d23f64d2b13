package world

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/carom2d/carom/internal/statefile"
)

// The reasons of a NameError.
var (
	// ErrNoName is wrapped when a value of the game is to be written that has no name.
	ErrNoName = errors.New("has no name")
	// ErrUnknownName is wrapped when a file has a name that is not known.
	ErrUnknownName = errors.New("is not a known name")
)

// NameError tells which value of the game cannot be written to a file or read from it.
type NameError struct {
	Owner string // what has the value, such as "body(hero)"; empty for callbacks of Config and while a file is read
	Where string // in the state, such as "bodies/Meta.gameData.UserData[7]": the index is a slot
	Name  string // that is not known; empty if the value has none
	Type  string // of a value without a name
	Err   error  // ErrNoName, ErrUnknownName, or what went wrong between a value and its bytes

	place statefile.Place
}

func (e *NameError) Error() string {
	where := e.Where
	if e.Owner != "" {
		where = fmt.Sprintf("%s, %s", e.Owner, where)
	}
	if e.Name == "" {
		return fmt.Sprintf("world: %s: a value of type %s %v", where, e.Type, e.Err)
	}
	return fmt.Sprintf("world: %s: %q: %v", where, e.Name, e.Err)
}

func (e *NameError) Unwrap() error { return e.Err }

// Names gives names to what is the game's own, so that it can be written to files and found again:
// shapes with a Support of the game's own, constraints and laws of joints, the functions of
// AreaField, the callbacks of Config, and user data. The zero Names is ready. A game makes one when
// it starts, and gives it to all that reads and writes.
//
// There are two ways. Value names one value that the game always has, such as a function. NameType
// names a type whose values have content. User data that is nil, a bool, a number, a string or a
// []byte needs no name: the types of the language, not types of the game's own that are like them.
//
// Names must not change while files are read or written, which several goroutines may do at once.
type Names struct {
	// Partial is for tools that do not have the game's code. When writing, user data and callbacks
	// of Config that have no name are left out. When reading, callbacks that are not known are left
	// out, and user data becomes an UnknownValue. Other values are needed for the simulation;
	// without a name they remain errors.
	Partial bool

	// MaxBytes bounds the memory that reading a file takes, zero means 256 MiB. Files that need
	// more are refused.
	MaxBytes int

	values    map[string]any            // by name
	types     map[string]namedType      // by name
	names     map[any]string            // of values that are not functions
	functions map[unsafe.Pointer]string // names by closure
	typeNames map[reflect.Type]string

	standIn func(v any) (name string, data []byte) // of a value without a name: see recording.nameOf
}

// namedType writes and reads values of a type.
type namedType struct {
	encode func(any) ([]byte, error)
	decode func([]byte) (any, error)
}

// NewNames returns Names without any.
func NewNames() *Names { return &Names{} }

// UnknownValue stands for user data that only the game can read: see Names.Partial. It is written
// as it was read.
type UnknownValue struct {
	Name string
	Data []byte // of a value of a named type; nil for a named value
}

// Value names one value. It is known again by being equal, and a function by being the same:
// register the function that the world was given, not another closure of the same code. Value
// panics when the name or the value is taken, or when the value cannot be compared.
func (n *Names) Value(name string, v any) *Names {
	n.claim(name)
	if v == nil || name == "" {
		panic("world: Names.Value without a name or a value")
	}
	if f := functionOf(v); f != nil {
		if old, taken := n.functions[f]; taken {
			panic(fmt.Sprintf("world: Names.Value names a function %q and %q", old, name))
		}
		put(&n.functions, f, name)
	} else {
		if !reflect.ValueOf(v).Comparable() {
			panic(fmt.Sprintf("world: Names.Value of a %T, which cannot be compared; see NameType", v))
		}
		if old, taken := n.names[v]; taken {
			panic(fmt.Sprintf("world: Names.Value names a value %q and %q", old, name))
		}
		put(&n.names, v, name)
	}
	put(&n.values, name, v)
	return n
}

// claim panics when a name is taken.
func (n *Names) claim(name string) {
	_, isValue := n.values[name]
	if _, isType := n.types[name]; isValue || isType {
		panic(fmt.Sprintf("world: the name %q is taken", name))
	}
}

// functionOf returns the closure of a function, or nil for other values. Two functions with equal
// closures are the same.
func functionOf(v any) unsafe.Pointer {
	if reflect.TypeOf(v).Kind() != reflect.Func {
		return nil
	}
	return (*[2]unsafe.Pointer)(unsafe.Pointer(&v))[1] // a function is a pointer to its closure, which is the word of the interface
}

// put writes an entry of a map that may be nil.
func put[K comparable, V any](m *map[K]V, key K, v V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = v
}

// NameType names a type of values, such as *Enemy for user data or Star for a shape. Values are
// written by their MarshalBinary and read by UnmarshalBinary if the type has them, otherwise field
// by field: exported fields of booleans, numbers, strings, lists, maps, structs, pointers and
// values of type any, with tags such as `cbor:"name,omitempty"`, or of json. A field of another
// type, such as a function, has the tag `cbor:"-"`. Pointers to one value are so again after
// reading. It panics when the name or the type is taken, or when values of the type cannot be
// written.
func NameType[T any](n *Names, name string) {
	if err := statefile.CheckType(reflect.TypeFor[T]()); err != nil {
		panic(fmt.Sprintf("world: NameType of %v, which has no MarshalBinary: %v", reflect.TypeFor[T](), err))
	}
	NameCodec(n, name, func(v T) ([]byte, error) {
		if m, ok := any(v).(encoding.BinaryMarshaler); ok {
			return m.MarshalBinary()
		}
		return statefile.Marshal(v)
	}, func(data []byte) (v T, err error) {
		target := any(&v)
		if t := reflect.TypeFor[T](); t.Kind() == reflect.Pointer {
			v = reflect.New(t.Elem()).Interface().(T)
			target = v
		}
		if m, ok := target.(encoding.BinaryUnmarshaler); ok {
			err = m.UnmarshalBinary(data)
		} else {
			err = statefile.Unmarshal(data, target)
		}
		return v, err
	})
}

// NameCodec names a type of values, and the functions that write and read them.
func NameCodec[T any](n *Names, name string, encode func(T) ([]byte, error), decode func([]byte) (T, error)) {
	n.claim(name)
	t := reflect.TypeFor[T]()
	if old, taken := n.typeNames[t]; taken {
		panic(fmt.Sprintf("world: the type %v is named %q and %q", t, old, name))
	}
	if name == "" || t.Kind() == reflect.Interface {
		panic("world: NameType without a name, or of an interface")
	}
	put(&n.typeNames, t, name)
	put(&n.types, name, namedType{
		encode: func(v any) ([]byte, error) { return encode(v.(T)) },
		decode: func(data []byte) (any, error) { return decode(data) },
	})
}

// nameOf returns the name of a value, or the empty string.
func (n *Names) nameOf(v any) string {
	if f := functionOf(v); f != nil {
		return n.functions[f]
	}
	if len(n.names) > 0 && reflect.ValueOf(v).Comparable() {
		return n.names[v]
	}
	return ""
}
