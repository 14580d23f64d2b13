// Package deflate compresses pieces of data, each by itself (RFC 1951), expands them within bounds,
// and computes their checksums.
//
// A program that imports a compressor links its tables, even if nothing calls it. With the build
// tag norecordings no compressor is imported: the functions have no bodies, so a program that can
// reach one of them does not link.
package deflate
