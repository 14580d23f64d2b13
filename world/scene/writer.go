package scene

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/go-gl/mathgl/mgl64"
)

// writer writes the fields of an object.
type writer struct{ node *node }

// write builds the object that walk describes.
func write(walk func(visitor)) node {
	n := node{kind: kindObject}
	walk(&writer{&n})
	return n
}

func (w *writer) put(key string, n node) {
	w.node.keys = append(w.node.keys, key)
	w.node.items = append(w.node.items, n)
}

func (w *writer) reading() bool { return false }

func (w *writer) number(key string, x *float64, s numberRange) {
	if s.required || *x != s.fallback {
		w.put(key, numberNode(*x))
	}
}

// numberNode writes the shortest digits that read back as x.
func numberNode(x float64) node {
	format := byte('f')
	if a := math.Abs(x); a != 0 && (a < 1e-5 || a >= 1e15) {
		format = 'e'
	}
	return node{kind: kindNumber, text: strconv.FormatFloat(x+0, format, -1, 64)}
}

func (w *writer) integer(key string, x *int, _ int) {
	if *x != 0 {
		w.put(key, node{kind: kindNumber, text: strconv.Itoa(*x)})
	}
}

func (w *writer) bits(key string, x *uint64) {
	if *x != 0 {
		w.put(key, node{kind: kindNumber, text: strconv.FormatUint(*x, 10)})
	}
}

func (w *writer) flag(key string, x *bool) {
	if *x {
		w.put(key, node{kind: kindBool, boolean: true})
	}
}

func (w *writer) text(key string, x *string, _ int) {
	if *x != "" {
		w.put(key, node{kind: kindText, text: *x})
	}
}

func (w *writer) names(key string, x *[]string, _ int) {
	if len(*x) == 0 {
		return
	}
	n := node{kind: kindList}
	for _, s := range *x {
		n.items = append(n.items, node{kind: kindText, text: s})
	}
	w.put(key, n)
}

func (w *writer) choice(key string, x *string, required bool, of ...string) {
	if required || *x != of[0] {
		w.put(key, node{kind: kindText, text: *x})
	}
}

func (w *writer) point(key string, x *mgl64.Vec2, s numberRange) {
	if s.required || *x != (mgl64.Vec2{}) {
		w.put(key, pointNode(*x))
	}
}

func pointNode(p mgl64.Vec2) node {
	return node{kind: kindList, items: []node{numberNode(p[0]), numberNode(p[1])}}
}

func (w *writer) points(key string, x *[]mgl64.Vec2, s numberRange, _ int) {
	if len(*x) == 0 && !s.required {
		return
	}
	n := node{kind: kindList}
	for _, p := range *x {
		n.items = append(n.items, pointNode(p))
	}
	w.put(key, n)
}

func (w *writer) object(key string, present bool, walk func(visitor)) {
	if present {
		w.put(key, write(walk))
	}
}

func (w *writer) list(key string, length, _ int, _ func(int), walk func(int, visitor)) {
	if length == 0 {
		return
	}
	n := node{kind: kindList}
	for i := range length {
		n.items = append(n.items, write(func(f visitor) { walk(i, f) }))
	}
	w.put(key, n)
}

func (w *writer) finish(func() error) {}

func (w *writer) fail(string, error) {}

// lineWidth is the length above which a value is written on several lines.
const lineWidth = 110

// appendNode writes a value that starts at a column of a line indented by indent: on that line if
// it fits, and otherwise with one line for each item.
func appendNode(dst []byte, n *node, indent, column int) []byte {
	start := len(dst)
	dst = appendFlat(dst, n)
	if column+len(dst)-start <= lineWidth || len(n.items) == 0 {
		return dst
	}
	dst = dst[:start]
	opening, closing := n.brackets()
	dst = append(dst, opening)
	for i := range n.items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendLine(dst, indent+2)
		line := len(dst)
		dst = n.appendKey(dst, i)
		dst = appendNode(dst, &n.items[i], indent+2, indent+2+len(dst)-line)
	}
	return append(appendLine(dst, indent), closing)
}

func appendLine(dst []byte, indent int) []byte {
	dst = append(dst, '\n')
	for range indent {
		dst = append(dst, ' ')
	}
	return dst
}

func appendFlat(dst []byte, n *node) []byte {
	switch n.kind {
	case kindNull:
		return append(dst, "null"...)
	case kindBool:
		return strconv.AppendBool(dst, n.boolean)
	case kindNumber:
		return append(dst, n.text...)
	case kindText:
		return appendText(dst, n.text)
	}
	opening, closing := n.brackets()
	dst = append(dst, opening)
	for i := range n.items {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = appendFlat(n.appendKey(dst, i), &n.items[i])
	}
	return append(dst, closing)
}

// brackets returns the brackets around a list or an object.
func (n *node) brackets() (opening, closing byte) {
	if n.kind == kindObject {
		return '{', '}'
	}
	return '[', ']'
}

// appendKey writes the key before an item of an object. A list has no keys.
func (n *node) appendKey(dst []byte, i int) []byte {
	if n.kind == kindObject {
		dst = append(appendText(dst, n.keys[i]), ": "...)
	}
	return dst
}

func appendText(dst []byte, s string) []byte {
	quoted, err := json.Marshal(s)
	if err != nil {
		panic("scene: a string that JSON cannot hold: " + err.Error())
	}
	return append(dst, quoted...)
}
