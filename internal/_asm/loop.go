package main

import (
	"go/token"
	"go/types"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A kernel is a function that does something to each of a range of rows.
type kernel struct {
	pkg       *types.Package
	name      string
	args      string // name of the argument struct
	head      string // of the struct that a row begins with, or nothing
	constants string // of the struct that the argument coefficients points to
	rowSize   int
	beside    string // argument and struct of what lies beside each row, or nothing
	besideOf  string
	grips     bool // rows of joints have a grip each, or share one
	stops     bool // before a row that it cannot do; tells how many are left
	each      func(*row)
}

// row is the row at which a kernel's loop stands.
type row struct {
	*layout
	kernel
	args                 reg.Register // the kernel's argument struct
	at, aside            reg.Register // the row, and what lies beside it
	gripped              reg.Register // the grip of the row
	states, coefficients reg.Register
	contacts, solids     reg.Register // of kernels that work on the contact table
	count                reg.Register // of rows still to do
	points               int          // of rows of contacts
	state                *types.Struct
	scratch              reg.Register // of spill slots
	slots                int          // in use
	labels               int
}

// The frame holds columns that do not fit in the registers.
const spillSlots = 18

// write writes the function.
func (k kernel) write(l *layout) {
	asm.Function(k.name + "AVX2")
	asm.Attributes(attr.NOSPLIT)
	parameter := types.NewPointer(k.pkg.Scope().Lookup(k.args).Type())
	asm.Signature(gotypes.NewSignature(k.pkg, types.NewSignatureType(nil, nil, nil,
		types.NewTuple(types.NewParam(token.NoPos, k.pkg, "args", parameter)), nil, false)))

	r := &row{layout: l, kernel: k, state: structOf(l.body, "State")}
	r.args = asm.Load(asm.Param("args"), asm.GP64())
	r.count = r.argument("count")
	r.at, r.coefficients = r.argument("rows"), r.argument("coefficients")
	if k.head != "" {
		r.states = r.argument("states")
	}
	if k.beside != "" {
		r.aside = r.argument(k.beside)
	}
	if k.grips {
		r.gripped = r.argument("grips")
	}
	// The slots are aligned by hand: Go aligns a frame to eight bytes.
	frame, scratch := asm.AllocLocal(32*spillSlots+24), asm.GP64()
	asm.LEAQ(frame.Offset(31), scratch)
	asm.ANDQ(operand.I32(-32), scratch)
	r.scratch = scratch

	asm.TESTQ(r.count, r.count)
	asm.JLE(operand.LabelRef("end"))
	asm.Label("loop")
	k.each(r)
	asm.ADDQ(operand.U32(uint64(k.rowSize)), r.at)
	if k.beside != "" {
		asm.ADDQ(operand.U32(uint64(size(structOf(k.pkg, k.besideOf)))), r.aside)
	}
	if k.grips {
		asm.ADDQ(r.argumentAt("gripStep"), r.gripped)
	}
	asm.DECQ(r.count)
	asm.JNZ(operand.LabelRef("loop"))
	asm.Label("end")
	if k.stops {
		asm.MOVQ(r.count, r.argumentAt("count"))
	}
	asm.VZEROUPPER()
	asm.RET()
}

// argument loads a field of the argument struct.
func (r *row) argument(name string) reg.Register {
	x := asm.GP64()
	asm.MOVQ(r.argumentAt(name), x)
	return x
}

func (r *row) argumentAt(name string) operand.Mem {
	return operand.Mem{Base: r.args, Disp: offset(structOf(r.pkg, r.kernel.args), name)}
}

// column returns a column that all rows of the kernel's package have.
func (r *row) column(field string) operand.Mem {
	return operand.Mem{Base: r.at, Disp: offset(structOf(r.pkg, r.head), field)}
}

// next returns a column of what lies beside the row.
func (r *row) next(field string) operand.Mem {
	return operand.Mem{Base: r.aside, Disp: offset(structOf(r.pkg, r.besideOf), field)}
}

// constant returns a coefficient or a constant, eight times.
func (r *row) constant(field string) operand.Mem {
	return operand.Mem{Base: r.coefficients, Disp: offset(structOf(r.pkg, r.constants), field)}
}

// keep stores a column in the frame and returns where.
func (r *row) keep(x vec) operand.Mem {
	m := r.slot()
	store(x, m)
	return m
}

// slot returns room for a column in the frame.
func (r *row) slot() operand.Mem {
	if r.slots == spillSlots {
		panic("asm: more columns kept than there are slots")
	}
	m := operand.Mem{Base: r.scratch, Disp: 32 * r.slots}
	r.slots++
	return m
}
