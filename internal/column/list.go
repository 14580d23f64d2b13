package column

// Column is a column of a table, made by Slice, Lists or Value.
type Column interface {
	hash(h *Hasher)
	// slice returns the variable if it is a slice, or nil.
	slice() *header
	// digest returns a hash for Digest, of a turn.
	digest(turn uint64) uint64
	// restored is called after a Restore. It may have undone calls of the game.
	restored(undoesCalls bool)
	// Variable returns a pointer to the variable that holds the column.
	Variable() any
}

// recordColumn is a column that is no memory: what a Copy keeps of its elements lies elsewhere or
// is a part of them.
type recordColumn interface {
	Column
	// save returns a copy of the column, in place of an older copy or nil.
	save(old saved) saved
	restore(from saved)
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
	Entries  []Entry
	part     string
	hasher   Hasher // on the stack it would escape
	digested bool   // there was a Digest
	others   []other
	memory   []*memory
	slices   []*header // by entry: the variable, if it is a slice that holds nothing when it is empty
	restores int       // that may have undone a call of the game
	values   []*memory // behind the others: by the counts of rows the rest knows what is unchanged

	// Calls returns the number of calls of the game that have changed something.
	Calls func() uint64
	// Settled reports whether the last tick has cleared what lasts for a tick, and nothing has been
	// written since.
	Settled func() bool
}

// expectedEntries is about the number of columns of a world.
const expectedEntries = 176

// Begin begins the columns of a part of the world.
func (l *List) Begin(part string) { l.part = part }

// State adds a state column.
func (l *List) State(name string, c Column) { l.add(Entry{Part: l.part, Name: name, Column: c}) }

func (l *List) add(e Entry) {
	if l.Entries == nil {
		l.Entries = make([]Entry, 0, expectedEntries)
	}
	l.Entries = append(l.Entries, e)
}

// Derived adds a derived column.
func (l *List) Derived(name string, c Column) {
	l.add(Entry{Part: l.part, Name: name, Derived: true, Column: c})
}

// Copy is the content of the columns of a List at one time. The zero Copy is empty.
type Copy struct {
	columns  []saved // of the entries that are not memories, by their order
	lengths  []int   // of the columns that are slices
	memories []savedMemory
	values   []savedMemory
	arena    []byte // what the flat memories hold, one behind the other
	calls    callsOf
}

// callsOf tells by which calls of the game a list came to hold what it holds.
type callsOf struct {
	list     *List
	calls    uint64
	restores int
}

func (l *List) callsSoFar() callsOf { return callsOf{l, l.Calls(), l.restores} }

// other is an entry that is no memory.
type other struct {
	column recordColumn
	slice  *header // its variable: most are empty, and Save and Restore pass these over
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
	for i := range c.values {
		n += c.values[i].length
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
	if len(l.others)+len(l.memory)+len(l.values) == len(l.Entries) {
		return
	}
	l.others, l.memory, l.values, l.slices = nil, nil, nil, nil
	for i := range l.Entries {
		c := l.Entries[i].Column
		l.slices = append(l.slices, c.slice())
		if rare, ok := c.(*SliceColumn); ok && rare.rows != nil {
			l.slices[i] = nil
		}
		switch c := c.(type) {
		case *SliceColumn:
			l.memory = append(l.memory, &c.memory)
		case *ValueColumn:
			l.values = append(l.values, &c.memory)
		case recordColumn:
			l.others = append(l.others, other{c, c.slice()})
		}
	}
}

// Save makes a copy hold what the columns hold.
func (l *List) Save(to *Copy) {
	l.prepare()
	if len(to.columns) != len(l.others) || len(to.memories) != len(l.memory) || len(to.values) != len(l.values) {
		to.columns, to.lengths = make([]saved, len(l.others)), make([]int, len(l.others))
		to.memories, to.values = make([]savedMemory, len(l.memory)), make([]savedMemory, len(l.values))
	}
	arena := to.arena[:0]
	for k, m := range l.memory {
		arena = m.save(&to.memories[k], arena)
	}
	for k := range l.others {
		o := &l.others[k]
		if o.slice.len > 0 || to.lengths[k] > 0 || to.columns[k] == nil {
			to.columns[k] = o.column.save(to.columns[k])
		}
		to.lengths[k] = o.slice.len
	}
	for k, m := range l.values {
		arena = m.save(&to.values[k], arena)
	}
	to.arena, to.calls = arena, l.callsSoFar()
}

// Restore makes the columns hold what a copy holds. The copy was saved from a list of the same
// tables.
func (l *List) Restore(from *Copy) {
	l.prepare()
	arena := from.arena
	for k, m := range l.memory {
		arena = m.restore(&from.memories[k], arena)
	}
	for k := range l.others {
		if o := &l.others[k]; o.slice.len > 0 || from.lengths[k] > 0 {
			o.column.restore(from.columns[k])
		}
	}
	for k, m := range l.values {
		arena = m.restore(&from.values[k], arena)
	}
	undoesCalls := from.calls != l.callsSoFar()
	if undoesCalls {
		l.restores++
	}
	if l.digested {
		for i := range l.Entries {
			l.Entries[i].Column.restored(undoesCalls)
		}
	}
}

// Written makes all elements ones that the last Restore has changed: for columns that were filled
// from elsewhere.
func (l *List) Written() {
	l.prepare()
	for _, m := range l.memory {
		m.forget()
		m.changed = append(m.changed[:0], Span{0, m.variable.len})
		m.setSince()
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
