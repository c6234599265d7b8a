package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/program"
	"github.com/ed-irl/impressionism/cmd/internal/env"
)

var namesCommand = regexp.MustCompile("impressionism ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)?)")

// Ensure that every command which a message or a page tells the reader to run is
// one that there is: an error is only as good as its cure.
func TestNamedCommandsExist(t *testing.T) {
	root := program.Root((&env.Env{}))
	groups := map[string]*cobra.Command{}
	for _, command := range root.Commands() {
		groups[command.Name()] = command
	}
	named := 0
	for place, text := range textsForUsers(t) {
		for _, match := range namesCommand.FindAllStringSubmatch(text, -1) {
			first, second, _ := strings.Cut(match[1], " ")
			command, ok := groups[first]
			if !ok || !command.HasSubCommands() {
				continue // prose, or a command of one word
			}
			named++
			if found, _, err := root.Find([]string{first, second}); second != "" && (err != nil || found == command) {
				t.Errorf("%s names %q, which is no command", place, match[0])
			}
		}
	}
	if named < 100 {
		t.Fatalf("only %d commands were found named", named)
	}
}

// textsForUsers gives the strings of the program and the pages, by place.
func textsForUsers(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	files := token.NewFileSet()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if base := entry.Name(); name != root && (strings.HasPrefix(base, ".") || base == "testdata" || base == "bin") {
				return fs.SkipDir
			}
			return nil
		}
		switch filepath.Ext(name) {
		case ".md", ".yaml", ".sh", ".lua":
			data, err := os.ReadFile(name)
			texts[name] = string(data)
			return err
		case ".go":
			if strings.HasSuffix(name, "_test.go") {
				return nil
			}
			parsed, err := parser.ParseFile(files, name, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(parsed, func(node ast.Node) bool {
				literal, ok := node.(*ast.BasicLit)
				if !ok || literal.Kind != token.STRING {
					return true
				}
				if text, err := strconv.Unquote(literal.Value); err == nil {
					texts[files.Position(literal.Pos()).String()] = text
				}
				return true
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}
