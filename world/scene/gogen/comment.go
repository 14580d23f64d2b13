package gogen

import (
	"strings"
	"unicode"
)

// comment returns a text as lines of comments.
func comment(text string) string {
	var b strings.Builder
	line := "//"
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > commentColumns && line != "//" {
			b.WriteString(line + "\n")
			line = "//"
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
	return b.String()
}

// printable returns a text on one line as gofmt leaves it in a comment: without characters that
// cannot be printed, and without the pairs of quotes that it would replace.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	for _, pair := range []string{"``", "''"} {
		for strings.Contains(text, pair) {
			text = strings.ReplaceAll(text, pair, `"`)
		}
	}
	return text
}
