package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/bits"
	"path/filepath"
)

// The offsets come from the sources of the packages themselves, so the kernels
// follow the structs when they are generated again.
const (
	solverSource     = "../../solver"
	stateSource      = "../../internal/state"
	jointSource      = "../../joint"
	constraintSource = "../../solver/constraint"
	integratorSource = "../../integrator"
	collisionSource  = "../../collision/kernel"
	broadphaseSource = "../../broadphase"
)

// layout gives the offsets of the fields of the engine's structs.
type layout struct {
	solver, state, constraint, integrator, collision, broadphase *types.Package
}

func readLayout() *layout {
	imported[module+"joint"] = loadPackage(jointSource, "kind.go")
	state := loadPackage(stateSource, "bodies.go", "contacts.go", "joints.go", "joint_record.go")
	imported[module+"internal/state"] = state
	return &layout{
		solver: loadPackage(solverSource, "bundle.go", "arcs.go", "kernel_vector.go", "restitution_vector.go"),
		state:  state,

		constraint: loadPackage(constraintSource, "revolute_bundle.go", "revolute_kernel.go", "kernel_vector.go"),
		integrator: loadPackage(integratorSource, "velocities.go", "stepper.go", "kernel_vector.go"),
		collision:  loadPackage(collisionSource, "tables.go", "relative_poses.go", "reuse_vector.go", "separation_vector.go", "faces_vector.go", "rectangles_vector.go", "relative_poses_vector.go", "predict_vector.go", "boxes_vector.go", "cull.go", "cull_vector.go"),
		broadphase: loadPackage(broadphaseSource, "grid.go", "kernel_vector.go"),
	}
}

// module begins the paths of the packages of this module.
const module = "github.com/carom2d/carom/"

// imported are the packages of this module from which structs take types of fields.
var imported = packageImporter{}

type packageImporter map[string]*types.Package

func (p packageImporter) Import(path string) (*types.Package, error) {
	if pkg := p[path]; pkg != nil {
		return pkg, nil
	}
	return importer.Default().Import(path)
}

// loadPackage checks the types of some files of a package. Identifiers from other files are
// unknown and reported as errors. That does not matter, because the structs that are needed
// consist of numbers.
func loadPackage(folder string, names ...string) *types.Package {
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(set, filepath.Join(folder, name), nil, 0)
		if err != nil {
			panic(err)
		}
		files = append(files, file)
	}
	config := types.Config{Importer: imported, Error: func(error) {}, Sizes: types.SizesFor("gc", "amd64")}
	pkg, _ := config.Check(folder, set, files, nil)
	return pkg
}

func structOf(pkg *types.Package, name string) *types.Struct {
	object := pkg.Scope().Lookup(name)
	if object == nil {
		panic(fmt.Sprintf("asm: no type %s", name))
	}
	return object.Type().Underlying().(*types.Struct)
}

func offset(s *types.Struct, field string) int {
	fields := make([]*types.Var, s.NumFields())
	for i := range fields {
		fields[i] = s.Field(i)
	}
	offsets := types.SizesFor("gc", "amd64").Offsetsof(fields)
	for i, f := range fields {
		if f.Name() == field {
			if f.Type() == types.Typ[types.Invalid] {
				panic(fmt.Sprintf("asm: the type of field %s is not known", field))
			}
			return int(offsets[i])
		}
	}
	panic(fmt.Sprintf("asm: no field %s", field))
}

// bitOf returns the number of the bit that a constant has.
func bitOf(pkg *types.Package, name string) int {
	object, ok := pkg.Scope().Lookup(name).(*types.Const)
	if !ok {
		panic(fmt.Sprintf("asm: no constant %s", name))
	}
	value, exact := constant.Uint64Val(object.Val())
	if !exact || bits.OnesCount64(value) != 1 {
		panic(fmt.Sprintf("asm: %s is not one bit", name))
	}
	return bits.TrailingZeros64(value)
}

// bodyBit returns the number of the bit of a flag of bodies.
func (l *layout) bodyBit(name string) int { return bitOf(l.state, name) }

func size(s *types.Struct) int {
	for i := range s.NumFields() {
		if s.Field(i).Type() == types.Typ[types.Invalid] {
			panic(fmt.Sprintf("asm: the type of field %s is not known", s.Field(i).Name()))
		}
	}
	return int(types.SizesFor("gc", "amd64").Sizeof(s))
}
