package slim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// traces collects the data that only traces read.
type traces struct {
	*functions
	dropped, kept map[int]bool // tables
	trees         map[int]int  // inlined calls in each tree
	keptTrees     map[int]int
	keptData      map[int]bool
	names         map[int]bool // of functions that have records or stand in a tree that is kept
}

// clearTraces removes what only traces read: the tables of files, lines, safe points and inlined
// calls, the trees of inlined calls, the forms of arguments, and the names of functions that stand
// in trees alone. A zero in place of a table, and noData in place of data, tell the runtime that
// there are none. A table with another use stays: equal tables are one.
func clearTraces(f *functions) error {
	t := traces{functions: f, dropped: map[int]bool{}, kept: map[int]bool{}, trees: map[int]int{}, keptTrees: map[int]int{},
		keptData: map[int]bool{}, names: map[int]bool{}}
	for i := range f.parts[atFunctions] {
		if !t.clearRecord(i) {
			return fmt.Errorf("slim: %w: record of function %d", ErrForm, i)
		}
	}
	for _, table := range slices.Sorted(maps.Keys(t.dropped)) {
		if t.kept[table] {
			continue
		}
		stop, _, ends := f.walkTable(table)
		if !ends {
			return fmt.Errorf("slim: %w: table %d", ErrForm, table)
		}
		clear(f.memory[f.parts[atTables]+table : f.parts[atTables]+stop])
	}
	clear(f.memory[f.parts[atUnits]:f.parts[atTables]])
	return t.clearTrees()
}

// clearRecord removes the data for traces from the record of a function. It collects the
// function's tables and data, and reports whether the record and its tree of inlined calls lie in
// memory. The runtime looks into the trees of special functions, such as wrappers of methods, to
// find the function whose deferred call recovers from a panic.
func (t *traces) clearRecord(i int) bool {
	r, found := t.record(i)
	if !found {
		return false
	}
	special := r[atKind] != 0
	t.names[r.number(atName)] = true
	if !t.collectTree(r, special) {
		return false
	}
	t.kept[r.number(atStack)] = true
	for k := range r.number(atMore) {
		at, _ := r.table(k)
		if k == safePoints || k == inlinedCalls && !special {
			t.drop(r, at)
		} else {
			t.kept[r.number(at)] = true
		}
	}
	for k := range int(r[atData]) {
		at, found := r.data(k)
		switch {
		case !found:
		case k == arguments || k == liveArguments || k == inlinedTree && !special:
			binary.LittleEndian.PutUint32(r[at:], noData)
		case k != inlinedTree:
			t.keptData[r.number(at)] = true
		}
	}
	t.drop(r, atFile)
	t.drop(r, atLine)
	clear(r[atUnit : atFirstLine+4])
	return true
}

// drop replaces the number of a table by zero.
func (t *traces) drop(r record, at int) {
	if table := r.number(at); table != 0 {
		t.dropped[table] = true
	}
	clear(r[at : at+4])
}

// collectTree counts the inlined calls of a function. It reports whether the table with their
// indexes ends.
func (t *traces) collectTree(r record, special bool) bool {
	data, inlines := r.data(inlinedTree)
	table, _ := r.table(inlinedCalls)
	if !inlines || r.number(atMore) <= inlinedCalls || r.number(table) == 0 {
		return true
	}
	_, greatest, ends := t.walkTable(r.number(table))
	trees := t.trees
	if special {
		trees = t.keptTrees
	}
	tree := r.number(data)
	trees[tree] = max(trees[tree], greatest+1)
	return ends
}

// A tree is a list of calls of 16 bytes (runtime.inlinedCall): the kind of the function, three
// zeros, the name, the place of the call, and the first line.
const (
	callLength = 16
	atCallName = 4
)

// clearTrees sets the trees of inlined calls to zero, and the names that no record and no kept tree
// has.
func (t *traces) clearTrees() error {
	if len(t.trees)+len(t.keptTrees) > 0 {
		base, err := t.findTrees()
		if err != nil {
			return err
		}
		for tree, n := range t.keptTrees {
			t.keptData[tree] = true
			for call := range slices.Chunk(t.all[base+tree:base+tree+callLength*n], callLength) {
				t.names[record(call).number(atCallName)] = true
			}
		}
		for tree, n := range t.trees {
			if !t.keptData[tree] {
				clear(t.all[base+tree : base+tree+callLength*n])
			}
		}
	}
	names := t.memory[t.parts[atNames]:t.parts[atUnits]]
	for at := 0; at < len(names); {
		n := bytes.IndexByte(names[at:], 0)
		if n < 0 {
			break
		}
		if !t.names[at] {
			clear(names[at : at+n])
		}
		at += n + 1
	}
	return nil
}

// moduleLength bounds the part of runtime.moduledata that begins with the address of the table of
// functions and holds the address of the data of functions.
const moduleLength = 512

// findTrees returns the address from which the numbers of data count. The place of this address in
// runtime.moduledata changes from one version of Go to the next: it is the number from which all
// numbers of trees lead to trees.
func (t *traces) findTrees() (base int, err error) {
	place := binary.LittleEndian.AppendUint64(nil, uint64(t.place))
	base = -1
	for from := 0; ; {
		n := bytes.Index(t.all[from:], place)
		if n < 0 {
			break
		}
		for at := from + n; at+8 <= min(from+n+moduleLength, len(t.all)); at += 8 {
			x := binary.LittleEndian.Uint64(t.all[at:])
			switch {
			case x == 0 || x >= uint64(len(t.all)) || int(x) == base || !t.treesAt(int(x)):
			case base >= 0:
				return 0, fmt.Errorf("slim: %w: two places of inlined calls", ErrForm)
			default:
				base = int(x)
			}
		}
		from += n + 1
	}
	if base < 0 {
		return 0, fmt.Errorf("slim: %w: no inlined calls", ErrForm)
	}
	return base, nil
}

// treesAt reports whether all trees are trees if their numbers count from base.
func (t *traces) treesAt(base int) bool {
	for _, trees := range []map[int]int{t.trees, t.keptTrees} {
		for tree, n := range trees {
			if !t.isTree(base+tree, n) {
				return false
			}
		}
	}
	return true
}

// isTree reports whether a tree of n calls may lie at an address.
func (t *traces) isTree(at, n int) bool {
	if at+callLength*n > len(t.all) {
		return false
	}
	for call := range slices.Chunk(t.all[at:at+callLength*n], callLength) {
		if call[1]|call[2]|call[3] != 0 || !t.isName(record(call).number(atCallName)) {
			return false
		}
	}
	return true
}

// isName reports whether a name begins at an offset.
func (t *traces) isName(at int) bool {
	names := t.memory[t.parts[atNames]:t.parts[atUnits]]
	return at < len(names) && (at == 0 || names[at-1] == 0)
}
