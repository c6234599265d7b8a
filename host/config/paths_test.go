package config_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/config"
)

var places = []struct {
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
}

// Ensure that everything lies where decisions and platform expect it, and that
// one variable gathers it.
func TestFindPaths(t *testing.T) {
	for _, test := range places {
		t.Run(test.name, func(t *testing.T) {
			got, err := config.FindPaths(test.environ, test.goos, test.configDir)
			if err != nil {
				t.Fatal(err)
			}
			want := config.Paths{
				Config: test.config, Rules: filepath.Join(filepath.Dir(test.config), "rules"),
				StateDB: test.state, IndexDB: filepath.Join(filepath.Dir(test.state), "index.db"),
				Vetted:  filepath.Join(filepath.Dir(test.state), "vetted"),
				Cards:   filepath.Join(filepath.Dir(test.state), "cards"),
				Tools:   filepath.Join(filepath.Dir(test.state), "tools"),
				Code:    filepath.Join(filepath.Dir(test.state), "code"),
				Lessons: filepath.Join(filepath.Dir(test.config), "lessons"), Reviews: filepath.Join(filepath.Dir(test.state), "reviews"),
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

// Ensure that a relative home is refused: it would be another one in every folder
// that a prompt is sent from.
func TestFindPathsRefusesARelativeHome(t *testing.T) {
	for _, home := range []string{"data", "./data", "~/data"} {
		got, err := config.FindPaths(map[string]string{"HOME": "/h", config.EnvHome: home}, "linux", "/c")
		if err == nil || !strings.Contains(err.Error(), "absolute") {
			t.Errorf("%s: got %+v, %v", home, got, err)
		}
	}
}
