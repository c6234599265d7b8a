// Package listing is how Claude Code lists skills and commands for the model, within a
// budget of characters. It is a model of what was measured, and reads settings and counted
// use alone. See RATIONALE.md, "Why this model of the listing budget?".
package listing

import (
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// Inspect returns how the listing is looked at.
func Inspect() inspect.Listing {
	return inspect.Listing{
		Measured: BundledOf, Limit: "1,536 characters", DefaultModel: DefaultModel,
		Settings: inspect.ListingSettings{
			File: "settings.json", Overrides: "skillOverrides",
			Share:     func(fraction float64) string { return fmt.Sprintf(`"skillListingBudgetFraction": %g`, fraction) },
			Chars:     func(chars int) string { return fmt.Sprintf(`"SLASH_COMMAND_TOOL_CHAR_BUDGET": "%d" in "env"`, chars) },
			NoBundled: `"disableBundledSkills": true`,
		},
		WindowTokens: WindowTokens, Open: open,
	}
}

func open(folder, workspace string, lookup func(name string) string, now time.Time) inspect.Lister {
	home := plugins.Home(folder)
	settings := plugins.LoadSettings(home, plugins.ManagedFolder(), workspace)
	settings.AddEnviron(lookup)
	usage, ignored := plugins.LoadUsage(home)
	var warnings []string
	for _, warning := range settings.Warnings {
		warnings = append(warnings, warning.String())
	}
	of := func(items []inspect.Listed) Listing {
		return Listing{Items: items, Usage: usage, Settings: settings, Now: now}
	}
	return inspect.Lister{
		Model: settings.Model, CharsSet: settings.ListingChars > 0, Warnings: append(warnings, ignored...),
		Window: func(model string) (inspect.Window, bool) { return WindowOf(model, settings), IsModel(model) },
		Budget: func(items []inspect.Listed, window inspect.Window) inspect.Budget {
			return of(items).Budget(Chars(window, settings))
		},
		Plan: func(items []inspect.Listed, window inspect.Window, wanted inspect.Wanted) (inspect.Plan, error) {
			return planner{Wanted: wanted, Listing: of(items), Chars: Chars(window, settings)}.plan()
		},
	}
}
