package ldtk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/carom2d/carom/importers/level"
)

// The reasons of errors, for errors.Is.
var (
	ErrFormat      = errors.New("is not a project of LDtk")
	ErrTooLarge    = level.ErrTooLarge
	ErrUnsupported = errors.New("is not supported")
)

// Error names the file, level, layer and entity of a mistake.
type Error = level.Error

// Warning names a part of a project that was left out or changed.
type Warning = level.Warning

// located returns an error with its place.
func located(at level.Place, err error) error {
	return Error{Importer: "ldtk", Place: at}.Located(err, ErrFormat)
}

// placed is an error of a document with the names of the objects around it.
type placed struct {
	level.Place
	error
}

func (p *placed) Unwrap() error { return p.error }

// within adds the name of an object, the nth of its list, to an error inside of it.
func within(object any, n int, err error) error {
	p, ok := err.(*placed)
	if !ok {
		p = &placed{error: err}
	}
	name := func(identifier string) string {
		if identifier == "" {
			return fmt.Sprintf("#%d", n)
		}
		return identifier
	}
	switch o := object.(type) {
	case *levelObject:
		p.Level = name(o.Identifier)
	case *layerObject:
		p.Layer = name(o.Identifier)
	case *entityObject:
		p.Entity = name(o.label())
	default:
		return err
	}
	return p
}

// kinds names the values that belong into a field.
var kinds = map[reflect.Kind]string{
	reflect.Float64: "a number", reflect.Int: "a whole number", reflect.Int32: "a whole number", reflect.String: "a string",
	reflect.Slice: "an array", reflect.Array: "an array",
}

// inDocument returns an error of package json in the words of the file.
func inDocument(data []byte, err error) error {
	var wrong *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, ErrFormat) || errors.Is(err, ErrTooLarge):
		return err
	case errors.As(err, &wrong):
		want, ok := kinds[wrong.Type.Kind()]
		if !ok {
			want = "an object"
		}
		if wrong.Field == "" {
			return fmt.Errorf("%w: the value %s where %s belongs", ErrFormat, wrong.Value, want)
		}
		return fmt.Errorf("%w: %q: %s where %s belongs", ErrFormat, wrong.Field, wrong.Value, want)
	case errors.As(err, &syntax):
		line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte{'\n'})
		return fmt.Errorf("%w: line %d: %w", ErrFormat, line, err)
	}
	return fmt.Errorf("%w: %w", ErrFormat, err)
}
