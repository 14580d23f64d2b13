package gogen

import "strings"

// statement is a line of the program, or a loop.
type statement struct {
	text    string // before the expression
	node    node
	comment string
	body    block // of a loop
}

type block []statement

// print returns the lines of the statements, indented.
func (b block) print(indent int) string {
	var out strings.Builder
	tabs := strings.Repeat("\t", indent)
	for i := range b {
		s := &b[i]
		out.WriteString(tabs + s.text + s.node.print(indent, indent*tabColumns+len(s.text)))
		switch {
		case s.body != nil:
			out.WriteString(" {\n" + s.body.print(indent+1) + tabs + "}")
		case s.comment != "":
			out.WriteString(" // " + s.comment)
		}
		out.WriteString("\n")
	}
	return out.String()
}

// declaresB begins the statement of a body that the program keeps for its next lines only.
const declaresB = "b := "

// section is the statements of all bodies, joints, areas or characters.
type section struct {
	name       string
	paragraphs []string
}

// add appends statements as a paragraph of their own.
func (s *section) add(b block) { s.paragraphs = append(s.paragraphs, b.print(1)) }

// mostLines is the number of lines above which the statements of a function become several
// functions.
const mostLines = 60

// cut returns the texts of functions of no more than mostLines where paragraphs allow it. Within
// each, the variable b is declared once.
func (s *section) cut() (texts []string) {
	var text strings.Builder
	lines, declared := 0, false
	for _, p := range s.paragraphs {
		n := strings.Count(p, "\n") + 1
		if lines > 0 && lines+n > mostLines {
			texts = append(texts, text.String())
			text.Reset()
			lines, declared = 0, false
		}
		if strings.HasPrefix(p, "\t"+declaresB) {
			if declared {
				p = strings.Replace(p, declaresB, "b = ", 1)
			}
			declared = true
		}
		if lines > 0 && n > 2 {
			text.WriteString("\n")
		}
		text.WriteString(p)
		lines += n
	}
	if lines > 0 {
		texts = append(texts, text.String())
	}
	return texts
}
