// Package fmagate proves that the engine has the same arithmetic on every platform:
// it compiles every engine package for targets on which Go may fuse x*y + z into one
// instruction with a single rounding, reads the instructions and fails on any fused
// instruction. It has no code besides the tests.
//
// Instructions of arm64 are words of one length, so the compiled packages can be searched for fused
// ones. Only what the search finds is compiled once more, for the compiler's listing, which has
// names and lines. For amd64 the listing is read of every package.
//
// # Terms
//
//   - An engine package is one whose results reach a body: all but commands,
//     examples and drawing.
//   - A target is an architecture with its level: arm64, and in long runs amd64 with
//     GOAMD64=v3. Both fuse under the same conditions as ppc64, riscv64 and s390x.
//
// Code inlined or instantiated from elsewhere is part of the function it ends up in
// and is checked there. Assembly files are read as text.
package fmagate
