package arch

import (
	"go/ast"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// platformMath are the functions of package math whose last bits depend on the platform. Some have
// assembly on one of them, and on some the compiler fuses products with sums. Package geom has
// SinCos and Atan2.
var platformMath = words(`Acos Acosh Asin Asinh Atan Atan2 Atanh Cbrt Cos Cosh Erf Erfc Erfcinv Erfinv Exp Exp2 Expm1
	FMA Gamma Hypot J0 J1 Jn Lgamma Log Log10 Log1p Log2 Pow Sin Sincos Sinh Tan Tanh Y0 Y1 Yn`)

// platformMathIn are the folders that may call them: their results reach no world, or only worlds
// of a page or a report.
var platformMathIn = words("world/draw cmd/ web/gallery")

// Values that reach the state of a world have the same bits on every platform.
func TestMathHasTheSameBitsEverywhere(t *testing.T) {
	found := 0
	eachFileOfCode(t, func(name string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			x, ok := s.X.(*ast.Ident)
			if !ok || x.Name != "math" || !slices.Contains(platformMath, s.Sel.Name) {
				return true
			}
			found++
			allowed := slices.ContainsFunc(platformMathIn, func(folder string) bool { return strings.HasPrefix(name, folder) })
			assert.True(t, allowed, "%s calls math.%s, which differs between platforms", name, s.Sel.Name)
			return true
		})
	})
	assert.NotZero(t, found, "the folders that may call them do")
}
