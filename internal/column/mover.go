package column

import (
	"reflect"
	"unsafe"
)

// mover makes, copies and clears elements that hold pointers. The collector must learn of every
// pointer that is written, so package reflect writes them, which knows the type. Two slice headers
// are made once and pointed at what is copied: nothing is allocated.
type mover struct {
	kind              reflect.Type // of the slice
	size              int          // of an element
	to, from          header
	toSlice, oldSlice reflect.Value // the slices of these headers
}

func newMover(kind reflect.Type) *mover {
	m := &mover{kind: kind, size: int(kind.Elem().Size())}
	m.toSlice = reflect.NewAt(kind, unsafe.Pointer(&m.to)).Elem()
	m.oldSlice = reflect.NewAt(kind, unsafe.Pointer(&m.from)).Elem()
	return m
}

func (m *mover) headerOf(p []byte) header {
	n := len(p) / m.size
	return header{unsafe.Pointer(unsafe.SliceData(p)), n, n}
}

func (m *mover) copy(to, from []byte) {
	m.to, m.from = m.headerOf(to), m.headerOf(from)
	reflect.Copy(m.toSlice, m.oldSlice)
	m.to, m.from = header{}, header{} // they would keep the memory
}

func (m *mover) clear(p []byte) {
	m.to = m.headerOf(p)
	m.toSlice.Clear()
	m.to = header{}
}

// make returns memory for elements, as bytes.
func (m *memory) make(n, reserve int) []byte {
	if !m.layout.pointers {
		return make([]byte, n, reserve)
	}
	elements := reflect.MakeSlice(m.layout.slice, 0, reserve/m.size)
	return unsafe.Slice((*byte)(elements.UnsafePointer()), elements.Cap()*m.size)[:n]
}

// copy copies as many elements as there are, to memory with room for them.
func (m *memory) copy(to, from []byte) {
	if !m.layout.pointers {
		copy(to, from)
		return
	}
	m.pointerMover().copy(to, from)
}

func (m *memory) clear(p []byte) {
	if !m.layout.pointers {
		clear(p)
		return
	}
	m.pointerMover().clear(p)
}

// pointerMover returns the mover, which it makes at the first use: most columns with pointers stay
// empty.
func (m *memory) pointerMover() *mover {
	if m.mover == nil {
		m.mover = newMover(m.layout.slice)
	}
	return m.mover
}
