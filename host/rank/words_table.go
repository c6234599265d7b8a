package rank

import (
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"
)

// wordsTable is what single words tell, "stem\tgate\tassociation weight …"
// sorted by stem; the line of the empty stem holds the gate's bias. It is
// searched as it lies in the binary.
//
//go:embed data/words.txt
var wordsTable string

// associationsMax bounds the terms that a prompt is widened by: each costs a
// look into the index.
const associationsMax = 8

// Association is a stem that texts about a subject use where people who ask for
// it use other words.
type Association struct {
	Term   string
	Weight float64 // about .3 to 3
}

// WordGate is the logit of a prompt being about something that there may be an
// item for, by its words alone, about −4 to 4: a logistic regression on its
// stems.
func (r *Recipe) WordGate(q Query) float64 {
	bias, _, _ := wordLine(r.words, "")
	if len(q.Terms) == 0 {
		return bias
	}
	sum := 0.0
	for _, term := range q.Terms {
		gate, _, _ := wordLine(r.words, term)
		sum += gate
	}
	return bias + sum/math.Sqrt(float64(len(q.Terms)))
}

// Associations are the stems that most go with a query's, heaviest first, none
// of them its own; at most 8.
func (r *Recipe) Associations(q Query) []Association {
	weights := map[string]float64{}
	for _, term := range q.Terms {
		_, list, _ := wordLine(r.words, term)
		for len(list) > 0 {
			var pair string
			pair, list, _ = strings.Cut(list, " ")
			other, weight, _ := strings.Cut(pair, ":")
			w, _ := strconv.ParseFloat(weight, 64) // written by eval tune, checked by a test
			weights[other] += w
		}
	}
	for _, term := range q.Terms {
		delete(weights, term)
	}
	found := make([]Association, 0, len(weights))
	for term, weight := range weights {
		found = append(found, Association{term, weight})
	}
	slices.SortFunc(found, func(a, b Association) int {
		if a.Weight != b.Weight {
			return int(math.Copysign(1, b.Weight-a.Weight))
		}
		return strings.Compare(a.Term, b.Term)
	})
	return found[:min(len(found), associationsMax)]
}

// wordLine is the line of a stem: its part in the gate and its associations.
func wordLine(table, term string) (gate float64, associations string, found bool) {
	line, found := lineOf(table, term)
	if !found {
		return 0, "", false
	}
	number, associations, _ := strings.Cut(line, "\t")
	gate, _ = strconv.ParseFloat(number, 64)
	return gate, associations, true
}

// lineOf finds the line that begins with a key and a tab in a table sorted by
// key, and gives what follows.
func lineOf(table, key string) (rest string, found bool) {
	low, high := 0, len(table) // both at the start of a line
	for low < high {
		start := strings.LastIndexByte(table[:(low+high)/2], '\n') + 1
		line, _, _ := strings.Cut(table[start:], "\n")
		here, rest, _ := strings.Cut(line, "\t")
		switch {
		case here == key:
			return rest, true
		case here < key:
			low = start + len(line) + 1
		default:
			high = start
		}
	}
	return "", false
}

// Related is a query of a query's associations, and how much each counts.
func (r *Recipe) Related(q Query) (related Query, weights []float64) {
	for _, a := range r.Associations(q) {
		related.Terms = append(related.Terms, a.Term)
		related.Counts = append(related.Counts, 1)
		weights = append(weights, a.Weight)
	}
	return related, weights
}
