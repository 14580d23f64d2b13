package statefile

import (
	"bytes"
	"encoding/binary"

	"github.com/carom2d/carom/internal/deflate"
)

// Packer packs contents one after another, faster than Pack and into more bytes. Its files have
// several frames: data that would hardly become smaller are stored uncompressed, and data that were
// in the content before are not compressed again.
type Packer struct {
	coder *deflate.Writer
	file  []byte
}

// NewPacker returns a packer.
func NewPacker() *Packer { return &Packer{coder: deflate.NewWriter(deflate.Fastest)} }

// Pack returns the file of a content, which lasts until the next call.
func (p *Packer) Pack(magic [8]byte, version uint32, c Content) []byte {
	file := append(p.file[:0], make([]byte, headerSize)...)
	at := 0
	for len(c.noisy)+len(c.kept) > 0 {
		if len(c.kept) == 0 || len(c.noisy) > 0 && c.noisy[0].Lo < c.kept[0].Lo {
			s := c.noisy[0]
			for c.noisy = c.noisy[1:]; len(c.noisy) > 0 && c.noisy[0].Lo-s.Hi < leastPacked && isFree(c.kept, c.noisy[0].Lo); c.noisy = c.noisy[1:] {
				s.Hi = c.noisy[0].Hi
			}
			file = appendStored(p.pack(file, c.Bytes[at:s.Lo]), c.Bytes[s.Lo:s.Hi])
			at = s.Hi
			continue
		}
		k := c.kept[0]
		c.kept = c.kept[1:]
		if len(k.column.node) < leastPacked {
			continue
		}
		file = p.pack(file, c.Bytes[at:k.Lo])
		if k.column.frames == nil {
			k.column.frames = p.pack(nil, k.column.node)
		}
		file = append(file, k.column.frames...)
		at = k.Hi
	}
	file = p.pack(file, c.Bytes[at:])
	putHeader(file, magic, version, c.Bytes)
	p.file = file
	return file
}

// isFree reports whether no kept column begins before a place.
func isFree(kept []keptSpan, before int) bool { return len(kept) == 0 || kept[0].Lo > before }

// leastPacked is the size from which on bytes get a frame of their own.
const leastPacked = 512

// pack appends the frames of some bytes.
func (p *Packer) pack(file, content []byte) []byte {
	if len(content) < leastPacked/8 {
		return appendStored(file, content)
	}
	return appendPacked(file, content, p.coder)
}

// A frame is the length of its content and the length of the bytes that follow, both of four bytes,
// little-endian, and the content: compressed, or uncompressed if the second length is zero.
const (
	frameHead    = 8
	largestFrame = 1 << 24 // of the content, bytes
)

func appendStored(file, content []byte) []byte {
	for len(content) > 0 {
		piece := content[:min(len(content), largestFrame)]
		content = content[len(piece):]
		file = binary.LittleEndian.AppendUint64(file, uint64(len(piece)))
		file = append(file, piece...)
	}
	return file
}

func appendPacked(file, content []byte, coder *deflate.Writer) []byte {
	for len(content) > 0 {
		piece := content[:min(len(content), largestFrame)]
		content = content[len(piece):]
		head := len(file)
		file = binary.LittleEndian.AppendUint64(file, uint64(len(piece)))
		file = coder.Append(file, piece)
		binary.LittleEndian.PutUint32(file[head+4:], uint32(len(file)-head-frameHead))
	}
	return file
}

// isNoisy reports whether numbers hardly repeat: at a few sampled places, three in five differ from
// the words before.
func isNoisy(p []byte) bool {
	const places, word = 64, 4
	if len(p) < 2*leastPacked {
		return false
	}
	same := 0
	step := (len(p) - 3*word) / places &^ (word - 1)
	for i := 2 * word; i < 2*word+places*step; i += step {
		if x := p[i : i+word]; bytes.Equal(x, p[i-word:i]) || bytes.Equal(x, p[i-2*word:i-word]) {
			same++
		}
	}
	return 5*same < 2*places
}
