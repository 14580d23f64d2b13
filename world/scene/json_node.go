package scene

import (
	"strconv"
	"strings"
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

// node is a value to be written. It keeps details that a Go map or float64 would lose: the order of
// keys and the digits of numbers.
type node struct {
	kind    jsonKind
	boolean bool     // of a bool
	text    string   // of a string, or the digits of a number
	keys    []string // of an object, beside items
	items   []node   // of a list or object
}

// docPath is a path inside a document: "bodies[3].colliders[0].radius".
type docPath struct {
	parent *docPath
	key    string
	index  int // of an item of a list, negative for a field
}

func (p *docPath) field(key string) *docPath { return &docPath{parent: p, key: key, index: -1} }

func (p *docPath) item(i int) *docPath { return &docPath{parent: p, index: i} }

// String writes the path; the path of the document is empty. A key that is not a word is quoted, so
// that a message stays on its line.
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

// notInWord reports characters that no key of the format contains. Brackets are part of the names
// of points, "points[3]".
func notInWord(r rune) bool {
	return r != '[' && r != ']' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}
