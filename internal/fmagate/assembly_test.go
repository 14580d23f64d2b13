package fmagate

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// target is what the packages are compiled for, as environment variables.
type target []string

var targets = []target{
	{"GOARCH=arm64"},
	{"GOARCH=amd64", "GOAMD64=v3"},
}

// fused matches the mnemonics of fused instructions as Go's assembler spells them:
// scalar ones of arm64 (FMADDD, FNMSUBS), vector ones of arm64 (VFMLA, VFMLS), and
// all of amd64 (VFMADD231SD, VFNMSUB132PS, VFMADDSUB213PD).
var fused = regexp.MustCompile(`^(FN?M(ADD|SUB)[DS]|VFML[AS]|VFN?M(ADD|SUB|ADDSUB|SUBADD)[0-9]{3}[SP][SD])$`)

// finding is one fused instruction.
type finding struct {
	Function    string // with its package
	Place       string // file:line of the source, inside an inlined function if it is
	Instruction string
}

func (f finding) String() string {
	return fmt.Sprintf("%s (%s): %s", f.Function, f.Place, f.Instruction)
}

// listing compiles packages for a target and returns the compiler's assembly. The go
// command caches it like the packages themselves and prints it again.
func listing(t *testing.T, tgt target, packages ...string) []byte {
	t.Helper()
	cmd := exec.Command("go", append([]string{"build", "-gcflags=-S"}, packages...)...)
	cmd.Dir = "../.."
	cmd.Env = append(append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux"), tgt...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go build for %v: %v\n%s", tgt, err, compilerErrors(out))
	}
	return out
}

// compilerErrors leaves the assembly away.
func compilerErrors(out []byte) string {
	var kept strings.Builder
	for line := range bytes.Lines(out) {
		if !bytes.HasPrefix(line, []byte("\t")) && !bytes.Contains(line, []byte(" STEXT ")) && kept.Len() < 4000 {
			kept.Write(line)
		}
	}
	return kept.String()
}

// The two kinds of lines that matter: the head of a function,
//
//	example.com/pkg.Name STEXT size=80 args=0x18 locals=0x0
//
// and an instruction with its address, place and mnemonic:
//
//	0x0004 00004 (/dir/file.go:41)	FMADDD	F0, F2, F1, F0
//
// Names of instances may contain spaces, so the head is cut at the word STEXT.
var instruction = regexp.MustCompile(`^\t0x[0-9a-f]+ [0-9]+ \(([^)]*)\)\t([A-Z][A-Z0-9.]*)(\t|$)`)

// scan reads a listing and returns the fused instructions and how many functions and
// instructions it saw at all.
func scan(r io.Reader) (found []finding, functions, instructions int) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 1<<16), 1<<24)
	function := ""
	for lines.Scan() {
		line := lines.Text()
		if !strings.HasPrefix(line, "\t") {
			if name, _, isHead := strings.Cut(line, " STEXT "); isHead {
				function = name
				functions++
			}
			continue
		}
		m := instruction.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		instructions++
		mnemonic, _, _ := strings.Cut(m[2], ".")
		if fused.MatchString(mnemonic) {
			found = append(found, finding{function, m[1], strings.ReplaceAll(strings.TrimSpace(line[strings.Index(line, m[2]):]), "\t", " ")})
		}
	}
	if err := lines.Err(); err != nil {
		panic(err) // a listing in memory cannot fail to be read, but a line may be too long
	}
	return found, functions, instructions
}

func TestMnemonics(t *testing.T) {
	for _, yes := range []string{
		"FMADDD", "FMADDS", "FMSUBD", "FMSUBS", "FNMADDD", "FNMADDS", "FNMSUBD", "FNMSUBS", "VFMLA", "VFMLS",
		"VFMADD231SD", "VFMADD213PS", "VFMSUB132SS", "VFNMADD231PD", "VFNMSUB213SD", "VFMADDSUB231PS", "VFMSUBADD132PD",
	} {
		require.True(t, fused.MatchString(yes), yes)
	}
	for _, no := range []string{"MADD", "MSUB", "FADDD", "FMULD", "FNMULD", "FMOVD", "VADDSD", "VMULPD", "FMAXD", "VFMT"} {
		require.False(t, fused.MatchString(no), no)
	}
}
