package slim

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// The runtime's table of functions (runtime.pcHeader in the sources of Go) begins with these bytes:
// its version (of Go 1.20 and later), a byte per instruction, and 8 bytes per pointer. Eight
// numbers of 8 bytes follow.
const tableHeader = "\xf1\xff\xff\xff\x00\x00\x01\x08"

// Indexes of the numbers in the header. The numbers of parts are offsets from the begin of the
// header.
const (
	atFunctions = 0 // number of functions
	atNames     = 3 // names of functions, each with a zero behind it
	atUnits     = 4 // the meaning of file numbers in each package
	atFiles     = 5 // names of files
	atTables    = 6 // tables from places in the code to values
	atIndex     = 7 // pairs for each function: its place in the code, and its record from here
	numbers     = 8
)

// Offsets in the record of a function (runtime._func). The numbers of its tables follow it, then
// the numbers of its data.
const (
	atName       = 4
	atStack      = 16 // table of the height of the stack
	atFile       = 20 // table of files
	atLine       = 24 // table of lines
	atMore       = 28 // number of the tables that follow
	atUnit       = 32
	atFirstLine  = 36
	atKind       = 40 // a byte: zero, or what the runtime does with the function
	atData       = 43 // a byte: number of the data that follow
	recordLength = 44
)

// Tables that follow a record (PCDATA in internal/abi).
const (
	safePoints   = 0 // where a goroutine may be stopped: js/wasm stops none
	inlinedCalls = 2 // the index of the call in the tree of inlined calls
)

// Data that follow the tables (FUNCDATA in internal/abi).
const (
	inlinedTree   = 3
	arguments     = 5 // the form of the arguments, for traces
	liveArguments = 6
	noData        = 1<<32 - 1
)

// functions is the table of functions of a program.
type functions struct {
	all    []byte // the memory of the program
	place  int    // of the header in it
	memory []byte // from the header on
	parts  [numbers]int
}

// record is the record of a function with the data behind it.
type record []byte

func findFunctions(memory []byte) (*functions, error) {
	for from := 0; ; {
		n := bytes.Index(memory[from:], []byte(tableHeader))
		if n < 0 {
			return nil, fmt.Errorf("slim: %w: no table of functions", ErrForm)
		}
		f := functions{all: memory, place: from + n, memory: memory[from+n:]}
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
	return f.parts[atNames] <= f.parts[atUnits] && f.parts[atUnits] <= f.parts[atFiles] && f.parts[atFiles] <= f.parts[atTables] &&
		f.parts[atTables] <= f.parts[atIndex] && f.parts[atFunctions] > 0 && f.parts[atFunctions] <= (len(f.memory)-f.parts[atIndex])/8
}

// record returns the record of a function, and false when it does not lie in memory.
func (f *functions) record(i int) (record, bool) {
	index := f.memory[f.parts[atIndex]:]
	start := record(index).number(8*i + 4)
	if start > len(index)-recordLength {
		return nil, false
	}
	r := record(index[start:])
	length := recordLength + 4*r.number(atMore) + 4*int(r[atData])
	if length > len(r) {
		return nil, false
	}
	return r[:length], true
}

// number returns the number at an offset, or maxNumber if it is greater.
func (r record) number(at int) int {
	return int(min(binary.LittleEndian.Uint32(r[at:]), maxNumber))
}

// maxNumber exceeds every offset and count of a program. Four times as much fits into an int of 32
// bits.
const maxNumber = 1 << 28

// table returns the offset of the number of a table, and false when there is no such table.
func (r record) table(k int) (at int, found bool) {
	return recordLength + 4*k, k < r.number(atMore)
}

// data returns the offset of the number of data, and false when there are none.
func (r record) data(k int) (at int, found bool) {
	at = recordLength + 4*(r.number(atMore)+k)
	return at, k < int(r[atData]) && binary.LittleEndian.Uint32(r[at:]) != noData
}

// walkTable goes through a table and returns its end and the greatest value in it. A table is a
// list of pairs: a difference of values and a difference of places. The first value is the
// difference from -1. A table ends at a zero difference of values that is not the first. walkTable
// reports whether the table ends.
func (f *functions) walkTable(table int) (stop, greatest int, ends bool) {
	tables := f.memory[f.parts[atTables]:f.parts[atIndex]]
	if table >= len(tables) {
		return 0, 0, false
	}
	r := reader{rest: tables[table:]}
	value := -1
	greatest = -1
	for first := true; !r.short; first = false {
		x := r.number()
		if x == 0 && !first {
			break
		}
		value += x>>1 ^ -(x & 1)
		greatest = max(greatest, value)
		r.number()
	}
	return len(tables) - len(r.rest), greatest, !r.short
}
