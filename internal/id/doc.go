// Package id hands out stable slots with generations, so that a handle to
// something destroyed can be told from a handle to whatever took its place.
//
// Terms: a Slot is an index that stays the same for the life of a thing and is
// reused afterwards; an ID is a slot with the generation it had when the thing
// was made. The zero ID names nothing. A Row, the dense index in a table, is
// not this package's business.
package id
