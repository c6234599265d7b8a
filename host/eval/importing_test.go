package eval

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure that claims about one prompt become one query, that "should not" says
// only that this skill is wrong, and that a contradiction is told.
func TestImport(t *testing.T) {
	got := Import([]Claim{
		{Text: "merge these", Skill: "pdf", Wanted: true},
		{Text: "merge branch", Skill: "pdf"},
		{Text: "merge branch", Skill: "git", Wanted: true},
		{Text: "write a poem", Skill: "pdf"},
		{Text: "write a poem", Skill: "git"},
		{Text: "both", Skill: "pdf", Wanted: true, Unlabelled: true},
		{Text: "both", Skill: "git", Wanted: true, Unlabelled: true},
		{Text: "odd", Skill: "pdf", Wanted: true},
		{Text: "odd", Skill: "pdf"},
	})
	want := Imported{
		Queries: []Query{{ID: "q0001", Text: "merge these"}, {ID: "q0002", Text: "merge branch"}, {ID: "q0003", Text: "write a poem"}, {ID: "q0004", Text: "both"}},
		Labels: []Label{
			{ID: "q0001", Gold: [][]string{{"pdf"}}, OK: []string{}, Kind: "positive", Level: LevelAuthored, Family: "pdf"},
			{ID: "q0002", Gold: [][]string{{"git"}}, OK: []string{}, Not: []string{"pdf"}, Kind: "positive", Level: LevelAuthored, Family: "git"},
			{ID: "q0003", Gold: [][]string{}, OK: []string{}, Not: []string{"pdf", "git"}, Kind: "negative", Level: LevelAuthored, Family: "pdf"},
			{ID: "q0004", Gold: [][]string{{"pdf"}, {"git"}}, OK: []string{}, Kind: "multi", Level: LevelUnlabelled, Family: "pdf"},
		},
		Conflicts: []string{"odd"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Ensure that what is written is a data set, and that nothing is overwritten.
func TestWriteImported(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "set")
	imported := Import([]Claim{{Text: "<b>", Skill: "pdf", Wanted: true}})
	if err := imported.Write(dir, []Item{{ID: "pdf", Name: "pdf"}}); err != nil {
		t.Fatal(err)
	}
	set, err := OpenSet(dir)
	if err != nil || len(set.Labels) != 1 || set.Queries[0].Text != "<b>" {
		t.Errorf("got %+v, %v", set, err)
	}
	if err := imported.Write(dir, nil); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("got %v", err)
	}
}
