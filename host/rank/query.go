package rank

import (
	"slices"

	"github.com/ed-irl/impressionism/host/rank/language"
)

// Query is a prompt as the search sees it.
type Query struct {
	Text    string   // what is embedded
	Terms   []string // distinct stems in the order of their first appearance
	Counts  []int    // how often each occurs, at least 1
	Asked   []bool   // whether it stands in the prose; nil: all do
	Words   int      // in Text, separated by spaces
	Foreign bool     // in another language than English
}

// Prompt is the query that a prompt makes: without pasted material, and telling
// words that are asked about from those that only stand in a name.
func Prompt(text string) Query { return CleanedPrompt(Clean(text)) }

// CleanedPrompt is Prompt for a text that Clean returned.
func CleanedPrompt(cleaned string) Query {
	q := NewQuery(cleaned)
	prose := Prose(cleaned)
	if len(prose) == len(cleaned) {
		return q
	}
	asked := NewQuery(prose)
	q.Asked = make([]bool, len(q.Terms))
	for i, term := range q.Terms {
		q.Asked[i] = slices.Contains(asked.Terms, term)
	}
	return q
}

// IsAsked reports whether term i stands in the prose.
func (q Query) IsAsked(i int) bool { return q.Asked == nil || q.Asked[i] }

// NewQuery counts the terms of a text as it stands.
func NewQuery(text string) Query {
	q := Query{Text: text, Words: countWords(text), Foreign: language.Foreign(text)}
	terms := language.Terms
	if q.Foreign {
		terms = language.ForeignTerms
	}
	at := map[string]int{}
	for _, term := range terms(text) {
		i, found := at[term]
		if !found {
			i = len(q.Terms)
			at[term] = i
			q.Terms = append(q.Terms, term)
			q.Counts = append(q.Counts, 0)
		}
		q.Counts[i]++
	}
	return q
}

// countWords counts what spaces separate.
func countWords(text string) int {
	n, inside := 0, false
	for i := range len(text) {
		space := text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r'
		if !space && !inside {
			n++
		}
		inside = !space
	}
	return n
}
