package main

import (
	"go/token"
	"go/types"

	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// arguments is the argument struct of a kernel.
type arguments struct {
	args   reg.Register
	fields *types.Struct
}

// begin begins a kernel that leaves its results in its arguments, or where they point.
func begin(name, args string, pkg *types.Package) arguments {
	return describe(name, args, pkg, inPlace)
}

// describe begins a kernel.
func describe(name, args string, pkg *types.Package, call callKind) arguments {
	asm.Function(name)
	described = append(described, function{name, args, call})
	parameter := types.NewPointer(pkg.Scope().Lookup(args).Type())
	asm.Signature(gotypes.NewSignature(pkg, types.NewSignatureType(nil, nil, nil,
		types.NewTuple(types.NewParam(token.NoPos, pkg, "args", parameter)), nil, false)))
	return arguments{asm.Load(asm.Param("args"), asm.GP64()), structOf(pkg, args)}
}

// at returns the place of a field.
func (a arguments) at(name string) operand.Mem {
	return operand.Mem{Base: a.args, Disp: offset(a.fields, name)}
}

// integer loads a field.
func (a arguments) integer(name string) reg.Register { return integerAt(a.at(name)) }

// integerAt loads eight bytes.
func integerAt(m operand.Mem) reg.Register {
	x := asm.GP64()
	asm.MOVQ(m, x)
	return x
}

// indexAt loads an index of four bytes.
func indexAt(m operand.Mem) reg.GPVirtual {
	i := asm.GP64()
	asm.MOVL(m, i.As32())
	return i
}

// loop writes the body of a kernel that repeats as often as count tells, and the end of the kernel.
func loop(count reg.Register, body func()) {
	asm.Label("loop")
	body()
	asm.DECQ(count)
	asm.JNZ(operand.LabelRef("loop"))
	end()
}

// end writes the end of a kernel.
func end() {
	asm.VZEROUPPER()
	asm.RET()
}

// frame holds columns that do not fit in the registers.
type frame struct {
	operand.Mem
	used, slots int
}

func newFrame(slots int) frame { return frame{Mem: asm.AllocLocal(32 * slots), slots: slots} }

// keep stores a column in the frame.
func (f *frame) keep(x vec) operand.Mem {
	if f.used == f.slots {
		panic("asm: more columns kept than the frame holds")
	}
	m := f.Offset(32 * f.used)
	f.used++
	store(x, m)
	return m
}

// point is a vector of each lane in the frame.
type point struct{ x, y operand.Mem }

func (f *frame) keepPoint(x, y vec) point { return point{f.keep(x), f.keep(y)} }

// rowOf returns the place of a record in a table of records of some bytes.
func rowOf(table, index reg.Register, bytes, disp int) operand.Mem {
	asm.IMUL3Q(operand.U32(uint64(bytes)), index, index)
	return operand.Mem{Base: table, Index: index, Scale: 1, Disp: disp}
}

// bodyRowOf returns the place of the body in a slot in a table with rows of bodyRowSize.
func bodyRowOf(table, bodyRows reg.Register, slot reg.GPVirtual) operand.Mem {
	asm.MOVL(operand.Mem{Base: bodyRows, Index: slot, Scale: 4}, slot.As32())
	asm.SHLQ(operand.Imm(5), slot)
	return operand.Mem{Base: table, Index: slot, Scale: 1}
}

// contactEmitter is the part of the emitters that take contacts by their rows, four at a time.
type contactEmitter struct {
	*layout
	arguments
	pairs, caches reg.Register // tables
	rows          reg.Register // of the four contacts
}

// row loads the row of a contact.
func (e *contactEmitter) row(lane int) reg.GPVirtual {
	return indexAt(operand.Mem{Base: e.rows, Disp: 4 * lane})
}

// cache returns the places in the cached manifolds.
func (e *contactEmitter) cache(disp int) func(lane int) operand.Mem {
	return func(lane int) operand.Mem {
		i := e.row(lane)
		asm.SHLQ(operand.Imm(6), i)
		return operand.Mem{Base: e.caches, Index: i, Scale: 1, Disp: disp}
	}
}

func (e *contactEmitter) abs(x vec) vec { return and64(x, e.at("absMask")) }
