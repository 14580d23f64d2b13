package column

import "unsafe"

// Column is a column of a table, made by Slice, Lists or Value.
type Column interface {
	hash(h *Hasher)
	// slice returns the variable if it is a slice, or nil.
	slice() *header
	// Variable returns a pointer to the variable that holds the column.
	Variable() any
}

// recordColumn is a column that is not copied as memory: a Copy keeps data from elsewhere or a part
// of its elements.
type recordColumn interface {
	Column
	// shared returns the column without its variable, for a scheme.
	shared() recordColumn
	// save returns a copy of a variable's content, in place of an older copy or nil.
	save(variable unsafe.Pointer, old saved) saved
	restore(variable unsafe.Pointer, from saved)
}

// saved is the content of one column at one time.
type saved interface {
	bytes() int
}

// Entry is a column of a List.
type Entry struct {
	_       [0]func() // not comparable, so no program has code for a comparison
	Part    string    // of the world, such as "bodies"
	Name    string
	Derived bool
	Column  Column
}

// List holds the columns of all tables of a world, in a fixed order, and hashes them. A Store saves
// and restores them.
type List struct {
	Entries  []Entry
	part     string
	hasher   Hasher    // on the stack it would escape
	ofColumn Hasher    // of a column in Digest, likewise
	digested bool      // there was a Digest
	slices   []*header // by entry: the variable, if it is a slice that holds nothing when it is empty

	// Calls returns the number of calls of the game that have changed something.
	Calls func() uint64
	// Settled reports whether the last tick has cleared the data that last for one tick, without a
	// write since.
	Settled func() bool
}

// expectedEntries is the approximate number of columns of a world.
const expectedEntries = 176

// Begin begins the columns of a part of the world.
func (l *List) Begin(part string) { l.part = part }

// State adds a state column. Like the other calls that make a list it is not inlined: a program
// has two hundred of them, and each world runs them once.
//
//go:noinline
func (l *List) State(name string, c Column) { l.add(Entry{Part: l.part, Name: name, Column: c}) }

func (l *List) add(e Entry) {
	if l.Entries == nil {
		l.Entries = make([]Entry, 0, expectedEntries)
	}
	l.Entries = append(l.Entries, e)
}

// Derived adds a derived column.
//
//go:noinline
func (l *List) Derived(name string, c Column) {
	l.add(Entry{Part: l.part, Name: name, Derived: true, Column: c})
}

// prepare finds the slices.
func (l *List) prepare() {
	if len(l.slices) == len(l.Entries) {
		return
	}
	l.slices = make([]*header, len(l.Entries))
	for i := range l.Entries {
		c := l.Entries[i].Column
		if rare, ok := c.(*SliceColumn); !ok || rare.rows == nil {
			l.slices[i] = c.slice()
		}
	}
}

// Restored makes the next Digest compute the hashes of elements that a Restore of the store may
// have changed.
func (l *List) Restored(s *Store, undoesCalls bool) {
	if !l.digested {
		return
	}
	slice := 0
	for i := range l.Entries {
		if c, ok := l.Entries[i].Column.(*SliceColumn); ok {
			c.restored(undoesCalls, s.hasChanged(int(s.scheme.entries[slice])))
			slice++
		}
	}
}

// Hash returns the hash of one column.
func (e *Entry) Hash() uint64 {
	h := NewHasher()
	e.Column.hash(&h)
	return h.Sum()
}

// Hash appends the hash of each part, in the order of the list. Derived columns are left out.
func (l *List) Hash(dst []uint64) []uint64 {
	h := &l.hasher
	for i := range l.Entries {
		e := &l.Entries[i]
		if i == 0 || l.Entries[i-1].Part != e.Part {
			*h = NewHasher()
		}
		if !e.Derived {
			e.Column.hash(h)
		}
		if i+1 == len(l.Entries) || l.Entries[i+1].Part != e.Part {
			dst = append(dst, h.Sum())
		}
	}
	return dst
}
