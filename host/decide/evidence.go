package decide

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/decide/surroundings"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/store/index"
)

// recentToolUses is how many of the last tool uses the context is read from.
const recentToolUses = 20

// lift moves a prompt's hits in a part by what is known besides it: the workspace's manifests, the
// last tool uses, what became of suggestions, and what the project's settings name.
func lift(in Inputs, part *index.View, known memory, found Found, hinted *bool) (_ Found, err error) {
	found.Context = contextEvidence(in, part, known)
	if found.Hits, err = part.Lift(found.Hits, found.Context.Moves); err == nil && !*hinted {
		found.hinted = hint(in, part, known, found.Hits)
		*hinted = !found.hinted.Ref.IsZero()
	}
	return found, err
}

func contextEvidence(in Inputs, part *index.View, known memory) *fit.Context {
	var context fit.Context
	known.problems.Add(ProblemIndex, context.AddWorkspace(part, in.Recipe, in.Event.Workspace))
	context.AddUses(known.toolUses(recentToolUses), in.Recipe, in.Event.Workspace)
	usage, err := known.usage()
	known.problems.Add(ProblemState, err)
	context.AddUsage(usage)
	return &context
}

// hintLift is how much the settings of a project, a stranger's, add to the similarity
// of one item that they name: an item that shares one telling word with the prompt
// can reach the default's threshold, and none goes beyond it by this. See RATIONALE.md,
// "Why are `never`, `always` and `words` the host's?".
const hintLift = .25

// hint lifts the best of the items that the project's settings name. What fits by itself, or is
// called by its name, needs no lift and is no hint's.
func hint(in Inputs, part *index.View, known memory, hits []index.Hit) hinted {
	hints := in.Settings.ProjectWishes
	if len(hints.Always)+len(hints.Words) == 0 {
		return hinted{}
	}
	why := map[abi.Ref]string{}
	for _, one := range hints.Of(occasion(in, known, hints)) {
		if ref, found := wishedItem(in, one); found && why[ref] == "" {
			why[ref] = fmt.Sprintf("%s of this project: %s", one.Setting, one.Reason)
		}
	}
	for i := range hits {
		ref := hits[i].Ref
		if why[ref] == "" {
			continue
		}
		by := min(hintLift, fittingSimilarity-hits[i].Similarity)
		if by <= 0 || slices.Contains(surroundings.Named(in.Prompt.Text, part.IDs(), part.Kinds()), ref.ID) {
			break
		}
		hits[i].Similarity += by
		slices.SortStableFunc(hits, func(a, b index.Hit) int { return cmp.Compare(b.Similarity, a.Similarity) })
		return hinted{ref, why[ref], by}
	}
	return hinted{}
}

// inPlace moves the lifted item to where its score without the lift has it among what is
// chosen of its pool: a stranger's hint takes no other item's place, nor does it cost its own
// item one. What the lift alone made fit comes last.
func (h hinted) inPlace(kinds catalog.Kinds, choices []choice) []choice {
	at := slices.IndexFunc(choices, func(c choice) bool { return c.Ref == h.Ref })
	if at < 0 {
		return choices
	}
	lifted, rest := choices[at], slices.Concat(choices[:at], choices[at+1:])
	lifted.lift = h.by
	to := len(rest)
	switch {
	case lifted.wanted != nil: // by the user
		to = at
	case lifted.Score != nil:
		own := round6(*lifted.Score - h.by)
		behind := slices.IndexFunc(rest[at:], func(c choice) bool {
			return c.Score != nil && *c.Score < own && kinds.Pool(c.Ref.Kind) == kinds.Pool(h.Ref.Kind)
		})
		if behind >= 0 {
			to, lifted.Score, lifted.lift = at+behind, &own, 0
		}
	}
	return slices.Insert(rest, to, lifted)
}

// touchedUses is how many of the last tool uses are looked at for files, and
// chatTerms how many words that tell anything a prompt must have at least for items
// that go with files: "thanks" is no occasion.
const (
	touchedUses = 300
	chatTerms   = 2
)

// occasion is the event as wishes are held against it. Files count once the prompt
// says something.
func occasion(in Inputs, known memory, wishes wish.Wishes) wish.Event {
	e := wish.Event{Prompt: in.Prompt.Cleaned}
	if len(wishes.Always) == 0 || len(in.Prompt.Query.Terms) < chatTerms {
		return e
	}
	e.Workspace, e.Home = cmp.Or(in.Session.Recorded.Workspace, in.Event.Workspace), in.Settings.Home
	for _, use := range known.toolUses(touchedUses) {
		if touch, ok := wish.Touched(use.ToolName, use.ToolInputPreview); ok && !slices.Contains(e.Touched, touch) {
			e.Touched = append(e.Touched, touch)
		}
	}
	return e
}

// wishedItem finds the item of a wish: of the same id, that of the first kind.
func wishedItem(in Inputs, one wish.Wish) (abi.Ref, bool) {
	id, found := wish.Find(one.Name, wish.IDs{All: in.View.IDs(), Plugins: in.View.PluginIDs()})
	if !found {
		return abi.Ref{}, false
	}
	for _, kind := range in.Settings.Kinds.Names() {
		if ref := (abi.Ref{Kind: kind, ID: id}); in.View.Has(ref) {
			return ref, true
		}
	}
	return abi.Ref{}, false
}
