package language

// Terms returns the stems of a text without stop words, in order and with
// repetitions. A word in mixed case yields its parts where they stand and then,
// after all others, the whole ("GraphQL": graph, ql, …, graphql) unless that
// occurs by itself.
func Terms(text string) []string { return termsWithout(text, stopWord) }

// ForeignTerms returns the Terms of a Foreign text without the words that are
// common in its language; Terms keeps those that are English too ("die").
func ForeignTerms(text string) []string { return termsWithout(text, foreignStop) }

func termsWithout(text string, stop func(word string) bool) []string {
	words := scan(text)
	terms := make([]string, 0, len(words.parts)+len(words.wholes))
	for _, part := range words.parts {
		terms = appendTerm(terms, words.at(part), stop)
	}
	if len(words.wholes) == 0 {
		return terms
	}
	seen := make(map[string]struct{}, len(words.parts))
	for _, part := range words.parts {
		seen[words.at(part)] = struct{}{}
	}
	for _, whole := range words.wholes {
		if _, found := seen[words.at(whole)]; !found {
			terms = appendTerm(terms, words.at(whole), stop)
		}
	}
	return terms
}

func appendTerm(terms []string, word string, stop func(string) bool) []string {
	if stop(word) {
		return terms
	}
	return append(terms, stem(word))
}
