package arch

import (
	"bytes"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/carom2d/carom/internal/must"
	"github.com/stretchr/testify/require"
)

// maxFilesOfKind is the number of files of code that a kind of joint may touch.
const maxFilesOfKind = 8

var comment = regexp.MustCompile(`//.*`)

// codeOfJoints returns, without comments, the files of the engine and of the packages that draw and
// write joints. Games, scenes, tests and pages do not count.
func codeOfJoints(t *testing.T, tree fs.FS) map[string][]byte {
	t.Helper()
	engine := regexp.MustCompile(`^(joint|internal|solver|islands|collision|world/(scene|draw|view|record|inspect))/|^world/[^/]*$`)
	code := map[string][]byte{}
	for _, name := range goFiles(t, tree) {
		if !engine.MatchString(name) || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "/doc.go") {
			continue
		}
		source := must.Get(fs.ReadFile(tree, name))
		code[name] = comment.ReplaceAll(source, nil)
	}
	return code
}

// filesOfKind returns the files that name a kind, such as Pulley.
func filesOfKind(code map[string][]byte, kind string) (files []string) {
	names := regexp.MustCompile(`joint\.(Kind)?` + kind + `\b|\b(Kind|Create|compile|measure)` + kind + `\b`)
	own := regexp.MustCompile(`\*` + kind + `\)`)
	for name, source := range code {
		if !bytes.Contains(source, []byte(kind)) {
			continue // regular expressions take a thousand times as long
		}
		if names.Match(source) || strings.HasPrefix(name, "joint/") && own.Match(source) {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return files
}

// Every kind of the generic form stands in few files. The revolute joint has a kernel of its own,
// gears couple joints, and customs have many bodies.
func TestAKindOfJointTouchesFewFiles(t *testing.T) {
	tree := moduleRoot(t)
	source := must.Get(fs.ReadFile(tree, "joint/kind.go"))
	kinds := regexp.MustCompile(`&(\w+)\{\},`).FindAllStringSubmatch(string(source), -1)
	require.Greater(t, len(kinds), 15)
	code := codeOfJoints(t, tree)
	for _, match := range kinds {
		name := match[1]
		if slices.Contains([]string{"Revolute", "Gear", "Custom"}, name) {
			continue
		}
		files := filesOfKind(code, name)
		require.GreaterOrEqual(t, len(files), 4, "definition, kind, record and handle of %s: %v", name, files)
		require.LessOrEqual(t, len(files), maxFilesOfKind, "%s: %v", name, files)
	}
}

func TestPlantedNamesOfKindsAreFound(t *testing.T) {
	for source, want := range map[string]int{
		"package draw; var a = joint.KindPulley":       1,
		"package draw; var a joint.Pulley":             1,
		"package draw // a joint.Pulley":               0,
		"package draw; var pulley = joint.KindPulleys": 0,
	} {
		planted := fstest.MapFS{"world/draw/planted.go": &fstest.MapFile{Data: []byte(source)}}
		require.Len(t, filesOfKind(codeOfJoints(t, planted), "Pulley"), want, source)
	}
}
