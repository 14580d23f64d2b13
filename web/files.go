package web

import "embed"

// Files are the files of the page: serve them with http.FileServerFS. The socket's address is the
// address of the page with ws appended.
//
//go:embed index.html carom.css js vendor
var Files embed.FS
