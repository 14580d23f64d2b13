package snapshot

import (
	"errors"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/carom2d/carom/internal/statefile"
)

// The reasons of a ValueError.
var (
	// ErrNoName is wrapped when a value of the game is to be written that has no name.
	ErrNoName = errors.New("has no name")
	// ErrUnknownName is wrapped when a file has a name that is not known.
	ErrUnknownName = errors.New("is not a known name")
)

// ValueError names the value of the game that cannot be written to a file or read from it.
type ValueError struct {
	At   statefile.Place
	Name string // that is not known; empty if the value has none
	Type string // of a value without a name
	Err  error
}

func (e *ValueError) Error() string { return fmt.Sprintf("%v: %q %v", e.At, e.Name+e.Type, e.Err) }

func (e *ValueError) Unwrap() error { return e.Err }

// Names are the names of values of the game. The zero value has none.
type Names struct {
	Partial bool // values without a name are left out if the simulation does not need them

	// StandIn names a value without a name for a recording, with data that identify it. Nil names
	// none.
	StandIn func(v any) (name string, data []byte)

	values    map[string]any            // by name
	types     map[string]namedType      // by name
	names     map[any]string            // of values that are not functions
	functions map[unsafe.Pointer]string // names by closure
	typeNames map[reflect.Type]string
}

// namedType writes and reads values of a type.
type namedType struct {
	encode func(any) ([]byte, error)
	decode func([]byte) (any, error)
}

// UnknownValue stands for user data that only the game can read: see Names.Partial. It is written
// as it was read.
type UnknownValue struct {
	Name string
	Data []byte // of a value of a named type; nil for a named value
}

// Value names one value. A function is found by identity, another value by equality. It panics when
// the name or the value is taken, or when the value cannot be compared.
func (n *Names) Value(name string, v any) {
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
}

// Codec names a type of values, and the functions that write and read them. It panics when the name
// or the type is taken.
func (n *Names) Codec(name string, t reflect.Type, encode func(any) ([]byte, error), decode func([]byte) (any, error)) {
	n.claim(name)
	if old, taken := n.typeNames[t]; taken {
		panic(fmt.Sprintf("world: the type %v is named %q and %q", t, old, name))
	}
	if name == "" || t.Kind() == reflect.Interface {
		panic("world: NameType without a name, or of an interface")
	}
	put(&n.typeNames, t, name)
	put(&n.types, name, namedType{encode, decode})
}

// Decoder names values that are only read, by a function that reads their data.
func (n *Names) Decoder(name string, decode func([]byte) (any, error)) {
	put(&n.types, name, namedType{decode: decode})
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
