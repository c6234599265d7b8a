package rank

// Query is a prompt as BM25 sees it.
type Query struct {
	Text   string
	Terms  []string // distinct stems in the order of their first appearance
	Counts []int    // how often each occurs, at least 1
}

// NewQuery counts the terms of a text; cleaning it first is the caller's choice.
func NewQuery(text string) Query {
	q := Query{Text: text}
	at := map[string]int{}
	for _, term := range Terms(text) {
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
