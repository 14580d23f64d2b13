package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
)

// mutant is a change of one token of a file.
type mutant struct {
	dir, file string // package's directory, and the path of the file
	line      int
	offset    int
	old, new  string
}

func (m mutant) String() string {
	change := cmp.Or(m.new, "nothing")
	return fmt.Sprintf("%s:%d: %s for %s", m.file, m.line, change, m.old)
}

// apply returns the source with the change made.
func (m mutant) apply(src []byte) []byte {
	return bytes.Join([][]byte{src[:m.offset], src[m.offset+len(m.old):]}, []byte(m.new))
}

// site is a token and its possible replacements.
type site struct {
	mutant
	replacements []string
}

// swaps are the changes of operators. A comparison has its bound moved, or is turned round.
var swaps = map[token.Token][]string{
	token.ADD: {"-"}, token.SUB: {"+"}, token.MUL: {"/"}, token.QUO: {"*"}, token.REM: {"/"},
	token.LSS: {"<=", ">="}, token.LEQ: {"<", ">"}, token.GTR: {">=", "<="}, token.GEQ: {">", "<"},
	token.EQL: {"!="}, token.NEQ: {"=="}, token.LAND: {"||"}, token.LOR: {"&&"},
	token.AND: {"|"}, token.OR: {"&"}, token.XOR: {"&"}, token.AND_NOT: {"&"}, token.SHL: {">>"}, token.SHR: {"<<"},
	token.ADD_ASSIGN: {"-="}, token.SUB_ASSIGN: {"+="}, token.MUL_ASSIGN: {"/="}, token.QUO_ASSIGN: {"*="},
	token.AND_ASSIGN: {"|="}, token.OR_ASSIGN: {"&="}, token.XOR_ASSIGN: {"&="}, token.AND_NOT_ASSIGN: {"&="},
	token.INC: {"--"}, token.DEC: {"++"},
}

// sitesOf returns the sites of the files of a package that a build with these tags has.
func sitesOf(dir string, tags []string) ([]site, error) {
	context := build.Default
	context.BuildTags = tags
	pkg, err := context.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	var sites []site
	for _, name := range pkg.GoFiles {
		path := filepath.Join(dir, name)
		src, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		found, err := sitesIn(dir, path, src)
		if err != nil {
			return nil, err
		}
		sites = append(sites, found...)
	}
	return sites, nil
}

// sitesIn returns the sites of a file in the order of the source; none if it is generated.
func sitesIn(dir, path string, src []byte) ([]site, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(file) {
		return nil, err
	}
	var sites []site
	add := func(at token.Pos, old string, replacements ...string) {
		if len(replacements) > 0 {
			p := files.Position(at)
			m := mutant{dir: dir, file: path, line: p.Line, offset: p.Offset, old: old}
			sites = append(sites, site{m, replacements})
		}
	}
	var visit func(ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if isCall(n, "panic") {
				return false // only its words
			}
			if isCall(n, "make") && len(n.Args) == 3 { // the capacity shows nowhere
				ast.Inspect(n.Args[1], visit)
				return false
			}
		case *ast.IfStmt:
			if c, ok := n.Cond.(*ast.SelectorExpr); ok && c.Sel.Name == "Enabled" {
				return false // a self-check is a test, not a part of the engine
			}
		case *ast.BinaryExpr:
			add(n.OpPos, n.Op.String(), swaps[n.Op]...)
		case *ast.AssignStmt:
			add(n.TokPos, n.Tok.String(), swaps[n.Tok]...)
		case *ast.IncDecStmt:
			add(n.TokPos, n.Tok.String(), swaps[n.Tok]...)
		case *ast.UnaryExpr:
			if n.Op == token.SUB || n.Op == token.NOT {
				add(n.OpPos, n.Op.String(), "")
			}
		case *ast.Ident:
			switch n.Name {
			case "true":
				add(n.Pos(), n.Name, "false")
			case "false":
				add(n.Pos(), n.Name, "true")
			}
		case *ast.BasicLit:
			if v, err := strconv.Atoi(n.Value); n.Kind == token.INT && err == nil {
				add(n.Pos(), n.Value, neighbors(v)...)
			}
		}
		return true
	}
	ast.Inspect(file, visit)
	return sites, nil
}

// neighbors returns the numbers next to one that is not negative, but for those below zero.
func neighbors(v int) []string {
	if v == 0 {
		return []string{"1"}
	}
	return []string{strconv.Itoa(v + 1), strconv.Itoa(v - 1)}
}

func isCall(call *ast.CallExpr, name string) bool {
	f, ok := call.Fun.(*ast.Ident)
	return ok && f.Name == name
}
