package rollback

import (
	"bytes"
	"fmt"
	"math"
)

// never is a tick that is never reached.
const never Tick = math.MaxInt64

// inputs is a ring of the inputs of one player by tick. The inputs of ticks below have are known.
// From have up to the tick of the session, the ring has the predicted inputs that the simulation
// used.
//
// Inputs are compared by their bytes: floating-point values may be equal and behave differently.
type inputs[I any] struct {
	have  Tick
	cut   Tick // of a dropped player: the first tick without him; never until agreed upon
	size  int  // bytes of one encoded input
	value []I
	code  []byte
}

func (r *inputs[I]) init(ring, size int) {
	*r = inputs[I]{cut: never, size: size, value: make([]I, ring), code: make([]byte, ring*size)}
}

func (r *inputs[I]) index(t Tick) int { return int(t) & (len(r.value) - 1) }

func (r *inputs[I]) codeAt(t Tick) []byte {
	i := r.index(t)
	return r.code[i*r.size : (i+1)*r.size]
}

// set writes an input and reports whether it differs from the input before.
func (r *inputs[I]) set(t Tick, value I, code []byte) (changed bool) {
	old := r.codeAt(t)
	changed = !bytes.Equal(old, code)
	copy(old, code)
	r.value[r.index(t)] = value
	return changed
}

// known returns the tick up to which no input is predicted.
func (r *inputs[I]) known() Tick {
	if r.have >= r.cut {
		return never
	}
	return r.have
}

// codec converts inputs to the inputs that all sessions simulate.
type codec[I any] struct {
	encode func([]byte, I) []byte
	decode func([]byte) (I, error)
	size   int
	buffer []byte
}

// round returns an input after encoding and decoding, and its bytes, valid until the next call.
func (c *codec[I]) round(input I) (I, []byte) {
	c.buffer = c.encode(c.buffer[:0], input)
	if len(c.buffer) != c.size {
		panic(fmt.Sprintf("rollback: Encode wrote %d bytes for one input and %d for another", len(c.buffer), c.size))
	}
	input, err := c.decode(c.buffer)
	if err != nil {
		panic("rollback: Decode does not read what Encode wrote: " + err.Error())
	}
	return input, c.buffer
}
