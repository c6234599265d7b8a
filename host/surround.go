package host

import (
	"cmp"
	"slices"

	"github.com/ed-irl/impressionism/host/index"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/session"
	"github.com/ed-irl/impressionism/host/surroundings"
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

// beside is what is known besides the prompt; nothing for other texts, which
// rulesets search.
func (d *decision) beside(text string) index.Context {
	if text != d.prompt() {
		return index.Context{}
	}
	context := index.Context{}
	_, words, err := d.view.Workspace(d.event.Workspace)
	d.response.problem(ProblemIndex, err)
	context.Hints[rank.FromWorkspace] = d.Recipe.Hints(surroundings.DecodeWords(words).All())
	if d.Sessions == nil || d.event.SessionID == "" || d.blind {
		return context
	}
	recorded, _ := d.toolUses(recentToolUses)
	uses := make([]surroundings.Use, len(recorded))
	for i, use := range recorded {
		uses[i] = surroundings.Use{Tool: use.ToolName, Input: use.ToolInputPreview}
	}
	context.Hints[rank.FromFiles] = d.Recipe.Hints(surroundings.Files(uses, d.event.Workspace).All())
	context.Hints[rank.FromCommands] = d.Recipe.Hints(surroundings.Commands(uses).All())
	usage, err := d.Sessions.Usage(cmp.Or(d.recorded.Workspace, d.event.Workspace), d.event.SessionID, d.event.Time)
	d.response.problem(ProblemState, err)
	context.Used = func(kind, id string) (suggested, used float64) {
		u := usage[session.Key{Kind: kind, ID: id}]
		return u.Weighted, u.WeightedUsed
	}
	return context
}

// calledSimilarity is that of an item which the prompt calls by its name: above
// every built-in's threshold, below what nothing can be more than.
const calledSimilarity = .95

// uncalledSimilarity bounds all others then: no ruleset's boost may bring one of
// them before what was called.
const uncalledSimilarity = .79

// called puts first what a prompt asks for by name ("use the pdf-forms skill").
func (f *finder) called(text string, hits []index.Hit) []index.Hit {
	names := surroundings.Named(text, f.view.IDs())
	if len(names) == 0 {
		return hits
	}
	for i := range hits {
		if slices.Contains(names, hits[i].ID) {
			hits[i].Similarity = max(hits[i].Similarity, calledSimilarity)
			hits[i].Relevance = max(hits[i].Relevance, calledSimilarity)
		} else {
			hits[i].Similarity = min(hits[i].Similarity, uncalledSimilarity)
		}
	}
	slices.SortStableFunc(hits, func(a, b index.Hit) int { return cmp.Compare(b.Similarity, a.Similarity) })
	return hits
}
