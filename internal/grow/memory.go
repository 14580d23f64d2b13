package grow

import (
	"unsafe"

	"github.com/carom2d/carom/internal/invariant"
)

// Memory is memory for stages of a tick that follow one another. Each stage begins with all of it,
// carves its columns out of it, and does not read them after the next stage has begun. So the
// memory has the size of the largest stage and not of all stages together.
type Memory struct {
	lines    []line
	used     int // lines of the present stage
	peak     int // the most lines of a stage since the last Fit
	shrinker Shrinker
}

// line is a cache line. A column begins at the start of one.
type line [8]uint64

const ones = ^uint64(0)

// poison fills columns that nobody has written, with the self-checks on. As float32 it is NaN.
var poison = line{ones, ones, ones, ones, ones, ones, ones, ones}

// Fit opens the first stage of a tick. It frees memory that the last ticks did not need.
func (m *Memory) Fit() {
	if room, shrinks := m.shrinker.Fit(m.peak, len(m.lines)); shrinks {
		m.lines = make([]line, room)
	}
	m.used, m.peak = 0, 0
}

// Begin opens a further stage.
func (m *Memory) Begin() { m.used = 0 }

// Carve returns a column of n elements for the present stage. The caller writes all of them before
// it reads one. The elements must not hold pointers, which the garbage collector would not find.
func Carve[T any](m *Memory, n int) []T {
	return unsafe.Slice((*T)(m.take(uintptr(n)*unsafe.Sizeof(*new(T)))), n)
}

// take provides further bytes for the present stage. If the lines are too few the stage goes on in
// new memory. Its older columns stay where they are.
//
//go:noinline
func (m *Memory) take(bytes uintptr) unsafe.Pointer {
	if bytes == 0 {
		return nil
	}
	at := m.used
	m.used += int((bytes + unsafe.Sizeof(line{}) - 1) / unsafe.Sizeof(line{}))
	m.peak = max(m.peak, m.used)
	if m.used > len(m.lines) {
		m.lines = make([]line, m.used+m.used/16)
	}
	if invariant.Enabled { // a column that is read before it is written changes results
		for i := range m.lines[at:m.used] {
			m.lines[at+i] = poison
		}
	}
	return unsafe.Pointer(&m.lines[at])
}
