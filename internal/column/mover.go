package column

import (
	"reflect"
	"unsafe"
)

// mover makes, copies and clears elements. The garbage collector must know every pointer that is
// written, so package reflect, which knows the type, writes pointers. Two slice headers are made
// once and pointed at the copied memory, so nothing is allocated.
type mover struct {
	layout *layout
	slices *moverSlices // nil until elements with pointers are copied
}

type moverSlices struct {
	to, from          header
	toSlice, oldSlice reflect.Value // the slices of these headers
}

func (m *mover) headerOf(p []byte) header {
	n := len(p) / m.layout.bytes()
	return header{unsafe.Pointer(unsafe.SliceData(p)), n, n}
}

// copy copies as many elements as there are, to memory with room for them.
func (m *mover) copy(to, from []byte) {
	if !m.layout.pointers {
		copy(to, from)
		return
	}
	s := m.reflected()
	s.to, s.from = m.headerOf(to), m.headerOf(from)
	reflect.Copy(s.toSlice, s.oldSlice)
	s.to, s.from = header{}, header{} // they would keep the memory
}

func (m *mover) clear(p []byte) {
	if !m.layout.pointers {
		clear(p)
		return
	}
	s := m.reflected()
	s.to = m.headerOf(p)
	s.toSlice.Clear()
	s.to = header{}
}

// make returns memory for elements, as bytes.
func (m *mover) make(n, reserve int) []byte {
	if !m.layout.pointers {
		return make([]byte, n, reserve)
	}
	size := m.layout.bytes()
	elements := reflect.MakeSlice(m.layout.slice, 0, reserve/size)
	return unsafe.Slice((*byte)(elements.UnsafePointer()), elements.Cap()*size)[:n]
}

// reflected returns the slices, which it makes at the first use: most columns with pointers stay
// empty.
func (m *mover) reflected() *moverSlices {
	if m.slices == nil {
		s := &moverSlices{}
		s.toSlice = reflect.NewAt(m.layout.slice, unsafe.Pointer(&s.to)).Elem()
		s.oldSlice = reflect.NewAt(m.layout.slice, unsafe.Pointer(&s.from)).Elem()
		m.slices = s
	}
	return m.slices
}
