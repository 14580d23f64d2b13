//go:build js && !purego

package simd

import (
	_ "embed"
	"syscall/js"
	"unsafe"
)

// kernels is the code of the common module.
//
//go:embed kernels.wasm
var kernels []byte

// Module is a module of vector kernels that imports the memory of the program. A package whose
// kernels few programs need has one of its own and makes it when it needs one, so other programs do
// not contain its code.
type Module struct {
	run         js.Value
	tried, made bool
}

var common Module

// Available says whether the host knows vector instructions and lets the program make modules. A
// page may forbid it by its content security policy, and a browser may refuse large modules on its
// main thread.
var Available = common.Make(kernels)

// Make makes the module from its code at the first call, and reports whether the host has let it.
func (m *Module) Make(code []byte) bool {
	if !m.tried {
		m.made = m.start(code)
		m.tried = true
	}
	return m.made
}

// start makes the module. An objection of the host arrives as a panic.
func (m *Module) start(kernels []byte) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	wasm := js.Global().Get("WebAssembly")
	code := js.Global().Get("Uint8Array").New(len(kernels))
	js.CopyBytesToJS(code, kernels)
	memory := programMemory()
	if !memory.Truthy() || !wasm.Call("validate", code).Bool() {
		return false
	}
	module := wasm.Get("Module").New(code)
	instance := wasm.Get("Instance").New(module, map[string]any{"go": map[string]any{"memory": memory}})
	list := int(uintptr(unsafe.Pointer(&calls)))
	instance.Get("exports").Call("setup", list)
	m.run = instance.Get("exports").Get("run")
	return sharesMemory(memory, list)
}

// jsValue has the layout of js.Value.
type jsValue struct {
	_     [0]func()
	ref   uint64
	gcPtr *uint64
}

// The references of objects that the loader of Go programs numbers: the global object and the
// loader itself.
const (
	globalRef = 0x7ff80000<<32 | 1<<32 | 5
	loaderRef = globalRef + 1
)

// programMemory returns the memory of this program. Go has no name for it, but the loader keeps the
// instance. If js.Value or the numbers should change, the result is undefined.
func programMemory() js.Value {
	global := js.Global()
	if unsafe.Sizeof(global) != unsafe.Sizeof(jsValue{}) || (*jsValue)(unsafe.Pointer(&global)).ref != globalRef {
		return js.Undefined()
	}
	v := jsValue{ref: loaderRef}
	loader := *(*js.Value)(unsafe.Pointer(&v))
	exports := loader.Get("_inst").Get("exports")
	if memory := exports.Get("mem"); memory.Truthy() {
		return memory
	}
	return exports.Get("memory")
}

// sharesMemory reports whether a number written here arrives in the memory.
func sharesMemory(memory js.Value, address int) bool {
	word := js.Global().Get("Uint32Array").New(memory.Get("buffer"), address, 1)
	calls.count = 0x5a17
	ok := word.Index(0).Int() == 0x5a17
	calls.count = 0
	return ok && word.Index(0).Int() == 0
}
