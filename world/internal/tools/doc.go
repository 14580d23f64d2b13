// Package tools reads the tables of a world for programs that keep a picture of it, such as
// packages view and inspect: all bodies, colliders, contacts or areas at once, in few bytes each,
// with version numbers of their parts.
//
// Methods named Append append to a slice of the caller's, and allocate nothing once that has room.
package tools
