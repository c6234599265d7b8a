package config_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/decide/suggest"
)

// Ensure that the budgets' defaults are those of the contract, field by field.
func TestBudgetsAreTheContracts(t *testing.T) {
	if diff := cmp.Diff(abi.DefaultBudgets(), abi.Budgets(config.Defaults(folders).Budgets)); diff != "" {
		t.Error(diff)
	}
}

// kinds are those that the client lists.
var kinds = catalog.Kinds{skill.Kind, command.Kind}

// Ensure that what is said by default is bounded alike by who configures it and
// by who says it, and that every line of it can be replaced.
func TestSuggestionsAreConfigured(t *testing.T) {
	settings := config.Defaults(folders).Suggest
	limits := suggest.Limits{Max: settings.Max, Chars: settings.Chars, DescriptionChars: settings.DescriptionChars, Margin: settings.Margin}
	if diff := cmp.Diff(suggest.DefaultLimits(), limits); diff != "" {
		t.Error(diff)
	}
	for name := range maps.Keys(suggest.DefaultTemplates(kinds)) {
		loaded := config.Load(config.Sources{Folders: folders, Lines: suggest.Marks(kinds), Flags: map[string]string{"suggest.templates." + name: "x"}})
		if len(loaded.Warnings) > 0 || loaded.Suggest.Templates[name] != "x" {
			t.Errorf("%s cannot be replaced: %v", name, loaded.Warnings)
		}
	}
}

// usersAlone reports whether no variable sets a key.
func usersAlone(key string) bool {
	return strings.HasPrefix(key, "opinion.") || strings.HasPrefix(key, "tools.") || strings.HasPrefix(key, "lessons.") || strings.HasPrefix(key, "handoff.") || strings.HasPrefix(key, "code.")
}

// Ensure that every setting can be given by a variable of its name, but for those that send
// prompts away or choose what the model is told to run.
func TestEveryKeyHasAVariable(t *testing.T) {
	var environ []string
	origins := config.Load(config.Sources{Folders: folders}).Origins()
	for _, origin := range origins {
		if usersAlone(origin.Key) {
			continue
		}
		name := strings.Map(func(r rune) rune {
			if r == '.' || r == '/' {
				return '_'
			}
			return r
		}, strings.ToUpper(origin.Key))
		environ = append(environ, "IMPRESSIONISM_"+name+"="+strings.Trim(encoded(t, origin.Value), `"`))
	}
	loaded := load(t, config.Sources{Folders: folders, Environ: environ})
	if diff := cmp.Diff(config.Defaults(folders), loaded.Config); diff != "" {
		t.Error(diff)
	}
	unset := slices.DeleteFunc(loaded.Origins(), func(o config.Origin) bool {
		return o.Layer == config.LayerEnvironment || usersAlone(o.Key)
	})
	if len(unset) > 0 || len(loaded.Warnings) > 0 {
		t.Errorf("not set: %v, warnings: %v", unset, loaded.Warnings)
	}
}
