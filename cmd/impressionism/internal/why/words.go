package why

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// sureness is what a similarity is called. A similarity means the same in every
// catalog: .50, .70 and .85 are where the aggressive, the default and the
// conservative profile suggest.
var sureness = []struct {
	from float64
	word string
}{{.95, "very sure"}, {.85, "sure"}, {.70, "fairly sure"}, {.50, "a guess"}, {0, "far"}}

// surenessHelp defines the words for people.
const surenessHelp = `How sure is the item's similarity in words: very sure from .95 on, sure from .85
(where builtin/conservative suggests), fairly sure from .70 (builtin/default), a guess
from .50 (builtin/aggressive), far below. Just short is less than .10 below what
the ruleset wants.`

func sureWord(similarity float64) string {
	for _, step := range sureness {
		if similarity >= step.from {
			return step.word
		}
	}
	return sureness[len(sureness)-1].word
}

// justShort is how far below a ruleset's threshold an item is called just short.
const justShort = .10

// nearWord returns how near an item came that was not chosen.
func nearWord(score decide.Score) string {
	needed := score.Fit != nil && score.Fit.Needed != nil
	switch {
	case score.Fit != nil && score.Fit.Other != "" && !enough(score):
		return sureWord(score.Similarity) + ", " + explain.CardWords("", score.Fit.Other)
	case bound(score):
		return "fits too, less well"
	case score.Behind != nil:
		return sureWord(score.Similarity) + ", " + behindWords(*score.Behind)
	case enough(score):
		return sureWord(score.Similarity) + ", not chosen"
	case needed && score.Similarity >= score.Fit.Needed.Similarity-justShort:
		return "just short"
	}
	return sureWord(score.Similarity)
}

// behindWords returns what an item was not far enough ahead of.
func behindWords(b decide.Behind) string {
	verb := "is"
	if len(b.Active) > 1 {
		verb = "are"
	}
	return "not ahead enough of " + strings.Join(b.Active, " and ") + ", which " + verb + " active"
}

// enough reports whether an item reached what the ruleset wants.
func enough(score decide.Score) bool {
	return score.Enough || score.Fit != nil && score.Fit.Needed != nil && score.Similarity >= score.Fit.Needed.Similarity
}

// bound reports whether an item would have reached it, had the words not made sure of
// another one.
func bound(score decide.Score) bool {
	return score.Fit != nil && score.Fit.Bound && score.Fit.Needed != nil && score.Fit.Odds >= score.Fit.Needed.Odds
}

// far reports whether an item is not worth a word beside others.
func far(score decide.Score) bool {
	return score.Similarity < sureness[len(sureness)-2].from && !bound(score)
}

// reasonShare is the part of what speaks for an item that a reason must make up to
// be named.
const reasonShare = .15

// reasonsFor returns what speaks for an item with this prompt.
func reasonsFor(score decide.Score, prompt string) string {
	stand := standIn(standing(prompt, score.Matched))
	if score.Fit == nil {
		return stand
	}
	p := score.Fit.Parts
	lexical, meaning, related := max(0, p.Words)+max(0, p.Coverage)+max(0, p.Asked), max(0, p.Meaning), max(0, p.Related)
	context := 0.0
	if score.Fit.Beside != nil {
		context = max(0, score.Fit.Beside.Points)
	}
	card := max(0, p.Card)
	least := reasonShare * (lexical + meaning + related + card + context)
	reasons := []string{stand}
	if meaning > 0 && meaning >= least {
		reasons = append(reasons, "its meaning is near")
	}
	if related > 0 && related >= least {
		reasons = append(reasons, "people ask for it in such words")
	}
	if card > 0 && card >= least {
		reasons = append(reasons, explain.CardWords(score.Fit.Ask, ""))
	}
	if score.Fit.Beside != nil {
		reasons = append(reasons, contextWords(*score.Fit.Beside))
	}
	return strings.Join(slices.DeleteFunc(reasons, func(reason string) bool { return reason == "" }), "; ")
}

// standIn returns which words an item has.
func standIn(words []string) string {
	switch shown := words[:min(len(words), becauseWords)]; len(shown) {
	case 0:
		return ""
	case 1:
		return shown[0] + " stands in it"
	default:
		return strings.Join(shown, ", ") + " stand in it"
	}
}

// becauseWords bounds the words that one reason names.
const becauseWords = 5

// contextWords returns what is known of an item besides the prompt.
func contextWords(b fit.Beside) string {
	var said []string
	for _, from := range []struct {
		terms  []string
		before string
	}{{b.Workspace, "the workspace has "}, {b.Files, "files touched of late have "}, {b.Commands, "commands run of late have "}} {
		if len(from.terms) > 0 {
			said = append(said, from.before+strings.Join(from.terms[:min(len(from.terms), becauseWords)], ", "))
		}
	}
	if usage := b.Usage(); usage != "" {
		said = append(said, usage)
	}
	if b.Doubt != "" {
		said = append(said, "it names "+b.Doubt)
	}
	return strings.Join(said, "; ")
}

// standing are the words of a prompt, as they are written there, that have one of
// the stems; the stems where the part of the prompt that is stored has none.
func standing(prompt string, stems []string) []string {
	var words []string
	seen := map[string]bool{}
	for word := range strings.FieldsFuncSeq(prompt, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '+' && r != '#' }) {
		for _, stem := range language.Terms(word) {
			if slices.Contains(stems, stem) && !seen[stem] {
				seen[stem] = true
				words = append(words, word)
				break
			}
		}
	}
	if len(words) == 0 {
		return stems
	}
	return words
}

// scores returns the best items of an event, best first; none where nothing was
// searched.
func (e event) scores() []decide.Score {
	var scores []decide.Score
	if e.made == nil || json.Unmarshal(e.made.Scores, &scores) != nil {
		return nil
	}
	slices.SortStableFunc(scores, func(a, b decide.Score) int { return cmp.Compare(b.Similarity, a.Similarity) })
	return scores
}

// score finds that of one item.
func scoreOf(scores []decide.Score, item abi.Ref) (decide.Score, bool) {
	at := slices.IndexFunc(scores, func(s decide.Score) bool { return s.Ref == item })
	if at < 0 {
		return decide.Score{}, false
	}
	return scores[at], true
}
