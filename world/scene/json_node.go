package scene

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// jsonKind is a type of JSON values.
type jsonKind uint8

const (
	kindNull jsonKind = iota
	kindBool
	kindNumber
	kindText
	kindList
	kindObject
)

// String returns the words of error messages.
func (k jsonKind) String() string {
	return [...]string{"null", "true or false", "a number", "a string", "a list", "an object"}[k]
}

// node is a value of a JSON document with the details that a Go map or float64 would lose:
// the order of keys, the digits of numbers, and the line.
type node struct {
	kind    jsonKind
	boolean bool     // of a bool
	text    string   // of a string, or the digits of a number
	keys    []string // of an object, beside items
	items   []node   // of a list or object
	line    int
}

// docPath is a path inside a document: "bodies[3].colliders[0].radius".
type docPath struct {
	parent *docPath
	key    string
	index  int // of an item of a list, negative for a field
}

func (p *docPath) field(key string) *docPath { return &docPath{parent: p, key: key, index: -1} }

func (p *docPath) item(i int) *docPath { return &docPath{parent: p, index: i} }

// String writes the path; the document itself has none. A key that is not a word
// is quoted, so that a message stays on its line.
func (p *docPath) String() string {
	if p == nil || p.parent == nil {
		return ""
	}
	before := p.parent.String()
	switch {
	case p.index >= 0:
		return before + "[" + strconv.Itoa(p.index) + "]"
	case strings.ContainsFunc(p.key, notInWord) || p.key == "":
		return before + "[" + strconv.Quote(shorten(p.key)) + "]"
	case before == "":
		return p.key
	default:
		return before + "." + p.key
	}
}

// notInWord reports characters that no key of the format has. Brackets belong to
// the names of points, "points[3]".
func notInWord(r rune) bool {
	return r != '[' && r != ']' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// find returns the value at a path, or the innermost one around it.
func (n *node) find(at *docPath) *node {
	if at.parent == nil {
		return n
	}
	n = n.find(at.parent)
	i := at.index
	if i < 0 {
		i = slices.Index(n.keys, at.key)
	}
	if i < 0 || i >= len(n.items) {
		return n
	}
	return &n.items[i]
}

// Bounds that no document of the format needs to pass. They keep hostile documents from
// costing more memory than a large scene, and the search for duplicate keys short.
const (
	maxDepth = 8
	maxKeys  = 64
	maxNodes = 4 << 20
)

// parseDocument reads one JSON value and nothing after it. It rejects more than the given
// number of values.
func parseDocument(data []byte, values int) (node, error) {
	if len(data) > MaxBytes {
		return node{}, &Error{Err: fmt.Errorf("%d bytes %w: at most %d", len(data), ErrTooMany, MaxBytes)}
	}
	if !utf8.Valid(data) {
		return node{}, &Error{Err: fmt.Errorf("%w: not UTF-8", ErrSyntax)}
	}
	p := parser{data: data, decoder: json.NewDecoder(bytes.NewReader(data)), line: 1, left: values}
	p.decoder.UseNumber()
	root := &docPath{}
	token, err := p.next()
	if err != nil {
		return node{}, p.syntax(root, err)
	}
	n, err := p.value(token, root, 0)
	if err != nil {
		return node{}, err
	}
	if _, err := p.next(); err != io.EOF {
		return node{}, &Error{Line: p.line, Err: fmt.Errorf("%w: something follows the document", ErrSyntax)}
	}
	return n, nil
}

type parser struct {
	data    []byte
	decoder *json.Decoder
	line    int // of the last token
	counted int // bytes whose line ends are in line
	left    int // values that may still come
}

// next returns the next token and updates the line number.
func (p *parser) next() (json.Token, error) {
	token, err := p.decoder.Token()
	end := min(int(p.decoder.InputOffset()), len(p.data))
	p.line += bytes.Count(p.data[p.counted:end], []byte{'\n'})
	p.counted = end
	return token, err
}

func (p *parser) syntax(at *docPath, err error) error {
	if err == io.EOF {
		err = errors.New("the document ends too early")
	}
	return &Error{Path: at.String(), Line: p.line, Err: fmt.Errorf("%w: %w", ErrSyntax, err)}
}

// value builds the node that begins with the token.
func (p *parser) value(token json.Token, at *docPath, depth int) (node, error) {
	n := node{line: p.line}
	if p.left--; p.left < 0 {
		return n, &Error{Path: at.String(), Line: p.line, Err: fmt.Errorf("the document's values are %w", ErrTooMany)}
	}
	switch token := token.(type) {
	case nil:
		n.kind = kindNull
	case bool:
		n.kind, n.boolean = kindBool, token
	case json.Number:
		n.kind, n.text = kindNumber, token.String()
	case string:
		n.kind, n.text = kindText, token
	case json.Delim:
		if depth == maxDepth {
			return n, &Error{Path: at.String(), Line: p.line, Err: ErrTooDeep}
		}
		var err error
		if token == '{' {
			err = p.object(&n, at, depth)
		} else {
			err = p.list(&n, at, depth)
		}
		return n, err
	}
	return n, nil
}

func (p *parser) list(n *node, at *docPath, depth int) error {
	n.kind = kindList
	for i := 0; ; i++ {
		token, err := p.next()
		if err != nil {
			return p.syntax(at, err)
		}
		if token == json.Delim(']') {
			return nil
		}
		item, err := p.value(token, at.item(i), depth+1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
}

func (p *parser) object(n *node, at *docPath, depth int) error {
	n.kind = kindObject
	for {
		token, err := p.next()
		if err != nil {
			return p.syntax(at, err)
		}
		key, ok := token.(string)
		if !ok {
			return nil // the decoder lets nothing but a key or the closing brace pass
		}
		if len(n.keys) == maxKeys {
			return &Error{Path: at.String(), Line: p.line, Err: fmt.Errorf("its fields are %w: at most %d", ErrTooMany, maxKeys)}
		}
		for _, k := range n.keys {
			if k == key {
				return &Error{Path: at.field(key).String(), Line: p.line, Err: ErrDuplicateField}
			}
		}
		if token, err = p.next(); err != nil {
			return p.syntax(at.field(key), err)
		}
		item, err := p.value(token, at.field(key), depth+1)
		if err != nil {
			return err
		}
		n.keys = append(n.keys, key)
		n.items = append(n.items, item)
	}
}
