package world

import (
	"encoding"
	"fmt"
	"reflect"

	"github.com/carom2d/carom/internal/snapshot"
	"github.com/carom2d/carom/internal/statefile"
)

// The reasons of a NameError.
var (
	// ErrNoName is wrapped when a value of the game that has no name is to be written.
	ErrNoName = snapshot.ErrNoName
	// ErrUnknownName is wrapped when a file has a name that is not known.
	ErrUnknownName = snapshot.ErrUnknownName
)

// NameError names the value of the game that cannot be written to a file or read from it.
type NameError struct {
	Owner string // the owner of the value, such as "body(hero)"; empty for callbacks of Config and while a file is read
	Where string // in the state, such as "bodies/Meta.gameData.UserData[7]": the index is a slot
	Name  string // that is not known; empty if the value has none
	Type  string // of a value without a name
	Err   error  // ErrNoName, ErrUnknownName, or the error of the code between a value and its bytes
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

// Names gives names to values of the game's own, so that they can be written to files and found
// again: shapes with a Support of the game's own, constraints and laws of joints, the functions of
// AreaField, the callbacks of Config, and user data. The zero Names is ready. A game makes one
// Names when it starts and passes it to all calls that read and write files.
//
// There are two ways. Value names one value that the game always has, such as a function. NameType
// names a type whose values have content. User data that is nil, a bool, a number, a string or a
// []byte needs no name. A type of the game's own with such an underlying type needs one.
//
// Names must not change while files are read or written, which several goroutines may do at once.
type Names struct {
	// Partial is for tools that do not have the game's code. Writing leaves out user data and
	// callbacks of Config that have no name. Reading leaves out unknown callbacks and turns unknown
	// user data into an UnknownValue. The simulation needs all other values; without a name they
	// remain errors.
	Partial bool

	// MaxBytes bounds the memory that reading a file takes, zero means 256 MiB. Files that need
	// more are refused.
	MaxBytes int

	known snapshot.Names
}

// namesOf returns the names as the codec of files takes them.
func namesOf(n *Names) *snapshot.Names {
	if n == nil {
		return &snapshot.Names{}
	}
	known := n.known
	known.Partial = n.Partial
	return &known
}

// UnknownValue stands for user data that only the game can read: see Names.Partial. It has the Name
// and, for a value of a named type, the Data with which the value was written. Encode writes it
// again unchanged.
type UnknownValue = snapshot.UnknownValue

// Value names one value. A value is found by equality, and a function by identity: register the
// function that the world was given, not another closure of the same code. Value panics when the
// name or the value is taken, or when the value cannot be compared.
func (n *Names) Value(name string, v any) *Names {
	n.known.Value(name, v)
	return n
}

// NameType names a type of values, such as *Enemy for user data or Star for a shape. Values are
// written by their MarshalBinary and read by UnmarshalBinary if the type has them, otherwise field
// by field: exported fields of booleans, numbers, strings, lists, maps, structs, pointers and
// values of type any, with tags such as `cbor:"name,omitempty"`, or of json. A field of another
// type, such as a function, has the tag `cbor:"-"`. Pointers to one shared value are shared again
// after reading. It panics when the name or the type is taken, or when values of the type cannot be
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
	n.known.Codec(name, reflect.TypeFor[T](),
		func(v any) ([]byte, error) { return encode(v.(T)) },
		func(data []byte) (any, error) { return decode(data) })
}
