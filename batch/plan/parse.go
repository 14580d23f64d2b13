package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/carom2d/carom/batch/pointer"
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/world/scene"
)

// Read reads the plan of a file, and the scene that it names. An error of the plan is an *Error.
func Read(path string) (*Plan, error) {
	data, err := os.ReadFile(path)
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
	if err := pointer.Walk(data, func(string, pointer.Value) {}); err != nil {
		return nil, err
	}
	p := &Plan{}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		return nil, fieldError(data, d, err)
	}
	if p.Sampler.Seed == 0 {
		p.Sampler.Seed = 1
	}
	if p.Seeds == 0 {
		p.Seeds = 1
	}
	if err := p.loadScene(folder); err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	return p, nil
}

// fieldError gives an error of the JSON decoder its path.
func fieldError(data []byte, d *json.Decoder, err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		line, column := pointer.Place(data, int(wrong.Offset))
		return &Error{Path: wrong.Field, Line: line, Column: column, Err: fmt.Errorf("%s %w", wrong.Value, ErrField)}
	}
	line, column := pointer.Place(data, int(d.InputOffset()))
	name := strings.TrimPrefix(err.Error(), "json: unknown field ")
	return &Error{Path: strings.Trim(name, `"`), Line: line, Column: column, Err: ErrField}
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
		document, err := os.ReadFile(path)
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

// sceneError is the error of a scene document: its place there belongs to the reason.
func sceneError(field, path string, err error) error {
	var at *scene.Error
	if errors.As(err, &at) && path != "" {
		err = fmt.Errorf("%s, line %d, column %d: %w", path, at.Line, at.Column, err)
	}
	return geom.NewFieldError(field, nil, err)
}
