package rank

import (
	"slices"
	"testing"
)

// Ensure that weights for prompts in other languages change nothing for an English prompt,
// nor for any without a vector.
func TestForeignWeights(t *testing.T) {
	plain := For("all-MiniLM-L6-v2")
	abroad := *plain
	abroad.Foreign = &Weights{Bias: -9, Dense: 20}
	english := Features{Dense: .4, BM25: 6, Mass: 20, Asked: 3, Gate: 1, Manner: 1, Words: 9, Items: 40, Margin: .1, HasDense: true}
	foreign, words := english, english
	foreign.Foreign, words.Foreign, words.HasDense = true, true, false
	if got, want := abroad.Shares(english), plain.Shares(english); got != want {
		t.Errorf("English: got %v want %v", got, want)
	}
	if got, want := abroad.Shares(words), plain.Shares(words); got != want {
		t.Errorf("words alone: got %v want %v", got, want)
	}
	if got := abroad.Logit(foreign); got != -9+20*.4 {
		t.Errorf("another language: got %v", got)
	}
	for text, want := range map[string][2]bool{
		"write a database migration":          {true, true},
		"schreib mir eine Datenbankmigration": {false, true},
	} {
		if got := [2]bool{plain.Knows(Prompt(text)), abroad.Knows(Prompt(text))}; got != want {
			t.Errorf("%q: known %v want %v", text, got, want)
		}
	}
}

// Ensure that the terms which a prompt would have in another language are those of the
// technologies it names.
func TestShared(t *testing.T) {
	q := Prompt("write Terraform modules for our Postgres database and the GitHub Actions pipeline")
	shared := q.Shared()
	var terms []string
	for i, term := range q.Terms {
		if shared[i] {
			terms = append(terms, term)
		}
	}
	for _, want := range []string{"terraform", "github"} {
		if !slices.Contains(terms, want) {
			t.Errorf("%s is not among %v", want, terms)
		}
	}
	for _, none := range []string{"writ", "write", "modul", "pipelin", "databas"} {
		if slices.Contains(terms, none) {
			t.Errorf("%s is among %v", none, terms)
		}
	}
}
