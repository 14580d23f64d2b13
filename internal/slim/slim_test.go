package slim

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

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
		loaded, err := load(store(memory))
		require.NoError(t, err)
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

// section appends a section to a program.
func section(program string, id byte, body ...byte) []byte {
	return append(binary.AppendUvarint(append([]byte(program), id), uint64(len(body))), body...)
}

func TestUnknownFormsAreErrors(t *testing.T) {
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
		{"record of function 0", section(header, dataSection, store(oneFunction(4, 4)[:150])...)},
		{"table 90", section(header, dataSection, store(oneFunction(4, 90))...)},
	} {
		_, err := Program(c.program)
		require.ErrorIs(t, err, ErrForm, c.text)
		require.ErrorContains(t, err, c.text)
	}
}

// Tables of oneFunction: the table of the stack is at 1.
const (
	oneNames  = len(tableHeader) + 8*numbers
	oneUnits  = oneNames + 4
	oneFiles  = oneUnits + 4
	oneTables = oneFiles + 8
	oneIndex  = oneTables + 16
	oneRecord = oneIndex + 16
)

// oneFunction returns a table of one function with tables of files and lines at these places.
func oneFunction(file, line uint32) []byte {
	memory := make([]byte, oneRecord+recordLength+4)
	copy(memory, tableHeader)
	for i, x := range []int{1, 1, 0, oneNames, oneUnits, oneFiles, oneTables, oneIndex} {
		binary.LittleEndian.PutUint64(memory[len(tableHeader)+8*i:], uint64(x))
	}
	copy(memory[oneNames:], "f\x00\x00\x00\x05\x00\x00\x00main.go\x00")
	copy(memory[oneTables:], []byte{0, 2, 1, 0, 4, 1, 0x82, 1, 3, 0, 6, 1, 0})
	binary.LittleEndian.PutUint32(memory[oneIndex+4:], uint32(oneRecord-oneIndex))
	for at, x := range map[int]uint32{atStack: 1, atFile: file, atLine: line, atMore: 1, atUnit: 3, atFirstLine: 12, recordLength: 10} {
		binary.LittleEndian.PutUint32(memory[oneRecord+at:], x)
	}
	return memory
}

// What leads to lines becomes zero, and nothing else. A table that has another use stays.
func TestLinesAreCleared(t *testing.T) {
	memory, want := oneFunction(1, 4), oneFunction(0, 0)
	require.NoError(t, clearLines(memory))
	clear(want[oneUnits:oneTables])
	clear(want[oneTables+4 : oneTables+10])
	clear(want[oneRecord+atUnit : oneRecord+atUnit+8])
	require.Equal(t, want, memory)
}

// Bytes that are no program never panic.
func FuzzProgram(f *testing.F) {
	f.Add(oneFunction(1, 4))
	f.Add([]byte("\x7fELF"))
	f.Fuzz(func(t *testing.T, memory []byte) {
		for _, program := range [][]byte{memory, section(header, dataSection, store(memory)...)} {
			if _, err := Program(program); err != nil && !errors.Is(err, ErrForm) {
				t.Fatal(err)
			}
		}
	})
}
