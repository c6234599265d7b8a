package impressionism_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const markup = "maragu.dev/gomponents"

// Ensure that in a package that makes pages markup is written without being escaped in one
// function alone, that HTML is made of a string only where nodes are rendered and of the
// program's styles, and that no name of an element or of an attribute is computed.
func TestMarkupIsEscaped(t *testing.T) {
	for _, folder := range owners[markup] {
		var raw []string
		for _, parsed := range parsedIn(t, folder) {
			for _, declared := range parsed.Decls {
				in := "a variable"
				if function, is := declared.(*ast.FuncDecl); is {
					in = function.Name.Name
				}
				ast.Inspect(declared, func(n ast.Node) bool {
					if name, is := n.(*ast.Ident); is && slices.Contains([]string{"Raw", "Rawf", "NodeFunc"}, name.Name) {
						raw = append(raw, in) // also where it is handed on
					}
					return true
				})
				for _, call := range callsIn(declared) {
					switch name, first := called(call); {
					case name == "HTML" && len(call.Args) == 1 && in != "render" && in != "report":
						t.Errorf("%s: %s makes HTML of a string", folder, in)
					case slices.Contains([]string{"el", "attr", "given", "flag", "El", "Attr", "Data", "Aria"}, name) && !isLiteral(first) &&
						!slices.Contains([]string{"el", "attr", "given", "flag", "noteIn"}, in):
						t.Errorf("%s: %s computes the name of what %s makes", folder, in, name)
					}
				}
			}
		}
		if !slices.Equal(raw, []string{"verbatim"}) {
			t.Errorf("%s: markup is not escaped in %q; only verbatim may do that", folder, raw)
		}
	}
}

// Ensure that no template is executed in the program, which calls methods by their names: for
// that the linker keeps every exported method, 3 MB of them.
func TestProgramHasNoTemplates(t *testing.T) {
	for _, f := range sources(t) {
		if strings.HasSuffix(f.name, "_test.go") || !strings.HasPrefix(f.folder, "host/") && !strings.HasPrefix(f.folder, "cmd/impressionism") && !strings.HasPrefix(f.folder, "cmd/internal/") {
			continue
		}
		if slices.Contains(f.imports, "text/template") {
			t.Errorf("%s/%s imports text/template", f.folder, f.name)
		}
		if !slices.Contains(f.imports, "html/template") {
			continue
		}
		parsed, name := parse(t, filepath.Join(f.folder, f.name)), "template"
		for _, imported := range parsed.Imports {
			if imported.Path.Value == `"html/template"` && imported.Name != nil {
				name = imported.Name.Name
			}
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			selected, is := n.(*ast.SelectorExpr)
			if is && fmt.Sprint(selected.X) == name && selected.Sel.Name != "HTML" {
				t.Errorf("%s/%s uses template.%s; only the type HTML may be used", f.folder, f.name, selected.Sel.Name)
			}
			return true
		})
	}
}

// parsedIn returns the files of a package without its tests.
func parsedIn(t *testing.T, folder string) (files []*ast.File) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s has no files: %v", folder, err)
	}
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") {
			files = append(files, parse(t, name))
		}
	}
	return files
}

func parse(t *testing.T, name string) *ast.File {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func callsIn(root ast.Node) (calls []*ast.CallExpr) {
	ast.Inspect(root, func(n ast.Node) bool {
		if call, is := n.(*ast.CallExpr); is {
			calls = append(calls, call)
		}
		return true
	})
	return calls
}

// called returns the name of what is called, without its package, and the first argument; nil
// where there is none.
func called(call *ast.CallExpr) (name string, first ast.Expr) {
	if len(call.Args) > 0 {
		first = call.Args[0]
	}
	switch function := call.Fun.(type) {
	case *ast.Ident:
		name = function.Name
	case *ast.SelectorExpr:
		name = function.Sel.Name
	}
	return name, first
}

func isLiteral(e ast.Expr) bool {
	literal, is := e.(*ast.BasicLit)
	return is && literal.Kind == token.STRING
}
