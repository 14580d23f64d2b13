package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// wasmBody translates a kernel to WebAssembly. The language between the descriptions and the
// targets is AVX2 instructions on any number of registers. Here such a register is two variables of
// 16 bytes, and so is a slot of the frame: nothing is spilled. All jumps but the loops' go
// forward, so each label closes a block.
type wasmBody struct {
	name      string
	code      []byte
	variables []byte // types
	vectors   map[reg.ID]int
	integers  map[reg.ID]int
	slots     map[int]int // by the offset in the frame, a multiple of 16
	masks
	wide     map[reg.ID]bool // integers that hold numbers of 64 bits
	open     []string        // labels of the blocks around this place, the innermost last
	compared comparison
	written  access
	uses     wasmUses
	locals   []int // by variable, once they are allocated
}

// access is an instruction that sets a variable, by its place in the code.
type access struct{ variable, start, end int }

// comparison is what the next conditional jump depends on.
type comparison struct {
	left  func()
	right func() // nothing: zero
	bit   bool   // left is a bit
}

// translateToWasm returns the body of a function: its locals and code. It is translated twice: the
// first time tells how long each variable is needed, and then the variables of one type that are
// not needed at once share a local.
func translateToWasm(f *ir.Function) []byte {
	first := newWasmBody(f)
	first.translate(f)
	b := newWasmBody(f)
	var declarations []byte
	b.locals, declarations = first.uses.allocate(first.variables)
	b.translate(f)
	return append(append(declarations, b.code...), 0x0b)
}

func newWasmBody(f *ir.Function) *wasmBody {
	return &wasmBody{
		name: f.Name, vectors: map[reg.ID]int{}, integers: map[reg.ID]int{}, slots: map[int]int{},
		masks: newMasks(), wide: wideIntegers(f),
	}
}

func (b *wasmBody) translate(f *ir.Function) {
	var outside []string            // labels after the loops
	inside := map[string][]string{} // labels in each loop
	for _, n := range f.Nodes {
		switch n := n.(type) {
		case ir.Label:
			outside = append(outside, string(n))
		case *ir.Instruction:
			if label := n.TargetLabel(); label != nil && isLoop(string(*label)) {
				i := slices.Index(outside, string(*label))
				inside[string(*label)], outside = slices.Clone(outside[i+1:]), outside[:i]
			}
		}
	}
	b.openBlocks(outside)
	for _, n := range f.Nodes {
		switch n := n.(type) {
		case ir.Label:
			if isLoop(string(n)) {
				b.emit(0x03, 0x40)
				b.open = append(b.open, string(n))
				b.uses.beginLoop()
				b.openBlocks(inside[string(n)])
			} else {
				b.closeBlock(string(n))
			}
		case *ir.Instruction:
			b.instruction(n)
		}
	}
	if len(b.open) > 0 {
		b.fail("blocks are left open: %v", b.open)
	}
}

// isLoop reports whether a label is the beginning of a loop. A loop has one jump back, at its end,
// and no other loop in it.
func isLoop(label string) bool { return strings.HasPrefix(label, "loop") }

func (b *wasmBody) fail(format string, args ...any) {
	panic(fmt.Sprintf("asm: "+b.name+": "+format, args...))
}

// wideIntegers finds the integers that only carry 64 bits from one place in memory to another.
func wideIntegers(f *ir.Function) map[reg.ID]bool {
	wide, other := map[reg.ID]bool{}, map[reg.ID]bool{}
	for _, n := range f.Nodes {
		i, ok := n.(*ir.Instruction)
		if !ok {
			continue
		}
		for _, o := range i.Operands {
			noteWidth(o, i.Opcode, wide, other)
		}
	}
	for r := range other {
		delete(wide, r)
	}
	return wide
}

// noteWidth notes the integers of an operand: those that a move of 64 bits names, and all others.
func noteWidth(o operand.Op, opcode string, wide, other map[reg.ID]bool) {
	switch o := o.(type) {
	case operand.Mem:
		for _, r := range []reg.Register{o.Base, o.Index} {
			if r != nil {
				other[r.ID()] = true
			}
		}
	case reg.Register:
		if opcode == "MOVQ" {
			wide[o.ID()] = true
		} else {
			other[o.ID()] = true
		}
	}
}

// openBlocks opens a block for each label, the last one first.
func (b *wasmBody) openBlocks(labels []string) {
	for _, label := range slices.Backward(labels) {
		b.emit(0x02, 0x40)
		b.open = append(b.open, label)
	}
}

// closeBlock closes the innermost block, which must belong to a label.
func (b *wasmBody) closeBlock(label string) {
	last := len(b.open) - 1
	if last < 0 || b.open[last] != label {
		b.fail("label %s closes %v", label, b.open)
	}
	b.open = b.open[:last]
	b.emit(0x0b)
}

// jump jumps to a label, if the number on the stack is not zero or always.
func (b *wasmBody) jump(conditional bool, label string) {
	i := slices.Index(b.open, label)
	if i < 0 {
		b.fail("jump to %s, which is not ahead", label)
	}
	code := byte(0x0c)
	if conditional {
		code = 0x0d
	}
	b.code = unsigned(append(b.code, code), uint64(len(b.open)-1-i))
	if isLoop(label) {
		b.closeBlock(label)
		b.uses.endLoop()
	}
}

func (b *wasmBody) emit(code ...byte) { b.code = append(b.code, code...) }

// simd emits an instruction on vectors.
func (b *wasmBody) simd(code uint64, more ...byte) {
	b.code = append(unsigned(append(b.code, 0xfd), code), more...)
}

func (b *wasmBody) variable(t byte) int {
	b.variables = append(b.variables, t)
	return len(b.variables) // 0 is the parameter
}

// get pushes a variable. One that was set just before stays on the stack.
func (b *wasmBody) get(variable int) {
	if w := b.written; w.variable == variable && w.end == len(b.code) && w.end > 0 {
		b.code[w.start] = 0x22
		b.written = access{}
		b.uses.mention(variable)
		return
	}
	b.access(0x20, variable)
}

// set pops a variable.
func (b *wasmBody) set(variable int) {
	start := len(b.code)
	b.access(0x21, variable)
	b.written = access{variable, start, len(b.code)}
}

func (b *wasmBody) access(code byte, variable int) {
	b.uses.mention(variable)
	if b.locals != nil {
		variable = b.locals[variable]
	}
	b.code = unsigned(append(b.code, code), uint64(variable))
}

func (b *wasmBody) number(x int64) { b.code = signed(append(b.code, 0x41), x) }

// integer returns the variable of an integer.
func (b *wasmBody) integer(r reg.Register) int {
	v, ok := b.integers[r.ID()]
	if !ok {
		t := byte(wasmI32)
		if b.wide[r.ID()] {
			t = wasmI64
		}
		v = b.variable(t)
		b.integers[r.ID()] = v
	}
	return v
}

// vector returns the variable of one half of a register.
func (b *wasmBody) vector(r reg.Register, half int) int {
	v, ok := b.vectors[r.ID()]
	if !ok {
		v = b.variable(wasmV128)
		b.variable(wasmV128)
		b.vectors[r.ID()] = v
	}
	return v + half
}

// slot returns the variable of 16 bytes of the frame.
func (b *wasmBody) slot(offset int) int {
	v, ok := b.slots[offset]
	if !ok {
		v = b.variable(wasmV128)
		b.slots[offset] = v
	}
	return v
}

// address pushes the address of a place without its displacement.
func (b *wasmBody) address(m operand.Mem) {
	b.get(b.integer(m.Base))
	if m.Index != nil {
		b.get(b.integer(m.Index))
		if m.Scale != 1 {
			b.number(int64(m.Scale))
			b.emit(0x6c)
		}
		b.emit(0x6a)
	}
	if m.Disp < 0 {
		b.fail("negative displacement")
	}
}

// at is the immediate of an access: alignment and displacement.
func at(m operand.Mem, more int) []byte { return unsigned([]byte{2}, uint64(m.Disp+more)) }

// half pushes 16 bytes of an operand.
func (b *wasmBody) half(o operand.Op, half int) {
	switch o := o.(type) {
	case reg.Register:
		b.get(b.vector(o, half))
	case operand.Mem:
		if offset, ok := b.inFrame(o); ok {
			b.get(b.slot(offset + 16*half))
			return
		}
		b.address(o)
		b.simd(0, at(o, 16*half)...)
	default:
		b.fail("operand %T", o)
	}
}

// setHalf pops 16 bytes.
func (b *wasmBody) setHalf(r operand.Op, half int) { b.set(b.vector(r.(reg.Register), half)) }

// storeHalf stores one half of a register to a place.
func (b *wasmBody) storeHalf(r operand.Op, half int, m operand.Mem) {
	if offset, ok := b.inFrame(m); ok {
		b.half(r, half)
		b.set(b.slot(offset))
		return
	}
	b.address(m)
	b.half(r, half)
	b.simd(11, at(m, 0)...)
}

// bytes16 returns the numbers of bytes for a shuffle of lanes of a size; the lanes of the second
// operand follow the first operand's.
func bytes16(size int, lanes ...int) []byte {
	var p []byte
	for _, lane := range lanes {
		for i := range size {
			p = append(p, byte(lane*size+i))
		}
	}
	return p
}
