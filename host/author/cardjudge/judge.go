// Package cardjudge judges cards: what of an item's asks and nots harms, what is of little
// use, and what to do about it. It also reads the cards that a model answers with. It finds
// no items and keeps no cards; the search and the encoder come in as functions.
package cardjudge

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/cut"
)

// Fault is one thing to mend in a card.
type Fault struct {
	Code   string // one of the constants
	Harms  bool   // a card with it is not kept; else the fault is advice
	Line   string // the ask or not that it is about; empty: several, or the whole card
	Reason string // what is wrong, and what to do
}

// Codes of faults.
const (
	CodeCount     = "count"      // too few lines, or too many
	CodeInstructs = "instructs"  // text that gives orders to the model or to a reader
	CodeSecret    = "secret"     // a password, a key, an address with a token
	CodeAnyPrompt = "any-prompt" // nearly any prompt says as much
	CodeAlike     = "alike"      // nearly the same sentence again
	CodeFrame     = "frame"      // many sentences begin or end alike
	CodeCopied    = "copied"     // a part of the item's description
	CodeLanguage  = "language"   // no ask in a language that is wanted
	CodeSibling   = "sibling"    // another item is clearly nearer to the ask
	CodeNotIsAsk  = "not-is-ask" // a not says what an ask says
	CodeNotNear   = "not-near"   // a not is nearer to the item than its asks are
)

// Limits of a card that somebody hands in. A card that is kept may have fewer asks.
const (
	AsksMin = 8
	NotsMin = 3
)

// Item is what a card is judged for.
type Item struct {
	Ref         abi.Ref
	Name        string
	Description string
}

// Hit is an item that the search finds for a text.
type Hit struct {
	Ref        abi.Ref
	Similarity float64 // 0–1, see index.Hit
	Logit      float64 // log-odds of fitting
}

// Judge compares cards with what is installed. The zero Judge reads their words alone.
type Judge struct {
	// Search ranks items for a text as the hook does for a prompt, the best first. vector
	// is what Embed returns for the text. nil: nothing is compared with other items.
	Search func(text string, vector []float32) ([]Hit, error)
	// Embed returns the vector of a text, of length 1; nil: the model does not know the
	// text's language. nil: there is no model.
	Embed func(text string) ([]float32, error)
	// Languages are those that the user's prompts are in, besides English; see Language.
	Languages []string
}

// Card judges a clean card, see card.Card.Clean, of an item. Faults come in the order of
// the card's lines, those of several lines last. An error is that of Search or Embed.
func (j Judge) Card(item Item, c card.Card) ([]Fault, error) {
	faults := counted(c)
	for _, ask := range c.Asks {
		faults = append(faults, askFaults(item, ask)...)
	}
	for _, not := range c.Not {
		faults = append(faults, notFaults(item, not, c.Asks)...)
	}
	faults = append(faults, alike(c.Asks)...)
	faults = append(faults, framed(c.Asks)...)
	faults = append(faults, j.languages(c.Asks)...)
	measured, err := j.measured(item, c)
	return append(faults, measured...), err
}

// Harms reports whether a card with these faults may not be kept.
func Harms(faults []Fault) bool {
	for _, f := range faults {
		if f.Harms {
			return true
		}
	}
	return false
}

func harm(code, line, format string, args ...any) Fault {
	return Fault{code, true, line, fmt.Sprintf(format, args...)}
}

func advice(code, line, format string, args ...any) Fault {
	return Fault{code, false, line, fmt.Sprintf(format, args...)}
}

func counted(c card.Card) []Fault {
	var faults []Fault
	if n := len(c.Asks); n < AsksMin {
		faults = append(faults, harm(CodeCount, "", "it has %d different asks; write %d to %d", n, AsksMin, card.AsksMax))
	}
	if n := len(c.Not); n < NotsMin {
		faults = append(faults, harm(CodeCount, "", "it has %d different lines in \"not\"; write %d to %d: the same words, another task", n, NotsMin, card.NotMax))
	}
	return faults
}

// askFaults are those that one ask has by its words.
func askFaults(item Item, ask string) []Fault {
	faults := lineFaults(item, ask)
	if saysNothing(ask) {
		faults = append(faults, harm(CodeAnyPrompt, ask, "nearly any prompt says as much; say what the work is about"))
	}
	if copies(ask, item.Description) {
		faults = append(faults, advice(CodeCopied, ask, "the description says this already; write what a person types who never read it"))
	}
	return faults
}

func notFaults(item Item, not string, asks []string) []Fault {
	faults := lineFaults(item, not)
	if saysNothing(not) {
		faults = append(faults, advice(CodeAnyPrompt, not, "nearly any prompt says as much, so that it tells no task apart; name the other task"))
	}
	words := wordsOf(not)
	for _, ask := range asks {
		if overlap(words, wordsOf(ask)) >= sameSentence {
			faults = append(faults, harm(CodeNotIsAsk, not, "it says what the ask %s says; keep one of the two", quoted(ask)))
			break
		}
	}
	return faults
}

// quotedChars is how much of a line is shown within a sentence.
const quotedChars = 80

func quoted(line string) string { return "“" + cut.RunesEllipsis(line, quotedChars) + "”" }

func quotedList(lines []string, most int) string {
	var list []string
	for _, line := range lines[:min(len(lines), most)] {
		list = append(list, quoted(line))
	}
	if len(lines) > most {
		list = append(list, "…")
	}
	return strings.Join(list, ", ")
}
