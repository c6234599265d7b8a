package tune

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
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

// wordTable is what single words tell.
type wordTable struct {
	associations map[string][]rank.Association
	gate         textGate
}

// fitWords finds which words of descriptions go with which words of asks.
func (f *fitter) fitWords() error {
	f.words = &wordTable{associations: map[string][]rank.Association{}}
	if f.without["related"] {
		return nil
	}
	askers, tellers := map[string]int{}, map[string]int{}
	together := map[string]map[string]int{}
	for i, concept := range f.Concepts {
		asked, told := map[string]bool{}, map[string]bool{}
		for _, ask := range f.asks {
			if ask.concept == i {
				for _, term := range ask.query.Terms {
					asked[term] = true
				}
			}
		}
		for _, term := range rank.NewQuery(concept.Name + ": " + concept.About).Terms {
			told[term] = true
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
	fmt.Fprintf(&out, "\t%.*f\t\n", wordGateDigits, t.gate.bias)
	terms := map[string]bool{}
	for term := range t.gate.weights {
		terms[term] = true
	}
	for term := range t.associations {
		terms[term] = true
	}
	for _, term := range slices.Sorted(maps.Keys(terms)) {
		fmt.Fprintf(&out, "%s\t%.*f\t", term, wordGateDigits, t.gate.weights[term])
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
