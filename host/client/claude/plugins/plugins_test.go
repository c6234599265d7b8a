package plugins

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/client/claude/lenient"
)

// Ensure that every plugin is listed with its effective state and the reason in
// words.
func TestInstalled(t *testing.T) {
	base := putPlugins(t)
	home, work := Home(filepath.Join(base, "home")), filepath.Join(base, "work")
	all, warnings := Installed(home, work, LoadSettings(home, "", work), nil)
	if len(warnings) > 0 {
		t.Errorf("got warnings %q, want none", warnings)
	}
	var got []string
	for _, plugin := range all {
		state := "off"
		if plugin.Enabled {
			state = "on"
		}
		got = append(got, strings.Join([]string{state, plugin.Key(), plugin.Version, plugin.Why}, " | "))
	}
	want := []string{
		"off | adrift@rooted | 1.0.0 | folder missing",
		"on | bare@rooted | 1.0.1 | enabled by default: no settings name it",
		"off | gone@m | 1.0.0 | folder missing",
		"off | hollow@m | 1.0.0 | manifest missing",
		"on | kit@skills-dir |  | enabled by default: no settings name it",
		"off | left@away | 1.0.0 | its marketplace's folder is gone or has no list of plugins: " + base + "/away",
		"off | left@here | 1.0.0 | its marketplace does not list it: " + base + "/here",
		"off | left@huge | 1.0.0 | its marketplace's list of plugins cannot be read: read " + base + "/huge/.claude-plugin/marketplace.json: it is too large: more than 4194304 bytes",
		"off | left@torn | 1.0.0 | its marketplace's list of plugins cannot be read: read " + base + "/torn/.claude-plugin/marketplace.json: it is no JSON object: unexpected end of JSON input",
		"off | local@m | 1.0.1 | disabled in local settings",
		"off | off@m | 1.0.1 | disabled in user settings",
		"off | outside@m | 1.0.0 | path outside the plugins folder",
		"off | phantom@m |  | not installed",
		"on | project@m | 1.0.1 | enabled in project settings",
		"off | removed@here | 1.0.0 | folder missing",
		"off | shy@m | 1.0.0 | disabled by default in its manifest",
		"off | sly@skills-dir |  | path outside the client's folder",
		"on | spelt@rooted | 1.0.1 | enabled by default: no settings name it",
		"off | stray@astray | 1.0.0 | path outside the marketplace folder",
		"off | theirs@m |  | installed for another project",
		"on | there@here | 1.0.1 | enabled by default: no settings name it",
		"on | unset@m | 1.0.1 | enabled by default: no settings name it",
		"on | user@m | 1.0.1 | enabled in user settings",
		"on | usual@m | 1.0.0 | enabled by default: no settings name it",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// putPlugins lays out a home with a plugin in each state, and a workspace.
func putPlugins(t *testing.T) string {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	cache := "home/plugins/cache/m/"
	for _, name := range []string{"user", "project", "local", "unset", "off"} {
		put(t, base, cache+name+"/1.0.0/.claude-plugin/plugin.json", `{"name": "`+name+`", "version": "1.0.1"}`)
	}
	put(t, base, cache+"shy/1.0.0/.claude-plugin/plugin.json", `{"name": "shy", "defaultEnabled": false}`)
	put(t, base, cache+"usual/1.0.0/skills/x/SKILL.md", "x")
	put(t, base, cache+"hollow/1.0.0/README.md", "nothing here")
	put(t, base, "home/skills/kit/.claude-plugin/plugin.json", `{"name": "kit"}`)
	put(t, base, "elsewhere/.claude-plugin/plugin.json", `{"name": "outside"}`)
	if err := os.Symlink(filepath.Join(base, "elsewhere"), filepath.Join(base, "home/skills/sly")); err != nil {
		t.Fatal(err)
	}
	var entries []string
	for _, name := range []string{"user", "project", "local", "unset", "off", "shy", "usual", "hollow", "gone"} {
		entries = append(entries, `"`+name+`@m": [{"scope": "user", "installPath": "$BASE/`+cache+name+`/1.0.0", "version": "1.0.0"}]`)
	}
	// Plugins of directory markets: the copies in the cache run in no case.
	for _, key := range []string{"left@away", "left@here", "left@torn", "left@huge", "removed@here", "there@here", "bare@rooted", "spelt@rooted", "adrift@rooted", "stray@astray"} {
		entries = append(entries, `"`+key+`": [{"scope": "user", "installPath": "$BASE/`+cache+`user/1.0.0", "version": "1.0.0"}]`)
	}
	put(t, base, "here/there/.claude-plugin/plugin.json", `{"name": "there", "version": "1.0.1"}`)
	put(t, base, "here/.claude-plugin/marketplace.json", `{"name": "here", "plugins": [{"name": "there", "source": "./there"}, {"name": "removed", "source": "./removed"}]}`)
	put(t, base, "torn/.claude-plugin/marketplace.json", `{"name": "torn", "plugins": [`)
	put(t, base, "huge/.claude-plugin/marketplace.json", `{"name": "huge", "plugins": []}`+strings.Repeat(" ", fileBytesMax))
	// Of a market with a root, bare names are below the root, and paths below the market.
	put(t, base, "rooted/plugins/bare/.claude-plugin/plugin.json", `{"name": "bare", "version": "1.0.1"}`)
	put(t, base, "rooted/spelt/.claude-plugin/plugin.json", `{"name": "spelt", "version": "1.0.1"}`)
	put(t, base, "rooted/adrift/.claude-plugin/plugin.json", `{"name": "adrift"}`)
	put(t, base, "rooted/.claude-plugin/marketplace.json", `{"name": "rooted", "metadata": {"pluginRoot": "./plugins"},
		"plugins": [{"name": "bare", "source": "bare"}, {"name": "spelt", "source": "./spelt"}, {"name": "adrift", "source": "adrift"}]}`)
	put(t, base, "astray/.claude-plugin/marketplace.json", `{"name": "astray", "metadata": {"pluginRoot": "../elsewhere"}, "plugins": [{"name": "stray", "source": "stray"}]}`)
	put(t, base, "elsewhere/stray/.claude-plugin/plugin.json", `{"name": "stray"}`)
	var markets []string
	for _, name := range []string{"here", "away", "torn", "huge", "rooted", "astray"} {
		markets = append(markets, `"`+name+`": {"source": {"source": "directory", "path": "$BASE/`+name+`"}}`)
	}
	put(t, base, "home/plugins/known_marketplaces.json", `{`+strings.Join(markets, ",")+`}`)
	entries = append(entries,
		`"outside@m": [{"scope": "user", "installPath": "$BASE/elsewhere", "version": "1.0.0"}]`,
		`"theirs@m": [{"scope": "local", "projectPath": "$BASE/other", "installPath": "$BASE/`+cache+`user/1.0.0"}]`)
	put(t, base, "home/plugins/installed_plugins.json", `{"version": 2, "plugins": {`+strings.Join(entries, ",")+`}}`)
	put(t, base, "home/settings.json", `{"enabledPlugins": {"user@m": true, "project@m": false, "local@m": true, "off@m": false, "phantom@m": true, "ghost@m": false}}`)
	put(t, base, "work/.claude/settings.json", `{"enabledPlugins": {"project@m": true}}`)
	put(t, base, "work/.claude/settings.local.json", `{"enabledPlugins": {"local@m": false}}`)
	return base
}

// Ensure that a plugin installed for a project counts in its subfolders, and
// before an installation for the user.
func TestChoose(t *testing.T) {
	several := []installation{{Version: "user"}, {Version: "project", ProjectPath: "/work"}}
	for workspace, want := range map[string]string{"/work": "project", "/work/sub": "project", "/workshop": "user", "": "user"} {
		if got, ok := (reader{workspace: workspace}).choose(several); !ok || got.Version != want {
			t.Errorf("workspace %q: got %q, want %q", workspace, got.Version, want)
		}
	}
	if _, ok := (reader{workspace: "/other"}).choose(several[1:]); ok {
		t.Error("got an installation for another project")
	}
}

// Ensure that versions are compared as numbers.
func TestCompareVersions(t *testing.T) {
	for _, pair := range [][2]string{{"1.9.0", "1.10.0"}, {"1.0", "1.0.1"}, {"1.0.0-a", "1.0.0-b"}, {"0.9", "unknown"}} {
		if compareVersions(pair[0], pair[1]) >= 0 || compareVersions(pair[1], pair[0]) <= 0 {
			t.Errorf("want %s before %s", pair[0], pair[1])
		}
	}
}

// Ensure that no registry crashes the reader, in either of its shapes.
func FuzzInstalled(f *testing.F) {
	for _, seed := range []string{
		`{"version": 2, "plugins": {"p@m": [{"scope": "user", "installPath": "/x", "version": "1"}]}}`,
		`{"version": 1, "plugins": {"p@m": {"installPath": "/x"}}}`,
		`{"plugins": {"": [], "@": [null, 1, {"installPath": 2}], "a@b@c": {}}}`, `{"plugins": []}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := lenient.Decode(data)
		if err != nil {
			return
		}
		for key, several := range decodeInstalled(file, func(string) {}) {
			plugin := reader{markets: map[string]market{}}.installed(key, several)
			if plugin.Enabled {
				t.Errorf("got %+v enabled without a plugins folder", plugin)
			}
			if _, err := json.Marshal(plugin); err != nil {
				t.Error(err)
			}
		}
	})
}

// Ensure that no manifest crashes the reader or names a folder outside its plugin.
func FuzzManifest(f *testing.F) {
	for _, seed := range []string{`{"name": "p", "skills": "./a", "commands": ["b.md", "../c", "/d", 3, null]}`, `{"source": {"source": "github"}}`, `{"defaultEnabled": "no"}`} {
		f.Add([]byte(seed))
	}
	base := f.TempDir()
	root := filepath.Join(base, "plugin")
	if err := os.MkdirAll(filepath.Join(base, "c"), 0o755); err != nil { // so that "../c" would be found
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := lenient.Decode(data)
		if err != nil {
			return
		}
		skills, commands := decodeManifest(file).folders(root)
		for _, path := range append(skills, commands...) {
			if !inside(path, root) {
				t.Errorf("got %s, want it below %s", path, root)
			}
		}
	})
}
