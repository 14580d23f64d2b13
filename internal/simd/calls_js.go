//go:build js && !purego

package simd

import "unsafe"

// A call from Go to the module costs some 400 ns, as much as a kernel needs for ten bundles. So
// calls wait in a list, and the module makes all of them in one call, which has no arguments and so
// allocates nothing.
//
// The stack of a goroutine may move during such a call, so arguments are copied to a place that
// stays. There is one thread, and no call of the module blocks, so one list does for all
// goroutines.
const (
	maxCalls      = 256
	argumentWords = 8192
)

var (
	calls struct {
		count uint32
		list  [maxCalls]struct{ kernel, arguments uint32 }
	}
	arguments [argumentWords]uint64
	words     int // of arguments that are in use
)

// CallsAtOnce is how many calls of a kernel are worth collecting.
const CallsAtOnce = 64

// Add appends the call of a kernel to the list. Its arguments, of some bytes, are copied.
func Add(kernel uint32, args unsafe.Pointer, size uintptr) {
	add(kernel, args, size)
	if calls.count == maxCalls || words > argumentWords/2 {
		Flush()
	}
}

// AddInPlace is Add for arguments that stay where they are, and where the kernel leaves results.
func AddInPlace(kernel uint32, args unsafe.Pointer) {
	c := &calls.list[calls.count]
	c.kernel, c.arguments = kernel, uint32(uintptr(args))
	calls.count++
	if calls.count == maxCalls {
		Flush()
	}
}

// Run runs the calls in the list and then a kernel, which may change its arguments.
func Run(kernel uint32, args unsafe.Pointer, size uintptr) {
	place := add(kernel, args, size)
	Flush()
	copy(unsafe.Slice((*byte)(args), size), unsafe.Slice((*byte)(place), size))
}

func add(kernel uint32, args unsafe.Pointer, size uintptr) unsafe.Pointer {
	place := still(args, size)
	c := &calls.list[calls.count]
	c.kernel, c.arguments = kernel, uint32(uintptr(place))
	calls.count++
	return place
}

// RunIn is Run for a kernel of a module of its own, which was made.
func RunIn(m *Module, kernel uint32, args unsafe.Pointer, size uintptr) {
	Flush()
	place := add(kernel, args, size)
	m.flush()
	copy(unsafe.Slice((*byte)(args), size), unsafe.Slice((*byte)(place), size))
}

// Flush runs the calls in the list. Code that reads or writes data of a kernel calls it before.
func Flush() {
	if calls.count > 0 {
		common.flush()
	}
}

//go:noinline
func (m *Module) flush() {
	m.run.Invoke()
	calls.count, words = 0, 0
}

// Still copies a value that may be on the stack, for the arguments of the next kernel, and returns
// its address.
func Still[T any](x *T) unsafe.Pointer { return still(unsafe.Pointer(x), unsafe.Sizeof(*x)) }

func still(x unsafe.Pointer, size uintptr) unsafe.Pointer {
	n := int(size+7) / 8
	place := unsafe.Pointer(&arguments[words : words+n][0])
	words += n
	copy(unsafe.Slice((*byte)(place), size), unsafe.Slice((*byte)(x), size))
	return place
}
