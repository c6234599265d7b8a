package lesson

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// parsed is what a file of testdata/parse says, as its neighbour has it.
type parsed struct {
	ID       string // with which the file is read; empty: L-aaaaa
	Lesson   map[string]any
	Warnings []string // a part of each
	Rejected string   // the code
}

// Ensure each file is read as its neighbour says, whatever is wrong with it.
func TestParse(t *testing.T) {
	files, _ := filepath.Glob("testdata/parse/*.md")
	if len(files) < 15 {
		t.Fatalf("there are %d files", len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var want parsed
			wanted, err := os.ReadFile(strings.TrimSuffix(file, ".md") + ".yaml")
			if err == nil {
				err = yaml.Unmarshal(wanted, &want)
			}
			data, errRead := os.ReadFile(file)
			if err = errors.Join(err, errRead); err != nil {
				t.Fatal(err)
			}
			if want.ID == "" {
				want.ID = "L-aaaaa"
			}
			got, warnings, rejection := Parse(want.ID, data)
			if rejection != nil {
				if rejection.Code != want.Rejected {
					t.Errorf("got %+v, want rejected as %q", rejection, want.Rejected)
				}
				return
			}
			if diff := cmp.Diff(want.Lesson, fields(t, got)); diff != "" || want.Rejected != "" {
				t.Errorf("rejected as %q (-want +got):\n%s", want.Rejected, diff)
			}
			for i, part := range want.Warnings {
				if i >= len(warnings) || !strings.Contains(warnings[i], part) {
					t.Errorf("got warnings %q, want %q", warnings, want.Warnings)
				}
			}
			if len(warnings) > len(want.Warnings) {
				t.Errorf("got warnings %q, want %q", warnings, want.Warnings)
			}
		})
	}
}

// fields are those that are not empty.
func fields(t *testing.T, l Lesson) map[string]any {
	t.Helper()
	var all map[string]any
	text, err := yaml.Marshal(l)
	if err == nil {
		err = yaml.Unmarshal(text, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	for key, value := range all {
		if list, is := value.([]any); value == "" || value == false || is && len(list) == 0 {
			delete(all, key)
		}
	}
	return all
}

// Ensure what is written is read as it was meant, also words that mean something in YAML.
func TestEncode(t *testing.T) {
	for _, l := range []Lesson{
		{ID: "L-7f3kq", Title: "Set lock_timeout first", Text: "Begin with it."},
		{
			ID: "L-m2x8a", Title: "yes: no # [a] {b}", Category: "gotcha", When: "- null", Paths: []string{"**/*.sql", "{a,b}/[c]*", "!x", "*x"}, Added: "2026-03-02",
			By: "user", Source: "session 1f0c…, prompt 14", Supersedes: []string{"L-7f3kq"}, Aliases: []string{"L081"}, Pinned: true, Text: "--- is no header here: it's \"quoted\" text",
		},
		{ID: "L-aaaaa", Title: "0123", When: "2026-03-02", By: "model", Source: "~", Text: "--- title: other ---"},
		{ID: "L-bbbbb", Title: strings.Repeat("ü", TitleMax), Text: strings.Repeat("ß ", TextMax/2-1) + "ß"},
	} {
		data, err := Encode(l)
		if err != nil {
			t.Fatal(err)
		}
		got, warnings, rejection := Parse(l.ID, data)
		if diff := cmp.Diff(l, got); diff != "" || len(warnings) > 0 || rejection != nil {
			t.Errorf("%v %q (-want +got):\n%s\n%s", rejection, warnings, diff, data)
		}
	}
}

// Ensure a file's name begins with its id, says what it is about and is a name anywhere.
func TestFileName(t *testing.T) {
	for title, want := range map[string]string{
		"Set lock_timeout first":          "L-7f3kq-set-lock-timeout-first.md",
		"":                                "L-7f3kq.md",
		"../../etc/passwd":                "L-7f3kq-etc-passwd.md",
		"ü ß":                             "L-7f3kq.md",
		strings.Repeat("x", 80):           "L-7f3kq.md",
		strings.Repeat("ten letters ", 7): "L-7f3kq-ten-letters-ten-letters-ten-letters-ten.md",
	} {
		got := Lesson{ID: "L-7f3kq", Title: title}.FileName()
		if got != want {
			t.Errorf("%q: got %q, want %q", title, got, want)
		}
		if id := idOfName(got); id != "L-7f3kq" {
			t.Errorf("%q: its id is %q", got, id)
		}
	}
}

// Ensure ids have their form, are not drawn twice, and end with the source of chance.
func TestNewID(t *testing.T) {
	drawn := map[string]bool{}
	chance := rand.NewChaCha8([32]byte{1}) // of 1,000 that are drawn by chance two are the same once in fifty times
	for range 1000 {
		id, err := NewID(chance)
		if err != nil || !IsID(id) || drawn[id] {
			t.Fatalf("got %q, %v; drawn before: %v", id, err, drawn[id])
		}
		drawn[id] = true
	}
	if id, err := NewID(bytes.NewReader([]byte{0, 1, 255})); err == nil {
		t.Errorf("without chance: got %q", id)
	}
}

// Ensure an id is one letter for letter, and cited only in brackets, once.
func TestCited(t *testing.T) {
	for text, want := range map[string][]string{
		"As in [L-7f3kq], and [L-m2x8a]; again [L-7f3kq].": {"L-7f3kq", "L-m2x8a"},
		"L-7f3kq without brackets":                         nil,
		"[L-7f3kq1] [L-7F3KQ] [L081] [L-7f3k] [ L-7f3kq ]": nil,
		"[L-7f3kо]":      nil, // a Cyrillic letter
		"[[L-7f3kq]](x)": {"L-7f3kq"},
	} {
		if diff := cmp.Diff(want, Cited(text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	for _, text := range []string{"", "L-", "L-7f3kq ", "l-7f3kq", "L-iiiii", "L-00000", "L-7f3kq\n"} {
		if IsID(text) {
			t.Errorf("%q counts as an id", text)
		}
	}
}

// Ensure no file makes the reader panic or say more than its limits, and that what it says can
// be written and read again.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/parse/*.md")
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l, _, rejection := Parse("L-7f3kq", data)
		if rejection != nil {
			return
		}
		if l.Text == "" || len([]rune(l.Text)) > TextMax || len([]rune(l.Title)) > TitleMax || strings.ContainsAny(l.Text+l.Title+l.When, "\n\r\x1b") {
			t.Fatalf("%q: got %+v", data, l)
		}
		written, err := Encode(l)
		if err != nil {
			t.Fatal(err)
		}
		again, _, rejection := Parse("L-7f3kq", written)
		if rejection != nil || again.Text != l.Text || again.Title != l.Title && l.Title != "" {
			t.Errorf("%q: got %+v, written and read %+v, %v\n%s", data, l, again, rejection, written)
		}
	})
}
