package plan

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"github.com/carom2d/carom/batch/pointer"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world/scene"
)

// Read reads the plan of a file, and the scene that it names. An error of the plan is an *Error.
func Read(path string) (*Plan, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(data, filepath.Dir(path))
}

// Parse reads a plan. Paths of scenes start in folder. The error is an *Error.
func Parse(data []byte, folder string) (*Plan, error) {
	p, err := parse(data, folder)
	if err != nil {
		return nil, Locate(data, err)
	}
	return p, nil
}

func parse(data []byte, folder string) (*Plan, error) {
	if len(data) > maxBytes {
		return nil, geom.NewFieldError("", len(data), ErrTooLong)
	}
	if err := checkFields(data); err != nil {
		return nil, err
	}
	p := &Plan{}
	if err := json.Unmarshal(data, p); err != nil {
		return nil, fieldError(data, err)
	}
	p.Sampler.Seed = cmp.Or(p.Sampler.Seed, 1)
	p.Seeds = cmp.Or(p.Seeds, 1)
	if err := p.loadScene(folder); err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	return p, nil
}

// fieldError gives an error of the JSON decoder its value: the innermost one around the decoder's
// offset.
func fieldError(data []byte, err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return &Error{Err: fmt.Errorf("%w: %v", ErrType, err)}
	}
	var out *Error
	walked := pointer.Walk(data, func(at string, v pointer.Value) {
		if out != nil || int64(v.Start) >= wrong.Offset || wrong.Offset > int64(v.End) {
			return
		}
		out = &Error{Path: pathOf(at), Err: fmt.Errorf("%s %w: must be %s", shown(data[v.Start:v.End]), ErrType, wanted(wrong.Type))}
		out.Line, out.Column = pointer.Place(data, v.Start)
	})
	if walked != nil || out == nil {
		return &Error{Path: wrong.Field, Err: fmt.Errorf("%s %w", wrong.Value, ErrType)}
	}
	return out
}

// shown returns the text of a value for a message.
func shown(text []byte) string {
	const most = 40
	switch {
	case text[0] == '{':
		return "an object"
	case text[0] == '[':
		return "a list"
	case len(text) > most:
		return string(bytes.ToValidUTF8(text[:most], nil)) + "..."
	}
	return string(text)
}

// wanted names the values of a type.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Float64:
		return "a number"
	}
	return "a whole number"
}

// loadScene replaces the path of a scene by the document, and checks it.
func (p *Plan) loadScene(folder string) error {
	if len(p.Scene) == 0 || string(p.Scene) == "null" {
		p.Scene = nil
		return nil
	}
	var path string
	switch p.Scene[0] {
	case '"':
		if err := json.Unmarshal(p.Scene, &path); err != nil {
			return geom.NewFieldError("scene", string(p.Scene), ErrScene)
		}
		if !filepath.IsAbs(path) {
			path = filepath.Join(folder, path)
		}
		document, err := readFile(path)
		if err != nil {
			return geom.NewFieldError("scene", nil, err)
		}
		p.Scene = bytes.TrimPrefix(document, []byte("\xef\xbb\xbf"))
	case '{':
	default:
		return geom.NewFieldError("scene", string(p.Scene), ErrScene)
	}
	if _, err := scene.Parse(p.Scene); err != nil {
		return sceneError("scene", path, err)
	}
	return nil
}

// sceneError is the error of a scene document. The place in the scene document is part of the
// reason.
func sceneError(field, path string, err error) error {
	var at *scene.Error
	if errors.As(err, &at) && path != "" {
		err = fmt.Errorf("%s, line %d, column %d: %w", path, at.Line, at.Column, err)
	}
	return geom.NewFieldError(field, nil, err)
}

// readFile reads a regular file of limited length, because an untrusted plan may name a device.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxBytes {
		return nil, fmt.Errorf("%s is no regular file, or %w", path, ErrTooLong)
	}
	return os.ReadFile(path)
}
