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
	asm.Function(name)
	described = append(described, function{name, args, inPlace})
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
func (a arguments) integer(name string) reg.Register {
	x := asm.GP64()
	asm.MOVQ(a.at(name), x)
	return x
}
