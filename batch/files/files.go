package files

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// IsLocal reports whether a path is on this machine.
func IsLocal(path string) bool { return !strings.Contains(path, "://") }

// Join returns the path of a name in a folder.
func Join(folder string, name ...string) string {
	if IsLocal(folder) {
		return filepath.Join(append([]string{folder}, name...)...)
	}
	return strings.TrimSuffix(folder, "/") + "/" + strings.Join(name, "/")
}

// Write writes a file. A reader of the path sees the old file or the complete new file, even if
// this process ends during the write. On this machine the bytes go to a temporary file beside it,
// which is renamed. Stores show an object only when it is complete.
func Write(ctx context.Context, path string, data []byte) error {
	if IsLocal(path) {
		return writeLocal(path, data)
	}
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	out, err := fs.OpenWrite(ctx, path)
	if err != nil {
		return errors.Join(err, fs.Close())
	}
	_, err = out.Write(data)
	return errors.Join(err, out.Close(), fs.Close())
}

// Try returns the error that a write into a folder of this machine would have. It makes the folder.
// Other folders are not tried.
func Try(folder string) error {
	if folder == "" || !IsLocal(folder) {
		return nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	out, err := os.CreateTemp(folder, ".part-*")
	if err != nil {
		return err
	}
	return errors.Join(out.Close(), os.Remove(out.Name()))
}

func writeLocal(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	out, err := os.CreateTemp(filepath.Dir(path), ".part-*")
	if err != nil {
		return err
	}
	_, err = out.Write(data)
	err = errors.Join(err, out.Chmod(0o644), out.Sync(), out.Close())
	if err == nil {
		err = os.Rename(out.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(out.Name()))
	}
	return nil
}

// Read returns the bytes of a file.
func Read(ctx context.Context, path string) ([]byte, error) {
	if IsLocal(path) {
		return os.ReadFile(path)
	}
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return nil, err
	}
	in, err := fs.OpenRead(ctx, path)
	if err != nil {
		return nil, errors.Join(err, fs.Close())
	}
	data, err := io.ReadAll(in)
	return data, errors.Join(err, in.Close(), fs.Close())
}

// Remove removes a file, and everything below a folder of this machine. A missing file is no error.
// A file that cannot be removed stays, and does no harm.
func Remove(ctx context.Context, path string) {
	if IsLocal(path) {
		_ = os.RemoveAll(path)
		return
	}
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return
	}
	defer func() { _ = fs.Close() }()
	if r, ok := fs.(filesystem.Remover); ok {
		_ = r.Remove(ctx, path)
	}
}
