package skill

import (
	"bufio"
	"encoding/json"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog"
)

type quirk struct {
	ID          string  `json:"id"`
	Path        string  `json:"path"`
	Raw         []byte  `json:"raw_b64"`
	Name        *string `json:"expect_name"`
	Description *string `json:"expect_description"`
	Strict      bool    `json:"strict_yaml"`
}

// Ensure that every oddity found in real files is read as its author meant it:
// front matter that the client cannot read still gives search its
// name and description, and where there is none the id and the body serve.
func TestQuirks(t *testing.T) {
	cases := readQuirks(t)
	if len(cases) != 59 {
		t.Fatalf("got %d cases, want 59", len(cases))
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			id := path.Base(path.Dir(c.Path))
			item, rejection := Parse(id, c.Raw)
			if rejection != nil {
				t.Fatalf("rejected: %+v", rejection)
			}
			wantName := id
			if c.Name != nil {
				wantName = *c.Name
			}
			if item.Name != wantName {
				t.Errorf("got name %q, want %q", item.Name, wantName)
			}
			checkDescription(t, c, item)
			if strings.HasPrefix(c.ID, "yaml-error-while-constructing") {
				return // a list as a key: YAML allows it, only the data set's Python does not
			}
			if sound := item.FrontMatter != nil && !strings.Contains(strings.Join(item.Warnings, " "), "in quotes"); sound != c.Strict {
				t.Errorf("got valid YAML %v, want %v; warnings %q", sound, c.Strict, item.Warnings)
			}
		})
	}
}

func checkDescription(t *testing.T, c quirk, item catalog.Item) {
	t.Helper()
	if c.Description != nil {
		if want := catalog.Clean(*c.Description); item.Description != want {
			t.Errorf("got description %q, want %q", item.Description, want)
		}
		return
	}
	if item.Description == "" {
		t.Fatal("got no description, want one from the text")
	}
	first := strings.Join(strings.Fields(item.Description)[:1], " ")
	if !strings.Contains(catalog.Clean(string(c.Raw)), first) || strings.HasPrefix(item.Description, "---") {
		t.Errorf("got description %q, want words of the text", item.Description)
	}
}

func readQuirks(tb testing.TB) []quirk {
	tb.Helper()
	file, err := os.Open(shared(tb, "eval/dev/parser-quirks/cases.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	var cases []quirk
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c quirk
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			tb.Fatal(err)
		}
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		tb.Fatal(err)
	}
	return cases
}
