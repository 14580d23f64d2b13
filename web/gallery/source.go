package gallery

import (
	"embed"
	"strings"
)

// files are the sources of the scenes. A line that begins with sceneMark begins the declaration of
// a scene, which extends to the next such line.
//
//go:embed theme_*.go
var files embed.FS

const sceneMark = "//scene:"

// Source returns the Go source of the scene: its declaration with the code that belongs only to it.
func (s *Scene) Source() string {
	entries, err := files.ReadDir(".")
	if err != nil {
		return ""
	}
	for _, e := range entries {
		data, err := files.ReadFile(e.Name())
		if err != nil {
			return ""
		}
		for i, section := range strings.Split(string(data), sceneMark) {
			name, text, ok := strings.Cut(section, "\n")
			if i > 0 && ok && name == s.Name {
				return strings.TrimSpace(text) + "\n"
			}
		}
	}
	return ""
}
