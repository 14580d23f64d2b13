// Package statefile writes columns of Go values to files and reads them back: portable and
// self-describing.
//
// A file is a header of fixed size, with the version of the format and checksums, and frames
// compressed by DEFLATE (RFC 1951). Their content is CBOR:
//
//	{"format": "...", "facts": {...}, "columns": {part: {name: {"length": n, "data": node}}}}
//
// A node holds the elements of one type, field by field. The node of a struct is a map from the
// names of its fields to their nodes, the node of an array a map from "0", "1" and so on. The node
// of a number is a typed array of RFC 8746, little-endian, of as many numbers as there are
// elements; an int has eight bytes everywhere. The node of a list is {"ends": the end of the list
// of each element, "elements": node}. The node of an interface is {"kinds": the number of each
// element's kind, zero for nil, "of": {kind: {"length": n, "data": node}}}. The node of strings and
// of values of the game is a sequence of CBOR items, one for each element, with tag 63.
//
// Fields are found by name, not by place. A file has all known fields, and no others.
package statefile
