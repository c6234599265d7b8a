package engine

import (
	"slices"

	"github.com/ed-irl/impressionism/abi"
)

// A ruleset sees items of the kinds that its manifest names. So an author who never heard of
// a kind gets nothing else into a search than before.

// seen returns those of some kinds that the ruleset sees; of no kinds, all that it sees.
func (d *door) seen(kinds []string) []string {
	if len(kinds) == 0 {
		return d.ruleset.Manifest.SeenKinds()
	}
	return slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool { return !d.ruleset.Manifest.Sees(kind) })
}

// Active leaves out what the ruleset does not see.
func (d *door) Active(request abi.KindsRequest) ([]abi.Active, error) {
	if request.Kinds = d.seen(request.Kinds); len(request.Kinds) == 0 {
		return []abi.Active{}, nil
	}
	return d.Host.Active(request)
}

// Items leaves out what the ruleset does not see.
func (d *door) Items(request abi.PageRequest) (abi.ItemPage, error) {
	if request.Kinds = d.seen(request.Kinds); len(request.Kinds) == 0 {
		return abi.ItemPage{Items: []abi.Item{}}, nil
	}
	return d.Host.Items(request)
}

// Relevance leaves out what the ruleset does not see.
func (d *door) Relevance(request abi.RelevanceRequest) ([]abi.Relevance, error) {
	request.Refs = slices.DeleteFunc(slices.Clone(request.Refs), func(ref abi.Ref) bool { return !d.ruleset.Manifest.Sees(ref.Kind) })
	return d.Host.Relevance(request)
}
