package main

import (
	"fmt"
	"mime"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// serve serves the folder until the program ends, in the compressed form that the browser takes.
func serve(dir, address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
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
		}
		for _, form := range []struct{ encoding, ending string }{{"br", ".br"}, {"gzip", ".gz"}} {
			if !strings.Contains(r.Header.Get("Accept-Encoding"), form.encoding) || strings.Contains(name, "..") {
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
