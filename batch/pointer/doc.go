// Package pointer finds values in JSON documents by JSON pointers (RFC 6901), with their places in
// the text, and replaces them by numbers.
package pointer
