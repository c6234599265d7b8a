package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/look"
	"github.com/ed-irl/impressionism/host/rank"
)

// Kind is one kind of item. A kind is a package with one such value; the program
// knows those in its registry, see Kinds, and nothing else lists kinds.
type Kind struct {
	Name string // as in abi.Ref

	// Pool names the kinds that a person has for the same need, and that are listed
	// under one set of names: their items compete for a prompt, and an id counts once
	// among them. Empty: the kind's own name.
	Pool string

	// List returns the entries of a place in order of precedence, without reading what
	// the items say. Items need not be files.
	List func(context.Context, Place) ([]Entry, []Rejection)

	// Load reads the item of an entry. The string names its content, so that the same
	// content is not indexed twice. An error means that it cannot be read now
	// (fs.ErrNotExist: it is gone), and is not remembered: Load is asked again. A rejection
	// means that it is no item, until the entry's Stat changes.
	Load func(Entry) (Item, string, *Rejection, error)

	// Recipe returns weights, floors and null prompts of the kind's pool for an encoder.
	// nil: those of the first kind of the registry that has a recipe.
	Recipe func(encoder string) *rank.Recipe

	Budget Budget

	// AtStart and AtFile bound what is told of the kind where a session starts and where a tool
	// reads or changes a file, in the place of Budget. Without Items nothing is.
	AtStart, AtFile Budget

	// Group returns the name of what is suggested in an item's place, and the beginning of
	// the ids that belong to it: items of one group are one suggestion, with up to
	// Budget.Together of them. An empty name: the item is its own. nil: each item is.
	Group func(id string) (name, prefix string)

	// Once: an item is suggested once a session, until the client forgets what it was told.
	Once bool

	// Lines are the words for the model, by the name of the line: <kind> and <kind>_bare
	// for an item with and without a description, and lead_soft, lead_firm, load, similar
	// and wished of the pool's text, with the pool's name and "_" before it where they
	// are not for all pools. See package suggest.
	Lines map[string]string

	// See adds to an item what a ruleset sees of the kind beside what it sees of each, by the
	// front matter that Load returned and the event's time. It returns the patterns of the files
	// that the item is about. nil: there is nothing more.
	See func(item *abi.Item, frontMatter json.RawMessage, at time.Time) (paths []string)

	// Used returns the ids of the items of this kind that an event takes up, as a
	// suggestion of them asks for. nil: events tell nothing of the kind.
	Used func(abi.Event) []string
}

// Budget limits how much of a pool one text contains. A zero field has no bound but the
// user's settings; none goes beyond these.
type Budget struct {
	Items            int
	Together         int // items of one group that are named in one suggestion
	Chars            int // UTF-16 code units of the pool's whole text
	DescriptionChars int // of one description
	TextChars        int // of the text of an item that is told as a whole, in a description's place and whatever the user's bound on these
	// SessionItems and SessionChars bound what one session is told of the pool in sum, until the
	// client forgets what it was told.
	SessionItems int
	SessionChars int
	// Beside is the score from which on an item is suggested beside one of a pool before
	// this: what that leaves of the user's limits is then all that there is. 0: pools know
	// nothing of each other.
	Beside float64
}

// Place is where the items of one kind are looked for.
type Place struct {
	Workspace string // absolute; empty: user level only
	Roots     []Root // folders in which the client keeps items of the kind, in order of precedence
}

// Root is a directory in which items are looked for.
type Root struct {
	Dir      string // absolute
	Boundary string // absolute; what lies outside is rejected
	Source   string // SourceUser, …
	Plugin   string // "name@market" for plugins
	Prefix   string // of every id: "plugin:" or empty
	Skip     map[string]bool
	Patterns []string // doublestar globs of the items' files at any depth; nil: the kind's own layout
	Ignore   []string // with Patterns: globs of what is left out
	Budget   *RootBudget
	Looks    *look.Looks // how files are looked at; nil: on the disk
}

// RootBudget is what looking through roots may cost in sum. The zero one has no end in
// time.
type RootBudget struct {
	Over   func() bool // reports that nobody waits any more; may be nil
	Visits int         // directory entries looked at so far
}

// Kinds is the registry: the kinds that a program knows, in order of precedence.
type Kinds []Kind

// Find returns the kind of a name; false where there is none.
func (k Kinds) Find(name string) (Kind, bool) {
	at := slices.IndexFunc(k, func(kind Kind) bool { return kind.Name == name })
	if at < 0 {
		return Kind{}, false
	}
	return k[at], true
}

// Names returns the names of the kinds in their order.
func (k Kinds) Names() []string {
	names := make([]string, len(k))
	for i, kind := range k {
		names[i] = kind.Name
	}
	return names
}

// Pool returns the name of the pool in which items of a kind compete.
func (k Kinds) Pool(name string) string {
	kind, _ := k.Find(name)
	return cmp.Or(kind.Pool, name)
}

// In returns the kinds of a pool in their order.
func (k Kinds) In(pool string) Kinds {
	return slices.DeleteFunc(slices.Clone(k), func(kind Kind) bool { return k.Pool(kind.Name) != pool })
}

// Occasions on which items are told.
const (
	AtPrompt = ""
	AtStart  = "start" // of a session
	AtFile   = "file"  // that a tool reads or changes
)

// BudgetAt returns what a kind's items may take on an occasion. What a session is told in sum
// is the same on all.
func (k Kind) BudgetAt(occasion string) Budget {
	budget := k.Budget
	switch occasion {
	case AtStart:
		budget = k.AtStart
	case AtFile:
		budget = k.AtFile
	}
	budget.SessionItems, budget.SessionChars = k.Budget.SessionItems, k.Budget.SessionChars
	return budget
}

// BudgetAt returns the budget of a pool on an occasion: of each bound the smallest that one of
// its kinds sets.
func (k Kinds) BudgetAt(pool, occasion string) Budget {
	var b Budget
	for _, kind := range k.In(pool) {
		own := kind.BudgetAt(occasion)
		b.Items = atMost(b.Items, own.Items)
		b.Together = atMost(b.Together, own.Together)
		b.Chars = atMost(b.Chars, own.Chars)
		b.Beside = max(b.Beside, own.Beside)
		b.DescriptionChars = atMost(b.DescriptionChars, own.DescriptionChars)
		b.TextChars = atMost(b.TextChars, own.TextChars)
		b.SessionItems = atMost(b.SessionItems, own.SessionItems)
		b.SessionChars = atMost(b.SessionChars, own.SessionChars)
	}
	return b
}

// atMost returns the smaller of two bounds, of which 0 is none.
func atMost(a, b int) int {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// Lines returns the lines of all kinds by name.
func (k Kinds) Lines() map[string]string {
	lines := map[string]string{}
	for _, kind := range k {
		maps.Copy(lines, kind.Lines)
	}
	return lines
}

// Load reads the item of an entry, as the entry's kind does.
func (k Kinds) Load(entry Entry) (Item, string, *Rejection, error) {
	kind, known := k.Find(entry.Kind)
	if !known {
		return Item{}, "", nil, fmt.Errorf("load %s: there is no kind %q", entry.ID, entry.Kind)
	}
	return kind.Load(entry)
}

// Used returns the items that an event takes up.
func (k Kinds) Used(event abi.Event) []abi.Ref {
	var used []abi.Ref
	for _, kind := range k {
		if kind.Used == nil {
			continue
		}
		for _, id := range kind.Used(event) {
			used = append(used, abi.Ref{Kind: kind.Name, ID: id})
		}
	}
	return used
}

// Taken returns Used, with all items of the group in the place of one: a suggestion of a
// group is taken up by whatever is used of it. An id that ends in "*" stands for every id
// that begins so.
func (k Kinds) Taken(event abi.Event) []abi.Ref {
	used := k.Used(event)
	for i, ref := range used {
		used[i] = k.Whole(ref)
	}
	return used
}

// Whole returns what stands for all items of an item's group, or the item where it has none.
func (k Kinds) Whole(ref abi.Ref) abi.Ref {
	if kind, _ := k.Find(ref.Kind); kind.Group != nil {
		if name, prefix := kind.Group(ref.ID); name != "" {
			ref.ID = prefix + "*"
		}
	}
	return ref
}

// Invoked returns the item that the client loaded with an event, or that the
// user called by its name: Kind.Used of what the client itself lists. What a subagent loads
// says nothing of a suggestion, as none was told to it.
func Invoked(event abi.Event) []string {
	if event.Agent != "" {
		return nil
	}
	if id := cmp.Or(event.Invoked, event.Command); id != "" {
		return []string{id}
	}
	return nil
}
