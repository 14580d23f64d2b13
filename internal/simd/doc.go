// Package simd says which vector instructions the machine has. It asks once, at
// start; the build tag purego makes the answer no.
package simd
