package cardjudge

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// English is the language of every text that is not mostly in another one.
const English = "English"

// scripts are those that one language alone has, or one above all.
var scripts = []struct {
	table    *unicode.RangeTable
	language string
}{
	{unicode.Hiragana, "Japanese"},
	{unicode.Katakana, "Japanese"},
	{unicode.Hangul, "Korean"},
	{unicode.Han, "Chinese"},
	{unicode.Cyrillic, "Russian"},
	{unicode.Arabic, "Arabic"},
	{unicode.Thai, "Thai"},
	{unicode.Greek, "Greek"},
	{unicode.Hebrew, "Hebrew"},
	{unicode.Devanagari, "Hindi"},
}

// latin are common words of languages with Latin letters that the others of the list do not
// have, or rarely.
var latin = []struct{ language, words string }{
	{"German", "der das und ist nicht ich wir mit für ein eine einen auf zu bitte wie kann den dem im werden wird auch wenn noch mein unsere"},
	{"Spanish", "el los las y con está cómo más pero quiero puedes del lo una por hay cuando mi necesito hacer tengo esto sin muy"},
	{"French", "le les des une est dans pour je nous avec sur pas ce faire comment du et au quand mon peux cette il ne qui"},
	{"Portuguese", "o os uma para não com está fazer você meu minha ao do da em isso quero preciso como são quando"},
	{"Italian", "il che per una non con come gli della questo mi sono è fare di nel quando voglio puoi ho più"},
	{"Dutch", "het een niet ik van voor met wij hoe kan op dit maar ook wil mijn naar deze zijn bij"},
	{"Polish", "nie jest jak się na do że to ale dla mi czy proszę mam być po jest tylko"},
	{"Turkish", "bir ve bu için nasıl ile değil ne var yok çok gibi daha lütfen benim olarak"},
}

// Language returns the English name of the language that a text is mostly in: English where
// it is not certain that it is another; empty where it is another without a name here.
func Language(text string) string {
	if !language.Foreign(text) {
		return English
	}
	for _, script := range scripts {
		if n := strings.IndexFunc(text, func(r rune) bool { return unicode.Is(script.table, r) }); n >= 0 && !mostlyLatin(text) {
			return script.language
		}
	}
	language, most := "", 0
	for _, l := range latin {
		words, n := strings.Fields(l.words), 0
		for _, word := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
			if slices.Contains(words, word) {
				n++
			}
		}
		if n > most {
			language, most = l.language, n
		}
	}
	return language
}

// mostlyLatin reports a text of which most letters are Latin; a letter of another script
// counts two, as the words are shorter.
func mostlyLatin(text string) bool {
	n := 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Latin, r):
			n++
		case unicode.IsLetter(r):
			n -= 2
		}
	}
	return n > 0
}

// How many prompts in a language, and one in how many of all, are more than a quotation.
const (
	languageMin   = 3
	languageShare = 20
)

// LanguagesOf returns the languages of a user's prompts besides English, the most frequent
// first. Languages without a name here are left out.
func LanguagesOf(prompts []string) []string {
	count := map[string]int{}
	for _, text := range prompts {
		count[Language(rank.Clean(text))]++
	}
	var found []string
	for language, n := range count {
		if language != English && language != "" && n >= languageMin && n*languageShare >= len(prompts) {
			found = append(found, language)
		}
	}
	slices.SortFunc(found, func(a, b string) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return strings.Compare(a, b)
	})
	return found
}

// languages wants asks in English, and in the languages of the user.
func (j Judge) languages(asks []string) []Fault {
	has := map[string]bool{}
	for _, ask := range asks {
		has[Language(ask)] = true
	}
	var faults []Fault
	if !has[English] && len(asks) > 0 {
		faults = append(faults, harm(CodeLanguage, "", "no ask is in English; write at least half of them in English"))
	}
	for _, language := range j.Languages {
		if !has[language] {
			faults = append(faults, advice(CodeLanguage, "", "no ask is in %s, which prompts here are in, too; write one or two", language))
		}
	}
	return faults
}
