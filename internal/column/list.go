package column

// Column is a column of a table, made by Slice, Lists or Value.
type Column interface {
	// save returns a copy of the column, in place of an older copy or nil.
	save(old saved) saved
	restore(from saved)
	hash(h *Hasher)
	// Variable returns a pointer to the variable that holds the column.
	Variable() any
}

// saved is the content of one column at one time.
type saved interface {
	bytes() int
	// ownBytes is bytes without the blocks that were counted before.
	ownBytes(counted map[any]bool) int
}

// Entry is a column of a List.
type Entry struct {
	Part    string // of the world, such as "bodies"
	Name    string
	Derived bool
	Column  Column
}

// List is the columns of all tables of a world, in a fixed order.
type List struct {
	Entries []Entry
	part    string
	hasher  Hasher // on the stack it would escape
	others  []int  // the entries that are not memories
	memory  []*memory

	// Calls returns the number of calls of the game that have changed something.
	Calls func() uint64
}

// Begin begins the columns of a part of the world.
func (l *List) Begin(part string) { l.part = part }

// State adds a state column.
func (l *List) State(name string, c Column) {
	l.Entries = append(l.Entries, Entry{Part: l.part, Name: name, Column: c})
}

// Derived adds a derived column.
func (l *List) Derived(name string, c Column) {
	l.Entries = append(l.Entries, Entry{Part: l.part, Name: name, Derived: true, Column: c})
}

// Copy is the content of the columns of a List at one time. The zero Copy is empty.
type Copy struct {
	columns  []saved       // of the entries that are not memories, by their order
	memories []savedMemory // of the others
	arena    []byte        // what the flat memories hold, one behind the other
}

// Empty reports whether nothing was saved into the copy.
func (c *Copy) Empty() bool { return len(c.columns)+len(c.memories) == 0 }

// Bytes returns the size of what the copy holds, blocks that it shares with others included.
func (c *Copy) Bytes() int {
	n := 0
	for _, s := range c.columns {
		n += s.bytes()
	}
	for i := range c.memories {
		n += c.memories[i].length
	}
	return n
}

// SharedBytes returns the size of what copies hold, the blocks that they share counted once.
func SharedBytes(copies []*Copy) int {
	n, counted := 0, map[any]bool{}
	for _, c := range copies {
		n += len(c.arena)
		for _, s := range c.columns {
			n += s.ownBytes(counted)
		}
		for i := range c.memories {
			n += c.memories[i].ownBytes(counted)
		}
	}
	return n
}

// prepare puts the memories side by side.
func (l *List) prepare() {
	if len(l.others)+len(l.memory) == len(l.Entries) {
		return
	}
	l.others, l.memory = nil, nil
	for i := range l.Entries {
		if m, ok := l.Entries[i].Column.(interface{ asMemory() *memory }); ok && m.asMemory() != nil {
			l.memory = append(l.memory, m.asMemory())
		} else {
			l.others = append(l.others, i)
		}
	}
}

// Save makes a copy hold what the columns hold.
func (l *List) Save(to *Copy) {
	l.prepare()
	if len(to.columns) != len(l.others) || len(to.memories) != len(l.memory) {
		to.columns, to.memories = make([]saved, len(l.others)), make([]savedMemory, len(l.memory))
	}
	for k, i := range l.others {
		to.columns[k] = l.Entries[i].Column.save(to.columns[k])
	}
	arena := to.arena[:0]
	for k, m := range l.memory {
		arena = m.save(&to.memories[k], arena)
	}
	to.arena = arena
}

// Restore makes the columns hold what a copy holds. The copy was saved from a list of the same tables.
func (l *List) Restore(from *Copy) {
	l.prepare()
	arena := from.arena
	for k, m := range l.memory { // before the counts of rows, by which they know what is unchanged
		arena = m.restore(&from.memories[k], arena)
	}
	for k, i := range l.others {
		l.Entries[i].Column.restore(from.columns[k])
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
