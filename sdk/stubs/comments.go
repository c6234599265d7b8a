package stubs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// readComments gives the comments of types and their fields by "Type" and
// "Type.Field", with the Go names.
func readComments(folder string) (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, fmt.Errorf("read comments: %w", err)
	}
	comments := map[string]string{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("read comments: %w", err)
		}
		for _, declaration := range parsed.Decls {
			if types, ok := declaration.(*ast.GenDecl); ok && types.Tok == token.TYPE {
				addTypes(comments, types)
			}
		}
	}
	if len(comments) == 0 {
		return nil, fmt.Errorf("read comments: %s has no Go types", folder)
	}
	return comments, nil
}

func addTypes(comments map[string]string, declaration *ast.GenDecl) {
	for _, spec := range declaration.Specs {
		named, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		comments[named.Name.Name] = named.Doc.Text()
		if !declaration.Lparen.IsValid() {
			comments[named.Name.Name] = declaration.Doc.Text()
		}
		body, ok := named.Type.(*ast.StructType)
		if !ok {
			continue
		}
		for _, field := range body.Fields.List {
			text := field.Doc.Text() + field.Comment.Text()
			for _, name := range field.Names {
				comments[named.Name.Name+"."+name.Name] = text
			}
		}
	}
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
