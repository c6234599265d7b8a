package inspect

import "time"

// Listing is how a client lists items for the model: their ids, and their descriptions as
// far as there is room. Chars are UTF-16 code units.
type Listing struct {
	Measured     string // the version of the client with which the rule was measured
	Limit        string // of a description, in words
	DefaultModel string // that sessions begin with where nobody has chosen
	Settings     ListingSettings
	WindowTokens func(tokens int) Window // the window of a model that is not known
	Open         func(home, workspace string, lookup func(name string) string, now time.Time) Lister
}

// ListingSettings are the client's settings about its listing, as a user writes them.
type ListingSettings struct {
	File      string                        // below the client's own folder
	Overrides string                        // the key of Plan.Choices
	Share     func(fraction float64) string // of the window, for the listing
	Chars     func(chars int) string        // for the listing
	NoBundled string                        // leaves the client's own items out
}

// Lister answers with a workspace's settings and what the client has counted of use.
type Lister struct {
	Model    string   // that the settings name, or ""
	CharsSet bool     // the settings name the characters themselves, so that no share counts
	Warnings []string // files that were ignored, or parts of them
	// Window returns a model's window, as the client counts it, and whether the model is known.
	Window func(model string) (window Window, known bool)
	Budget func(items []Listed, window Window) Budget
	// Plan proposes overrides so that every item is listed with its description or found by
	// search. It calls only what Wanted has.
	Plan func(items []Listed, window Window, wanted Wanted) (Plan, error)
}

// Window is how much a model reads, and how densely the client takes its text to be.
type Window struct {
	Tokens        int
	CharsPerToken int
}

// Fraction returns the share of the window that so many characters are.
func (w Window) Fraction(chars int) float64 {
	return float64(chars) / float64(w.Tokens*w.CharsPerToken)
}

// Listed is one item as it goes into the client's listing.
type Listed struct {
	ID          string
	Description string // catalog.Item.ListedDescription
	Command     bool
	Plugin      bool // of a plugin: overrides do not reach it
	Project     bool // of a project
}

// What becomes of an item's description.
const (
	Described   = "described"
	Hidden      = "hidden"      // there was no room for it
	NameOnly    = "name-only"   // the user's settings say so
	Undescribed = "undescribed" // it has none
)

// Line is one item in the listing.
type Line struct {
	ID      string
	Place   int     // by kind and scope, in the order of the listing
	Fate    string  // one of the above
	Chars   int     // that its description takes, or would take
	Written int     // characters of the description before it is cut
	Use     float64 // how much the client thinks it is used; 0: never
	Uses    int     // that the client has counted
	Bundled bool    // it comes with the client
	Fixed   bool    // its description stays, whatever the room
}

// Cut reports that the client shows the beginning of the description only.
func (l Line) Cut() bool { return l.Written > l.Chars }

// Budget is what the client shows of a listing.
type Budget struct {
	Chars int    // that all lines may take
	Used  int    // that they take
	Bare  int    // that they would take without any description that may go
	All   int    // that they would take with every description, as far as it is cut
	Lines []Line // in the order of the listing
}

// IDs returns the items of a fate in the order of the listing, bundled ones left out.
func (b Budget) IDs(fate string) []string {
	var ids []string
	for _, line := range b.Lines {
		if line.Fate == fate && !line.Bundled {
			ids = append(ids, line.ID)
		}
	}
	return ids
}

// Wanted is what a plan goes by, beside the listing.
type Wanted struct {
	// Used reports that the user has had use of an item, beside what the client counts.
	Used func(id string) bool
	// Found returns an item's place in a search for its own description without its
	// name, from 1; 0 where it does not come up.
	Found func(id string) (int, error)
}

// Choice is one override that a plan proposes.
type Choice struct {
	ID       string
	Override string // a value of the client's setting
	Describe bool   // it brings the description back, which search does not find
	Found    int    // the item's place in the search; 0: it is not found
	Chars    int    // of its description
}

// Plan proposes overrides so that every item is listed with its description or
// found by search.
type Plan struct {
	Choices         []Choice // by id
	Before, After   Budget
	Unreached, Lost []string       // neither described nor found, before and after
	Found           map[string]int // places of those that were looked for
}
