package arch

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/must"
	"github.com/stretchr/testify/require"
)

// rule is a row of a table: the package left of the arrow may import those right of it, or
// the module left of it may be imported by those.
type rule struct {
	importer string
	allowed  []string
}

func words(s string) []string { return strings.Fields(s) }

// importTable: a package and the packages of this module that it may import.
var importTable = []rule{
	{"geom", words("internal/arctan")},
	{"shape/polygon", words("geom")},
	{"shape", words("geom shape/polygon")},
	{"shape/outline", words("geom shape")},
	{"body", words("geom")},
	{"broadphase", words("geom internal/column internal/grow internal/par internal/radix internal/simd")},
	{"narrowphase", words("geom shape")},
	{"narrowphase/sight", words("geom shape narrowphase")},
	{"manifold", words("geom shape narrowphase")},
	{"joint", words("geom")},
	{"area", words("geom")},
	{"why", words("")},
	{"internal/state", words("geom body shape manifold joint area internal/*")},
	{"internal/recording", words("geom shape joint internal/*")},
	{"internal/snapshot", words("geom area body shape broadphase internal/*")},
	{"internal/*", words("internal/*")},
	{"integrator", words("geom body internal/*")},
	{"collision/kernel", words("geom shape broadphase narrowphase manifold internal/*")},
	{"collision", words("geom body shape broadphase narrowphase manifold collision/kernel internal/*")},
	{"collision/continuous", words("geom body shape broadphase narrowphase manifold collision internal/*")},
	{"collision/areas", words("geom area body shape shape/outline broadphase narrowphase collision internal/*")},
	{"collision/sensors", words("geom shape broadphase narrowphase collision collision/continuous internal/*")},
	{"solver/schedule", words("geom body joint internal/*")},
	{"solver/constraint", words("geom body joint internal/*")},
	{"solver/rattle", words("geom body joint solver/constraint internal/*")},
	{"solver/profile", words("internal/*")},
	{"solver/projection", words("geom solver/constraint internal/*")},
	{"solver/articulation", words("geom body joint solver/constraint solver/profile solver/rattle internal/*")},
	{"solver/direct", words("geom body solver/profile internal/*")},
	{"solver", words("geom body joint solver/schedule solver/constraint solver/articulation solver/direct internal/*")},
	{"islands", words("geom body joint shape narrowphase collision solver solver/schedule internal/*")},
	{"collision/crush", words("geom collision islands internal/*")},
	{"collision/impacts", words("geom collision collision/continuous internal/*")},
	{"collision/explosion", words("geom body shape shape/outline narrowphase collision islands internal/*")},
	{"collision/bodies", words("geom body shape broadphase collision collision/crush collision/sensors islands internal/*")},
	{"world", words("world/internal/tools geom area body shape shape/outline why broadphase narrowphase narrowphase/sight manifold joint integrator collision collision/* islands solver solver/* internal/*")},
	{"world/internal/tools", words("geom area body shape broadphase internal/*")},
	{"world/internal/turns", words("world joint")},
	{"world/physicstest", words("world world/draw world/record geom shape body joint")},
	{"world/rollback", words("world geom shape body joint world/rollback/*")},
	{"world/rollback/*", words("world/rollback")},
	{"world/record", words("world world/internal/tools geom shape body joint area internal/recording internal/tape internal/item")},
	{"world/view", words("world world/internal/tools geom shape body joint area internal/radix")},
	{"world/inspect", words("world world/view world/scene world/scene/live world/scene/edit web body shape")},
	{"world/terrain", words("world world/character geom shape shape/polygon body narrowphase why")},
	{"world/fracture", words("world world/internal/turns geom shape shape/polygon body joint")},
	{"world/worlds/*", words("world world/worlds world/worlds/* geom shape body joint")},
	{"world/scene", words("world world/character world/internal/turns geom shape body joint area internal/spelling")},
	{"world/scene/live", words("world world/character world/scene geom shape joint")},
	{"world/scene/edit", words("world world/scene world/scene/live geom shape shape/polygon")},
	{"world/scene/gogen", words("world world/character world/scene world/gallery geom shape body joint area")},
	{"world/*", words("world geom shape body joint area internal/spelling")},
	{"cmd/*", words("anything")},
	{"web", words("")},
	{"web/*", words("anything")},
	{"tests", words("internal/leftout internal/invariant internal/long internal/must internal/scratch world/record")},
}

// moduleTable: a module from outside and the packages that may import it.
var moduleTable = []rule{
	{"github.com/go-gl/mathgl", words("geom shape shape/polygon body joint area internal/state internal/recording internal/snapshot world world/* cmd/* web/*")},
	{"github.com/google/btree", words("broadphase")},
	{"github.com/fxamacker/cbor", words("tests")},
	{"github.com/klauspost/compress", words("internal/deflate")},
	{"github.com/valyala/fastjson", words("web/player")},
	{"golang.org/x/sys", words("internal/simd")},
	{"golang.org/x/image", words("world/* cmd/*")},
	{"golang.org/x/term", words("cmd/*")},
	{"github.com/coder/websocket", words("world/inspect world/rollback/*")},
	{"github.com/go-gl/mathgl", words("tests")},
	{"github.com/stretchr/testify", words("tests")},
}

func TestPageAgreesWithTheTables(t *testing.T) {
	page := must.Get(fs.ReadFile(moduleRoot(t), "ARCHITECTURE.md"))
	require.Equal(t, importTable, parseTable(t, string(page), "imports"))
	require.Equal(t, moduleTable, parseTable(t, string(page), "modules"))
}

// parseTable reads the fenced block with the given name.
func parseTable(t *testing.T, page, name string) []rule {
	t.Helper()
	_, rest, found := strings.Cut(page, "\n```"+name+"\n")
	require.True(t, found, "no block %q", name)
	block, _, found := strings.Cut(rest, "\n```")
	require.True(t, found, "block %q does not end", name)
	var table []rule
	for line := range strings.Lines(block) {
		left, right, found := strings.Cut(line, "->")
		require.True(t, found, "no arrow in %q", line)
		table = append(table, rule{strings.TrimSpace(left), words(right)})
	}
	return table
}

// matches reports whether a package path fits a name of a table: itself, or a
// whole folder written with a star.
func matches(name, pkg string) bool {
	if folder, star := strings.CutSuffix(name, "/*"); star {
		return strings.HasPrefix(pkg, folder+"/")
	}
	return name == pkg
}

// makeWords matches the lists of words by which the Makefile picks tests.
var makeWords = regexp.MustCompile(`(?m)^(WORKERS|BLOCKS|ALONE|WARM)\s*:=\s*(\S+)$`)

// Every word by which the Makefile picks or skips tests is part of a test's name: a test that
// is renamed must not drop out in silence.
func TestWordsOfTheMakefileNameTests(t *testing.T) {
	tree := moduleRoot(t)
	makefile := must.Get(fs.ReadFile(tree, "Makefile"))
	lists := makeWords.FindAllStringSubmatch(string(makefile), -1)
	require.Len(t, lists, 4)
	names := testNames(t, tree)
	for _, list := range lists {
		for word := range strings.SplitSeq(list[2], "|") {
			require.Regexp(t, `(?m)^Test\w*`+word, names, "%s names no test", list[1])
		}
	}
}

// A gate starts the go command, so make test leaves it to make gates, which looks for the tag.
func TestGatesHaveTheirTag(t *testing.T) {
	tree := moduleRoot(t)
	for _, pkg := range []string{"fmagate", "inlining", "readme", "simd", "typecheck"} {
		files := must.Get(fs.Glob(tree, "internal/"+pkg+"/*_test.go"))
		require.True(t, slices.ContainsFunc(files, func(name string) bool {
			src := must.Get(fs.ReadFile(tree, name))
			return strings.HasPrefix(string(src), "//go:build gates\n")
		}), "internal/%s has no gate", pkg)
	}
}

func testNames(t *testing.T, tree fs.FS) string {
	t.Helper()
	declaration := regexp.MustCompile(`(?m)^func (Test\w+)`)
	var names strings.Builder
	for _, name := range goFiles(t, tree) {
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		src := must.Get(fs.ReadFile(tree, name))
		for _, m := range declaration.FindAllSubmatch(src, -1) {
			names.Write(m[1])
			names.WriteByte('\n')
		}
	}
	return names.String()
}
