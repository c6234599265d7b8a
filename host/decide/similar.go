package decide

import (
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Similar is a near-duplicate of a suggested item: two items for one need
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
	UnnamedLine   = "what is told of its kind names no similar ones (suggest.templates)"
	UnnamedRoom   = "another one is named, or there was no room"
)

// similarBehindMax is how far, in logits, a near-duplicate may be behind the item
// that it is named beside. Of those that fit by themselves, 21 of 30 within it
// were right on the labelled prompts, and 3 of 8 beyond.
const similarBehindMax = 3

// similar are the near-duplicates of an item that the search saw, the best
// first. All it needs was found while the items competed.
func (s situation) similar(found Found, key int64) []Similar {
	item, ok := hitOf(found.Hits, key)
	if !ok {
		return nil
	}
	var all []Similar
	for _, alike := range item.Alike {
		other, ok := hitOf(found.Hits, alike.Key)
		if !ok { // it competed, and the settings took it out
			if other, ok = hitOf(found.never, alike.Key); !ok {
				continue
			}
		}
		all = append(all, Similar{Ref: other.Ref, Cosine: fit.Cents(alike.Cosine), Why: s.unnamed(found, item, other)})
	}
	return all
}

func hitOf(hits []index.Hit, key int64) (index.Hit, bool) {
	at := slices.IndexFunc(hits, func(hit index.Hit) bool { return hit.Key == key })
	if at < 0 {
		return index.Hit{}, false
	}
	return hits[at], true
}

// unnamed returns why an item may not be named beside another, or "".
func (s situation) unnamed(found Found, suggested, hit index.Hit) string {
	threshold := fittingThreshold(s.outcome)
	switch {
	case isActive(s.active, hit.Ref):
		return UnnamedActive
	case slices.ContainsFunc(s.outcome.Decision.Deactivate, func(e abi.Entry) bool { return e.Ref == hit.Ref }):
		return UnnamedGone
	case s.suggested.ByItem[hit.Ref].Count > 0:
		return UnnamedBefore
	case forbidden(s.wishes, hit.Ref):
		return UnnamedNever
	case s.suggested.Refused(hit.Ref):
		return UnnamedBad
	case found.Called:
		return UnnamedCalled
	case hit.Logit < s.view.Needed(threshold, hit).Odds:
		return UnnamedUnfit
	case hit.Logit < suggested.Logit-similarBehindMax:
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

// toldSimilar are the near-duplicates of an item that is suggested, with what became
// of them. told are all suggested items, those of groups too, and lined is whether a line names similar ones.
func (s situation) toldSimilar(found Found, hit index.Hit, said suggest.Said, told []abi.Ref, lined bool) []Similar {
	all := s.similar(found, hit.Key)
	for i := range all {
		switch {
		case all[i].Ref == said.Named[hit.Ref]:
			all[i].Named = true
		case slices.Contains(told, all[i].Ref):
			all[i].Why = UnnamedTold
		case all[i].Why == "" && !lined:
			all[i].Why = UnnamedLine
		case all[i].Why == "":
			all[i].Why = UnnamedRoom
		}
	}
	return all
}
