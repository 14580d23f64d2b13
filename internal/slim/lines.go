package slim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// The runtime's table of functions (runtime.pcHeader in the sources of Go) begins with these bytes:
// its version (of Go 1.20 and later), a byte per instruction, and 8 bytes per pointer. Eight
// numbers of 8 bytes follow.
const tableHeader = "\xf1\xff\xff\xff\x00\x00\x01\x08"

// Indexes of the numbers in the header. The numbers of parts are offsets from the begin of the
// header.
const (
	atFunctions = 0 // number of functions
	atUnits     = 4 // the meaning of file numbers in each package
	atFiles     = 5 // names of files
	atTables    = 6 // tables from places in the code to values
	atIndex     = 7 // pairs for each function: its place in the code, and its record from here
	numbers     = 8
)

// Offsets in the record of a function (runtime._func). Tables for the collector and for inlined
// calls follow it.
const (
	atStack      = 16 // table of the height of the stack
	atFile       = 20 // table of files
	atLine       = 24 // table of lines
	atMore       = 28 // number of the tables that follow
	atUnit       = 32
	atFirstLine  = 36
	recordLength = 44
)

// functions is the table of functions of a program.
type functions struct {
	memory []byte // from the header on
	parts  [numbers]int
}

// clearLines sets the offsets of the file and line tables to zero, which tells the runtime that
// there are no tables. Then it sets the tables themselves to zero.
func clearLines(memory []byte) error {
	f, err := findFunctions(memory)
	if err != nil {
		return err
	}
	lines, others := map[int]bool{}, map[int]bool{}
	for i := range f.parts[atFunctions] {
		if !f.clearRecord(i, lines, others) {
			return fmt.Errorf("slim: %w: record of function %d", ErrForm, i)
		}
	}
	for _, table := range slices.Sorted(maps.Keys(lines)) {
		if others[table] { // tables with the same bytes are one
			continue
		}
		if !f.clearTable(table) {
			return fmt.Errorf("slim: %w: table %d", ErrForm, table)
		}
	}
	clear(f.memory[f.parts[atUnits]:f.parts[atTables]])
	return nil
}

// findFunctions finds the table of functions by its header.
func findFunctions(memory []byte) (*functions, error) {
	for from := 0; ; {
		n := bytes.Index(memory[from:], []byte(tableHeader))
		if n < 0 {
			return nil, fmt.Errorf("slim: %w: no table of functions", ErrForm)
		}
		f := functions{memory: memory[from+n:]}
		if f.readHeader() {
			return &f, nil
		}
		from += n + 1
	}
}

// readHeader reads the numbers behind the header and reports whether they are plausible.
func (f *functions) readHeader() bool {
	if len(f.memory) < len(tableHeader)+8*numbers {
		return false
	}
	for i := range f.parts {
		x := binary.LittleEndian.Uint64(f.memory[len(tableHeader)+8*i:])
		if x > uint64(len(f.memory)) {
			return false
		}
		f.parts[i] = int(x)
	}
	index := f.parts[atIndex] + 8*f.parts[atFunctions]
	return f.parts[atUnits] <= f.parts[atFiles] && f.parts[atFiles] <= f.parts[atTables] && f.parts[atTables] <= f.parts[atIndex] &&
		f.parts[atFunctions] > 0 && index <= len(f.memory)
}

// clearRecord removes the lines from the record of a function. It collects the function's tables,
// and reports whether the record lies in memory.
func (f *functions) clearRecord(i int, lines, others map[int]bool) bool {
	index := f.memory[f.parts[atIndex]:]
	start := int(binary.LittleEndian.Uint32(index[8*i+4:]))
	if start > len(index)-recordLength {
		return false
	}
	record := index[start:]
	number := func(at int) int { return int(binary.LittleEndian.Uint32(record[at:])) }
	more := number(atMore)
	if more > (len(record)-recordLength)/4 {
		return false
	}
	others[number(atStack)] = true
	for k := range more {
		others[number(recordLength+4*k)] = true
	}
	for _, at := range []int{atFile, atLine} {
		if table := number(at); table != 0 {
			lines[table] = true
		}
	}
	for _, at := range []int{atFile, atLine, atUnit, atFirstLine} {
		clear(record[at : at+4])
	}
	return true
}

// clearTable sets a table to zero. A table is a list of pairs: a difference of values and a
// difference of places. It ends at a zero difference of values that is not the first. clearTable
// reports whether the table ends.
func (f *functions) clearTable(table int) bool {
	tables := f.memory[f.parts[atTables]:f.parts[atIndex]]
	if table >= len(tables) {
		return false
	}
	r := reader{rest: tables[table:]}
	for first := true; !r.short; first = false {
		if r.number() == 0 && !first {
			break
		}
		r.number()
	}
	clear(tables[table : len(tables)-len(r.rest)])
	return !r.short
}
