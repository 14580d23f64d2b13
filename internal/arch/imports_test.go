package arch

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/carom2d/carom/internal/must"
	"github.com/stretchr/testify/require"
)

const module = "github.com/carom2d/carom"

// moduleRoot is the folder of go.mod as a file system.
func moduleRoot(t *testing.T) fs.FS {
	t.Helper()
	dir := must.Get(filepath.Abs("../.."))
	mod := must.Get(os.ReadFile(filepath.Join(dir, "go.mod")))
	require.True(t, strings.HasPrefix(string(mod), "module "+module+"\n"))
	return os.DirFS(dir)
}

// goFiles lists the Go files of the module, without test data and without modules
// of their own.
func goFiles(t *testing.T, tree fs.FS) []string {
	t.Helper()
	return files(t, tree, func(folder string) bool {
		_, err := fs.Stat(tree, path.Join(folder, "go.mod"))
		return err == nil
	}, ".go")
}

// files lists the files whose names end so, without test data and folders that are left out.
func files(t *testing.T, tree fs.FS, leftOut func(folder string) bool, ends ...string) []string {
	t.Helper()
	var list []string
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		base := path.Base(name)
		switch {
		case err != nil || name == ".":
			return err
		case !d.IsDir() && slices.Contains(ends, path.Ext(name)):
			list = append(list, name)
		case d.IsDir() && (base == "testdata" || base[0] == '.' || base[0] == '_' || leftOut(name)):
			return fs.SkipDir
		}
		return nil
	})
	require.NoError(t, err)
	require.NotEmpty(t, list)
	return list
}

// violations checks every import of every file and returns one sentence for each
// that no row allows.
func violations(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var bad []string
	for _, name := range goFiles(t, tree) {
		src := must.Get(fs.ReadFile(tree, name))
		file := must.Get(parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly))
		for _, spec := range file.Imports {
			target := must.Get(strconv.Unquote(spec.Path.Value))
			if why := forbiddenReason(path.Dir(name), strings.HasSuffix(name, "_test.go"), target); why != "" {
				bad = append(bad, fmt.Sprintf("%s imports %q: %s", name, target, why))
			}
		}
	}
	return bad
}

// forbiddenReason returns why the package in folder may not import target, or nothing.
func forbiddenReason(folder string, test bool, target string) string {
	if target == "C" {
		return "no cgo"
	}
	pkg, inside := strings.CutPrefix(target, module+"/")
	if inside {
		row := slices.IndexFunc(importTable, func(r rule) bool { return matches(r.importer, folder) })
		if row < 0 {
			return "the package has no row in the table of imports"
		}
		if test && (pkg == folder || strings.HasPrefix(pkg, folder+"/")) { // package x_test, which may use what stands on x
			return ""
		}
		rows := []rule{importTable[row]}
		if test {
			rows = append(rows, importTable[slices.IndexFunc(importTable, func(r rule) bool { return r.importer == "tests" })])
		}
		for _, r := range rows {
			if slices.ContainsFunc(r.allowed, func(name string) bool { return name == "anything" || matches(name, pkg) }) {
				return ""
			}
		}
		return "not allowed by the table of imports"
	}
	if first, _, _ := strings.Cut(target, "/"); !strings.Contains(first, ".") {
		return "" // the standard library
	}
	for _, r := range moduleTable {
		if target != r.importer && !strings.HasPrefix(target, r.importer+"/") {
			continue
		}
		for _, name := range r.allowed {
			if matches(name, folder) || name == "tests" && test {
				return ""
			}
		}
	}
	return "not allowed by the table of modules"
}

func TestImports(t *testing.T) {
	require.Empty(t, violations(t, moduleRoot(t)))
}

func TestEveryPackageHasARow(t *testing.T) {
	tree := moduleRoot(t)
	for _, name := range goFiles(t, tree) {
		folder := path.Dir(name)
		require.True(t, slices.ContainsFunc(importTable, func(r rule) bool { return matches(r.importer, folder) }),
			"%s: the folder has no row in the table of imports", name)
	}
}

// A row for a package that no longer exists is a mistake.
func TestEveryRowHasAPackage(t *testing.T) {
	tree := moduleRoot(t)
	files := goFiles(t, tree)
	for _, r := range importTable {
		require.True(t, r.importer == "tests" || slices.ContainsFunc(files, func(f string) bool { return matches(r.importer, path.Dir(f)) }), r.importer)
	}
}

// The first row that matches a package counts, so a folder's row stands behind the rows of its
// packages.
func TestNoRowIsHidden(t *testing.T) {
	for i, r := range importTable {
		for _, before := range importTable[:i] {
			require.False(t, matches(before.importer, strings.Replace(r.importer, "*", "any", 1)), "%s hides %s", before.importer, r.importer)
		}
	}
}

// withFile returns a copy of the sources with one more file.
func withFiles(t *testing.T, planted map[string]string) fs.FS {
	t.Helper()
	tree := moduleRoot(t)
	copied := fstest.MapFS{}
	for _, f := range goFiles(t, tree) {
		src := must.Get(fs.ReadFile(tree, f))
		copied[f] = &fstest.MapFile{Data: src}
	}
	for name, source := range planted {
		copied[name] = &fstest.MapFile{Data: []byte(source)}
	}
	return copied
}

// plantImport adds a file that imports a package and returns its name, a name that no other has.
func plantImport(planted map[string]string, file, target string) string {
	file = strings.Replace(file, "planted", fmt.Sprint("planted", len(planted)), 1)
	planted[file] = fmt.Sprintf("package planted\n\nimport _ %q\n", target)
	return file
}

func TestPlantedImportsAreFound(t *testing.T) {
	planted := map[string]string{}
	var want []string
	for _, c := range []struct{ file, target, why string }{
		{"geom/planted.go", module + "/shape", "not allowed by the table of imports"},
		{"geom/planted_test.go", module + "/internal/fphash", "not allowed by the table of imports"},
		{"geom/planted.go", module + "/internal/leftout", "not allowed by the table of imports"},
		{"shape/planted.go", module + "/body", "not allowed by the table of imports"},
		{"joint/planted.go", module + "/internal/state", "not allowed by the table of imports"},
		{"manifold/planted.go", module + "/internal/state", "not allowed by the table of imports"},
		{"broadphase/planted.go", module + "/shape", "not allowed by the table of imports"},
		{"narrowphase/planted.go", module + "/internal/par", "not allowed by the table of imports"},
		{"solver/planted.go", module + "/collision", "not allowed by the table of imports"},
		{"solver/schedule/planted.go", module + "/solver", "not allowed by the table of imports"},
		{"collision/planted.go", module + "/solver", "not allowed by the table of imports"},
		{"collision/planted.go", module + "/collision/continuous", "not allowed by the table of imports"},
		{"collision/continuous/planted.go", module + "/solver", "not allowed by the table of imports"},
		{"solver/planted.go", module + "/collision/continuous", "not allowed by the table of imports"},
		{"world/planted.go", module + "/world/scene", "not allowed by the table of imports"},
		{"world/draw/planted.go", module + "/solver", "not allowed by the table of imports"},
		{"world/draw/planted.go", module + "/world/scene", "not allowed by the table of imports"},
		{"internal/par/planted.go", module + "/geom", "not allowed by the table of imports"},
		{"newroom/planted.go", module + "/geom", "the package has no row in the table of imports"},
		{"manifold/planted.go", "github.com/go-gl/mathgl/mgl64", "not allowed by the table of modules"},
		{"geom/planted.go", "github.com/stretchr/testify/require", "not allowed by the table of modules"},
		{"world/planted_test.go", "example.com/elsewhere", "not allowed by the table of modules"},
		{"solver/planted.go", "C", "no cgo"},
	} {
		want = append(want, fmt.Sprintf("%s imports %q: %s", plantImport(planted, c.file, c.target), c.target, c.why))
	}
	require.Subset(t, violations(t, withFiles(t, planted)), want)
}

func TestPlantedImportsThatAreAllowed(t *testing.T) {
	planted := map[string]string{}
	for _, c := range []struct{ file, target string }{
		{"manifold/planted_test.go", "github.com/go-gl/mathgl/mgl64"},
		{"geom/planted_test.go", module + "/geom"},
		{"geom/planted_test.go", module + "/internal/leftout"},
		{"world/planted_test.go", module + "/world/rollback"},
		{"cmd/carom/planted.go", module + "/solver"},
		{"world/planted.go", module + "/internal/par"},
		{"collision/continuous/planted.go", module + "/collision"},
		{"body/planted.go", "math/bits"},
	} {
		plantImport(planted, c.file, c.target)
	}
	require.Equal(t, violations(t, moduleRoot(t)), violations(t, withFiles(t, planted)))
}
