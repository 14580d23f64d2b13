//go:build gates

package readme

import (
	"bytes"
	"compress/gzip"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/must"
	"github.com/carom2d/carom/internal/slim"
	"github.com/stretchr/testify/require"
)

// What "Hello, crate" may weigh, in bytes, with 1 to 3 % above what it weighed when the numbers
// were written.
const (
	mostCode        = 877_000   // of the packages of Carom, on linux/amd64
	mostWasm        = 6_420_000 // the program for js/wasm, without symbols
	mostGzipped     = 1_800_000 // the same with gzip -9
	mostSlim        = 6_500_000 // the program after carom slim
	mostSlimGzipped = 1_420_000 // the same with gzip -9
)

// unwanted begin the names of functions that a falling box does not need. Only a program that
// records, replays, reads and writes files, or has joints, areas, casts or cloth, has the first
// ones; the packages behind them belong to no program that only simulates, not even by their
// initial values.
var unwanted = []string{
	"github.com/carom2d/carom/world.(*recorder).",
	"github.com/carom2d/carom/world.(*Replay).",
	"github.com/carom2d/carom/world/worlds", "net.", "expvar.",
	"github.com/carom2d/carom/world/soft.",
	"github.com/carom2d/carom/solver/articulation.(*Set).", "github.com/carom2d/carom/solver/constraint.(*Set).",
	"github.com/carom2d/carom/solver/rattle.", "github.com/carom2d/carom/collision/areas.(*Stage).",
	"github.com/carom2d/carom/joint.(*Wheel).", "github.com/carom2d/carom/narrowphase.ShapeCast",
	"github.com/carom2d/carom/broadphase.(*Sweep).", "github.com/carom2d/carom/broadphase.(*Brute).", "github.com/google/btree.",
	"github.com/carom2d/carom/internal/tape.", "unique.",
	"github.com/carom2d/carom/solver.(*Solver).LinkJoint", "github.com/carom2d/carom/internal/state.(*Joints).Remove",
	"github.com/carom2d/carom/internal/item.",
	"github.com/carom2d/carom/internal/deflate.",
	"github.com/carom2d/carom/internal/column.(*List).",
	"github.com/carom2d/carom/shape/polygon.(*arrangement).", "github.com/carom2d/carom/shape/polygon.(*snapper).",
	"github.com/carom2d/carom/shape/polygon.(*mesh).", "github.com/carom2d/carom/world/fracture.",
	"github.com/fxamacker/", "github.com/klauspost/compress/zstd.",
	"math/big.", "crypto/", "encoding/json.", "log.", "log/slog.", "time.Time.Format", "time.Time.AppendFormat", "time.Parse",
}

// build compiles the README's program for a platform and returns the file.
func build(t *testing.T, platform, flags string) string {
	t.Helper()
	return compile(t, blocks(read(t, "README.md"), "go")[0], platform, flags)
}

func compile(t *testing.T, text, platform, flags string) string {
	t.Helper()
	folder := t.TempDir()
	source, program := filepath.Join(folder, "main.go"), filepath.Join(folder, "program")
	require.NoError(t, os.WriteFile(source, []byte(text), 0o600))
	system, architecture, _ := strings.Cut(platform, "/")
	cmd := exec.Command("go", "build", "-ldflags="+flags, "-o", program, source)
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+architecture)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

// functions returns the symbols of the functions of a program for Linux. The tool nm lists them
// too, after the go command has compiled it with half of the standard library.
func functions(t *testing.T, program string) []elf.Symbol {
	t.Helper()
	file := must.Get(elf.Open(program))
	defer file.Close()
	symbols := must.Get(file.Symbols())
	return slices.DeleteFunc(symbols, func(s elf.Symbol) bool { return elf.ST_TYPE(s.Info) != elf.STT_FUNC })
}

func TestHelloLinksNoCodec(t *testing.T) {
	t.Parallel()
	code, stepped, warmed := 0, false, false
	for _, f := range functions(t, build(t, "linux/amd64", "")) {
		for _, prefix := range unwanted {
			require.False(t, strings.HasPrefix(f.Name, prefix), "%s is linked", f.Name)
		}
		if strings.HasPrefix(f.Name, "github.com/carom2d/carom/") {
			code += int(f.Size)
			stepped = stepped || f.Name == "github.com/carom2d/carom/world.(*World).Step"
			warmed = warmed || f.Name == "github.com/carom2d/carom/world.warmUp"
		}
	}
	require.True(t, stepped, "the names are those of functions")
	require.False(t, warmed, "only browsers compile what is called first")
	t.Logf("%d bytes of code", code)
	require.Less(t, code, mostCode)
}

// tiles loads, edits, saves and draws tiles, and has a line of heights.
const tiles = `package main

import (
	"fmt"
	"image"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
)

type source struct{}

func (source) ReadChunk(image.Point, *terrain.Tiles) error { return nil }

func main() {
	w := world.Must(world.New(world.Config{}))
	world.Must(terrain.NewHeightField(w, terrain.HeightFieldDef{Heights: []float64{0, 1}}))
	ground := world.Must(terrain.New(w, terrain.Def{Kinds: []terrain.Kind{{Shape: terrain.Slope}}, Source: source{}}))
	world.Check(ground.Focus(30, mgl64.Vec2{}))
	world.Check(ground.Set(image.Pt(1, 2), 1))
	w.Step(1.0 / 60)
	var saved terrain.State
	ground.Save(&saved)
	ground.Restore(&saved)
	fmt.Println(ground.Fork(world.Must(w.Fork())).Outlines(image.Pt(1, 2)))
}
`

// density digs smooth ground, of which pieces come loose.
const density = `package main

import (
	"fmt"
	"image"

	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/terrain"
	"github.com/go-gl/mathgl/mgl64"
)

func main() {
	w := world.Must(world.New(world.Config{}))
	held := func(p image.Point) bool { return p.Y < 0 }
	ground := world.Must(terrain.NewDensity(w, terrain.DensityDef{Held: held}))
	world.Check(ground.Fill([]mgl64.Vec2{{0, -5}, {9, -5}, {9, 9}}))
	world.Check(ground.DigCircle(mgl64.Vec2{7, 0}, 3))
	w.Step(1.0 / 60)
	fmt.Println(ground.Loosened())
}
`

// Ground that is not carved by outlines has no operations on outlines.
func TestGroundLinksOnlyItsPolygons(t *testing.T) {
	t.Parallel()
	const operations = "github.com/carom2d/carom/shape/polygon."
	for _, program := range []struct {
		text     string
		wanted   string
		unwanted []string
	}{
		{tiles, "terrain.(*Terrain).edit", []string{operations + "(*arrangement).", operations + "(*snapper).", operations + "(*mesh).", operations + "Contour"}},
		{density, "polygon.Decompose", []string{operations + "(*arrangement).", operations + "(*snapper)."}},
	} {
		var linked strings.Builder
		for _, f := range functions(t, compile(t, program.text, "linux/amd64", "")) {
			fmt.Fprintln(&linked, f.Name)
		}
		require.Contains(t, linked.String(), program.wanted, "the names are those of functions")
		for _, prefix := range program.unwanted {
			require.NotContains(t, linked.String(), prefix)
		}
	}
}

func TestHelloIsLight(t *testing.T) {
	t.Parallel()
	program := must.Get(os.ReadFile(build(t, "js/wasm", "-s -w")))
	slimmed := must.Get(slim.Program(program))
	gzipped, gzippedSlim := gzippedSize(t, program), gzippedSize(t, slimmed)
	t.Logf("%d bytes, %d with gzip; %d after slim, %d with gzip", len(program), gzipped, len(slimmed), gzippedSlim)
	require.Less(t, len(program), mostWasm)
	require.Less(t, gzipped, mostGzipped)
	require.Less(t, len(slimmed), mostSlim)
	require.Less(t, gzippedSlim, mostSlimGzipped)

	// The names of functions are strings that end in a zero.
	requireHas := func(want bool, name string) {
		require.Equal(t, want, bytes.Contains(program, []byte("\x00"+name)), "%s is linked", name)
	}
	requireHas(true, "github.com/carom2d/carom/world.(*World).Step\x00")
	requireHas(true, "github.com/carom2d/carom/world.warmUp\x00")
	for _, prefix := range unwanted {
		requireHas(false, prefix)
	}
}

func gzippedSize(t *testing.T, program []byte) int {
	t.Helper()
	var gzipped counter
	z := must.Get(gzip.NewWriterLevel(&gzipped, gzip.BestCompression))
	_ = must.Get(z.Write(program))
	require.NoError(t, z.Close())
	return int(gzipped)
}

// counter counts what is written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
