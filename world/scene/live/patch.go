package live

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
)

// Operation is one of a JSON patch: Op is "add", "replace" or "remove". Value is JSON, and empty
// for the last.
type Operation struct {
	Op    string          `json:"op"`
	Path  string          `json:"path"`
	Value json.RawMessage `json:"value,omitempty"`
}

// Patch returns the operations that make Text of the document as it was given. They stand in the
// order of the keys and of the lists. What was changed and changed back is not among them.
func (d *Document) Patch() ([]Operation, error) {
	from, err := decode(d.given)
	if err != nil {
		return nil, err
	}
	to, err := decode(d.text)
	if err != nil {
		return nil, err
	}
	return appendDifference(nil, "", from, to)
}

// PatchText returns Patch as JSON.
func (d *Document) PatchText() ([]byte, error) {
	patch, err := d.Patch()
	if err != nil {
		return nil, err
	}
	return json.Marshal(append([]Operation{}, patch...)) // a list, also an empty one
}

// appendDifference appends the operations that make one value of another.
func appendDifference(dst []Operation, at string, from, to any) ([]Operation, error) {
	switch from := from.(type) {
	case map[string]any:
		if to, ok := to.(map[string]any); ok {
			return appendFields(dst, at, from, to)
		}
	case []any:
		if to, ok := to.([]any); ok && len(to) >= len(from) && ofObjects(from) && ofObjects(to) {
			return appendItems(dst, at, from, to)
		}
	}
	if reflect.DeepEqual(from, to) {
		return dst, nil
	}
	return appendOperation(dst, "replace", at, to)
}

func appendFields(dst []Operation, at string, from, to map[string]any) (_ []Operation, err error) {
	keys := slices.Collect(maps.Keys(from))
	for key := range to {
		if _, ok := from[key]; !ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		before, had := from[key]
		after, has := to[key]
		switch path := at + "/" + key; {
		case !has:
			dst = append(dst, Operation{Op: "remove", Path: path})
		case !had:
			dst, err = appendOperation(dst, "add", path, after)
		default:
			dst, err = appendDifference(dst, path, before, after)
		}
		if err != nil {
			return nil, err
		}
	}
	return dst, nil
}

func appendItems(dst []Operation, at string, from, to []any) (_ []Operation, err error) {
	for i := range to {
		if path := at + "/" + strconv.Itoa(i); i < len(from) {
			dst, err = appendDifference(dst, path, from[i], to[i])
		} else {
			dst, err = appendOperation(dst, "add", at+"/-", to[i])
		}
		if err != nil {
			return nil, err
		}
	}
	return dst, nil
}

func appendOperation(dst []Operation, op, path string, value any) ([]Operation, error) {
	text, err := json.Marshal(value)
	return append(dst, Operation{op, path, text}), err
}

// ofObjects reports whether a list has nothing but objects. Other lists, such as points, are
// replaced as a whole.
func ofObjects(list []any) bool {
	return !slices.ContainsFunc(list, func(x any) bool { _, ok := x.(map[string]any); return !ok })
}

// decode reads JSON. Numbers stay as they are written.
func decode(text []byte) (root any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	decoder.UseNumber()
	err = decoder.Decode(&root)
	return root, err
}
