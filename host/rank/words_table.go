package rank

import (
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"
)

// wordsTable is what single words tell, "stem\tgate\tsalience\tassociation:weight …"
// sorted by stem; the line of the empty stem holds the gate's bias and the
// salience of a stem that has none. It is searched as it lies in the binary.
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
	bias := r.word("").gate
	if len(q.Terms) == 0 {
		return bias
	}
	sum := 0.0
	for _, term := range q.Terms {
		sum += r.word(term).gate
	}
	return bias + sum/math.Sqrt(float64(len(q.Terms)))
}

// Associations are the stems that most go with a query's, heaviest first, none
// of them its own; at most 8.
func (r *Recipe) Associations(q Query) []Association {
	weights := map[string]float64{}
	for _, term := range q.Terms {
		list := r.word(term).associations
		for len(list) > 0 {
			var pair string
			pair, list, _ = strings.Cut(list, " ")
			other, weight, _ := strings.Cut(pair, ":")
			weights[other] += decimal(weight)
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

// Salience is how likely a word that people ask with stands in the description
// of what they need, 0 to 1: "terraform" .5, "month" .03. It is counted on the
// bank of concepts, of which no recipe's labels know.
func (r *Recipe) Salience(term string) float64 {
	if own := r.word(term).salience; own != "" {
		return decimal(own)
	}
	return decimal(r.word("").salience)
}

// word is what is known of a stem. Its salience may be unknown: empty.
type word struct {
	gate                   float64
	salience, associations string
}

// known are the words that a recipe was asked for. It takes one goroutine at a time.
type known struct {
	words       map[string]word
	frequencies map[string]int
}

// Remembering returns the recipe for one goroutine that asks it about many texts: it looks each
// word up once, and keeps them all.
func (r *Recipe) Remembering() *Recipe {
	remembering := *r
	remembering.known = &known{words: map[string]word{}, frequencies: map[string]int{}}
	return &remembering
}

func (r *Recipe) word(term string) word {
	if r.known == nil {
		return wordLine(r.words, term)
	}
	found, ok := r.known.words[term]
	if !ok {
		found = wordLine(r.words, term)
		r.known.words[term] = found
	}
	return found
}

// frequency is in how many documents of the background a stem occurs.
func (r *Recipe) frequency(term string) int {
	if r.known == nil {
		return r.background.frequency(term)
	}
	count, ok := r.known.frequencies[term]
	if !ok {
		count = r.background.frequency(term)
		r.known.frequencies[term] = count
	}
	return count
}

func wordLine(table, term string) word {
	line, _ := lineOf(table, term)
	gate, rest, _ := strings.Cut(line, "\t")
	salience, associations, _ := strings.Cut(rest, "\t")
	return word{decimal(gate), salience, associations}
}

// decimal reads a number that cmd/lab tune has written, which a test checks; empty
// is 0.
func decimal(text string) float64 {
	number, _ := strconv.ParseFloat(text, 64)
	return number
}

// lineOf finds the line that begins with a key and a tab in a table sorted by
// key, and returns what follows.
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
