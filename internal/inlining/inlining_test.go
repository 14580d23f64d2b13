//go:build gates

package inlining

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// hotFunctions lists, by package, the functions that stages call per body, contact or vertex.
var hotFunctions = map[string]string{
	"geom": `
		Vec2.Add Vec2.Sub Vec2.Mul Vec2.MulAdd Vec2.MulSub Vec2.Neg Vec2.Dot Vec2.Cross Vec2.LeftPerp Vec2.RightPerp
		Vec2.LengthSquared Vec2.Length Vec2.Distance Vec2.Unit Vec2.Lerp Vec2.Min Vec2.Max Vec2.Abs Vec2.Finite
		Rot.Apply Rot.ApplyInverse Rot.Mul Rot.InverseMul Rot.Inverse Rot.Unit Rot.X Rot.Y
		Transform.Apply Transform.ApplyInverse Transform.Finite
		Box.Union Box.Include Box.Grow Box.Overlaps Box.Contains Box.ContainsPoint Box.Center Box.Extents
		Box32.Overlaps Box32.Contains Box32.Union Box32.ToBox From Vec2.Mgl Finite`,
	"broadphase":      `CirclesOverlap`,
	"narrowphase":     `BetweenCenters (*minkowskiDifference).supportInto`,
	"internal/bitset": `(*Set).Set (*Set).Has (*Set).Next (*Set).Cap (*Set).Words`,
	"internal/fphash": `(*Hasher).Uint64 (*Hasher).Float64 (*Hasher).Float32`,
	"internal/par":    `Blocks Span (*Pool).Workers`,
	"internal/simd":   `Max Min Clamp Rank Unrank`,
	"internal/id":     `ID.Slot ID.Generation Make (*Pool).Alive`,
	"internal/state": `
		(*Islands).Of (*Islands).Count (*Joints).GenericAt (*Joints).MultiBodyAt (*RevolutePoint).Anchors (*RevolutePoint).RelativeRotation Unwrap
		(*Bodies).InvMass`,
	"solver/constraint": `
		(*Jacobian).speed Gains.next Gains.limitImpulse motorImpulse angleDecrease
		Rotated FlushTiny (*Scalar).Moved`,
	"solver/schedule": `
		(*Order).MarkChanged (*Order).islandOf (*Order).bucketOf firstBodyRow
		(*Order).Contacts (*Order).Joints (*Order).PartitionEnd (*Order).Run (*Order).PartitionRows`,
}

var canInline = regexp.MustCompile(`(?m): can inline (\S+)(?: with cost \d+ as:.*)?$`)

// inlinable returns the functions of a package that the compiler says it can inline.
func inlinable(t *testing.T, pkg string) map[string]bool {
	t.Helper()
	dir := filepath.Join("..", "..", filepath.FromSlash(pkg))
	// The sources are opened so that the cache of test results knows of them.
	require.NoError(t, filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".go") {
			_, err = os.ReadFile(name)
		}
		return err
	}))
	// The build cache may have lost the report of a package that it still has, and the go command
	// is silent then. A prefix of paths that no other build has makes it compile anew.
	cmd := exec.Command("go", "build", "-gcflags=-m -trimpath="+t.TempDir(), "./"+pkg)
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	names := map[string]bool{}
	for _, m := range canInline.FindAllStringSubmatch(string(out), -1) {
		names[m[1]] = true
	}
	return names
}

func TestHotFunctionsAreInlined(t *testing.T) {
	for pkg, list := range hotFunctions {
		t.Run(pkg, func(t *testing.T) {
			t.Parallel()
			can := inlinable(t, pkg)
			for _, name := range strings.Fields(list) {
				if !can[name] {
					t.Errorf("%s is not inlined any more", name)
				}
			}
		})
	}
}

// Functions that are plainly too long must not be reported, or the test above proves nothing.
func TestLongFunctionsAreNotReported(t *testing.T) {
	can := inlinable(t, "geom")
	require.Greater(t, len(can), 40)
	for _, name := range []string{"SinCos", "Atan2", "reduce", "sinKernel"} {
		require.False(t, can[name], name)
	}
}
