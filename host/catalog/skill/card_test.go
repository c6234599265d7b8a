package skill

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/card"
)

const (
	goodCard = `{"asks": ["knead it for me", "why is my dough so wet"], "not": ["wet the paint"]}`
	labelled = `[{"query": "why is my dough so wet", "should_trigger": true}, {"query": "wet the paint", "should_trigger": false}]`
)

// folderOf lays out skills/bread with a SKILL.md and the files of a case.
func folderOf(t *testing.T, files map[string]string) (root catalog.Root, folder string) {
	t.Helper()
	base := t.TempDir()
	folder = filepath.Join(base, "skills", "bread")
	put(t, folder, "SKILL.md", "---\nname: bread\ndescription: Bake bread.\n---\nSteps.\n")
	for name, data := range files {
		put(t, folder, name, data)
	}
	return catalog.Root{Dir: filepath.Join(base, "skills"), Boundary: base, Source: catalog.SourceUser}, folder
}

func put(t *testing.T, folder, name, data string) {
	t.Helper()
	path := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
}

func onlyEntry(t *testing.T, root catalog.Root) catalog.Entry {
	t.Helper()
	entries, rejected := Find(root)
	if len(entries) != 1 || len(rejected) > 0 {
		t.Fatalf("got %v, rejected %v, want one skill", entries, rejected)
	}
	return entries[0]
}

func loadOnly(t *testing.T, root catalog.Root) (catalog.Item, string) {
	t.Helper()
	item, name, rejection, err := Load(onlyEntry(t, root))
	if rejection != nil || err != nil {
		t.Fatalf("got rejection %v, error %v, want the skill", rejection, err)
	}
	return item, name
}

// Ensure that an author's card is read from where it may lie, and that a file which is no
// card leaves the skill as it is, with a warning that says what to do.
func TestLoadCard(t *testing.T) {
	plain, _ := folderOf(t, nil)
	bare, text := loadOnly(t, plain)
	if bare.Card != nil || bare.TextHash != text || len(text) != 64 {
		t.Fatalf("without a card: got %+v, named %q and %q", bare.Card, text, bare.TextHash)
	}
	cases := map[string]struct {
		files   map[string]string
		asks    int // 0: no card
		not     int
		warning string
	}{
		"card":                       {map[string]string{"card.json": goodCard}, 2, 1, ""},
		"card before queries":        {map[string]string{"card.json": goodCard, "evals/trigger-evals.json": labelled}, 2, 1, ""},
		"queries":                    {map[string]string{"evals/trigger-evals.json": labelled}, 1, 1, ""},
		"the other name":             {map[string]string{"evals/trigger-eval.json": labelled}, 1, 1, ""},
		"queries that are none":      {map[string]string{"evals/trigger-evals.json": "{", "evals/trigger-eval.json": labelled}, 1, 1, ""},
		"only what it is not for":    {map[string]string{"evals/trigger-evals.json": `{"should_not_trigger": ["wet the paint"]}`}, 0, 0, ""},
		"tests of behaviour":         {map[string]string{"evals/trigger-evals.json": `{"skill_name": "bread", "evals": [{"prompt": "bake a loaf"}]}`}, 0, 0, ""},
		"queries of another skill":   {map[string]string{"evals/trigger-evals.json": `{"skill_name": "cake", "should_trigger": ["bake a cake"]}`}, 0, 0, ""},
		"a file in the folder's way": {map[string]string{"evals": "x"}, 0, 0, ""},
		"a bad card hides queries":   {map[string]string{"card.json": "{}", "evals/trigger-evals.json": labelled}, 0, 0, "card.json does not count: it has no asks; write what a person would type"},
		"no JSON":                    {map[string]string{"card.json": "asks:\n- knead"}, 0, 0, "it is not {\"asks\""},
		"too large":                  {map[string]string{"card.json": strings.Repeat(" ", card.FileBytesMax) + goodCard}, 0, 0, "it has more than 8192 bytes"},
		"far too large":              {map[string]string{"card.json": strings.Repeat(" ", 1<<21)}, 0, 0, "it has more than 8192 bytes"},
		"a folder":                   {map[string]string{"card.json/x": ""}, 0, 0, "it is no regular file"},
	}
	for name, c := range cases {
		root, _ := folderOf(t, c.files)
		item, named := loadOnly(t, root)
		asks, not := 0, 0
		if item.Card != nil {
			asks, not = len(item.Card.Asks), len(item.Card.Not)
		}
		if asks != c.asks || not != c.not {
			t.Errorf("%s: got card %+v, want %d asks and %d not", name, item.Card, c.asks, c.not)
		}
		warnings := strings.Join(item.Warnings, "\n")
		if (c.warning == "") != (warnings == "") || !strings.Contains(warnings, c.warning) {
			t.Errorf("%s: got warnings %q, want %q", name, warnings, c.warning)
		}
		if item.TextHash != text || (named != text) != (c.asks > 0 || c.warning != "") {
			t.Errorf("%s: got %s for the text %s, want another name exactly where a card or a fault is", name, named, item.TextHash)
		}
	}
}

// Ensure that links lead to a card inside the root alone, and that a link which leads
// nowhere is told.
func TestLoadCardLinks(t *testing.T) {
	outside := t.TempDir()
	put(t, outside, "card.json", goodCard)
	cases := map[string]struct {
		target  string
		warning string
		unread  bool
	}{
		"inside":  {"../other.json", "", false},
		"outside": {filepath.Join(outside, "card.json"), "it leads to " + outside, false},
		"nowhere": {"none.json", "it is a link that leads nowhere", false},
		"itself":  {"card.json", "it cannot be read", true},
	}
	for name, c := range cases {
		root, folder := folderOf(t, map[string]string{"../other.json": goodCard})
		if err := os.Symlink(c.target, filepath.Join(folder, "card.json")); err != nil {
			t.Skip("links cannot be made here")
		}
		item, _ := loadOnly(t, root)
		if got := strings.Join(item.Warnings, "\n"); (item.Card != nil) != (c.warning == "") || !strings.Contains(got, c.warning) {
			t.Errorf("%s: got card %v and warnings %q, want %q", name, item.Card, got, c.warning)
		}
		if item.Unread != c.unread {
			t.Errorf("%s: got unread %t, want %t", name, item.Unread, c.unread)
		}
	}
}

// Ensure that an item says that one of the files beside it could not be read, whichever it is,
// and only then: what is missing or no regular file stays so until its stat changes.
func TestUnreadBeside(t *testing.T) {
	cases := map[string]struct {
		files map[string]string
		loop  string // a link to itself: it is there, and cannot be read
		want  bool
	}{
		"nothing beside":         {map[string]string{}, "", false},
		"a card":                 {map[string]string{"card.json": goodCard, "evals/x": ""}, "evals/trigger-evals.json", false},
		"trigger tests":          {map[string]string{"evals/x": ""}, "evals/trigger-evals.json", true},
		"before other ones":      {map[string]string{"evals/trigger-eval.json": labelled}, "evals/trigger-evals.json", true},
		"behind other ones":      {map[string]string{"evals/trigger-evals.json": labelled}, "evals/trigger-eval.json", false},
		"metadata":               {map[string]string{}, MetadataName, true},
		"a file in evals' place": {map[string]string{"evals": "x"}, "", false},
		"folders":                {map[string]string{"card.json/x": "", MetadataName + "/x": ""}, "", false},
	}
	for name, c := range cases {
		root, folder := folderOf(t, c.files)
		if c.loop != "" {
			if err := os.Symlink(filepath.Base(c.loop), filepath.Join(folder, filepath.FromSlash(c.loop))); err != nil {
				t.Skip("links cannot be made here")
			}
		}
		if item, _ := loadOnly(t, root); item.Unread != c.want {
			t.Errorf("%s: got unread %t, want %t", name, item.Unread, c.want)
		}
	}
}

// Ensure that only the file that makes a folder a skill has the folder's card, since other
// files share a folder.
func TestCardOfFolder(t *testing.T) {
	root, _ := folderOf(t, map[string]string{"card.json": goodCard, "notes.md": "Notes on flour."})
	entries, _ := Search(root, []string{"**/*.md"}, nil)
	has := map[string]bool{}
	for _, entry := range entries {
		item, _, _, _ := Load(entry)
		has[entry.ID] = item.Card != nil
	}
	if diff := cmp.Diff(map[string]bool{"bread": true, "notes": false}, has); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// Ensure that each change of what lies beside SKILL.md changes the entry's stat, and that
// the same files have the same stat, however they are found.
func TestStatKnowsCard(t *testing.T) {
	root, folder := folderOf(t, nil)
	seen := map[catalog.Stat]string{}
	check := func(step string) {
		t.Helper()
		stat := onlyEntry(t, root).Stat
		if former, known := seen[stat]; known {
			t.Errorf("%s: got the stat of %q again", step, former)
		}
		seen[stat] = step
		one, ok := FindOne(catalog.Root{Dir: folder, Boundary: root.Boundary})
		searched, _ := Search(root, []string{"**/SKILL.md"}, nil)
		if !ok || len(searched) != 1 || one.Stat != stat || searched[0].Stat != stat {
			t.Errorf("%s: got stats %v and %v, want %v each time", step, one.Stat, searched, stat)
		}
	}
	rename := func(from, to string) {
		t.Helper()
		if err := os.Rename(filepath.Join(folder, from), filepath.Join(folder, to)); err != nil {
			t.Fatal(err)
		}
	}
	bare := onlyEntry(t, root).Stat
	check("none")
	put(t, folder, "evals/trigger-evals.json", labelled)
	check("queries")
	rename("evals/trigger-evals.json", "evals/trigger-eval.json")
	check("queries by another name")
	rename("evals/trigger-eval.json", "card.json")
	check("the same file as a card")
	put(t, folder, "card.json", labelled+" ")
	check("longer")
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(folder, "card.json"), later, later); err != nil {
		t.Fatal(err)
	}
	check("later")
	if err := os.Remove(filepath.Join(folder, "card.json")); err != nil {
		t.Fatal(err)
	}
	if got := onlyEntry(t, root).Stat; got != bare {
		t.Errorf("gone: got %+v, want %+v as before", got, bare)
	}
}

// Ensure that a card made of trigger tests keeps within a card's limits, with the shortest
// prompts, each once, and room for what the skill is not for.
func TestCardOfQueries(t *testing.T) {
	var tests []string
	for i := range 40 {
		for _, label := range []string{"true", "false"} {
			tests = append(tests, `{"query": "`+strings.Repeat("dough ", i)+"loaf number "+label+`", "should_trigger": `+label+`}`)
		}
	}
	tests = append(tests, `{"query": "LOAF number true", "should_trigger": true}`, `{"query": "ok", "should_trigger": true}`)
	made := ofQueries([]byte("["+strings.Join(tests, ",")+"]"), "bread")
	if made == nil || len(made.Asks) != card.AsksMax || len(made.Not) < 4 || len(made.Bytes()) > card.BytesMax {
		t.Fatalf("got %+v, want %d asks and at least 4 not within %d bytes", made, card.AsksMax, card.BytesMax)
	}
	if made.Asks[1] != "dough loaf number true" {
		t.Errorf("got %q second, want the second shortest, and the first once", made.Asks[1])
	}
	long := `[{"query": "` + strings.Repeat("x", card.CharsMax+1) + `", "should_trigger": true}]`
	if got := ofQueries([]byte(long), "bread"); got != nil {
		t.Errorf("got %v of a prompt that is too long, want none", got)
	}
	others := `[{"query": "shape a baguette", "expected_skill": "bread"}, {"query": "glaze a cake", "expected_skill": "cake"}, {"query": "any oven", "skill": "bread", "should_trigger": false}]`
	want := &card.Card{Asks: []string{"shape a baguette"}, Not: []string{"any oven"}}
	if diff := cmp.Diff(want, ofQueries([]byte(others), "bread")); diff != "" {
		t.Errorf("of cases that name skills: want (-), got (+):\n%s", diff)
	}
}

// BenchmarkFind lists 300 skills, as every prompt does.
func BenchmarkFind(b *testing.B) {
	base := b.TempDir()
	for i := range 300 {
		folder := filepath.Join(base, abi.KindSkill+strings.Repeat("x", i%7)+string(rune('a'+i%26))+string(rune('a'+i/26)))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, fileName), []byte("x"), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if entries, _ := Find(catalog.Root{Dir: base, Boundary: base}); len(entries) != 300 {
			b.Fatalf("got %d skills", len(entries))
		}
	}
}
