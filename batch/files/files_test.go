package files

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/stretchr/testify/require"
)

func TestFilesHereAndInAStore(t *testing.T) {
	ctx := context.Background()
	for _, folder := range []string{t.TempDir(), "memfs://folder"} {
		path := Join(folder, "a", "b.txt")
		_, err := Read(ctx, path)
		require.ErrorIs(t, err, os.ErrNotExist)
		require.NoError(t, Write(ctx, path, []byte("one")))
		require.NoError(t, Write(ctx, path, []byte("two")))
		data, err := Read(ctx, path)
		require.NoError(t, err)
		require.Equal(t, "two", string(data))
		Remove(ctx, path)
		Remove(ctx, path)
		_, err = Read(ctx, path)
		require.ErrorIs(t, err, os.ErrNotExist)
	}
	require.Equal(t, "gs://bucket/a/b", Join("gs://bucket/", "a", "b"))
	_, err := Read(ctx, "unknown://x")
	require.Error(t, err)
}

// A write that fails leaves the old file and nothing beside it.
func TestFailedWriteLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "x")
	require.NoError(t, os.Mkdir(path, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(path, "in it"), nil, 0o600))
	require.Error(t, Write(context.Background(), path, []byte("one")))
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}
