//go:build gates

package readme

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// carom is how README.md starts the command.
const carom = "go run ./cmd/carom "

// The lines of README.md that start the command run as they are written, one after the other, in a
// folder with the scenes of the repository.
func TestCommandsRun(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	program := filepath.Join(folder, "carom.exe")
	build := exec.Command("go", "build", "-o", program, "./cmd/carom")
	build.Dir = filepath.Join("..", "..")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	scenes := filepath.Join("testdata", "scenes")
	require.NoError(t, os.CopyFS(filepath.Join(folder, scenes), os.DirFS(filepath.Join("..", "..", scenes))))
	count := 0
	for _, block := range blocks(read(t, "README.md"), "sh") {
		for line := range strings.Lines(block) {
			line, _, _ = strings.Cut(line, " #")
			args, ok := strings.CutPrefix(line, carom)
			if !ok {
				continue
			}
			count++
			cmd := exec.Command(program, strings.Fields(args)...)
			cmd.Dir = folder
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s\n%s", line, out)
		}
	}
	require.GreaterOrEqual(t, count, 7)
	for _, file := range []string{"dominoes.gif", "end.png", "then.png"} {
		require.FileExists(t, filepath.Join(folder, file))
	}
}

// The names that the indented snippets of README.md may use without a declaration.
const surroundings = `package main

import (
	"fmt"
	"image"
	"os"
	"time"

	"github.com/carom2d/carom/area"
	"github.com/carom2d/carom/body"
	"github.com/carom2d/carom/shape"
	"github.com/carom2d/carom/shape/polygon"
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/character"
	"github.com/carom2d/carom/world/fracture"
	"github.com/carom2d/carom/world/soft"
	"github.com/carom2d/carom/world/terrain"
	"github.com/carom2d/carom/world/worlds"
	"github.com/go-gl/mathgl/mgl64"
)

var (
	_                   character.Def
	_                   body.Def
	file                *os.File
	_                   shape.Circle
	_                   = fmt.Sprint
	_                   = polygon.Decompose
	w                   *world.World
	hero                character.Controller
	ground, crate       world.Body
	planet              world.Body
	coin, wall          world.Collider
	hit                 world.CastHit
	_                   image.Point
	_                   terrain.Tile
	_                   fracture.Def
	_                   worlds.Def
	_                   time.Duration
	_                   soft.Link
	outline             []mgl64.Vec2
	eye, lamp, bomb     mgl64.Vec2
	crater              []mgl64.Vec2
	before              world.Snapshot
	dt, stick           float64
	heights             []float64
	button              bool
	score               int
)

func play(sound string, loud float64) {}

func think(v *world.View) {}

func main() {}
`

var declared = regexp.MustCompile(`(?m)^(\w+(?:, \w+)*) :=`)

// snippets returns the indented blocks of a page.
func snippets(page string) []string {
	var found []string
	inside := false
	for line := range strings.Lines(page) {
		code, indented := strings.CutPrefix(line, "    ")
		if indented && !inside {
			found = append(found, "")
		}
		if indented {
			found[len(found)-1] += code
		}
		inside = indented
	}
	return found
}

// Each snippet compiles as the body of a function.
func TestSnippetsCompile(t *testing.T) {
	t.Parallel()
	list := snippets(read(t, "README.md"))
	require.GreaterOrEqual(t, len(list), 8)
	program := surroundings
	for i, s := range list {
		program += fmt.Sprintf("\nfunc snippet%d() {\n%s", i, s)
		for _, m := range declared.FindAllStringSubmatch(s, -1) {
			program += "_" + strings.Repeat(", _", strings.Count(m[1], ",")) + " = " + m[1] + "\n"
		}
		program += "}\n"
	}
	require.Empty(t, vet(t, program), program)
	require.Contains(t, vet(t, strings.Replace(program, "w.Explode(", "w.NoSuch(", 1)), "NoSuch")
	require.Equal(t, []string{"a\nb\n", "c\n"}, snippets("x\n    a\n    b\n\n    c\ny\n"))
}

// blocks returns the contents of the fenced blocks of a language.
func blocks(page, language string) []string {
	var found []string
	for {
		_, rest, more := strings.Cut(page, "\n```"+language+"\n")
		if !more {
			return found
		}
		var block string
		block, page, _ = strings.Cut(rest, "\n```")
		found = append(found, block+"\n")
	}
}

// vet compiles one block as a program, or as a function body if it is not a whole
// file, with the module's own packages, and returns the compiler's complaint.
func vet(t *testing.T, source string) (diagnostics string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.go")
	require.NoError(t, os.WriteFile(file, []byte(source), 0o600))
	cmd := exec.Command("go", "vet", file)
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return err.Error() + "\n" + string(out)
	}
	return ""
}

func TestProgramsCompile(t *testing.T) {
	t.Parallel()
	programs := blocks(read(t, "README.md"), "go")
	require.NotEmpty(t, programs, "README.md shows no program")
	for i, p := range programs {
		require.True(t, strings.HasPrefix(p, "package main\n"), "Go block %d is no whole program", i+1)
		require.Empty(t, vet(t, p), "Go block %d:\n%s", i+1, p)
	}
}

// The compiler must really be asked.
func TestABrokenProgramIsFound(t *testing.T) {
	t.Parallel()
	const source = "package main\n\nimport \"github.com/carom2d/carom/geom\"\n\nfunc main() { println(geom.Identity.%s) }\n"
	require.Empty(t, vet(t, strings.Replace(source, "%s", "C", 1)))
	require.Contains(t, vet(t, strings.Replace(source, "%s", "NoSuchField", 1)), "NoSuchField")
	require.Equal(t, []string{"a\nb\n", "c\n"}, blocks("x\n```go\na\nb\n```\n\n```sh\nd\n```\n```go\nc\n```\n", "go"))
}

// The commands for a browser run as they are written, in a new module beside a clone.
func TestBrowserCommandsRun(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	folder := t.TempDir()
	text := read(t, "README.md")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "main.go"), []byte(blocks(text, "go")[0]), 0o644))
	lines := []string{"cd " + root + " && go mod download", "go mod init example.com/game", "go mod edit -replace github.com/carom2d/carom=" + root, "go mod tidy"}
	lines = slices.AppendSeq(lines, strings.Lines(blocks(text, "sh")[0]))
	require.Len(t, lines, 7)
	for _, line := range lines {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "GOSUMDB=off")
		if strings.HasPrefix(line, "go get") {
			cmd.Env = append(cmd.Env, "GOPROXY=off") // the clone and its modules are all it needs
		}
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s\n%s", line, out)
	}
	require.FileExists(t, filepath.Join(folder, "main.wasm"))
}
