package stubs_test

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that the reference page has each call, field and error code, and that its
// links lead somewhere.
func TestPage(t *testing.T) {
	contract := read(t)
	page := string(contract.Markdown())
	headings := map[string]bool{}
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "##") {
			heading := strings.ToLower(strings.TrimSpace(strings.TrimLeft(line, "#")))
			if headings[heading] {
				heading += "-1"
			}
			headings[heading] = true
		}
	}
	for _, link := range regexp.MustCompile(`\]\(#([^)]*)\)`).FindAllStringSubmatch(page, -1) {
		if !headings[link[1]] {
			t.Errorf("there is nothing at #%s", link[1])
		}
	}
	for _, call := range abi.Calls {
		_, part, found := strings.Cut(page, "\n## "+call.Name+"\n")
		part, _, _ = strings.Cut(part, "\n## ")
		if !found || !strings.Contains(part, call.Doc) {
			t.Errorf("%s is not on the page", call.Name)
		}
		for _, name := range call.Args {
			if !strings.Contains(part, "\n| `"+name+"` | ") {
				t.Errorf("%s: %s is not in its table", call.Name, name)
			}
		}
	}
	for _, of := range contract.Types {
		for _, field := range of.Fields {
			if !strings.Contains(page, "\n| `"+field.Name+"` | ") {
				t.Errorf("%s.%s is not on the page", of.Name, field.Name)
			}
		}
	}
	for _, code := range []string{abi.BadRequest, abi.UnknownCall, abi.NotAllowed, abi.NotFound, abi.Limit, abi.Unavailable, abi.Internal} {
		if !strings.Contains(page, "\n| `"+code+"` | ") {
			t.Errorf("%s is not on the page", code)
		}
	}
}

// Ensure that each Go example compiles against the SDK and is what it says: a
// reply and an error.
func TestGoExamples(t *testing.T) {
	contract := read(t)
	var source strings.Builder
	source.WriteString("package example\n\nimport \"github.com/ed-irl/impressionism/sdk/go\"\n\nfunc examples(prompt string, vector impressionism.Embedding) {\n")
	for _, call := range abi.Calls {
		fmt.Fprintf(&source, "\t{\n\t\tvar err error\n\t\t_, err = %s\n\t\t_ = err\n\t}\n", contract.GoExample(call))
	}
	source.WriteString("}\n")
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, "example.go", source.String(), 0)
	if err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output() // a test of -trimpath does not know it
	if err != nil {
		t.Fatal(err)
	}
	build.Default.GOROOT = strings.TrimSpace(string(root))
	config := types.Config{Importer: importer.ForCompiler(files, "source", nil)}
	if _, err := config.Check("example", files, []*ast.File{parsed}, nil); err != nil {
		t.Errorf("%v in\n%s", err, source.String())
	}
}

// Ensure that the Rust file is as rustfmt would write it, so that an author's
// editor leaves it alone.
func TestRustIsFormatted(t *testing.T) {
	rustfmt, err := exec.LookPath("rustfmt")
	if err != nil {
		t.Skip("there is no rustfmt on this machine; rustup component add rustfmt")
	}
	for _, edition := range []string{"2021", "2024"} {
		command := exec.Command(rustfmt, "--check", "--edition", edition)
		command.Stdin = strings.NewReader(string(read(t).Rust()))
		if output, err := command.CombinedOutput(); err != nil {
			t.Errorf("edition %s: %v\n%s", edition, err, output)
		}
	}
}
