package main

import (
	"cmp"
	"go/scanner"
	"go/token"
	"html"
	"html/template"
	"strings"
)

// highlighted returns Go source as HTML, with classes for keywords, texts, numbers and comments.
func highlighted(source string) template.HTML {
	var b strings.Builder
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(source))
	var s scanner.Scanner
	s.Init(file, []byte(source), nil, scanner.ScanComments)
	at := 0
	for {
		pos, kind, text := s.Scan()
		if kind == token.EOF {
			break
		}
		if kind == token.SEMICOLON && text == "\n" {
			continue // inserted by the scanner
		}
		text = cmp.Or(text, kind.String())
		from := file.Offset(pos)
		b.WriteString(html.EscapeString(source[at:from]))
		at = from + len(text)
		if class := classOf(kind); class != "" {
			b.WriteString(`<span class="` + class + `">` + html.EscapeString(source[from:at]) + `</span>`)
		} else {
			b.WriteString(html.EscapeString(source[from:at]))
		}
	}
	b.WriteString(html.EscapeString(source[at:]))
	return template.HTML(b.String())
}

func classOf(kind token.Token) string {
	switch {
	case kind == token.COMMENT:
		return "c"
	case kind == token.STRING || kind == token.CHAR:
		return "s"
	case kind == token.INT || kind == token.FLOAT:
		return "n"
	case kind.IsKeyword():
		return "k"
	}
	return ""
}
