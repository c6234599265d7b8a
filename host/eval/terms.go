package eval

import (
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
)

// terms divides a text into stems as the harness's rankers do. It is a part of
// the baselines: these must not move when the program learns to read better.
func terms(text string) []string {
	parts := wordForm().FindAllString(strings.ToLower(splitCase(text)), -1)
	seen := make(map[string]bool, len(parts))
	for _, part := range parts {
		seen[part] = true
	}
	for _, whole := range wordForm().FindAllString(strings.ToLower(text), -1) {
		if !seen[whole] { // GraphQL: graphql beside graph and ql
			parts = append(parts, whole)
		}
	}
	stems := parts[:0]
	for _, word := range parts {
		if !strings.Contains(stopWords, " "+word+" ") {
			stems = append(stems, stem(word))
		}
	}
	return stems
}

var (
	wordForm  = lazyregexp.New(`[a-z0-9]+(?:[+#]+)?|[\x{0400}-\x{04ff}]+|[\x{3040}-\x{30ff}\x{4e00}-\x{9fff}\x{ac00}-\x{d7af}]`)
	lowUpper  = lazyregexp.New(`([a-z0-9])([A-Z])`)
	upperWord = lazyregexp.New(`([A-Z]+)([A-Z][a-z])`)
)

func splitCase(text string) string {
	return upperWord().ReplaceAllString(lowUpper().ReplaceAllString(text, "$1 $2"), "$1 $2")
}

const stopWords = " a an and any are as at be been but by can could did do does for from get had has have how i if in into is it its" +
	" just let like may me my need no not now of on or our out please should so some than that the their them then there these they" +
	" this those to too up us use used user users using want was we were what when where which who why will with would you your" +
	" skill skills whenever task tasks asks ask mentions also only about over such via etc eg ie "

// endings are cut where enough letters remain, the first that fits alone.
var endings = []struct {
	ending, instead string
	left            int
}{
	{"ications", "icat", 4},
	{"ization", "iz", 3},
	{"izations", "iz", 3},
	{"ations", "at", 3},
	{"ation", "at", 3},
	{"izing", "iz", 3},
	{"ized", "iz", 3},
	{"izes", "iz", 3},
	{"ize", "iz", 3},
	{"ating", "at", 3},
	{"ated", "at", 3},
	{"ates", "at", 3},
	{"ate", "at", 3},
	{"ies", "y", 2},
	{"sses", "ss", 2},
	{"ings", "", 3},
	{"ing", "", 3},
	{"edly", "", 3},
	{"ed", "", 3},
	{"ers", "er", 3},
	{"ments", "ment", 3},
	{"es", "", 3},
	{"s", "", 3},
}

func stem(word string) string {
	letters := []rune(word)
	if len(letters) <= 3 || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return word
	}
	for _, e := range endings {
		plural := e.ending == "s" && (strings.HasSuffix(word, "ss") || strings.HasSuffix(word, "us") || strings.HasSuffix(word, "is"))
		if strings.HasSuffix(word, e.ending) && len(letters)-len(e.ending) >= e.left && !plural {
			letters = []rune(strings.TrimSuffix(word, e.ending) + e.instead)
			break
		}
	}
	if last := len(letters) - 1; last > 3 && letters[last] == 'e' {
		letters = letters[:last]
	}
	if last := len(letters) - 1; last > 3 && letters[last] == letters[last-1] && !strings.ContainsRune("lsz", letters[last]) {
		letters = letters[:last]
	}
	return string(letters)
}
