package near

import (
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// textBytesMax bounds what is compared of a lesson; a longer one is compared by its head.
const textBytesMax = 4 << 10

// rareMin is the rarity from which a word counts as rare.
const rareMin = 1.5

// polarity says how a text speaks of a term.
type polarity int

const (
	asserted polarity = 1 << iota
	negated
)

// token is a word of a text.
type token struct {
	word string // in lower case
	term string // its stem; empty for words of grammar
}

// reading is what a lesson says, as far as words tell.
type reading struct {
	tokens  []token
	rare    map[string]float64 // rarity by stem
	mass    float64            // sum of the rarities
	speaks  map[string]polarity
	numbers map[string]bool
	names   rank.Technologies
	text    string
}

func read(recipe *rank.Recipe, text string) reading {
	text = cut.Bytes(text, textBytesMax)
	r := reading{rare: map[string]float64{}, speaks: map[string]polarity{}, numbers: map[string]bool{}, names: rank.TechnologiesOf(text), text: text}
	for _, hint := range recipe.Hints(func(yield func(string, float64) bool) { yield(text, 1) }) {
		if hint.Weight >= rareMin && len(hint.Term) > 1 && !turning(hint.Term) {
			r.rare[hint.Term] = hint.Weight
			r.mass += hint.Weight
		}
	}
	for _, clause := range clauses(text) {
		r.clause(clause)
	}
	return r
}

// clauses cuts a text where one statement may be followed by another.
func clauses(text string) [][]string {
	var all [][]string
	var clause []string
	end := func() {
		if len(clause) > 0 {
			all = append(all, clause)
			clause = nil
		}
	}
	for _, field := range strings.Fields(strings.NewReplacer("’", "'", "—", " — ", "–", " – ").Replace(text)) {
		word := strings.ToLower(strings.Trim(field, ",.;:!?()[]{}\"'“”‘*`"))
		switch {
		case word == "" || word == "-" || word == "—" || word == "–":
			end()
			continue
		case joint(word):
			end()
		}
		clause = append(clause, word)
		if strings.ContainsAny(field[len(field)-1:], ",;:.!?") {
			end()
		}
	}
	end()
	return all
}

// joint reports words that begin another statement.
func joint(word string) bool {
	switch word {
	case "but", "because", "since", "otherwise", "instead", "rather", "and", "so", "unless", "until", "while", "without":
		return true
	}
	return false
}

// clause notes the words of a clause and how it speaks of them. What "only" limits is asserted
// of one and denied to all others. What stands before a negation may be its subject ("the
// endpoint never answers") or what is meant in its place ("tabs not spaces"): both is possible.
func (r *reading) clause(words []string) {
	before, behind, at := asserted, asserted, len(words)
	for i, word := range words {
		if word == "only" || word == "nothing" || word == "nobody" || word == "except" || word == "alone" {
			before, behind, at = asserted|negated, asserted|negated, len(words)
			break
		}
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch {
		case at < len(words):
		case changes(word):
			before, behind, at = negated, negated, i
		case turns(word):
			before, behind, at = asserted|negated, negated, i
		case word == "instead" && next == "of", word == "rather" && next == "than", word == "without":
			behind, at = negated, i
		}
	}
	for i, word := range words {
		t := token{word: word}
		if strings.ContainsAny(word, "0123456789") {
			r.number(word)
		}
		if strings.Trim(word, "<>=!") == "" {
			r.numbers[word] = true // a comparison
		}
		how := before
		if i > at {
			how = behind
		}
		for _, term := range language.Terms(word) {
			if !turning(term) {
				t.term = term
				r.speaks[term] |= how
			}
		}
		r.tokens = append(r.tokens, t)
	}
}

// number notes the numbers of a word: of "rig=2" the 2, of "3s" the 3s.
func (r *reading) number(word string) {
	for _, part := range strings.FieldsFunc(word, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '.' }) {
		part = strings.Trim(part, ".")
		if part != "" && (unicode.IsDigit(rune(part[0])) || digitsOnly(strings.TrimPrefix(part, "v"))) {
			r.numbers[part] = true
		}
	}
}

func digitsOnly(text string) bool { return text != "" && strings.Trim(text, "0123456789.") == "" }

// turns reports words that negate what follows them.
func turns(word string) bool {
	switch word {
	case "not", "never", "no", "don't", "dont", "doesn't", "isn't", "aren't", "cannot", "can't", "won't", "avoid", "stop", "none", "neither", "mustn't", "shouldn't", "skip", "refuse", "refuses", "reject", "rejects":
		return true
	}
	return false
}

// changes reports words that negate their whole clause: "the store is gone".
func changes(word string) bool {
	switch word {
	case "gone", "removed", "deprecated", "obsolete", "retired", "replaced", "dropped", "banned", "forbidden", "disabled", "disallowed", "unsupported", "defunct", "abandoned", "disable":
		return true
	}
	return false
}

// turning reports the stems of such words, and of others that say nothing of the subject.
func turning(term string) bool {
	switch term {
	case "never", "don", "doesn", "isn", "aren", "cannot", "can", "won", "t", "s", "without", "avoid", "stop", "gone", "remov", "deprecat", "obsolet", "retir", "replac", "drop", "ban", "disabl", "alway", "must", "otherwis", "instead", "becaus",
		"sinc", "rather", "again", "befor", "after", "everyth", "nobody", "exactly", "here", "keep", "mak", "make", "every", "each", "than", "own", "per", "first", "shouldn", "mustn", "onl":
		return true
	}
	return false
}

// normal is a text's words alone.
func normal(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(cut.Bytes(text, textBytesMax)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("'’!<>=+-%", r)
	}), " ")
}
