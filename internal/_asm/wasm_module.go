package main

// A WebAssembly module of kernels, in its binary form. Its functions work on the memory of the Go
// program, which they import. Two functions are exported:
//
//   - setup(list i32) says where the program writes its calls.
//   - run() makes the calls in the list: their number, then for each the number of a kernel and the
//     address of its arguments, all of four bytes.

// The numbers of the binary form.
const (
	wasmI32, wasmI64, wasmV128 = 0x7f, 0x7e, 0x7b

	wasmTypes, wasmImports, wasmFunctions, wasmTables = 1, 2, 3, 4
	wasmGlobals, wasmExports, wasmElements, wasmCodes = 6, 7, 9, 10
)

// unsigned appends a number in LEB128.
func unsigned(p []byte, x uint64) []byte {
	for x >= 0x80 {
		p = append(p, byte(x)|0x80)
		x >>= 7
	}
	return append(p, byte(x))
}

func signed(p []byte, x int64) []byte {
	for {
		b := byte(x & 0x7f)
		x >>= 7
		if x == 0 && b&0x40 == 0 || x == -1 && b&0x40 != 0 {
			return append(p, b)
		}
		p = append(p, b|0x80)
	}
}

func sized(p, content []byte) []byte { return append(unsigned(p, uint64(len(content))), content...) }

func text(p []byte, s string) []byte { return sized(p, []byte(s)) }

func section(p []byte, kind byte, content []byte) []byte { return sized(append(p, kind), content) }

func wasmModule(kernels [][]byte) []byte {
	n := uint64(len(kernels))
	p := []byte("\x00asm\x01\x00\x00\x00")
	p = section(p, wasmTypes, []byte{2, 0x60, 1, wasmI32, 0, 0x60, 0, 0})
	imports := text(text([]byte{1}, "go"), "memory")
	p = section(p, wasmImports, append(imports, 2, 0, 1))
	functions := unsigned(nil, n+2)
	for range n + 1 {
		functions = append(functions, 0)
	}
	p = section(p, wasmFunctions, append(functions, 1))
	p = section(p, wasmTables, unsigned(unsigned([]byte{1, 0x70, 1}, n), n))
	p = section(p, wasmGlobals, []byte{1, wasmI32, 1, 0x41, 0, 0x0b})
	exports := append(text([]byte{2}, "setup"), 0)
	exports = append(text(unsigned(exports, n), "run"), 0)
	p = section(p, wasmExports, unsigned(exports, n+1))
	elements := unsigned([]byte{1, 0, 0x41, 0, 0x0b}, n)
	for i := range n {
		elements = unsigned(elements, i)
	}
	p = section(p, wasmElements, elements)
	codes := unsigned(nil, n+2)
	for _, k := range append(kernels, wasmSetup(), wasmRun()) {
		codes = sized(codes, k)
	}
	return section(p, wasmCodes, codes)
}

// wasmSetup is the body of setup: it sets the global to its parameter.
func wasmSetup() []byte { return []byte{0, 0x20, 0, 0x24, 0, 0x0b} }

// wasmRun is the body of run.
func wasmRun() []byte {
	return []byte{
		1, 2, wasmI32, // locals: the place in the list, the calls left
		0x23, 0, 0x28, 2, 0, 0x21, 1, // calls = memory[list]
		0x23, 0, 0x21, 0, // place = list
		0x02, 0x40, // block
		0x20, 1, 0x45, 0x0d, 0, // leave it if there are no calls
		0x03, 0x40, // loop
		0x20, 0, 0x28, 2, 8, // the arguments
		0x20, 0, 0x28, 2, 4, // the kernel
		0x11, 0, 0, // call it
		0x20, 0, 0x41, 8, 0x6a, 0x21, 0, // place += 8
		0x20, 1, 0x41, 1, 0x6b, 0x22, 1, // calls--
		0x0d, 0, // again
		0x0b, 0x0b, 0x0b,
	}
}
