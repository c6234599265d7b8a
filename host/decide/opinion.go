package decide

import (
	"fmt"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/trace"
)

// Doubt says when a prompt is open: of the items that may still be suggested, the best has a
// similarity from From up to and without To; or it has To or more, and the second is nearly
// its equal.
type Doubt struct{ From, To float64 }

// tie is how near, in similarity, the second item is to the best one where the two are
// nearly equal: twice as near as a second suggestion has to be (suggest.margin).
const tie = .02

// Why a prompt is open.
const (
	OpenNear = "near" // the best item is neither clearly enough nor clearly too little
	OpenTied = "tied" // the best two are nearly equal
)

// Question is what a language model is asked about an open prompt.
type Question struct {
	Open       string      // OpenNear or OpenTied
	Prompt     string      // without pasted material; of a long one both ends
	Candidates []Candidate // the best first
	Max        int         // items that may be named
}

// Candidate is an item that may fit.
type Candidate struct {
	Ref         abi.Ref
	Description string
}

// candidatesMax bounds the candidates. Of 139 labelled prompts over 12 to 100 skills, the
// right one is among the ten best for 137.
const candidatesMax = 10

// Question returns what to ask about a prompt that the decision leaves open, and whether it
// is open. Never open are prompts that say too little or are about nothing in particular,
// that call an item by its name, or for which the user's settings ask for an item; nor is
// any where nothing would be told whatever the answer.
func (d *Decision) Question() (Question, bool) {
	l := d.local
	if l == nil || d.Err != nil || l.in.Event.Name != abi.EventPrompt || l.in.DeactivateOnly || l.in.Session.Recorded.Silent || l.in.Settings.Suggest.Max < 1 {
		return Question{}, false
	}
	if d.Neutral || l.found.Silent || l.found.Called || len(wanted(l.in, l.known)) > 0 {
		return Question{}, false
	}
	q := Question{Open: l.open(), Prompt: searched(l.in.Prompt.Cleaned), Max: l.in.Settings.Suggest.Max}
	if q.Open == "" {
		return Question{}, false
	}
	for _, hit := range l.candidates() {
		item, err := l.in.View.Item(hit.Key)
		if err != nil {
			return Question{}, false // the index is damaged, as rendering it would show
		}
		q.Candidates = append(q.Candidates, Candidate{hit.Ref, item.Description})
	}
	return q, true
}

// candidates are the best items that the search found, of the kinds that a ruleset sees and
// that the client lists: what others say of their tools goes to no provider, and no tool
// settles or opens what is asked about skills.
func (l *local) candidates() []index.Hit {
	kinds := seenKinds(l.in)
	hits := slices.DeleteFunc(slices.Clone(l.found.Hits), func(hit index.Hit) bool {
		listed := l.in.Settings.Kinds.Pool(hit.Ref.Kind) == catalog.PoolListed
		return !(hit.Similarity > 0) || !listed || !slices.Contains(kinds, hit.Ref.Kind)
	})
	return hits[:min(candidatesMax, len(hits))]
}

// open returns why the prompt is open, or "".
func (l *local) open() string {
	var similarities []float64
	for _, hit := range l.candidates() {
		if l.mayTell(hit.Ref) {
			similarities = append(similarities, hit.Similarity)
		}
	}
	doubt := l.in.Settings.Doubt
	switch {
	case len(similarities) == 0 || similarities[0] < doubt.From:
		return ""
	case similarities[0] < doubt.To:
		return OpenNear
	case len(similarities) > 1 && similarities[0]-similarities[1] <= tie:
		return OpenTied
	}
	return ""
}

// mayTell reports whether an item is one that could be told anew with this prompt.
func (l *local) mayTell(ref abi.Ref) bool {
	return !isActive(l.active, ref) && mayTell(l.in, ref)
}

// ByOpinion stands in a stored decision for who chose an item that an opinion added.
const ByOpinion = "opinion"

// weighed is what an opinion does to the outcome of the rulesets.
type weighed struct {
	chosen    []abi.Ref // the best first
	withdrawn []suggest.Dropped
}

// mark marks the choices that an opinion made, and returns what it left out. A nil weighed
// is no opinion.
func (w *weighed) mark(choices []choice) []suggest.Dropped {
	if w == nil {
		return nil
	}
	for i := range choices {
		choices[i].judged = slices.Contains(w.chosen, choices[i].Ref)
	}
	return w.withdrawn
}

// Weigh returns the decision with what an opinion chose of the question's candidates. It
// decides about these alone, and of them about those that are not active: what is active
// stays as the rulesets have it. Weigh depends on the decision and the opinion alone, and
// leaves the decision as it is.
func (d Decision) Weigh(o trace.Opinion) Decision {
	o.Local, d.Opinion = d.Suggested, &o
	if o.Verdict == trace.OpinionFailed || o.Verdict == trace.OpinionSkipped || d.local == nil {
		return d
	}
	outcome, w := d.local.weigh(o)
	d.local.finish(&d, outcome, w)
	o.Verdict = trace.OpinionChanged
	if slices.Equal(o.Local, d.Suggested) {
		o.Verdict = trace.OpinionConfirmed
	}
	return d
}

// weigh puts what an opinion chose before what the rulesets chose besides.
func (l *local) weigh(o trace.Opinion) (engine.Outcome, *weighed) {
	outcome, w := l.answer.Outcome, &weighed{}
	local := outcome.Decision.Activate
	var entries []abi.Entry
	for _, ref := range o.Chosen {
		at := slices.IndexFunc(local, func(entry abi.Entry) bool { return entry.Ref == ref })
		switch {
		case !slices.Contains(o.Candidates, ref) || !l.in.View.Has(ref) || isActive(l.active, ref) || slices.Contains(w.chosen, ref):
			continue
		case at >= 0:
			entries = append(entries, local[at])
		default:
			entries = append(entries, abi.Entry{Ref: ref, Reason: fmt.Sprintf("%s (%s) chose it among %d candidates", o.Model, o.Provider, len(o.Candidates))})
		}
		w.chosen = append(w.chosen, ref)
	}
	for _, entry := range local {
		switch {
		case slices.Contains(w.chosen, entry.Ref):
		case isActive(l.active, entry.Ref) || !slices.Contains(o.Candidates, entry.Ref):
			entries = append(entries, entry)
		default:
			w.withdrawn = append(w.withdrawn, suggest.Dropped{Ref: entry.Ref, Why: fmt.Sprintf("%s (%s) did not choose it", o.Model, o.Provider)})
		}
	}
	if limit := thresholdsOf(l.in, outcome).active; !math.IsNaN(limit) {
		entries = firstOfEach(entries, int(limit))
	}
	outcome.Decision.Activate = entries
	return outcome, w
}
