package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strings"
	"testing"

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
		src, err := fs.ReadFile(tree, name)
		require.NoError(t, err)
		lines := strings.Count(string(src), "\n")
		assert.LessOrEqual(t, lines, 600, "%s has %d lines", name, lines)
		base := strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".go"), "_test")
		assert.False(t, badNames[base], "%s: name the file for what is in it", name)

		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				n := fset.Position(f.End()).Line - fset.Position(f.Pos()).Line + 1
				assert.LessOrEqual(t, n, 120, "%s: %s has %d lines", name, f.Name.Name, n)
			}
		}
	}
}
