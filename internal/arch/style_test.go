package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/must"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A package opens with doc.go, whose comment starts as Go's tools expect.
func TestEveryPackageHasADocFile(t *testing.T) {
	tree := moduleRoot(t)
	folders := map[string]bool{}
	for _, name := range goFiles(t, tree) {
		folders[path.Dir(name)] = true
	}
	for folder := range folders {
		src, err := fs.ReadFile(tree, path.Join(folder, "doc.go"))
		if !assert.NoError(t, err) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), "doc.go", src, parser.ParseComments)
		require.NoError(t, err)
		start := "Package " + file.Name.Name + " "
		if file.Name.Name == "main" {
			start = "Command " + path.Base(folder) + " "
		}
		if !assert.NotNil(t, file.Doc, folder) {
			continue
		}
		text := file.Doc.Text()
		assert.True(t, strings.HasPrefix(text, start), "%s/doc.go should start with %q", folder, start)
		assert.Greater(t, len(strings.Fields(text)), 15, "%s/doc.go says too little", folder)
	}
}

// badNames are names of files and folders that say nothing about the contents.
var badNames = map[string]bool{"util": true, "utils": true, "common": true, "types": true, "helpers": true, "misc": true}

func TestFilesAndFunctionsStayReadable(t *testing.T) {
	tree := moduleRoot(t)
	for _, name := range goFiles(t, tree) {
		src := must.Get(fs.ReadFile(tree, name))
		lines := strings.Count(string(src), "\n")
		assert.LessOrEqual(t, lines, 600, "%s has %d lines", name, lines)
		base := strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".go"), "_test")
		assert.False(t, badNames[base], "%s: name the file for what is in it", name)

		fset := token.NewFileSet()
		file := must.Get(parser.ParseFile(fset, name, src, parser.SkipObjectResolution))
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				n := fset.Position(f.End()).Line - fset.Position(f.Pos()).Line + 1
				assert.LessOrEqual(t, n, 120, "%s: %s has %d lines", name, f.Name.Name, n)
			}
		}
	}
}

// Functions have at most six parameters, and no statement lies within more than three others,
// function literals included.
func TestFunctionsStayFlat(t *testing.T) {
	eachFileOfCode(t, func(name string, file *ast.File) {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			assert.LessOrEqual(t, f.Type.Params.NumFields(), 6, "%s: parameters of %s", name, f.Name.Name)
			assert.LessOrEqual(t, nesting(f.Body), 3, "%s: nesting of %s", name, f.Name.Name)
		}
	})
}

// eachFileOfCode parses all files of the module but its tests.
func eachFileOfCode(t *testing.T, do func(name string, file *ast.File)) {
	tree := moduleRoot(t)
	for _, name := range goFiles(t, tree) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src := must.Get(fs.ReadFile(tree, name))
		file := must.Get(parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution))
		do(name, file)
	}
}

// nesting returns how many branches, loops and function literals there are around the innermost
// statement of a body. An else adds none to its if.
func nesting(body *ast.BlockStmt) int {
	deepest := 0
	var enclosing []ast.Node
	depth := 0
	adds := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit:
			return true
		case *ast.IfStmt:
			parent, ok := enclosing[len(enclosing)-1].(*ast.IfStmt)
			return !ok || parent.Else != n
		}
		return false
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if n == nil {
			last := enclosing[len(enclosing)-1]
			enclosing = enclosing[:len(enclosing)-1]
			if len(enclosing) > 0 && adds(last) {
				depth--
			}
			return true
		}
		if len(enclosing) > 0 && adds(n) {
			depth++
			deepest = max(deepest, depth)
		}
		enclosing = append(enclosing, n)
		return true
	})
	return deepest
}

func TestNestingCountsBranchesLoopsAndLiterals(t *testing.T) {
	for body, want := range map[string]int{
		"x()":                                      0,
		"if a { x() } else if b { y() }":           1,
		"for { if a { x() } else { y() } }":        2,
		"switch a { case 1: for range b { x() } }": 2,
		"f(func() { for { if a { x() } } })":       3,
	} {
		file := must.Get(parser.ParseFile(token.NewFileSet(), "", "package p; func f() { "+body+" }", 0))
		assert.Equal(t, want, nesting(file.Decls[0].(*ast.FuncDecl).Body), body)
	}
}

// A line that is a comment has at most a hundred columns, with four for a tab, unless it is one
// word or an example's output: in Go and JavaScript, in modules of their own too.
func TestCommentsHaveOneWidth(t *testing.T) {
	tree := moduleRoot(t)
	made := func(folder string) bool { return folder == "out" || strings.HasSuffix(folder, "/vendor") }
	for _, name := range files(t, tree, made, ".go", ".js", ".mjs") {
		src := must.Get(fs.ReadFile(tree, name))
		output := false
		for line := range strings.Lines(string(src)) {
			line = strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    ")
			comment := strings.TrimLeft(line, " ")
			if !strings.HasPrefix(comment, "// ") {
				output = false
				continue
			}
			output = output || strings.HasPrefix(comment, "// Output:") || strings.HasPrefix(comment, "// Unordered output:")
			if words := strings.Fields(comment); !output && len(words) > 2 && !strings.HasPrefix(comment, "//  ") {
				assert.LessOrEqual(t, len([]rune(line)), 100, "%s: %s", name, line)
			}
		}
	}
}

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
