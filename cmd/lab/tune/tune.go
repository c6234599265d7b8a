// Package tune fits a rank.Recipe: the adapter on a bank of concepts, the gates
// on prompts with and without a need, the weights on labelled prompts, the
// floors on prompts that the fit had not seen. It takes texts, labels and a function
// that embeds, and returns files; it knows no database, no model and no client. Its
// only randomness comes from a fixed seed, so that equal input makes equal bytes.
package tune

import (
	"errors"
	"fmt"

	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/rank"
)

// Input is what a recipe is fitted on.
type Input struct {
	Kind     string
	Concepts []Concept
	// More are further concepts, and further asks of those by the same name. The
	// adapter and salience learn from them too; gates and associations do not: words
	// alone chose worse with them (docs/selection.md).
	More []Concept
	// Neighbours are what else people ask for that shares words with a concept and differs
	// in step, scope, product or platform; for FitKind, further items of the kind. They bid as
	// concepts do, and teach nothing.
	Neighbours []Concept
	Nulls      []string // prompts without a need, for the gates
	Bank       []string // the null prompts of the recipe itself, for calibration
	Sets       []Set
	// EmbedAbroad gives the vector of a prompt as if it were in another language than
	// English. Nil fits no weights for such prompts.
	EmbedAbroad func(text string) ([]float32, error)
	// Unmeasured leaves out the fits that Unseen, Lexical and the floors come from.
	Unmeasured bool
	// Embed and EmbedText give the vector of length 1 of a prompt and of a text
	// about an item. Nil fits for words alone.
	Embed, EmbedText func(text string) ([]float32, error)
	Say              func(format string, args ...any) // progress; nil: nobody listens
}

// Concept is a subject: how texts describe it, and how people who need it ask.
type Concept struct {
	Name  string   `json:"name"`
	About string   `json:"about"`
	Asks  []string `json:"asks"`
}

// Set is a catalog and labelled prompts over it.
type Set struct {
	Name    string
	Bids    bool // its items bid against those of other sets, as concepts do: FitKind
	Items   []Item
	Prompts []Prompt
	Days    bool // the prompts are those of a user's days, over the user's own catalog
}

// Item is one of a catalog, as rank.Document with an id.
type Item struct {
	ID    string
	Group string // with which it is added to a catalog and removed; empty: alone
	rank.Document
	Card *card.Card // nil: it has none
}

// Prompt is a labelled prompt. Gold are groups of ids of which any meets the
// need; no group: nothing fits. OK are ids that are neither right nor wrong.
type Prompt struct {
	ID, Text, Family, Level string
	Gold                    [][]string
	OK                      []string
}

// Result is a recipe and how well it did on prompts that it had not seen.
type Result struct {
	Recipe   *rank.Recipe
	Words    []byte        // data/words.txt
	Manner   []byte        // data/manner.txt
	Nulls    []byte        // data/nulls.txt
	Concepts []byte        // data/concepts.txt
	Unseen   []Outcome     // of all draws
	Lexical  []Outcome     // the same by words alone
	Abroad   []Outcome     // the same with prompts read as those in other languages are; nil unless asked for
	Foreign  *rank.Weights // for these; nil unless asked for

	Carded, LexicalCarded []Outcome // as Unseen and Lexical, with cards, of draws in which all that comes near has one
}

// folds is how many parts the labelled prompts of a single set are divided into,
// by family, to measure on what was not fitted on. Several sets are left out one
// at a time: whoever uses the program wrote none of them.
const folds = 5

// Fit fits everything, with parts of it switched off if asked.
func Fit(in Input, base *rank.Recipe, without Parts) (*Result, error) {
	if len(in.Concepts) == 0 || len(in.Bank) == 0 || len(in.Sets) == 0 {
		return nil, errors.New("there is nothing to fit on: concepts, null prompts and labelled prompts are needed")
	}
	f := &fitter{Input: in, without: without, recipe: *base, sizes: drawSizes}
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"embed", f.embed}, {"words", f.fitWords}, {"adapter", f.fitAdapter}, {"features", f.features},
	} {
		f.say("%s …", step.name)
		if err := step.do(); err != nil {
			return nil, fmt.Errorf("fit %s: %w", step.name, err)
		}
	}
	return f.finish()
}

func (f *fitter) say(format string, args ...any) {
	if f.Say != nil {
		f.Say(format, args...)
	}
}

// fitter holds what the steps make.
type fitter struct {
	Input
	without Parts
	recipe  rank.Recipe
	actions bool  // what items do is compared with what is asked for
	sizes   []int // of the parts of catalogs that prompts are asked over

	asks     []ask       // those of Concepts first
	own      int         // how many those are
	names    []string    // of concepts, and then of Neighbours
	abouts   [][]float64 // what each concept is about
	beside   [][]float64 // what each of Neighbours is about
	told     [][]string  // the terms of what it is about
	nulls    []gateInput // for training: Nulls, then Bank
	adapter  adapter
	words    *wordTable
	cases    []*labelled
	draws    []*draw
	away     []*draw // of prompts as if in another language
	catalogs []*catalog
	bidding  map[string]*rank.Recipe // by set: with what bids against its items; nil: the recipe itself
}

// ask is one way to ask for a concept.
type ask struct {
	gateInput
	concept int
}

// gateInput is a text as the gates see it.
type gateInput struct {
	query  rank.Query
	manner []string
	vector []float64 // nil without a model
}

// Parts names parts of the recipe, to be left out.
type Parts map[string]bool

// PartNames are the parts that can be left out, for an ablation.
func PartNames() []string {
	return []string{"adapter", "gate", "manner", "length", "words", "asked", "related", "size", "background", "technology", "clean", "body"}
}
