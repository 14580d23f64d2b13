// Package deflate compresses pieces of data, each by itself (RFC 1951), and expands them within
// bounds.
package deflate
