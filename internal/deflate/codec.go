//go:build !norecordings

package deflate

import (
	"bytes"
	"errors"
	"hash/crc32"
	"io"
	"slices"

	"github.com/klauspost/compress/flate"
)

// Checksum returns the CRC-32C of some bytes.
func Checksum(p []byte) uint32 { return crc32.Checksum(p, crc32.MakeTable(crc32.Castagnoli)) }

// Writer compresses. It keeps its memory from one piece to the next.
type Writer struct {
	w   *flate.Writer
	out buffer
}

// buffer appends the bytes that are written to it.
type buffer struct{ b []byte }

func (b *buffer) Write(p []byte) (int, error) {
	b.b = append(b.b, p...)
	return len(p), nil
}

// NewWriter returns a writer of a level.
func NewWriter(level int) *Writer {
	w, err := flate.NewWriter(nil, level)
	if err != nil {
		panic(err)
	}
	return &Writer{w: w}
}

// Append appends a piece, compressed.
func (w *Writer) Append(dst, piece []byte) []byte {
	w.out.b = dst
	w.w.Reset(&w.out)
	_, err := w.w.Write(piece)
	if err = errors.Join(err, w.w.Close()); err != nil {
		panic(err) // a buffer takes everything
	}
	dst, w.out.b = w.out.b, nil
	return dst
}

// leastRoom is the memory that expanding allocates at first, bytes: the given length may be false.
const leastRoom = 1 << 16

// AppendExpanded appends the piece of a length that was compressed into some bytes. A false length
// is an error, and takes no more memory than the expanded bytes.
func AppendExpanded(dst, compressed []byte, length int) ([]byte, error) {
	in := bytes.NewReader(compressed)
	r := flate.NewReader(in)
	end := len(dst) + length
	dst = slices.Grow(dst, min(length, 32*len(compressed)+leastRoom))
	for {
		if len(dst) == end {
			if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF || in.Len() != 0 {
				return nil, ErrDamaged
			}
			return dst, nil
		}
		dst = slices.Grow(dst, 1)
		n, err := r.Read(dst[len(dst):min(cap(dst), end)])
		dst = dst[:len(dst)+n]
		if err != nil && !(err == io.EOF && len(dst) == end) {
			return nil, ErrDamaged
		}
	}
}
