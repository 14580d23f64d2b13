//go:build gates

package readme

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

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
