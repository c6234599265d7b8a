package scan

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"strings"

	"github.com/ed-irl/impressionism/host/code"
)

// readGo reads Go by the standard library's parser. Of a text with syntax errors it takes what
// the parser made out.
func readGo(source []byte, lines lines, limits Limits) (reading, error) {
	if deepest(source) > limits.Nesting {
		return reading{}, nestingError(limits)
	}
	files := gotoken.NewFileSet()
	file, err := parser.ParseFile(files, "", source, parser.ParseComments|parser.SkipObjectResolution)
	if file == nil || err != nil && len(file.Decls) == 0 {
		return reading{}, errors.New("no declaration was readable")
	}
	r := goReader{files: files, lines: lines}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			r.function(d)
		case *ast.GenDecl:
			r.declaration(d)
		}
	}
	return r.reading, nil
}

func nestingError(limits Limits) error {
	return fmt.Errorf("brackets nested more than %d deep", limits.Nesting)
}

// deepest returns an upper bound of the nesting of brackets, strings and comments included.
func deepest(source []byte) int {
	depth, most := 0, 0
	for _, c := range source {
		switch c {
		case '(', '[', '{':
			depth++
			most = max(most, depth)
		case ')', ']', '}':
			depth = max(depth-1, 0)
		}
	}
	return most
}

type goReader struct {
	reading
	files *gotoken.FileSet
	lines lines
}

// line is the line in the text itself, whatever its //line directives say.
func (r *goReader) line(p gotoken.Pos) int { return r.files.PositionFor(p, false).Line }

func (r *goReader) add(node ast.Node, name *ast.Ident, symbol string, kind code.Kind, doc *ast.CommentGroup) {
	d := Definition{Start: r.line(node.Pos()), End: min(r.line(node.End()), r.lines.count()), Line: r.line(name.Pos()), Symbol: symbol, Kind: kind}
	if doc != nil {
		d.Start = min(d.Start, r.line(doc.Pos()))
		d.Doc = shortened(doc.Text())
	}
	d.place = true
	r.definitions = append(r.definitions, d)
}

func (r *goReader) function(d *ast.FuncDecl) {
	kind, symbol := code.Function, d.Name.Name
	if d.Recv != nil && len(d.Recv.List) > 0 {
		kind = code.Method
		if of := receiver(d.Recv.List[0].Type); of != "" {
			symbol = of + "." + symbol
		}
	}
	r.add(d, d.Name, symbol, kind, d.Doc)
}

// receiver returns the name of a receiver's type without its pointer and parameters.
func receiver(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

func (r *goReader) declaration(d *ast.GenDecl) {
	if d.Tok == gotoken.IMPORT {
		for _, s := range d.Specs {
			if i, ok := s.(*ast.ImportSpec); ok && len(r.imports) < code.ImportsMax {
				r.imports = append(r.imports, strings.Trim(i.Path.Value, "\"`"))
			}
		}
		return
	}
	if len(d.Specs) == 1 {
		if name, kind, doc := spec(d.Specs[0]); name != nil {
			if d.Doc != nil {
				doc = d.Doc
			}
			r.add(d, name, name.Name, kind, doc)
		}
		return
	}
	r.group(d)
}

// group adds the paragraphs of `const ( … )` and `var ( … )`, which readers take in as one, by
// their first names, and each type by itself.
func (r *goReader) group(d *ast.GenDecl) {
	last := 0
	for i, s := range d.Specs {
		name, kind, doc := spec(s)
		if name == nil {
			continue
		}
		start := r.line(s.Pos())
		if doc != nil {
			start = r.line(doc.Pos())
		}
		if kind == code.Variable && last > 0 && start == last+1 {
			r.definitions[len(r.definitions)-1].End = r.line(s.End())
		} else {
			r.add(s, name, name.Name, kind, doc)
			if n := len(r.definitions) - 1; i == 0 && d.Doc != nil { // the group's words are about its first
				r.definitions[n].Start = r.line(d.Doc.Pos())
				r.definitions[n].Doc = shortened(d.Doc.Text())
			}
		}
		last = r.line(s.End())
	}
}

func spec(s ast.Spec) (*ast.Ident, code.Kind, *ast.CommentGroup) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		return s.Name, code.Type, s.Doc
	case *ast.ValueSpec:
		if len(s.Names) > 0 {
			return s.Names[0], code.Variable, s.Doc
		}
	}
	return nil, "", nil
}
