package statefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"
)

// The header, all numbers little-endian:
//
//	 0  magic
//	 8  version of the format, 4 bytes
//	12  length of the content, 8 bytes
//	20  length of the frame, 8 bytes
//	28  CRC-32C of the content
//	32  CRC-32C of the frame
//	36  CRC-32C of the header up to here
//
// The frame has a checksum of its own behind it, besides that of zstd over the content: a frame has bits that change nothing.
const (
	headerSize   = 40
	atVersion    = 8
	atContentLen = 12
	atFrameLen   = 20
	atContentSum = 28
	atFrameSum   = 32
	atHeaderSum  = 36
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(p []byte) uint32 { return crc32.Checksum(p, castagnoli) }

// Pack writes a content with its header.
func Pack(w io.Writer, magic [8]byte, version uint32, content []byte) error {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true))
	if err != nil {
		return err
	}
	file := encoder.EncodeAll(content, make([]byte, headerSize, headerSize+len(content)/4))
	putHeader(file, magic, version, content)
	_, err = w.Write(file)
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
	le.PutUint32(header[atContentSum:], checksum(content))
	le.PutUint32(header[atFrameSum:], checksum(frames))
	le.PutUint32(header[atHeaderSum:], checksum(header[:atHeaderSum]))
}

// Unpack reads what Pack has written, and no byte more. Neither the frame nor the content may be longer than a limit.
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
	case le.Uint32(header[atHeaderSum:]) != checksum(header[:atHeaderSum]):
		return 0, nil, refuse(ErrDamaged, "header", "")
	}
	contentLen, frameLen := le.Uint64(header[atContentLen:]), le.Uint64(header[atFrameLen:])
	if contentLen > uint64(limit) || frameLen > uint64(limit) {
		return 0, nil, refuse(ErrTooLarge, "header", "%d bytes, %d compressed, of at most %d", contentLen, frameLen, limit)
	}
	var frame bytes.Buffer // it grows with what is there: the length may be a lie
	if there, ok := r.(interface{ Len() int }); ok && uint64(there.Len()) >= frameLen {
		frame.Grow(int(frameLen) + bytes.MinRead)
	}
	if _, err := io.CopyN(&frame, r, int64(frameLen)); err != nil {
		return 0, nil, readError("frame", err)
	}
	if le.Uint32(header[atFrameSum:]) != checksum(frame.Bytes()) {
		return 0, nil, refuse(ErrDamaged, "frame", "")
	}
	if content, err = decompress(frame.Bytes(), contentLen); err != nil {
		return 0, nil, err
	}
	if uint64(len(content)) != contentLen || le.Uint32(header[atContentSum:]) != checksum(content) {
		return 0, nil, refuse(ErrDamaged, "content", "")
	}
	return le.Uint32(header[atVersion:]), content, nil
}

// leastWindow is a window that every frame may have, bytes.
const leastWindow = 1 << 16

func decompress(frame []byte, length uint64) ([]byte, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(max(length, leastWindow)))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	content, err := decoder.DecodeAll(frame, make([]byte, 0, min(length, 32*uint64(len(frame))+leastWindow))) // the length may be a lie
	if err != nil {
		return nil, refuse(ErrDamaged, "frame", "%v", err)
	}
	return content, nil
}

// readError tells a file that ends too early from one that cannot be read.
func readError(where string, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return refuse(ErrDamaged, where, "the file ends in it")
	}
	return err
}
