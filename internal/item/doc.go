// Package item writes and reads the heads of CBOR items (RFC 8949, section 3), for code that goes over an encoding without making values
// of it.
package item
