package promote

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/lesson/near"
	"github.com/ed-irl/impressionism/host/rank"
)

var now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

func reading(text string) near.Reading { return near.Read(rank.ForLessons(""), text) }

// Ensure each limit proposes from where it is said to, and nothing below it; one thing for a
// lesson, the most pressing.
func TestOf(t *testing.T) {
	var last []string
	for i := range 25 {
		last = append(last, fmt.Sprint("s", i))
	}
	told := func(n int) map[string]bool {
		in := map[string]bool{}
		for _, id := range last[:n] {
			in[id] = true
		}
		return in
	}
	lock := reading("Set lock_timeout in every migration. An ALTER TABLE blocked all postings.")
	lockToo := reading("Set lock_timeout in each migration of the ledger: ALTER TABLE waits and blocks all postings.")
	other := reading("Greet members by first name. A letter that said Dear Customer was sent back.")
	for name, test := range map[string]struct {
		lessons []Lesson
		others  []Other
		want    []Advice
	}{
		"nothing known": {[]Lesson{{ID: "a", Reading: lock, OfProject: true}}, nil, nil},
		"told in half": {
			[]Lesson{{ID: "a", Reading: lock, OfProject: true, Sessions: told(10)}, {ID: "b", Reading: other, OfProject: true, Sessions: told(9)}},
			nil,
			[]Advice{{[]string{"a"}, ToInstructions, "it was told in 10 of the last 20 sessions"}},
		},
		"the user's own, told in all": {[]Lesson{{ID: "a", Reading: lock, Sessions: told(20)}}, nil, nil},
		"told before the last twenty": {[]Lesson{{ID: "a", Reading: lock, OfProject: true, Sessions: map[string]bool{"s20": true, "s21": true}}}, nil, nil},
		"near one elsewhere": {
			[]Lesson{{ID: "a", Reading: lock, OfProject: true}, {ID: "b", Reading: lock}, {ID: "c", Reading: other, OfProject: true}},
			[]Other{{"x", "~/two", lockToo}},
			[]Advice{{[]string{"a"}, ToUser, "one like it is in ~/two"}},
		},
		"the same one in a clone": {[]Lesson{{ID: "a", Reading: lock, OfProject: true}}, []Other{{"a", "~/clone", lock}}, nil},
		"fifty uses": {
			[]Lesson{{ID: "a", Reading: lock, OfProject: true, Uses: 50}, {ID: "b", Reading: other, OfProject: true, Uses: 49}, {ID: "c", Reading: other, Uses: 90}},
			nil,
			[]Advice{{[]string{"a"}, ToUser, "it has 50 uses"}},
		},
		"three near gotchas": {
			[]Lesson{{ID: "a", Reading: lock, Gotcha: true}, {ID: "o", Reading: other, Gotcha: true}, {ID: "b", Reading: lockToo, Gotcha: true}, {ID: "c", Reading: lock, Gotcha: true}},
			nil,
			[]Advice{{[]string{"a", "b", "c"}, ToSkill, "3 pitfalls are about the same thing"}},
		},
		"two near gotchas": {[]Lesson{{ID: "a", Reading: lock, Gotcha: true}, {ID: "b", Reading: lockToo, Gotcha: true}, {ID: "c", Reading: lock}}, nil, nil},
		"told in vain": {
			[]Lesson{{ID: "a", Reading: lock, Settled: 20, Sessions: told(12)}, {ID: "b", Reading: other, Settled: 19}, {ID: "c", Reading: other, Settled: 50, Cited: 1}},
			nil,
			[]Advice{{[]string{"a"}, Drop, "it was told 20 times and never cited"}},
		},
		"doubtful": {
			[]Lesson{{ID: "a", Reading: lock, Doubtful: now.AddDate(0, 0, -30)}, {ID: "b", Reading: other, Doubtful: now.AddDate(0, 0, -29)}},
			nil,
			[]Advice{{[]string{"a"}, Drop, "what it names is gone, as was seen 30 days ago"}},
		},
		"superseded": {[]Lesson{{ID: "a", Reading: lock, Superseded: "b"}}, nil, []Advice{{[]string{"a"}, Drop, "another lesson takes its place"}}},
	} {
		if diff := cmp.Diff(test.want, Of(test.lessons, test.others, last, now)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Ensure a lesson comes into a file of instructions at the end of its section, the file's own
// bytes and ends of lines stay, and what a fence holds is no section.
func TestAddTo(t *testing.T) {
	s := Said{Title: "Rinse the vat.", Text: "Between two\nlots."}
	const line = "- Rinse the vat: Between two lots."
	for _, test := range []struct{ file, want string }{
		{"", "## Lessons\n\n" + line + "\n"},
		{"# Dyes", "# Dyes\n\n## Lessons\n\n" + line + "\n"},
		{"# Dyes\n\n", "# Dyes\n\n## Lessons\n\n" + line + "\n"},
		{"# Dyes\r\n", "# Dyes\r\n\r\n## Lessons\r\n\r\n" + line + "\r\n"},
		{"## Lessons\n\n- One.\n\n## More\n\nText", "## Lessons\n\n- One.\n" + line + "\n\n## More\n\nText\n"},
		{"## Lessons\n\n```\n## More\n```\n", "## Lessons\n\n```\n## More\n```\n" + line + "\n"},
		{"```\n## Lessons\n```\n", "```\n## Lessons\n```\n\n## Lessons\n\n" + line + "\n"},
	} {
		if again := AddTo(test.want, s); again != test.want {
			t.Errorf("%q: the lesson is there, and added again: %q", test.want, again)
		}
		if got := AddTo(test.file, s); got != test.want {
			t.Errorf("%q: got %q, want %q", test.file, got, test.want)
		}
	}
}

// Ensure a lesson's line says its text once where the title is that text, cut, and has the client
// read no other file.
func TestLine(t *testing.T) {
	for _, c := range []struct{ title, text, want string }{
		{"Deploy only with the scri…", "Deploy only with the script.", "- Deploy only with the script."},
		{"Ports", "Look at @~/.aws/config and (@notes.md), not at a@b.c.", "- Ports: Look at `@~/.aws/config` and `(@notes.md),` not at a@b.c."},
		{"@secret", "@secret", "- `@secret`"},
	} {
		if got := AddTo("## Lessons\n", Said{Title: c.title, Text: c.text}); got != "## Lessons\n\n"+c.want+"\n" && got != "## Lessons\n"+c.want+"\n" {
			t.Errorf("%s: got %q", c.want, got)
		}
	}
}

// Ensure a draft of a skill has a header that is read, whatever a title holds.
func TestSkill(t *testing.T) {
	name, text := Skill([]Said{{Title: `Quote "paths" \ with: colons`, Text: "Always.", When: "writing scripts."}, {Title: "Second", Text: "Second"}})
	want := "---\nname: quote-paths-with-colons\ndescription: \"Quote \\\"paths\\\" \\\\ with: colons; Second. Use when writing scripts.\"\n---\n# Quote \"paths\" \\ with: colons\n\n- Quote \"paths\" \\ with: colons: Always.\n- Second\n"
	if name != "quote-paths-with-colons" || text != want {
		t.Errorf("%s:\n%s", name, cmp.Diff(want, text))
	}
	if name, _ := Skill([]Said{{Title: "染料"}}); name != "lessons" {
		t.Errorf("got %q", name)
	}
}

// Ensure a diff is one that patch applies: of new, changed and removed files, with and without
// an end of the last line.
func TestDiffIsApplied(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	long := strings.Repeat("line\n", 20)
	for _, c := range []Change{
		{Path: "a.md", Before: "one\ntwo\n", After: "one\nthree\ntwo\n"},
		{Path: "a.md", Before: "one", After: "one\n\ntwo\n"},
		{Path: "a.md", Before: long + "x\n" + long, After: long + "y\nz\n" + long},
		{Path: "a.md", Before: long, After: long + "last"},
		{Path: "a.md", After: "new\n", New: true},
		{Path: "a.md", Before: "gone\nnow\n", Gone: true},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, c.Path)
		if !c.New {
			if err := os.WriteFile(path, []byte(c.Before), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		command := exec.Command("git", "apply", "-")
		command.Dir, command.Stdin = dir, strings.NewReader(c.Diff())
		if out, err := command.CombinedOutput(); err != nil {
			t.Errorf("%v: %s\n%s", err, out, c.Diff())
			continue
		}
		got, err := os.ReadFile(path)
		if string(got) != c.After || (err != nil) != c.Gone {
			t.Errorf("got %q, %v, want %q", got, err, c.After)
		}
	}
	if got := (Change{Path: "a", Before: "x", After: "x"}).Diff(); got != "" {
		t.Errorf("got %q", got)
	}
}
