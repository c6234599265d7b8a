package rank

import (
	"path/filepath"
	"testing"
)

type corpusRow struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Keywords    []string `json:"keywords"`
	Body        string   `json:"body"`
}

type labelledPrompt struct {
	ID    string     `json:"id"`
	Text  string     `json:"text"`
	Gold  [][]string `json:"gold"`
	OK    []string   `json:"ok"`
	Level string     `json:"level"`
}

// collection is a small index in memory: enough to try a recipe.
type collection struct {
	recipe  *Recipe
	ids     []string
	weighed []Weighted
	df      map[string]int
}

func collect(t testing.TB, path string) *collection {
	t.Helper()
	c := &collection{recipe: Default(), df: map[string]int{}}
	for _, row := range readLines[corpusRow](t, path) {
		w := Weigh(Document{Name: row.Name, Description: row.Description, Keywords: row.Keywords, Body: row.Body})
		c.ids = append(c.ids, row.ID)
		c.weighed = append(c.weighed, w)
		for term := range w.Terms {
			c.df[term]++
		}
	}
	return c
}

// features gives the lexical features of every document.
func (c *collection) features(q Query) []Features {
	df := make([]int, len(q.Terms))
	for i, term := range q.Terms {
		df[i] = c.df[term]
	}
	lexicon := c.recipe.Lexicon(q, len(c.ids), df)
	all := make([]Features, len(c.ids))
	related, weights := c.recipe.Related(q)
	for i, term := range related.Terms {
		df = append(df[:i], c.df[term])
	}
	relatedLexicon := c.recipe.Lexicon(related, len(c.ids), df)
	for i, w := range c.weighed {
		all[i] = Features{Mass: lexicon.Mass(), AskedMass: lexicon.AskedMass(), TellsMass: lexicon.TellsMass(), Words: q.Words, Items: len(c.ids), Gate: c.recipe.WordGate(q)}
		for j, term := range q.Terms {
			share := lexicon.Share(j, w.Terms[term], w.Length)
			all[i].BM25 += share
			if share > 0 {
				all[i].Told += lexicon.Tells(j)
			}
			if q.IsAsked(j) {
				all[i].Asked += share
			}
		}
		for j, term := range related.Terms {
			all[i].Related += weights[j] * relatedLexicon.Share(j, w.Terms[term], w.Length)
		}
	}
	return all
}

// prompts joins the queries of a set with their labels.
func prompts(t testing.TB, folder string) []labelledPrompt {
	t.Helper()
	rows := readLines[labelledPrompt](t, filepath.Join(folder, "qrels.jsonl"))
	for i, query := range readLines[labelledPrompt](t, filepath.Join(folder, "queries.jsonl")) {
		if rows[i].ID != query.ID {
			t.Fatalf("%s: line %d is %s in one file, %s in the other", folder, i, rows[i].ID, query.ID)
		}
		rows[i].Text = query.Text
	}
	return rows
}
