// Package scenes holds the example scenes as files in the format of package
// world/scene, built into the program that imports it.
package scenes

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed *.json
var files embed.FS

// Names returns the names of the scenes in alphabetical order.
func Names() []string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		panic("scenes: the embedded folder cannot be read: " + err.Error())
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), path.Ext(e.Name()))
	}
	return names
}

// Read returns the document of a scene. The error wraps fs.ErrNotExist when there
// is none of that name.
func Read(name string) ([]byte, error) { return files.ReadFile(name + ".json") }
