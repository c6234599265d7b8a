package host

import (
	"cmp"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide/surroundings"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// LookAround stores what a workspace's manifests say, where they changed. A
// workspace that cannot be read says nothing.
func LookAround(x *index.Index, workspace string) error {
	if x == nil || workspace == "" {
		return nil
	}
	known, _, err := x.Workspace(workspace)
	if err != nil {
		return err
	}
	words, stamp, err := surroundings.Look(workspace, known)
	if err != nil || stamp == known {
		return nil //nolint:nilerr // as if there were no manifests
	}
	return x.SetWorkspace(workspace, stamp, words.Encode())
}

// recentToolUses is how many of the last tool uses the context is read from.
const recentToolUses = 20

// besides is what is known besides a prompt.
type besides struct {
	index.Context
	usage   map[abi.Ref]session.Usage        // as it is told; Context has it weighted
	weights [rank.Sources]map[string]float64 // of the hints by stem, once somebody asks
}

// beside is what is known besides the prompt; nothing for other texts, which
// rulesets search.
func (d *decision) beside(text string) besides {
	if text != d.prompt() {
		return besides{}
	}
	var known besides
	d.response.problem(ProblemIndex, known.addWorkspace(d.view, d.Recipe, d.event.Workspace))
	if recorded, _ := d.toolUses(recentToolUses); len(recorded) > 0 {
		uses := make([]surroundings.Use, len(recorded))
		for i, use := range recorded {
			uses[i] = surroundings.Use{Tool: use.ToolName, Input: use.ToolInputPreview}
		}
		known.Hints[rank.FromFiles] = d.Recipe.Hints(surroundings.Files(uses, d.event.Workspace).All())
		known.Hints[rank.FromCommands] = d.Recipe.Hints(surroundings.Commands(uses).All())
	}
	usage, err := d.used()
	d.response.problem(ProblemState, err)
	known.addUsage(usage)
	return known
}

// used gives what became of suggestions in the workspace, but for those of the
// session under way; nil: nothing is known.
func (d *decision) used() (map[abi.Ref]session.Usage, error) {
	d.usageOnce.Do(func() {
		if d.past != nil && !d.blind {
			d.usage, d.usageErr = d.past.Usage(cmp.Or(d.recorded.Workspace, d.event.Workspace), d.event.SessionID, d.event.Time)
		}
	})
	return d.usage, d.usageErr
}

// addWorkspace adds what the workspace's manifests say.
func (b *besides) addWorkspace(view *index.View, recipe *rank.Recipe, workspace string) error {
	_, words, err := view.Workspace(workspace)
	b.Hints[rank.FromWorkspace] = recipe.Hints(surroundings.DecodeWords(words).All())
	return err
}

// addUsage adds what became of suggestions; nil: nothing is known.
func (b *besides) addUsage(usage map[abi.Ref]session.Usage) {
	if usage == nil {
		return
	}
	b.usage = usage
	b.Used = func(ref abi.Ref) (suggested, used float64) {
		u := usage[ref]
		return u.Weighted, u.WeightedUsed
	}
}

// calledSimilarity is that of an item which the prompt calls by its name: above
// every built-in's threshold, below what nothing can be more than.
const calledSimilarity = .95

// uncalledSimilarity bounds all others then: no ruleset's boost may bring one of
// them before what was called.
const uncalledSimilarity = .79

// called puts first what a prompt asks for by name ("use the pdf-forms skill").
func (f *finder) called(text string, hits []index.Hit) ([]index.Hit, bool) {
	names := surroundings.Named(text, f.view.IDs(), f.view.Kinds())
	if len(names) == 0 {
		return hits, false
	}
	for i := range hits {
		if slices.Contains(names, hits[i].Ref.ID) {
			hits[i].Similarity = max(hits[i].Similarity, calledSimilarity)
			hits[i].Relevance = max(hits[i].Relevance, calledSimilarity)
		} else {
			hits[i].Similarity = min(hits[i].Similarity, uncalledSimilarity)
		}
	}
	slices.SortStableFunc(hits, func(a, b index.Hit) int { return cmp.Compare(b.Similarity, a.Similarity) })
	return hits, true
}
