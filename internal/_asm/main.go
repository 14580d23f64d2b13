// Command asm prints the vector kernels of a package:
//
//	go run . solver >../../solver/kernel_amd64.s
//	go run . solver/constraint >../../solver/constraint/kernel_amd64.s
//	go run . integrator >../../integrator/kernel_amd64.s
//	go run . collision >../../collision/kernel_amd64.s
//
// The program has the shape of the portable kernels: a function here for a function
// there, mostly with the same name, which writes the same operations for eight lanes.
package main

import (
	"fmt"
	"os"
	"path"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

// asm collects the functions.
var asm = build.NewContext()

var packages = map[string]func(*layout){"solver": writeContacts, "solver/constraint": writeRevolutes, "integrator": writeIntegrator, "collision": writeReuse}

func main() {
	if len(os.Args) != 2 || packages[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: asm solver|solver/constraint|integrator|collision")
		os.Exit(2)
	}
	asm.ConstraintExpr("!purego")
	packages[os.Args[1]](readLayout())
	print := printer.NewGoAsm(printer.Config{Name: "internal/_asm", Pkg: path.Base(os.Args[1])})
	os.Exit(build.Main(&build.Config{
		ErrOut: os.Stderr,
		Passes: []pass.Interface{pass.Compile, &pass.Output{Writer: os.Stdout, Printer: print}},
	}, asm))
}
