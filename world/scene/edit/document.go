package edit

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/carom2d/carom/world/scene"
)

// DocumentText returns a document that is an object, or a text with it.
func DocumentText(document json.RawMessage) ([]byte, error) {
	if !bytes.HasPrefix(document, []byte(`"`)) {
		return document, nil
	}
	var text string
	err := json.Unmarshal(document, &text)
	return []byte(text), err
}

// Errors returns the errors of a document.
func Errors(document []byte) []Error {
	found := scene.Check(document)
	out := make([]Error, len(found))
	for i, e := range found {
		out[i] = Error{pointerOf(e.Path), e.Err.Error()}
	}
	return out
}

// pointerOf returns a path, bodies[3].angle, as a JSON pointer, /bodies/3/angle.
func pointerOf(path string) string {
	if path == "" {
		return ""
	}
	return "/" + strings.NewReplacer("[", "/", "]", "", ".", "/").Replace(path)
}
