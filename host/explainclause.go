package host

import (
	"regexp"
	"slices"
	"strings"
)

// clauseEnd is what stands between two clauses: punctuation or a conjunction.
var clauseEnd = regexp.MustCompile(`(?i)[.,;:!?]+\s+(?:(?:and|then|but)\s+)*|\s*\n\s*|\s+(?:(?:and|then|but)\s+)+`)

// clauseWords is the least that a clause has: with fewer, "and" joins two things
// rather than two sentences.
const clauseWords = 3

// unfinished are words that no sentence of a person begins with once its first clause
// is gone, or that none ends with: articles, prepositions, conjunctions.
var unfinished = strings.Fields("a an the this that these those my our your its his her their of to in on at by for from with without into onto over " +
	"under about as than and or but so because if when while which who whose then")

// shortened gives a prompt without each of its clauses in turn, those alone of which a
// sentence is left.
func shortened(prompt string) (changes []Change) {
	prompt = strings.TrimSpace(prompt)
	ends := append(clauseEnd.FindAllStringIndex(prompt, -1), []int{len(prompt), len(prompt)})
	start, before := 0, 0 // of the clause, and of what joins it to the one before
	for _, end := range ends {
		left := prompt[:before] + prompt[end[0]:]
		if before == 0 {
			left = prompt[end[1]:]
		}
		taken := strings.Fields(prompt[start:end[0]])
		if left = strings.TrimSpace(left); finished(strings.Join(taken, " ")) && finished(left) {
			changes = append(changes, Change{Kind: ChangeTake, Words: taken, Prompt: left})
		}
		before, start = end[0], end[1]
	}
	return changes
}

// finished reports whether a text may be a sentence or a whole clause, as far as its ends tell.
func finished(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), notOfWord)
	return len(words) >= clauseWords && !slices.Contains(unfinished, words[0]) && !slices.Contains(unfinished, words[len(words)-1])
}
