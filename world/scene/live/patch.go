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

// Patch returns the operations that make Text of the document as it was given. They are in the
// order of the keys and of the lists; removals come first. A value that was changed and changed
// back has no operation.
func (d *Document) Patch() ([]Operation, error) {
	from, err := decode(d.given)
	if err != nil {
		return nil, err
	}
	to, err := decode(d.text)
	if err != nil {
		return nil, err
	}
	return d.appendFields(nil, "", from.(map[string]any), to.(map[string]any))
}

// PatchText returns Patch as JSON.
func (d *Document) PatchText() ([]byte, error) {
	patch, err := d.Patch()
	if err != nil {
		return nil, err
	}
	return json.Marshal(append([]Operation{}, patch...)) // a list, also an empty one
}

func (d *Document) appendDifference(dst []Operation, at string, from, to any) ([]Operation, error) {
	switch from := from.(type) {
	case map[string]any:
		if to, ok := to.(map[string]any); ok {
			return d.appendFields(dst, at, from, to)
		}
	case []any:
		to, ok := to.([]any)
		switch {
		case !ok:
		case slices.Contains(lists, at[1:]):
			return d.appendThings(dst, at, from, to)
		case len(to) >= len(from) && ofObjects(from) && ofObjects(to):
			return d.appendItems(dst, at, from, to)
		}
	}
	if reflect.DeepEqual(from, to) {
		return dst, nil
	}
	return appendOperation(dst, "replace", at, to)
}

func (d *Document) appendFields(dst []Operation, at string, from, to map[string]any) (_ []Operation, err error) {
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
			dst, err = d.appendDifference(dst, path, before, after)
		}
		if err != nil {
			return nil, err
		}
	}
	return dst, nil
}

func (d *Document) appendItems(dst []Operation, at string, from, to []any) (_ []Operation, err error) {
	for i := range to {
		if path := at + "/" + strconv.Itoa(i); i < len(from) {
			dst, err = d.appendDifference(dst, path, from[i], to[i])
		} else {
			dst, err = appendOperation(dst, "add", at+"/-", to[i])
		}
		if err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// appendThings appends the operations for a list with added and removed objects: first the
// removals, from the last to the first, then the others in the order of the list.
func (d *Document) appendThings(dst []Operation, at string, from, to []any) (_ []Operation, err error) {
	origins := d.origins[at[1:]]
	for i := len(from) - 1; i >= 0; i-- {
		if !slices.Contains(origins, i) {
			dst = append(dst, Operation{Op: "remove", Path: at + "/" + strconv.Itoa(i)})
		}
	}
	last := len(origins) // the place of the first object that was added after all given ones
	for last > 0 && origins[last-1] == added {
		last--
	}
	for i, origin := range origins {
		path := at + "/" + strconv.Itoa(i)
		switch {
		case origin != added:
			dst, err = d.appendDifference(dst, path, from[origin], to[i])
		case i < last:
			dst, err = appendOperation(dst, "add", path, to[i])
		default:
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

// ofObjects reports whether a list has only objects. Other lists, such as points, are replaced as a
// whole.
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
