package skill

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog"
)

// wild is a record of a real SKILL.md.
type wild struct {
	Path        string         `json:"path"`
	Name        *string        `json:"name"`
	Description *string        `json:"description"`
	Body        *string        `json:"body500"`
	BodyLen     int            `json:"bodylen"`
	Extra       map[string]any `json:"extra"`
	Quirks      []string       `json:"quirks"`
}

// Ensure that real skills are kept: each record with text, written out
// again with the oddities that were recorded, parses, keeps its description,
// and is named in the table of rejections if not.
func TestWild(t *testing.T) {
	seen, rejected, warned, hidden := 0, map[string]int{}, 0, 0
	eachWild(t, func(record wild) {
		seen++
		id := path.Base(path.Dir(record.Path))
		item, rejection := Parse(id, record.render())
		if rejection != nil {
			rejected[rejection.Code]++
			return
		}
		if len(item.Warnings) > 0 {
			warned++
		}
		if item.Hidden != "" {
			hidden++
		}
		record.check(t, id, item)
	})
	t.Logf("%d records, rejected by code: %v, %d with warnings, %d hidden", seen, rejected, warned, hidden)
	if seen != 7212 {
		t.Errorf("got %d records with text, want 7212", seen)
	}
	for code, n := range rejected {
		if n > 3 {
			t.Errorf("got %d rejections %q, want none or a few", n, code)
		}
	}
}

func (w wild) check(t *testing.T, id string, item catalog.Item) {
	t.Helper()
	if item.Name == "" {
		t.Errorf("%s: got no name", w.Path)
	}
	if w.Description != nil && *w.Description != "" {
		if want := catalog.Clean(*w.Description); item.Description != want {
			t.Errorf("%s: got description %q, want %q", w.Path, item.Description, want)
		}
	}
	if w.hasFrontMatter() && w.Name != nil && item.Name != catalog.Clean(*w.Name) {
		t.Errorf("%s: got name %q, want %q", w.Path, item.Name, *w.Name)
	}
	if item.Description == "" && w.Body != nil && strings.TrimSpace(*w.Body) != "" && item.ListedDescription != "" {
		t.Errorf("%s: the client shows %q, search got nothing", w.Path, item.ListedDescription)
	}
	for _, text := range []string{item.Name, item.Description, item.ListedDescription} {
		if text != catalog.Clean(text) {
			t.Errorf("%s: %q is not clean", w.Path, text)
		}
	}
	if want := w.Extra["disable-model-invocation"] == true; want != strings.HasPrefix(item.Hidden, "disable") && !w.broken() {
		t.Errorf("%s: got hidden %q, want %v", w.Path, item.Hidden, want)
	}
}

func (w wild) has(quirk string) bool { return slices.Contains(w.Quirks, quirk) }

func (w wild) broken() bool {
	return slices.ContainsFunc(w.Quirks, func(quirk string) bool { return strings.HasPrefix(quirk, "yaml-error") })
}

func (w wild) hasFrontMatter() bool {
	return !w.has("no-frontmatter") && !w.has("frontmatter-unclosed") && !w.has("frontmatter-not-at-top") && !w.has("symlink")
}

// render writes the file as it was, as far as the record tells.
func (w wild) render() []byte {
	var text strings.Builder
	if w.hasFrontMatter() {
		w.renderFrontMatter(&text)
	}
	if w.Body != nil {
		text.WriteString(*w.Body)
	}
	if w.has("file>100KB") {
		text.WriteString(strings.Repeat("\nmore", max(0, w.BodyLen-500)/5))
	}
	out := text.String()
	if w.has("CRLF") {
		out = strings.ReplaceAll(strings.ReplaceAll(out, "\r\n", "\n"), "\n", "\r\n")
	}
	if w.has("BOM") {
		out = "\uFEFF" + strings.TrimPrefix(out, "\uFEFF")
	}
	return []byte(out)
}

func (w wild) renderFrontMatter(text *strings.Builder) {
	if w.has("leading-bytes-before-frontmatter") {
		text.WriteString("\n")
	}
	text.WriteString("---\n")
	if w.Name != nil && !w.has("lenient-name-fail") {
		fmt.Fprintf(text, "name: %s\n", quoteUnless(w.broken() || w.has("name-type:list"), *w.Name))
	}
	if w.Description != nil {
		w.renderDescription(text, *w.Description)
	}
	for key, value := range w.Extra {
		if encoded, err := json.Marshal(value); err == nil && key != "_lenient" {
			fmt.Fprintf(text, "%s: %s\n", key, encoded)
		}
	}
	if w.broken() && !w.has("yaml-error:unquoted-colon") {
		text.WriteString("metadata: {\"a\": [}\n")
	}
	text.WriteString("---\n")
}

func (w wild) renderDescription(text *strings.Builder, description string) {
	lines := strings.Split(strings.TrimSpace(description), "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	switch {
	case w.has("desc-block-literal"):
		text.WriteString("description: |\n  " + strings.Join(lines, "\n  ") + "\n")
	case w.has("desc-block-folded"):
		text.WriteString("description: >-\n  " + strings.Join(lines, "\n\n  ") + "\n")
	case w.has("desc-plain-multiline") && !strings.ContainsAny(description, ":#"):
		text.WriteString("description: " + strings.Join(strings.Fields(description), "\n  ") + "\n")
	default:
		fmt.Fprintf(text, "description: %s\n", quoteUnless(w.broken(), strings.Join(lines, " ")))
	}
}

func quoteUnless(bare bool, text string) string {
	if bare {
		return text
	}
	encoded, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always encodes
	}
	return string(encoded)
}

func eachWild(t *testing.T, visit func(wild)) {
	t.Helper()
	file, err := os.Open(shared(t, "eval/wild/skills-in-the-wild.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unzipped)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if !bytes.Contains(lines.Bytes(), []byte(`"body500"`)) {
			continue // text withheld for its licence
		}
		var record wild
		if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
			t.Fatal(err)
		}
		visit(record)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}
