package fit

import (
	"cmp"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide/surroundings"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Beside is the evidence for or against an item besides the prompt: stems that the item
// shares with the context, heaviest first, by their source, and the outcome of the
// item's earlier suggestions in the workspace.
type Beside struct {
	Points    float64  `json:"points"`              // by how much it moved the logit
	Workspace []string `json:"workspace,omitempty"` // its manifests
	Files     []string `json:"files,omitempty"`     // that tools touched of late
	Commands  []string `json:"commands,omitempty"`  // that were run of late, and servers that were asked
	Suggested int      `json:"suggested,omitempty"`
	Used      int      `json:"used,omitempty"` // of those suggested
	Good      int      `json:"good,omitempty"` // said the user
	Bad       int      `json:"bad,omitempty"`
	Doubt     string   `json:"doubt,omitempty"` // what it names that is gone, in words
}

// Usage returns what became of its suggestions; empty where it had none.
func (b Beside) Usage() string {
	return session.Usage{Suggested: b.Suggested, Used: b.Used, Good: b.Good, Bad: b.Bad}.String()
}

// besideTermsMax bounds the stems that are kept of one source.
const besideTermsMax = 6

// Context is what is known besides a prompt: what moves the hits, and what became of
// suggestions as people are shown it. Its zero value moves nothing.
type Context struct {
	Moves index.Context

	usage   map[abi.Ref]session.Usage        // as it is shown; Moves has it weighted
	weights [rank.Sources]map[string]float64 // of the hints by stem, once somebody asks
}

// AddWorkspace adds the words of the workspace's manifests.
func (c *Context) AddWorkspace(view *index.View, recipe *rank.Recipe, workspace string) error {
	_, words, err := view.Workspace(workspace)
	c.Moves.Hints[rank.FromWorkspace] = recipe.Hints(surroundings.DecodeWords(words).All())
	return err
}

// AddUses adds the words of the session's last tool uses.
func (c *Context) AddUses(uses []abi.ToolUse, recipe *rank.Recipe, workspace string) {
	if len(uses) == 0 {
		return
	}
	read := make([]surroundings.Use, len(uses))
	for i, use := range uses {
		read[i] = surroundings.Use{Tool: use.ToolName, Input: use.ToolInputPreview}
	}
	c.Moves.Hints[rank.FromFiles] = recipe.Hints(surroundings.Files(read, workspace).All())
	c.Moves.Hints[rank.FromCommands] = recipe.Hints(surroundings.Commands(read).All())
}

// AddUsage adds what became of suggestions; nil: nothing is known.
func (c *Context) AddUsage(usage map[abi.Ref]session.Usage) {
	if usage == nil {
		return
	}
	c.usage = usage
	c.Moves.Used = func(ref abi.Ref) (suggested, used float64) {
		u := usage[ref]
		return u.Weighted, u.WeightedUsed
	}
}

// Beside returns the evidence of the context for one hit that the context moved by so
// many points, or nil where there is none.
func (c *Context) Beside(hit index.Hit, points float64) *Beside {
	e := hit.Evidence
	if hit.Doubt == "" && len(e.Terms[rank.FromWorkspace])+len(e.Terms[rank.FromFiles])+len(e.Terms[rank.FromCommands]) == 0 && e.Suggested == 0 {
		return nil
	}
	if c == nil {
		c = &Context{}
	}
	said := Beside{
		Points: Cents(points), Doubt: hit.Doubt, Workspace: c.heaviest(e, rank.FromWorkspace), Files: c.heaviest(e, rank.FromFiles),
		Commands: c.heaviest(e, rank.FromCommands),
	}
	if e.Suggested > 0 {
		u := c.usage[hit.Ref]
		said.Suggested, said.Used, said.Good, said.Bad = u.Suggested, u.Used, u.Good, u.Bad
	}
	return &said
}

// heaviest are the stems of a source that say most.
func (c *Context) heaviest(e rank.Evidence, source rank.Source) []string {
	if c.weights[source] == nil {
		c.weights[source] = make(map[string]float64, len(c.Moves.Hints[source]))
		for _, hint := range c.Moves.Hints[source] {
			c.weights[source][hint.Term] = hint.Weight
		}
	}
	weights := c.weights[source]
	terms := slices.Clone(e.Terms[source])
	slices.SortStableFunc(terms, func(x, y string) int { return cmp.Compare(weights[y], weights[x]) })
	return terms[:min(len(terms), besideTermsMax)]
}
