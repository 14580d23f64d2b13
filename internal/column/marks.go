package column

// Marks records which elements of columns were written, so that Save and Restore skip the others.
// The zero Marks is ready. Writers call Set for every element. A missing call would corrupt
// snapshots; the build with self-checks finds it.
type Marks struct {
	times []uint64 // by marksBlock elements: the time at which one of them was written last
	all   uint64   // the time at which any may have been written
	now   uint64   // rises with every Save and Restore

	calls     *uint64 // of the game, each of which may write any element without a mark; nil: none does
	lastCalls uint64
}

// marksBlock is the number of elements that are marked together.
const marksBlock = 64

// Set records that an element was written, or may be written before the next Save.
func (m *Marks) Set(i int) {
	block := uint(i) / marksBlock
	if block >= uint(len(m.times)) {
		m.grow(i)
	}
	m.times[block] = m.now + 1
}

// SetEach is Set for many elements.
func (m *Marks) SetEach(elements []uint32) {
	times, now := m.times, m.now+1
	for _, i := range elements {
		block := uint(i) / marksBlock
		if block >= uint(len(times)) {
			m.grow(int(i))
			times = m.times
		}
		times[block] = now
	}
}

// SetRange is Set for the elements from lo up to hi.
func (m *Marks) SetRange(lo, hi int) {
	if lo >= hi {
		return
	}
	m.Reserve(hi)
	times := m.times[lo/marksBlock : (hi-1)/marksBlock+1]
	for i := range times {
		times[i] = m.now + 1
	}
}

// Reserve makes room for the marks of n elements. Then workers may call Set at the same time, if no
// two of them do so in one block of 64 elements.
//
//go:noinline
func (m *Marks) Reserve(n int) {
	if n > len(m.times)*marksBlock {
		m.grow(n - 1)
	}
}

// grow is not inlined: hundreds of places call it and seldom run.
//
//go:noinline
func (m *Marks) grow(i int) {
	m.times = append(m.times, make([]uint64, i/marksBlock+1-len(m.times))...)
}

// SetAll records that any element may have been written.
func (m *Marks) SetAll() { m.all = m.now + 1 }

// SetAllByCalls gives the marks the counter of the game's calls, each of which may write any
// element without a mark.
func (m *Marks) SetAllByCalls(calls *uint64) { m.calls = calls }

func (m *Marks) noteCalls() {
	if m.calls == nil {
		return
	}
	if n := *m.calls; n != m.lastCalls {
		m.lastCalls = n
		m.SetAll()
	}
}

// Now returns a time after all writes so far and before all later writes.
func (m *Marks) Now() uint64 {
	m.noteCalls()
	m.now++
	return m.now
}

// Next returns the time that the next mark gets, which is never zero.
func (m *Marks) Next() uint64 { return m.now + 1 }

// Times returns the marks.
func (m *Marks) Times() *Marks { return m }

// Unchanged reports whether no element from lo up to hi was written since a time.
func (m *Marks) Unchanged(lo, hi int, since uint64) bool {
	m.noteCalls()
	if m.all > since {
		return false
	}
	for i := lo / marksBlock; i <= (hi-1)/marksBlock && i < len(m.times); i++ {
		if m.times[i] > since {
			return false
		}
	}
	return true
}
