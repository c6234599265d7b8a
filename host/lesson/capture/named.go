package capture

import (
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// From which rarity in the background table a word names a thing: alone, or if people who ask
// with it find it in the description of what they need.
const (
	rareAlone     = 5
	rareSalient   = 1.9
	salienceFloor = .09
)

// platitude refuses what would be true in any project: it names nothing.
func (j Judge) platitude(_ Draft, text string) string {
	if j.namesThing(text) {
		return ""
	}
	return "it would be true anywhere; name the file, command, number or thing that it is about"
}

// namesThing reports a path, identifier, command, number, technology or rare term.
func (j Judge) namesThing(text string) bool {
	first := true
	for _, field := range strings.Fields(text) {
		if shapedAsName(field, first) {
			return true
		}
		first = strings.ContainsAny(field[len(field)-1:], ".!?:-")
	}
	if len(rank.TechnologiesOf(text)) > 0 {
		return true
	}
	found := false
	for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }) {
		if found = j.rare(word); found {
			break
		}
	}
	return found
}

// rare reports a term that few texts have and that is no word of virtue or of everyday talk.
func (j Judge) rare(word string) bool {
	if strings.ContainsRune(word, '\'') || len(word) < 3 || strings.HasSuffix(word, "ly") || virtues[word] || language.Grammar(word) {
		return false
	}
	for _, hint := range j.Recipe.Hints(func(yield func(string, float64) bool) { yield(word, 1) }) {
		salience := j.Recipe.Salience(hint.Term)
		if salience >= salienceFloor && hint.Weight >= rareSalient || salience > everydaySalience && hint.Weight >= rareAlone {
			return true
		}
	}
	return false
}

// everydaySalience is that of words which people ask with and which nothing is described by.
const everydaySalience = .005

// shapedAsName reports that a word is written as names of things in code are.
func shapedAsName(field string, first bool) bool {
	if len(field) > 2 && field[0] == '`' {
		return true
	}
	word := strings.Trim(field, ",;:!?()[]{}\"'“”‘’*`")
	word = strings.TrimRight(word, ".")
	if len(word) < 2 {
		return word != "" && unicode.IsDigit(rune(word[0]))
	}
	switch {
	case strings.ContainsAny(word, "_/\\=@$<>#~"), strings.ContainsAny(word, "0123456789"), word[0] == '-', word[0] == '.' && word != "...":
		return strings.IndexFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0 && word != "and/or"
	case strings.Contains(word[1:], "."), strings.Contains(word, "::"), strings.Contains(word, "("):
		return word != "e.g" && word != "i.e"
	}
	capitals, small := 0, 0
	for i, r := range word {
		switch {
		case unicode.IsUpper(r) && i > 0:
			capitals++
		case unicode.IsLower(r):
			small++
		}
	}
	if !first && unicode.IsUpper(rune(word[0])) && small > 0 && !strings.Contains(word, "'") {
		return true // a name inside a sentence
	}
	return capitals > 0 && small > 0 && !strings.Contains(word, "'") || capitals > 0 && small == 0 && !first && len(word) > 1 && !shouted(word)
}

// shouted reports words that people write in capitals for stress.
func shouted(word string) bool {
	switch strings.ToLower(word) {
	case "always", "never", "not", "must", "all", "only", "every", "no", "do", "don't", "important", "please", "good", "best", "any", "ever", "and", "or", "before", "after", "this":
		return true
	}
	return false
}

// virtues are what good work is praised with: they name nothing.
var virtues = func() map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(`accurate attention attentive bugs careful clarity clean clear code coder coding communicate communication
		complete complex complexity concise consistent consistency correct correctness craftsmanship detail details diligence diligent double
		edge effective efficiency efficient effort elegance elegant error errors everybody everyone excellence excellent expectations fast good
		honest honesty improve job maintainability maintainable meaningful mindset mistake mistakes modern modular nice nobody ourselves patience
		patient polite practice practices precise principle principles problem problems professional proper quality readability readable
		reliable requirements respect responsible robust robustness rush safe scalable secure simple simplicity smart solid solution
		solutions standards strive structured task team teammates teamwork test tested testing tests think thinking thorough thoughtful tidy trust
		understand understandable useful value well work working assumption assumptions verify bug quick goal goals user users helpful plan output result results
		documentation documented document performance performant optimize optimise best approach develop developer developers software write writing written refactor sloppy shortcut shortcuts`) {
		set[word] = true
	}
	return set
}()
