package config

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/levenshtein"
	"github.com/ed-irl/impressionism/host/visible"
)

// FileError is a fault at one place of a file, variable or flag.
type FileError struct {
	Path    string // of the file, or the name of the variable or flag
	Line    int    // from 1; 0: not at a line
	Column  int    // from 1; 0: not at a column
	Key     string // "suggest.max"; empty: the whole file
	Problem string
	Allowed string // what may stand there, or what was probably meant; may be empty
}

// OfFlag reports whether the place is the command line.
func (e *FileError) OfFlag() bool { return strings.HasPrefix(e.Path, flagPrefix) }

// flagPrefix begins the path of an error in a flag.
const flagPrefix = "--set "

func (e *FileError) Error() string {
	place := e.Path
	for _, number := range []int{e.Line, e.Column} {
		if number > 0 {
			place += ":" + strconv.Itoa(number)
		}
	}
	parts := []string{place, shownKey(e.Key), e.Problem}
	if e.Key == "" {
		parts = []string{place, e.Problem}
	}
	text := strings.Join(parts, ": ")
	if e.Allowed != "" {
		text += "; " + e.Allowed
	}
	return shown(text)
}

// shownKey quotes a key that is none of ours: whoever wrote it may have written more
// than a word.
func shownKey(key string) string {
	if len(key) <= keyBytesMax && !strings.ContainsFunc(key, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./*{},", r)
	}) {
		return key
	}
	return fmt.Sprintf("%.60q", key)
}

const (
	keyBytesMax   = 120
	errorRunesMax = 500
)

// shown is one line of a text that may be a stranger's.
func shown(text string) string {
	return cut.RunesEllipsis(visible.Line(text), errorRunesMax)
}

// meant returns "did you mean …?" with the candidate that a word was probably meant to
// be, or "". The prefix is that of the candidates' keys.
func meant(prefix, word string, candidates []string) string {
	if meant := levenshtein.Nearest(word, candidates); meant != "" {
		return "did you mean " + prefix + meant + "?"
	}
	return ""
}
