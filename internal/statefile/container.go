package statefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/carom2d/carom/internal/deflate"
)

// The header, all numbers little-endian:
//
//	 0  magic
//	 8  version of the format, 4 bytes
//	12  length of the content, 8 bytes
//	20  length of the frames, 8 bytes
//	28  CRC-32C of the content
//	32  CRC-32C of the frames
//	36  CRC-32C of the header up to here
//
// The frames have a checksum of their own, because they have bits that change nothing.
const (
	headerSize   = 40
	atVersion    = 8
	atContentLen = 12
	atFrameLen   = 20
	atContentSum = 28
	atFrameSum   = 32
	atHeaderSum  = 36
)

// Pack writes a content with its header.
func Pack(w io.Writer, magic [8]byte, version uint32, content []byte) error {
	file := appendPacked(make([]byte, headerSize, headerSize+len(content)/4), content, deflate.NewWriter(deflate.Balanced))
	putHeader(file, magic, version, content)
	_, err := w.Write(file)
	return err
}

// putHeader puts the header in front of the frames of a content.
func putHeader(file []byte, magic [8]byte, version uint32, content []byte) {
	header, frames := file[:headerSize], file[headerSize:]
	copy(header, magic[:])
	le := binary.LittleEndian
	le.PutUint32(header[atVersion:], version)
	le.PutUint64(header[atContentLen:], uint64(len(content)))
	le.PutUint64(header[atFrameLen:], uint64(len(frames)))
	le.PutUint32(header[atContentSum:], deflate.Checksum(content))
	le.PutUint32(header[atFrameSum:], deflate.Checksum(frames))
	le.PutUint32(header[atHeaderSum:], deflate.Checksum(header[:atHeaderSum]))
}

// Unpack reads the output of Pack, and no byte after it. Neither the frame nor the content may be
// longer than a limit.
func Unpack(r io.Reader, magic [8]byte, limit int) (version uint32, content []byte, err error) {
	var header [headerSize]byte
	if n, err := io.ReadFull(r, header[:]); err != nil {
		if begin := header[:min(n, len(magic))]; !bytes.HasPrefix(magic[:], begin) {
			return 0, nil, refuse(ErrFormat, "header", "it begins with %q", begin)
		}
		return 0, nil, readError("header", err)
	}
	le := binary.LittleEndian
	switch {
	case [8]byte(header[:]) != magic:
		return 0, nil, refuse(ErrFormat, "header", "it begins with %q", header[:8])
	case le.Uint32(header[atHeaderSum:]) != deflate.Checksum(header[:atHeaderSum]):
		return 0, nil, refuse(ErrDamaged, "header", "")
	}
	contentLen, frameLen := le.Uint64(header[atContentLen:]), le.Uint64(header[atFrameLen:])
	if contentLen > uint64(limit) || frameLen > uint64(limit) {
		return 0, nil, refuse(ErrTooLarge, "header", "%d bytes, %d compressed, of at most %d", contentLen, frameLen, limit)
	}
	var frame bytes.Buffer // it grows with the data read: the length may be false
	if there, ok := r.(interface{ Len() int }); ok && uint64(there.Len()) >= frameLen {
		frame.Grow(int(frameLen) + bytes.MinRead)
	}
	if _, err := io.CopyN(&frame, r, int64(frameLen)); err != nil {
		return 0, nil, readError("frame", err)
	}
	if le.Uint32(header[atFrameSum:]) != deflate.Checksum(frame.Bytes()) {
		return 0, nil, refuse(ErrDamaged, "frame", "")
	}
	if content, err = expand(frame.Bytes(), contentLen); err != nil {
		return 0, nil, err
	}
	if uint64(len(content)) != contentLen || le.Uint32(header[atContentSum:]) != deflate.Checksum(content) {
		return 0, nil, refuse(ErrDamaged, "content", "")
	}
	return le.Uint32(header[atVersion:]), content, nil
}

// expand returns the content of frames, which together must have a length.
func expand(frames []byte, length uint64) (content []byte, err error) {
	content = make([]byte, 0, min(length, uint64(len(frames)))) // the length may be a lie
	for len(frames) > 0 {
		if len(frames) < frameHead {
			return nil, refuse(ErrDamaged, "frame", "it has no head")
		}
		size, packed := uint64(binary.LittleEndian.Uint32(frames)), uint64(binary.LittleEndian.Uint32(frames[4:]))
		frames = frames[frameHead:]
		stored := packed
		if packed == 0 {
			stored = size
		}
		if size > length-uint64(len(content)) || stored > uint64(len(frames)) {
			return nil, refuse(ErrDamaged, "frame", "%d bytes, %d compressed", size, packed)
		}
		if packed == 0 {
			content = append(content, frames[:stored]...)
		} else if content, err = deflate.AppendExpanded(content, frames[:stored], int(size)); err != nil {
			return nil, refuse(ErrDamaged, "frame", "%v", err)
		}
		frames = frames[stored:]
	}
	return content, nil
}

// readError distinguishes a file that ends too early from a file that cannot be read.
func readError(where string, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return refuse(ErrDamaged, where, "the file ends in it")
	}
	return err
}
