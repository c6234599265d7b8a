package decide

import (
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide/suggest"
)

// withSimilarity is the similarity from which on an item is named with another of its
// group that is suggested. See docs/selection.md, "Tools".
const withSimilarity = .55

// grouped makes one suggestion of items of one group, with the next best of that group. It
// returns what was chosen and is more than one suggestion names, too.
func grouped(in Inputs, found Found, items []suggest.Suggestion) (whole []suggest.Suggestion, dropped []suggest.Dropped) {
	for _, item := range items {
		group := groupOf(in, item.Ref)
		at := slices.IndexFunc(whole, func(other suggest.Suggestion) bool { return group != "" && groupOf(in, other.Ref) == group })
		if at < 0 {
			whole = append(whole, item)
		} else {
			whole[at].With = append(whole[at].With, item.Ref)
		}
	}
	for i, item := range whole {
		chosen := item.With
		kind, _ := in.Settings.Kinds.Find(item.Ref.Kind)
		group := groupOf(in, item.Ref)
		if group == "" {
			continue
		}
		for _, hit := range found.Hits {
			if hit.Similarity < withSimilarity || hit.Ref == item.Ref || slices.Contains(whole[i].With, hit.Ref) || groupOf(in, hit.Ref) != group {
				continue
			}
			if mayTell(in, hit.Ref) && withheld(in.Session, hit.Ref) == "" {
				whole[i].With = append(whole[i].With, hit.Ref)
			}
		}
		whole[i].With = whole[i].With[:min(len(whole[i].With), max(0, kind.Budget.Together-1))]
		for _, ref := range chosen[min(len(chosen), len(whole[i].With)):] {
			dropped = append(dropped, suggest.Dropped{Ref: ref, Why: suggest.WhyTogether})
		}
	}
	return whole, dropped
}

// groupOf returns the group of an item and its kind, or "".
func groupOf(in Inputs, ref abi.Ref) string {
	kind, known := in.Settings.Kinds.Find(ref.Kind)
	if !known || kind.Group == nil {
		return ""
	}
	if name, prefix := kind.Group(ref.ID); name != "" {
		return ref.Kind + ":" + prefix
	}
	return ""
}
