package command

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/sourcetest"
)

// Ensure that commands are read with and without front matter: each
// file in testdata is a command and what it says to us.
func TestParse(t *testing.T) {
	sourcetest.Each(t, "testdata/*.txtar", func(t *testing.T, archive sourcetest.Archive) {
		var want struct {
			catalog.Item
			Rejected string
		}
		if err := json.Unmarshal([]byte(archive.File(t, "want.json")), &want); err != nil {
			t.Fatal(err)
		}
		got, rejection := Parse("git:amend", []byte(archive.File(t, "command.md")))
		code := ""
		if rejection != nil {
			code = rejection.Code
		}
		if code != want.Rejected {
			t.Fatalf("got rejection %+v, want code %q", rejection, want.Rejected)
		}
		if diff := cmp.Diff(want.Item, got); diff != "" {
			t.Errorf("want (-), got (+):\n%s", diff)
		}
	})
}

// Ensure that no bytes crash the parser or get control characters past it.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "Do $ARGUMENTS", "---\nargument-hint: [a] [b]\n---\nx", "---\ndescription: d\n---\n", "```\ncode\n```\n", "<!-- a\nb -->\nc"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		item, _ := Parse("sub:file", data)
		for _, text := range []string{item.Name, item.Description, item.ListedDescription} {
			if text != catalog.Clean(text) || strings.ContainsAny(text, "\n\x00") {
				t.Errorf("got %q, want it clean", text)
			}
		}
	})
}

// Ensure that the hash of a command's text names its content, and is the one by which the
// user's cards are kept.
func TestLoadNamesText(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ship.md"), []byte("Ship it."), 0o644); err != nil {
		t.Fatal(err)
	}
	entries, _ := Find(catalog.Root{Dir: dir, Boundary: dir})
	if len(entries) != 1 {
		t.Fatalf("got %v, want one command", entries)
	}
	item, name, rejection, err := Load(entries[0])
	if want := fmt.Sprintf("%x", sha256.Sum256([]byte("Ship it."))); item.TextHash != want || name != want || rejection != nil || err != nil {
		t.Errorf("got %q for content %q, %v, %v, want %s", item.TextHash, name, rejection, err, want)
	}
}
