package main

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// file is a file of a package, or of the package of tests outside it.
type file struct {
	path  string
	text  []byte
	fset  *token.FileSet
	tree  *ast.File
	decls []*decl
}

// decl is a declaration of a file.
type decl struct {
	node     ast.Decl
	pkg      string          // the name of its package
	external bool            // in the package of tests outside the package
	names    []string        // that it declares; for a method its own name
	receiver string          // the type of a method
	uses     map[string]bool // names that it mentions alone or left of a point
	selects  map[string]bool // names that it mentions right of a point, also together with the name left of the point
	kept     bool
}

// read parses the files of a folder that belong to the platform and the tags: the test files, or
// all other files.
func read(dir string, tags []string, tests bool) ([]*file, error) {
	context := build.Default
	context.BuildTags = tags
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*file
	for _, p := range paths {
		if strings.HasSuffix(p, "_test.go") != tests {
			continue
		}
		if ok, err := context.MatchFile(dir, filepath.Base(p)); err != nil {
			return nil, err
		} else if !ok {
			continue
		}
		f := &file{path: p, fset: token.NewFileSet()}
		if f.text, err = os.ReadFile(p); err != nil {
			return nil, err
		}
		if f.tree, err = parser.ParseFile(f.fset, p, f.text, parser.ParseComments|parser.SkipObjectResolution); err != nil {
			return nil, err
		}
		pkg, external := strings.CutSuffix(f.tree.Name.Name, "_test")
		for _, d := range f.tree.Decls {
			if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
				f.decls = append(f.decls, newDecl(d, pkg, external))
			}
		}
		files = append(files, f)
	}
	return files, nil
}

func newDecl(node ast.Decl, pkg string, external bool) *decl {
	d := &decl{node: node, pkg: pkg, external: external, uses: map[string]bool{}, selects: map[string]bool{}}
	switch n := node.(type) {
	case *ast.FuncDecl:
		d.names = append(d.names, n.Name.Name)
		if n.Recv != nil {
			d.receiver = receiver(n.Recv.List[0].Type)
		}
	case *ast.GenDecl:
		for _, s := range n.Specs {
			d.names = append(d.names, namesOf(s)...)
		}
	}
	ast.Inspect(node, d.mention)
	return d
}

// namesOf returns the names that a type, constants or variables have.
func namesOf(s ast.Spec) (names []string) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		names = append(names, s.Name.Name)
	case *ast.ValueSpec:
		for _, name := range s.Names {
			names = append(names, name.Name)
		}
	}
	return names
}

// receiver returns the name of the type of a method's receiver.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	}
	return x.(*ast.Ident).Name
}

// mention notes the names in a part of a declaration.
func (d *decl) mention(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		ast.Inspect(n.X, d.mention)
		d.selects[n.Sel.Name] = true
		if x, ok := n.X.(*ast.Ident); ok {
			d.selects[x.Name+"."+n.Sel.Name] = true
		}
		return false
	case *ast.Ident:
		d.uses[n.Name] = true
	}
	return true
}

// version is the last element of the path of a module's later version.
var version = regexp.MustCompile(`^v[0-9]+$`)

func nameOf(s *ast.ImportSpec) string {
	if s.Name != nil {
		return s.Name.Name
	}
	p := strings.Trim(s.Path.Value, `"`)
	if version.MatchString(path.Base(p)) {
		p = path.Dir(p)
	}
	return path.Base(p)
}

// excerpt returns the text of a file with blanks in place of the removed declarations, so that
// lines keep their numbers. It returns nil if no declaration is kept.
func (f *file) excerpt() []byte {
	text := append([]byte(nil), f.text...)
	blank := func(from, to token.Pos) {
		for i := f.fset.Position(from).Offset; i < f.fset.Position(to).Offset; i++ {
			if text[i] != '\n' {
				text[i] = ' '
			}
		}
	}
	for _, d := range f.decls {
		if !d.kept {
			blank(start(d.node), d.node.End())
		}
	}
	imports := f.imports()
	if imports == nil {
		return nil
	}
	for _, s := range f.tree.Imports {
		if !slices.Contains(imports, s) {
			blank(s.Pos(), s.End())
		}
	}
	return text
}

// imports returns the imports that the kept declarations of a file need, or nil if none is kept.
func (f *file) imports() []*ast.ImportSpec {
	used, any := map[string]bool{"_": true, ".": true}, false
	for _, d := range f.decls {
		if d.kept {
			any = true
			maps.Copy(used, d.uses)
		}
	}
	if !any {
		return nil
	}
	needed := []*ast.ImportSpec{}
	for _, s := range f.tree.Imports {
		if used[nameOf(s)] {
			needed = append(needed, s)
		}
	}
	return needed
}

// start returns the begin of a declaration, including its documentation.
func start(d ast.Decl) token.Pos {
	var doc *ast.CommentGroup
	switch d := d.(type) {
	case *ast.FuncDecl:
		doc = d.Doc
	case *ast.GenDecl:
		doc = d.Doc
	}
	if doc != nil {
		return doc.Pos()
	}
	return d.Pos()
}
