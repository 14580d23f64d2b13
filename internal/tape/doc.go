// Package tape is the container of recordings: chunks with lengths and checksums, compressed by
// DEFLATE (RFC 1951), and the items in them, which are those of CBOR (RFC 8949). A tape that was
// cut off anywhere can be read up to the last whole chunk.
package tape
