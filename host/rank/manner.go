package rank

import (
	_ "embed"
	"math"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/internal/ascii"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// mannerTable is what single words as they stand tell, "word\tgate" a line,
// sorted by word; the line of the empty word holds the bias. It is searched as
// it lies in the binary, so that it costs a process only what it looks up.
//
//go:embed data/manner.txt
var mannerTable string

// Limits of a prompt's manner: how someone asks shows at the beginning, and what
// is longer than a word is none.
const (
	mannerWordsMax = 200
	mannerBytesMax = 32
)

// mannerNumber stands for every number.
const mannerNumber = "0"

// Manner are the marks of how a text is asked: its words, then those of its form.
func Manner(text string) []string {
	words, read := mannerWords(text)
	return append(words, mannerForm(text[:read], words)...)
}

// mannerWords are the different words of a text as they stand, in order: stop words
// ("how", "we", "please") and signs too, for these tell a need from an order.
// Letters are in lower case and keep an apostrophe between them, any number is
// "0", an ideograph, a kana, a Hangul syllable or a sign is a word by itself. No
// word has more than 32 bytes; those behind the first 200 are not read. It returns
// how many bytes were.
func mannerWords(text string) (words []string, read int) {
	for count := 0; read < len(text) && count < mannerWordsMax; {
		word, size := mannerWord(text[read:])
		read += size
		if word == "" {
			continue
		}
		count++
		if len(word) <= mannerBytesMax && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words, read
}

// mannerWord reads one word at the start of a text, or one character that is
// none, and returns how many bytes of the text that is.
func mannerWord(text string) (word string, size int) {
	r, size := utf8.DecodeRuneInString(text)
	switch {
	case r == utf8.RuneError || unicode.IsSpace(r) || unicode.IsControl(r):
		return "", size
	case unicode.IsDigit(r):
		return mannerNumber, size + runOf(text[size:], unicode.IsDigit)
	case unicode.IsLetter(r) && !language.Ideographic(r):
		return mannerLetters(text)
	}
	return string(unicode.ToLower(r)), size
}

// mannerLetters reads letters and the apostrophes between two of them. What is
// too long to be kept is read but not copied.
func mannerLetters(text string) (word string, size int) {
	lower := make([]byte, 0, mannerBytesMax+utf8.UTFMax)
	for size < len(text) {
		r, width := utf8.DecodeRuneInString(text[size:])
		if r == '\'' || r == '’' {
			next, _ := utf8.DecodeRuneInString(text[size+width:])
			if !mannerLetter(next) {
				break
			}
			r = '\''
		} else if !mannerLetter(r) {
			break
		}
		if len(lower) <= mannerBytesMax {
			lower = utf8.AppendRune(lower, unicode.ToLower(r))
		}
		size += width
	}
	return string(lower), size
}

func mannerLetter(r rune) bool {
	return r < utf8.RuneSelf && (ascii.IsUpper(byte(r)) || ascii.IsLower(byte(r))) ||
		r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsMark(r)) && !language.Ideographic(r)
}

// runOf returns how many bytes at the start of a text are of one kind.
func runOf(text string, kind func(rune) bool) int {
	for i, r := range text {
		if !kind(r) {
			return i
		}
	}
	return len(text)
}

// MannerGate is the logit of a prompt being a need, by how it is asked, about −4
// to 4: a logistic regression on its Manner.
func (r *Recipe) MannerGate(q Query) float64 {
	words := Manner(q.Text)
	sum := 0.0
	for _, word := range words {
		sum += mannerLine(r.manner, word)
	}
	return mannerLine(r.manner, "") + sum/math.Sqrt(float64(max(1, len(words))))
}

func mannerLine(table, word string) float64 {
	number, _ := lineOf(table, word)
	gate, _ := strconv.ParseFloat(number, 64) // written by cmd/lab tune, checked by a test; 0 for what it does not hold
	return gate
}
