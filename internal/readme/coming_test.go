//go:build gates

package readme

import (
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Errors of an identifier that the page names.
var (
	errNoPackage = errors.New("no such package")
	errNoMember  = errors.New("no such exported identifier")
)

// packageOf is the path of each package whose identifiers the page may name.
var packageOf = map[string]string{
	"area": "area", "why": "why", "body": "body", "broadphase": "broadphase", "character": "world/character", "draw": "world/draw", "geom": "geom",
	"joint": "joint", "manifold": "manifold", "narrowphase": "narrowphase", "polygon": "shape/polygon", "record": "world/record",
	"fracture": "world/fracture", "scene": "world/scene", "shape": "shape", "soft": "world/soft", "terrain": "world/terrain", "world": "world",
}

const module = "github.com/carom2d/carom/"

// api resolves identifiers against the packages of the module.
type api struct {
	t        *testing.T
	importer types.Importer
}

var exports = sync.OnceValues(func() (map[string]string, error) {
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}
	for _, path := range packageOf {
		args = append(args, "./"+path)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	return files, err
})

func newAPI(t *testing.T) *api {
	t.Helper()
	files, err := exports()
	require.NoError(t, err)
	open := func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
	return &api{t: t, importer: importer.ForCompiler(token.NewFileSet(), "gc", open)}
}

func (a *api) load(path string) *types.Package {
	a.t.Helper()
	p, err := a.importer.Import(path)
	require.NoError(a.t, err, path)
	return p
}

// check returns an error for an identifier that does not exist: a member of a package,
// or of package world if none is named, and fields and methods of its type behind that.
func (a *api) check(name string) error {
	if strings.Contains(name, "/") {
		for _, path := range packageOf {
			if path == name {
				return nil
			}
		}
		return fmt.Errorf("%s: %w", name, errNoPackage)
	}
	parts := strings.Split(name, ".")
	path := module + "world"
	if first := parts[0]; strings.ToLower(first) == first {
		path = module + packageOf[first]
		if first == "mgl64" {
			path = "github.com/go-gl/mathgl/mgl64"
		} else if packageOf[first] == "" {
			return fmt.Errorf("%s: %w", name, errNoPackage)
		}
		parts = parts[1:]
	}
	if len(parts) == 0 {
		return fmt.Errorf("%s: %w", name, errNoMember)
	}
	found := a.load(path).Scope().Lookup(parts[0])
	for i := 1; found != nil && i < len(parts); i++ {
		found, _, _ = types.LookupFieldOrMethod(found.Type(), true, found.Pkg(), parts[i])
	}
	if found == nil || !found.Exported() {
		return fmt.Errorf("%s: %w", name, errNoMember)
	}
	return nil
}

var quoted = regexp.MustCompile("`([^`]+)`")

// rows returns the cells of the rows of all tables of a page. Every table has the
// two columns there and here.
func rows(t *testing.T, page string) [][2]string {
	t.Helper()
	var found [][2]string
	const head, rule = "| there | here |", "| --- | --- |"
	lines := strings.Split(page, "\n")
	for i, line := range lines {
		switch {
		case !strings.HasPrefix(line, "|"), line == rule:
		case line == head:
			require.Equal(t, rule, lines[i+1], "line %d", i+2)
		default:
			cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "| "), " |"), " | ")
			require.Len(t, cells, 2, "line %d: %s", i+1, line)
			require.True(t, strings.HasPrefix(lines[i-1], "|"), "line %d opens a table without the columns there and here", i+1)
			found = append(found, [2]string{cells[0], cells[1]})
		}
	}
	return found
}

// Each identifier of Carom that the page of counterparts names exists, and every row
// has a counterpart or says that there is none.
func TestCounterpartsExist(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	table := rows(t, read(t, filepath.Join("docs", "coming-from.md")))
	require.Greater(t, len(table), 300)
	for _, r := range table {
		names := quoted.FindAllStringSubmatch(r[1], -1)
		require.True(t, len(names) > 0 || strings.HasPrefix(r[1], "none"), "%s: neither a counterpart nor none", r[0])
		for _, m := range names {
			if err := a.check(m[1]); err != nil {
				t.Errorf("%s: %v", r[0], err)
			}
		}
	}
}

// The table of the README names counterparts too.
func TestCounterpartsOfTheReadmeExist(t *testing.T) {
	t.Parallel()
	_, section, found := strings.Cut(read(t, "README.md"), "\n## Coming from another engine\n")
	require.True(t, found)
	section, _, _ = strings.Cut(section, "\n## ")
	a := newAPI(t)
	table := rows(t, section)
	require.NotEmpty(t, table)
	for _, r := range table {
		for _, m := range quoted.FindAllStringSubmatch(r[1], -1) {
			require.NoError(t, a.check(m[1]), r[0])
		}
	}
}

// The check must find what is missing.
func TestAMissingIdentifierIsFound(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	for _, name := range []string{
		"World.RayCast", "Config.SubSteps", "shape.Box", "body.Def.Bullet", "Revolute.Edit", "world/character",
		"joint.Revolute.CollideConnected", "character.Character.Move", "mgl64.Vec2", "body.Static",
	} {
		require.NoError(t, a.check(name), name)
	}
	for _, name := range []string{
		"World.RayCasts", "Config.substeps", "shape.Cube", "shapes.Box", "Revolute.NoSuch", "world/characters",
		"character", "World.tables", "boxes.Box.Min",
	} {
		require.Error(t, a.check(name), name)
	}
}
