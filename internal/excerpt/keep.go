package main

import (
	"maps"
	"regexp"
	"slices"
)

// finder finds the needed declarations of a folder.
type finder struct {
	all      []*decl
	declared map[bool]map[string]bool // in the tests outside a package, and in the package
	uses     map[bool]map[string]bool // names that kept declarations there mention
	selects  map[string]bool
}

// atStart and ofTests match the functions that run before all tests, and the tests themselves.
var (
	atStart = regexp.MustCompile(`^(init|TestMain)$`)
	ofTests = regexp.MustCompile(`^(Test|Fuzz|Example)`)
)

// keep marks the tests that match, the functions that run before every test, the declarations that
// are selected elsewhere, and all declarations that these need. It returns the names that are
// selected afterwards.
func keep(files []*file, tests *regexp.Regexp, selected map[string]bool) map[string]bool {
	s := finder{
		declared: map[bool]map[string]bool{false: {}, true: {}},
		uses:     map[bool]map[string]bool{false: {}, true: {}},
		selects:  maps.Clone(selected),
	}
	for _, f := range files {
		s.all = append(s.all, f.decls...)
	}
	for _, d := range s.all {
		if d.receiver != "" {
			continue
		}
		for _, name := range d.names {
			s.declared[d.external][name] = true
			if atStart.MatchString(name) || ofTests.MatchString(name) && tests.MatchString(name) {
				s.uses[d.external][name] = true
			}
		}
	}
	for again := true; again; {
		again = false
		for _, d := range s.all {
			if !d.kept && s.needed(d) {
				d.kept, again = true, true
				maps.Copy(s.uses[d.external], d.uses)
				maps.Copy(s.selects, d.selects)
			}
		}
	}
	return s.selects
}

// needed reports whether kept declarations mention a declaration. Tests outside a package, and
// other packages, mention the package's declarations behind a point. A method is needed if its type
// is needed. If its type is declared in none of the files, the method is needed if its name is
// selected.
func (s *finder) needed(d *decl) bool {
	if d.receiver != "" {
		if s.declared[d.external][d.receiver] {
			return s.mentioned(d, d.receiver)
		}
		return s.selects[d.names[0]]
	}
	return slices.ContainsFunc(d.names, func(name string) bool { return name != "_" && s.mentioned(d, name) })
}

// mentioned reports whether kept declarations mention a name of the package of a declaration.
func (s *finder) mentioned(d *decl, name string) bool {
	return s.uses[d.external][name] || !d.external && s.selects[d.pkg+"."+name]
}
