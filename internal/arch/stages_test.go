package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/must"
	"github.com/stretchr/testify/require"
)

// TestTickAgreesWithTheStageTable: the stages of ARCHITECTURE.md are the calls of
// World.tick, in the same order.
func TestTickAgreesWithTheStageTable(t *testing.T) {
	page := must.Get(fs.ReadFile(moduleRoot(t), "ARCHITECTURE.md"))
	source := must.Get(fs.ReadFile(moduleRoot(t), "world/tick.go"))
	require.Equal(t, stagesOfPage(t, string(page)), stagesOfTick(t, string(source)))
}

// stagesOfPage reads the third column of the table of stages. A call that several
// rows share counts once.
func stagesOfPage(t *testing.T, page string) []string {
	t.Helper()
	_, rest, found := strings.Cut(page, "| # | stage | call in `tick` |")
	require.True(t, found, "no table of stages")
	var stages []string
	for line := range strings.Lines(rest) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			if len(stages) > 0 {
				break
			}
			continue
		}
		if call := strings.Trim(cells[3], " `-\n"); call != "" {
			stages = append(stages, call)
		}
	}
	require.NotEmpty(t, stages)
	return slices.Compact(stages)
}

// stagesOfTick lists the methods that tick hands to run: w.run(duration, (*World).method).
func stagesOfTick(t *testing.T, source string) []string {
	t.Helper()
	file := must.Get(parser.ParseFile(token.NewFileSet(), "tick.go", source, 0))
	var stages []string
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != "tick" {
			continue
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if method, ok := call.Fun.(*ast.SelectorExpr); ok && method.Sel.Name == "run" {
				require.Len(t, call.Args, 2)
				stage, ok := call.Args[1].(*ast.SelectorExpr)
				require.True(t, ok, "a stage is a method of the world")
				stages = append(stages, stage.Sel.Name)
			}
			return true
		})
	}
	require.NotEmpty(t, stages)
	return stages
}

func TestPlantedStagesAreFound(t *testing.T) {
	page := "| # | stage | call in `tick` | reads |\n| --- | --- | --- | --- |\n| 1 S | a | `one` | x |\n| 2 | b | `two` | y |\n| 3 | c | `two` | z |\n\nmore | text\n"
	require.Equal(t, words("one two"), stagesOfPage(t, page))
	tick := "package world\nfunc (w *World) tick() { defer w.endTick(); w.run(&p.One, (*World).one); w.run(&p.Two, (*World).two); w.run(nil, (*World).three) }\n"
	require.Equal(t, words("one two three"), stagesOfTick(t, tick))
}
