// Command asm prints the vector kernels of package solver:
//
//	go run . >../kernel_amd64.s
//
// The program has the shape of kernel_generic.go: a function here for a function
// there, with the same name, which writes the same operations for eight lanes.
package main

import (
	"os"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

// asm collects the functions.
var asm = build.NewContext()

func main() {
	asm.ConstraintExpr("!purego")
	l := readLayout()
	for _, points := range []int{1, 2} {
		for _, surface := range []bool{false, true} {
			kernel(l, "warm", "rowArgs", points, surface, func(r *row) {
				r.warmStart()
				if surface {
					r.warmRoll()
				}
			})
			kernel(l, "relax", "rowArgs", points, surface, func(r *row) {
				r.relax()
				if surface {
					r.roll()
				}
			})
		}
		kernel(l, "solve", "rowArgs", points, false, (*row).solve)
		kernel(l, "prepare", "tableArgs", points, false, (*row).prepare)
		kernel(l, "store", "tableArgs", points, false, (*row).store)
	}
	print := printer.NewGoAsm(printer.Config{Name: "solver/_asm", Pkg: "solver"})
	os.Exit(build.Main(&build.Config{
		ErrOut: os.Stderr,
		Passes: []pass.Interface{pass.Compile, &pass.Output{Writer: os.Stdout, Printer: print}},
	}, asm))
}
