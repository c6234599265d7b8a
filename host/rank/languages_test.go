package rank

import (
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/host/rank/language"
)

// languages is the labelled slice of prompts in other languages than English.
const languages = "../eval/testdata/languages"

type languagePrompt struct {
	ID, Text, Family, Voice string
}

func languagePrompts(t testing.TB) []languagePrompt {
	t.Helper()
	rows := readLines[languagePrompt](t, filepath.Join(languages, "qrels.jsonl"))
	for i, query := range readLines[languagePrompt](t, filepath.Join(languages, "queries.jsonl")) {
		if rows[i].ID != query.ID {
			t.Fatalf("line %d is %s in one file, %s in the other", i, rows[i].ID, query.ID)
		}
		rows[i].Text = query.Text
	}
	return rows
}

// Ensure that every prompt of the slice counts as foreign.
func TestForeignOnLanguages(t *testing.T) {
	rows := languagePrompts(t)
	if len(rows) < 7*24 {
		t.Fatalf("only %d prompts", len(rows))
	}
	for _, row := range rows {
		if !language.Foreign(Clean(row.Text)) {
			t.Errorf("%s is taken for English: %s", row.ID, row.Text)
		}
	}
}

// Ensure that hardly any English prompt counts as foreign: at most one in two
// hundred of each dev set, some of which are not English.
func TestForeignOnEnglish(t *testing.T) {
	sets, err := filepath.Glob(filepath.Join(shared(t, "eval", "dev"), "*", "queries.jsonl"))
	if err != nil || len(sets) < 5 {
		t.Fatalf("%d sets: %v", len(sets), err)
	}
	prompts, foreign := 0, 0
	for _, set := range sets {
		for _, row := range readLines[labelledPrompt](t, set) {
			prompts++
			if language.Foreign(Clean(row.Text)) {
				foreign++
				t.Logf("foreign: %q", row.Text)
			}
		}
	}
	t.Logf("%d of %d", foreign, prompts)
	if foreign*200 > prompts {
		t.Errorf("%d of %d English prompts count as foreign, want at most .5 %%", foreign, prompts)
	}
}

// Ensure that small talk is silent in every language and that no prompt with a
// need is: at most one in eight of a language's small talk says more than its
// chatter.
func TestSilentOnLanguages(t *testing.T) {
	type count struct{ talk, loud int }
	counts := map[string]count{}
	for _, row := range languagePrompts(t) {
		silent := NewQuery(Clean(row.Text)).content() <= 2
		c := counts[row.Voice]
		switch {
		case row.Family == "need" && silent:
			t.Errorf("%s is silent: %s", row.ID, row.Text)
		case row.Family == "small-talk":
			c.talk++
			if !silent {
				c.loud++
				t.Logf("%s says something: %s", row.ID, row.Text)
			}
		}
		counts[row.Voice] = c
	}
	for voice, c := range counts {
		if c.talk < 8 || c.loud*8 > c.talk {
			t.Errorf("%s: %d of %d prompts of small talk are not silent", voice, c.loud, c.talk)
		}
	}
}
