package skilllint_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/skilllint"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/catalog/sourcetest"
	"github.com/ed-irl/impressionism/host/diag"
	"github.com/ed-irl/impressionism/host/rank"
)

var linter = skilllint.Linter{Recipe: rank.Default()}

// Ensure that each file of testdata gets exactly the findings it wants: a line
// "id:line severity code | part of the reason" each.
func TestFindings(t *testing.T) {
	sourcetest.Each(t, "testdata/*.txtar", func(t *testing.T, archive sourcetest.Archive) {
		var findings []diag.Finding
		for _, skill := range skills(t, archive) {
			findings = append(findings, linter.File(skill)...)
		}
		compare(t, archive.File(t, "want"), findings)
	})
}

// Ensure that skills which are alike are told, each with its likes.
func TestTogether(t *testing.T) {
	sourcetest.Each(t, "testdata/together/*.txtar", func(t *testing.T, archive sourcetest.Archive) {
		compare(t, archive.File(t, "want"), linter.Twins(skills(t, archive)))
	})
}

// skills reads the skills of an archive, with the cards that lie beside them.
func skills(t *testing.T, archive sourcetest.Archive) []skilllint.Skill {
	t.Helper()
	base := t.TempDir()
	for _, file := range archive.Files {
		name := filepath.Join(base, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(file.Data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var all []skilllint.Skill
	for _, file := range archive.Files {
		if path.Base(file.Name) != "SKILL.md" {
			continue
		}
		entry := catalog.Entry{Kind: abi.KindSkill, ID: path.Dir(file.Name), Path: filepath.Join(base, filepath.FromSlash(file.Name)), Root: base}
		all = append(all, skilllint.Skill{Entry: entry, Data: []byte(file.Data), Card: skill.FindCard(entry)})
	}
	return all
}

// Ensure that skills without a card are told where that was asked for, and that the prompts
// of trigger tests are one.
func TestMissingCards(t *testing.T) {
	want := map[string]bool{"deploy": true, "good": false, "queries": false, "hidden": false}
	all := append(skills(t, sourcetest.Read(t, "testdata/cards.txtar")), file("deploy", "description: Deploy the web shop with Helm. Use when a release is due.", "Steps.\n"))
	for _, skill := range all {
		missing, asked := linter, 0
		missing.MissingCards = true
		for _, f := range missing.File(skill) {
			if f.Code == "card-missing" && f.Severity == skilllint.Note && f.File == skill.Entry.Path {
				asked++
			}
		}
		if want, known := want[skill.Entry.ID]; known && (asked == 1) != want {
			t.Errorf("%s: got %d findings, want one: %v", skill.Entry.ID, asked, want)
		}
	}
}

// Ensure that cards by honest hands have none of the faults of their style.
func TestHonestCards(t *testing.T) {
	read := 0
	for _, name := range []string{"skills", "second"} {
		data, err := os.ReadFile("../../eval/testdata/cards/" + name + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			c, err := card.Parse([]byte(line))
			if err != nil {
				continue // longer than a card may be
			}
			read++
			skill := file("some", "description: Deploy the web shop with Helm. Use when a release is due.", "Steps.\n")
			skill.Card.Path, skill.Card.Data, skill.Card.Card = "some/card.json", []byte(line), &c
			for _, f := range linter.File(skill) {
				t.Errorf("%.60s: got %s: %s", line, f.Code, f.Reason)
			}
		}
	}
	if read < 100 {
		t.Errorf("only %d cards were read", read)
	}
}

func compare(t *testing.T, wanted string, findings []diag.Finding) {
	t.Helper()
	want, got, reasons := map[string]int{}, map[string]int{}, map[string]string{}
	for _, f := range findings {
		key := fmt.Sprintf("%s:%d %s %s", f.ID, f.Line, f.Severity, f.Code)
		got[key]++
		reasons[key] = f.Reason
		if f.Fix == "" || f.File == "" {
			t.Errorf("%s: got fix %q and path %q, want both", key, f.Fix, f.File)
		}
	}
	for line := range strings.Lines(wanted) {
		key, part, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " |")
		want[key]++
		if reason, found := reasons[key]; found && !strings.Contains(reason, strings.TrimSpace(part)) {
			t.Errorf("%s: got reason %q, want %q in it", key, reason, part)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// Ensure that a description over the client's limit is told with where it is
// cut, and one over the format's alone is a note.
func TestLongTexts(t *testing.T) {
	for chars, want := range map[int]string{1000: "", 1100: skilllint.Note, 1600: skilllint.Warning} {
		text := "Deploy the web shop with Helm. Use when a release is due. "
		text += strings.Repeat("x", chars-len(text))
		got := ""
		for _, f := range linter.File(file("deploy", "description: "+text, "Steps.\n")) {
			if f.Code == "description-long" {
				got = f.Severity
			}
		}
		if got != want {
			t.Errorf("%d characters: got %q, want %q", chars, got, want)
		}
	}
	body := strings.Repeat("A step.\n", 501)
	if got := linter.File(file("deploy", "description: Deploy the web shop with Helm. Use when a release is due.", body)); len(got) != 1 || got[0].Code != "body-long" {
		t.Errorf("a body of 501 lines: got %+v, want body-long alone", got)
	}
}

func file(id, frontMatter, body string) skilllint.Skill {
	return skilllint.Skill{
		Entry: catalog.Entry{Kind: abi.KindSkill, ID: id, Path: id + "/SKILL.md"},
		Data:  []byte("---\nname: " + id + "\n" + frontMatter + "\n---\n" + body),
	}
}

// Ensure that files which the client passes over are told, except those that
// the user switched off.
func TestRejected(t *testing.T) {
	got := skilllint.Rejected([]catalog.Rejection{
		{Path: "/s/a/skill.md", Code: "wrong-case", Reason: "the client reads SKILL.md in exactly this case; rename it"},
		{Path: "/s/b/SKILL.md", Code: "shadowed", Reason: "the user skill b has the same id and comes first: /u/b/SKILL.md"},
		{Path: "/s/c/SKILL.md", Code: "override-off", Reason: "skillOverrides sets it to off"},
	})
	var codes []string
	for _, f := range got {
		codes = append(codes, f.ID+" "+f.Severity+" "+f.Code)
	}
	want := []string{"a error not-listed", "b warning name-taken"}
	if diff := cmp.Diff(want, codes); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// Ensure that every rule can be explained, by one code each, with an example.
func TestRulesAreExplained(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range skilllint.Rules {
		if seen[rule.Code] || rule.Summary == "" || rule.Why == "" || rule.Bad == "" || rule.Good == "" {
			t.Errorf("rule %+v is incomplete or there twice", rule)
		}
		seen[rule.Code] = true
	}
	if _, found := skilllint.Rules.Find("no-such-rule"); found {
		t.Error("got a rule for a code that does not exist")
	}
}
