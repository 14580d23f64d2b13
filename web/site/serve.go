package main

import (
	"fmt"
	"mime"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// serve serves the folder until the program ends, in a compressed form that the browser accepts.
func serve(dir string, listener net.Listener) error {
	fmt.Printf("http://%s/\n", listener.Addr())
	server := http.Server{Handler: handler(dir), ReadHeaderTimeout: 10 * time.Second}
	return server.Serve(listener)
}

func handler(dir string) http.Handler {
	files := http.FileServer(http.Dir(dir))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Add("Vary", "Accept-Encoding")
		name := r.URL.Path
		if strings.HasSuffix(name, "/") {
			name += "index.html"
			if page := filepath.FromSlash(strings.TrimPrefix(name, "/")); !filepath.IsLocal(page) || !isFile(filepath.Join(dir, page)) {
				http.NotFound(w, r) // where the file server would list the folder
				return
			}
		}
		for _, form := range []struct{ encoding, ending string }{{"br", ".br"}, {"gzip", ".gz"}} {
			if !accepts(r.Header.Get("Accept-Encoding"), form.encoding) || !filepath.IsLocal(filepath.FromSlash(strings.TrimPrefix(name, "/"))) {
				continue
			}
			data, err := os.Open(filepath.Join(dir, filepath.FromSlash(name)+form.ending))
			if err != nil {
				continue
			}
			defer data.Close()
			info, err := data.Stat()
			if err != nil {
				continue
			}
			w.Header().Set("Content-Type", mime.TypeByExtension(filepath.Ext(name)))
			w.Header().Set("Content-Encoding", form.encoding)
			http.ServeContent(w, r, name, info.ModTime(), data)
			return
		}
		files.ServeHTTP(w, r)
	})
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// accepts reports whether an Accept-Encoding names an encoding and does not forbid it by a weight
// of zero.
func accepts(header, encoding string) bool {
	for item := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(item), ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			_, q, weighted := strings.Cut(weight, "=")
			value, err := strconv.ParseFloat(strings.TrimSpace(q), 64)
			return !weighted || err != nil || value > 0
		}
	}
	return false
}
