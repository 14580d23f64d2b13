package pipeline

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/carom2d/carom/batch/files"
	"github.com/carom2d/carom/batch/report"
)

// store keeps the rows of finished blocks, and unfinished runs. Each file begins with its hash: a
// damaged file counts as missing, and its runs run again.
type store struct {
	ctx    context.Context
	folder string
	block  int
}

func (s *store) rowsPath(block int) string {
	return files.Join(s.folder, fmt.Sprintf("block-%d-%07d.rows", s.block, block))
}

func (s *store) runPath(run int) string {
	return files.Join(s.folder, fmt.Sprintf("run-%07d.snapshot", run))
}

func (s *store) write(path string, data []byte) error {
	sum := sha256.Sum256(data)
	return files.Write(s.ctx, path, append(sum[:], data...))
}

func (s *store) read(path string) []byte {
	data, err := files.Read(s.ctx, path)
	if err != nil || len(data) < sha256.Size {
		return nil
	}
	sum := sha256.Sum256(data[sha256.Size:])
	if !bytes.Equal(sum[:], data[:sha256.Size]) {
		return nil
	}
	return data[sha256.Size:]
}

// rows returns the kept rows of a block with the given number of runs, and nil if the block must
// run.
func (s *store) rows(block, runs int) []byte {
	if s.folder == "" {
		return nil
	}
	data := s.read(s.rowsPath(block))
	if data == nil {
		return nil
	}
	if rows, err := report.Decode(data); err != nil || len(rows) != runs {
		return nil
	}
	return data
}

func (s *store) keepRows(block int, data []byte) error {
	if s.folder == "" {
		return nil
	}
	return s.write(s.rowsPath(block), data)
}

// Load, Save and Remove implement simulate.Keeper.
func (s *store) Load(run int) []byte { return s.read(s.runPath(run)) }

func (s *store) Save(run int, data []byte) error { return s.write(s.runPath(run), data) }

func (s *store) Remove(run int) { files.Remove(s.ctx, s.runPath(run)) }
