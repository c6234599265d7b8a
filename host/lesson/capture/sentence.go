package capture

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentence is one sentence of a text with its words.
type sentence struct {
	text  string
	words []string // in lower case, without the signs around them
	heads []bool   // of each word, whether it begins a clause
	line  string   // the words, a blank around each: phrases are looked for here
}

// sentencesMax bounds how many sentences of a text are read.
const sentencesMax = 200

// sentences cuts a text at the ends of its sentences and lines.
func sentences(text string) []sentence {
	var found []sentence
	for line := range strings.Lines(text) {
		for line = strings.TrimSpace(line); line != "" && len(found) < sentencesMax; {
			end := sentenceEnd(line)
			if s := newSentence(strings.TrimSpace(line[:end])); len(s.words) > 0 {
				found = append(found, s)
			}
			line = strings.TrimSpace(line[end:])
		}
	}
	return found
}

// sentenceEnd is where the first sentence of a line ends: behind a full stop, a question
// mark or an exclamation mark that a blank follows.
func sentenceEnd(line string) int {
	for i := 0; i < len(line); i++ {
		if strings.IndexByte(".!?", line[i]) < 0 || i+1 < len(line) && line[i+1] != ' ' {
			continue
		}
		if line[i] == '.' && abbreviated(line[:i]) {
			continue
		}
		return i + 1
	}
	return len(line)
}

func abbreviated(before string) bool {
	last := strings.ToLower(before[strings.LastIndexByte(before, ' ')+1:])
	return last == "e.g" || last == "i.e" || last == "vs" || last == "etc" || last == "resp" || last == "no" && strings.Contains(before, " ")
}

func newSentence(text string) sentence {
	s := sentence{text: text}
	head := true
	for _, field := range strings.Fields(strings.NewReplacer("’", "'", "—", " — ", "–", " – ", "…", " ").Replace(text)) {
		word := strings.ToLower(strings.Trim(field, ",.;:!?()[]{}\"'“”‘*_`"))
		if word == "" || word == "-" || word == "—" || word == "–" {
			head = true
			continue
		}
		s.words = append(s.words, word)
		s.heads = append(s.heads, head)
		last, _ := utf8.DecodeLastRuneInString(field)
		head = strings.ContainsRune(",;:.!?)", last)
	}
	s.line = " " + strings.Join(s.words, " ") + " "
	return s
}

// has reports whether one of some words or phrases occurs.
func (s sentence) has(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.Contains(s.line, " "+phrase+" ") })
}

// begins reports whether the sentence begins with one of some words or phrases.
func (s sentence) begins(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.HasPrefix(s.line, " "+phrase+" ") })
}

// endsWith reports whether the sentence ends with one of some phrases.
func (s sentence) endsWith(phrases ...string) bool {
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.HasSuffix(s.line, " "+phrase+" ") })
}

// question reports a sentence that asks.
func (s sentence) question() bool {
	if strings.HasSuffix(strings.TrimRight(s.text, " )\"'"), "?") || s.begins("what", "why", "how", "who", "which", "where", "whose") {
		return true
	}
	return s.begins("is", "are", "do", "does", "did", "can", "could", "would", "should", "shall", "will", "has", "have", "was", "were") &&
		len(s.words) > 1 && slices.Contains([]string{"i", "we", "you", "it", "there", "this", "that", "they", "the"}, s.words[1])
}

// countWords counts the words of a text; a sign alone is none, and two ideographs or syllables
// of scripts without blanks make one.
func countWords(text string) int {
	n, signs := 0, 0
	for _, field := range strings.Fields(text) {
		letters := false
		for _, r := range field {
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
				signs++
			} else {
				letters = letters || unicode.IsLetter(r) || unicode.IsDigit(r)
			}
		}
		if letters {
			n++
		}
	}
	return n + signs/2
}
