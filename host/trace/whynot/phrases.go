package whynot

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/language"
	"github.com/ed-irl/impressionism/host/stats"
)

// phraseWordsMax bounds a phrase: more would be no longer what a person adds to a
// prompt.
const phraseWordsMax = 5

// Phrases are what an item calls the things it is for, nearest to a prompt first: its
// name, its keywords, and the parts of its description between marks and small words.
// What the prompt says already is left out.
func (t *Trial) Phrases(id string, item catalog.Item, prompt string) []string {
	said := map[string]bool{}
	for _, stem := range language.Terms(prompt) {
		said[stem] = true
	}
	type scored struct {
		phrase string
		near   float64
	}
	var phrases []scored
	seen := map[string]bool{}
	for _, phrase := range ownPhrases(id, item) {
		stems := language.Terms(phrase)
		key := strings.Join(stems, " ")
		if len(stems) == 0 || seen[key] || !slices.ContainsFunc(stems, func(stem string) bool { return !said[stem] }) {
			continue
		}
		seen[key] = true
		phrases = append(phrases, scored{phrase, t.near(phrase, stems, prompt, said)})
	}
	slices.SortStableFunc(phrases, func(a, b scored) int { return cmp.Compare(b.near, a.near) })
	texts := make([]string, len(phrases))
	for i, phrase := range phrases {
		texts[i] = phrase.phrase
	}
	return texts
}

// near is how near a phrase is to a prompt: in meaning where there is a model, else by
// the share of its words that the prompt has.
func (t *Trial) near(phrase string, stems []string, prompt string, said map[string]bool) float64 {
	shared := 0.0
	for _, stem := range stems {
		if said[stem] {
			shared++
		}
	}
	shared /= float64(len(stems))
	if t.embed == nil {
		return shared
	}
	a, err := t.embed(decide.Query(prompt).Text)
	if err != nil {
		return shared
	}
	b, err := t.embed(phrase)
	if err != nil {
		return shared
	}
	return stats.Dot(a, b)
}

// ownPhrases cuts an item's name, keywords and description into phrases of few words.
func ownPhrases(id string, item catalog.Item) []string {
	phrases := []string{spoken(id[strings.LastIndexByte(id, ':')+1:])}
	for _, keyword := range item.Keywords {
		phrases = append(phrases, spoken(keyword))
	}
	for clause := range strings.FieldsFuncSeq(item.Description, func(r rune) bool { return strings.ContainsRune(".,;:!?()[]{}\"“”‘’—–/|\n", r) }) {
		var phrase []string
		flush := func() {
			if len(phrase) > 1 && len(phrase) <= phraseWordsMax {
				phrases = append(phrases, strings.Join(phrase, " "))
			}
			phrase = nil
		}
		for word := range strings.FieldsSeq(clause) {
			if len(language.Terms(word)) == 0 || strings.Trim(word, "`*_'") != word || isLink(word) {
				flush()
				continue
			}
			phrase = append(phrase, word)
		}
		flush()
	}
	return phrases
}

// linking are words that stand between an item's things and are no part of them.
var linking = []string{"use", "uses", "using", "used", "when", "user", "users", "asks", "ask", "wants", "want", "needs", "need", "via", "including", "such", "like", "skill", "trigger", "triggers"}

func isLink(word string) bool { return slices.Contains(linking, strings.ToLower(word)) }

// spoken is a name as people say it.
func spoken(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == ' ' || r == '.' }), " ")
}

// Lacking are the words of a prompt that an item does not have, and those that it has,
// as they are written there.
func Lacking(item catalog.Item, prompt string) (lacks, has []string) {
	own := itemTerms(item)
	seen := map[string]bool{}
	for word := range strings.FieldsFuncSeq(decide.Query(prompt).Text, notOfWord) {
		stems := language.Terms(word)
		if len(stems) == 0 || seen[stems[0]] {
			continue
		}
		seen[stems[0]] = true
		if slices.ContainsFunc(stems, func(stem string) bool { return own[stem] > 0 }) {
			has = append(has, word)
		} else {
			lacks = append(lacks, word)
		}
	}
	return lacks, has
}

func itemTerms(item catalog.Item) map[string]int {
	return rank.Weigh(rank.Document{Name: item.Name, Description: item.Description, Keywords: item.Keywords, Body: item.Body}).Terms
}
