package main

import (
	"go/types"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// kernel is a function that performs one operation on each bundle of a range.
type kernel struct {
	pkg             *types.Package
	name            string
	args            string // name of the argument struct
	header          string // of the struct that a bundle begins with, or nothing
	constants       string // of the struct that the argument coefficients points to
	bundleSize      int
	companion       string // argument and struct of a second record of each bundle, or nothing
	companionStruct string
	strengths       bool // bundles of joints have a strengthBundle each, or share one
	call            callKind
	stopsEarly      bool // before a bundle that it cannot handle; returns the number of those left
	emit            func(*emitter)
}

// emitter writes the body of a kernel's loop, for one bundle.
type emitter struct {
	*layout
	kernel
	arguments
	bundle, companionAt         reg.Register // the bundle and its companion
	strength                    reg.Register // the strengthBundle of the bundle
	states, coefficients        reg.Register
	contactRows, solverContacts reg.Register // of kernels that work on the contact table
	count                       reg.Register // of bundles that are left
	points                      int          // of each contact
	state                       *types.Struct
	spillBase                   reg.Register // of spill slots
	usedSlots                   int          // in use
	labels                      int
}

// The frame holds columns that do not fit in the registers.
const spillSlotCount = 18

func (k kernel) write(l *layout) {
	e := &emitter{layout: l, kernel: k, arguments: describe(k.name+"Vector", k.args, k.pkg, k.call), state: structOf(l.state, "BodyState")}
	asm.Attributes(attr.NOSPLIT)
	e.count = e.integer("count")
	e.bundle, e.coefficients = e.integer("bundles"), e.integer("coefficients")
	if k.header != "" {
		e.states = e.integer("states")
	}
	if k.companion != "" {
		e.companionAt = e.integer(k.companion)
	}
	if k.strengths {
		e.strength = e.integer("strengths")
	}
	// The slots are aligned by hand: Go aligns a frame to eight bytes.
	frame, base := asm.AllocLocal(32*spillSlotCount+24), asm.GP64()
	asm.LEAQ(frame.Offset(31), base)
	asm.ANDQ(operand.I32(-32), base)
	e.spillBase = base

	asm.TESTQ(e.count, e.count)
	asm.JLE(operand.LabelRef("end"))
	asm.Label("loop")
	k.emit(e)
	e.advance()
	asm.DECQ(e.count)
	asm.JNZ(operand.LabelRef("loop"))
	asm.Label("end")
	if k.stopsEarly {
		asm.MOVQ(e.count, e.at("count"))
	}
	end()
}

// advance goes on to the next bundle.
func (e *emitter) advance() {
	asm.ADDQ(operand.U32(uint64(e.bundleSize)), e.bundle)
	if e.companion != "" {
		asm.ADDQ(operand.U32(uint64(size(structOf(e.pkg, e.companionStruct)))), e.companionAt)
	}
	if e.strengths {
		asm.ADDQ(e.at("strengthStep"), e.strength)
	}
}

// column returns a column that all bundles of the kernel's package have.
func (e *emitter) column(field string) operand.Mem {
	return operand.Mem{Base: e.bundle, Disp: offset(structOf(e.pkg, e.header), field)}
}

func (e *emitter) companionColumn(field string) operand.Mem {
	return operand.Mem{Base: e.companionAt, Disp: offset(structOf(e.pkg, e.companionStruct), field)}
}

// constant returns a coefficient or a constant, eight times.
func (e *emitter) constant(field string) operand.Mem {
	return operand.Mem{Base: e.coefficients, Disp: offset(structOf(e.pkg, e.constants), field)}
}

// spill stores a column in the frame and returns its address.
func (e *emitter) spill(x vec) operand.Mem {
	m := e.spillSlot()
	store(x, m)
	return m
}

// spillSlot returns a free slot of the frame.
func (e *emitter) spillSlot() operand.Mem {
	if e.usedSlots == spillSlotCount {
		panic("asm: more columns kept than there are slots")
	}
	m := operand.Mem{Base: e.spillBase, Disp: 32 * e.usedSlots}
	e.usedSlots++
	return m
}
