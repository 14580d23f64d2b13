package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// ask asks the server for a path as it stands, which a client would clean.
func ask(t *testing.T, h http.Handler, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.URL.Path = path
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func bodyOf(t *testing.T, r *http.Response) string {
	t.Helper()
	data, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(data)
}

// served makes a folder to serve, with a file beside it that is none of it.
func served(t *testing.T) http.Handler {
	t.Helper()
	outer := t.TempDir()
	dir := filepath.Join(outer, "site")
	for name, text := range map[string]string{
		"secret.txt": "secret", "secret.txt.br": "secret", "secret.txt.gz": "secret",
		"site/index.html": "plain", "site/index.html.br": "as br", "site/index.html.gz": "as gzip",
		"site/world.wasm": "wasm", "site/world.wasm.br": "wasm as br",
		"site/js/viewer.js": "script", "site/js/viewer.js.gz": "script as gzip",
		"site/thumbs/car.png": "picture",
	} {
		file := filepath.Join(outer, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return handler(dir)
}

// An address that another program has is told before the site is written.
func TestTakenAddressIsToldFirst(t *testing.T) {
	other := httptest.NewServer(nil)
	defer other.Close()
	s := site{out: filepath.Join(t.TempDir(), "site"), root: "../.."}
	require.ErrorContains(t, run(&s, other.Listener.Addr().String()), "listen tcp")
	require.NoDirExists(t, s.out)
}

func TestCompressedFormsAreServed(t *testing.T) {
	h := served(t)
	for _, c := range []struct{ path, accept, body, encoding, kind string }{
		{"/", "gzip, deflate, br, zstd", "as br", "br", "text/html; charset=utf-8"},
		{"/", "gzip", "as gzip", "gzip", "text/html; charset=utf-8"},
		{"/", "", "plain", "", "text/html; charset=utf-8"},
		{"/", "identity", "plain", "", "text/html; charset=utf-8"},
		{"/", "br;q=0, gzip;q=0.5", "as gzip", "gzip", "text/html; charset=utf-8"},
		{"/", "brr", "plain", "", "text/html; charset=utf-8"},
		{"/world.wasm", "br", "wasm as br", "br", "application/wasm"},
		{"/world.wasm", "gzip", "wasm", "", "application/wasm"},
		{"/js/viewer.js", "br, gzip", "script as gzip", "gzip", "text/javascript; charset=utf-8"},
		{"/thumbs/car.png", "br, gzip", "picture", "", "image/png"},
	} {
		r := ask(t, h, c.path, "Accept-Encoding", c.accept)
		require.Equal(t, http.StatusOK, r.StatusCode, "%v", c)
		require.Equal(t, c.body, bodyOf(t, r), "%v", c)
		require.Equal(t, c.encoding, r.Header.Get("Content-Encoding"), "%v", c)
		require.Equal(t, c.kind, r.Header.Get("Content-Type"), "%v", c)
		require.Equal(t, "Accept-Encoding", r.Header.Get("Vary"), "a cache keeps the forms apart")
	}
}

// What is not there is 404, and nothing outside of the folder is there.
func TestOnlyTheFolderIsServed(t *testing.T) {
	h := served(t)
	for _, path := range []string{
		"/nothing.html", "/scenes/", "/world", "/../secret.txt", "/js/../../secret.txt", "../secret.txt", "/..\\secret.txt", "//../secret.txt", "/js/viewer.js/..",
		"/js/viewer.js/../../../secret.txt", "/\x00", "/secret.txt",
	} {
		for _, accept := range []string{"", "br", "gzip"} {
			r := ask(t, h, path, "Accept-Encoding", accept)
			require.NotEqual(t, "secret", bodyOf(t, r), path)
			require.Contains(t, []int{http.StatusNotFound, http.StatusBadRequest, http.StatusMovedPermanently, http.StatusInternalServerError}, r.StatusCode, path)
			require.Empty(t, r.Header.Get("Content-Encoding"), path)
		}
	}
	require.Equal(t, http.StatusNotFound, ask(t, h, "/nothing.html", "Accept-Encoding", "br").StatusCode)
}

// A folder without a page is 404: its files are not listed.
func TestFoldersAreNotListed(t *testing.T) {
	h := served(t)
	for _, path := range []string{"/js/", "/thumbs/", "/nothing/"} {
		r := ask(t, h, path, "Accept-Encoding", "")
		require.Equal(t, http.StatusNotFound, r.StatusCode, path)
		require.NotContains(t, bodyOf(t, r), "viewer.js", path)
	}
}
