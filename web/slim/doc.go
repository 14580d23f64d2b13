// Package slim makes Go programs for GOOS=js GOARCH=wasm lighter on their way to a browser: it takes
// away what only the traces of a panic show.
//
//	program, err = slim.WithoutLines(program)
//
// # Terms
//
//   - The line tables of a program tell the file and the line of each place in its code. The Go linker
//     has no flag that leaves them out. They are a tenth of a program once it is compressed.
//
// # Promises
//
// The program computes the same. A trace still names all functions, inlined ones too, and has "?:0" in
// the place of a file and a line; so have [runtime.Caller] and package log. A program whose form
// is not that of the Go versions that are known here is an error.
package slim
