package plugins

import (
	"cmp"
	"slices"
	"unicode/utf16"
)

// What was measured of the client's listing: two budgets, the cut of one
// description, and the room that the bundled skills take.
const (
	budgetChars200K  = 8_000
	budgetCharsMax   = 30_000 // seen with a window of a million tokens
	descCharsMax     = 1_536
	bundledChars     = 5_100 // 13 skills
	charsPerToken    = 4
	defaultFraction  = 0.01 // 200,000 tokens × 4 × 0.01 = 8,000
	lineChars        = 3    // "- " and the line's end
	descriptionChars = 2    // ": "
)

// WindowDefault is the context window, in tokens, of the models that most people use.
const WindowDefault = 200_000

// Listed is one item as it goes into the client's listing.
type Listed struct {
	ID          string
	Description string // catalog.Item.ListedDescription
	Plugin      bool   // of a plugin: skillOverrides do not reach it
}

// Budget is what the client shows of a listing.
type Budget struct {
	Chars  int      // what all lines may take
	Used   int      // what they take, bundled skills included
	Shown  []string // ids with a description, best rank first
	Hidden []string // ids that lost their description for want of room
	Bare   []string // ids without one anyway: none written, or "name-only"
	Cut    []string // ids whose description is cut to the limit of one; some may be hidden too
}

// BudgetChars gives the characters of the listing for a context window. The two
// measured windows are reproduced; between them the client's share is assumed.
func BudgetChars(windowTokens int, settings Settings) int {
	if settings.ListingBudgetFraction > 0 {
		return int(float64(windowTokens) * charsPerToken * settings.ListingBudgetFraction)
	}
	if windowTokens <= 0 {
		return budgetChars200K
	}
	return min(int(float64(windowTokens)*charsPerToken*defaultFraction), budgetCharsMax)
}

// ListingBudget tells which descriptions the client shows in so many characters
// (UTF-16 units). Ids always stay and so do bundled skills; descriptions go
// whole, from the last rank up, until the rest fits: most used first, then last
// used, then by id. See RATIONALE.md, "Why this model of the listing budget?".
func ListingBudget(items []Listed, usage map[string]Usage, settings Settings, chars int) Budget {
	budget := Budget{Chars: chars}
	if !settings.DisableBundledSkills {
		budget.Used = bundledChars
	}
	costs := map[string]int{}
	var described []string
	for _, item := range items {
		budget.Used += lineChars + units(item.ID)
		length := units(item.Description)
		if nameOnly := !item.Plugin && settings.SkillOverrides[item.ID] == OverrideNameOnly; length == 0 || nameOnly {
			budget.Bare = append(budget.Bare, item.ID)
			continue
		}
		if most := cmp.Or(settings.ListingDescCharsMax, descCharsMax); length > most {
			budget.Cut = append(budget.Cut, item.ID)
			length = most
		}
		described = append(described, item.ID)
		costs[item.ID] = descriptionChars + length
		budget.Used += costs[item.ID]
	}
	slices.SortFunc(described, func(a, b string) int { return compareUsage(usage, a, b) })
	keep := len(described)
	for keep > 0 && budget.Used > chars {
		keep--
		budget.Used -= costs[described[keep]]
	}
	budget.Shown, budget.Hidden = described[:keep], described[keep:]
	return budget
}

func compareUsage(usage map[string]Usage, a, b string) int {
	return cmp.Or(
		cmp.Compare(usage[b].Count, usage[a].Count),
		cmp.Compare(usage[b].LastUsedAt, usage[a].LastUsedAt),
		cmp.Compare(a, b),
	)
}

// units counts as the client does, in UTF-16.
func units(text string) int { return len(utf16.Encode([]rune(text))) }
