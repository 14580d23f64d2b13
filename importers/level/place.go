package level

import (
	"errors"
	"fmt"
)

// Place is a location in the files of an editor. Empty names are left out.
type Place struct {
	File, Level, Layer string
	Object             string // an object of Tiled, or an element of a drawing
	Entity             string // of LDtk
}

// String returns the place as the beginning of a message.
func (p Place) String() (text string) {
	if p.File != "" {
		text = p.File + ": "
	}
	for _, part := range [][2]string{{"level ", p.Level}, {"layer ", p.Layer}, {"object ", p.Object}, {"entity ", p.Entity}} {
		if part[1] != "" {
			text += part[0] + part[1] + ": "
		}
	}
	return text
}

// Error names the place of a mistake in a file. It wraps the reason.
type Error struct {
	Importer string // the name of its package
	Place
	Err error
}

func (e *Error) Error() string { return e.Importer + ": " + e.Place.String() + e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

// Located returns an error with its place, or the error itself if it has a place already. The error
// of a rejected property value also wraps the importer's own reason.
func (e Error) Located(err, format error) error {
	var known *Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	if errors.Is(err, ErrValue) {
		err = fmt.Errorf("%w: %w", format, err)
	}
	e.Err = err
	return &e
}

// Warning names a part of a file that was left out or changed.
type Warning struct {
	Place // without its file
	Text  string
}

func (w Warning) String() string { return w.Place.String() + w.Text }
