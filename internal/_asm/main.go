// Command asm writes the vector kernels:
//
//	go run . solver                    assembly of a package for amd64
//	go run . -neon solver              the same for arm64
//	go run . -declare assembly solver  the declarations in Go for both
//	go run . -declare js solver        functions that call the kernels of a module
//	go run . -wasm                     the WebAssembly module of all packages but those with one of their own
//	go run . -wasm solver/constraint   the module of such a package
//
// The assembly for amd64 is AVX2.
//
// The program has the shape of the portable kernels: a function here for a function
// there, mostly with the same name, which writes the same operations for eight lanes.
package main

import (
	"flag"
	"fmt"
	"os"
	"path"
	"slices"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
)

// asm collects the functions.
var asm = build.NewContext()

// packages are the packages with kernels, in the order of their numbers in the module. A package
// whose kernels few programs need has a module of its own.
var packages = []kernelPackage{
	{"collision/kernel", writeCollision, false}, {"integrator", writeIntegrator, false}, {"solver/constraint", writeRevolutes, true},
	{"solver", writeSolver, false}, {"broadphase", writeBroadphase, false},
}

type kernelPackage struct {
	name  string
	write func(*layout)
	own   bool
}

func main() {
	wasm := flag.Bool("wasm", false, "write a module")
	neon := flag.Bool("neon", false, "write assembly for arm64")
	target := flag.String("declare", "", "write the declarations for assembly or js")
	flag.Parse()
	name, l := flag.Arg(0), readLayout()
	asm.ConstraintExpr("!purego")
	canPrefetch = !*wasm
	own := slices.ContainsFunc(packages, func(p kernelPackage) bool { return p.name == name && p.own })
	first, last := -1, -1
	for _, p := range packages {
		all := !own && !p.own && (*wasm || *target != "")
		if p.name == name {
			first = len(described)
		}
		if all || p.name == name {
			p.write(l)
		}
		if p.name == name {
			last = len(described)
		}
	}
	switch {
	case *wasm:
		os.Stdout.Write(writeModule())
	case first < 0:
		fmt.Fprintln(os.Stderr, "usage: asm -wasm [solver/constraint], or asm [-neon | -declare assembly|js] collision/kernel|integrator|solver/constraint|solver|broadphase")
		os.Exit(2)
	case *target != "":
		os.Stdout.WriteString(declare(*target, path.Base(name), numbered{first, own, described[first:last]}))
	case *neon:
		os.Stdout.WriteString(neonFile(functions()))
	default:
		os.Exit(writeAssembly(path.Base(name)))
	}
}

func writeAssembly(pkg string) int {
	print := printer.NewGoAsm(printer.Config{Name: "internal/_asm", Pkg: pkg})
	return build.Main(&build.Config{
		ErrOut: os.Stderr,
		Passes: []pass.Interface{pass.Compile, &pass.Output{Writer: os.Stdout, Printer: print}},
	}, asm)
}

// writeModule returns the module of the kernels described, in their order.
func writeModule() []byte {
	var bodies [][]byte
	for _, f := range functions() {
		bodies = append(bodies, translateToWasm(f))
	}
	return wasmModule(bodies)
}

// functions returns the functions as they were described.
func functions() []*ir.Function {
	file, err := asm.Result()
	if err != nil {
		panic(err)
	}
	return file.Functions()
}
