package skill

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/sourcetest"
)

// Ensure that front matter is read leniently and told in words what was wrong:
// each file in testdata is a SKILL.md and what it says to us.
func TestParse(t *testing.T) {
	sourcetest.Each(t, "testdata/*.txtar", func(t *testing.T, archive sourcetest.Archive) {
		var want struct {
			catalog.Item
			Rejected string
		}
		decoder := json.NewDecoder(strings.NewReader(archive.File(t, "want.json")))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&want); err != nil {
			t.Fatal(err)
		}
		got, rejection := Parse("folder", []byte(archive.File(t, "SKILL.md")))
		code := ""
		if rejection != nil {
			code = rejection.Code
		}
		if code != want.Rejected {
			t.Fatalf("got rejection %+v, want code %q", rejection, want.Rejected)
		}
		if diff := cmp.Diff(want.Item, got, cmp.Transformer("JSON", decoded)); diff != "" {
			t.Errorf("want (-), got (+):\n%s", diff)
		}
	})
}

// decoded makes two spellings of the same JSON equal.
func decoded(raw json.RawMessage) (value any) {
	if json.Unmarshal(raw, &value) != nil {
		return string(raw)
	}
	return value
}

// Ensure that a body is kept up to its limit and cut at a character.
func TestParseCutsBody(t *testing.T) {
	item, _ := Parse("x", []byte("---\ndescription: d\n---\n"+strings.Repeat("ä", catalog.BodyBytesMax)))
	if n := len(item.Body); n > catalog.BodyBytesMax || n < catalog.BodyBytesMax-2 || strings.Trim(item.Body, "ä") != "" {
		t.Errorf("got a body of %d bytes, want whole characters up to %d", n, catalog.BodyBytesMax)
	}
}

// Ensure that no bytes crash the parser or get control characters past it.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "---\n---\n", "---\nname: a\ndescription: b: c\n---\nbody", "\xEF\xBB\xBF---\r\na: [1, {b: c}]\r\n---\r\n",
		"---\na: &x [*x]\n---\n", "---\n? - a\n: - b\n---\n", "---\n<<: *b\n---\n", "---\n- a\n---\n", "---\ndescription: |\n x\n  y\n---\n",
		"---\nname: \"\\u202e\"\nkeywords: a, b,, c\nsticky: TRUE\n---\n# h", "---\na: !!binary x\nb: 0x1F\nc: .nan\nd: 2020-01-01\n---\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		item, rejection := Parse("plugin:dir", data)
		if rejection != nil {
			return
		}
		if item.Name == "" {
			t.Error("got no name")
		}
		if item.FrontMatter != nil && !json.Valid(item.FrontMatter) {
			t.Errorf("got front matter %q, want JSON", item.FrontMatter)
		}
		for _, text := range append([]string{item.Name, item.Description, item.ListedDescription, item.WhenToUse}, item.Keywords...) {
			if text != catalog.Clean(text) {
				t.Errorf("got %q, want it clean", text)
			}
		}
	})
}
