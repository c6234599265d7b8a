// Package card defines cards: what people type when they need an item, and what they type
// that only sounds like it. A card is read from a file, a line of a data set or a model's
// answer, so nothing in it is trusted: its words are compared with prompts, and neither
// told nor shown to the model.
package card

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/visible"
)

// Card is what people would type about one item.
type Card struct {
	Asks []string `json:"asks" jsonschema:"minItems=1,maxItems=16,description=What a person would type when the item is needed. The languages that people type in; English always among them."`
	Not  []string `json:"not,omitempty" jsonschema:"maxItems=8,description=What a person would type that only sounds like it."`
}

// Limits of a card. What people write lies well within them: cards of twelve asks take
// about a kilobyte.
const (
	AsksMax  = 16
	NotMax   = 8
	CharsMin = 3   // of a line
	CharsMax = 600 // of a line
	BytesMax = 2 << 10
	// FileBytesMax bounds what is read of a file that should hold a card: more white space
	// or escapes than any editor writes.
	FileBytesMax = 4 * BytesMax
)

// FileName is what a card is called that an author keeps beside an item.
const FileName = "card.json"

// FaultError says in words what is wrong with a card and what to do.
type FaultError struct{ Fault string }

func (e *FaultError) Error() string { return e.Fault }

func fault(format string, args ...any) error {
	return &FaultError{fmt.Sprintf(format, args...)}
}

// Parse reads a card from JSON and cleans it: white space is folded, what a terminal must
// not show is gone, and a line that stands twice stands once. Fields that this version does
// not know are ignored, so that a later one's cards can be read. The error is a FaultError.
func Parse(data []byte) (Card, error) {
	if len(data) > FileBytesMax {
		return Card{}, fault("it has more than %d bytes; keep the best asks", FileBytesMax)
	}
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	if !utf8.Valid(data) {
		return Card{}, fault("it is not UTF-8; save it as UTF-8")
	}
	var c Card
	decoder := json.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&c); err != nil {
		return Card{}, fault(`it is not {"asks": […], "not": […]} as JSON: %v`, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return Card{}, fault("something follows the card; a file holds one card")
	}
	return c.Clean()
}

// Clean returns a card as it is kept, or a FaultError.
func (c Card) Clean() (Card, error) {
	clean := Card{}
	var err error
	seen := map[string]bool{}
	if clean.Asks, err = cleanLines("ask", c.Asks, AsksMax, seen); err != nil {
		return Card{}, err
	}
	if clean.Not, err = cleanLines("not", c.Not, NotMax, seen); err != nil {
		return Card{}, err
	}
	if len(clean.Asks) == 0 {
		return Card{}, fault("it has no asks; write what a person would type when the item is needed")
	}
	if size := len(clean.Bytes()); size > BytesMax {
		return Card{}, fault("it has %d bytes; keep it within %d: shorten the longest lines", size, BytesMax)
	}
	return clean, nil
}

func cleanLines(name string, lines []string, most int, seen map[string]bool) ([]string, error) {
	var kept []string
	for _, line := range lines {
		line = visible.Line(line)
		switch chars := utf8.RuneCountInString(line); {
		case chars < CharsMin:
			return nil, fault("%s %q is too short; %d characters are the least", name, line, CharsMin)
		case chars > CharsMax:
			return nil, fault("a line of %q has %d characters; %d are the most", name, chars, CharsMax)
		}
		if key := strings.ToLower(line); !seen[key] {
			seen[key] = true
			kept = append(kept, line)
		}
	}
	if len(kept) > most {
		return nil, fault("it has %d lines of %q; %d are the most: keep those that differ most", len(kept), name, most)
	}
	return kept, nil
}

// Bytes is the canonical form: equal cards have equal bytes, which Parse reads.
func (c Card) Bytes() []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(c) // strings always encode, and a buffer takes all
	return out.Bytes()
}
