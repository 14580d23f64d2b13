package tiled

import (
	"errors"
	"fmt"
)

// The reasons of errors, for errors.Is.
var (
	ErrFormat      = errors.New("is not a map of Tiled")
	ErrTooLarge    = errors.New("is too large")
	ErrUnsupported = errors.New("is not supported")
)

// Error tells in which file, layer and object something is wrong. Layer and Object may be empty.
type Error struct {
	File, Layer, Object string
	Err                 error
}

func (e *Error) Error() string { return "tiled: " + place(e.File, e.Layer, e.Object) + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// Warning tells of something in a map that was left out, or changed.
type Warning struct {
	Layer, Object string // names, or numbers where these are missing
	Text          string
}

func (w Warning) String() string { return place("", w.Layer, w.Object) + w.Text }

func place(file, layer, object string) string {
	text := ""
	if file != "" {
		text += file + ": "
	}
	if layer != "" {
		text += "layer " + layer + ": "
	}
	if object != "" {
		text += "object " + object + ": "
	}
	return text
}

// failure returns an Error that wraps one of the reasons.
func failure(file, layer, object string, reason error, format string, args ...any) *Error {
	return &Error{file, layer, object, fmt.Errorf("%w: %s", reason, fmt.Sprintf(format, args...))}
}
