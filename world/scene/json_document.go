package scene

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// maxKeys bounds the fields of an object. No object of the format has as many, and a set of
// them is a word.
const maxKeys = 64

// document is JSON with an index of its values, in the order of the text. The index takes
// eight bytes for each value and key, so that a hostile document costs little more than
// its own bytes. Numbers and strings are decoded when they are read.
type document struct {
	data   []byte
	chunks []*[chunkLength]entry // so that growing copies nothing
	count  uint32
}

// entry is a value or a key: its offset, and the index of the first entry after it and its
// contents.
type entry struct{ start, next uint32 }

const chunkLength = 1 << 14

func (d *document) at(i uint32) *entry { return &d.chunks[i/chunkLength][i%chunkLength] }

func (d *document) add(start int) uint32 {
	i := d.count
	if i%chunkLength == 0 {
		d.chunks = append(d.chunks, new([chunkLength]entry))
	}
	d.count++
	*d.at(i) = entry{start: uint32(start), next: d.count}
	return i
}

// byteOrderMark stands at the beginning of a UTF-8 document from some editors.
const byteOrderMark = "\ufeff"

// indexDocument indexes one JSON value, and rejects anything after it.
func indexDocument(data []byte, l Limits) (*document, error) {
	if len(data) > l.Bytes {
		return nil, &Error{Err: fmt.Errorf("%d bytes are %w: at most %d", len(data), ErrTooMany, l.Bytes)}
	}
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	p := parser{document: document{data: data}, left: l.Values, maxDepth: l.Depth}
	if p.pos = validPrefix(data); p.pos < len(data) {
		return nil, p.fail(nil, fmt.Errorf("%w: not UTF-8", ErrSyntax))
	}
	p.pos = 0
	if err := p.value(0); err != nil {
		return nil, err
	}
	if p.skipSpace(); p.pos < len(data) {
		return nil, p.fail(nil, fmt.Errorf("%w: something follows the document", ErrSyntax))
	}
	return &p.document, nil
}

// validPrefix returns the number of bytes before the first that is not UTF-8.
func validPrefix(data []byte) (n int) {
	if utf8.Valid(data) {
		return len(data)
	}
	for {
		r, size := utf8.DecodeRune(data[n:])
		if r == utf8.RuneError && size < 2 {
			return n
		}
		n += size
	}
}

// parser reads the text once. Its path leads to the value that is being read.
type parser struct {
	document
	pos            int
	left, maxDepth int // values and levels that may still come
	path           []step
}

// step is a level of the path: a key of an object, or the place in a list. It holds the
// keys of the object so far, decoded.
type step struct {
	keys  [][]byte
	seen  [keyHashes / 64]uint64 // a bit for the hash of each key
	key   []byte
	index int // negative in an object
}

// keyHashes is the number of different hashes of keys.
const keyHashes = 1024

// isNew reports whether an object has no such key yet, and stores the key.
func (s *step) isNew(key []byte) bool {
	hash := uint32(len(key))
	for _, c := range key[:min(len(key), 32)] {
		hash = (hash ^ uint32(c)) * 16777619 // FNV-1a
	}
	hash = (hash ^ hash>>16) % keyHashes
	word, bit := &s.seen[hash/64], uint64(1)<<(hash%64)
	if *word&bit != 0 {
		for _, other := range s.keys {
			if bytes.Equal(other, key) {
				return false
			}
		}
	}
	*word |= bit
	s.keys = append(s.keys, key)
	return true
}

func (p *parser) where() *docPath {
	at := &docPath{}
	for _, s := range p.path {
		switch {
		case s.index >= 0:
			at = at.item(s.index)
		case s.key != nil:
			at = at.field(string(s.key))
		}
	}
	return at
}

func (p *parser) fail(at *docPath, err error) error {
	line, column := p.place(p.pos)
	return &Error{Path: at.String(), Line: line, Column: column, Err: err}
}

func (p *parser) syntax() error {
	reason := errors.New("the document ends too early")
	if p.pos < len(p.data) {
		r, _ := utf8.DecodeRune(p.data[p.pos:])
		reason = fmt.Errorf("unexpected %q", r)
	}
	return p.fail(p.where(), fmt.Errorf("%w: %w", ErrSyntax, reason))
}

func (p *parser) skipSpace() {
	for p.pos < len(p.data) {
		switch p.data[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

// peek returns the next byte after white space, zero at the end.
func (p *parser) peek() byte {
	p.skipSpace()
	if p.pos == len(p.data) {
		return 0
	}
	return p.data[p.pos]
}

func (p *parser) value(depth int) error {
	first := p.peek()
	if p.left--; p.left < 0 {
		return p.fail(p.where(), fmt.Errorf("the document's values are %w", ErrTooMany))
	}
	i := p.add(p.pos)
	var err error
	switch {
	case first == '{' || first == '[':
		if depth == p.maxDepth {
			return p.fail(p.where(), ErrTooDeep)
		}
		p.pos++
		if first == '{' {
			err = p.object(depth)
		} else {
			err = p.list(depth)
		}
	case first == '"':
		err = p.text()
	case first == '-' || first >= '0' && first <= '9':
		start := p.pos
		if err = p.number(); err == nil && p.pos-start > MaxText {
			err = p.fail(p.where(), fmt.Errorf("%d digits are %w: at most %d", p.pos-start, ErrTooMany, MaxText))
		}
	default:
		err = p.word(first)
	}
	p.at(i).next = p.count
	return err
}

// enter makes the step of a deeper level, with room for its keys.
func (p *parser) enter(depth int) {
	if depth < cap(p.path) {
		p.path = p.path[:depth+1]
	} else {
		p.path = append(p.path, step{})
	}
	s := &p.path[depth]
	if len(s.keys) > 0 {
		s.keys, s.seen = s.keys[:0], [len(s.seen)]uint64{}
	}
	s.key, s.index = nil, -1
}

func (p *parser) list(depth int) error {
	p.enter(depth)
	if p.peek() == ']' {
		p.pos++
		p.path = p.path[:depth]
		return nil
	}
	for i := 0; ; i++ {
		p.path[depth].index = i
		switch c := p.peek(); c {
		case 0, ',', ']', '}', ':':
			p.path = p.path[:depth]
			return p.syntax()
		}
		if err := p.value(depth + 1); err != nil {
			return err
		}
		switch c := p.peek(); c {
		case ',':
			p.pos++
		case ']':
			p.pos++
			p.path = p.path[:depth]
			return nil
		default:
			p.path = p.path[:depth]
			return p.syntax()
		}
	}
}

func (p *parser) object(depth int) error {
	p.enter(depth)
	if p.peek() == '}' {
		p.pos++
		p.path = p.path[:depth]
		return nil
	}
	for {
		s := &p.path[depth]
		s.key = nil
		if p.peek() != '"' {
			return p.syntax()
		}
		start := p.pos
		if err := p.text(); err != nil {
			return err
		}
		if len(s.keys) == maxKeys {
			return p.fail(p.where(), fmt.Errorf("its fields are %w: at most %d", ErrTooMany, maxKeys))
		}
		if length := p.pos - start - 2; length > MaxText {
			return p.fail(p.where(), fmt.Errorf("the %d bytes of a key are %w: at most %d", length, ErrTooMany, MaxText))
		}
		key := decoded(p.data[start+1 : p.pos-1])
		s.key = key
		if !s.isNew(key) {
			p.pos = start
			return p.fail(p.where(), ErrDuplicateField)
		}
		p.add(start)
		if p.peek() != ':' {
			return p.syntax()
		}
		p.pos++
		if err := p.value(depth + 1); err != nil {
			return err
		}
		switch c := p.peek(); c {
		case ',':
			p.pos++
		case '}':
			p.pos++
			p.path = p.path[:depth]
			return nil
		default:
			p.path[depth].key = nil
			return p.syntax()
		}
	}
}

func (p *parser) word(first byte) error {
	for _, w := range [...]string{"true", "false", "null"} {
		if w[0] == first && bytes.HasPrefix(p.data[p.pos:], []byte(w)) {
			p.pos += len(w)
			return nil
		}
	}
	return p.syntax()
}

// number passes a number: an integer without leading zeros, a fraction, an exponent.
func (p *parser) number() error {
	if p.data[p.pos] == '-' {
		p.pos++
	}
	if p.pos < len(p.data) && p.data[p.pos] == '0' {
		p.pos++
	} else if p.digits() == 0 {
		return p.syntax()
	}
	if p.pos < len(p.data) && p.data[p.pos] == '.' {
		p.pos++
		if p.digits() == 0 {
			return p.syntax()
		}
	}
	if p.pos < len(p.data) && (p.data[p.pos] == 'e' || p.data[p.pos] == 'E') {
		p.pos++
		if p.pos < len(p.data) && (p.data[p.pos] == '+' || p.data[p.pos] == '-') {
			p.pos++
		}
		if p.digits() == 0 {
			return p.syntax()
		}
	}
	return nil
}

func (p *parser) digits() (count int) {
	start := p.pos
	for p.pos < len(p.data) && p.data[p.pos] >= '0' && p.data[p.pos] <= '9' {
		p.pos++
	}
	return p.pos - start
}

// text passes a string with its quotes.
func (p *parser) text() error {
	for p.pos++; p.pos < len(p.data); p.pos++ {
		switch c := p.data[p.pos]; {
		case c == '"':
			p.pos++
			return nil
		case c < ' ':
			return p.syntax()
		case c == '\\':
			if err := p.escape(); err != nil {
				return err
			}
		}
	}
	return p.syntax()
}

// escape goes from the backslash of an escape to its last byte.
func (p *parser) escape() error {
	p.pos++
	if p.pos == len(p.data) {
		return p.syntax()
	}
	switch p.data[p.pos] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return nil
	case 'u':
	default:
		return p.syntax()
	}
	for range 4 {
		if p.pos++; p.pos == len(p.data) || !isHex(p.data[p.pos]) {
			return p.syntax()
		}
	}
	return nil
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// place returns the line of an offset and the column in it, both from 1.
func (d *document) place(offset int) (line, column int) {
	before := d.data[:min(offset, len(d.data))]
	last := before[bytes.LastIndexByte(before, '\n')+1:]
	return 1 + bytes.Count(before, []byte{'\n'}), 1 + utf8.RuneCount(last)
}

// offsetOf returns the offset of the value at a path, or of the innermost value around it. For a
// key it returns the offset of the value's key, which must exist.
func (d *document) offsetOf(at *docPath, ofKey bool) int {
	v := d.root().find(at)
	if ofKey {
		v.i-- // a key stands before its value
	}
	return int(v.entry().start)
}

func (d *document) root() value { return value{d, 0} }

// value is a value or a key of a document.
type value struct {
	d *document
	i uint32
}

func (v value) entry() *entry { return v.d.at(v.i) }

func (v value) next() value { return value{v.d, v.entry().next} }

// first returns the first item of a list or the first key of an object. The items end
// where the value does.
func (v value) first() value { return value{v.d, v.i + 1} }

func (v value) kind() jsonKind {
	switch v.d.data[v.entry().start] {
	case '{':
		return kindObject
	case '[':
		return kindList
	case '"':
		return kindText
	case 't', 'f':
		return kindBool
	case 'n':
		return kindNull
	}
	return kindNumber
}

func (v value) boolean() bool { return v.d.data[v.entry().start] == 't' }

func (v value) length() (n int) {
	end := v.entry().next
	for item := v.first(); item.i < end; item = item.next() {
		n++
	}
	return n
}

// raw returns the text of a number, or the text between the quotes of a string.
func (v value) raw() []byte {
	p := parser{document: document{data: v.d.data}, pos: int(v.entry().start)}
	start := p.pos
	if p.data[start] == '"' {
		p.text()
		return p.data[start+1 : p.pos-1]
	}
	p.number()
	return p.data[start:p.pos]
}

// find returns the value at a path, or the innermost value around it.
func (v value) find(at *docPath) value {
	if at.parent == nil {
		return v
	}
	v = v.find(at.parent)
	end := v.entry().next
	switch kind := v.kind(); {
	case kind == kindList && at.index >= 0:
		item := v.first()
		for i := 0; item.i < end; i++ {
			if i == at.index {
				return item
			}
			item = item.next()
		}
	case kind == kindObject && at.index < 0:
		for key := v.first(); key.i < end; key = key.next().next() {
			if key.isKey(at.key) {
				return key.next()
			}
		}
	}
	return v
}

// isKey reports whether a key or text is the same as a name.
func (v value) isKey(name string) bool {
	text := v.d.data[v.entry().start+1:]
	if len(text) > len(name) && text[len(name)] == '"' && string(text[:len(name)]) == name {
		return true
	}
	// A key with escapes is at most six times as long.
	if bytes.IndexByte(text[:min(len(text), len(name))], '\\') < 0 {
		return false
	}
	raw := v.raw()
	return len(raw) <= maxEscape*len(name) && string(decoded(raw)) == name
}

// describe writes a value for a message.
func (v value) describe() string {
	switch v.kind() {
	case kindNumber:
		return shorten(string(v.rawPrefix()))
	case kindText:
		return strconv.Quote(shorten(string(decoded(v.rawPrefix()))))
	case kindBool:
		return strconv.FormatBool(v.boolean())
	default:
		return v.kind().String()
	}
}

// rawPrefix is raw, cut to about the length of a message.
func (v value) rawPrefix() []byte {
	const limit = 300
	raw := v.raw()
	if len(raw) <= limit {
		return raw
	}
	end := limit
	for bytes.LastIndexByte(raw[end-6:end], '\\') >= 0 { // not within an escape
		end--
		if end == limit/2 {
			return raw
		}
	}
	for !utf8.RuneStart(raw[end]) {
		end--
	}
	return raw[:end]
}
