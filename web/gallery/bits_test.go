package gallery_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"testing"

	"github.com/carom2d/carom/world"
	"github.com/stretchr/testify/require"
)

// varying are the functions of package math whose last bits differ between processors.
var varying = []string{
	"Acos", "Acosh", "Asin", "Asinh", "Atan", "Atan2", "Atanh", "Cbrt", "Cos", "Cosh", "Exp", "Exp2", "Expm1", "Hypot", "Log",
	"Log10", "Log1p", "Log2", "Sin", "Sincos", "Sinh", "Tan", "Tanh",
}

// calledOfMath returns the functions of package math that a file names.
func calledOfMath(t *testing.T, name string, source any) (called []string) {
	file := world.Must(parser.ParseFile(token.NewFileSet(), name, source, 0))
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "math" {
				called = append(called, s.Sel.Name)
			}
		}
		return true
	})
	return called
}

// A link shows the same to everybody: sines come from geom.
func TestScenesCallNoVaryingFunctions(t *testing.T) {
	require.Equal(t, []string{"Sincos", "Pi"}, calledOfMath(t, "planted.go", "package p\nfunc f() { math.Sincos(math.Pi) }"))
	var files []string
	for _, pattern := range []string{"*.go", "../worker/*.go"} {
		list := world.Must(filepath.Glob(pattern))
		files = append(files, list...)
	}
	require.Greater(t, len(files), 12)
	for _, name := range files {
		for _, f := range calledOfMath(t, name, nil) {
			require.False(t, slices.Contains(varying, f), "%s: math.%s", name, f)
		}
	}
}
