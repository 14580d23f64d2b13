//go:build gates

package fmagate

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/carom2d/carom/internal/long"
	"github.com/stretchr/testify/require"
)

// target is the architecture that packages are compiled for, as environment variables.
type target []string

// fixedLength reports whether every instruction of the architecture is a word of four bytes.
func (tgt target) fixedLength() bool { return slices.Contains(tgt, "GOARCH=arm64") }

// environment returns the variables of a go command that compiles for the target.
func (tgt target) environment() []string {
	return append(append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux"), tgt...)
}

// targets are arm64 and, in long runs, amd64: the compiler fuses the same expressions for both.
var targets = append([]target{{"GOARCH=arm64"}}, long.Pick(nil, []target{{"GOARCH=amd64", "GOAMD64=v3"}})...)

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

// read compiles packages for a target with the compiler's assembly printed, and scans it meanwhile.
// The build cache may have lost the listing of a package that it still has, and the go command is
// silent then: a prefix of paths that no other build has makes it compile anew.
func read(t *testing.T, tgt target, packages ...string) assembly {
	t.Helper()
	cmd := exec.Command("go", append([]string{"build", "-gcflags=-S -trimpath=" + t.TempDir()}, packages...)...)
	cmd.Dir, cmd.Env = "../..", tgt.environment()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	defer r.Close()
	cmd.Stdout, cmd.Stderr = w, w
	err = cmd.Start()
	w.Close()
	require.NoError(t, err)
	found := scan(r)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("go build for %v: %v\n%s", tgt, err, found.other)
	}
	return found
}

// assembly is the contents of a listing.
type assembly struct {
	fused                   []finding
	functions, instructions int
	other                   string // the first lines that are no assembly: errors, in a build that fails
}

// scan reads a listing. There are two kinds of lines that matter: the head of a function,
//
//	example.com/pkg.Name STEXT size=80 args=0x18 locals=0x0
//
// and an instruction with its address, place and mnemonic:
//
//	0x0004 00004 (/dir/file.go:41)	FMADDD	F0, F2, F1, F0
//
// Names of instances may contain spaces, so the head is cut at the word STEXT.
func scan(listing io.Reader) (seen assembly) {
	lines := bufio.NewScanner(listing)
	lines.Buffer(make([]byte, 1<<16), 1<<24)
	function := ""
	for lines.Scan() {
		line := lines.Bytes()
		if !bytes.HasPrefix(line, []byte("\t")) {
			if name, _, isHead := bytes.Cut(line, []byte(" STEXT ")); isHead {
				function = string(name)
				seen.functions++
			} else if len(seen.other) < 4000 {
				seen.other += string(line) + "\n"
			}
			continue
		}
		place, text, isInstruction := instruction(line)
		if !isInstruction {
			continue
		}
		seen.instructions++
		// All fused mnemonics begin with F or VF.
		if text[0] != 'F' && !bytes.HasPrefix(text, []byte("VF")) {
			continue
		}
		mnemonic, _, _ := bytes.Cut(text, []byte("\t"))
		mnemonic, _, _ = bytes.Cut(mnemonic, []byte("."))
		if fused.Match(mnemonic) {
			shown := strings.ReplaceAll(strings.TrimSpace(string(text)), "\t", " ")
			seen.fused = append(seen.fused, finding{function, string(place), shown})
		}
	}
	if err := lines.Err(); err != nil {
		panic(err) // a line may be too long
	}
	return seen
}

// instruction cuts a line of a listing into the place and the text behind it. A pattern
// would take ten times as long, and there are millions of lines.
func instruction(line []byte) (place, text []byte, ok bool) {
	if !bytes.HasPrefix(line, []byte("\t0x")) {
		return nil, nil, false
	}
	_, rest, found := bytes.Cut(line, []byte(" ("))
	if !found {
		return nil, nil, false
	}
	place, text, found = bytes.Cut(rest, []byte(")\t"))
	if !found || len(text) == 0 || text[0] < 'A' || text[0] > 'Z' {
		return nil, nil, false
	}
	return place, text, true
}

// instructionPattern is the oracle of instruction.
var instructionPattern = regexp.MustCompile(`^\t0x[0-9a-f]+ [0-9]+ \(([^)]*)\)\t([A-Z][A-Z0-9.]*)(\t|$)`)

func TestInstructionsMatchThePattern(t *testing.T) {
	for _, line := range []string{
		"\t0x0004 00004 (/dir/file.go:41)\tFMADDD\tF0, F2, F1, F0",
		"\t0x0010 00016 (/dir/file.go:41)\tRET",
		"\t0x0010 00016 (<unknown line number>)\tNOP",
		"\t0x0000 00000 (/a dir/file.go:41)\tTEXT\tpkg.F(SB), ABIInternal, $16-16",
		"\t0x0000 00000 (/dir/file.go:41)\tVFMADD231SD\t(AX), X1, X2",
		"\t0x0000 49 3b 66 10 76 2d 55 48 89 e5 48 83 ec 08 e8 00  I;f.v-UH....(...",
		"\t0x0020 00 ( FMADDD)\t",
		"\trel 15+4 t=R_CALL runtime.printlock+0",
		"pkg.F STEXT size=80 args=0x18 locals=0x0",
		"",
	} {
		place, text, ok := instruction([]byte(line))
		m := instructionPattern.FindStringSubmatch(line)
		require.Equal(t, m != nil, ok, line)
		if ok {
			require.Equal(t, m[1], string(place))
			require.True(t, strings.HasPrefix(string(text), m[2]), line)
		}
	}
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
