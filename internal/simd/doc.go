// Package simd knows whether the vector kernels run on this machine, and calls them where that is
// not a plain call. It checks once, at start; with the build tag purego there are no vector
// kernels.
//
// On amd64 the kernels are assembly with AVX2; on arm64, with NEON. In a browser or Node (GOOS=js)
// they are a WebAssembly module with vectors of 16 bytes that works on the memory of the program;
// see calls_js.go. All other targets have the portable kernels alone.
package simd

//go:generate ./generate.sh
