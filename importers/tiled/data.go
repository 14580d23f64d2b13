package tiled

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// decodeTiles reads the tiles of a grid in the encoding of its layer.
func (m *Map) decodeTiles(g *grid, d *dataElement, text string, tiles []tileRef) error {
	if err := m.spend(g.width, g.height); err != nil {
		return err
	}
	n := g.width * g.height
	var err error
	switch d.Encoding {
	case "":
		for _, t := range tiles {
			if err := wrongNumber(t.GID.wrong); err != nil {
				return err
			}
			g.gids = append(g.gids, t.GID.value)
		}
	case "csv":
		g.gids, err = decodeCSV(text, n)
	case "base64":
		g.gids, err = decodeBase64(text, d.Compression, n)
	default:
		err = fmt.Errorf("%w: encoding %q", ErrUnsupported, d.Encoding)
	}
	if err == nil && len(g.gids) != n {
		err = fmt.Errorf("%w: %d tiles where %d by %d belong", ErrFormat, len(g.gids), g.width, g.height)
	}
	return err
}

// decodeCSV reads at most n+1 numbers.
func decodeCSV(text string, n int) ([]uint32, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	gids := make([]uint32, 0, min(n, len(text)))
	for field := range strings.SplitSeq(text, ",") {
		gid, err := strconv.ParseUint(strings.TrimSpace(field), 10, 32)
		if err != nil {
			return nil, fmt.Errorf("%w: %v", ErrFormat, err)
		}
		if gids = append(gids, uint32(gid)); len(gids) > n {
			break
		}
	}
	return gids, nil
}

// decodeBase64 reads at most one byte more than the n numbers from a compressed stream.
func decodeBase64(text, compression string, n int) ([]uint32, error) {
	packed, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrFormat, err)
	}
	var from io.Reader = bytes.NewReader(packed)
	switch compression {
	case "":
	case "gzip":
		from, err = gzip.NewReader(from)
	case "zlib":
		from, err = zlib.NewReader(from)
	case "zstd":
		var d *zstd.Decoder
		d, err = zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(4*maxTiles), zstd.WithDecoderMaxWindow(8<<20))
		if err == nil {
			defer d.Close()
			from = d
		}
	default:
		return nil, fmt.Errorf("%w: compression %q", ErrUnsupported, compression)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrFormat, err)
	}
	data, err := io.ReadAll(io.LimitReader(from, int64(4*n)+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrFormat, err)
	}
	if len(data) != 4*n {
		return nil, fmt.Errorf("%w: %d bytes of tiles, want %d", ErrFormat, len(data), 4*n)
	}
	gids := make([]uint32, n)
	for i := range gids {
		gids[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	return gids, nil
}
