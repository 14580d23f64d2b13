package inspect

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"sync/atomic"
)

// limitedUpgrade is a ResponseWriter whose connection, once hijacked, refuses a WebSocket frame by
// the length that its header claims. The library counts only bytes that arrive, so a client that
// claims many bytes and sends few would hold its place.
type limitedUpgrade struct {
	http.ResponseWriter
	limit uint64 // bytes of a frame's payload
	conn  *limitedConn
}

// Hijack implements http.Hijacker.
func (u *limitedUpgrade) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffer, err := http.NewResponseController(u.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	early, err := buffer.Reader.Peek(buffer.Reader.Buffered())
	if err != nil {
		return nil, nil, err
	}
	u.conn = &limitedConn{Conn: conn, from: io.MultiReader(bytes.NewReader(bytes.Clone(early)), conn), limit: u.limit}
	buffer.Reader.Reset(u.conn)
	return u.conn, buffer, nil
}

var errLongFrame = errors.New("inspect: a frame claims to be longer than a message may be")

// limitedConn reads the headers of the frames that pass, see RFC 6455, section 5.2.
type limitedConn struct {
	net.Conn
	from   io.Reader
	limit  uint64
	header []byte // of the frame that has begun
	rest   uint64 // bytes of its payload that have not passed
	isLong atomic.Bool
}

// Read implements net.Conn.
func (c *limitedConn) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	for passed := p[:n]; len(passed) > 0; {
		if c.rest > 0 {
			skip := min(c.rest, uint64(len(passed)))
			c.rest, passed = c.rest-skip, passed[skip:]
			continue
		}
		c.header = append(c.header, passed[0])
		passed = passed[1:]
		length, whole := frameLength(c.header)
		if !whole {
			continue
		}
		if length > c.limit {
			c.isLong.Store(true)
			return 0, errLongFrame
		}
		c.rest, c.header = length, c.header[:0]
	}
	return n, err
}

// frameLength returns the length that the header of a frame claims for its payload, and whether the
// header is whole.
func frameLength(header []byte) (length uint64, whole bool) {
	if len(header) < 2 {
		return 0, false
	}
	length = uint64(header[1] & 0x7f)
	size := 2
	switch length {
	case 126:
		if size += 2; len(header) >= size {
			length = uint64(binary.BigEndian.Uint16(header[2:]))
		}
	case 127:
		if size += 8; len(header) >= size {
			length = binary.BigEndian.Uint64(header[2:])
		}
	}
	if header[1]&0x80 != 0 { // a mask follows
		size += 4
	}
	return length, len(header) >= size
}
