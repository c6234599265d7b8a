package lesson

import (
	"crypto/sha256"
	"io"
	"strings"

	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
)

// idLetters have no two that look alike.
const idLetters = "abcdefghjkmnpqrstuvwxyz23456789"

const idLength = 5 // behind "L-"

var (
	idPattern    = lazyregexp.New(`^L-[` + idLetters + `]{5}$`)
	citedPattern = lazyregexp.New(`\[(L-[` + idLetters + `]{5})\]`)
)

// IsID reports whether a text is the id of a lesson, as in L-7f3kq.
func IsID(text string) bool { return idPattern().MatchString(text) }

// NewID draws an id. Ids are drawn, so that two branches that learn do not choose the same.
func NewID(random io.Reader) (string, error) {
	var drawn [idLength]byte
	for i := range drawn {
		for { // letters are equally likely: what does not divide evenly is drawn again
			if _, err := io.ReadFull(random, drawn[i:i+1]); err != nil {
				return "", err
			}
			if int(drawn[i]) < 256/len(idLetters)*len(idLetters) {
				break
			}
		}
		drawn[i] = idLetters[int(drawn[i])%len(idLetters)]
	}
	return "L-" + string(drawn[:]), nil
}

// idOfName returns the id with which a file's name begins, or "": it has none.
func idOfName(name string) string {
	name = strings.TrimSuffix(name, Suffix)
	if len(name) > len("L-")+idLength && name[len("L-")+idLength] == '-' {
		name = name[:len("L-")+idLength]
	}
	if !IsID(name) {
		return ""
	}
	return name
}

// idFor makes the id of a file that says none: the same for the same name.
func idFor(name string) string {
	sum := sha256.Sum256([]byte(name))
	id := "L-"
	for _, b := range sum[:idLength] {
		id += string(idLetters[int(b)%len(idLetters)])
	}
	return id
}

// Cited returns the ids of lessons that a text cites, each once: those in brackets, as in
// [L-7f3kq].
func Cited(text string) []string {
	var ids []string
	seen := map[string]bool{}
	for _, match := range citedPattern().FindAllStringSubmatch(text, -1) {
		if id := match[1]; !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}
