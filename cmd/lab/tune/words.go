package tune

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/host/rank"
)

// Which associations are kept: a stem that at least so many concepts' asks
// hold, with a stem of at least so many of those concepts' descriptions that
// stands there at least liftMin times as often as elsewhere.
const (
	askersMin          = 3
	togetherMin        = 2
	liftMin            = 3
	associationMin     = .4
	associationsKept   = 5
	associationShrink  = 3 // concepts added to the askers, so that few prove little
	wordGateStemsMin   = 3 // texts that hold a stem for it to have a weight
	textGateRidge      = 1.0
	asksGateWeight     = .3 // of an ask in the gates on words: there are many
	asksVectorWeight   = .1 // and in the gate on vectors
	crossFits          = 4
	wordGateDigits     = 4
	associationsDigits = 2
)

// Salience: the share of the concepts asked for with a stem whose descriptions
// have it, drawn to that of a stem that nothing is known of, as by so many concepts
// more. A stem has one of its own from so many concepts asked for with it, or one
// that is described with it too.
const (
	salienceUnknown  = .06
	salienceShrink   = 2
	salienceAskedMin = 3
	salienceDigits   = 3
)

// wordTable is what single words tell.
type wordTable struct {
	associations map[string][]rank.Association
	salience     map[string]float64
	gate         textGate
}

// fitWords finds which words of asks stand in descriptions too, and which words of
// descriptions go with which words of asks: the latter by Concepts alone.
func (f *fitter) fitWords() error {
	f.words = &wordTable{associations: map[string][]rank.Association{}, salience: map[string]float64{}}
	f.fitSalience()
	if f.without["related"] {
		return nil
	}
	askers, tellers := map[string]int{}, map[string]int{}
	together := map[string]map[string]int{}
	for asked, told := range f.vocabularies(f.asks[:f.own]) {
		for term := range told {
			tellers[term]++
		}
		for term := range asked {
			askers[term]++
			if together[term] == nil {
				together[term] = map[string]int{}
			}
			for other := range told {
				together[term][other]++
			}
		}
	}
	for term, others := range together {
		if askers[term] >= askersMin {
			if kept := associated(term, others, askers[term], tellers, len(f.Concepts)); len(kept) > 0 {
				f.words.associations[term] = kept
			}
		}
	}
	return nil
}

// fitSalience counts for which concepts people use a word, and in how many of
// their descriptions it stands.
func (f *fitter) fitSalience() {
	askers, both := map[string]int{}, map[string]int{}
	for asked, told := range f.vocabularies(f.asks) {
		for term := range asked {
			askers[term]++
			if told[term] {
				both[term]++
			}
		}
	}
	for term, count := range askers {
		if both[term] > 0 || count >= salienceAskedMin {
			f.words.salience[term] = (float64(both[term]) + salienceShrink*salienceUnknown) / (float64(count) + salienceShrink)
		}
	}
}

// vocabularies returns, concept by concept, the terms that some asks have and those
// that it is described with.
func (f *fitter) vocabularies(asks []ask) iter.Seq2[map[string]bool, map[string]bool] {
	return func(yield func(asked, told map[string]bool) bool) {
		of := make([]map[string]bool, len(f.told))
		for _, ask := range asks {
			if of[ask.concept] == nil {
				of[ask.concept] = map[string]bool{}
			}
			for _, term := range ask.query.Terms {
				of[ask.concept][term] = true
			}
		}
		for i, asked := range of {
			told := map[string]bool{}
			for _, term := range f.told[i] {
				told[term] = true
			}
			if asked != nil && !yield(asked, told) {
				return
			}
		}
	}
}

// associated keeps what goes with a term: the share of its askers that tell of
// the other, times the logarithm of how much more often that is than usual.
func associated(term string, others map[string]int, askers int, tellers map[string]int, concepts int) []rank.Association {
	var kept []rank.Association
	for other, count := range others {
		lift := float64(count) / float64(askers) / (float64(tellers[other]) / float64(concepts))
		weight := float64(count) / float64(askers+associationShrink) * math.Log(lift)
		if count >= togetherMin && other != term && lift > liftMin && weight >= associationMin {
			kept = append(kept, rank.Association{Term: other, Weight: weight})
		}
	}
	slices.SortFunc(kept, func(a, b rank.Association) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), strings.Compare(a.Term, b.Term))
	})
	return kept[:min(len(kept), associationsKept)]
}

// encode writes data/words.txt.
func (t *wordTable) encode() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "\t%.*f\t%.*f\t\n", wordGateDigits, t.gate.bias, salienceDigits, salienceUnknown)
	terms := map[string]bool{}
	for term := range t.gate.weights {
		terms[term] = true
	}
	for term := range t.associations {
		terms[term] = true
	}
	for term := range t.salience {
		terms[term] = true
	}
	for _, term := range slices.Sorted(maps.Keys(terms)) {
		fmt.Fprintf(&out, "%s\t%s\t%s\t", term, cell(t.gate.weights, term, wordGateDigits), cell(t.salience, term, salienceDigits))
		for i, a := range t.associations[term] {
			if i > 0 {
				out.WriteByte(' ')
			}
			fmt.Fprintf(&out, "%s:%.*f", a.Term, associationsDigits, a.Weight)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// cell writes what is known of a term; empty: nothing is.
func cell(numbers map[string]float64, term string, digits int) string {
	number, known := numbers[term]
	if !known {
		return ""
	}
	return strconv.FormatFloat(number, 'f', digits, 64)
}
