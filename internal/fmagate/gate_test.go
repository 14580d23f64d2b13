//go:build gates

package fmagate

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/long"
	"github.com/carom2d/carom/internal/must"
	"github.com/stretchr/testify/require"
)

const module = "github.com/carom2d/carom"

// excluded are the packages whose arithmetic reaches no body, and the packages of the page, which
// are games: their sines come from package math, and in a browser nothing is fused. A name or a
// folder.
var excluded = []string{"cmd/", "benchmarks/", "world/draw", "web/"}

// sampleExcluded carry bytes, or the hand of a person to a body. They link net/http, which nothing
// else compiles for another architecture. The tag long reads them.
var sampleExcluded = []string{"world/inspect", "world/rollback/wsconn"}

// enginePackages lists the packages that must have no fused instruction.
func enginePackages(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("go", "list", "./...")
	cmd.Dir = "../.."
	out := must.Get(cmd.Output())
	left := slices.Concat(excluded, long.Pick(sampleExcluded, nil))
	packages := slices.DeleteFunc(strings.Fields(string(out)), func(p string) bool {
		own := strings.TrimPrefix(p, module+"/")
		return slices.ContainsFunc(left, func(o string) bool {
			return own == o || strings.HasPrefix(own, strings.TrimSuffix(o, "/")+"/")
		})
	})
	for _, must := range strings.Fields("geom shape body broadphase narrowphase manifold joint integrator collision solver internal/state world") {
		require.True(t, slices.ContainsFunc(packages, func(p string) bool {
			return p == module+"/"+must || strings.HasPrefix(p, module+"/"+must+"/")
		}), "no package of %s", must)
	}
	return packages
}

// The gate must find one function of each kind in the planted package, by name and line, and
// nothing in the functions that round. One run of the go command reads the engine and the planted
// package.
func TestNoFusedInstructionInTheEngine(t *testing.T) {
	openSources(t, ".go")
	packages := append(enginePackages(t), "./internal/fmagate/testdata/planted")
	for _, tgt := range targets {
		t.Run(strings.Join(tgt, ","), func(t *testing.T) {
			t.Parallel()
			read := packages
			if tgt.fixedLength() {
				read = suspicious(t, tgt, packages)
			}
			requireNoneFused(t, tgt, read)
		})
	}
}

// suspicious returns the packages whose objects may have a fused instruction.
func suspicious(t *testing.T, tgt target, packages []string) []string {
	t.Helper()
	var suspects []string
	sum := object{}
	objects := compiled(t, tgt, packages...)
	require.Len(t, objects, len(packages))
	for path, o := range objects {
		sum.functions += o.functions
		sum.instructions += o.instructions
		if len(o.suspects) > 0 {
			suspects = append(suspects, path)
		}
	}
	requireRead(t, sum.functions, sum.instructions)
	for function := range plantedPlaces(t) {
		require.Contains(t, objects[strings.TrimSuffix(planted, ".")].suspects, function)
	}
	slices.Sort(suspects)
	t.Logf("to be listed: %v", suspects)
	return suspects
}

// requireRead fails if the assembly of the engine was not read.
func requireRead(t *testing.T, functions, instructions int) {
	t.Helper()
	require.Greater(t, functions, 300)
	require.Greater(t, instructions, 50_000)
}

// requireNoneFused reads the listings of some packages, with the planted one among them.
func requireNoneFused(t *testing.T, tgt target, packages []string) {
	t.Helper()
	seen := read(t, tgt, packages...)
	if !tgt.fixedLength() {
		requireRead(t, seen.functions, seen.instructions)
	}
	got := map[string]string{}
	for _, f := range seen.fused {
		if strings.HasPrefix(f.Function, planted) {
			got[f.Function] = filepath.Base(f.Place)
			require.Contains(t, f.String(), "planted.go:")
		} else {
			t.Errorf("fused: %v", f)
		}
	}
	// There may be more: wrappers of the same code under other names.
	for function, place := range plantedPlaces(t) {
		require.Equal(t, place, got[function], "%s in %v", function, got)
	}
	for _, clean := range []string{"Rounded", "Assigned", "Integers", "Halved"} {
		require.NotContains(t, got, planted+clean)
	}
}

const planted = module + "/internal/fmagate/testdata/planted."

// plantedPlaces returns where the functions of the planted package have a fused instruction.
func plantedPlaces(t *testing.T) map[string]string {
	t.Helper()
	src := must.Get(os.ReadFile("testdata/planted/planted.go"))
	line := func(code string) string {
		before, _, found := strings.Cut(string(src), code)
		require.True(t, found)
		return "planted.go:" + strconv.Itoa(1+strings.Count(before, "\n"))
	}
	return map[string]string{
		planted + "Bare":                  line("return x*y + z }\n\n// Bare32"),
		planted + "Bare32":                line("return z + x*y"),
		planted + "Vec.Dot":               line("return a.X*b.X"),
		planted + "Inlined":               line("return a.X*b.X"), // the body of Dot
		planted + "Sum[go.shape.float32]": line("s += x * x"),
		planted + "Sum[go.shape.float64]": line("s += x * x"),
		planted + "Instances":             line("s += x * x"),
		planted + "Quarter":               line("return z + x/4"),
		planted + "Asked":                 line("return math.FMA"),
	}
}

// openSources opens every source file of the module, and returns the paths. The
// sources are read by the go command, of which the cache of test results knows
// nothing; it does know which files the test itself has opened.
func openSources(t *testing.T, suffix string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir("../..", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata" || d.Name() == "out") {
			return fs.SkipDir
		}
		if strings.HasSuffix(name, suffix) {
			names = append(names, name)
			f, err := os.Open(name)
			if err != nil {
				return err
			}
			return f.Close()
		}
		return nil
	})
	require.NoError(t, err)
	return names
}

// mnemonicPattern is an upper-case mnemonic at the start of a line of assembly.
var mnemonicPattern = regexp.MustCompile(`(?m)^\s*([A-Z][A-Z0-9]*)\b`)

func fusedInText(src string) []string {
	var found []string
	for _, m := range mnemonicPattern.FindAllStringSubmatch(src, -1) {
		if fused.MatchString(m[1]) {
			found = append(found, m[1])
		}
	}
	return found
}

func TestNoFusedInstructionInAssemblyFiles(t *testing.T) {
	require.Equal(t, []string{"VFMADD231PS", "FMADDD"},
		fusedInText("TEXT x\n\tVFMADD231PS Y0, Y1, Y2\n\tVADDPS Y0, Y1, Y2 // not VFMADD231PS\nFMADDD F0, F1, F2, F3\n"))
	for _, name := range openSources(t, ".s") {
		src := must.Get(os.ReadFile(name))
		require.Empty(t, fusedInText(string(src)), name)
	}
}
