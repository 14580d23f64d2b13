//go:build gates

package fmagate

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// object is a compiled package as $GOROOT/src/cmd/internal/goobj describes it: the counts of its
// functions and instructions, and the functions that may have a fused instruction.
type object struct {
	functions, instructions int
	suspects                []string
}

// The layout of an object file, which begins with magic and the offsets of its blocks.
const (
	magic      = "\x00go120ld"
	offsetsAt  = len(magic) + 8 + 4 // behind the fingerprint and the flags
	symbols    = 3                  // the first of four blocks of defined symbols
	references = 7                  // the block behind these
	dataIndex  = 13
	data       = 16
	symbolSize = 21
	typeAt     = 10 // in a symbol, behind the length and the offset of its name, and its ABI
	text       = 1  // the type of functions
)

// mayFuse matches the fused instructions of arm64, and constants between functions that look like
// one. The masks and values come from Arm's manual: scalar ones, vector ones, and vector ones
// with an element.
func mayFuse(word uint32) bool {
	const negated = 1 << 23
	return word>>24 == 0x1f || word&^negated&0xbfa0fc00 == 0x0e20cc00 || word&0xbf80b400 == 0x0f801000
}

// readObjects reads the object files of an archive: the compiler's, and the assembler's.
func readObjects(archive []byte) (seen object, err error) {
	const head = 60
	rest, isArchive := bytes.CutPrefix(archive, []byte("!<arch>\n"))
	if !isArchive {
		return seen, fmt.Errorf("no archive: %.8q", archive)
	}
	for len(rest) > head {
		size, err := strconv.Atoi(strings.TrimSpace(string(rest[48:58])))
		if err != nil {
			return seen, err
		}
		member := rest[head : head+size]
		if at := bytes.Index(member, []byte("!\n"+magic)); at >= 0 {
			seen.read(member[at+2:])
		}
		rest = rest[min(len(rest), head+size+size%2):]
	}
	return seen, nil
}

func (o *object) read(file []byte) {
	number := func(at int) int { return int(binary.LittleEndian.Uint32(file[at:])) }
	offset := func(block int) int { return number(offsetsAt + 4*block) }
	for i, at := 0, offset(symbols); at < offset(references); i, at = i+1, at+symbolSize {
		if file[at+typeAt] != text {
			continue
		}
		name := file[number(at+4):][:number(at)]
		index := offset(dataIndex) + 4*i
		code := file[offset(data)+number(index) : offset(data)+number(index+4)]
		o.functions++
		o.instructions += len(code) / 4
		for ; len(code) >= 4; code = code[4:] {
			if mayFuse(binary.LittleEndian.Uint32(code)) {
				o.suspects = append(o.suspects, string(name))
				break
			}
		}
	}
}

// compiled reads packages as they are compiled for a target. Other builds for the same target share
// them, which they do not share with a compiler that prints its assembly.
func compiled(t *testing.T, tgt target, packages ...string) map[string]object {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-export", "-f", "{{.ImportPath}}\t{{.Export}}"}, packages...)...)
	cmd.Dir, cmd.Env = "../..", tgt.environment()
	cmd.Stderr = os.Stderr
	listed, err := cmd.Output()
	require.NoError(t, err)
	objects := map[string]object{}
	for line := range strings.Lines(string(listed)) {
		path, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		archive, err := os.ReadFile(name)
		require.NoError(t, err, path)
		objects[path], err = readObjects(archive)
		require.NoError(t, err, path)
	}
	return objects
}

// The assembler wrote these words.
func TestWordsOfFusedInstructions(t *testing.T) {
	for word, fuses := range map[uint32]bool{
		0x1f420c20: true,  // FMADDD
		0x1f020c20: true,  // FMADDS
		0x1f428c20: true,  // FMSUBD
		0x1f628c20: true,  // FNMSUBD
		0x4e22cc20: true,  // VFMLA V2.S4, V1.S4, V0.S4
		0x4ea2cc20: true,  // VFMLS
		0x4f821020: true,  // VFMLA with an element
		0x4f825020: true,  // VFMLS with an element
		0x1e622820: false, // FADDD
		0x1e620820: false, // FMULD
		0x4e22d420: false, // VFADD
		0x6e22dc20: false, // VFMUL
		0x4f829020: false, // VFMUL with an element
		0x9b020c20: false, // MADD
		0xd65f03c0: false, // RET
	} {
		require.Equal(t, fuses, mayFuse(word), "%#x", word)
	}
}
