// Package item writes and reads CBOR (RFC 8949): heads of items, for code that goes over an
// encoding without making values of it, and values of Go by reflection. The encoding is the
// deterministic one of section 4.2 but for floats, which keep their size: equal values have equal
// bytes.
//
// The package exists so that a program links only the code that it calls. With a general library
// every program links the library's initial values, and with them big numbers, dates and logs.
//
//	nil                       null
//	bool, integers, floats    as such; a float32 has four bytes
//	string                    text, which must be UTF-8
//	[]byte, [n]byte           a byte string
//	slice, array              an array
//	map                       a map, its keys in the order of their bytes
//	struct                    a map from the names of its exported fields, or those in a tag `cbor:"name,omitempty"`, else in
//	                          one of json; "-" leaves a field out; the fields of embedded structs count as its own
//	pointer                   null, or its pointee
//	encoding.BinaryMarshaler  a byte string
//
// All other types are refused: channels, functions, complex numbers, and structs that have fields
// but none that is exported.
//
// Lengths are known in advance, and the keys of a map differ. An encoding read into a struct may
// have further fields. Into a variable of type any an item is read as uint64, int64 if it is
// negative, float64, bool, string, []byte, []any or map[any]any.
package item
