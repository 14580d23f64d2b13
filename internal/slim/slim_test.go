package slim

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/carom2d/carom/internal/must"
	"github.com/stretchr/testify/require"
)

// Segments give back the memory that they were made of, without the zeros at its end.
func TestSegmentsHoldMemory(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		memory := make([]byte, 1+random.IntN(5000))
		for range random.IntN(60) {
			at := random.IntN(len(memory))
			for i := at; i < min(at+random.IntN(50), len(memory)); i++ {
				memory[i] = byte(random.IntN(256))
			}
		}
		memory[len(memory)-1] = 7
		loaded := must.Get(load(store(memory)))
		require.Equal(t, memory, loaded)
	}
}

func TestFewZerosAreStored(t *testing.T) {
	memory := make([]byte, 10_000)
	memory[100], memory[100+gap-1], memory[9_999] = 1, 2, 3
	require.Equal(t, slices.Concat(
		[]byte{2, 0, constant, 0xe4, 0, end, gap, 1}, make([]byte, gap-2), []byte{2},
		[]byte{0, constant, 0x8f, 0xce, 0, end, 1, 3},
	), store(memory))
}

func section(program string, id byte, body ...byte) []byte {
	return append(binary.AppendUvarint(append([]byte(program), id), uint64(len(body))), body...)
}

func TestUnknownFormsAreErrors(t *testing.T) {
	huge := func(at int) []byte { // a number that an int of 32 bits cannot hold
		all := twoFunctions(1, 4)
		binary.LittleEndian.PutUint32(all[theHeader+at:], 1<<32-16)
		return all
	}
	for _, c := range []struct {
		text    string
		program []byte
	}{
		{"no header", []byte("\x7fELF")},
		{"no data", section(header, 1, 0)},
		{"section at byte 8 goes beyond", []byte(header + "\x01\x05ab")},
		{"segments are counted", section(header, countSection, 1)},
		{"segment of another kind", section(header, dataSection, 1, 1, 0)},
		{"address of another kind", section(header, dataSection, 1, 0, constant, 0, 0)},
		{"segment at 3", section(header, dataSection, 1, 0, constant, 3, end, 9, 1)},
		{"fewer segments than counted", section(header, dataSection, 0x80)},
		{"no table of functions", section(header, dataSection, 1, 0, constant, 0, end, 1, 1)},
		{"no table of functions", section(header, dataSection, append([]byte{1, 0, constant, 0, end, 8}, tableHeader...)...)},
		{"record of function 0", section(header, dataSection, store(twoFunctions(4, 4)[:theHeader+theRecords+20])...)},
		{"record of function 0", section(header, dataSection, store(huge(theIndex+4))...)},
		{"record of function 0", section(header, dataSection, store(huge(theRecords+atMore))...)},
		{"table 268435456", section(header, dataSection, store(huge(theRecords+atFile))...)},
		{"table 90", section(header, dataSection, store(twoFunctions(4, 90))...)},
		{"no inlined calls", section(header, dataSection, store(changed(theModule+8, 0xff))...)},
		{"no inlined calls", section(header, dataSection, store(changed(theData+2, 1))...)},
		{"two places of inlined calls", section(header, dataSection, store(changed(theModule+16, theHeader+theData+64))...)},
		{"no table of places", section(header, dataSection, store(manyFunctions())...)},
	} {
		_, err := Program(c.program)
		require.ErrorIs(t, err, ErrForm, c.text)
		require.ErrorContains(t, err, c.text)
	}
}

// Places in the memory that twoFunctions returns. The address from which the numbers of data count
// stands behind the address of the header, and this place is its own begin of data.
const (
	theNames   = len(tableHeader) + 8*numbers
	theUnits   = theNames + 8
	theFiles   = theUnits + 4
	theTables  = theFiles + 8
	theIndex   = theTables + 24
	theRecords = theIndex + 24
	oneRecord  = recordLength + 4*3 + 4*7
	theModule  = (theRecords+2*oneRecord+7)/8*8 + 8
	theData    = theModule + 24
	theEnd     = theData + 128
	theHeader  = 8 // the place of all that in memory
)

// twoFunctions returns the table of two functions: f, with tables of files and lines at places
// and a tree of two calls of g, and m, which is special and has a tree of a call of h.
func twoFunctions(file, line uint32) []byte {
	all := make([]byte, theHeader+theEnd)
	memory := all[theHeader:]
	copy(memory, tableHeader)
	for i, x := range []int{2, 1, 0, theNames, theUnits, theFiles, theTables, theIndex} {
		binary.LittleEndian.PutUint64(memory[len(tableHeader)+8*i:], uint64(x))
	}
	copy(memory[theNames:], "f\x00g\x00m\x00h\x00\x05\x00\x00\x00main.go\x00")
	copy(memory[theTables:], []byte{0, 2, 1, 0, 4, 1, 0x82, 1, 3, 0, 6, 1, 0, 4, 1, 0, 8, 1, 0, 2, 1, 0})
	binary.LittleEndian.PutUint32(memory[theIndex+4:], uint32(theRecords-theIndex))
	binary.LittleEndian.PutUint32(memory[theIndex+12:], uint32(theRecords-theIndex+oneRecord))
	putRecord(memory[theRecords:], map[int]uint32{
		atStack: 1, atFile: file, atLine: line, atMore: 3, atUnit: 3, atFirstLine: 12, recordLength: 16, recordLength + 4: 10, recordLength + 8: 13,
	}, 0, noData, noData, 40, 0, noData, 48, 48)
	putRecord(memory[theRecords+oneRecord:], map[int]uint32{
		atName: 4, atStack: 1, atFile: file, atMore: 3, recordLength + 4: 10, recordLength + 8: 19,
	}, 2, noData, noData, noData, 32, noData, noData, noData)
	binary.LittleEndian.PutUint64(memory[theModule:], theHeader)
	binary.LittleEndian.PutUint64(memory[theModule+8:], uint64(theHeader+theData))
	for call, name := range []byte{2, 2, 6} {
		copy(memory[theData+16*call:], []byte{0, 0, 0, 0, name, 0, 0, 0, 9, 0, 0, 0, 3})
	}
	memory[theEnd-1] = 1
	return all
}

// putRecord writes a record with numbers at offsets, its kind and its data.
func putRecord(record []byte, numbers map[int]uint32, kind byte, data ...uint32) {
	for at, x := range numbers {
		binary.LittleEndian.PutUint32(record[at:], x)
	}
	record[atKind], record[atData] = kind, byte(len(data))
	for i, x := range data {
		binary.LittleEndian.PutUint32(record[recordLength+4*3+4*i:], x)
	}
}

// changed returns twoFunctions with another number of 16 bits at a place behind the header.
func changed(at, x int) []byte {
	all := twoFunctions(1, 4)
	binary.LittleEndian.PutUint16(all[theHeader+at:], uint16(x))
	return all
}

// manyFunctions is twoFunctions with a third function, which shares the first one's record.
func manyFunctions() []byte {
	all := twoFunctions(1, 4)
	memory := all[theHeader:]
	memory[len(tableHeader)] = 3
	copy(memory[theIndex+16:], memory[theIndex:theIndex+8])
	return all
}

// The index of each bucket becomes the multiple of eight below it, but for the buckets of the last
// function. What looks like the begin of a table stays.
func TestPlacesAreRounded(t *testing.T) {
	table := func(index func(i int) int) (memory []byte) {
		for _, functions := range []int{5, 21} {
			memory = append(memory, 9)
			for i := range functions {
				if functions == 21 {
					i = index(i)
				}
				memory = append(memory, bytes.Repeat(bucket(i), buckets)...)
			}
		}
		return append(memory, 9)
	}
	memory := table(func(i int) int { return i })
	require.NoError(t, roundPlaces(memory, 21))
	require.Equal(t, table(func(i int) int {
		if i < 20 {
			i -= i % 8
		}
		return i
	}), memory)
}

// What only traces read becomes zero, and nothing else. A table that has another use stays, and so
// does the tree of a special function.
func TestWhatTracesReadIsCleared(t *testing.T) {
	all, want := twoFunctions(1, 4), twoFunctions(0, 0)
	f := must.Get(findFunctions(all))
	require.NoError(t, clearTraces(f))
	memory := want[theHeader:]
	clear(memory[theNames+2 : theNames+3]) // g
	clear(memory[theUnits:theTables])
	clear(memory[theTables+4 : theTables+10])
	clear(memory[theTables+13 : theTables+19])
	record := memory[theRecords:]
	clear(record[atUnit : atFirstLine+4])
	clear(record[recordLength : recordLength+4])
	clear(record[recordLength+8 : recordLength+12])
	for _, k := range []int{inlinedTree, arguments, liveArguments} {
		binary.LittleEndian.PutUint32(record[recordLength+4*3+4*k:], noData)
	}
	clear(memory[theData : theData+32])
	require.Equal(t, want, all)
}

// Bytes that are no program never panic.
func FuzzProgram(f *testing.F) {
	f.Add(twoFunctions(1, 4))
	f.Add([]byte("\x7fELF"))
	f.Fuzz(func(t *testing.T, memory []byte) {
		for _, program := range [][]byte{memory, section(header, dataSection, store(memory)...)} {
			if _, err := Program(program); err != nil && !errors.Is(err, ErrForm) {
				t.Fatal(err)
			}
		}
	})
}
