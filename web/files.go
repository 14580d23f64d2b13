package web

import "embed"

// Files are the files of the page: serve them with http.FileServerFS. The socket has the
// address of the page with ws at its end.
//
//go:embed index.html carom.css js vendor
var Files embed.FS
