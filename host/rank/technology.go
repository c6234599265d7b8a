package rank

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// technologyTable is data/technologies.tsv as it is searched: "spelling\tname\tclass\t
// names of what it belongs to" a line, sorted; a ~ before the name: the spelling is a word
// of a language, too.
//
//go:embed data/technologies.txt
var technologyTable string

// technologyWordsMax is how many words of a text are looked at for names.
const technologyWordsMax = 400

// Technologies are those that a text names: languages, frameworks, products.
type Technologies []technology

// technology belongs to a class of alternatives, and to others that it is made for:
// what is done with Next.js is served by what is told of React.
type technology struct{ name, class, above string }

// TechnologiesOf finds those that a text names by a spelling of theirs. One that is a word
// of a language ("go", "express") counts where it begins with a capital inside a sentence.
func TechnologiesOf(text string) Technologies {
	var found Technologies
	words := technologyWords(text)
	for i := 0; i < len(words); {
		one, length := technologyAt(words[i:])
		if length == 0 {
			i++
			continue
		}
		if one.name != "" && !slices.Contains(found, one) {
			found = append(found, one)
		}
		i += length
	}
	return found
}

// technologyWord is a word in lower case; name: it begins with a capital, and no sentence
// begins with it.
type technologyWord struct {
	lower string
	name  bool
}

func technologyWords(text string) []technologyWord {
	var words []technologyWord
	first := true
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !isTechnology(r) }) {
		trimmed := strings.Trim(word, ".-_/@")
		if trimmed == "" {
			continue
		}
		capital := trimmed[0] >= 'A' && trimmed[0] <= 'Z'
		words = append(words, technologyWord{strings.ToLower(trimmed), capital && !first})
		if len(words) == technologyWordsMax {
			break
		}
		first = strings.HasSuffix(word, ".")
	}
	return words
}

func isTechnology(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r > 127 || strings.ContainsRune("#+.@/_-", r)
}

// technologyAt finds the longest spelling with which words begin, and how many words it
// has; without a name where the word is one of a language here.
func technologyAt(words []technologyWord) (one technology, length int) {
	start, known := technologyLines()[words[0].lower]
	if !known {
		return one, 0
	}
	for line := range strings.Lines(technologyTable[start:]) {
		spelling, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if first, _, _ := strings.Cut(spelling, " "); first != words[0].lower {
			break
		}
		n := spelled(words, spelling)
		if n <= length {
			continue
		}
		name, rest, _ := strings.Cut(rest, "\t")
		class, above, _ := strings.Cut(rest, "\t")
		ordinary := strings.HasPrefix(name, "~")
		if one, length = (technology{strings.TrimPrefix(name, "~"), class, above}), n; ordinary && !words[0].name {
			one = technology{}
		}
	}
	return one, length
}

// spelled is how many words a spelling has, if they begin with it; else 0.
func spelled(words []technologyWord, spelling string) int {
	n := 0
	for part := range strings.SplitSeq(spelling, " ") {
		if n == len(words) || words[n].lower != part {
			return 0
		}
		n++
	}
	return n
}

// technologyLines is where the lines begin whose spelling has a first word: they stand together.
var technologyLines = sync.OnceValue(func() map[string]int {
	lines := make(map[string]int, len(technologyTable)/lineBytes)
	at := 0
	for line := range strings.Lines(technologyTable) {
		first := line[:strings.IndexAny(line, " \t")]
		if _, known := lines[first]; !known {
			lines[first] = at
		}
		at += len(line)
	}
	return lines
})

// lineBytes is about how long a line is.
const lineBytes = 64

// neitherWeight is how much a technology of the prompt counts which the item does not
// name, where it names no alternative either.
const neitherWeight = .25

// Another is how much of what a prompt names is another technology than the item's, 0 to
// 1: each of the prompt's that the item does not name, and that none of its own belongs to
// or is part of, counts in full where the item names an alternative. One beside which the
// prompt names an alternative that the item does name does not count: "replace Poetry by
// uv" is a request for uv.
func (prompt Technologies) Another(item Technologies) float64 {
	if len(prompt) == 0 {
		return 0
	}
	sum := 0.0
	for _, asked := range prompt {
		instead := func(other technology) bool { return other.class == asked.class && item.have(other) }
		switch {
		case item.have(asked) || slices.ContainsFunc(prompt, instead):
		case slices.ContainsFunc(item, func(has technology) bool { return has.class == asked.class }):
			sum++
		default:
			sum += neitherWeight
		}
	}
	return sum / float64(len(prompt))
}

func (item Technologies) have(t technology) bool { return slices.ContainsFunc(item, t.goesWith) }

// goesWith reports whether two are the same or one belongs to the other.
func (t technology) goesWith(other technology) bool {
	return t.name == other.name || t.belongs(other.name) || other.belongs(t.name)
}

func (t technology) belongs(name string) bool {
	for above := range strings.SplitSeq(t.above, ",") {
		if above == name {
			return true
		}
	}
	return false
}

// TechnologiesOfItem are those that an item's name and description name; each word of a
// name begins with a capital.
func TechnologiesOfItem(name, description string) Technologies {
	text := strings.Builder{}
	text.WriteString("the") // or the first word would begin a sentence
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return strings.ContainsRune("-_: ", r) }) {
		text.WriteString(" " + strings.ToUpper(word[:1]) + word[1:])
	}
	return TechnologiesOf(text.String() + ". " + description)
}
