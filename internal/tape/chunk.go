package tape

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/carom2d/carom/internal/deflate"
)

// Magic is the beginning of a tape.
const Magic = "\x89carom tape\r\n\x1a\n\x00"

// Kind is a kind of chunks.
type Kind byte

// The kinds of chunks.
const (
	KindHeader   Kind = 'H' // the recorder and the kind of recording
	KindKeyframe Kind = 'K' // a whole state
	KindLog      Kind = 'L' // calls and ticks
	KindAnswers  Kind = 'A' // of shapes of the game's own
	KindEnd      Kind = 'E' // the recording was stopped
)

// A chunk is a head of 40 bytes and its data. The head holds, little-endian:
//
//	 0  kind
//	 1  one if the data is stored as it is, zero if it is compressed
//	 4  ticks recorded, 8 bytes
//	12  simulated time, float64
//	20  size of the data stored, 4 bytes
//	24  size of the data
//	28  CRC-32C of the data stored
//	32  four zeros
//	36  CRC-32C of the head up to here
const headSize = 40

// MaxChunk is the largest size of the data of a chunk, unpacked.
const MaxChunk = 256 << 20

// Errors of tapes.
var (
	// ErrNotTape is returned for data that are not a tape.
	ErrNotTape = errors.New("tape: this is no recording")
	// ErrTorn is wrapped by the error for the place where a tape is cut off.
	ErrTorn = errors.New("is cut off or damaged")
)

// Writer writes chunks.
type Writer struct {
	out    io.Writer
	coder  *deflate.Writer
	packed []byte
}

// NewWriter writes the beginning of a tape.
func NewWriter(out io.Writer) (*Writer, error) {
	if _, err := io.WriteString(out, Magic); err != nil {
		return nil, err
	}
	return &Writer{out: out, coder: deflate.NewWriter(deflate.Fastest)}, nil
}

// Write writes a chunk. Data that were packed before are stored unchanged.
func (w *Writer) Write(kind Kind, ticks uint64, time float64, data []byte, packed bool) error {
	var head [headSize]byte
	stored := append(w.packed[:0], head[:]...)
	if packed {
		stored = append(stored, data...)
	} else {
		stored = w.coder.Append(stored, data)
	}
	w.packed = stored
	le := binary.LittleEndian
	stored[0] = byte(kind)
	if packed {
		stored[1] = 1
	}
	le.PutUint64(stored[4:], ticks)
	le.PutUint64(stored[12:], math.Float64bits(time))
	le.PutUint32(stored[20:], uint32(len(stored)-headSize))
	le.PutUint32(stored[24:], uint32(len(data)))
	le.PutUint32(stored[28:], deflate.Checksum(stored[headSize:]))
	le.PutUint32(stored[36:], deflate.Checksum(stored[:36]))
	n, err := w.out.Write(stored)
	if err == nil && n < len(stored) {
		err = io.ErrShortWrite
	}
	return err
}

// Chunk is the place of a chunk on a tape.
type Chunk struct {
	Kind     Kind
	Ticks    uint64  // recorded before it was written
	Time     float64 // simulated by then, s
	Offset   int64   // of its data
	Stored   int
	Unpacked int
	packed   bool
	checksum uint32
}

// Start returns the place of the head of the chunk.
func (c *Chunk) Start() int64 { return c.Offset - headSize }

// Size returns the bytes that the chunk takes on the tape.
func (c *Chunk) Size() int64 { return headSize + int64(c.Stored) }

// Scan lists the chunks of a tape. Its error says where a tape is cut off: by their heads the
// chunks before that place are complete.
func Scan(r io.ReaderAt, size int64) (chunks []Chunk, note, err error) {
	magic := make([]byte, len(Magic))
	if size < int64(len(magic)) {
		return nil, nil, ErrNotTape
	}
	if _, err := r.ReadAt(magic, 0); err != nil {
		return nil, nil, err
	}
	if string(magic) != Magic {
		return nil, nil, ErrNotTape
	}
	at := int64(len(Magic))
	for at < size {
		torn := fmt.Errorf("tape: the recording %w at byte %d of %d", ErrTorn, at, size)
		var head [headSize]byte
		if size-at < headSize {
			return chunks, torn, nil
		}
		if _, err := r.ReadAt(head[:], at); err != nil {
			return nil, nil, err
		}
		if string(head[:len(Magic)]) == Magic {
			return chunks, fmt.Errorf("%w: another recording begins there", torn), nil
		}
		le := binary.LittleEndian
		c := Chunk{
			Kind: Kind(head[0]), Ticks: le.Uint64(head[4:]), Time: math.Float64frombits(le.Uint64(head[12:])), Offset: at + headSize, packed: head[1] == 1,
			Stored: int(le.Uint32(head[20:]) & 0x7fffffff), Unpacked: int(le.Uint32(head[24:]) & 0x7fffffff), checksum: le.Uint32(head[28:]),
		}
		if le.Uint32(head[36:]) != deflate.Checksum(head[:36]) || c.Unpacked > MaxChunk || int64(c.Stored) > size-c.Offset {
			return chunks, torn, nil
		}
		chunks = append(chunks, c)
		at += c.Size()
	}
	return chunks, nil, nil
}

// Reader reads the data of chunks.
type Reader struct{ in io.ReaderAt }

// NewReader returns a reader of chunks.
func NewReader(in io.ReaderAt) *Reader { return &Reader{in} }

// Read returns the data of a chunk, unpacked.
func (r *Reader) Read(c *Chunk) ([]byte, error) {
	stored, err := r.readStored(c)
	if err != nil || c.packed {
		return stored, err
	}
	data, err := deflate.AppendExpanded(nil, stored, c.Unpacked)
	if err != nil {
		return nil, c.torn()
	}
	return data, nil
}

// Check reads a chunk and reports whether it is undamaged.
func (r *Reader) Check(c *Chunk) error {
	_, err := r.readStored(c)
	return err
}

func (c *Chunk) torn() error {
	return fmt.Errorf("tape: the chunk at byte %d %w", c.Start(), ErrTorn)
}

func (r *Reader) readStored(c *Chunk) ([]byte, error) {
	stored := make([]byte, c.Stored)
	if c.Stored == 0 {
		return stored, nil
	}
	if _, err := r.in.ReadAt(stored, c.Offset); err != nil {
		return nil, err
	}
	if deflate.Checksum(stored) != c.checksum {
		return nil, c.torn()
	}
	return stored, nil
}
