package probe

import (
	"strings"
	"unicode"
)

// Unnamed returns what an item says of itself without its names, wherever their
// words stand together in it: "pdf-forms" takes "PDF forms" and "pdfForms" along.
// What is left tells whether people find it who do not know what it is called.
func Unnamed(description string, names ...string) string {
	words := spans(description)
	named := make([]bool, len(words))
	for _, name := range names {
		name = name[strings.LastIndexByte(name, ':')+1:]
		mark(words, lowered(spans(name)), named)
	}
	var b strings.Builder
	end := 0
	for i, word := range words {
		if !named[i] {
			continue
		}
		if between := description[end:word.start]; i == 0 || !named[i-1] || len(between) > 1 {
			b.WriteString(between) // one character between words of the name is a part of it
		}
		end = word.start + len(word.text)
	}
	b.WriteString(description[end:])
	return strings.Join(strings.Fields(b.String()), " ")
}

// span is a word and where it stands.
type span struct {
	text  string
	start int
}

func spans(text string) []span {
	var words []span
	start := -1
	for at, r := range text + " " {
		inWord := unicode.IsLetter(r) || unicode.IsDigit(r)
		switch {
		case inWord && start < 0:
			start = at
		case !inWord && start >= 0:
			words, start = append(words, span{text[start:at], start}), -1
		}
	}
	return words
}

func lowered(words []span) []string {
	var texts []string
	for _, word := range words {
		texts = append(texts, strings.ToLower(word.text))
	}
	return texts
}

// mark notes where the words of a name stand in a row, or run together as one.
func mark(words []span, name []string, named []bool) {
	if len(name) == 0 {
		return
	}
	texts := lowered(words)
	together := strings.Join(name, "")
	for i := range texts {
		if texts[i] == together {
			named[i] = true
		}
		if i+len(name) > len(texts) || strings.Join(texts[i:i+len(name)], " ") != strings.Join(name, " ") {
			continue
		}
		for k := range name {
			named[i+k] = true
		}
	}
}

// NameWords returns the words of names one by one.
func NameWords(names ...string) []string {
	var words []string
	for _, name := range names {
		words = append(words, lowered(spans(name))...)
	}
	return words
}
