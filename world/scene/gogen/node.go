package gogen

import "strings"

// node is an expression of the program. Nodes are printed as gofmt prints them, so that the program
// links no parser.
type node struct {
	text  string // all of the expression, or the part before its bracket
	open  string // "(" of a call, "{" of a composite literal, or empty
	keys  []string
	items []node
}

func atom(text string) node { return node{text: text} }

func call(function string, arguments ...node) node {
	return node{text: function, open: "(", items: arguments}
}

// must returns a call of world.Must.
func must(function string, arguments ...node) node {
	return call("world.Must", call(function, arguments...))
}

// mostColumns is the width from which on an expression is broken; a tab counts as four.
const (
	mostColumns    = 120
	commentColumns = 90
	tabColumns     = 4
)

func (n *node) flat() string {
	if n.open == "" {
		return n.text
	}
	var b strings.Builder
	b.WriteString(n.text + n.open)
	for i := range n.items {
		if i > 0 {
			b.WriteString(", ")
		}
		if n.keys != nil {
			b.WriteString(n.keys[i] + ": ")
		}
		b.WriteString(n.items[i].flat())
	}
	b.WriteString(n.end())
	return b.String()
}

func (n *node) end() string {
	if n.open == "(" {
		return ")"
	}
	return "}"
}

// breakable reports whether the expression has a literal that can stand on several lines.
func (n *node) breakable() bool {
	if n.open == "{" {
		return len(n.items) > 0
	}
	for i := range n.items {
		if n.items[i].breakable() {
			return true
		}
	}
	return false
}

// print returns the expression for a line that is indented by some tabs and has used columns.
func (n *node) print(indent, used int) string {
	if flat := n.flat(); used+len(flat) <= mostColumns || !n.breakable() {
		return flat
	}
	switch {
	case n.open == "(":
		return n.printCall(indent)
	case n.keys != nil:
		return n.printFields(indent)
	}
	return n.printItems(indent)
}

// printCall breaks the longest argument that can be broken, and others that are long.
func (n *node) printCall(indent int) string {
	longest, length := -1, 0
	for i := range n.items {
		if size := len(n.items[i].flat()); n.items[i].breakable() && size > length {
			longest, length = i, size
		}
	}
	parts := make([]string, len(n.items))
	for i := range n.items {
		used := 0
		if i == longest {
			used = mostColumns
		}
		parts[i] = n.items[i].print(indent, used)
	}
	return n.text + "(" + strings.Join(parts, ", ") + ")"
}

// printFields puts each field of a literal on a line. gofmt aligns the values of fields in a row
// that have one line each.
func (n *node) printFields(indent int) string {
	var b strings.Builder
	tabs := strings.Repeat("\t", indent+1)
	b.WriteString(n.text + "{\n")
	values := make([]string, len(n.items))
	for i := range n.items {
		values[i] = n.items[i].print(indent+1, (indent+1)*tabColumns+len(n.keys[i])+2)
	}
	for from := 0; from < len(values); {
		to, width := from, 0
		for to < len(values) && !strings.Contains(values[to], "\n") {
			width = max(width, len(n.keys[to]))
			to++
		}
		for ; from < to; from++ {
			b.WriteString(tabs + n.keys[from] + ": " + strings.Repeat(" ", width-len(n.keys[from])) + values[from] + ",\n")
		}
		if from < len(values) {
			b.WriteString(tabs + n.keys[from] + ": " + values[from] + ",\n")
			from++
		}
	}
	b.WriteString(tabs[1:] + "}")
	return b.String()
}

// printItems fills lines with the items of a list.
func (n *node) printItems(indent int) string {
	var b strings.Builder
	tabs := strings.Repeat("\t", indent+1)
	start := len(tabs) * tabColumns
	b.WriteString(n.text + "{")
	column := mostColumns
	for i := range n.items {
		text := n.items[i].print(indent+1, start) + ","
		if column+1+len(text) > mostColumns || strings.Contains(text, "\n") {
			b.WriteString("\n" + tabs + text)
			column = start + len(text)
		} else {
			b.WriteString(" " + text)
			column += 1 + len(text)
		}
		if strings.Contains(text, "\n") {
			column = mostColumns
		}
	}
	b.WriteString("\n" + tabs[1:] + "}")
	return b.String()
}
