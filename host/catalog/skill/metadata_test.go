package skill

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Ensure that what a metadata.json says of a skill is evidence, that the skill's own front
// matter comes before it, and that a file which cannot be read costs nothing but itself.
func TestLoadMetadata(t *testing.T) {
	const whole = `{"name": "x", "version": "1", "triggers": {"patterns": ["sourdough starter", "knead"], "fileTypes": [".crumb", "loaf"]}, "context": {"inject": "%"}}`
	inject := func(how string) string { return strings.Replace(whole, "%", how, 1) }
	keywords := []string{"sourdough starter", "knead", "crumb", "loaf"}
	for name, c := range map[string]struct {
		head, metadata string
		keywords       []string
		hidden         string
		sticky         bool
		warning        string
	}{
		"on trigger":              {"", inject("on-trigger"), keywords, "", false, ""},
		"manual":                  {"", inject("manual"), keywords, catalog.HiddenByHand, false, ""},
		"manual, the model may":   {"disable-model-invocation: false\n", inject("manual"), keywords, "", false, ""},
		"manual, the model may't": {"disable-model-invocation: true\n", inject("manual"), keywords, "disable-model-invocation", false, ""},
		"always":                  {"", inject("always"), keywords, "", true, ""},
		"always, not sticky":      {"sticky: false\n", inject("always"), keywords, "", false, ""},
		"paths of its own":        {"paths: bread/**\n", inject("manual"), keywords[:2], `paths: ["bread/**"]`, false, ""},
		"keywords of its own":     {"keywords: [Knead, rye]\n", inject(""), []string{"Knead", "rye", "sourdough starter", "crumb", "loaf"}, "", false, ""},
		"of another kind":         {"", `{"license": "MIT", "files": [1, 2]}`, nil, "", false, ""},
		"broken":                  {"", "{\n\"triggers\": [\n", nil, "", false, "metadata.json does not count: line 2: it is no valid JSON"},
		"of the wrong type":       {"", "{\n\n\"triggers\": [\"a\"]}", nil, "", false, "line 3: triggers must not be of the type array"},
		"patterns that are none":  {"", `{"triggers": {"patterns": ["knead.*", "(bake|fry)", "knead", "KNEAD", ""]}}`, []string{"knead"}, "", false, "3 of triggers.patterns do not count"},
		"an odd word":             {"", `{"context": {"inject": "now"}}`, nil, "", false, "context.inject is none of"},
		"not UTF-8":               {"", "{\"triggers\": \"\xff\"}", nil, "", false, "it is not UTF-8"},
		"too large":               {"", `{"x": "` + strings.Repeat("x", MetadataBytesMax) + `"}`, nil, "", false, "more than 65536 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			root, folder := folderOf(t, map[string]string{"metadata.json": c.metadata})
			put(t, folder, "SKILL.md", "---\nname: bread\ndescription: Bake bread.\n"+c.head+"---\nSteps.\n")
			item, _ := loadOnly(t, root)
			if !slices.Equal(item.Keywords, c.keywords) || item.Hidden != c.hidden || item.Sticky != c.sticky {
				t.Errorf("got keywords %q, hidden %q, sticky %v; want %q, %q, %v", item.Keywords, item.Hidden, item.Sticky, c.keywords, c.hidden, c.sticky)
			}
			if warned := strings.Join(item.Warnings, "\n"); (c.warning == "") != (warned == "") || !strings.Contains(warned, c.warning) {
				t.Errorf("got warnings %q, want %q", item.Warnings, c.warning)
			}
		})
	}
}

// Ensure that a change of the metadata changes the name of the skill's content, that another
// spelling of it and a file that says nothing do not, and that the text keeps its name.
func TestMetadataNamesContent(t *testing.T) {
	root, folder := folderOf(t, nil)
	bare, text := loadOnly(t, root)
	named := func(data string) string {
		t.Helper()
		put(t, folder, "metadata.json", data)
		item, name := loadOnly(t, root)
		if item.TextHash != bare.TextHash {
			t.Errorf("the text is named %s, want %s", item.TextHash, bare.TextHash)
		}
		return name
	}
	with := named(`{"triggers": {"patterns": ["knead"]}}`)
	if with == text || named(`{ "triggers": {"patterns": ["knead", "knead"]}, "x": 1 }`) != with || named(`{"triggers": {"patterns": ["bake"]}}`) == with || named(`{"x": 1}`) != text {
		t.Error("names do not follow what the metadata says")
	}
	card := named("{")
	put(t, folder, "card.json", goodCard)
	if _, both := loadOnly(t, root); both == card || both == text {
		t.Error("the card is not in the name")
	}
}

// Ensure that metadata is not read by a link that leads out, nor where none is.
func TestMetadataLinks(t *testing.T) {
	root, folder := folderOf(t, nil)
	outside := filepath.Join(t.TempDir(), "metadata.json")
	if err := os.WriteFile(outside, []byte(`{"context": {"inject": "manual"}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, "metadata.json")); err != nil {
		t.Fatal(err)
	}
	if item, _ := loadOnly(t, root); item.Hidden != "" || len(item.Warnings) != 1 || !strings.Contains(item.Warnings[0], "outside") {
		t.Errorf("got hidden %q, warnings %q", item.Hidden, item.Warnings)
	}
	if err := os.Remove(outside); err != nil {
		t.Fatal(err)
	}
	if item, _ := loadOnly(t, root); len(item.Warnings) != 1 || !strings.Contains(item.Warnings[0], "leads nowhere") {
		t.Errorf("got warnings %q", item.Warnings)
	}
}

// Ensure that no bytes crash the parser, and that what it keeps is within its limits.
func FuzzMetadata(f *testing.F) {
	for _, seed := range []string{"", "{}", "[]", `{"triggers":{"patterns":["a",""],"fileTypes":[".ts"]},"context":{"inject":"always"}}`, `{"triggers":null}`, "{\n\n", "\xEF\xBB\xBF{}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, line, fault := ParseMetadata(data)
		if fault != "" && line < 1 || len(m.Patterns) > patternsMax || len(m.FileTypes) > fileTypesMax {
			t.Errorf("got %+v, line %d, %q", m, line, fault)
		}
		for _, word := range slices.Concat(m.Patterns, m.FileTypes) {
			if word == "" || word != catalog.Clean(word) {
				t.Errorf("got %q, want it clean", word)
			}
		}
	})
}
