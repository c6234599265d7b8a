package doctor

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of codes into docs/doctor.md")

// Ensure that the page has every code, with what it means and what to do.
func TestPage(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "doctor.md")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- codes: written by go test ./host/doctor -update -->\n", "<!-- end of codes -->"
	head, rest, found := strings.Cut(string(data), begin)
	_, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the codes", path)
	}
	want := head + begin + codeTable() + end + tail
	if want == string(data) {
		return
	}
	if !*update {
		t.Fatalf("%s is not as the code has it; run: go test ./host/doctor -update", path)
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

func codeTable() string {
	var b strings.Builder
	area := ""
	for _, rule := range Rules(checkup, folders) {
		if rule.Area != area {
			area = rule.Area
			fmt.Fprintf(&b, "\n### %s\n\n| code | | what | do |\n|---|---|---|---|\n", strings.ToUpper(area[:1])+area[1:])
		}
		severity := rule.Severity
		if rule.Fixable {
			severity += ", fixable"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", rule.Code, severity, cell(rule.Summary), cell(rule.Do))
	}
	return b.String() + "\n"
}

func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`).Replace(text)
}
