package host

import (
	"cmp"
	"slices"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Beside is what spoke for or against an item besides the prompt: stems that it
// shares with the context, those that say most first, by where they are from,
// and what became of its suggestions in the workspace.
type Beside struct {
	Points    float64  `json:"points"`              // by how much it moved the logit
	Workspace []string `json:"workspace,omitempty"` // its manifests
	Files     []string `json:"files,omitempty"`     // that tools touched of late
	Commands  []string `json:"commands,omitempty"`  // that were run of late, and servers that were asked
	Suggested int      `json:"suggested,omitempty"`
	Used      int      `json:"used,omitempty"` // of those suggested
	Good      int      `json:"good,omitempty"` // said the user
	Bad       int      `json:"bad,omitempty"`
}

// Usage says what became of its suggestions; empty where it had none.
func (b Beside) Usage() string {
	return session.Usage{Suggested: b.Suggested, Used: b.Used, Good: b.Good, Bad: b.Bad}.String()
}

// besideTermsMax bounds the stems that are kept of one source.
const besideTermsMax = 6

// of is what the context said of one hit that it moved by so many points, nil
// where it said nothing.
func (b *besides) of(hit index.Hit, points float64) *Beside {
	e := hit.Evidence
	if len(e.Terms[rank.FromWorkspace])+len(e.Terms[rank.FromFiles])+len(e.Terms[rank.FromCommands]) == 0 && e.Suggested == 0 {
		return nil
	}
	told := Beside{
		Points: cents(points), Workspace: b.telling(e, rank.FromWorkspace), Files: b.telling(e, rank.FromFiles),
		Commands: b.telling(e, rank.FromCommands),
	}
	if e.Suggested > 0 {
		u := b.usage[hit.Ref]
		told.Suggested, told.Used, told.Good, told.Bad = u.Suggested, u.Used, u.Good, u.Bad
	}
	return &told
}

// telling are the stems of a source that say most.
func (b *besides) telling(e rank.Evidence, source rank.Source) []string {
	if b.weights[source] == nil {
		b.weights[source] = make(map[string]float64, len(b.Hints[source]))
		for _, hint := range b.Hints[source] {
			b.weights[source][hint.Term] = hint.Weight
		}
	}
	weights := b.weights[source]
	terms := slices.Clone(e.Terms[source])
	slices.SortStableFunc(terms, func(x, y string) int { return cmp.Compare(weights[y], weights[x]) })
	return terms[:min(len(terms), besideTermsMax)]
}
