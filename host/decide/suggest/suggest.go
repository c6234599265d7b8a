// Package suggest renders decisions: a few lines for the model and one for the user. It
// knows neither where items come from nor how the lines reach the client.
package suggest

import (
	"maps"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/cut"
)

// Suggestion is one active item that is worth suggesting.
type Suggestion struct {
	Ref         abi.Ref
	Description string // a stranger's text
	Title       string // the same; told before the description of an item that is told as a whole
	Doubt       string // what the item names that is gone, in words; told behind its description
	Score       float64
	Unscored    bool   // the ruleset gave no score: its order alone counts
	Reason      string // for the user's eyes; never part of a text
	Wished      bool   // the user's settings want it told: its line says so
	Firm        bool   // it is asked for whatever its score

	// Places are the places of the sources that the item stands for, in words of QuotePlace.
	Places string

	// With are further items of its group, the best first, that it is suggested with.
	With []abi.Ref

	// Similar are others that say nearly the same, the best first: at most
	// one is named beside the item, where there is room.
	Similar []abi.Ref
}

// CharsMax is how many UTF-16 code units the texts of all pools have together: of more, a client
// may cut the end away, and what stood there would count as told.
const CharsMax = 8000

// Limits bound the text of a pool. Lengths are UTF-16 code units, as the client counts.
type Limits struct {
	Max              int // items
	Chars            int // the whole text of the pool
	DescriptionChars int // one description
	// Margin is how far below the first item's score a further one may stand:
	// what is clearly second best costs attention and is mostly wrong. See RATIONALE.md,
	// "Why this score?".
	Margin float64
}

// DefaultLimits are those that the targets were measured with.
func DefaultLimits() Limits { return Limits{Max: 2, Chars: 600, DescriptionChars: 200, Margin: .01} }

// Input holds the suggestions to render, best first.
type Input struct {
	Items     []Suggestion
	Kinds     catalog.Kinds
	Limits    Limits // of each pool, whose own budget may be smaller
	Templates Templates
	Best      map[string]float64 // by pool, score of the best choice, if that is not among the items
	Spent     map[string]Spent   // by pool, what the session was told before
	FirmAbove float64            // a first item with at least this score is asked for, not offered
	Occasion  string             // catalog.AtPrompt, …: it chooses budgets and the first line

	pool  string // that is being put into words
	items int    // of the pool that its budget lets be told
	taken int    // items that were told of other pools and count

	beside float64 // the least score of an item beside these

	overItems, overChars string // why an item has no place, by what bounds the two here
}

// Spent is what a session was told of a pool, as far as the client still knows it.
type Spent struct {
	Items int
	Chars int // UTF-16 code units
}

// line returns a line of the text of the pool.
func (in Input) line(name string) string { return in.Templates.of(in.pool, name) }

// Said holds the rendered text, the items in it and the items left out.
type Said struct {
	Text    string // empty: nothing
	Told    []Suggestion
	Worded  []Worded            // of each item told
	Named   map[abi.Ref]abi.Ref // what is named as similar, by the item told
	Dropped []Dropped
}

// Dropped is an item that was not rendered, and the reason.
type Dropped struct {
	Ref abi.Ref
	Why string // one of the Why constants
}

// Why an item was dropped.
const (
	WhyOverMax    = "more items than suggest.max"
	WhyOverTouch  = "one use of a tool on a file is told no more of its kind; the next use tells it"
	WhyOverKind   = "one text has no more suggestions of its kind"
	WhySession    = "this session was told as much of its kind as one session is"
	WhyOneSession = "one session is told less of its kind (lessons.session_max, lessons.session_chars)"
	WhyNone       = "suggest.max is 0"
	WhyOverChars  = "no room in suggest.chars"
	WhyOddID      = "its id cannot be quoted safely"
	WhyNoTemplate = "no template for its kind"
	WhyTwice      = "it came before"
	WhyBeside     = "another kind of item is suggested, and it does not fit surely enough to stand beside that"
	WhyTogether   = "more of its group than one suggestion names"
	WhyBehind     = "it fits clearly less well than the first (suggest.margin)"
)

// descriptionCharsMin is the least that a description is shortened to when room
// is scarce; below it the item is dropped instead.
const descriptionCharsMin = 60

// Render returns the text for the model: that of each pool, in the order of the kinds, as if
// there were no other, up to CharsMax. A pool whose items have to be surer to stand beside others
// (Budget.Beside) has only what those before it leave of the limits. Whatever the items hold,
// a pool's text stays within its limits, names no id but theirs, and has no control characters
// except line ends.
func Render(in Input) Said {
	said := Said{Named: map[abi.Ref]abi.Ref{}}
	items := in.Items
	for _, pool := range in.pools() {
		in.pool, in.Items = pool, nil
		for _, item := range items {
			if in.Kinds.Pool(item.Ref.Kind) == pool {
				in.Items = append(in.Items, item)
			}
		}
		said.add(in.bounded(said).render())
	}
	return said
}

// pools are those that there is something to say of.
func (in Input) pools() []string {
	var pools []string
	for _, name := range in.Kinds.Names() {
		pools = append(pools, in.Kinds.Pool(name))
	}
	for _, item := range in.Items {
		pools = append(pools, in.Kinds.Pool(item.Ref.Kind))
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(pools, func(pool string) bool {
		known := seen[pool]
		seen[pool] = true
		return known
	})
}

// gap parts the texts of two pools.
const gap = "\n\n"

// bounded holds the limits to the pool's budget and to what other pools left.
func (in Input) bounded(said Said) Input {
	budget := in.Kinds.BudgetAt(in.pool, in.Occasion)
	in.taken, in.beside, in.items = 0, 0, in.Limits.Max
	if in.Occasion != catalog.AtPrompt {
		in.items = 0
		if in.Limits.Max > 0 {
			in.Limits.Max, in.items = budget.Items, budget.Items
		}
	}
	if budget.Beside > 0 && said.Text != "" {
		in.taken, in.beside = len(said.Told), budget.Beside
		in.Limits.Chars = max(0, in.Limits.Chars-cut.Units(said.Text+gap))
	}
	for bound, own := range map[*int]int{
		&in.items: budget.Items, &in.Limits.Chars: budget.Chars, &in.Limits.DescriptionChars: budget.DescriptionChars,
	} {
		if own > 0 {
			*bound = min(*bound, own)
		}
	}
	if budget.TextChars > 0 {
		in.Limits.DescriptionChars = budget.TextChars
	}
	if said.Text != "" {
		in.Limits.Chars = max(0, min(in.Limits.Chars, CharsMax-cut.Units(said.Text)-len(gap)))
	}
	in.overItems, in.overChars = WhyOverKind, WhyOverChars
	switch {
	case in.Occasion == catalog.AtFile:
		in.overItems = WhyOverTouch
	case in.Occasion == catalog.AtPrompt && in.items >= in.Limits.Max:
		in.overItems = WhyOverMax
	}
	spent := in.Spent[in.pool]
	in.items, in.overItems = within(in.items, in.overItems, budget.SessionItems, spent.Items)
	in.Limits.Chars, in.overChars = within(in.Limits.Chars, in.overChars, budget.SessionChars, spent.Chars)
	return in
}

// within returns the smaller of a bound and of what a session has left of its own, if it has
// one, and why more has no place.
func within(bound int, why string, ofSession, spent int) (int, string) {
	left := max(0, ofSession-spent)
	switch {
	case ofSession == 0 || left >= bound:
		return bound, why
	case spent == 0:
		return left, WhyOneSession
	}
	return left, WhySession
}

// add takes over what was said of another pool.
func (s *Said) add(other Said) {
	if s.Text != "" && other.Text != "" {
		s.Text += gap
	}
	s.Text += other.Text
	s.Told, s.Worded = append(s.Told, other.Told...), append(s.Worded, other.Worded...)
	s.Dropped = append(s.Dropped, other.Dropped...)
	maps.Copy(s.Named, other.Named)
}

// render is Render for the items of one pool.
func (in Input) render() Said {
	var said Said
	said.Told, said.Dropped = sayable(in)
	for len(said.Told) > 0 {
		told, named := fit(in, said.Told)
		if told.text != "" {
			said.Text, said.Named, said.Worded = told.text, named, worded(in, said.Told, told)
			break
		}
		last := said.Told[len(said.Told)-1]
		said.Dropped = append(said.Dropped, Dropped{last.Ref, in.overChars})
		said.Told = said.Told[:len(said.Told)-1]
	}
	return said
}

// Notice returns the user's line about all suggested items, those of groups too, or "".
func Notice(told []Suggestion, templates Templates) string {
	names := make([]string, 0, len(told))
	for _, item := range told {
		for _, ref := range append([]abi.Ref{item.Ref}, item.With...) {
			if id, ok := QuoteID(ref.ID); ok {
				names = append(names, id)
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fill(templates["notice"], "ids", strings.Join(names, ", "))
}

// tells reports whether there are words for a kind.
func (in Input) tells(kind string) bool {
	_, known := in.Kinds.Find(kind)
	return known && in.Templates[kind] != ""
}

// sayable sorts out what may be told at all.
func sayable(in Input) (told []Suggestion, dropped []Dropped) {
	seen := map[abi.Ref]bool{}
	best := in.Best[in.pool]
	for _, item := range in.Items {
		quoted, quotable := QuoteID(item.Ref.ID)
		if kind, _ := in.Kinds.Find(item.Ref.Kind); kind.Group != nil && quoted != item.Ref.ID {
			quotable = false // a list of ids has no quotes
		}
		why := ""
		switch {
		case !quotable:
			why = WhyOddID
		case seen[item.Ref]:
			why = WhyTwice
		case !in.tells(item.Ref.Kind):
			why = WhyNoTemplate
		case in.Limits.Max == 0:
			why = WhyNone
		case len(told) >= in.items:
			why = in.overItems
		case in.taken+len(told) >= in.Limits.Max:
			why = WhyOverMax
		case !item.Unscored && item.Score < in.beside:
			why = WhyBeside
		case !item.Unscored && item.Score < best-in.Limits.Margin:
			why = WhyBehind
		}
		seen[item.Ref] = true
		if why != "" {
			dropped = append(dropped, Dropped{item.Ref, why})
			continue
		}
		told = append(told, item)
		best = max(best, item.Score)
	}
	return told, dropped
}

// fit returns the text with descriptions as long as there is room for, or "".
// What is similar is named in the room that is left then.
func fit(in Input, items []Suggestion) (composed, map[abi.Ref]abi.Ref) {
	chars := in.Limits.DescriptionChars
	for {
		told := compose(in, items, chars, nil)
		over := cut.Units(told.text) - in.Limits.Chars
		switch {
		case over <= 0:
			return nameSimilar(in, items, chars, told)
		case chars <= descriptionCharsMin:
			return composed{}, nil
		}
		// Every description gives up its share of what is too much.
		chars = max(descriptionCharsMin, chars-(over+len(items)-1)/len(items))
	}
}
