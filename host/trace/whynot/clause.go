package whynot

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

// shortened returns a prompt without each of its clauses in turn, those alone of which a
// sentence is left.
func shortened(prompt string) (changes []Change) {
	prompt = strings.TrimSpace(prompt)
	clauses := clausesOf(prompt)
	for i, clause := range clauses {
		left := prompt[:clause.from] + prompt[clause.to:]
		if i > 0 {
			left = prompt[:clauses[i-1].to] + prompt[clause.to:]
		} else if len(clauses) > 1 {
			left = prompt[clauses[1].from:]
		}
		taken := prompt[clause.from:clause.to]
		if left = strings.TrimSpace(left); finished(taken) && finished(left) {
			changes = append(changes, Change{Kind: ChangeTake, Words: strings.Fields(taken), Prompt: left})
		}
	}
	return changes
}

// clause is a part of a prompt, without what joins it to others.
type clause struct{ from, to int }

// clausesOf divides a prompt. What is no clause by itself, such as the last of some things
// that "and" joins, belongs to the one before it.
func clausesOf(prompt string) []clause {
	var clauses []clause
	from := 0
	for _, end := range append(clauseEnd.FindAllStringIndex(prompt, -1), []int{len(prompt), len(prompt)}) {
		if last := len(clauses) - 1; last >= 0 && !finished(prompt[from:end[0]]) {
			clauses[last].to = end[0]
		} else {
			clauses = append(clauses, clause{from, end[0]})
		}
		from = end[1]
	}
	return clauses
}

// finished reports whether a text may be a sentence or a whole clause, as far as its ends tell.
func finished(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), notOfWord)
	return len(words) >= clauseWords && !slices.Contains(unfinished, words[0]) && !slices.Contains(unfinished, words[len(words)-1])
}
