package listing

import (
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/client/inspect"
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

// Places in the order of the listing, by kind and scope.
const (
	placeUser = iota
	placeProject
	placeCommand // of the user or the project
	placePluginCommand
	placePlugin
	placeBundled
)

func placeOf(item inspect.Listed) int {
	switch {
	case item.Command && item.Plugin:
		return placePluginCommand
	case item.Command:
		return placeCommand
	case item.Plugin:
		return placePlugin
	case item.Project:
		return placeProject
	}
	return placeUser
}

// Listing is what the client has to list, and by what it chooses.
type Listing struct {
	Items    []inspect.Listed
	Usage    map[string]plugins.Usage
	Settings plugins.Settings
	Now      time.Time // how recent use is
}

// Budget returns which descriptions the client shows in so many characters (UTF-16
// units). Ids always stay, and so do most bundled skills' descriptions; the others
// are taken whole while they fit, by use and then in the order of the listing: one
// that is too long is passed over, and a shorter one behind it may still fit.
func (l Listing) Budget(chars int) inspect.Budget {
	budget := inspect.Budget{Chars: chars, Lines: l.lines(), Used: -1} // no line's end after the last
	for i := range budget.Lines {
		line := &budget.Lines[i]
		budget.Used += lineChars + cut.Units(line.ID) + 1
		if line.Fixed {
			budget.Used += colonChars + line.Chars
		}
	}
	budget.Bare = budget.Used
	for _, i := range ranked(budget.Lines) {
		line := &budget.Lines[i]
		if cost := colonChars + line.Chars; budget.Used+cost <= chars {
			line.Fate = inspect.Described
			budget.Used += cost
		}
	}
	budget.All = budget.Used
	for _, line := range budget.Lines {
		if line.Fate == inspect.Hidden {
			budget.All += colonChars + line.Chars
		}
	}
	return budget
}

// ranked returns the lines whose descriptions compete for room, most used first.
func ranked(lines []inspect.Line) []int {
	var order []int
	for i, line := range lines {
		if line.Fate == inspect.Hidden {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return compareUse(lines[i].Use, lines[j].Use) })
	return order
}
