// Package slim makes Go programs for GOOS=js GOARCH=wasm lighter on their way to a browser.
//
// # Terms
//
//   - The line tables of a program hold the file and the line of each place in its code. Only the
//     traces of a panic, [runtime.Caller] and package log read them. The Go linker has no flag that
//     leaves them out.
//   - A tree of inlined calls holds the names of the functions that the compiler has inlined in
//     another one.
//   - The data of a program fills its memory when it starts: segments with their addresses.
//     Memory that no segment fills is zero.
//
// # Promises
//
// The program computes the same, except for the answers of the runtime about its code:
// [runtime.Callers] and the traces of panics name the functions that were compiled, without inlined
// ones and arguments, and have "?:0" in place of a file and a line. A program from a version of Go
// whose form is unknown is an error.
package slim
