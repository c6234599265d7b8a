package rank

import (
	"strings"

	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// bodyCharsMax is how much of a body counts, in characters: what follows the
// first screens of a skill tells little about when to use it.
const bodyCharsMax = 1500

// Weights of a document's fields, in counts of each of their terms.
const (
	nameWeight        = 4
	descriptionWeight = 2
	keywordsWeight    = 2
	bodyWeight        = 1
)

// Document is the text of one item; of the body the first 1,500 characters
// count.
type Document struct {
	Name, Description string
	Keywords          []string
	Body              string
}

// Weighted is a document as BM25 sees it.
type Weighted struct {
	Terms  map[string]int // weighted frequency of each stem, at least 1
	Length int            // sum of the frequencies
}

// Weigh counts the terms of a document: name ×4, description ×2, keywords ×2,
// body ×1.
func Weigh(d Document) Weighted {
	w := Weighted{Terms: map[string]int{}}
	w.add(d.Name, nameWeight)
	w.add(d.Description, descriptionWeight)
	w.add(strings.Join(d.Keywords, " , "), keywordsWeight)
	w.add(cut.Runes(d.Body, bodyCharsMax), bodyWeight)
	return w
}

func (w *Weighted) add(text string, weight int) {
	for _, term := range language.Terms(text) {
		w.Terms[term] += weight
		w.Length += weight
	}
}
