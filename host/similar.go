package host

import (
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Similar is a near-duplicate of an item that was told: two items for one need
// do not compete, so that the model should hear of both.
type Similar struct {
	Ref    abi.Ref `json:"ref"`
	Cosine float64 `json:"cosine"`            // of the descriptions
	Named  bool    `json:"named,omitempty"`   // beside the item
	Why    string  `json:"why_not,omitempty"` // one of the Unnamed constants, where it was not
}

// Why a near-duplicate is not named.
const (
	UnnamedTold   = "it is suggested itself"
	UnnamedActive = "it is active already"
	UnnamedBefore = "it was told before in this session"
	UnnamedNever  = "your settings never suggest it (suggest.never)"
	UnnamedBad    = "you called it bad in this session"
	UnnamedGone   = "it was withdrawn just now"
	UnnamedCalled = "the prompt calls an item by its name"
	UnnamedUnfit  = "it fits this prompt too little"
	UnnamedBehind = "it fits this prompt much less"
	UnnamedRoom   = "another one is named, or there was no room"
)

// fittingSimilarity is from which on an item fits where the ruleset has no
// threshold of its own.
const fittingSimilarity = .70

// similarBehindMax is how far, in logits, a near-duplicate may be behind the item
// that it is named beside. Of those that fit by themselves, 21 of 30 within it
// were right on the labelled prompts, and 3 of 8 beyond.
const similarBehindMax = 3

// similar are the near-duplicates of an item that the search saw, the best
// first. All it needs was found while the items competed.
func (d *decision) similar(found finding, key int64) []Similar {
	at := slices.IndexFunc(found.hits, func(hit index.Hit) bool { return hit.Key == key })
	if at < 0 {
		return nil
	}
	var all []Similar
	for _, alike := range found.hits[at].Alike {
		other := slices.IndexFunc(found.hits, func(hit index.Hit) bool { return hit.Key == alike.Key })
		hit := found.hits[other]
		all = append(all, Similar{Ref: hit.Ref, Cosine: cents(alike.Cosine), Why: d.unnamed(found, found.hits[at], hit)})
	}
	return all
}

// unnamed says why an item may not be named beside another, or "".
func (d *decision) unnamed(found finding, told, hit index.Hit) string {
	item := hit.Ref
	outcome := d.outcome.Answer.Outcome
	threshold := thresholdOf(outcome)
	if math.IsNaN(threshold) {
		threshold = fittingSimilarity
	}
	switch {
	case slices.ContainsFunc(d.active, func(active session.ActiveItem) bool { return active.Ref == item }):
		return UnnamedActive
	case slices.ContainsFunc(outcome.Decision.Deactivate, func(e abi.Entry) bool { return e.Ref == item }):
		return UnnamedGone
	case d.told.ByItem[item].Count > 0:
		return UnnamedBefore
	case d.forbidden(item):
		return UnnamedNever
	case d.told.Refused(item):
		return UnnamedBad
	case found.called:
		return UnnamedCalled
	case hit.Odds < d.view.Needed(threshold, hit).Odds:
		return UnnamedUnfit
	case hit.Odds < told.Odds-similarBehindMax:
		return UnnamedBehind
	}
	return ""
}

// nameable are those that may be named.
func nameable(all []Similar) []abi.Ref {
	var refs []abi.Ref
	for _, similar := range all {
		if similar.Why == "" {
			refs = append(refs, similar.Ref)
		}
	}
	return refs
}

// toldSimilar are the near-duplicates of an item that was told, with what became
// of them.
func (d *decision) toldSimilar(found finding, told index.Hit) []Similar {
	all := d.similar(found, told.Key)
	for i := range all {
		switch {
		case all[i].Ref == d.said.Named[told.Ref]:
			all[i].Named = true
		case d.isTold(all[i].Ref):
			all[i].Why = UnnamedTold
		case all[i].Why == "":
			all[i].Why = UnnamedRoom
		}
	}
	return all
}
