// Package tape is the container of recordings: chunks with lengths and checksums, compressed by
// DEFLATE (RFC 1951), and the CBOR items in them (RFC 8949). A tape that was cut off anywhere can
// be read up to the last whole chunk.
package tape
