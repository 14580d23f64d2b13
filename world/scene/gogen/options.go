package gogen

import (
	"cmp"
	"errors"
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/carom2d/carom/geom"
)

// The reasons for which no program is written, besides the reasons of package scene.
var (
	ErrName        = errors.New("cannot be a name in the program")
	ErrCustomShape = errors.New("is of the game and cannot be written as Go")
)

// Options hold the names that the program declares. The zero Options is a program of package main
// with the constructor NewLevel.
type Options struct {
	Package string // of the file; empty means main
	Func    string // the constructor; empty means NewLevel
	// Source is the file of the document. If there is one the program begins with the comment by
	// which tools know generated code.
	Source string
}

// normalized returns the options with their defaults, or a *geom.FieldError that wraps ErrName.
func (o Options) normalized() (Options, error) {
	o.Package = cmp.Or(o.Package, "main")
	o.Func = cmp.Or(o.Func, "NewLevel")
	if !token.IsIdentifier(o.Package) || o.Package == "_" {
		return o, geom.NewFieldError("Package", o.Package, ErrName)
	}
	if taken(o.Func) || taken(o.typeName()) {
		return o, geom.NewFieldError("Func", o.Func, ErrName)
	}
	return o, nil
}

// reserved are names with another meaning in the program.
var reserved = []string{"_", "main", "init", "float64", "nil", "adjust", "config", "change", "l", "w", "b", "i", "at"}

// taken reports whether the program cannot declare a name, because its own code would change its
// meaning.
func taken(name string) bool {
	return !token.IsIdentifier(name) || slices.Contains(reserved, name) ||
		slices.ContainsFunc(imports, func(i imported) bool { return i.name == name })
}

// typeName returns the name of the struct.
func (o Options) typeName() string {
	for _, prefix := range []string{"New", "new"} {
		rest, ok := strings.CutPrefix(o.Func, prefix)
		first, size := utf8.DecodeRuneInString(rest)
		if !ok || !unicode.IsUpper(first) {
			continue
		}
		if prefix == "new" {
			rest = string(unicode.ToLower(first)) + rest[size:]
		}
		return rest
	}
	return o.Func + "World"
}
