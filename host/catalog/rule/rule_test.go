package rule

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
)

// Ensure that a rule's text is what the client puts before the model, and that it knows which
// files the rule waits for.
func TestParse(t *testing.T) {
	for text, want := range map[string]Rule{
		"Use tabs.\n": {Text: "Use tabs.", Line: 1},
		"---\ndescription: d\n---\n\nUse tabs.\n":                    {Text: "Use tabs.", Line: 4},
		"---\npaths: src/**/*.ts\n---\nUse tabs.":                    {Text: "Use tabs.", Line: 4, Paths: []string{"src/**/*.ts"}},
		"---\npaths:\n  - a/**\n  - \"b/{c,d}.go\"\n---\nUse tabs.":  {Text: "Use tabs.", Line: 6, Paths: []string{"a/**", "b/{c,d}.go"}},
		"---\npaths: \"**\"\n---\nUse tabs.":                         {Text: "Use tabs.", Line: 4},
		"---\r\nglobs: x\r\n---\r\nUse\r\n<!-- not\r\nthis -->tabs.": {Text: "Use\ntabs.", Line: 4},
		"<!-- all of it -->":                                         {Text: "", Line: 1},
		"":                                                           {Text: "", Line: 1},
	} {
		got, rejection := Parse([]byte(text))
		if rejection != nil || got.Text != want.Text || got.Line != want.Line || !slices.Equal(got.Paths, want.Paths) {
			t.Errorf("%q: got %q from line %d, %q, %v; want %q from line %d, %q", text, got.Text, got.Line, got.Paths, rejection, want.Text, want.Line, want.Paths)
		}
	}
	if _, rejection := Parse([]byte("\x00\x01\x02")); rejection == nil || rejection.Code != "not-text" {
		t.Errorf("got %v, want it rejected", rejection)
	}
}

// Ensure that a file full of comments that never end takes no time: one look at each line.
func TestParseHostile(t *testing.T) {
	for _, line := range []string{"<!--\n", "-->\n", "<!-- -->\n", "```\n", "<!--"} {
		start := time.Now()
		if _, rejection := Parse([]byte(strings.Repeat(line, markdown.FileBytesMax/len(line)))); rejection != nil {
			t.Errorf("%q: %v", line, rejection)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%q repeated took %v", line, took)
		}
	}
}

// Ensure that rules are found at any depth, by links, too, that circles end, and that a link
// out of the folder is told.
func TestFind(t *testing.T) {
	base := t.TempDir()
	put := func(name string) {
		t.Helper()
		path := filepath.Join(base, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, name string) {
		t.Helper()
		if err := os.Symlink(filepath.Join(base, to), filepath.Join(base, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"in/rules/top.md", "in/rules/sub/deep/one.md", "in/rules/.hidden.md", "in/rules/note.txt", "in/rules/UP.MD", "in/shared/two.md", "out/three.md"} {
		put(name)
	}
	link("in/shared", "in/rules/shared")
	link("in/rules", "in/rules/sub/circle")
	link("out/three.md", "in/rules/three.md")
	link("nowhere", "in/rules/gone.md")
	entries, rejected := Find(catalog.Root{Dir: filepath.Join(base, "in/rules"), Boundary: filepath.Join(base, "in"), Source: catalog.SourceUser, Prefix: "user:"})
	var ids, codes []string
	for _, entry := range entries {
		ids = append(ids, entry.ID)
	}
	for _, r := range rejected {
		codes = append(codes, r.Code)
	}
	slices.Sort(codes)
	if want := []string{"user:.hidden", "user:shared/two", "user:sub/deep/one", "user:top"}; !slices.Equal(ids, want) {
		t.Errorf("got %q, want %q", ids, want)
	}
	if want := []string{"broken-link", "outside-root"}; !slices.Equal(codes, want) {
		t.Errorf("got rejections %q, want %q", codes, want)
	}
}

// Ensure that a folder with too many rules costs its own, and says so.
func TestFindLimit(t *testing.T) {
	base := t.TempDir()
	for i := range FilesMax + 5 {
		if err := os.WriteFile(filepath.Join(base, fmt.Sprintf("%04d.md", i)), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	entries, rejected := Find(catalog.Root{Dir: base, Boundary: base})
	if len(entries) != FilesMax || len(rejected) != 1 || rejected[0].Code != "too-many-files" {
		t.Errorf("got %d rules, rejected %v", len(entries), rejected)
	}
}

// Ensure that no bytes crash the parser, and that what the model gets is in the file.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "Use tabs.", "---\npaths: [a]\n---\nx", "---\npaths: {a: b}\n---\n<!-- x", "<!--<!-- a -->-->", "---\n---\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		rule, rejection := Parse(data)
		if rejection == nil && (rule.Line < 1 || len(rule.Text) > len(rule.Body)) {
			t.Errorf("got %+v", rule)
		}
	})
}
