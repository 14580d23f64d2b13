//go:build purego || !(amd64 || arm64 || js)

package simd

// Available is false: this build has no vector kernels.
const Available = false

// Flush does nothing: a kernel has run when its call returns.
func Flush() {}
