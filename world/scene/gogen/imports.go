package gogen

import (
	"strings"
	"unicode"
)

// imported is a package that a program may use.
type imported struct{ name, path string }

// imports are sorted as gofmt sorts them, the standard library first.
var imports = []imported{
	{"fmt", "fmt"}, {"math", "math"}, {"strconv", "strconv"},
	{"area", "github.com/carom2d/carom/area"},
	{"body", "github.com/carom2d/carom/body"}, {"joint", "github.com/carom2d/carom/joint"},
	{"shape", "github.com/carom2d/carom/shape"}, {"world", "github.com/carom2d/carom/world"},
	{"character", "github.com/carom2d/carom/world/character"},
	{"mgl64", "github.com/go-gl/mathgl/mgl64"},
}

func importDeclaration(code string) string {
	used := qualifiers(code)
	var standard, others string
	for _, i := range imports {
		switch line := "\t\"" + i.path + "\"\n"; {
		case !used[i.name]:
		case strings.Contains(i.path, "/"):
			others += line
		default:
			standard += line
		}
	}
	if standard != "" {
		standard += "\n"
	}
	if len(standard) == 0 && strings.Count(others, "\n") == 1 {
		return "import " + strings.TrimSpace(others) + "\n\n"
	}
	return "import (\n" + standard + others + ")\n\n"
}

// qualifiers returns the names before a full stop that do not follow one: packages and variables.
// It skips texts and comments.
func qualifiers(code string) map[string]bool {
	found := map[string]bool{}
	for i := 0; i < len(code); {
		switch c := rune(code[i]); {
		case c == '"':
			i += textLength(code[i:])
		case strings.HasPrefix(code[i:], "//"):
			i += strings.IndexByte(code[i:], '\n')
		case c == '_' || unicode.IsLetter(c):
			end := i + strings.IndexFunc(code[i:], func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			if code[end] == '.' && (i == 0 || code[i-1] != '.') {
				found[code[i:end]] = true
			}
			i = end
		default:
			i++
		}
	}
	return found
}

// textLength returns the length of the text in quotes with which the code begins.
func textLength(code string) int {
	for i := 1; ; i++ {
		switch code[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
}
