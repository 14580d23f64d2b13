package slim

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// ErrForm is wrapped by the error for a program whose form is unknown.
var ErrForm = errors.New("not a Go program for js/wasm of a known form")

// Program returns a program that computes the same and is lighter once it is compressed: without
// the data that only traces read, and with its other data in few segments.
func Program(program []byte) ([]byte, error) {
	before, data, after, err := split(program)
	if err != nil {
		return nil, err
	}
	memory, err := load(data)
	if err != nil {
		return nil, err
	}
	f, err := findFunctions(memory)
	if err != nil {
		return nil, err
	}
	if err := clearTraces(f); err != nil {
		return nil, err
	}
	if err := roundPlaces(memory, f.parts[atFunctions]); err != nil {
		return nil, err
	}
	data = store(memory)
	out := append(slices.Clone(before), dataSection)
	out = append(binary.AppendUvarint(out, uint64(len(data))), data...)
	return append(out, after...), nil
}

// Names of the WebAssembly format.
const (
	header       = "\x00asm\x01\x00\x00\x00"
	dataSection  = 11
	countSection = 12   // the number of segments, which Go does not write
	constant     = 0x41 // i32.const, before the address of a segment
	end          = 0x0b
)

// maxMemory bounds the memory that a program may fill when it starts, in bytes.
const maxMemory = 1 << 28

// split divides a program into the part before its section of data, the data, and the rest.
func split(program []byte) (before, data, after []byte, err error) {
	rest, found := bytes.CutPrefix(program, []byte(header))
	if !found {
		return nil, nil, nil, fmt.Errorf("slim: %w: no header", ErrForm)
	}
	for len(rest) > 0 {
		place := len(program) - len(rest)
		r := reader{rest: rest[1:]}
		size := r.number()
		body := r.take(size)
		if r.short {
			return nil, nil, nil, fmt.Errorf("slim: %w: section at byte %d goes beyond the end", ErrForm, place)
		}
		switch rest[0] {
		case dataSection:
			return program[:place], body, r.rest, nil
		case countSection:
			return nil, nil, nil, fmt.Errorf("slim: %w: segments are counted", ErrForm)
		}
		rest = r.rest
	}
	return nil, nil, nil, fmt.Errorf("slim: %w: no data", ErrForm)
}

// load returns the memory of a program when it starts.
func load(data []byte) ([]byte, error) {
	var memory []byte
	r := reader{rest: data}
	for range r.number() {
		if r.byte() != 0 || r.byte() != constant {
			return nil, fmt.Errorf("slim: %w: segment of another kind", ErrForm)
		}
		address := r.number() // Go's addresses are positive: their signed form has the same bits
		if r.byte() != end {
			return nil, fmt.Errorf("slim: %w: address of another kind", ErrForm)
		}
		bytes := r.take(r.number())
		stop := address + len(bytes)
		if r.short || stop > maxMemory {
			return nil, fmt.Errorf("slim: %w: segment at %d", ErrForm, address)
		}
		if stop > len(memory) {
			memory = append(memory, make([]byte, stop-len(memory))...)
		}
		copy(memory[address:], bytes)
	}
	if r.short {
		return nil, fmt.Errorf("slim: %w: fewer segments than counted", ErrForm)
	}
	return memory, nil
}

// gap is the number of zeros that end a segment. The linker uses 8, the size of the head of a new
// segment. A gap of 8 makes a program a tenth smaller and its compressed form a tenth larger: the
// table by which the runtime finds a function has 18 zeros in each 20 bytes, and addresses compress
// worse than zeros.
const gap = 32

// store writes memory as segments with few zeros.
func store(memory []byte) []byte {
	var segments []byte
	count := 0
	for at := 0; at < len(memory); {
		if memory[at] == 0 {
			at++
			continue
		}
		stop := len(memory)
		if n := bytes.Index(memory[at:], make([]byte, gap)); n >= 0 {
			stop = at + n
		}
		segments = appendSigned(append(segments, 0, constant), at)
		segments = append(segments, end)
		segments = binary.AppendUvarint(segments, uint64(stop-at))
		segments = append(segments, memory[at:stop]...)
		at, count = stop, count+1
	}
	return append(binary.AppendUvarint(nil, uint64(count)), segments...)
}

// appendSigned appends a number that is not negative as the format writes signed numbers: bit 6 of
// the last byte is the sign.
func appendSigned(to []byte, x int) []byte {
	for ; x >= 0x40; x >>= 7 {
		to = append(to, byte(x)|0x80)
	}
	return append(to, byte(x))
}

// reader reads bytes. When there are too few bytes, short is set and all further numbers are zero.
type reader struct {
	rest  []byte
	short bool
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.rest, r.short = nil, true
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

// number reads a number that is at most 2³⁰.
func (r *reader) number() int {
	x, n := binary.Uvarint(r.rest)
	if n <= 0 || x > 1<<30 {
		r.rest, r.short = nil, true
		return 0
	}
	r.rest = r.rest[n:]
	return int(x)
}
