package listing

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/cut"
)

// lines are all items with the bundled skills, in the order of the listing. Those
// whose descriptions compete for room are hidden so far.
func (l Listing) lines() []inspect.Line {
	lines := make([]inspect.Line, 0, len(l.Items)+len(bundledSkills))
	own := make(map[string]bool, len(l.Items))
	for _, item := range l.Items {
		own[item.ID] = true
		override := l.Settings.SkillOverrides[item.ID]
		if item.Plugin {
			override = ""
		}
		lines = l.add(lines, inspect.Line{ID: item.ID, Place: placeOf(item), Written: cut.Units(item.Description)}, override)
	}
	for _, skill := range bundledSkills {
		if own[skill.id] || l.Settings.DisableBundledSkills && !skill.stays {
			continue // an item of the same id stands in its place
		}
		line := inspect.Line{ID: skill.id, Place: placeBundled, Written: skill.chars, Bundled: true, Fixed: !skill.ranked}
		lines = l.add(lines, line, l.Settings.SkillOverrides[skill.id])
	}
	slices.SortStableFunc(lines, func(a, b inspect.Line) int {
		if a.Place == placeBundled && b.Place == placeBundled {
			return 0 // in the client's own order
		}
		return cmp.Or(cmp.Compare(a.Place, b.Place), compareIDs(a.ID, b.ID))
	})
	return lines
}

func (l Listing) add(lines []inspect.Line, line inspect.Line, override string) []inspect.Line {
	line.Chars = min(line.Written, cmp.Or(l.Settings.ListingDescCharsMax, descCharsMax))
	line.Uses = int(l.Usage[line.ID].Count)
	line.Use = weight(l.Usage[line.ID], l.Now)
	switch {
	case override == plugins.OverrideOff, override == plugins.OverrideUserOnly:
		return lines
	case line.Written == 0:
		line.Fate, line.Fixed = inspect.Undescribed, false
	case override == plugins.OverrideNameOnly:
		line.Fate, line.Fixed = inspect.NameOnly, false
	case line.Fixed:
		line.Fate = inspect.Described
	default:
		line.Fate = inspect.Hidden
	}
	return append(lines, line)
}

// What use is worth to the client after a time, as measured: half after a week,
// half of that after two, and never less than a tenth.
const (
	useHalvesAfter = 7 * 24 * time.Hour
	useShareMin    = .1
)

// weight is how much a use counts now. Without its time the client counts nothing.
func weight(u plugins.Usage, now time.Time) float64 {
	if u.LastUsedAt <= 0 {
		return 0
	}
	age := float64(now.UnixMilli()) - u.LastUsedAt
	return u.Count * max(math.Exp2(-age/float64(useHalvesAfter.Milliseconds())), useShareMin)
}

func compareUse(a, b float64) int { return cmp.Compare(b, a) }

// compareIDs orders as the client does, by the collation of its locale: marks
// before digits before letters, whose case tells only between equals. Of the marks
// those that ids have were measured.
func compareIDs(a, b string) int {
	return cmp.Or(slices.CompareFunc([]rune(a), []rune(b), func(x, y rune) int {
		return cmp.Or(cmp.Compare(class(x), class(y)), cmp.Compare(unicode.ToLower(x), unicode.ToLower(y)))
	}), cmp.Compare(b, a)) // small letters come first
}

func class(r rune) int {
	const marks = "_-:"
	if at := strings.IndexRune(marks, r); at >= 0 {
		return at
	}
	switch {
	case unicode.IsDigit(r):
		return len(marks) + 1
	case unicode.IsLetter(r):
		return len(marks) + 2
	}
	return len(marks)
}
