package config_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/suggest"
)

// Ensure that the budgets' defaults are those of the contract, field by field.
func TestBudgetsAreTheContracts(t *testing.T) {
	if diff := cmp.Diff(abi.DefaultBudgets(), abi.Budgets(config.Defaults().Budgets)); diff != "" {
		t.Error(diff)
	}
}

// Ensure that what is said by default is bounded alike by who configures it and
// by who says it, and that every line of it can be replaced.
func TestSuggestionsAreConfigured(t *testing.T) {
	settings := config.Defaults().Suggest
	limits := suggest.Limits{Max: settings.Max, Chars: settings.Chars, DescriptionChars: settings.DescriptionChars}
	if diff := cmp.Diff(suggest.DefaultLimits(), limits); diff != "" {
		t.Error(diff)
	}
	for name := range maps.Keys(suggest.DefaultTemplates()) {
		loaded := config.Load(config.Sources{Flags: map[string]string{"suggest.templates." + name: "x"}})
		if len(loaded.Warnings) > 0 || loaded.Suggest.Templates[name] != "x" {
			t.Errorf("%s cannot be replaced: %v", name, loaded.Warnings)
		}
	}
}

// Ensure that every setting can be given by a variable of its name (000.12b).
func TestEveryKeyHasAVariable(t *testing.T) {
	var environ []string
	origins := config.Load(config.Sources{}).Origins()
	for _, origin := range origins {
		name := strings.Map(func(r rune) rune {
			if r == '.' || r == '/' {
				return '_'
			}
			return r
		}, strings.ToUpper(origin.Key))
		environ = append(environ, "IMPRESSIONISM_"+name+"="+strings.Trim(encoded(t, origin.Value), `"`))
	}
	loaded := load(t, config.Sources{Environ: environ})
	if diff := cmp.Diff(config.Defaults(), loaded.Config); diff != "" {
		t.Error(diff)
	}
	unset := slices.DeleteFunc(loaded.Origins(), func(o config.Origin) bool { return o.Layer == config.LayerEnvironment })
	if len(unset) > 0 || len(loaded.Warnings) > 0 {
		t.Errorf("not set: %v, warnings: %v", unset, loaded.Warnings)
	}
}

// Ensure that everything lies where decisions and platform expect it, and that
// one variable gathers it.
func TestFindPaths(t *testing.T) {
	for _, test := range []struct {
		name, goos, configDir     string
		environ                   map[string]string
		config, state, log, cache string
	}{
		{
			name: "home alone", goos: "linux", environ: map[string]string{"HOME": "/h"},
			config: "/h/.config/impressionism/config.yaml", state: "/h/.local/share/impressionism/state.db",
			log: "/h/.local/share/impressionism/log", cache: "/h/.cache/impressionism",
		},
		{
			name: "XDG, one of it relative", goos: "darwin",
			environ: map[string]string{"HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "d", "XDG_CACHE_HOME": "/x"},
			config:  "/c/impressionism/config.yaml", state: "/h/.local/share/impressionism/state.db",
			log: "/h/.local/share/impressionism/log", cache: "/x/impressionism",
		},
		{
			name: "one directory", goos: "linux",
			environ: map[string]string{"HOME": "/h", "XDG_CONFIG_HOME": "/c", "IMPRESSIONISM_HOME": "/i"},
			config:  "/i/config.yaml", state: "/i/state.db", log: "/i/log", cache: "/i/cache",
		},
		{
			name: "configuration elsewhere", goos: "linux", configDir: "/f", environ: map[string]string{"HOME": "/h"},
			config: "/f/config.yaml", state: "/h/.local/share/impressionism/state.db",
			log: "/h/.local/share/impressionism/log", cache: "/h/.cache/impressionism",
		},
		{
			name: "nothing else known", goos: "linux", configDir: "/f",
			config: "/f/config.yaml", state: "/f/state.db", log: "/f/log", cache: "/f/cache",
		},
		{
			name: "Windows", goos: "windows", environ: map[string]string{"APPDATA": "/r", "LOCALAPPDATA": "/l"},
			config: "/r/impressionism/config.yaml", state: "/l/impressionism/state.db",
			log: "/l/impressionism/log", cache: "/l/impressionism/cache",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := config.FindPaths(test.environ, test.goos, test.configDir)
			if err != nil {
				t.Fatal(err)
			}
			want := config.Paths{
				Config: test.config, Rules: filepath.Join(filepath.Dir(test.config), "rules"),
				StateDB: test.state, IndexDB: filepath.Join(filepath.Dir(test.state), "index.db"),
				Models: filepath.Join(filepath.Dir(test.state), "models"), Log: test.log, Cache: test.cache,
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Ensure that without any home nothing is written into the working directory.
func TestFindPathsNeedsAHome(t *testing.T) {
	if got, err := config.FindPaths(nil, "linux", ""); err == nil {
		t.Errorf("got %+v, want an error", got)
	}
}
