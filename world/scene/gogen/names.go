package gogen

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/carom2d/carom/world/scene"
)

// mostRunes is the length of a field's name before it is numbered.
const mostRunes = 60

// fieldNames makes the names of the fields of one struct.
type fieldNames struct {
	kind  string // for names that have no letter to begin with
	taken map[string]bool
}

// of returns the field of a name: its words with capital letters, and a number if that is taken.
func (f *fieldNames) of(name string) string {
	if f.taken == nil {
		f.taken = map[string]bool{}
	}
	base := identifier(name, f.kind)
	field := base
	for n := 2; f.taken[field]; n++ {
		field = base + strconv.Itoa(n)
	}
	f.taken[field] = true
	return field
}

func identifier(name, kind string) string {
	var b strings.Builder
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	runes := 0
	for _, word := range words {
		for i, r := range word {
			if i == 0 {
				r = unicode.ToUpper(r)
			}
			if runes++; runes <= mostRunes {
				b.WriteRune(r)
			}
		}
	}
	if first, _ := utf8.DecodeRuneInString(b.String()); !unicode.IsUpper(first) {
		return kind + b.String()
	}
	return b.String()
}

// place is the place where the program keeps a body: a field, or an element of an array.
type place struct {
	field string // empty for a body without a name
	array bool
	index int
	stem  string // of an array: the name without its number
	first int    // of an array: the number of element 0
}

// expression returns the expression for the place, at an index that may be a variable.
func (p place) expression(index string) string {
	if !p.array {
		return "l.Bodies." + p.field
	}
	return "l.Bodies." + p.field + "[" + index + "]"
}

func (p place) String() string { return p.expression(strconv.Itoa(p.index)) }

// family is the bodies whose names differ in the number at their end.
type family struct{ count, low, high int }

// smallestArray is the smallest number of bodies that become an array.
const smallestArray = 3

// bodyField is a field of the struct of bodies.
type bodyField struct {
	name  string
	count int // of an array; zero for one body
}

// placeBodies returns the place of each body, and the fields.
func placeBodies(bodies []scene.Body) (places []place, fields []bodyField) {
	families := map[string]*family{}
	for i := range bodies {
		if stem, n, ok := splitNumber(bodies[i].Def.Name); ok {
			f := families[stem]
			if f == nil {
				f = &family{low: n, high: n}
				families[stem] = f
			}
			f.count, f.low, f.high = f.count+1, min(f.low, n), max(f.high, n)
		}
	}
	names := fieldNames{kind: "Body"}
	arrays := map[string]string{} // by their stems
	places = make([]place, len(bodies))
	for i := range bodies {
		name := bodies[i].Def.Name
		if name == "" {
			continue
		}
		stem, n, numbered := splitNumber(name)
		f := families[stem]
		if !numbered || f.count < smallestArray || f.high-f.low+1 != f.count {
			places[i] = place{field: names.of(name)}
			fields = append(fields, bodyField{name: places[i].field})
			continue
		}
		if arrays[stem] == "" {
			arrays[stem] = names.of(stem)
			fields = append(fields, bodyField{arrays[stem], f.count})
		}
		places[i] = place{field: arrays[stem], array: true, index: n - f.low, stem: stem, first: f.low}
	}
	return places, fields
}

// splitNumber splits a name into its stem and the number at its end. A number of more than one
// digit does not begin with zero, so that the two give the name again.
func splitNumber(name string) (stem string, n int, ok bool) {
	stem = strings.TrimRight(name, "0123456789")
	digits := name[len(stem):]
	if digits == "" || len(digits) > 6 || len(digits) > 1 && digits[0] == '0' {
		return name, 0, false
	}
	n, err := strconv.Atoi(digits)
	return stem, n, err == nil
}
