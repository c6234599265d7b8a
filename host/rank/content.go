package rank

import "github.com/ed-irl/impressionism/host/rank/language"

// Content are the stems that are more than chatter.
func (q Query) Content() []string {
	var terms []string
	for _, term := range q.Terms {
		if !language.Chatter(term) {
			terms = append(terms, term)
		}
	}
	return terms
}

// content counts them. In another language than English it counts words, less the common
// ones of these languages.
func (q Query) content() int {
	n := len(q.Content())
	if n > 0 && language.Foreign(q.Text) {
		return min(n, language.ContentWords(q.Text))
	}
	return n
}
