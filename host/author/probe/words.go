package probe

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// Where a word of an item stands.
const (
	InDescription = "description" // or in the name, or among the keywords
	InBody        = "body"        // only there
)

// PartingWord is a word that one of two items has and the other has not.
type PartingWord struct {
	Word  string // as it is mostly written there
	Stem  string
	Owner string
	Where string
	Shift float64 // in logits, towards its owner, where a prompt has it
}

// rareRarity is the idf of a word that one skill in 50 has: commoner ones part
// nothing.
const rareRarity = 3.9

// bodyCountMin is how often a word must stand in a body to be what the item is
// about.
const bodyCountMin = 3

// candidatesMax bounds how many words of each item are tried.
const candidatesMax = 6

// Words knows the words of items.
type Words struct {
	Rarity func(stem string) float64
	items  map[string]*wordsOf
}

type wordsOf struct {
	weighted  rank.Weighted
	described map[string]bool   // stems of name, description and keywords
	surface   map[string]string // stem to word
}

// NewWords counts the words of items.
func NewWords(items []Item, rarity func(stem string) float64) *Words {
	w := &Words{Rarity: rarity, items: make(map[string]*wordsOf, len(items))}
	for _, item := range items {
		d := item.Document
		of := &wordsOf{weighted: rank.Weigh(d), described: map[string]bool{}, surface: map[string]string{}}
		head := d.Name + " , " + d.Description + " , " + strings.Join(d.Keywords, " , ")
		for _, stem := range language.Terms(head) {
			of.described[stem] = true
		}
		of.write(head + " " + outsideFences(d.Body))
		w.items[item.ID] = of
	}
	return w
}

// outsideFences leaves out code: its words are no words to describe with.
func outsideFences(body string) string {
	var prose []string
	for i, part := range strings.Split(body, "```") {
		if i%2 == 0 {
			prose = append(prose, part)
		}
	}
	return strings.Join(prose, " ")
}

// write notes how stems are written: the commonest way, the shortest of several.
func (of *wordsOf) write(text string) {
	counts := map[string]map[string]int{}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '+' && r != '#'
	}) {
		stems := language.Terms(word)
		if len(stems) != 1 || of.weighted.Terms[stems[0]] == 0 {
			continue
		}
		if counts[stems[0]] == nil {
			counts[stems[0]] = map[string]int{}
		}
		counts[stems[0]][strings.ToLower(word)]++
	}
	for stem, forms := range counts {
		best := ""
		for form, n := range forms {
			if best == "" || cmp.Or(cmp.Compare(n, forms[best]), cmp.Compare(len(best), len(form)), cmp.Compare(best, form)) > 0 {
				best = form
			}
		}
		of.surface[stem] = best
	}
}

// Candidates are words that the owner has and the other has not, the most
// telling first: rare ones, often said, best in the description.
func (w *Words) Candidates(owner, other string) []PartingWord {
	of, against := w.items[owner], w.items[other]
	if of == nil || against == nil {
		return nil
	}
	var words []PartingWord
	weights := map[string]float64{}
	for stem, tf := range of.weighted.Terms {
		surface := of.surface[stem]
		rarity := w.Rarity(stem)
		if against.weighted.Terms[stem] > 0 || rarity < rareRarity || !isWord(surface) || (tf < bodyCountMin && !of.described[stem]) {
			continue
		}
		word := PartingWord{Word: surface, Stem: stem, Owner: owner, Where: InBody}
		if of.described[stem] {
			word.Where = InDescription
		}
		weights[stem] = min(rarity, rarityMax) * math.Log1p(float64(tf))
		words = append(words, word)
	}
	slices.SortFunc(words, func(x, y PartingWord) int {
		return cmp.Or(cmp.Compare(weights[y.Stem], weights[x.Stem]), cmp.Compare(x.Stem, y.Stem))
	})
	return words[:min(len(words), candidatesMax)]
}

// rarityMax keeps a word that no other skill has, such as a misspelt one, from
// outdoing those that people know.
const rarityMax = 6.5

// isWord leaves out numbers and signs.
func isWord(text string) bool {
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters > 2 || letters > 0 && text[0] > unicode.MaxASCII
}

// commonShown bounds how many words in common are named.
const commonShown = 6

// Common returns rare words that both items say of themselves, rarest first.
func (w *Words) Common(a, b string) []string {
	of, against := w.items[a], w.items[b]
	if of == nil || against == nil {
		return nil
	}
	var stems []string
	for stem := range of.described {
		if against.described[stem] && isWord(of.surface[stem]) {
			stems = append(stems, stem)
		}
	}
	slices.SortFunc(stems, func(x, y string) int { return cmp.Or(cmp.Compare(w.Rarity(y), w.Rarity(x)), cmp.Compare(x, y)) })
	words := []string{}
	for _, stem := range stems[:min(len(stems), commonShown)] {
		words = append(words, of.surface[stem])
	}
	return words
}

// Alike is the share of words, by rarity, that two items both say of themselves:
// 0 for none, 1 for all (weighted Jaccard).
func (w *Words) Alike(a, b string) float64 {
	of, against := w.items[a], w.items[b]
	if of == nil || against == nil {
		return 0
	}
	common, all := 0.0, 0.0
	for stem := range of.described {
		rarity := w.Rarity(stem)
		all += rarity
		if against.described[stem] {
			common += rarity
		}
	}
	for stem := range against.described {
		if !of.described[stem] {
			all += w.Rarity(stem)
		}
	}
	if all == 0 {
		return 0
	}
	return common / all
}

// Stems returns the stems of a text's words.
func Stems(text string) map[string]bool {
	stems := map[string]bool{}
	for _, stem := range language.Terms(outsideFences(text)) {
		stems[stem] = true
	}
	return stems
}

// Within returns which share of the words that an item says of itself, by rarity, are among
// the stems of a text (0–1), and the words that are, the rarest first.
func (w *Words) Within(id string, stems map[string]bool) (share float64, common []string) {
	of := w.items[id]
	if of == nil {
		return 0, nil
	}
	both, all := 0.0, 0.0
	var found []string
	for stem := range of.described {
		rarity := w.Rarity(stem)
		all += rarity
		if stems[stem] {
			both += rarity
			found = append(found, stem)
		}
	}
	slices.SortFunc(found, func(x, y string) int { return cmp.Or(cmp.Compare(w.Rarity(y), w.Rarity(x)), cmp.Compare(x, y)) })
	for _, stem := range found {
		if isWord(of.surface[stem]) {
			common = append(common, of.surface[stem])
		}
	}
	if all == 0 {
		return 0, nil
	}
	return both / all, common
}
