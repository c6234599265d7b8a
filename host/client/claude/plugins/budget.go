package plugins

import (
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/cut"
)

// What was measured of a line: "- ", the id, ": " and the description, which is
// cut first; a line's end stands between two. See RATIONALE.md, "Why this model of
// the listing budget?".
const (
	lineChars    = 2
	colonChars   = 2
	descCharsMax = 1_536
)

// Place is where an item stands in the client's listing: by kind and scope, then
// by id.
type Place int

// Places in the order of the listing.
const (
	PlaceUser Place = iota
	PlaceProject
	PlaceCommand // of the user or the project
	PlacePluginCommand
	PlacePlugin
	placeBundled
)

// Listed is one item as it goes into the client's listing.
type Listed struct {
	ID          string
	Description string // catalog.Item.ListedDescription
	Place       Place
}

// ofPlugin: skillOverrides do not reach it.
func (l Listed) ofPlugin() bool { return l.Place == PlacePlugin || l.Place == PlacePluginCommand }

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
	Place   Place
	Fate    string  // one of the above
	Chars   int     // that its description takes, or would take
	Written int     // characters of the description before it is cut
	Use     float64 // how much the client thinks it is used; 0: never
	Bundled bool
	fixed   bool // its description stays, whatever the room
}

// Cut reports that the client shows the beginning of the description only.
func (l Line) Cut() bool { return l.Written > l.Chars }

// Budget is what the client shows of a listing.
type Budget struct {
	Chars int    // that all lines may take
	Used  int    // that they take
	Bare  int    // that they would take without any description that may go
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

// Listing is what the client has to list, and by what it chooses.
type Listing struct {
	Items    []Listed
	Usage    map[string]Usage
	Settings Settings
	Now      time.Time // how recent use is
}

// Budget returns which descriptions the client shows in so many characters (UTF-16
// units). Ids always stay, and so do most bundled skills' descriptions; the others
// are taken whole while they fit, by use and then in the order of the listing: one
// that is too long is passed over, and a shorter one behind it may still fit.
func (l Listing) Budget(chars int) Budget {
	budget := Budget{Chars: chars, Lines: l.lines(), Used: -1} // no line's end after the last
	for i := range budget.Lines {
		line := &budget.Lines[i]
		budget.Used += lineChars + cut.Units(line.ID) + 1
		if line.fixed {
			budget.Used += colonChars + line.Chars
		}
	}
	budget.Bare = budget.Used
	for _, i := range ranked(budget.Lines) {
		line := &budget.Lines[i]
		if cost := colonChars + line.Chars; budget.Used+cost <= chars {
			line.Fate = Described
			budget.Used += cost
		}
	}
	return budget
}

// ranked returns the lines whose descriptions compete for room, most used first.
func ranked(lines []Line) []int {
	var order []int
	for i, line := range lines {
		if line.Fate == Hidden {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return compareUse(lines[i].Use, lines[j].Use) })
	return order
}
